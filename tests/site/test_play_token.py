"""The token game, played on its page from disk: by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE
from playing import faults_on_a_phone, set_open, unfold


def opened(page: Page, site: Path, state: str) -> Page:
    """Open a game by its address."""
    page.goto("about:blank")
    page.goto(f"{(site / 'book/token_game/index.html').as_uri()}#widget-token-game-play:{state}")
    return page


def published(site: Path, board: str, players: int) -> dict:
    """The chapter's own row for a board, from its download."""
    rows = json.loads((site / f"downloads/token_game/{board}.json").read_text("utf-8"))
    return next(row for row in rows if row["players"] == players)


def stack(page: Page, number: int):
    return board(page).get_by_role("button", name=re.compile(rf"^Stack {number}, "))


def board(page: Page):
    """The first board of the page, beside which others stand where the text needs them."""
    return page.locator(".pr-play").first


def status(page: Page):
    return board(page).locator(".pr-status")


@pytest.mark.parametrize("board, players", [("line", 3), ("clock", 4)])
def test_hints_bring_what_the_table_says(site: Path, page: Page, board: str, players: int) -> None:
    row = published(site, board, players)
    play = opened(page, site, "").locator(".pr-play").first
    unfold(page)
    play.get_by_label("Board").select_option(board)
    play.get_by_label("Players").select_option(str(players))
    for seat in range(1, players + 1):
        play.get_by_label("Your seat").select_option(str(seat))
        play.get_by_role("button", name="Hint").click()
        move = int(re.search(r"stack (\d+)", status(page).inner_text())[1])
        assert move == row["optimal strategies"][0][seat - 1]
        stack(page, move).click()
        worth = f"${row['payoffs'][seat - 1]:g}".replace(".5", ".50")
        expect(status(page)).to_contain_text(f"You take {worth}. Stack {move} was the best")
        play.get_by_role("button", name="New game").click()


def test_a_bad_move_is_explained_and_taken_back(site: Path, page: Page) -> None:
    opened(page, site, "seed=1")
    stack(page, 7).click()
    expect(status(page)).to_contain_text("You take $7. Stack 5 was better: it brings $21")
    why = board(page).get_by_role("group", name="What was best and why")
    expect(why).to_contain_text("After stack 7 B went to 8 and C to 6, and you have stack 7: $7.")
    expect(why).to_contain_text("After stack 5 B would go to 9 and C to 8")
    board(page).get_by_role("button", name="Hint").click()
    expect(status(page)).to_contain_text("what was best then: stack 5")
    board(page).get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("You are A: choose a stack.")
    stack(page, 5).click()
    expect(status(page)).to_contain_text("You take $21.")


def test_a_game_is_in_its_address(site: Path, page: Page) -> None:
    opened(page, site, "board=clock&players=5&seat=2&seed=9")
    stack(page, 12).click()
    told, address = status(page).inner_text(), page.url
    assert "seed=9" in address and "moves=" in address
    page.goto("about:blank")
    page.goto(address)
    expect(status(page)).to_have_text(told)
    unfold(page)
    board(page).get_by_label("Seed").fill("10")
    board(page).get_by_label("Seed").press("Enter")
    assert "seed=10" in page.url
    page.goto(f"{address.partition('#')[0]}#how-it-ends")  # anchors are anchors
    assert page.evaluate("document.querySelector(':target').id") == "how-it-ends"


def test_the_board_stands_on_the_first_screen(site: Path, tab_of) -> None:
    for viewport in ({"width": 390, "height": 844}, {"width": 1280, "height": 800}):
        with tab_of(viewport=viewport) as page:
            page.goto((site / "book/token_game/index.html").as_uri())
            box = board(page).locator(".pr-board").bounding_box()
            assert box["y"] + box["height"] <= viewport["height"]


def test_boards_beside_their_text_open_as_it_says(site: Path, page: Page) -> None:
    page.goto((site / "book/token_game/index.html").as_uri())
    line = page.locator("#widget-token-game-fifteen")
    six = line.get_by_role("button", name=re.compile("^Stack 6, "))
    assert six.get_attribute("aria-label") == "Stack 6, $6, brings $32, best"
    six.click()
    expect(line.locator(".pr-status")).to_contain_text("You take $32.")
    expect(line.get_by_role("cell", name="$34")).to_be_visible()
    expect(status(page)).to_have_text("You are A: choose a stack.")  # the first board stays
    page.goto((site / "book/token_game/ties.html").as_uri())
    expect(status(page)).to_have_text("A on 5, B on 7, C on 9. D is to move: choose a stack.")
    names = [stack(page, number).get_attribute("aria-label") for number in (4, 10)]
    assert names == [f"Stack {number}, ${number}, brings $10, best" for number in (4, 10)]
    shown = board(page).get_by_role("table").inner_text()  # whichever of the two D takes
    assert "$8 to $18" in shown and "$10" in shown
    stack(page, 4).click()
    expect(status(page)).to_contain_text("They take")


def test_it_is_played_by_keyboard_alone(site: Path, page: Page) -> None:
    opened(page, site, "players=2&seat=2&values=on&seed=1")
    expect(status(page)).to_have_attribute("aria-live", "polite")
    expect(status(page)).to_contain_text("A on 7. You are B")
    board(page).get_by_role("button", name="Hint").focus()
    page.keyboard.press("Shift+Tab")  # one stop for the whole board
    assert page.evaluate("document.activeElement.dataset.stack") == "1"
    for key in ("ArrowRight", "ArrowUp", "End", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.stack") == "8"
    expect(board(page).locator(".pr-preview")).to_contain_text("You would take $27.")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("You take $27.")
    assert page.evaluate("document.activeElement.dataset.stack") == "8"
    assert stack(page, 8).get_attribute("aria-label") == "Stack 8, $8, taken by you"


def test_it_is_played_by_touch_on_a_phone_in_the_dark(site: Path, tab_of) -> None:
    with tab_of(color_scheme="dark", has_touch=True, viewport=PHONE) as page:
        opened(page, site, "board=clock&players=6&seed=2")
        assert set_open(page) == []
        board(page).get_by_role("button", name="Hint").tap()
        move = re.search(r"stack (\d+)", status(page).inner_text())[1]
        stack(page, int(move)).tap()
        expect(status(page)).to_contain_text("was the best")
        assert faults_on_a_phone(page) == []
