"""Our modules by meaning, and as this process has really loaded them.

A process goes on with the code that it has loaded, whatever becomes of the file, and Python itself
takes compiled code for today's when a file has the same size and time. So a process that answers
questions loads our modules by a loader of its own, which remembers the bytes that were executed.

Nothing here imports the press: it is there before whatever it is to watch.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.abc
import importlib.machinery
import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

# what of the press makes the results of pages and answers: verdicts, tables, figures
MAKERS = ("press.ledger", "press.page")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_folders: set[str] = set()  # in which our modules lie
loaded: dict[str, bytes] = {}  # by module of ours, what this process executes


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


def watch(*projects: Path) -> None:
    """Remember what is loaded from now on of the makers, and of the modules of some projects."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    _folders.update(f"{root / 'lib'}{os.sep}" for root in projects)


def _is_ours(module: str, path: str) -> bool:
    if module.startswith("press."):
        return module.startswith(MAKERS)
    return path.startswith(tuple(_folders))


class _Loader(importlib.machinery.SourceFileLoader):
    """Executes just the bytes that lie there, and remembers them.

    What it has compiled is kept with a hash of both: dozens of processes of a build load the same.
    """

    def get_code(self, fullname: str) -> CodeType:
        content = loaded[fullname] = self.get_data(self.path)
        made = hashlib.sha256(b"\0".join([MAGIC_NUMBER, os.fsencode(self.path), content])).digest()
        file = cache_from_source(self.path, optimization="press")  # nobody else's
        with suppress(OSError):
            kept = self.get_data(file)
            # else it is of other code, or damaged
            if kept[:32] == hashlib.sha256(made + kept[32:]).digest():
                code: CodeType = marshal.loads(kept[32:])
                return code
        code = self.source_to_code(content, self.path)
        if not sys.dont_write_bytecode:
            compiled = marshal.dumps(code)
            self.set_data(file, hashlib.sha256(made + compiled).digest() + compiled)
        return code


class _Finder(importlib.abc.MetaPathFinder):
    """Finds what all other finders find; what is ours is loaded by `_Loader`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(fullname, path, target) for finder in others)
        spec: Any = next((spec for spec in specs if spec is not None), None)
        loader = spec and spec.loader
        is_source = type(loader) is importlib.machinery.SourceFileLoader
        if is_source and _is_ours(fullname, loader.path):
            spec.loader = _Loader(fullname, loader.path)
        return spec
