"""Check that every public name of the games and solvers is documented, with an example.

Run as `python -m tests.check_docstrings`; `make check` does. That the examples run is a matter of
the doctests, which `make test` runs.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

from numpydoc.validate import validate

import parlor.games
import parlor.solvers

# Parameters, returns and examples are there and described; the rest is left to ruff.
CODES = {"GL08", "SS01", "PR01", "PR02", "PR03", "PR04", "PR07", "RT01", "RT03", "EX01"}


def public_names() -> list[str]:
    """Return what the modules of games and solvers export, with their modules."""
    found = []
    for package in (parlor.games, parlor.solvers):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            names = getattr(importlib.import_module(module.name), "__all__", ())
            if not names and not module.name.rpartition(".")[2].startswith("_"):
                sys.exit(f"{module.name}: a public module names its public face in __all__")
            found += [f"{module.name}.{name}" for name in names if not name.isupper()]
    return found


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
    names = public_names()
    found = [fault for name in names for fault in faults(name)]
    print("\n".join(found) or f"{len(names)} public names are documented")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
