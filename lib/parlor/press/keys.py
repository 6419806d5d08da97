"""Names of results: hashes of all that can change them, and of nothing else.

A page's run is made of its code cells, the modules of `parlor` that they import, directly or
through others, the chapter's published data, the data files that those modules name, the lock, the
version of Python and the parameters. Prose, docstrings, comments, styles, other chapters and other
games are not in it. A finished piece of long work is named by the modules that its function needs.

Which module imports which is read from the source, without running it. That this is all that a run
imports is checked when it has run (see `execute`), and a test refuses imports that could not be
read so.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .project import Project, digest_text

# what stands between a page's code and its results, besides what the page imports itself
_MAKERS = ("parlor.press.execute",)
_DATA = "data_file"  # the function of the library that finds a data file by its name


@dataclass(frozen=True)
class Library:
    """The modules of a library as source.

    Attributes
    ----------
    folder : Path
        What holds the package `parlor`.
    """

    folder: Path
    _trees: dict[str, ast.Module] = field(default_factory=dict, repr=False)
    _digests: dict[str, str] = field(default_factory=dict, repr=False)

    def path(self, module: str) -> Path | None:
        """Return the file of a module; None if there is no such module here."""
        base = self.folder.joinpath(*module.split("."))
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file():
                return path
        return None

    def reached(self, start: Iterable[str]) -> set[str]:
        """Return `start` and every module that they import, directly or through others."""
        found: set[str] = set()
        todo = [name for name in start if self.path(name)]
        while todo:
            module = todo.pop()
            if module not in found:
                found.add(module)
                todo += self.imports(self._tree(module), module)
        return found

    def imports(self, tree: ast.AST, module: str = "") -> set[str]:
        """Return the modules of this library that some code imports.

        Parameters
        ----------
        tree : ast.AST
            The code.
        module : str
            The module that it is, for relative imports; empty for a page.

        Returns
        -------
        set of str
            Modules, with the packages that they are in.
        """
        path = self.path(module) if module else None
        parts = module.split(".")
        package = parts if path and path.name == "__init__.py" else parts[:-1]
        found: set[str] = set(self._packages_of(module))
        bound: dict[str, str] = {}  # local names of packages, to follow parlor.games.guts.payoff
        for node in _executed(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found |= self._packages_of(alias.name)
                    whole = alias.name if alias.asname else alias.name.split(".")[0]
                    bound[alias.asname or whole] = whole
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node, package)
                found |= self._packages_of(base)
                for alias in node.names:
                    found |= self._handed_on(base, alias.name)
                    bound[alias.asname or alias.name] = f"{base}.{alias.name}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                found |= self._followed(node, bound)
        return {name for name in found if self.path(name)}

    def digest(self, module: str) -> str:
        """Return a hash of a module's code, without its comments and docstrings."""
        if module not in self._digests:
            path = self.path(module)
            assert path is not None
            tree = ast.parse(path.read_bytes())
            for node in ast.walk(tree):
                if isinstance(
                    node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
                ) and ast.get_docstring(node, clean=False):
                    node.body[0] = ast.Pass()
            self._digests[module] = digest_text(ast.dump(tree))
        return self._digests[module]

    def data(self, module: str) -> set[str]:
        """Return the names of the data files that a module asks for."""
        return data_names(self._tree(module))

    def _tree(self, module: str) -> ast.Module:
        if module not in self._trees:
            path = self.path(module)
            assert path is not None
            self._trees[module] = ast.parse(path.read_bytes())
        return self._trees[module]

    def _packages_of(self, module: str) -> set[str]:
        parts = module.split(".")
        names = {".".join(parts[:i]) for i in range(1, len(parts) + 1)}
        return {name for name in names if self.path(name)}

    def _base(self, node: ast.ImportFrom, package: list[str]) -> str:
        if not node.level:
            return node.module or ""
        above = package[: len(package) - node.level + 1]
        return ".".join([*above, *filter(None, [node.module])])

    def _handed_on(self, base: str, name: str) -> set[str]:
        """What `from base import name` brings: a module, or what `base` imports on demand."""
        if self.path(f"{base}.{name}"):
            return {f"{base}.{name}"}
        path = self.path(base)
        if not path or path.name != "__init__.py":
            return set()
        found: set[str] = set()
        for function in self._tree(base).body:
            if isinstance(function, ast.FunctionDef) and function.name == "__getattr__":
                for node in ast.walk(function):
                    if isinstance(node, ast.ImportFrom) and name in {a.name for a in node.names}:
                        found |= self._packages_of(self._base(node, base.split(".")))
        return found

    def _followed(self, node: ast.Attribute, bound: dict[str, str]) -> set[str]:
        names: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            names.append(inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name) or inner.id not in bound:
            return set()
        module = bound[inner.id]
        found: set[str] = set()
        for name in reversed(names):
            if not self.path(f"{module}.{name}"):
                return found | self._handed_on(module, name)
            module = f"{module}.{name}"
            found |= self._packages_of(module)
        return found


