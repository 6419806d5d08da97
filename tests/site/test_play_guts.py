"""Guts, played on its page from disk: what the table tells, keeps back and counts."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from playing import Game

Play = Callable[..., Game]


def test_a_deal_is_told_explained_taken_back_and_stays_beside_the_next(
    play: Play, page: Page
) -> None:
    table = play("guts", "seed=5")
    expect(table.status).to_have_text(re.compile(r"Your hand is 0\.\d+: hold or drop\?"))
    hands = table.board.locator(".pr-seat b")
    assert hands.all_inner_texts()[1:] == ["?", "?"]
    table.press("Hint")
    hint = re.search(r"To (hold|drop) is better", table.status.inner_text())[1]
    table.press(hint.capitalize())
    expect(table.status).to_contain_text("Well played.")
    expect(table.why).to_contain_text(re.compile("This deal they whispered plan [AB]"))
    table.press("Undo")
    expect(table.status).to_contain_text("hold or drop?")
    table.press({"hold": "Drop", "drop": "Hold"}[hint])
    expect(table.status).to_contain_text("A mistake.")
    expect(table.board.locator(".pr-account")).to_contain_text("1 mistake cost you")
    dealt = {f"{float(hand.strip(' ★')):g}" for hand in hands.all_inner_texts()}
    ended = table.status.inner_text().split(". ", 1)[1]  # without the verdict
    for onward in (lambda: table.press("Next deal"), page.reload):
        onward()
        told = table.why.inner_text().splitlines()[0]
        assert told.startswith("The deal before: you ") and told.endswith(ended)
        assert dealt == {f"{float(x):g}" for x in re.findall(r"(?:held|dropped) (0\.\d+|1)", told)}


def test_the_best_threshold_is_kept_back_until_three_decisions(play: Play) -> None:
    table = play("guts", "seed=5")
    for _ in range(2):
        table.press("Drop")
        assert "0.645" not in table.board.inner_text()
        table.press("Next deal")
    table.press("Drop")
    expect(table.why).to_contain_text("The best is to hold above 0.645.")
    expect(table.why).to_contain_text("Why two plans")
    expect(table.board.locator(".pr-account")).to_contain_text("The best threshold is 0.645.")


def test_a_board_stands_where_the_text_speaks_of_its_deal(play: Play, page: Page) -> None:
    play("guts", "")
    beside = page.locator("#widget-guts-whispered")
    expect(beside.locator(".pr-status")).to_contain_text("Your hand is 0.5")
    assert not beside.locator(".pr-settings, .pr-account").count()
    beside.get_by_role("button", name="Hold").click()
    expect(beside.locator(".pr-status")).to_contain_text("A mistake.")
    expect(beside.locator(".pr-why")).to_contain_text("This deal they whispered plan B")


def test_friends_and_strangers_with_and_without_the_weenie_rule(play: Play, page: Page) -> None:
    table = play("guts", "seed=1")
    table.unfold()
    table.board.get_by_label("Friends against you").select_option("15")
    assert table.board.locator(".pr-seat").count() == 16
    table.board.get_by_label("You play").select_option("alone")
    table.press("Drop")
    expect(table.why).to_contain_text("it is an even bet that all others drop")
    table.board.get_by_label("Weenie rule").check()
    expect(table.board.locator(".pr-account")).to_contain_text("deals are counted and not games")
    table.press("Drop")
    expect(table.why).to_contain_text("may be the weenie")
    assert "mode=alone-weenie" in page.url and "others=15" in page.url
