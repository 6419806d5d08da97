"""A new chapter, or a new project of one chapter, which builds as it is.

Its files are in the folder ``skeletons``, each where it will stand in the project; beside them is
what files of the project get in addition.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from pathlib import Path
from string import Template
from typing import Any

from ..project.errors import UserError
from ..project.places import Project
from ..project.text import cut

_SKELETONS = Path(__file__).with_name("skeletons")
# what pages of any chapter and what folders and pages of any book are called
_OURS = ("index", "audit", "lab", "ledger", "reference", "found", "assets", "generated")


def new(folder: Path, chapter: str, title: str = "", package: str = "") -> tuple[list[Path], str]:
    """Write a chapter that builds, to be filled with a source and its solution.

    Parameters
    ----------
    folder : Path
        In an empty folder a project begins; any other is that of a project, or below it.
    chapter : str
        The chapter's name: that of its folders.
    title : str, optional
        What it is called in the book; by default its name.
    package : str, optional
        Where its solution goes, such as ``"parlor.games"``; by default the project's only package,
        that of a new project being called like its folder.

    Returns
    -------
    files : list of Path
        The files that were written.
    contents : str
        What the project's ``_toc.yml`` now needs; empty if it has it.

    Raises
    ------
    UserError
        If a name or the title is none, or a file exists. Nothing is written then.
    """
    begins = folder.is_dir() and all(path.name.startswith(".") for path in folder.iterdir())
    root = folder if begins else Project.here().root
    package = package or _only_package(root, begins)
    for part in package.split("."):
        _check_name(part, "package", exists=not begins)
    _check_name(chapter, "chapter")
    if chapter in _OURS or (root / f"book/{chapter}.md").exists():
        raise UserError(f"'{chapter}' is no name for a chapter: a page or folder has it")
    title = " ".join((title or chapter.replace("_", " ").capitalize()).split())
    if not re.fullmatch(r"\w[\w ',.:;!?()-]*", title):
        raise UserError(f"'{cut(title)}' is no title: letters, digits, ' , . : ; ! ? ( ) and -")
    name, *below = package.split(".")
    order = 1 + len([*(root / "data/published").glob("*/source.yaml")])
    words = {"chapter": chapter, "title": title, "order": order, "package": package, "name": name}
    places = words | {"package": package.replace(".", "/"), "inside": "/".join([*below, chapter])}
    files = {}
    for top in ["chapter", "project"] if begins else ["chapter"]:
        for template in sorted((_SKELETONS / top).rglob("*.template")):
            place = template.relative_to(_SKELETONS / top).with_suffix("").as_posix()
            files[root / Template(place).substitute(places)] = _filled(template, words)
    for path in files:
        if path.exists():
            raise UserError(f"{path.relative_to(root)} exists already")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with (root / "book/references.bib").open("a", encoding="utf-8") as works:
        works.write(_filled(_SKELETONS / "references.bib.template", words))
    contents = "" if begins else _filled(_SKELETONS / "_toc.yml.template", words)
    return [*files], contents


def _filled(template: Path, words: dict[str, Any]) -> str:
    return Template(template.read_text("utf-8")).substitute(words)


def _only_package(root: Path, begins: bool) -> str:
    if begins:
        return re.sub(r"\W+", "_", root.name.lower())
    packages = {path.parent.name for path in (root / "lib").glob("*/__init__.py")}
    own = sorted(packages - {"chapters", "press"})
    if len(own) != 1:
        raise UserError(f"--package NAME: where does its solution go? There are {', '.join(own)}")
    return own[0]


def _check_name(name: str, what: str, exists: bool = False) -> None:
    """Refuse what is no name, or the name of a module, of which an import by it is meant."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{,59}", name) or keyword.iskeyword(name):
        rule = "a small letter, then at most 59 small letters, digits and _"
        raise UserError(f"'{cut(name)}' is no name for a {what}: {rule}")
    known = {*sys.stdlib_module_names, "chapters"}
    if not exists and (name in known or importlib.util.find_spec(name)):
        raise UserError(f"'{name}' is no name for a {what}: a package of Python's has it")
