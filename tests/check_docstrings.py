"""Check that every public name of the core, the solvers and the games is documented.

Run as `python -m tests.check_docstrings`; `make check` does. Functions have an example; that the
examples run is a matter of the doctests, which `make test` runs.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys

from numpydoc.validate import validate

import parlor.core
import parlor.games
import parlor.solvers

# Parameters, returns and examples are there and described; the rest is left to ruff.
CODES = {"GL08", "SS01", "PR01", "PR02", "PR03", "PR04", "PR07", "RT01", "RT03", "EX01"}
MODULES, NAMES = 50, 160  # there are at least so many
NO_FACE = "parlor.core."  # its functions are for our own modules, but for those with an __all__


def public_names() -> tuple[int, list[str]]:
    """Return how many modules there are, and what they export, once each, with their modules."""
    modules = 0
    found: dict[int, str] = {}
    for package in (parlor.core, parlor.games, parlor.solvers):
        for place in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            modules += 1
            module = importlib.import_module(place.name)
            if not hasattr(module, "__all__") and not place.name.startswith(NO_FACE):
                own = [n for n, value in vars(module).items() if _is_ours(value, place.name)]
                if any(not name.startswith("_") for name in own):
                    sys.exit(f"{place.name}: say in __all__ what is public, [] if nothing is")
            for name in getattr(module, "__all__", ()):
                value = getattr(module, name)
                if inspect.isfunction(value) or isinstance(value, type):  # no constant, no alias
                    found.setdefault(id(value), f"{value.__module__}.{name}")
    return modules, sorted(found.values())


def _is_ours(value: object, module: str) -> bool:
    is_definition = inspect.isfunction(value) or inspect.isclass(value)
    return is_definition and value.__module__ == module


def faults(name: str) -> list[str]:
    """Return what numpydoc finds wrong with one docstring."""
    found = validate(name)
    is_function = found["type"] == "function"
    return [
        f"{name}: {code} {text}"
        for code, text in found["errors"]
        if code in CODES and (is_function or code in {"GL08", "SS01"})
    ]


def main() -> int:
    """Print all faults; the exit status says whether there are any."""
    modules, names = public_names()
    if modules < MODULES or len(names) < NAMES:
        print(f"found {modules} modules and {len(names)} names: the search itself is broken")
        return True
    found = [fault for name in names for fault in faults(name)]
    print("\n".join(found) or f"{len(names)} public names of {modules} modules are documented")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
