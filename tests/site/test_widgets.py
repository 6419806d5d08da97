"""The playable token game, used by clicking and by keyboard, from disk."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def game(site: Path, light) -> Page:
    page = light.new_page()
    page.goto((site / "book/token_game/index.html").as_uri())
    yield page
    page.close()


def published(site: Path, board: str, players: int) -> dict:
    """The chapter's own row for a board, from its download."""
    rows = json.loads((site / f"downloads/token_game/{board}.json").read_text("utf-8"))
    return next(row for row in rows if row["players"] == players)


def choose(page: Page, board: str, players: int, seat: int) -> None:
    play = page.locator(".pr-play")
    play.get_by_label("Board").select_option(board)
    play.get_by_label("Players").select_option(str(players))
    play.get_by_label("Your seat").select_option(str(seat))


def best_move(page: Page) -> int:
    page.get_by_role("button", name="Show best moves").click()
    told = page.locator(".pr-status").inner_text()
    return int(re.search(r"stack (\d+)", told)[1])


@pytest.mark.parametrize("board, players", [("line", 3), ("line", 5), ("clock", 4), ("clock", 5)])
def test_best_moves_bring_what_the_table_says(
    site: Path, game: Page, board: str, players: int
) -> None:
    row = published(site, board, players)
    for seat in range(1, players + 1):
        choose(game, board, players, seat)
        move = best_move(game)
        assert move == row["optimal strategies"][0][seat - 1]
        game.get_by_role("button", name=re.compile(rf"^Stack {move}, ")).click()
        worth = f"${row['payoffs'][seat - 1]:g}"
        expect(game.locator(".pr-status")).to_contain_text(
            f"You take {worth}, the same as in perfect play ({worth})"
        )


def test_a_bad_move_is_paid_less_and_a_new_game_starts_afresh(game: Page) -> None:
    choose(game, "line", 3, 1)
    game.get_by_role("button", name="Stack 1, $1", exact=True).click()
    expect(game.locator(".pr-status")).to_contain_text("less than in perfect play ($21)")
    expect(game.locator(".pr-token[data-seat='1']").first).to_be_visible()
    assert game.locator(".pr-stack[aria-disabled='true']").count() == 10
    game.get_by_role("button", name="New game").click()
    expect(game.locator(".pr-status")).to_have_text("You are A: choose a stack.")
    assert game.locator(".pr-token").count() == 0


def test_it_is_played_by_keyboard_and_tells_a_screen_reader(game: Page) -> None:
    choose(game, "line", 2, 2)
    expect(game.locator(".pr-status")).to_have_attribute("aria-live", "polite")
    expect(game.locator(".pr-status")).to_contain_text("A on 7. You are B")
    game.get_by_role("button", name="Stack 8, $8").focus()
    game.keyboard.press("Enter")
    expect(game.locator(".pr-status")).to_contain_text("You take $27, the same")
    assert game.get_by_role("button", name="Stack 8, $8, taken by B").count() == 1


def test_a_taken_stack_cannot_be_taken_again(game: Page) -> None:
    choose(game, "line", 3, 3)
    before = game.locator(".pr-token").count()
    taken = game.locator(".pr-stack[aria-disabled='true']").first
    taken.click(force=True)
    assert game.locator(".pr-stack .pr-token").count() == before
