"""Our modules by meaning: as they lie there, and as this process has really loaded them.

A process goes on with the code that it has loaded, whatever becomes of the file, and Python itself
takes compiled code for today's when a file has the same size and time. So a process that answers
questions loads our modules by a loader of its own, which remembers the bytes that were executed.
`otherwise` says which of them are not what was asked for.

Nothing here imports the press: it is there before whatever it is to watch.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Mapping, Sequence
from types import CodeType, ModuleType
from typing import NamedTuple


class Source(NamedTuple):
    """A module as it lies there: a hash of its bytes, and of what they mean."""

    content: str
    meaning: str


_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_loaded: dict[str, bytes] = {}  # by module, what this process executes
_watched: set[str] = set()  # packages


def content_of(source: bytes) -> str:
    """Return a hash of a module's bytes."""
    return hashlib.sha256(source).hexdigest()[:16]


def meaning_of(tree: ast.Module) -> str:
    r"""Return a hash of a module's syntax without its docstrings; comments are in no syntax.

    Examples
    --------
    >>> one, two = ("'''Add.'''\ndef f(): return 1+1  # two", "def f():\n    return 1 + 1")
    >>> meaning_of(ast.parse(one)) == meaning_of(ast.parse(two))
    True
    """
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return hashlib.sha256(ast.dump(tree).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def watch(*packages: str) -> None:
    """Remember what is loaded of some packages from now on."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    _watched.update(packages)


def is_known(module: str) -> bool:
    """Whether this process remembers what it has loaded of a module."""
    return module in _loaded


def otherwise(modules: Mapping[str, Source]) -> list[str]:
    """Return those modules that this process has loaded otherwise than they were asked for.

    Parameters
    ----------
    modules : mapping of str to Source
        What was asked for.

    Returns
    -------
    list of str
        Their names; also of those that were loaded before anybody watched.
    """
    return sorted(
        name for name, wanted in modules.items() if name in sys.modules and not _is(name, wanted)
    )


def _is(name: str, wanted: Source) -> bool:
    source = _loaded.get(name)
    if source is None:
        return False
    return content_of(source) == wanted.content or meaning_of(ast.parse(source)) == wanted.meaning


class _Loader(importlib.machinery.SourceFileLoader):
    """Executes just the bytes that it remembers, and no compiled file."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path)
        _loaded[fullname] = source
        return self.source_to_code(source, self.path)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds what all other finders find; what is watched is loaded by `_Loader`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not any(f"{fullname}.".startswith(f"{package}.") for package in _watched):
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec
