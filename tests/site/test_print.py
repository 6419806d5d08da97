"""A page printed from the browser, and how a page says to cite it."""

from __future__ import annotations

import pytest

LECTURES = ["token_game/index", "guts/index", "goofspiel/nakai"]


@pytest.fixture
def printed(page, server: str):
    """Open lectures as they are printed on A4."""

    def opened(lecture: str):
        page.set_viewport_size({"width": 670, "height": 900})
        page.goto(f"{server}/book/{lecture}.html")
        page.emulate_media(media="print")
        return page

    return opened


@pytest.mark.parametrize("lecture", LECTURES)
def test_what_is_for_a_screen_is_not_printed(printed, lecture: str) -> None:
    page = printed(lecture)
    assert page.locator(".bd-article h1").first.is_visible()
    for gone in (".pr-downloads", "details.hide", ".headerlink", ".pr-citing", ".pr-live"):
        shown = page.locator(gone)
        assert not [i for i in range(shown.count()) if shown.nth(i).is_visible()], gone


@pytest.mark.parametrize("lecture", LECTURES)
def test_solutions_are_printed_and_nothing_is_cut(printed, lecture: str) -> None:
    page = printed(lecture)
    texts = page.locator("details.sd-dropdown .sd-summary-content")
    assert texts.count() and all(texts.nth(i).is_visible() for i in range(texts.count()))
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".bd-article :is(.pr-scroll, pre)")]
        .filter((box) => box.offsetParent && box.scrollWidth > box.clientWidth + 1
          && getComputedStyle(box).overflowX !== "visible").map((box) => box.className)"""
    )
    assert cut == []


def test_an_entry_is_cited_while_the_address_names_it(page, server: str) -> None:
    page.goto(f"{server}/book/ledger.html")
    box = page.locator(".pr-citing")
    assert box.locator("summary").inner_text() == "Cite this page"
    page.goto(f"{server}/book/ledger.html#guts-table1-value-2")
    box.get_by_text("Cite this entry").click()
    text, bibtex = box.locator("pre").all_inner_texts()
    assert "“The ledger”, entry guts-table1-value-2. In Parlor Games, Recomputed" in text
    assert bibtex.startswith("@incollection{parlor-games-recomputed-ledger-guts-table1-value-2,")
    assert "title = {The ledger, entry guts-table1-value-2}" in bibtex
