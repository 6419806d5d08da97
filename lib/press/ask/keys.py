"""Names of results: hashes of all that can change them.

A result is named by the code that makes it, the packages of ours that this uses, the folder
``data/<chapter>`` if there is one, the lock and what is really installed, the version of Python and
the parameters. A run's code is that of all cells of its page, with their tags; a lab's answer needs
one cell.
Packages count as a whole, no finer: a game, a chapter, ``core``, ``solvers`` each are one, and what
counts is what their modules mean: no comment, no docstring. Prose, styles, other chapters and other
games are not in the name. Which other files were read is told by whoever has answered, and
looked at before the answer is used again (see `data_files`).

A package uses the packages that its modules import. That these are all that was imported, and that
they were loaded as they lie here, is checked when the answer is there (see `answering`).
"""

from __future__ import annotations

import ast
import json
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.utils import canonicalize_name

from ..project.data_files import digest_of
from ..project.files import digest_files, digest_text, fault, text_of
from ..project.notebook import code_cells, tagged_cells
from ..project.places import PRESS, Page, Project
from .sources import Source, content_of, meaning_of
from .store import Store, store_of

# what of the press makes the result of a page: verdicts, answers, tables, figures
_MAKERS = ("press.ledger", "press.page")
# on which numbers and figures depend most
PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")
GROUND = ("installed packages", "Python")  # parts that all results of a process have
_SITE = Path(sysconfig.get_paths()["purelib"])  # what is installed
DATA = "data/"  # begins the name of the part that is a chapter's folder
_ANSWER = ("press.page.answer",)  # what of it makes a lab's answer
_MAGIC = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)  # of IPython, in a cell
_LOCKED = re.compile(r"^([\w.-]+)==[^\s;]+(?: *; *(.+?)(?= *(?:\\|--|#|$)))?", re.MULTILINE)


@dataclass(frozen=True)
class Package:
    """The modules that lie in one folder: what they are, and which packages they may use.

    Attributes
    ----------
    modules : dict of str to Source
        Its modules by dotted name.
    named : frozenset of str
        The dotted names in what they import.
    """

    modules: dict[str, Source]
    named: frozenset[str]

    @property
    def digest(self) -> str:
        """A hash of what they mean."""
        return digest_text(*(f"{name} {source.meaning}" for name, source in self.modules.items()))


@dataclass(frozen=True)
class Made:
    """What a result is made of.

    Attributes
    ----------
    parts : dict of str to str
        A hash, or the value itself, by what it is of: ``"code of guts"``, ``"parlor.games.guts"``,
        ``"requirements.txt"``, ``"installed packages"``, ``"parameter mesh"``, ...
    modules : dict of str to Source
        All our modules that may be loaded for it.
    """

    parts: dict[str, str]
    modules: dict[str, Source]

    @property
    def name(self) -> str:
        """The name of the result: 16 hexadecimal digits."""
        return digest_text(json.dumps(self.parts, sort_keys=True))

    def asked(self, parameters: Mapping[str, Any]) -> Made:
        """Return what the answer for some parameters is made of."""
        more = {f"parameter {name}": json.dumps(value) for name, value in parameters.items()}
        return Made(self.parts | more, self.modules)


def of_page(project: Project, page: Page, parameters: dict[str, Any]) -> Made:
    """Return what a page's run is made of, the files that it reads aside.

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
    Made
        Code, packages, data of the chapter, parameters.
    """
    cells, code = json.dumps(tagged_cells(page.path)), code_cells(page.path)
    made = of_code(project, f"code of {page.address}", cells, code, _MAKERS, page.chapter)
    return made.asked(parameters)


def of_answer(project: Project, page: Page, code: str) -> Made:
    """Return what the answers of a lab are made of, parameters and files that it reads aside."""
    return of_code(project, f"answer of {page.address}", code, [code], _ANSWER, page.chapter)


def of_code(
    project: Project,
    name: str,
    content: str,
    sources: Iterable[str],
    makers: tuple[str, ...] = (),
    chapter: str = "",
) -> Made:
    """Return what some code is made of.

    Parameters
    ----------
    project : Project
        The checkout.
    name : str
        What the code is called.
    content : str
        All of it that matters.
    sources : iterable of str
        The cells or modules of it, which name packages.
    makers : tuple of str
        Packages or modules of the press that make something of what it computes.
    chapter : str
        Whose data it is made of.

    Returns
    -------
    Made
        Without parameters.
    """
    known = packages(project)
    names = (name for source in sources for name in _named(_tree(source), ""))
    used = {unit for named in names if (unit := _unit(named, known))}
    parts = {name: digest_text(content)}
    modules: dict[str, Source] = {}
    for maker in makers:
        package = known[_unit(maker, known)]
        some = {name: source for name, source in package.modules.items() if name.startswith(maker)}
        modules |= some
        parts[maker] = Package(some, frozenset()).digest
    made = _made(project, known, used)
    own = f"{DATA}{chapter}"
    if chapter and (project.root / own).exists():
        parts[own] = digest_files(project.root, [own])
    return Made(parts | made.parts, modules | made.modules)


def of_function(project: Project, function: Callable[..., Any]) -> Made:
    """Return what the results of a function are made of, its arguments aside."""
    known = packages(project)
    unit = _unit(function.__module__, known)
    return _made(project, known, {unit} if unit else set())


def unknown(project: Project, asked: Iterable[Made], modules: Mapping[str, Any]) -> list[str]:
    """Return those of some imported modules that are ours, and that nobody has asked for."""
    known, units = packages(project), set[str]()
    parts = set[str]().union(*(made.parts for made in asked))
    for name, module in modules.items():
        unit = _unit(name, known)
        file = getattr(module, "__file__", None)
        if not unit and file and Path(file).is_relative_to(project.root / "lib"):
            unit = name  # it lies in no package
        units.add(unit)
    return sorted(unit for unit in units - {"", *parts} if not unit.startswith("press"))


