"""The programs beside the proofs: they hold, and they refuse a certificate that is not one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

PROOFS = Path(__file__).parents[1] / "proofs"
SLOW = {  # more than some seconds: `make verify`
    "fixed_points", "gift_friends", "gift_limits", "guts_no_whispers", "many_stacks", "two_v_two",
    "unequal_teams", "weenie_broken",
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
    rows = json.loads(file.read_text("utf-8"))
    (row,) = (row for row in rows if "needed" in row)
    row["needed"] = [row["needed"][0] | {"box": ["1/8", "1/8", "5/8", "1/4"]}]
    file.write_text(json.dumps([row]), "utf-8")


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


@pytest.mark.parametrize(
    ("name", "file", "spoil"),
    [
        ("resteal_bounds", "yankee_swap/resteal-101.json", shifted_interval),
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
