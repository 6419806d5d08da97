"""Names of results: hashes of all that can change them.

The run of a page is named by its code cells with their tags, the packages of ours that they use,
the lock and what is really installed, the version of Python and the parameters. Packages count as
a whole, no finer: a game, a chapter, ``core``, ``solvers`` each are one. Prose, styles, other
chapters and other games are not in the name. Which data files a run has read is told by the run
itself, and looked at before it is used again (see `data_files`).

A package uses the packages that its modules import. That these are all that a run has imported is
checked when it has run (see `execution`).
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.utils import canonicalize_name

from .data_files import digest_of
from .notebook import code_cells, tagged_cells
from .project import PRESS, Page, Project, digest_text

# what of the press makes the result of a page: verdicts, answers, tables, figures
_MAKERS = ("press.ledger", "press.page")
_STARTED = time.time()  # a process goes on with the code that it has imported, whatever is edited
_FROM = re.compile(
    r"(?:^|;)[ \t]*from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n;#]*)", re.MULTILINE
)
_IMPORT = re.compile(r"(?:^|;)[ \t]*import\s+([^\n;#]+)", re.MULTILINE)
_DOTTED = re.compile(r"\b[a-z_]\w*(?:\.\w+)+")
_WORD = re.compile(r"\w+")
_LOCKED = re.compile(r"^([\w.-]+)==[^\s;]+(?: *; *(.+?)(?= *(?:\\|--|#|$)))?", re.MULTILINE)


@dataclass(frozen=True)
class Package:
    """The modules that lie in one folder: what they are, and which packages they may use.

    Attributes
    ----------
    digest : str
        A hash of their sources.
    named : frozenset of str
        The dotted names in them, whole.
    edited : float
        When one of them was last edited, as a time stamp.
    """

    digest: str
    named: frozenset[str]
    edited: float


def of_page(project: Project, page: Page, parameters: dict[str, Any]) -> dict[str, str]:
    """Return what a page's run is made of, data files aside.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        The page.
    parameters : dict
        All its parameters, validated.

    Returns
    -------
    dict of str to str
        A hash, or the value itself, by what it is of: ``"code of guts"``, ``"parlor.games.guts"``,
        ``"requirements.txt"``, ``"installed packages"``, ``"parameter mesh"``, ...
    """
    cells = json.dumps(tagged_cells(page.path))
    code = "\n".join(code_cells(page.path))
    made = of_code(project, f"code of {page.address}", cells, code, _MAKERS)
    return made | {f"parameter {name}": json.dumps(value) for name, value in parameters.items()}


def of_code(
    project: Project, name: str, content: str, source: str = "", makers: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return what some code is made of.

    Parameters
    ----------
    project : Project
        The checkout.
    name : str
        What the code is called.
    content : str
        All of it that matters.
    source : str, optional
        The code that names packages; by default `content`.
    makers : tuple of str
        Packages besides, that make something of what it computes.

    Returns
    -------
    dict of str to str
        As `of_page` has it, without parameters.
    """
    known = packages(project)
    used = {unit for named in _named(source or content, "") if (unit := _unit(named, known))}
    made = {name: digest_text(content)} | {maker: known[maker].digest for maker in makers}
    return made | _made(project, known, used)


def of_function(project: Project, function: Callable[..., Any]) -> dict[str, str]:
    """Return what the results of a function are made of, its arguments aside.

    Of data files all count that are not published ones: nobody tells which of them it reads.
    """
    known = packages(project)
    unit = _unit(function.__module__, known)
    return of_data(project) | _made(project, known, {unit} if unit else set())


def of_data(project: Project) -> dict[str, str]:
    """Return what all data files of a project are, published ones aside."""
    files = (path for path in sorted((project.root / "data").rglob("*")) if path.is_file())
    own = [path for path in files if "published" not in path.parts]
    told = (f"{path.relative_to(project.root).as_posix()} {digest_of(path)}" for path in own)
    return {"data": digest_text(*told)}


def is_edited(project: Project, made: Iterable[str]) -> bool:
    """Say whether sources of some packages were edited since this process began.

    It then works with other code than their names say, and should keep nothing.
    """
    known = packages(project)
    return any(known[name].edited > _STARTED for name in made if name in known)


def unknown(project: Project, made: Iterable[str], modules: Mapping[str, Any]) -> list[str]:
    """Return those of some imported modules that are ours, and in no package among `made`."""
    known, found = packages(project), set[str]()
    for name, module in modules.items():
        unit = _unit(name, known)
        file = getattr(module, "__file__", None)
        if not unit and file and Path(file).is_relative_to(project.root / "lib"):
            unit = name  # it lies in no package
        found.add(unit)
    return sorted(unit for unit in found - {"", *made} if not unit.startswith("press"))


