"""The page on one's own paper, followed step by step: from an empty folder to a ledger."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from press.run.project import ELSEWHERE, Project
from press.tools.compare import revision
from press.tools.new import new
from press.tools.provenance import origin

from . import warm
from .toy import ROOT

PAGE = (ROOT / "book/your_own_paper.md").read_text("utf-8")
STEPS = re.split(r"^## \d+\. ", PAGE, flags=re.MULTILINE)
INTO = re.compile(r"[Ii]nto\s`(my-paper/\S+)`:\n\n```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def parlor(folder: Path, *arguments: str) -> tuple[int, str, str]:
    process = warm.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "lib")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


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
                told.append(parlor(folder, "-m", "press", *arguments))
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
    out = tmp_path / "out"
    asked = ("--project", "my-paper", "run", "dice", "-p", "n_faces=20", "--out", str(out))
    handed = parlor(tmp_path, "-m", "press", *asked)
    assert handed[0] == 0 and "Two dice, recomputed" in (out / "citation.bib").read_text("utf-8")
    again = (out / "README.txt").read_text("utf-8").split("\n\n    ")[1].splitlines()[0].split()
    asked = (*again[1:], "--out", str(tmp_path / "again"))
    assert parlor(tmp_path / "my-paper", "-m", *again[:1], *asked)[0] == 0, again
    assert (tmp_path / "again/results.json").read_bytes() == (out / "results.json").read_bytes()
    site = tmp_path / "my-paper/_build/html/book"
    ledger_page = (site / "ledger.html").read_text("utf-8")
    assert "have changed places" in ledger_page and "misprint" in ledger_page
    assert "Two dice, recomputed" in (site / "index.html").read_text("utf-8")
    # another chapter, whose source has the same author and year
    for more in (["new", "coins"], ["build"]):
        added = parlor(tmp_path, "-m", "press", "--project", "my-paper", *more)
        assert added[0] == 0, added
    assert "Author 2000a" in (site / "dice/index.html").read_text("utf-8")
    assert "Author 2000b" in (site / "coins/index.html").read_text("utf-8")
    tests = parlor(tmp_path, "-m", "pytest", "-q", "my-paper", "-p", "no:cacheprovider")
    assert tests[0] == 0, tests


def test_what_it_hands_out_names_the_lock_that_it_was_made_with(tmp_path: Path) -> None:
    project = Project(tmp_path / "dice_paper")
    new(project, "dice", "Two dice")
    ours = hashlib.sha256((ROOT / "requirements.txt").read_bytes()).hexdigest()
    assert origin(project)["lock"] == {"requirements.txt": f"sha256:{ours}"}


def test_a_revision_is_run_from_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(tmp_path / "dice_paper")
    new(project, "dice", "Two dice")
    monkeypatch.setenv(ELSEWHERE, str(project.root))
    monkeypatch.setattr(
        revision, "_RUN", "import json, dice_paper, press.run.project as press\n"
        "print(json.dumps([dice_paper.__file__, str(press.Project.here().root)]))"
    )  # fmt: skip
    tree = tmp_path / "tree"
    shutil.copytree(project.root, tree)
    assert revision._run(tree, "HEAD") == [tree / "lib/dice_paper/__init__.py", tree]


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
    status, out, err = parlor(tmp_path, "-m", "press", "--project", project, *arguments)
    assert (status, out) == (2, "") and message in err and len(err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["full", "notes.txt"]
