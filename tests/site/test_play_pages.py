"""The games, played on their pages from disk: by keyboard, by touch, and explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE
from playing import GAMES, Game

BROKEN = "seed=x&cards=99&side=&prizes=-1&players=0&seat=77&moves=a.9..&party=q&rule=q"
OVER = "is over|You take|Well played|A mistake"
Play = Callable[..., Game]


def play_on(game: Game) -> int:
    """Press Enter on what is next until the game is over; how often."""
    game.choices.first.focus()
    for pressed in range(60):
        if re.search(OVER, game.status.inner_text()):
            return pressed
        game.keys("Enter")
        assert game.page.evaluate("document.activeElement.closest('.pr-play') !== null")
    raise AssertionError(game.status.inner_text())


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_to_its_end_on_a_phone_and_taken_back(site: Path, tab_of, name: str) -> None:
    scheme = ("dark", "light")[[*GAMES].index(name) % 2]
    with tab_of(color_scheme=scheme, has_touch=True, viewport=PHONE) as page:
        game = Game(page, site, name)
        game.open(game.usual)
        assert game.set_open() == []
        assert not page.locator(".pr-live > .pr-controls:first-child").count(), "the board is first"
        expect(game.status).to_have_attribute("aria-live", "polite")
        first = game.status.inner_text()
        pressed = play_on(game)
        assert pressed >= 1
        expect(game.why).not_to_be_empty()
        end = game.status.inner_text()
        if name != "guts":  # which goes on with the next deal
            game.go(page.url)  # the game is in its address
            expect(game.status).to_have_text(end)
        assert game.faults() == []
        undo = game.board.get_by_role("button", name=re.compile("^(Undo|Step back)$"))
        undo.tap()
        assert game.status.inner_text() != end or pressed > 1
        for _ in range(60):
            if undo.get_attribute("aria-disabled"):
                break
            game.keys("Enter")
        expect(game.status).to_have_text(first)
        expect(game.open(BROKEN).status).not_to_be_empty()
        assert not game.failed


def test_goofspiel_is_played_by_arrow_keys_and_explains_a_bad_bid(play: Play, page: Page) -> None:
    game = play("goofspiel", "cards=5&seed=7")
    game.choices.first.focus()
    texts = []
    for key in ("ArrowRight", "ArrowLeft", "End", "Home"):
        game.keys(key)
        texts.append(page.evaluate("document.activeElement.textContent"))
    assert texts[0] != texts[1] == texts[3] != texts[2]
    game.press("Bid 3")
    expect(game.why).to_contain_text("You bid 3 for the prize 5")
    expect(game.why).to_contain_text("it cost 0.93 on average")
    expect(game.why.locator("tr", has_text="3: yours")).to_contain_text("0.93")
    duels = game.board.locator(".pr-line", has_text="Round ")  # they stay in sight
    expect(duels.first.locator(".pr-face")).to_have_text(["3", re.compile(r"\d")])
    game.board.get_by_label("Show what is best before I bid").check()
    expect(game.why).to_contain_text("Now, for the prize 4")
    play_on(game)
    expect(duels).to_have_count(2)  # her last choice, and the card that was left
    expect(game.status).to_contain_text("average")  # what her choice was worth
    game.board.get_by_role("button", name="Play another").focus()
    game.keys("Enter")
    assert "is over" not in game.status.inner_text()
    assert page.evaluate("document.activeElement.matches('.pr-play button')")


def test_a_box_of_the_swap_is_taken_by_a_tap_and_it_says_what_if(play: Play) -> None:
    game = play("yankee", "players=6&seat=4&seed=8&moves=n.n.n")
    may = game.board.locator(".pr-table-seats li[data-may]")
    assert may.count() == game.choices.count() > 1
    may.first.click()
    expect(game.status).to_contain_text(re.compile("You did what was best|Best was to"))
    expect(may).to_have_count(0)
    game.open("players=6&seat=4&seed=8&moves=n.n.n.0")
    seats = game.board.locator(".pr-table-seats li")
    expect(seats.nth(3)).to_contain_text("seat 5 would take it")
    expect(seats.nth(1)).to_contain_text("locked")
    what_if = game.page.get_by_role("group", name="What if")
    expect(what_if).to_contain_text("take it. Taking it is worth 0.40, opening one 0.375")
    what_if.get_by_role("slider", name="Value of the box").focus()
    game.keys(*["ArrowLeft"] * 15)
    expect(what_if).to_contain_text("open another. Taking it is worth 0.25, opening one 0.375")


def test_the_guest_who_decides_is_asked_and_the_story_is_told(play: Play) -> None:
    game = play("gift", "seed=1")
    expect(game.status).to_contain_text("It is your turn: choose.")
    game.press("Take Ann\u2019s book")
    expect(game.status).to_contain_text("You take the book from Ann. ")
    expect(game.status).to_contain_text("Eve takes the book from you. It is your turn")
    assert "Ben" not in game.status.inner_text(), "the verdict does not drown"
    expect(game.why).to_contain_text("Then: Ann takes the chocolate from Ben.")
    expect(game.why).to_contain_text("Take Ann\u2019s book: done")
    game.open("seed=1&rule=drawn&moves=n.n.n.n.n")
    expect(game.why).to_contain_text("worth 0.70 to Ann. That is more than 0.60, the threshold.")
    expect(game.board.locator(".pr-party")).to_contain_text("book, locked")
    game.press("To the end")
    expect(game.status).to_contain_text("Ann swaps with Eve and has the book")


@pytest.mark.parametrize("name, shown", [("token", ".pr-board"), ("guts", ".pr-seats")])
@pytest.mark.parametrize("width, height", [(390, 844), (1280, 800)])
def test_a_board_is_seen_at_first_sight_and_the_verdict_where_one_decides(
    site: Path, tab_of, name: str, shown: str, width: int, height: int
) -> None:
    with tab_of(viewport={"width": width, "height": height}) as page:
        game = Game(page, site, name)
        game.go(game.address.partition("#")[0])
        assert page.evaluate("scrollY") == 0
        expect(game.board.locator(shown)).to_be_in_viewport(ratio=1)
        if name == "guts":
            game.press("Hold")
            expect(game.status).to_contain_text(re.compile(OVER))
            expect(game.status).to_be_in_viewport(ratio=0.5)  # it begins with the verdict


def test_without_scripts_there_is_a_sentence_and_a_picture(site: Path, tab_of) -> None:
    with tab_of(java_script_enabled=False) as page:
        for place, widget, picture, _ in GAMES.values():
            page.goto((site / f"book/{place}.html").as_uri())
            still = page.locator(f"#widget-{widget} .pr-still")
            expect(still).to_contain_text("This game can be played")
            expect(still.get_by_role("img", name=picture)).to_be_visible()
