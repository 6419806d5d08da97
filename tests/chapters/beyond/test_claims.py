"""Each claim of ours has its proof, and a command that rechecks it."""

from __future__ import annotations

import re

import pytest

from parlor.press.ledger import Entry, load_all
from parlor.press.project import Project

PROJECT = Project.here()
CLAIMS = load_all(PROJECT.root / "data")["beyond"].entries
PROGRAMS = {path.stem for path in (PROJECT.root / "proofs").glob("*/*.py")}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_its_proof_is_a_page_and_its_programs_exist(claim: Entry) -> None:
    assert f"book/beyond/{claim.columns['proof']}" in PROJECT.pages
    again = claim.columns.get("recheck", "")
    if claim.columns["status"] == "simulation":  # nothing to verify: other games
        assert again == f"parlor check beyond {claim.id}"
    else:
        found = re.fullmatch(r"make verify ARGS='(.+)'", again)
        assert found and set(found[1].split()) <= PROGRAMS


def test_the_claims_are_whole_statements() -> None:
    """They are read without the words that the sources' entries go on from."""
    assert not [e.id for e in CLAIMS.values() if not e.quantity[0].isupper()]
