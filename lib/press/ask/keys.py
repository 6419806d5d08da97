"""Names of results: hashes of all that can change them.

A result is named by the code that makes it, the packages of ours that this uses, what is really
installed, the version of Python and the parameters. A run's code is that of all cells of its page,
with their tags; a lab's answer needs one cell.
Packages count as a whole, no finer: a game, a chapter, ``core``, ``solvers`` each are one, and what
counts is what their modules mean: no comment, no docstring. Prose, styles, other chapters and other
games are not in the name. Which files were read, the folder ``data/<chapter>`` among them, is told
by whoever has answered, and looked at before the answer is used again (see `data_files`).

A package uses the packages that its modules import. That these are all that was imported, and that
they were loaded as they lie here, is checked when the answer is there (see `tracing`).
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import site
import time
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from ..project.files import digest_text, fault, text_of
from ..project.places import PRESS, Page, Project
from .sources import MAKERS, meaning_of
from .store import Store, store_of

# on which numbers and figures depend most
PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")
_SITES = [*filter(Path.is_dir, map(Path, site.getsitepackages()))]  # what is installed
_MAGIC = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)  # of IPython, in a cell
_LOCKED = re.compile(r"^([\w.-]+)==", re.MULTILINE)


@dataclass(frozen=True)
class Package:
    """The modules that lie in one folder: what they mean, and which packages they may use.

    Attributes
    ----------
    modules : dict of str to str
        A hash of what it means, by the dotted name of a module.
    uses : frozenset of str
        Packages of ours in what they import, and the one that this lies in.
    """

    modules: dict[str, str]
    uses: frozenset[str]

    @property
    def digest(self) -> str:
        """A hash of what they mean."""
        return digest_text(*(f"{name} {meaning}" for name, meaning in self.modules.items()))


@dataclass(frozen=True)
class Provenance:
    """What a result is made of, the files that are read aside.

    Attributes
    ----------
    own : dict of str to str
        What is its own, a hash or the value itself: ``"code of guts"``, ``"parameter mesh"``, ...
    ground : dict of str to str
        What whoever answers runs on.
    packages : dict of str to Package
        Those of ours whose modules may be loaded for it, by name.
    data : str
        The folder of the chapter, all of which counts as read, as does that there is none; empty
        if no chapter asks.
    """

    own: dict[str, str]
    ground: dict[str, str]
    packages: dict[str, Package]
    data: str = ""

    @property
    def parts(self) -> dict[str, str]:
        """All that its name is made from."""
        digests = {name: package.digest for name, package in self.packages.items()}
        return self.own | digests | self.ground

    @property
    def name(self) -> str:
        """The name of the result: 16 hexadecimal digits."""
        return digest_text(json.dumps(self.parts, sort_keys=True))

    @property
    def modules(self) -> dict[str, str]:
        """What each module of ours means that may be loaded for it."""
        return {name: m for one in self.packages.values() for name, m in one.modules.items()}

    def with_parameters(self, parameters: Mapping[str, Any]) -> Provenance:
        """Return what the answer for some parameters is made of."""
        more = {f"parameter {name}": json.dumps(value) for name, value in parameters.items()}
        return replace(self, own=self.own | more)

    def of(self, names: Iterable[str]) -> Provenance:
        """Return what that part of it is made of that uses some modules, by their dotted names."""
        todo = [unit for name in names if (unit := _unit(name, self.packages))]
        units = set[str]()
        while todo:
            unit = todo.pop()
            if unit not in units:
                units.add(unit)
                todo += self.packages[unit].uses
        return replace(self, own={}, packages={unit: self.packages[unit] for unit in sorted(units)})


def of_page(project: Project, page: Page, notebook: Any, parameters: dict[str, Any]) -> Provenance:
    """Return what a page's run is made of, the files that it reads aside.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        The page.
    notebook : NotebookNode
        The page as it is executed; see `read_page`.
    parameters : dict
        All its parameters, validated.

    Returns
    -------
    Provenance
        Code, packages, parameters.
    """
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    cells = json.dumps([(cell.source, cell.metadata.get("tags", [])) for cell in code])
    made = of_code(
        project, f"code of {page.address}", cells, [cell.source for cell in code], MAKERS
    )
    return replace(made.with_parameters(parameters), data=f"data/{page.chapter}")


def of_answer(project: Project, page: Page, code: str) -> Provenance:
    """Return what the answers of a lab are made of, parameters and files that it reads aside."""
    made = of_code(project, f"answer of {page.address}", code, [code], MAKERS)
    return replace(made, data=f"data/{page.chapter}")


def of_code(
    project: Project, name: str, content: str, sources: Iterable[str], makers: Iterable[str] = ()
) -> Provenance:
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
    makers : iterable of str
        Packages of the press that make something of what it computes.

    Returns
    -------
    Provenance
        Without parameters.
    """
    named = [name for source in sources for name in _named(_tree(source), "")]
    # what a page asks of the press is among its makers; how it is run is in no name
    used = [name for name in named if not f"{name}.".startswith("press.")]
    whole = Provenance({}, ground(project), packages(project))
    return replace(whole.of([*used, *makers]), own={name: digest_text(content)})


