"""The token game, played on its page from disk: what it advises, explains and takes back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from playing import Game

Play = Callable[..., Game]


def test_hints_bring_what_the_table_says(site: Path, play: Play) -> None:
    rows = json.loads((site / "downloads/token_game/clock.json").read_text("utf-8"))
    row = next(row for row in rows if row["players"] == 4)
    game = play("token", "")
    game.unfold()
    game.board.get_by_label("Board").select_option("clock")
    game.board.get_by_label("Players").select_option("4")
    for seat in range(1, 5):
        game.board.get_by_label("Your seat").select_option(str(seat))
        game.press("Hint")
        move = int(re.search(r"stack (\d+)", game.status.inner_text())[1])
        assert move == row["optimal strategies"][0][seat - 1]
        game.stack(move).click()
        worth = f"${row['payoffs'][seat - 1]:g}".replace(".5", ".50")
        expect(game.status).to_contain_text(f"You take {worth}. Stack {move} was the best")
        game.press("New game")


def test_a_bad_move_is_explained_and_taken_back(play: Play) -> None:
    game = play("token", "seed=1")
    game.stack(7).click()
    expect(game.status).to_contain_text("You take $7. Stack 5 was better: it brings $21")
    expect(game.why).to_contain_text(
        "After stack 7 B went to 8 and C to 6, and you have stack 7: $7."
    )
    expect(game.why).to_contain_text("After stack 5 B would go to 9 and C to 8")
    game.press("Hint")
    expect(game.status).to_contain_text("what was best then: stack 5")
    game.press("Undo")
    expect(game.status).to_have_text("You are A: choose a stack.")
    game.stack(5).click()
    expect(game.status).to_contain_text("You take $21.")


def test_a_seed_is_in_the_address_and_an_anchor_is_an_anchor(play: Play, page: Page) -> None:
    game = play("token", "board=clock&players=5&seat=2&seed=9")
    game.unfold()
    game.board.get_by_label("Seed").fill("10")
    game.keys("Enter")
    assert "seed=10" in page.url
    page.goto(f"{page.url.partition('#')[0]}#how-it-ends")
    assert page.evaluate("document.querySelector(':target').id") == "how-it-ends"


def test_boards_beside_their_text_open_as_it_says(site: Path, play: Play, page: Page) -> None:
    game = play("token", "")
    line = page.locator("#widget-token-game-fifteen")
    six = line.get_by_role("button", name=re.compile("^Stack 6, "))
    assert six.get_attribute("aria-label") == "Stack 6, $6, brings $32, best"
    six.click()
    expect(line.locator(".pr-status")).to_contain_text("You take $32.")
    expect(line.get_by_role("cell", name="$34")).to_be_visible()
    expect(game.status).to_have_text("You are A: choose a stack.")  # the first board stays
    game.go((site / "book/token_game/ties.html").as_uri())
    expect(game.status).to_have_text("A on 5, B on 7, C on 9. D is to move: choose a stack.")
    names = [game.stack(number).get_attribute("aria-label") for number in (4, 10)]
    assert names == [f"Stack {number}, ${number}, brings $10, best" for number in (4, 10)]
    shown = game.board.get_by_role("table").inner_text()  # whichever of the two D takes
    assert "$8 to $18" in shown and "$10" in shown
    game.stack(4).click()
    expect(game.status).to_contain_text("They take")


def test_it_is_played_by_keyboard_alone(play: Play, page: Page) -> None:
    game = play("token", "players=2&seat=2&values=on&seed=1")
    expect(game.status).to_contain_text("A on 7. You are B")
    game.board.get_by_role("button", name="Hint").focus()
    focused = "document.activeElement.dataset.stack"
    game.keys("Shift+Tab")  # one stop for the whole board
    assert page.evaluate(focused) == "1"
    game.keys("ArrowRight", "ArrowUp", "End", "ArrowLeft", "ArrowLeft")
    assert page.evaluate(focused) == "8"
    expect(game.board.locator(".pr-preview")).to_contain_text("You would take $27.")
    game.keys("Enter")
    expect(game.status).to_contain_text("You take $27.")
    assert page.evaluate(focused) == "8"
    assert game.stack(8).get_attribute("aria-label") == "Stack 8, $8, taken by you"