def packages(project: Project) -> dict[str, Package]:
    """Return the packages of ours by name: of the project's ``lib``, and the press."""
    known: dict[str, Package] = {}
    for top, above in ((project.root / "lib", project.root / "lib"), (PRESS, PRESS.parent)):
        for face in sorted(top.rglob("__init__.py")):
            name = ".".join(face.parent.relative_to(above).parts)
            if name not in known:
                files = sorted(path for path in face.parent.glob("*.py") if path.is_file())
                known[name] = _package(project, name, files)
    return known


def _package(project: Project, name: str, files: Iterable[Path]) -> Package:
    """A package as it lies there, whatever the times of its files say."""
    modules, named = dict[str, Source](), set[str]()
    for path in files:
        content = path.read_bytes()
        module = name if path.stem == "__init__" else f"{name}.{path.stem}"
        digest = content_of(content)
        meaning, *names = _read(project, path, module, digest, content)
        modules[module] = Source(digest, meaning)
        if path.stem != "__init__":  # a face hands on what somebody else names
            named.update(names)
    return Package(modules, frozenset(named))


_known: dict[tuple[str, str], list[str]] = {}  # by module and content: to parse all takes seconds


def _read(project: Project, path: Path, module: str, digest: str, content: bytes) -> list[str]:
    """What a module means, and the names in what it imports; kept, too, between two commands."""
    if (module, digest) not in _known:
        kept = _meanings(store_of(project, "sources", project.python))
        _known[module, digest] = kept.json((module, digest), _parsed, path, module, content)
    return _known[module, digest]


@lru_cache(4)
def _meanings(file: Path) -> Store:
    return Store(file)


def _parsed(path: Path, module: str, content: bytes) -> list[str]:
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError) as error:
        text_of(path)  # which says what is wrong with a text that is none
        raise fault(path, getattr(error, "msg", str(error)), getattr(error, "lineno", 1)) from None
    named = sorted({*_named(tree, module.rpartition(".")[0])})
    return [meaning_of(tree), *named]


def _tree(cell: str) -> ast.Module:
    """The syntax of a cell; a cell that is no Python names nothing, and tells so when it is run."""
    with suppress(SyntaxError):
        return ast.parse(_MAGIC.sub("pass", cell))
    return ast.Module([], [])


def _named(tree: ast.Module, package: str) -> Iterator[str]:
    """The dotted names in what a module of a package imports; also in the code of a page."""
    parts = package.split(".")
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=base, names=names, level=dots):
                above = parts[: len(parts) - dots + 1] if dots else []
                whole = ".".join([*above, *filter(None, [base])])
                yield whole
                yield from (f"{whole}.{alias.name}" for alias in names)
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.Attribute() if not package:  # what a page reaches through `import parlor`
                yield ast.unparse(node)


def _unit(name: str, known: dict[str, Package]) -> str:
    """The package that a dotted name leads into; empty if it is none of ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def _made(project: Project, known: dict[str, Package], used: set[str]) -> Made:
    """What packages and all that they use are made of, and what they run on."""
    todo, units = [*used], set[str]()
    while todo:
        unit = todo.pop()
        # what a page asks of the press is among its makers; how it is run is in no name
        if unit not in units and not unit.startswith("press"):
            units.add(unit)
            todo += filter(None, (_unit(name, known) for name in known[unit].named))
            todo += filter(None, [_unit(unit.rpartition(".")[0], known)])
    parts = {unit: known[unit].digest for unit in sorted(units)}
    modules = {name: source for unit in units for name, source in known[unit].modules.items()}
    if project.lock.is_file():
        parts["requirements.txt"] = digest_of(project.lock)
    return Made(parts | ground(project), modules)


def ground(project: Project) -> dict[str, str]:
    """Return those parts that all results of a process have."""
    return dict(zip(GROUND, (_installed(project), project.python), strict=True))


def outlived() -> bool:
    """Whether something was installed since this process began, which may go on with the old."""
    return _distributions() != _begun_with


def replaced() -> list[str]:
    """Return the packages that this process has loaded in another version than is installed."""
    loaded = {name: sys.modules[name] for name in PACKAGES if name in sys.modules}
    return [name for name, module in loaded.items() if module.__version__ != version(name)]


def _distributions() -> tuple[str, ...]:
    return _listed(_SITE, _SITE.stat().st_mtime_ns)


@lru_cache(1)  # each answer asks
def _listed(folder: Path, _time: int) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in folder.glob("*.dist-info")))


_begun_with = _distributions()


def _installed(project: Project) -> str:
    """A hash of what is installed, without what the project's other locks add for tests or tools.

    So the book stays up to date when its tests or JupyterLab are installed beside it. All else
    counts, since a library may use what it happens to find.
    """
    ours = _locked(project.lock.read_text("utf-8")) if project.lock.is_file() else frozenset()
    others = (lock.read_text("utf-8") for lock in project.root.glob("requirements/*.txt"))
    added = frozenset().union(*map(_locked, others)) - ours
    names = _distributions()
    kept = [name for name in names if canonicalize_name(name.partition("-")[0]) not in added]
    return digest_text(*kept)


@lru_cache(8)  # each page of a book asks
def _locked(lock: str) -> frozenset[str]:
    """The packages that a lock wants on this machine."""
    return frozenset(
        canonicalize_name(name)
        for name, marker in _LOCKED.findall(lock)
        if not marker or Marker(marker).evaluate()
    )
