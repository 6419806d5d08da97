"""The house has floors: imports go down only, and none is hidden from whoever reads them.

Read off the sources, also from inside of functions. What a page's run depends on is named by the
same imports, so that one which is made by a name at run time would leave stale results behind.
"""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

LIB = Path(__file__).resolve().parents[1] / "lib"
MODULES, IMPORTS, ROOMS = 250, 800, 21  # there are at least so many
PARLOR = ["parlor.core", "parlor.solvers", "parlor.games"]  # each imports of those before it
PRESS = [
    f"press.{room}" for room in ("project", "ledger", "page", "ask", "form", "site", "tools", "cli")
]
BESIDE: dict[tuple[str, str], str] = {  # (room, room beside it that it imports): why
    ("chapters.beyond", "chapters.gift_exchange"): "it judges what that lecture shows",
    ("chapters.beyond", "chapters.goofspiel"): "it judges what that lecture shows",
    ("chapters.beyond", "chapters.guts"): "it judges what that lecture shows",
    ("chapters.beyond", "chapters.yankee_swap"): "it judges what that lecture shows",
    ("chapters.beyond", "chapters.token_game"): "both tell of the same chain of deterrence",
}
# what is below all chapters
BELOW = tuple(
    f"chapters.{name}" for name in ("agreement", "legends", "symbols", "tolerances", "works")
)
# these import what is below them when it is first used; the last two start the command
FACES = {"parlor", "parlor.games", "press", "press.__main__", "chapters"}
BY_NAME = "parlor.core.face"  # the name is that of an attribute, which the keys of results read too
DYNAMIC = {"importlib", "import_module", "__import__", "pkgutil", "runpy", "imp", "exec", "eval"}


def sources() -> dict[str, str]:
    """Names of all modules, and their texts."""
    found = {}
    for path in sorted(LIB.rglob("*.py")):
        parts = path.relative_to(LIB).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text()
    return found


@cache
def nodes(text: str) -> list[ast.AST]:
    """All of a source: to read each takes a second or two."""
    return [*ast.walk(ast.parse(text))]


