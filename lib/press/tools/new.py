"""The skeleton of a chapter: what `parlor new` writes, which builds as it is.

Its files are in the folder ``skeleton``, each where it will stand in the project. In a folder that
holds no project yet, one of this single chapter is begun, whose package is called like the folder.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import yaml

from ..run.contents import NotContents, places
from ..run.project import Page, Project, UserError
from ..run.yaml_input import cut

_SKELETON = Path(__file__).with_name("skeleton")
_PROJECT = Path(__file__).with_name("skeleton_of_project")
LONGEST = 60  # letters of a chapter's name: those of files are made of it
# what pages of any chapter and what folders and pages of any book are called
_OURS = ("index", "audit", "lab", "ledger", "reference", "found", "assets", "generated")
_ENTRY = re.compile(r"""( *)- file: *(["']?)([^\s"'#]+)\2 *( #.*)?""")
_GAMES = r"book/reference/(?!(index|solvers|core)$).+"
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
    package = _package(project.root)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", chapter) or keyword.iskeyword(chapter):
        raise UserError(f"'{cut(chapter)}' is no name for a chapter: small letters, digits and _")
    if len(chapter) > LONGEST:
        raise UserError(
            f"'{cut(chapter)}' is no name for a chapter: it has more than {LONGEST} letters"
        )
    if chapter in _OURS or (project.root / f"book/{chapter}.md").exists():
        raise UserError(f"'{chapter}' is no name for a chapter: a page or folder has it")
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
    lines = _read(project, "_toc.yml").splitlines()
    for of_it in (_of_chapter(lines, pages[0]) for pages in reversed(project.chapters.values())):
        if of_it:
            break
    else:
        raise _not_put_in(chapter)
    first, indent = of_it[0]
    place = max(_end(lines, first), _end(lines, of_it[-1][0]))
    lines[place:place] = [
        f"{indent}- file: book/{chapter}/index",
        f"{indent}  sections:",
        f"{indent}    - file: book/{chapter}/audit",
        f"{indent}    - file: book/{chapter}/lab",
    ]
    entries = _entries(lines)
    games = [each for each in entries if re.fullmatch(_GAMES, each[2])]
    last, indent, _ = (games or entries)[-1]
    lines.insert(_end(lines, last), f"{indent}- file: book/reference/{chapter}")
    text = "\n".join(lines) + "\n"
    _check(project, chapter, text)
    return text


def _entries(lines: list[str]) -> list[tuple[int, str, str]]:
    """The lines that name a page below the root: their number, indent and page."""
    found = [(i, _ENTRY.fullmatch(line)) for i, line in enumerate(lines)]
    return [(i, match[1], match[3]) for i, match in found if match]


def _of_chapter(lines: list[str], first: Page) -> list[tuple[int, str]]:
    """The lines that name a chapter's pages, the plain ones in its folder too, with indents."""
    folder = first.place.removesuffix("/index")
    return [
        (i, indent)
        for i, indent, page in _entries(lines)
        if page == first.place or f"{page}/".startswith(f"{folder}/")
    ]


def _end(lines: list[str], entry: int) -> int:
    """The number of the line behind an entry and all that is indented below it."""
    end = entry + 1
    dash = lines[entry].index("-")
    for i in range(end, len(lines)):
        text = lines[i].strip()
        if text and not text.startswith("#"):
            if len(lines[i]) - len(lines[i].lstrip()) <= dash:
                break
            end = i + 1
    return end


def _check(project: Project, chapter: str, text: str) -> None:
    """Raise if the text is no table of contents, or has other than the new pages in addition."""
    names = (f"{chapter}/index", f"{chapter}/audit", f"{chapter}/lab", f"reference/{chapter}")
    new = [f"book/{name}" for name in names]
    try:
        found = places(text)
    except NotContents:
        raise _not_put_in(chapter) from None
    if [page for page in found if page in new] != new:
        raise _not_put_in(chapter)
    if [page for page in found if page not in new] != project.pages:
        raise _not_put_in(chapter)


def _not_put_in(chapter: str) -> UserError:
    return UserError(
        f"_toc.yml: found no place for '{chapter}': let a line `- file: book/NAME/index` stand "
        "there for each chapter"
    )


def _game(project: Project, chapter: str) -> str:
    """The package of games, which hands the new one on when it is asked for it."""
    text = _read(project, "lib/parlor/games/__init__.py")
    end = "    raise AttributeError("
    return text.replace(end, _GAME.format(chapter=chapter) + end, 1)
