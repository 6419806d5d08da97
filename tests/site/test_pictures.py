"""What a reader sees, in pictures: every word and token, a move, and in the dark as in the light.

The pictures are of one browser and differ in one thing; `pictures.py` says how.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from playwright.sync_api import Page

from pictures import (
    READERS,
    STATES,
    State,
    apart,
    ink,
    open_state,
    shares,
    taken,
    unseen,
)  # fmt: skip

# what lies on a board, and the first thing that one may do
MARKS = {
    "token game": ".pr-coins, .pr-token",
    "guts": ".pr-hand",
    "goofspiel": ".pr-face",
    "nakai": ".pr-strip, .pr-prize-bar",
    "swap": ".pr-box",
    "gift exchange": ".pr-button",
}
ACT = ":is(.pr-actions, .pr-acts) button:not([aria-disabled]), .pr-stack"


# by turns on a desk in the light and on a phone in the dark; a card is open where it is seen
TURNS = itertools.cycle(["light-1280", "dark-390"])
PAGES = ("title", "proof", "token game, with values", "map", "card, open", "lab", "search",
         "ledger, filtered")  # fmt: skip


@pytest.mark.parametrize("name, reader", [*zip(PAGES, TURNS, strict=False)])
def test_every_word_is_seen(tab_of, folder: str, name: str, reader: str) -> None:
    with tab_of(**READERS[reader]) as page:
        assert unseen(open_state(page, folder, STATES[name])) == []


@pytest.mark.parametrize("name, reader", [*zip(MARKS, TURNS, strict=False)])
def test_a_board_shows_all_that_lies_on_it_and_a_move_taken_back_leaves_no_trace(
    tab_of, folder: str, name: str, reader: str
) -> None:
    with tab_of(**READERS[reader]) as page:
        board = open_state(page, folder, STATES[name])
        before = taken(board)
        page.locator(ACT).first.click()
        page.mouse.move(0, 0)
        filled = shares(board, MARKS[name])
        assert filled and min(filled) > 0.05
        after = taken(board)  # it says what was best
        assert after.shape != before.shape or apart(before, after).any()
        assert unseen(board) == []
        board.get_by_role("button", name="Undo").or_(board.get_by_text("Step back")).click()
        page.mouse.move(0, 0)
        assert not apart(before, taken(board)).any()


def test_a_bar_is_as_full_as_the_number_below_it_says(page: Page, folder: str) -> None:
    board = open_state(page, folder, STATES["guts, lost"])
    told = [float(one) for one in board.locator(".pr-seat b").all_inner_texts()]
    border = 0.12  # of a bar, which is seen where it is not full
    assert len(told) == 3 and np.allclose(shares(board, ".pr-hand"), told, atol=border)


@pytest.mark.parametrize(
    "at, drawing",
    [("book/guts/index.html", ".pr-drawing"), ("book/token_game/audit.html", ".pr-arcs svg")],
)
def test_what_is_drawn_is_seen_in_the_dark_as_well(
    page: Page, dark_page: Page, folder: str, at: str, drawing: str
) -> None:
    gone = "[data-pictured] * { visibility: hidden !important }"
    light, dark = (
        ink(open_state(tab, folder, State(at, drawing)), gone) for tab in (page, dark_page)
    )
    assert light.mean() > 0.01 and (light & dark).sum() > 0.9 * (light | dark).sum()


# what is done to a page, and the words that are not seen then
FAULTS = {
    "a letter without a sign": ("b", "color: transparent", "S"),
    "a letter of no size": ("b", "font-size: 0", "S"),
    "a word that something covers": (
        "i", "position: absolute; inset: 0; background: white", "S seen from above."
    ),
    "a line that is faint": ("p", "opacity: 0.05", "S seen from above."),
    "a line that is cut through": ("p", "height: 8px; overflow: hidden", "S seen from above."),
    "a sentence that is cut": (
        "p", "width: 2.2em; overflow: hidden; text-overflow: ellipsis", "seen from above."
    ),
}  # fmt: skip


def test_canary_a_word_that_is_not_seen_is_told(page: Page) -> None:
    style = "p { position: relative; white-space: nowrap; font: 16px sans-serif; width: 12em }"
    for fault, (place, rule, words) in ({"none": ("p", "", "")} | FAULTS).items():
        page.set_content(
            f"<style>{style} {place} {{ {rule} }}</style>"
            "<main><p><b>S</b> seen from above.<i></i></p></main>"
        )
        assert unseen(page.locator("main")) == words.split(), fault


def test_canary_a_board_without_its_tokens(page: Page, folder: str) -> None:
    board = open_state(page, folder, STATES["token game, after a move"])
    assert min(shares(board, ".pr-token")) > 0.5
    page.add_style_tag(content=".pr-pile .pr-token { opacity: 0 }")
    assert sorted(shares(board, ".pr-token"))[:3] == [0, 0, 0]
