"""What stood on a first page and stands behind it now is found from its old address."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

MOVED = {
    "guts": (
        "a-round-is-a-payment-and-a-change-of-stakes table-books equation-guts-beta "
        "equation-guts-alpha equation-guts-slope guts-concave guts-fair "
        "the-price-of-two-friends table-meshes fractions-prove-the-price guts-price "
        "more-friends-win-more-in-the-same-way table-price figure-friends "
        "a-crowd-wins-nearly-a-sixth-of-your-ante guts-crowd figure-growth exercises "
        "cleverer-coalitions-do-not-exist figure-pushed guts-structure guts-two-plans "
        "guts-exactly-two figure-order table-shapes "
        "two-against-two-is-fair-but-needs-a-whole-curve-of-plans figure-curve guts-curve "
        "table-teams friends-who-cannot-talk-can-be-answered guts-asynchronous "
        "guts-no-whispers what-to-take-away"
    ),
    "token_game": (
        "the-game-is-solved-from-its-end solving-from-the-end table-hand token-order "
        "token-takes with-two-players-it-cannot-hurt with-two-players-she-cannot-lose "
        "token-two with-more-players-it-hurts-on-few-boards figure-first-mover table-behind "
        "table-small-boards an-indifferent-player-decides-what-another-takes "
        "what-an-indifferent-player-does figure-tie table-rules token-all "
        "lessard-lists-one-equilibrium-of-four-players-and-there-are-three "
        "equilibria-that-were-missed two-conspirators-can-hold-anybody-to-one-stack "
        "a-conspiracy-and-a-coin figure-conspiracy a-coin-can-pay-the-player-who-tosses-it "
        "figure-coin figure-escapes "
        "threats-can-take-everything-from-the-first-player-but-the-last-stack "
        "what-if-they-could-threaten figure-threats "
        "on-a-very-long-line-the-first-of-three-takes-nearly-half very-many-stacks "
        "token-limit figure-chain what-to-take-away between-the-stacks exercises"
    ),
}


@pytest.mark.parametrize("chapter", MOVED)
def test_an_old_address_leads_to_the_page_that_has_it_now(site: Path, chapter: str) -> None:
    first = site / f"book/{chapter}/index.html"
    page = BeautifulSoup(first.read_text("utf-8"), "html.parser")
    for name in MOVED[chapter].split():
        link = page.find(id=name).find_parent("li").find("a")
        there = BeautifulSoup((first.parent / link["href"]).read_text("utf-8"), "html.parser")
        assert there.find(id=name), name
