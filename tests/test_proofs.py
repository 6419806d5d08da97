"""The programs beside the proofs: they hold, and they refuse a certificate that is not one."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

PROOFS = Path(__file__).parents[1] / "proofs"
SLOW = {  # more than some seconds: `make verify`
    "fixed_points", "gift_friends", "gift_limits", "guts_no_whispers", "many_stacks", "nakai_order",
    "two_v_two", "unequal_teams", "weenie_broken",
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


def shifted_interval(file: Path) -> None:
    """The last seat's interval, moved by a thousand-millionth."""
    rows = json.loads(file.read_text("utf-8"))
    rows[-1] = [str(Fraction(end) + Fraction(1, 10**9)) for end in rows[-1]]
    file.write_text(json.dumps(rows), "utf-8")


def moved_value(file: Path) -> None:
    """The value of the first game, a little higher."""
    rows = json.loads(file.read_text("utf-8"))
    for end in ("lower", "upper"):
        rows[0][end] = str(Fraction(rows[0][end]) + Fraction(1, 10**12))
    file.write_text(json.dumps(rows), "utf-8")


def moved_gain(file: Path) -> None:
    """What the first two guests gain as friends, a little more."""
    rows = json.loads(file.read_text("utf-8"))
    rows[0]["friends"][0] = str(Fraction(rows[0]["friends"][0]) + Fraction(1, 6))
    file.write_text(json.dumps(rows), "utf-8")


def moved_bounds(file: Path) -> None:
    """The value of two against three, a little higher."""
    rows = json.loads(file.read_text("utf-8"))
    for end in ("lower", "upper"):
        rows[0][end] = str(Fraction(rows[0][end]) + Fraction(1, 10**11))
    file.write_text(json.dumps(rows[:1]), "utf-8")


def one_box_more_than_needed(file: Path) -> None:
    """A box of plans that nobody uses is said to be needed."""
    row = json.loads(file.read_text("utf-8"))[0]
    need = {"team": 2, "box": ["1/8", "1/8", "5/8", "1/4"], "mix": row["first"], "gain": "1/1000"}
    file.write_text(json.dumps([row | {"needed": [need]}]), "utf-8")


def moved_margin(file: Path) -> None:
    """The first board's margin, one more."""
    content = json.loads(file.read_text("utf-8"))
    content["rows"][0][-1] = str(Fraction(content["rows"][0][-1]) + 1)
    file.write_text(json.dumps(content), "utf-8")


def moved_state(file: Path) -> None:
    """The value of a state with few cards, a little higher."""
    runs = json.loads(file.read_text("utf-8"))
    runs[-1]["samples"][9][-1] += 1e-9
    file.write_text(json.dumps(runs), "utf-8")


def few_seats(file: Path) -> None:
    """True intervals, of three seats."""
    file.write_text(json.dumps([["0", "1"], ["0", "1"], ["1/2", "1"]]), "utf-8")


def moved_mean(file: Path) -> None:
    """What the last seat was paid in games, a little more than it can be."""
    rows = json.loads(file.read_text("utf-8"))
    rows[-1][1] += 0.01
    file.write_text(json.dumps(rows), "utf-8")


def fewer_rows(file: Path) -> None:
    """The first row alone."""
    file.write_text(json.dumps(json.loads(file.read_text("utf-8"))[:1]), "utf-8")


def wide_bounds(file: Path) -> None:
    """The first value's lower bound, true and lower than is claimed."""
    rows = json.loads(file.read_text("utf-8"))
    rows[0]["lower"] = str(Fraction(rows[0]["lower"]) - Fraction(1, 10**9))
    file.write_text(json.dumps(rows), "utf-8")


def rounded_powers(file: Path) -> None:
    """A number of friends that makes powers of fractions floats."""
    rows = json.loads(file.read_text("utf-8"))
    rows[0]["N"] = 2.0
    file.write_text(json.dumps(rows), "utf-8")


def fewer_boards(file: Path) -> None:
    """The map without its largest boards."""
    content = json.loads(file.read_text("utf-8"))
    content["rows"] = [row for row in content["rows"] if row[1] <= 20]
    file.write_text(json.dumps(content), "utf-8")


def no_samples(file: Path) -> None:
    """Games without the states that are solved anew."""
    runs = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps([run | {"samples": []} for run in runs]), "utf-8")


@pytest.mark.parametrize(
    ("name", "file", "spoil"),
    [
        ("resteal_bounds", "yankee_swap/resteal-101.json", shifted_interval),
        ("resteal_bounds", "yankee_swap/resteal-101.json", few_seats),
        ("guts_two_plans", "guts/guts_two_plans.json", fewer_rows),
        ("guts_two_plans", "guts/guts_two_plans.json", wide_bounds),
        ("guts_two_plans", "guts/guts_two_plans.json", rounded_powers),
        ("resteal_law", "yankee_swap/resteal-index-101.json", fewer_rows),
        ("resteal_law", "yankee_swap/resteal-index-101.json", moved_mean),
        ("unequal_teams", "guts/unequal_teams.json", wide_bounds),
        ("token_map_check", "../data/games/token_first_mover.json", fewer_boards),
        ("cards_replies", "../data/games/goofspiel.json", no_samples),
        ("guts_two_plans", "guts/guts_two_plans.json", moved_value),
        ("gift_friends", "gift_exchange/gift_friends.json", moved_gain),
        ("unequal_teams", "guts/unequal_teams.json", moved_bounds),
        ("unequal_teams", "guts/unequal_teams.json", one_box_more_than_needed),
        ("token_map_check", "../data/games/token_first_mover.json", moved_margin),
        ("cards_replies", "../data/games/goofspiel.json", moved_state),
    ],
)
def test_a_false_certificate_is_refused(tmp_path: Path, name: str, file: str, spoil) -> None:
    copy = tmp_path / "proofs"
    shutil.copytree(PROOFS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROOFS.parent / "data/games", tmp_path / "data/games")
    spoil(copy / file)
    done = verify(copy, name)
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
def test_a_wrong_program_is_refused(
    tmp_path: Path, name: str, file: str, old: str, new: str
) -> None:
    """What a page says that a program finds is asserted by it, and not only printed."""
    copy = tmp_path / "proofs"
    shutil.copytree(PROOFS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = (copy / file).read_text("utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), "utf-8")
    assert verify(copy, name).returncode == 1
