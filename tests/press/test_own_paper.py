"""The page on one's own paper, followed step by step: from an empty folder to a ledger."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .toy import ROOT

PAGE = (ROOT / "book/your_own_paper.md").read_text("utf-8")
STEPS = re.split(r"^## \d+\. ", PAGE, flags=re.MULTILINE)
INTO = re.compile(r"[Ii]nto\s`(my-paper/\S+)`:\n\n```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def parlor(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "lib")},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def follow(folder: Path, step: int) -> list[tuple[int, str, str]]:
    """Write the files of a step, and run its commands."""
    for name, text in INTO.findall(STEPS[step]):
        assert (folder / name).is_file() or name.endswith("diagnoses.yaml")
        (folder / name).write_text(text, "utf-8")
    told = []
    for block in re.findall(r"^```shell\n(.*?)^```", STEPS[step], re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            command, *arguments = shlex.split(line)
            if command == ".venv/bin/parlor" and arguments[-1] != "watch":
                told.append(parlor(folder, "-m", "parlor", *arguments))
            elif command == ".venv/bin/python":
                told.append(parlor(folder, *arguments, "-p", "no:cacheprovider"))
    return told


def shown(step: int) -> str:
    """What the step says that a command tells."""
    (text,) = re.findall(r"tells?\n\n```text\n(.*?)^```|why:\n\n```text\n(.*?)^```",
                         STEPS[step], re.DOTALL | re.MULTILINE)  # fmt: skip
    return "".join(text).strip()


@pytest.mark.slow
def test_a_paper_is_recomputed_as_the_page_says(tmp_path: Path) -> None:
    (begun,) = follow(tmp_path, 1)
    assert begun[0] == 0 and "lib/my_paper/chapters/dice/means.py" in begun[1], begun
    assert follow(tmp_path, 2) == []
    (tested,) = follow(tmp_path, 3)
    assert tested[0] == 0 and "5 passed" in tested[1], tested
    assert follow(tmp_path, 4) == []
    ledger, check = follow(tmp_path, 5)
    assert (ledger[0], ledger[2].splitlines()[-1]) == (1, shown(5)), ledger
    assert check[0] == 0 and "verdict    differs" in check[1], check
    assert follow(tmp_path, 6) == []
    built, answered = follow(tmp_path, 7)
    assert built[0] == 0 and shown(7) in built[1], built
    assert answered[0] == 0 and "553/40" in answered[1], answered
    site = tmp_path / "my-paper/_build/html/book"
    ledger_page = (site / "ledger.html").read_text("utf-8")
    assert "have changed places" in ledger_page and "misprint" in ledger_page
    assert "Two dice, recomputed" in (site / "index.html").read_text("utf-8")
    tests = parlor(tmp_path, "-m", "pytest", "-q", "my-paper", "-p", "no:cacheprovider")
    assert tests[0] == 0, tests


@pytest.mark.parametrize(
    "project, arguments, message",
    [
        ("nothing", ["build"], "--project nothing: no book is there; `new CHAPTER` begins one"),
        ("full", ["new", "dice"], "full is neither a project nor an empty folder"),
        ("2-dice", ["new", "dice"], "'2-dice' is no name for a project"),
    ],
)
def test_what_is_no_project_is_refused(
    tmp_path: Path, project: str, arguments: list[str], message: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes.txt").write_text("mine\n", "utf-8")
    status, out, err = parlor(tmp_path, "-m", "parlor", "--project", project, *arguments)
    assert (status, out) == (2, "") and message in err and len(err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["full", "notes.txt"]
