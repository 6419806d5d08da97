"""Addresses of views of the ledger, and the groups of verdicts."""

from __future__ import annotations

import pytest

from press.ledger.verdict import VERDICTS
from press.ledger.views import GROUPS, view


def test_every_verdict_is_in_one_group() -> None:
    assert sorted(v for verdicts in GROUPS.values() for v in verdicts) == sorted(VERDICTS)


def test_the_address_of_a_view() -> None:
    assert view() == "ledger.html"
    assert view(verdicts=["within noise", "open"]) == "ledger.html?verdict=within-noise,open"
    assert view(diagnoses=["method error"], kinds=["claim"], text="t & 1/2") == (
        "ledger.html?diagnosis=method-error&kind=claim&find=t%20%26%201/2"
    )


def test_a_view_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no verdict of the ledger: false"):
        view(verdicts=["fails", "false"])
    with pytest.raises(ValueError, match="no kind of the ledger: sum"):
        view(kinds=["sum"])