def packages(project: Project) -> dict[str, Package]:
    """Return the packages of ours by name: of the project's ``lib``, and the press."""
    folders: dict[str, Path] = {}
    for top, above in ((project.root / "lib", project.root / "lib"), (PRESS, PRESS.parent)):
        for face in sorted(top.rglob("__init__.py")):
            folders.setdefault(".".join(face.parent.relative_to(above).parts), face.parent)
    return {name: _package(project, name, folders) for name in folders}


def _package(project: Project, name: str, folders: Mapping[str, Path]) -> Package:
    """A package as it lies there, whatever the times of its files say."""
    modules, named = dict[str, str](), {name.rpartition(".")[0]}
    for path in sorted(path for path in folders[name].glob("*.py") if path.is_file()):
        module = name if path.stem == "__init__" else f"{name}.{path.stem}"
        modules[module], *names = _read(project, path, module, path.read_bytes())
        if path.stem != "__init__":  # a face hands on what somebody else names
            named.update(names)
    units = {_unit(one, folders) for one in named if not f"{one}.".startswith("press.")}
    return Package(modules, frozenset(units - {"", name}))


def meaning(project: Project, module: str, content: bytes) -> str:
    """Return what a module means that was loaded with some content."""
    return _read(project, Path(module), module, content)[0]


@cache  # to parse all takes seconds; so it is kept, too, between two commands
def _read(project: Project, path: Path, module: str, content: bytes) -> list[str]:
    """What a module means, and the names in what it imports."""
    kept = _meanings(store_of(project, "sources", project.python))
    digest = hashlib.sha256(content).hexdigest()
    return kept.json((module, digest), _parsed, path, module, content)


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


def _unit(name: str, known: Container[str]) -> str:
    """The package that a dotted name leads into; empty if it is none of ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def ground(project: Project) -> dict[str, str]:
    """Return those parts of names that all results of a process have."""
    return {"installed packages": _installed(project), "Python": project.python}


def outlived() -> bool:
    """Whether something was installed since this process began, which may go on with the old."""
    return _distributions() != _begun_with


def _distributions() -> list[str]:
    states = [(top, top.stat().st_ctime_ns, *os.listdir(top)) for top in _SITES]  # noqa: PTH208
    return sorted(name for state in states for name in _inside(*state))


@lru_cache(8)  # each of a thousand answers asks; what is installed again changes the folder's time
def _inside(top: Path, *state: object) -> list[str]:
    return [_distribution(path) for path in top.glob("*.dist-info")]


def _distribution(path: Path) -> str:
    """What is installed, by name and version; if it is from no index, by its content as well.

    There a version says little. An editable one is read where it lies.
    """
    origin = path / "direct_url.json"
    if not origin.is_file() or json.loads(origin.read_bytes()).get("dir_info", {}).get("editable"):
        return path.name
    record = (path / "RECORD").read_text("utf-8").splitlines()
    others = ("..", path.name)  # scripts and the like, which name this machine
    return f"{path.name} {digest_text(*(line for line in record if not line.startswith(others)))}"


_begun_with = _distributions()
BEGUN = time.time()  # when this process did, or had loaded little yet


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
    """The packages that a lock names, for whatever machine."""
    return frozenset(map(canonicalize_name, _LOCKED.findall(lock)))
