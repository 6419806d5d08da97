"""CONTRIBUTING.md, followed step by step: a new chapter is added to a small book."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from .steps import Steps
from .toy import ROOT, Toy

HERE = {"parlor.games": "die", "lib/parlor/games": "lib/die", "tests/games": "tests"}  # in the toy
STEPS = Steps.of(ROOT / "CONTRIBUTING.md", r"^\*\*\d+\. ", HERE)
PUBLISHED = "data/published/nim_sums"


def follow(toy: Toy, step: int) -> list[tuple[int, str, str]]:
    """Run what a step says, `make book` as the command that it calls."""
    return [run(toy, *shlex.split(line)) for line in STEPS.commands(step)]


def run(toy: Toy, command: str, *arguments: str) -> tuple[int, str, str]:
    """Run a command in a toy's folder."""
    if command == "make":
        return toy.ask("build")
    if command == ".venv/bin/parlor":
        told = toy.ask(*arguments)
        put_into_contents(toy, told[1])
        return told
    assert command == ".venv/bin/python"
    done = subprocess.run(
        [sys.executable, "-B", *arguments],
        capture_output=True,
        text=True,
        cwd=toy.root,
        env=os.environ | {"PYTHONPATH": str(toy.root / "lib")},
    )
    return done.returncode, done.stdout, done.stderr


def put_into_contents(toy: Toy, told: str) -> None:
    """Do what `new` tells to do, behind the other chapter."""
    lines = told.partition("to stand:\n\n")[2].splitlines()
    other = "  - file: book/demo\n"
    if lines:
        toy.edit("_toc.yml", other, other + "".join(f"  {line}\n" for line in lines))


@pytest.mark.slow
def test_a_chapter_is_added_as_contributing_says(built: Toy) -> None:
    toy = built
    shutil.copy(ROOT / "pyproject.toml", toy.root)
    demo = toy.runs()

    # 1. the skeleton builds, and does not run the other chapter again
    written, built = follow(toy, 1)
    made = written[1].partition("\n\n")[0].splitlines()
    assert written[0] == 0 and f"{PUBLISHED}/table1.csv" in made, written
    assert built[0] == 0, built[2]
    assert "7 entries: 4 match, 2 holds, 1 pending" in built[1]
    assert toy.runs() == demo
    book = toy.root / "_build/html/book"
    lecture = (book / "nim_sums/index.html").read_text("utf-8")
    assert "table-table1" in lecture and "The check: between" in lecture
    assert 'id="nim-sums-mean-6"' in (book / "ledger.html").read_text("utf-8").replace("_", "-")
    assert "solve(n_faces: int)" in (book / "reference/nim_sums.html").read_text("utf-8")

    # its code is as `make check` wants it
    code = [name for name in made if name.endswith(".py")]
    for command in (["format", "--check"], ["check", "--ignore", "I001"]):
        told = run(toy, ".venv/bin/python", "-m", "ruff", *command, "--no-cache", *code)
        assert told[0] == 0, told

    # 2. a misprint is recorded with the source; 4. and 5. tests pass, the lab answers
    toy.edit(f"{PUBLISHED}/table1.csv", "die of 6 faces,6,3.5", "die of 6 faces,6,3.6")
    (tests,) = follow(toy, 4)
    assert tests[0] == 0 and "7 passed" in tests[1], tests
    checked, asked = follow(toy, 5)
    assert checked[0] == 0 and "2 passed" in checked[1], checked
    assert asked[0] == 0 and "21/2" in asked[1], asked

    # 6. the chapter alone: what does not agree
    ledger, check = follow(toy, 6)
    assert ledger[0] == 1 and "differs  nim_sums mean.6" in ledger[1]
    assert check[0] == 0 and "verdict    holds" in check[1]

    # 7. the build names printed beside computed, as the step shows, and keeps the last book
    (failed,) = follow(toy, 7)
    (shown,) = STEPS.blocks(7, "text")
    assert failed[0] == 1
    assert failed[2].splitlines()[-1].partition(":")[2] == shown.strip().partition(":")[2]
    assert (book / "nim_sums/index.html").is_file()
    assert toy.runs() == demo
