"""What a package shows of itself: its face, and its public modules when they are asked for.

A face is the names that a package hands on. It imports them for type checkers alone, and here each
comes when it is first asked for: `import parlor.games.guts` need not wait for a compiler. A module
is imported by the attribute that names it, so that completion goes on after a package. No other
module of the library imports by a name: here it is one that stands in the source of whoever writes
``parlor.games.guts.ruin``, where the keys of results read it.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any


def shown(
    package: str, path: Sequence[str], face: Sequence[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's `__getattr__` and `__dir__`, from its name, its path and its `__all__`."""
    folder = Path(path[0])

    def get(name: str) -> Any:
        if name in face:
            value = getattr(importlib.import_module(f"{package}.{_homes(folder)[name]}"), name)
            setattr(sys.modules[package], name, value)
            return value
        if name.startswith("_") or not (folder / f"{name}.py").is_file():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return importlib.import_module(f"{package}.{name}")

    def names() -> list[str]:
        files = (file for file in folder.glob("*.py") if file.stem not in ("__init__", "kernels"))
        public = {file.stem for file in files if "\n__all__ = " in file.read_text("utf-8")}
        return sorted(public.union(face))

    return get, names


@cache
def _homes(folder: Path) -> dict[str, str]:
    """The module that each name of a face is imported from."""
    statements = ast.walk(ast.parse((folder / "__init__.py").read_bytes()))
    imports = [one for one in statements if isinstance(one, ast.ImportFrom) and one.level]
    return {alias.name: str(one.module) for one in imports for alias in one.names}