def of_page(project: Project, page: Path, parameters: dict[str, Any]) -> dict[str, str]:
    """Return what a page's run is made of.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Path
        The page's source.
    parameters : dict
        All its parameters, validated.

    Returns
    -------
    dict of str to str
        A hash, or the value itself, by what it is of: ``"code of guts"``, ``"parlor.core.laws"``,
        ``"data/games/guts.json"``, ``"parameter mesh"``, ...
    """
    from .notebook import code_cells

    cells = code_cells(page)
    tree = ast.parse("\n".join(cells))
    library = _library(project)
    start = library.imports(tree) | set(_MAKERS)
    made = {f"code of {page.stem}": digest_text(*cells)}
    made |= _of_modules(project, library.reached(start), data_names(tree))
    published = project.root / "data" / "published" / page.stem
    if published.is_dir():
        made[f"data/published/{page.stem}"] = digest_folder(published)
    return made | {f"parameter {name}": json.dumps(value) for name, value in parameters.items()}


def of_module(project: Project, module: str) -> dict[str, str]:
    """Return what the results of a module's functions are made of, their arguments aside."""
    return _of_modules(project, _library(project).reached([module]), set())


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
    >>> changes({"parlor.core.laws": "1", "parameter n": "3"}, {"parameter n": "4", "lock": "5"})
    ['lock: new', 'parameter n: 3 before, 4 now', 'parlor.core.laws: no longer used']
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


def data_names(tree: ast.AST) -> set[str]:
    """Return the names, written out, of the data files that some code asks for."""
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) == _DATA
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def digest_folder(folder: Path) -> str:
    """Return a hash of all files below a folder, those behind links included."""
    digest = hashlib.sha256()
    for top, folders, files in os.walk(folder, followlinks=True):
        folders.sort()
        for name in sorted(files):
            content = (Path(top) / name).read_bytes()
            where = (Path(top) / name).relative_to(folder).as_posix()
            digest.update(f"{where}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _of_modules(project: Project, modules: set[str], names: set[str]) -> dict[str, str]:
    library = _library(project)
    made = {module: library.digest(module) for module in modules}
    for module in modules:
        names = names | library.data(module)
    for name in names:
        file = project.root / "data" / "games" / name
        content = file.read_bytes() if file.is_file() else b""
        made[f"data/games/{name}"] = hashlib.sha256(content).hexdigest()[:16]
    lock = project.root / "requirements.txt"
    made["requirements.txt"] = hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    made["Python"] = ".".join(map(str, sys.version_info[:2]))
    return made


def edited_since(project: Project, module: str, moment: float) -> bool:
    """Whether one of the modules that `module` needs was edited after a moment (a time stamp)."""
    library = _library(project)
    paths = filter(None, map(library.path, library.reached([module])))
    return any(path.stat().st_mtime > moment for path in paths)


_libraries: dict[Path, Library] = {}


def _library(project: Project) -> Library:
    """The project's library, read once until `forget` is called."""
    return _libraries.setdefault(project.root, Library(project.root / "lib"))


def forget() -> None:
    """Read the sources again when they are next asked for."""
    _libraries.clear()


def _executed(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads, or that hand a name on when asked."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef) and child.name == "__getattr__":
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
                todo += child.orelse
                continue
            todo.append(child)
