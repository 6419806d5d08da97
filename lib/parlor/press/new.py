"""The skeleton of a chapter: what `parlor new` writes, which builds as it is.

Its files are in the folder ``skeleton``, each where it will stand in the project. In a folder that
holds no project yet, one of this single chapter is begun, whose package is called like the folder.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import yaml

from .project import Project, UserError

_SKELETON = Path(__file__).with_name("skeleton")
_PROJECT = Path(__file__).with_name("skeleton_of_project")
_SOURCE = """
@misc{{{chapter}_source,
  author = {{Author}},
  title = {{{title}}},
  year = {{2000}},
}}
"""
_GAME = """    if name == "{chapter}":
        import parlor.games.{chapter} as {chapter}

        return {chapter}
"""


def new(project: Project, chapter: str, title: str) -> list[Path]:
    """Write a chapter that builds, to be filled with a source and its game.

    Parameters
    ----------
    project : Project
        The checkout.
    chapter : str
        Its name: that of its folders of pages, of checks, of published data and of its game.
    title : str
        What it is called in the book.

    Returns
    -------
    list of Path
        The files that are new or changed, below the project's root.

    Raises
    ------
    UserError
        If the name is not one, if a file of that name exists, or if the folder is neither a project
        nor empty. Nothing is written then.
    """
    begun = (project.root / "_toc.yml").is_file()
    package = project.package if begun else _package(project.root)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", chapter) or keyword.iskeyword(chapter):
        raise UserError(f"'{chapter}' is no name for a chapter: small letters, digits and _")
    title = " ".join(title.split())
    if not re.fullmatch(r"[^\W\d_][\w ',.()-]*", title):
        raise UserError(f"'{title}' is no title for a chapter: letters, digits, ' , . ( ) and -")
    order = 1 + max((_order(path) for path in _sources(project)), default=0)
    words = {"CHAPTER": chapter, "TITLE": title, "ORDER": str(order), "PACKAGE": package}
    files = _filled(_SKELETON, words)
    if not begun:
        files |= _filled(_PROJECT, words)
    for name in files:
        if (project.root / name).exists():
            raise UserError(f"{name} exists already")
    works = _read(project, "book/references.bib").rstrip("\n") if begun else ""
    files["book/references.bib"] = works + _SOURCE.format(chapter=chapter, title=title)
    if begun:
        files["_toc.yml"] = _contents(project, chapter)
    if package == "parlor":
        files["lib/parlor/games/__init__.py"] = _game(project, chapter)
    for name, text in files.items():
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).write_text(text, "utf-8")
    return [Path(name) for name in files]


def _package(root: Path) -> str:
    """The name of a new project's package, which is that of its folder."""
    name = re.sub(r"\W+", "_", root.name.lower())
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or name == "parlor":
        raise UserError(f"'{root.name}' is no name for a project: letters, digits, _ and -")
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise UserError(f"{root} is neither a project nor an empty folder")
    return name


def _filled(skeleton: Path, words: dict[str, str]) -> dict[str, str]:
    """The files of a skeleton by name, below a project's root."""
    return {
        _fill(template.relative_to(skeleton).with_suffix("").as_posix(), words): _fill(
            template.read_text("utf-8"), words
        )
        for template in sorted(skeleton.rglob("*.template"))
    }


def _sources(project: Project) -> list[Path]:
    return sorted((project.root / "data/published").glob("*/source.yaml"))


def _order(source: Path) -> int:
    return int(yaml.safe_load(source.read_text("utf-8"))["order"])


def _fill(text: str, words: dict[str, str]) -> str:
    return re.sub("|".join(words), lambda found: words[found[0]], text)


def _read(project: Project, name: str) -> str:
    return (project.root / name).read_text("utf-8")


def _contents(project: Project, chapter: str) -> str:
    """The table of contents with the chapter behind the others and its reference with theirs."""
    lines = _read(project, "_toc.yml").rstrip("\n").splitlines()
    last = list(project.chapters.values())[-1][0]
    folder = last.place.removesuffix("/index")  # where its plain pages are, too
    of_it = [i for i, line in enumerate(lines) if re.search(rf" {re.escape(folder)}(/|$)", line)]
    first, place = of_it[0], of_it[-1]
    indent = lines[first].partition("-")[0]  # of the list of chapters
    lines[place + 1 : place + 1] = [
        f"{indent}- file: book/{chapter}/index",
        f"{indent}  sections:",
        f"{indent}    - file: book/{chapter}/audit",
        f"{indent}    - file: book/{chapter}/lab",
    ]
    games = [i for i, line in enumerate(lines) if "book/reference/" in line]
    games = [i for i in games if not lines[i].endswith(("/index", "/solvers", "/core"))]
    place = games[-1] if games else place
    start = lines[place].partition("book/")[0]
    lines.insert(place + 1 if games else len(lines), f"{start}book/reference/{chapter}")
    return "\n".join(lines) + "\n"


def _game(project: Project, chapter: str) -> str:
    """The package of games, which hands the new one on when it is asked for it."""
    text = _read(project, "lib/parlor/games/__init__.py")
    end = "    raise AttributeError("
    return text.replace(end, _GAME.format(chapter=chapter) + end, 1)
