"""The library as others install it: a wheel in an environment of its own, without a checkout."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parlor.games
from parlor.core.places import keep_folder
from tests.wheels import Environment

ROOT = Path(__file__).resolve().parents[1]

# Run there: import every module, and run the examples of those with data; say how many there were.
MODULES = """
import importlib, pkgutil, parlor.core, parlor.games, parlor.solvers
modules = [importlib.import_module(module.name)
           for package in (parlor.core, parlor.games, parlor.solvers)
           for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
"""
EXAMPLES = """
import doctest
told = [module for module in modules if "data_file" in vars(module)]
results = [doctest.testmod(module) for module in told]
print(len(modules), len(told), sum(r.attempted for r in results), sum(r.failed for r in results))
"""


def python(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)  # type: ignore[call-overload]


def test_importing_parlor_imports_its_face_alone() -> None:
    code = "import sys, parlor; print([m for m in sys.modules if m.startswith(('parlor.', 'num'))])"
    told = python("-c", code, env=os.environ | {"PYTHONPATH": str(ROOT / "lib")})
    found = set(ast.literal_eval(told.stdout)) - {"numbers"}
    assert found == {"parlor.core", "parlor.core.face", "parlor.version"}, told.stderr


def test_completion_after_a_module_shows_what_is_public() -> None:
    code = (
        "from parlor.games.guts import ruin as m; print(dir(m) == sorted(m.__all__), len(dir(m)))"
    )
    told = python("-c", code, env=os.environ | {"PYTHONPATH": str(ROOT / "lib")})
    assert told.stdout.startswith("True") and told.stdout.split()[1] != "0", told.stderr


def test_every_game_is_listed_and_found() -> None:
    packages = {face.parent.name for face in (ROOT / "lib/parlor/games").glob("*/__init__.py")}
    assert set(dir(parlor.games)) == packages and len(packages) >= 7
    assert {getattr(parlor.games, name).__name__ for name in packages} == {
        f"parlor.games.{name}" for name in packages
    }
    with pytest.raises(AttributeError, match=r"'parlor\.games' has no attribute 'guds'"):
        parlor.games.guds  # noqa: B018


def test_completion_goes_on_after_a_package() -> None:
    """Each of its names is there in a fresh process: its face, and each public module."""
    packages = [p for p in (ROOT / "lib/parlor").glob("games/*") if (p / "__init__.py").is_file()]
    packages += [ROOT / "lib/parlor/core", ROOT / "lib/parlor/solvers"]
    names = [".".join(p.relative_to(ROOT / "lib").parts) for p in packages]
    code = "import json, parlor\nprint(json.dumps({name: [*dir(eval(name))] for name in %r}))"
    told = python("-c", code % names, env=os.environ | {"PYTHONPATH": str(ROOT / "lib")})
    listed = json.loads(told.stdout)
    for name, package in zip(names, packages, strict=True):
        face = set(_all(package / "__init__.py"))
        modules = {f.stem for f in package.glob("*.py") if _all(f)} - {"__init__", "kernels"}
        assert set(listed[name]) == face | modules and modules, name
    code = "import parlor\nfor name in %r: eval(name)"
    every = [f"{name}.{one}" for name in names for one in reversed(listed[name])]
    assert {"parlor.solvers.zero_sum", "parlor.core.laws", "parlor.games.guts.ruin"} <= {*every}
    told = python("-c", code % every, env=os.environ | {"PYTHONPATH": str(ROOT / "lib")})
    assert told.returncode == 0, told.stderr
    with pytest.raises(AttributeError, match=r"'parlor\.games\.guts' has no attribute 'ruins'"):
        parlor.games.guts.ruins  # noqa: B018


def _all(file: Path) -> list[str]:
    """What stands in `__all__` of a module."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


@pytest.mark.slow
def test_it_works_where_only_the_wheel_is(tmp_path: Path, wheels: dict[str, Path]) -> None:
    there = Environment.make(tmp_path / "installed")
    there.install(str(wheels["parlor_games"]))  # and what it asks for, at locked versions
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(keep_folder("numba"))
    told = there.run("python", "-c", MODULES + EXAMPLES, NUMBA_CACHE_DIR=compiled)
    assert told.returncode == 0, told.stderr
    assert not (there.folder / ".venv/bin/parlor").exists(), "the library has no command"
    modules, data, examples, failed = map(int, told.stdout.splitlines()[-1].split())
    assert failed == 0, told.stdout[-5000:]
    assert modules >= 60 and data >= 2 and examples >= 2
