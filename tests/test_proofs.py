"""The programs beside the proofs: they hold, and they refuse a certificate that is not one."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

PROOFS = Path(__file__).parents[1] / "proofs"
SLOW = {  # more than two seconds: `make verify`, which CI runs once a week
    "cards_replies", "fixed_points", "gift_friends", "gift_limits", "guts_no_whispers",
    "many_stacks", "nakai_assignment", "nakai_order", "resteal_bounds", "two_v_two",
    "unequal_teams", "weenie_broken", "weenie_safe",
}  # fmt: skip
QUICK = sorted(path.stem for path in PROOFS.glob("*/*.py") if path.stem not in SLOW)


def verify(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, folder / "verify.py", name]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_slow_ones_exist() -> None:
    known = {path.stem for path in PROOFS.glob("*/*.py")}
    assert known > SLOW and len(QUICK) > 12


@pytest.mark.parametrize("name", QUICK)
def test_program_holds(name: str) -> None:
    done = verify(PROOFS, name)
    assert done.returncode == 0, done.stdout
    assert "holds" in done.stdout


def test_only_the_standard_library_is_used() -> None:
    """A verifier that shares code with the solvers verifies nothing."""
    for path in PROOFS.rglob("*.py"):
        beside = {other.stem for other in path.parent.glob("*.py")}
        for line in path.read_text("utf-8").splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]):
                first = words[1].split(".")[0]
                assert first in sys.stdlib_module_names | beside, f"{path.name}: {line}"


def moved(by: float | Fraction, *places: tuple) -> Callable[[Any], Any]:
    """Numbers in some places of a certificate, moved: fractions are texts there."""

    def spoil(content: Any) -> Any:
        for *way, last in places:
            inner = content
            for key in way:
                inner = inner[key]
            exact = isinstance(inner[last], str)
            inner[last] = str(Fraction(inner[last]) + by) if exact else inner[last] + by
        return content

    return spoil


def needs_one_box_more(rows: list) -> list:
    """A box of plans that nobody uses is said to be needed."""
    (row, *_) = rows
    need = {"team": 2, "box": ["1/8", "1/8", "5/8", "1/4"], "mix": row["first"], "gain": "1/1000"}
    return [row | {"needed": [need]}]


def first_alone(rows: list) -> list:
    return rows[:1]


def rounded_powers(rows: list) -> list:
    """A number of friends that makes powers of fractions floats."""
    return [rows[0] | {"N": 2.0}, *rows[1:]]


def small_boards(content: dict) -> dict:
    """The map without its largest boards."""
    return content | {"rows": [row for row in content["rows"] if row[1] <= 20]}


def no_samples(runs: list) -> list:
    """Games without the states that are solved anew."""
    return [run | {"samples": []} for run in runs]


RESTEAL = ("resteal_bounds", "yankee_swap/resteal-101.json")
LAW = ("resteal_law", "yankee_swap/resteal-index-101.json")
PLANS = ("guts_two_plans", "guts/guts_two_plans.json")
TEAMS = ("unequal_teams", "guts/unequal_teams.json")
FRIENDS = ("gift_friends", "gift_exchange/gift_friends.json")
MAP = ("token_map_check", "../data/games/token_first_mover.json")
CARDS = ("cards_replies", "../data/games/goofspiel.json")
VALUE = ((0, "lower"), (0, "upper"))
# a program, its certificate, and what makes it false
FALSE = {
    "the last seat's interval is moved": (*RESTEAL, moved(Fraction(1, 10**9), (-1, 0), (-1, 1))),
    "three seats have true intervals": (*RESTEAL, lambda _: [["0", "1"], ["0", "1"], ["1/2", "1"]]),
    "other cases are left out": (*PLANS, first_alone),
    "a bound is true and lower than is claimed": (*PLANS, moved(-Fraction(1, 10**9), VALUE[0])),
    "powers are rounded": (*PLANS, rounded_powers),
    "a value is a little higher": (*PLANS, moved(Fraction(1, 10**12), *VALUE)),
    "other tables are left out": (*LAW, first_alone),
    "the last seat is paid more than it can be": (*LAW, moved(0.01, (-1, 1))),
    "a bound of teams is lower": (*TEAMS, moved(-Fraction(1, 10**9), VALUE[0])),
    "two against three is a little higher": (
        *TEAMS, lambda rows: moved(Fraction(1, 10**11), *VALUE)(rows[:1]),
    ),
    "a box more is needed": (*TEAMS, needs_one_box_more),
    "two friends gain more": (*FRIENDS, moved(Fraction(1, 6), (0, "friends", 0))),
    "the largest boards are left out": (*MAP, small_boards),
    "a margin is one more": (*MAP, moved(1, ("rows", 0, -1))),
    "nothing is solved anew": (*CARDS, no_samples),
    "a state with few cards is worth more": (*CARDS, moved(1e-9, (-1, "samples", 9, -1))),
}  # fmt: skip


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the proofs beside what they read."""
    shutil.copytree(PROOFS.parent / "data/games", tmp_path / "data/games")
    ignored = shutil.ignore_patterns("__pycache__")
    return shutil.copytree(PROOFS, tmp_path / "proofs", ignore=ignored)


@pytest.mark.parametrize("case", FALSE)
def test_a_false_certificate_is_refused(copied: Path, case: str) -> None:
    name, file, spoil = FALSE[case]
    content = json.loads((copied / file).read_text("utf-8"))
    (copied / file).write_text(json.dumps(spoil(content)), "utf-8")
    done = verify(copied, name)
    assert done.returncode == 1
    assert "DOES NOT HOLD" in done.stdout


def test_as_many_plans_are_needed_as_by_the_side_that_needs_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(PROOFS / "guts")
    needs = runpy.run_path(str(PROOFS / "guts/unequal_teams.py"))["needs"]
    told = [{"team": team} for team in (1, 1, 1, 2, 2)]
    assert [needs({"needed": told[:count]}) for count in (3, 5)] == [1, 2]


@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("token_mixed", "token_game/token_mixed.py", "for u in fixed | ends:", "for u in ():"),
        ("token_nash", "token_game/token_nash.py", "pay[x] >= self.", "pay[x] > self."),
        ("token_nash", "token_game/token_nash.py", "F(money, len(near))", "F(money)"),
    ],
)
def test_a_wrong_program_is_refused(copied: Path, name: str, file: str, old: str, new: str) -> None:
    """What a page says that a program finds is asserted by it, and not only printed."""
    text = (copied / file).read_text("utf-8")
    assert old in text
    (copied / file).write_text(text.replace(old, new), "utf-8")
    assert verify(copied, name).returncode == 1