def imports(name: str, text: str, known: set[str]) -> Iterator[str]:
    """Modules of ours that a module imports."""
    is_package = any(other.startswith(f"{name}.") for other in known)
    for node in nodes(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".")
            here = parts[: len(parts) - node.level + is_package] if node.level else []
            source = ".".join([*here, *(node.module.split(".") if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in known or source in known:
                    yield inner if inner in known else source


def room(module: str) -> str:
    """The room of a module: a game and a chapter have one each."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["parlor", "games"] else 2])


def floor(module: str) -> str:
    """The floor of a module, on which there may be several rooms."""
    return ".".join(module.split(".")[:2])


def misplaced(name: str, target: str) -> bool:
    """Whether a module may not import another one."""
    mine, other = floor(name), floor(target)
    if room(name) == room(target) or (room(name), room(target)) in BESIDE:
        return False
    if name.startswith("chapters."):
        return target.startswith("chapters.") and target not in BELOW
    for floors in (PARLOR, PRESS):
        if mine in floors:
            return other not in floors[: floors.index(mine)]
    raise AssertionError(f"{name} is on no floor")


def dynamic(text: str) -> list[str]:
    """Names by which a module could import something at run time."""
    found = []
    for node in nodes(text):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names if a.name.split(".")[0] in DYNAMIC]
        elif isinstance(node, ast.ImportFrom):
            found += [w for w in (node.module or "").split(".") if w in DYNAMIC]
        elif isinstance(node, ast.Name) and node.id in DYNAMIC:
            found.append(node.id)
    return found


SOURCES = sources()


@cache
def arrows() -> set[tuple[str, str]]:
    """All pairs of a module and another that it imports."""
    return {
        (name, target)
        for name, text in SOURCES.items()
        if name not in FACES
        for target in imports(name, text, set(SOURCES))
        if target != name and target not in FACES
    }


def test_enough_is_read() -> None:
    assert len(SOURCES) >= MODULES
    assert len(arrows()) >= IMPORTS
    rooms = {room(name) for name in SOURCES if name not in FACES}
    games = {f"parlor.games.{face.parent.name}" for face in LIB.glob("parlor/games/*/__init__.py")}
    assert len(rooms) >= ROOMS and len(games) >= 7
    assert games | {*PARLOR[:2], *PRESS} <= rooms


def test_imports_go_down_only() -> None:
    wrong = sorted(f"{a} imports {b}" for a, b in arrows() if misplaced(a, b))
    assert not wrong, "\n".join(wrong)


def test_exceptions_are_used() -> None:
    assert BESIDE.keys() <= {(room(a), room(b)) for a, b in arrows()}


@pytest.mark.parametrize("size", ["modules", "rooms"])
def test_no_circles(size: str) -> None:
    graph: dict[str, set[str]] = {}
    for a, b in arrows() if size == "modules" else {(room(a), room(b)) for a, b in arrows()}:
        if a != b:
            graph.setdefault(a, set()).add(b)
    list(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError, with the circle


def test_no_import_by_a_name_made_at_run_time() -> None:
    found = [
        f"{name}: {what}"
        for name, text in SOURCES.items()
        if not name.startswith("press") and name != BY_NAME
        for what in dynamic(text)
    ]
    assert not found
    assert dynamic(SOURCES[BY_NAME])


def test_data_files_are_named_where_keys_can_see_them() -> None:
    """`press.keys` reads the names of data files off the source, and then asks for them."""
    calls = [
        (name, node)
        for name, text in SOURCES.items()
        if name not in ("parlor.core.places", "press.ask.keys")
        for node in nodes(text)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) == "data_file"
    ]
    assert len(calls) >= 2
    assert [name for name, call in calls if not isinstance(call.args[0], ast.Constant)] == []


def test_games_import_neither_figures_nor_tables() -> None:
    rooms = ("parlor.core", "parlor.solvers", "parlor.games", "parlor.version")
    names = [name for name in SOURCES if name.startswith(rooms)]
    code = "\n".join(f"import {name}" for name in names)
    code += "\nimport sys\nprint(*sorted({'matplotlib', 'pandas', 'IPython', 'press'} & "
    code += (
        "sys.modules.keys()), len([name for name in sys.modules if name.startswith('parlor.')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(names) > 70
    assert done.stdout.split() == [str(len({name for name in names if name != "parlor"}))]


def loaded(code: str) -> set[str]:
    """The modules that a fresh process has imported after some code."""
    code += "\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_game_waits_for_nothing_heavy() -> None:
    """The compiler comes with the first name of a face, parts of SciPy when they are used."""
    faces = [name for name in SOURCES if name.count(".") == 2 and ".games." in name]
    assert "parlor.games.guts" in faces
    there = loaded("\n".join(f"import {name}" for name in faces))
    assert {*faces} <= there and not {"numba", "numpy"} & there
    there = loaded("\n".join(f"from {name} import *" for name in faces))
    assert {"numba", "parlor.games.guts.rounds"} <= there
    assert not {"scipy.optimize", "scipy.special", "scipy.stats"} & there


def test_the_press_is_there_without_what_it_prints() -> None:
    """It imports with nothing of the library or of a chapter, and its command is quick to start."""
    names = [name for name in SOURCES if name.startswith("press.") and name not in FACES]
    there = loaded("\n".join(f"import {name}" for name in names))
    assert {*names} <= there
    assert not {name for name in there if name.split(".")[0] in ("parlor", "chapters")}
    assert not {"matplotlib", "numpy", "pandas", "sphinx"} & loaded("import press.cli")


def test_each_rule_can_fail() -> None:
    known = set(SOURCES)
    wrong = {
        "parlor.core.checks": "from parlor.solvers import zero_sum",
        "parlor.solvers.zero_sum": "def f():\n    import parlor.games.guts.rounds",
        "parlor.games.guts.rounds": "from ..nakai import values",
        "parlor.games.guts.coalition": "import press.cli",
        "parlor.core.laws": "from chapters import guts",
        "press.page.tables": "from parlor.core import checks",
        "press.project.places": "def f():\n    from ..ledger import verdict",
        "press.site.build": "from ..tools import new",
        "press.tools.new": "import chapters.guts.tables",
        "chapters.guts.tables": "from chapters import token_game",
    }
    for name, text in wrong.items():
        assert [misplaced(name, target) for target in imports(name, text, known)] == [True], name
    right = {
        "press.cli": "from .tools import new",
        "press.tools.new": "from ..project.places import Project",
        "chapters.guts.lab": "import parlor.games.guts.coalition",
    }
    for name, text in right.items():
        assert [misplaced(name, target) for target in imports(name, text, known)] == [False], name
    assert list(imports("parlor.games.guts", "from . import coalition", known)) == [
        "parlor.games.guts.coalition"
    ]
    for text in ("import importlib.util", "from importlib import import_module", "__import__('x')"):
        assert dynamic(text)
    assert not dynamic("import numpy\nf(x).exec()")
