"""Which modules some code reaches: read off the sources, without running them.

Outlines of sources hold what the names of results need to know (see `keys`): the code, its imports
and the data files that it names, without prose. They are kept for the next process, because reading
them takes seconds.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .project import Project, digest_text, kept_text

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_DATA = "data_file"  # the function of the library that finds a data file by its name


@dataclass(frozen=True)
class Outline:
    """What the name of a result needs to know of some source, whatever else there is.

    Attributes
    ----------
    digest : str
        A hash of the code, without its comments and docstrings.
    imports : list
        For each import that is executed: level, module (empty for ``import a``), and pairs of a
        name and what it is called here.
    handed : dict
        Level and module of what is imported on demand, by name: in `__getattr__`, or for type
        checkers alone, as a package's face is (see `parlor.core.face`).
    chains : list of list of str
        Dotted names, such as ``["parlor", "games", "guts"]``, that begin with something imported.
    data : list of str
        Names of data files, written out.
    """

    digest: str
    imports: list[Any]
    handed: dict[str, Any]
    chains: list[list[str]]
    data: list[str]


def outline(source: bytes | str) -> Outline:
    """Read what `Outline` tells off some source, in one walk."""
    tree = ast.parse(source)
    imports: list[Any] = []
    handed: dict[str, Any] = {}
    chains: set[tuple[str, ...]] = set()
    data: set[str] = set()
    todo: list[tuple[ast.AST, bool]] = [(tree, True)]
    while todo:
        node, executed = todo.pop()
        if isinstance(node, ast.Import):
            imports += [[0, "", [[a.name, a.asname]]] for a in node.names if executed]
        elif isinstance(node, ast.ImportFrom):
            where = [node.level, node.module or ""]
            if executed:
                imports.append([*where, [[a.name, a.asname] for a in node.names]])
            else:
                handed |= {a.name: where for a in node.names}
        elif isinstance(node, ast.Attribute):
            if chain := _chain(node):
                chains.add(chain)
                continue  # its beginning is no name of its own
        elif isinstance(node, ast.Call):
            data |= _data_name(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            todo += [(child, False) for child in node.body]
            todo += [(child, executed) for child in node.orelse]
            continue
        elif isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Pass()
        lazy = isinstance(node, ast.FunctionDef) and node.name == "__getattr__"
        todo += [(child, executed and not lazy) for child in ast.iter_child_nodes(node)]
    bound = {name.partition(".")[0] for one in imports for pair in one[2] for name in pair if name}
    kept = sorted(list(chain) for chain in chains if chain[0] in bound)
    return Outline(digest_text(ast.dump(tree)), imports, handed, kept, sorted(data))


@dataclass(frozen=True)
class Library:
    """The modules of a library as source.

    Attributes
    ----------
    folder : Path
        What holds the package `parlor`.
    others : tuple of Path
        What holds other packages of ours.
    known : dict of str to dict
        Outlines by the SHA-256 of their source, so that only what was edited is read again.
    used : set of str
        Those that were asked for.
    """

    folder: Path
    others: tuple[Path, ...] = ()
    known: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    used: set[str] = field(default_factory=set, repr=False)
    _outlines: dict[str, Outline] = field(default_factory=dict, repr=False)
    _paths: dict[str, Path | None] = field(default_factory=dict, repr=False)
    _imports: dict[str, set[str]] = field(default_factory=dict, repr=False)

    def path(self, module: str) -> Path | None:
        """Return the file of a module; None if there is no such module here."""
        if module not in self._paths:
            bases = [top.joinpath(*module.split(".")) for top in (self.folder, *self.others)]
            files = [path for b in bases for path in (b / "__init__.py", b.with_suffix(".py"))]
            found = (path for path in files if path.is_file()) if module else iter(())
            self._paths[module] = next(found, None)
        return self._paths[module]

    def outline(self, module: str) -> Outline:
        """Return the outline of a module that exists."""
        if module not in self._outlines:
            path = self.path(module)
            assert path is not None
            self._outlines[module] = self.read(path.read_bytes())
        return self._outlines[module]

    def read(self, source: bytes) -> Outline:
        """Return the outline of some source, which is perhaps known."""
        name = hashlib.sha256(source).hexdigest()
        if name not in self.known:
            self.known[name] = asdict(outline(source))
        self.used.add(name)
        return Outline(**self.known[name])

    def reached(self, start: Iterable[str]) -> set[str]:
        """Return `start` and every module that they import, directly or through others."""
        found: set[str] = set()
        todo = [name for name in start if self.path(name)]
        while todo:
            module = todo.pop()
            if module not in found:
                found.add(module)
                if module not in self._imports:
                    self._imports[module] = self.imports(self.outline(module), module)
                todo += self._imports[module]
        return found

    def imports(self, code: Outline, module: str = "") -> set[str]:
        """Return the modules of this library that some code imports.

        Parameters
        ----------
        code : Outline
            The code.
        module : str
            The module that it is, for relative imports; empty for a page.

        Returns
        -------
        set of str
            Modules, with the packages that they are in.
        """
        path = self.path(module)
        parts = module.split(".")
        package = parts if path and path.name == "__init__.py" else parts[:-1]
        found: set[str] = set(self._packages_of(module))
        bound: dict[str, str] = {}  # local names of packages, to follow parlor.games.guts.payoff
        for level, name, pairs in code.imports:
            base = _absolute(level, name, package)
            for own, alias in pairs:
                if base:
                    found |= self._packages_of(base) | self._handed_on(base, own)
                    found |= self._face(base if own == "*" else f"{base}.{own}")
                    bound[alias or own] = f"{base}.{own}"
                else:
                    found |= self._packages_of(own) | self._face(own)
                    whole = own if alias else own.split(".")[0]
                    bound[alias or whole] = whole
        for first, *rest in code.chains:
            if first in bound:
                found |= self._followed(bound[first], rest)
        return {name for name in found if self.path(name)}

    def _packages_of(self, module: str) -> set[str]:
        parts = module.split(".")
        names = {".".join(parts[:i]) for i in range(1, len(parts) + 1)}
        return {name for name in names if self.path(name)}

    def _handed_on(self, base: str, name: str) -> set[str]:
        """What `from base import name` brings: a module, or what `base` imports on demand."""
        if self.path(f"{base}.{name}"):
            return {f"{base}.{name}"}
        return self._homes(base).get(name, set())

    def _face(self, package: str) -> set[str]:
        """All that a package imports on demand: whoever has it may ask for anything."""
        return set().union(*self._homes(package).values())

    def _homes(self, package: str) -> dict[str, set[str]]:
        """The modules of each name that a package imports on demand."""
        path, parts = self.path(package), package.split(".")
        if not path or path.name != "__init__.py":
            return {}
        return {
            name: self._packages_of(_absolute(level, module, parts))
            for name, (level, module) in self.outline(package).handed.items()
        }

    def _followed(self, module: str, names: list[str]) -> set[str]:
        found: set[str] = set()
        for name in names:
            if not self.path(f"{module}.{name}"):
                return found | self._handed_on(module, name)
            module = f"{module}.{name}"
            found |= self._packages_of(module)
        return found | self._face(module)


def _absolute(level: int, module: str, package: list[str]) -> str:
    if not level:
        return module
    above = package[: len(package) - level + 1]
    return ".".join([*above, *filter(None, [module])])


def _chain(node: ast.Attribute) -> tuple[str, ...]:
    """A dotted name as its parts; empty if it does not begin with a name."""
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    return (inner.id, *reversed(names)) if isinstance(inner, ast.Name) else ()


def _data_name(node: ast.Call) -> set[str]:
    """The name, written out, of the data file that a call asks for."""
    if getattr(node.func, "id", getattr(node.func, "attr", "")) == _DATA and node.args:
        name = node.args[0]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return {name.value}
    return set()


_OUTLINES = "outlines.json"  # in _build
_libraries: dict[Path, Library] = {}
_known: dict[Path, dict[str, dict[str, Any]]] = {}  # an outline stays true, whatever is edited


def library_of(project: Project) -> Library:
    """The project's library, read once until `forget` is called."""
    if project.root not in _libraries:
        if project.root not in _known:
            _known[project.root] = _recalled(project)
        first, *others = project.libraries
        _libraries[project.root] = Library(first, tuple(others), _known[project.root])
    return _libraries[project.root]


def forget() -> None:
    """Read the sources again when they are next asked for."""
    _libraries.clear()


def remember(project: Project) -> None:
    """Keep the outlines of today's sources for the next process: reading them takes seconds."""
    sources = (path for folder in project.libraries for path in folder.rglob("*.py"))
    used = {hashlib.sha256(path.read_bytes()).hexdigest() for path in sources}
    library = library_of(project)
    used |= library.used
    text = json.dumps({name: kept for name, kept in library.known.items() if name in used})
    with suppress(OSError), project.scratch("outlines") as scratch:  # it saves time, no more
        (scratch / _OUTLINES).write_text(_signed(text), "utf-8")
        (scratch / _OUTLINES).replace(project.build / _OUTLINES)


def _recalled(project: Project) -> dict[str, dict[str, Any]]:
    """The outlines that were kept; none if this file or Python is another, or they are damaged."""
    try:
        signed = kept_text(project.build / _OUTLINES)
    except (OSError, ValueError):
        return {}
    text = signed.partition("\n")[2]
    return json.loads(text) if signed == _signed(text) else {}


def _signed(text: str) -> str:
    """A text below its hash, and that of what made it."""
    return f"{digest_text(Path(__file__).read_text('utf-8'), sys.version, text)}\n{text}"
