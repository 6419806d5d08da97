"""The page on one's own paper, followed step by step with the press's wheel and nothing else."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from press.project.errors import UserError
from press.tools.new import new
from tests.wheels import ROOT, Environment

from .steps import Steps

STEPS = Steps.of(ROOT / "book/your_own_paper.md", r"^## \d+\. ")
INTO = re.compile(
    r"[Ii]nto\s(a new file, )?`([\w/.]+)`:\n\n```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE
)
BEGIN = ["mkdir my-paper", "cd my-paper", "python3 -m venv .venv"]


@pytest.fixture
def paper(tmp_path_factory: pytest.TempPathFactory, wheels: dict[str, Path]) -> Environment:
    """An empty folder in an environment of its own, as the page's first lines make it."""
    *lines, install, _ = STEPS.commands(1)
    assert lines == BEGIN
    command, option, *packages = shlex.split(install)
    wheel = wheels["parlor_press"]
    assert (command, option) == (".venv/bin/pip", "install")
    assert packages[0] == "$(ls ../parlor_press-*.whl)[book]"
    folder = tmp_path_factory.mktemp("own") / "my-paper"
    folder.mkdir()
    there = Environment.make(folder)
    there.install(f"{wheel}[book]", *packages[1:])
    return there


def follow(there: Environment, step: int) -> list[CompletedProcess[str]]:
    """Write the files of a step, and run its commands."""
    for new_file, name, text in INTO.findall(STEPS.texts[step]):
        assert (there.folder / name).is_file() != bool(new_file)
        (there.folder / name).write_text(text, "utf-8")
    given = [shlex.split(line) for line in STEPS.commands(step)]
    asked = [words for words in given if words[0] in (".venv/bin/press", ".venv/bin/python")]
    return [there.run(Path(words[0]).name, *words[1:]) for words in asked if "watch" not in words]


def shown(step: int) -> str:
    """What the step says that a command tells."""
    return STEPS.blocks(step, "text")[-1].strip()


@pytest.mark.slow
def test_a_paper_is_recomputed_as_the_page_says(paper: Environment) -> None:
    (begun,) = follow(paper, 1)
    assert begun.returncode == 0 and "lib/chapters/dice/means.py" in begun.stdout, begun
    assert follow(paper, 2) == []
    (tested,) = follow(paper, 3)
    assert tested.returncode == 0 and "5 passed" in tested.stdout, tested
    assert follow(paper, 4) == []
    ledger, check = follow(paper, 5)
    assert (ledger.returncode, ledger.stderr.splitlines()[-1]) == (1, shown(5)), ledger
    assert check.returncode == 1 and "verdict    differs" in check.stdout, check
    assert check.stderr.splitlines()[-1] == shown(5), check
    assert follow(paper, 6) == []
    built, answered = follow(paper, 7)
    assert built.returncode == 0 and shown(7) in built.stdout, built
    assert answered.returncode == 0 and "553/40" in answered.stdout, answered
    assert not {".config", ".cache"} & {path.name for path in paper.home.glob(".*")}

    book = paper.folder / "_build/html/book"
    assert "Two dice, recomputed" in (book / "index.html").read_text("utf-8")
    ledger_page = (book / "ledger.html").read_text("utf-8")
    assert "have changed places" in ledger_page and "misprint" in ledger_page
    lab = re.sub("<[^>]+>", "", (book / "dice/lab.html").read_text("utf-8"))
    assert "The game with 12 faces. Its mean payoff is 611/72." in lab
    assert "press run dice" in lab and "parlor" not in lab
    told = "".join(path.read_text("utf-8") for path in book.rglob("*.html"))
    assert "Two dice, recomputed, version" in told and "Parlor Games" not in told


@pytest.mark.parametrize(
    "folder, arguments, message",
    [
        ("full", ["dice"], "no book here"),
        ("numpy", ["dice"], "'numpy' is no name for a package: a package of Python's"),
        ("paper", ["json"], "'json' is no name for a chapter: a package of Python's"),
        ("paper", ["Dice"], "'Dice' is no name for a chapter: a small letter"),
        ("paper", ["dice", 'Two "dice"'], "is no title"),
    ],
)
def test_what_cannot_begin_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, arguments: list[str], message: str
) -> None:
    here = tmp_path / folder
    here.mkdir()
    if folder == "full":
        (here / "notes.txt").write_text("mine\n", "utf-8")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(here)
    with pytest.raises(UserError, match=re.escape(message)):
        new(here, *arguments)
    assert sorted(tmp_path.rglob("*")) == before
