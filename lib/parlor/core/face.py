"""What a package shows of itself: its face, and its public modules when they are asked for.

A face is the names that a package hands on. It imports them for type checkers alone, and here each
comes when it is first asked for: `import parlor.games.guts` need not wait for a compiler. A module
or a package inside is imported by the attribute that names it, so that completion goes on after a
package; and after a module it shows what is public there, not what the module itself imports. No
other module of the library imports by a name: here it is one that stands in the source of whoever
writes ``parlor.games.guts.ruin``, where the keys of results read it.
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
        inside = (folder / f"{name}.py", folder / name / "__init__.py")
        if name.startswith("_") or not any(file.is_file() for file in inside):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f"{package}.{name}")
        if hasattr(module, "__all__") and "__dir__" not in vars(module):
            module.__dir__ = lambda: sorted(module.__all__)  # type: ignore[method-assign]
        return module

    def names() -> list[str]:
        files = (file for file in folder.glob("*.py") if file.stem not in ("__init__", "kernels"))
        public = {file.stem for file in files if "\n__all__ = " in file.read_text("utf-8")}
        packages = {file.parent.name for file in folder.glob("*/__init__.py")}
        return sorted(public.union(packages, face))

    return get, names


@cache
def _homes(folder: Path) -> dict[str, str]:
    """The module that each name of a face is imported from."""
    statements = ast.walk(ast.parse((folder / "__init__.py").read_bytes()))
    imports = [node for node in statements if isinstance(node, ast.ImportFrom) and node.level]
    return {alias.name: str(node.module) for node in imports for alias in node.names}
