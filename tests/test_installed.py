"""The library as others install it: a wheel in an environment of its own, without a checkout."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlor.games
from parlor.core.places import keep_folder
from parlor.games.gift_exchange import Condition, simulate_condition
from parlor.games.goofspiel.long_run import run
from press.lab.executors import Refused, completed, executor
from tests.press.workers import Cluster

ROOT = Path(__file__).resolve().parents[1]

# Run there: import every module, and then run every example; say how many there were.
MODULES = """
import importlib, pkgutil, parlor.core, parlor.games, parlor.solvers
modules = [importlib.import_module(module.name)
           for package in (parlor.core, parlor.games, parlor.solvers)
           for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
"""
EXAMPLES = """
import doctest
results = [doctest.testmod(module) for module in modules]
print(len(modules), sum(r.attempted for r in results), sum(r.failed for r in results))
"""


def python(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)  # type: ignore[call-overload]


def test_importing_parlor_imports_nothing_else() -> None:
    code = "import sys, parlor; print([m for m in sys.modules if m.startswith(('parlor.', 'num'))])"
    told = python("-c", code, env=os.environ | {"PYTHONPATH": str(ROOT / "lib")})
    assert told.stdout.replace("'numbers'", "").strip() == "[]", told.stderr


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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that nothing is left behind here."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, source)
    for name in ("lib", "data/games"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    built = python("-m", "hatchling", "build", "-t", "wheel", cwd=source)
    assert built.returncode == 0, built.stderr
    (found,) = (source / "dist").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and what it asks for, at locked versions."""
    folder = tmp_path_factory.mktemp("installed")
    venv = folder / "venv"
    assert (
        python("-m", "uv", "venv", "--quiet", "--python", sys.executable, str(venv)).returncode == 0
    )
    install(venv, str(wheel))
    return venv / "bin" / "python"


def install(venv: Path, what: str) -> None:
    """Install something at locked versions; without a package registry, leave the test out."""
    command = ["-m", "uv", "pip", "install", "--quiet", "--python", str(venv)]
    made = python(*command, "--constraint", str(ROOT / "requirements.txt"), what)
    if made.returncode:
        why = f"the wheel could not be installed:\n{made.stderr}"
        if os.environ.get("CI"):
            pytest.fail(why, pytrace=False)
        pytest.skip(f"{why}\n(no package registry?)")


def there(python: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where no checkout is, with nothing of this environment but what is compiled."""
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(keep_folder("numba"))
    return subprocess.run(
        [python, *arguments],
        capture_output=True,
        text=True,
        cwd=python.parent,
        env={
            "PATH": str(python.parent),
            "HOME": str(python.parents[1]),
            "NUMBA_CACHE_DIR": compiled,
        },
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", [["-m", "parlor"], ["-m", "parlor", "build"]])
def test_the_command_says_what_is_missing(installed: Path, command: list[str]) -> None:
    told = there(installed, *command)
    assert told.returncode == 1
    assert told.stderr.startswith("parlor: typer is missing; the command needs pip install")
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.slow
def test_every_example_runs_where_only_the_wheel_is(installed: Path, wheel: Path) -> None:
    alone = there(installed, "-c", MODULES)
    assert alone.returncode == 0, alone.stderr
    install(installed.parents[1], f"{wheel}[frames]")  # pandas, for what hands out frames
    told = there(installed, "-c", MODULES + EXAMPLES)
    modules, examples, failed = map(int, told.stdout.splitlines()[-1].split())
    assert failed == 0, told.stdout[-5000:]
    assert modules >= 60 and examples >= 300


@pytest.mark.slow
def test_a_worker_needs_the_wheel_alone_and_no_other(
    installed: Path, wheel: Path, tmp_path: Path
) -> None:
    install(installed.parents[1], f"{wheel}[cluster]")
    cluster = Cluster(tmp_path, str(installed), lib="")
    jobs = [
        {"condition": Condition(features="SC"), "n_games": 100, "first_game": 100 * k}
        for k in range(5)
    ]
    try:
        cluster.worker()
        with executor(scheduler=cluster.address) as pool:
            found = dict(completed(pool, simulate_condition, jobs))
            assert all(found[k] == simulate_condition(**job) for k, job in enumerate(jobs))
            far, near = run(6, executor=pool), run(6)
            assert far.layers == near.layers and far.samples == near.samples
            assert far.payoffs.tobytes() == near.payoffs.tobytes()
        (engine,) = installed.parents[1].glob("lib/*/site-packages/parlor/games/*/engine.py")
        text = engine.read_text()
        engine.write_text(text + "# edited\n")
        cluster.workers[0].kill()
        cluster.worker()
        with (
            executor(scheduler=cluster.address) as pool,
            pytest.raises(Refused, match=r"another parlor\.games\.gift_exchange\.engine"),
        ):
            list(completed(pool, simulate_condition, jobs))
        engine.write_text(text)
    finally:
        cluster.end()
