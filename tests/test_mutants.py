"""Mutants are found by tests that fail, and by nothing else."""

from __future__ import annotations

import pytest

from . import mutants
from .mutants import Bench, choose

MODULE = "lib/parlor/solvers/batch.py"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"))


def stages(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """What is run for any mutant, instead of tests."""
    told = [(code, ("-c", code)) for code in codes]
    monkeypatch.setattr(mutants, "stages_of", lambda module, chapters: told)


def test_a_test_that_fails_finds_a_mutant_and_nothing_else_does(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, copy = (mutants.ROOT / MODULE).read_text("utf-8"), bench.root / MODULE
    (mutant,) = choose(1, 1, "solvers.batch")
    stages(monkeypatch, "pass", "raise SystemExit(5)")  # they pass, or there is none
    assert bench.judge(mutant, chapters=False).found_by == ""
    unlike = f"assert open({str(copy)!r}).read() == {original!r}"
    stages(monkeypatch, "pass", unlike)
    assert bench.judge(mutant, chapters=False).found_by == unlike
    assert copy.read_text("utf-8") == original
    stages(monkeypatch, "assert False")
    with pytest.raises(SystemExit, match="without a mutant"):
        bench.judge(mutant, chapters=False)


def test_what_is_run_for_a_module_is_near_first() -> None:
    names = [name for name, _ in mutants.stages_of("parlor.games.guts.kernels", chapters=True)]
    assert names[0] == "lib/parlor/games/guts/kernels.py" and names[-1] == "its chapter"
    assert names[1].startswith("tests/games/guts/")
