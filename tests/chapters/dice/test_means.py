"""Dice: what the pages show."""

from __future__ import annotations

from chapters.dice import means
from parlor.dice import solve
from press import Effort


def test_the_alternative_text_says_what_the_figure_shows() -> None:
    _, alt = means.means_figure()
    first, last = (float(solve(n).mean) for n in (1, max(means.FACES)))
    assert f"from {first} to {last}" in alt


def test_the_claim_is_decided_by_what_a_run_can_say() -> None:
    assert means.between(Effort(reduced=True)).verdict == "holds"
    assert len(means.means(Effort())) == len(means.FACES)
