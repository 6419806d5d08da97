"""Each claim of ours has its proof, and a command that rechecks it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from chapters.beyond import goofspiel, guts
from press import Effort
from press.project.places import Project
from tests.published import SOURCES

PROJECT = Project.here()
CLAIMS = SOURCES["beyond"].entries
PROGRAMS = {path.stem for path in (PROJECT.root / "proofs").glob("*/*.py")}


def test_its_proof_is_a_page_and_its_programs_exist() -> None:
    for claim in CLAIMS.values():
        page, again = claim.columns["proof"], claim.columns.get("recheck", "")
        place = f"book/{page}" if "/" in page else f"book/beyond/{page}"
        assert place in PROJECT.pages, claim.id
        if again.startswith("parlor"):  # other games, or a proof that a lecture has in a few lines
            assert claim.columns["status"] in ("simulation", "conjecture") or "/" in page, claim.id
            assert again == f"parlor check beyond {claim.id}"
        else:
            found = re.fullmatch(r"make verify ARGS='(.+)'", again)
            assert found and set(found[1].split()) <= PROGRAMS, claim.id


def test_the_claims_are_whole_statements() -> None:
    """They are read without the words that the sources' entries go on from."""
    assert not [e.id for e in CLAIMS.values() if not e.quantity[0].isupper()]


def test_what_is_not_a_number_is_no_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """The greatest of 0 and not a number is 0 by `max`: claims held when solvers returned none."""
    monkeypatch.setattr(guts, "payoffs", lambda table: np.full(len(table), np.nan))
    monkeypatch.setattr(goofspiel, "exploitability_by_ranks", lambda n, plan: np.nan)
    for check in (guts.teams, goofspiel.blurred):
        with pytest.raises(ArithmeticError, match="not a number"):
            check(Effort(reduced=True))