def name_of(made: dict[str, str]) -> str:
    """Return the name of what is made of `made`: 16 hexadecimal digits."""
    return digest_text(json.dumps(made, sort_keys=True))


def changes(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Say how two descriptions of what something is made of differ.

    Parameters
    ----------
    old, new : dict of str to str
        As `of_page` returns them.

    Returns
    -------
    list of str
        A line for each part that was added, taken away or changed.

    Examples
    --------
    >>> changes({"parlor.core": "1", "parameter n": "3"}, {"parameter n": "4", "lock": "5"})
    ['lock: new', 'parameter n: 3 before, 4 now', 'parlor.core: no longer used']
    """
    lines = []
    for name in sorted(old.keys() | new.keys()):
        before, now = old.get(name), new.get(name)
        if before is None:
            lines.append(f"{name}: new")
        elif now is None:
            lines.append(f"{name}: no longer used")
        elif before != now:
            shown = name.startswith(("parameter ", "Python"))
            lines.append(f"{name}: {f'{before} before, {now} now' if shown else 'changed'}")
    return lines


def packages(project: Project) -> dict[str, Package]:
    """Return the packages of ours by name: of the project's ``lib``, and the press."""
    found: dict[str, Package] = {}
    for top, above in ((project.root / "lib", project.root / "lib"), (PRESS, PRESS.parent)):
        for face in sorted(top.rglob("__init__.py")):
            name = ".".join(face.parent.relative_to(above).parts)
            files = sorted(path for path in face.parent.glob("*.py") if path.is_file())
            stamps = tuple((str(path), path.stat().st_mtime) for path in files)
            found.setdefault(name, _read(name, stamps))
    return found


@lru_cache(512)
def _read(name: str, files: tuple[tuple[str, float], ...]) -> Package:
    """A package as it lies there; it is read again when a file has another time."""
    digest, named = hashlib.sha256(), set[str]()
    for path, _ in files:
        content = Path(path).read_bytes()
        digest.update(f"{Path(path).name}\0{len(content)}\0".encode() + content)
        if Path(path).name != "__init__.py":  # a face hands on what somebody else names
            named.update(_named(content.decode("utf-8", "replace"), name))
    return Package(digest.hexdigest()[:16], frozenset(named), max(at for _, at in files))


def _named(source: str, package: str) -> Iterator[str]:
    """The dotted names in what a module of a package imports; also in the code of a page."""
    parts = package.split(".")
    for dots, base, names in _FROM.findall(source):
        above = parts[: len(parts) - len(dots) + 1] if dots else []
        whole = ".".join([*above, *filter(None, [base])])
        yield whole
        for name in _WORD.findall(names):
            yield f"{whole}.{name}"
    for names in _IMPORT.findall(source):
        yield from (name.split()[0] for name in names.split(",") if name.strip())
    if not package:  # what a page reaches through `import parlor`; modules name what they import
        yield from _DOTTED.findall(source)


def _unit(name: str, known: dict[str, Package]) -> str:
    """The package that a dotted name leads into; empty if it is none of ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def _made(project: Project, known: dict[str, Package], used: set[str]) -> dict[str, str]:
    """The hashes of packages and of all that they use, and of what they run on."""
    todo, found = [*used], set[str]()
    while todo:
        unit = todo.pop()
        # what a page asks of the press is among its makers; how it is run is in no name
        if unit not in found and not unit.startswith("press"):
            found.add(unit)
            todo += filter(None, (_unit(name, known) for name in known[unit].named))
            todo += filter(None, [_unit(unit.rpartition(".")[0], known)])
    made = {unit: known[unit].digest for unit in sorted(found)}
    if project.lock.is_file():
        made["requirements.txt"] = digest_of(project.lock)
    made["installed packages"] = _installed(project)
    made["Python"] = ".".join(map(str, sys.version_info[:2]))
    return made


def _installed(project: Project) -> str:
    """A hash of what is installed, without what the project's other locks add for tests or tools.

    So the book stays up to date when its tests or JupyterLab are installed beside it. All else
    counts, since a library may use what it happens to find.
    """
    ours = _locked(project.lock.read_text("utf-8")) if project.lock.is_file() else frozenset()
    others = (lock.read_text("utf-8") for lock in project.root.glob("requirements/*.txt"))
    added = frozenset().union(*map(_locked, others)) - ours
    folder = Path(sysconfig.get_paths()["purelib"])
    found = sorted(path.name for path in folder.glob("*.dist-info"))
    kept = (name for name in found if canonicalize_name(name.partition("-")[0]) not in added)
    return digest_text(*kept)


@lru_cache(8)  # each page of a book asks
def _locked(lock: str) -> frozenset[str]:
    """The packages that a lock wants on this machine."""
    return frozenset(
        canonicalize_name(name)
        for name, marker in _LOCKED.findall(lock)
        if not marker or Marker(marker).evaluate()
    )
