"""What work is made of: the modules that it needs, and the versions of what computes.

Work for other processes and machines travels with it. A worker that has others refuses the work.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_COMPUTE = ("numpy", "scipy", "numba", "llvmlite")  # their versions can change the last bit
_LIBRARY = Path(__file__).resolve().parents[3]


def made_of(modules: Iterable[str]) -> dict[str, str]:
    """Return what work is made of that needs some modules: their sources, and versions.

    Parameters
    ----------
    modules : iterable of str
        Modules of this library; those that they import are added. Others are passed over.

    Returns
    -------
    dict of str to str
        Digests by module, versions by package.

    Examples
    --------
    >>> sorted(name for name in made_of(["parlor.core.checks"]) if name.startswith("parlor"))
    ['parlor', 'parlor.core', 'parlor.core.checks', 'parlor.core.face']
    """
    from ...run.modules import Library

    found = {name: _source(name) for name in sorted(Library(_LIBRARY).reached(modules))}
    return _versions() | found


@cache
def differs(made: tuple[tuple[str, str], ...]) -> str:
    """How this process differs from what work is made of; empty if it does not."""
    here = _versions() if made else {}
    for name, there in made:
        if name in here:
            if here[name] != there:
                return f"a worker has {name} {here[name]}, this process {there}"
        elif _source(name) != there:
            return (
                f"a worker has another {name} than this process: both need the same parlor, "
                "with no edit since they began"
            )
    return ""


def _versions() -> dict[str, str]:
    found = {"Python": ".".join(platform.python_version_tuple()[:2]), "on": platform.machine()}
    for package in _COMPUTE:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def _source(module: str) -> str:
    """A digest of a module's file; of no file if there is none."""
    base = _LIBRARY.joinpath(*module.split("."))
    for file in (base / "__init__.py", base.with_suffix(".py")):
        with suppress(OSError):
            return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return "missing"
