"""What a package shows of itself: its face, and its public modules when they are asked for.

A module is imported by the attribute that names it, so that completion goes on after a package.
No other module of the library imports by a name: here it is the one that stands in the source of
whoever writes ``parlor.games.guts.ruin``, where the keys of results read it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType


def shown(
    package: str, path: Sequence[str], face: Sequence[str] = ()
) -> tuple[Callable[[str], ModuleType], Callable[[], list[str]]]:
    """Return a package's `__getattr__` and `__dir__`, from its name, its path and its `__all__`."""
    folder = Path(path[0])

    def get(name: str) -> ModuleType:
        if name.startswith("_") or not (folder / f"{name}.py").is_file():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return importlib.import_module(f"{package}.{name}")

    def names() -> list[str]:
        files = (file for file in folder.glob("*.py") if file.stem not in ("__init__", "kernels"))
        public = {file.stem for file in files if "\n__all__ = " in file.read_text("utf-8")}
        return sorted(public.union(face))

    return get, names
