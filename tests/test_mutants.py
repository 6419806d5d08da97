"""Mutants are found by tests that fail, and by nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import mutants
from .mutants import PLAIN, Bench, choose

EMPTY = "lib/parlor/solvers/batch.py"  # no example stands in it


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"))


def stage(*targets: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(targets[0], ("-m", "pytest", *PLAIN, *targets))]


def test_a_test_that_fails_finds_a_mutant_and_nothing_else_does(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unlike = tmp_path / "test_unlike.py"
    original = (mutants.ROOT / EMPTY).read_text("utf-8")
    copy = bench.root / EMPTY
    unlike.write_text(
        "from pathlib import Path\n\ndef test_unlike():\n"
        f"    assert Path({str(copy)!r}).read_text() == {original!r}\n"
    )
    assert ">>>" not in original
    (mutant,) = choose(1, 1, "solvers.batch")
    monkeypatch.setattr(mutants, "stages_of", lambda module, chapters: stage(EMPTY))
    assert bench.judge(mutant, chapters=False).found_by == ""
    monkeypatch.setattr(mutants, "stages_of", lambda module, chapters: stage(str(unlike)))
    assert bench.judge(mutant, chapters=False).found_by == str(unlike)
    assert copy.read_text("utf-8") == original


def test_a_test_that_fails_anyway_finds_nothing_and_ends_the_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "run", lambda *command, seconds: 1)
    (mutant,) = choose(1, 1, "solvers.batch")
    with pytest.raises(SystemExit, match="without a mutant"):
        bench.judge(mutant, chapters=False)


def test_what_is_run_for_a_module_is_near_first() -> None:
    names = [name for name, _ in mutants.stages_of("parlor.games.guts.kernels", chapters=True)]
    assert names[0] == "lib/parlor/games/guts/kernels.py" and names[-1] == "its chapter"
    assert names[1].startswith("tests/games/guts/")
