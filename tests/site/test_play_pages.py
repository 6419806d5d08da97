"""Four more games, played on their pages from disk: by keyboard, by touch, and explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE
from playing import faults_on_a_phone, set_open

CHOICES = ".pr-actions button:not([aria-disabled])"
# page, place, what stands there without scripts, and a game to play to its end
GAMES = {
    "goofspiel": ("goofspiel/index", "goofspiel-play", "A prize of 4", "cards=5&seed=7"),
    "nakai": ("goofspiel/nakai", "goofspiel-play-nakai", "A prize of 0.7", "side=I&seed=7"),
    "yankee": ("yankee_swap/index", "yankee-swap-play", "Five seats", "players=6&seat=4&seed=8"),
    "resteal": ("yankee_swap/stealing_again", "yankee-swap-resteal", "Two seats", "seed=8"),
    "gift": (
        "gift_exchange/index", "gift-exchange-play", "Six guests",
        "party=correlated&seat=3&rule=hand&seed=8",
    ),
    "story": ("gift_exchange/index", "gift-exchange-play", "Six guests", "seed=1&rule=drawn"),
}  # fmt: skip
BROKEN = "seed=x&cards=99&side=&prizes=-1&players=0&seat=77&moves=a.9..&party=q&rule=q"
STILLS = {
    ("guts/index", "guts-table", "Three hands"),
    ("token_game/index", "token-game-play", "Ten stacks"),
}


def opened(page: Page, site: Path, game: str, state: str | None = None) -> Page:
    """Open a game by its address; what fails on the page is listed in `page.failed`."""
    place, name, _, usual = GAMES[game]
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.goto("about:blank")
    address = (site / f"book/{place}.html").as_uri()
    page.goto(f"{address}#widget-{name}:{usual if state is None else state}")
    page.failed = failed  # type: ignore[attr-defined]
    return page


def board(page: Page):
    """The first game of a page, which may have more of them."""
    return page.locator(".pr-play").first


def status(page: Page):
    return board(page).locator("> .pr-live > .pr-status")


def told_why(page: Page):
    return board(page).get_by_role("group", name="What was best and why")


def play_on(page: Page) -> int:
    """Press Enter on what is next until the game is over; how often."""
    page.locator(CHOICES).first.focus()
    for pressed in range(60):
        if "is over" in status(page).inner_text():
            return pressed
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.closest('.pr-play') !== null")
    raise AssertionError(status(page).inner_text())


@pytest.mark.parametrize("game", [game for game in GAMES if game != "story"])
def test_it_is_played_to_its_end_on_a_phone_and_taken_back(site: Path, tab_of, game: str) -> None:
    scheme = ("light", "dark")[list(GAMES).index(game) % 2]
    with tab_of(color_scheme=scheme, has_touch=True, viewport=PHONE) as page:
        opened(page, site, game)
        assert set_open(page) == []
        expect(status(page)).to_have_attribute("aria-live", "polite")
        first = status(page).inner_text()
        pressed = play_on(page)
        assert pressed >= 1
        expect(told_why(page)).not_to_be_empty()
        end, address = status(page).inner_text(), page.url
        page.goto("about:blank")
        page.goto(address)  # the game is in its address
        expect(status(page)).to_have_text(end)
        assert faults_on_a_phone(page) == []
        undo = board(page).get_by_role("button", name=re.compile("^(Undo|Step back)$"))
        undo.tap()
        assert status(page).inner_text() != end or pressed > 1
        for _ in range(60):
            if undo.get_attribute("aria-disabled"):
                break
            page.keyboard.press("Enter")
        expect(status(page)).to_have_text(first)
        assert not page.failed  # type: ignore[attr-defined]
        opened(page, site, game, BROKEN)
        expect(status(page)).not_to_be_empty()
        assert not page.failed  # type: ignore[attr-defined]


def test_goofspiel_is_played_by_arrow_keys_and_explains_a_bad_bid(site: Path, page: Page) -> None:
    opened(page, site, "goofspiel", "cards=5&seed=7")
    page.locator(CHOICES).first.focus()
    texts = []
    for key in ("ArrowRight", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        texts.append(page.evaluate("document.activeElement.textContent"))
    assert texts[0] != texts[1] == texts[3] != texts[2]
    board(page).get_by_role("button", name="Bid 3").click()
    why = told_why(page)
    expect(why).to_contain_text("You bid 3 for the prize 5")
    expect(why).to_contain_text("it cost 0.93 on average")
    expect(why.locator("tr", has_text="3: yours")).to_contain_text("0.93")
    duel = board(page).locator(".pr-line", has_text="Round 1: prize 5")  # it stays in sight
    expect(duel.locator(".pr-face")).to_have_text(["3", re.compile(r"\d")])
    board(page).get_by_label("Show what is best before I bid").check()
    expect(why).to_contain_text("Now, for the prize 4")
    play_on(page)
    duels = board(page).locator(".pr-line", has_text="Round ")
    expect(duels).to_have_count(2)  # her last choice, and the card that was left
    expect(status(page)).to_contain_text("average")  # what her choice was worth
    board(page).get_by_role("button", name="Play another").focus()
    page.keyboard.press("Enter")
    assert "is over" not in status(page).inner_text()
    assert page.evaluate("document.activeElement.matches('.pr-play button')")


def test_a_box_of_the_swap_is_taken_by_a_tap_and_it_says_what_if(site: Path, page: Page) -> None:
    opened(page, site, "yankee", "players=6&seat=4&seed=8&moves=n.n.n")
    may = board(page).locator(".pr-table-seats li[data-may]")
    assert may.count() == board(page).locator(CHOICES).count() > 1
    may.first.click()
    expect(status(page)).to_contain_text(re.compile("You did what was best|Best was to"))
    expect(may).to_have_count(0)
    opened(page, site, "yankee", "players=6&seat=4&seed=8&moves=n.n.n.0")
    seats = page.locator(".pr-table-seats li")
    expect(seats.nth(3)).to_contain_text("seat 5 would take it")
    expect(seats.nth(1)).to_contain_text("locked")
    what_if = page.get_by_role("group", name="What if")
    expect(what_if).to_contain_text("take it. Taking it is worth 0.40, opening one 0.375")
    what_if.get_by_role("slider", name="Value of the box").focus()
    for _ in range(15):
        page.keyboard.press("ArrowLeft")
    expect(what_if).to_contain_text("open another. Taking it is worth 0.25, opening one 0.375")


def test_the_guest_who_decides_is_asked_and_the_story_is_told(site: Path, page: Page) -> None:
    opened(page, site, "story", "seed=1")
    expect(status(page)).to_contain_text("It is your turn: choose.")
    page.get_by_role("button", name="Take Ann\u2019s book").click()
    expect(status(page)).to_contain_text("You take the book from Ann. ")
    expect(status(page)).to_contain_text("Eve takes the book from you. It is your turn")
    assert "Ben" not in status(page).inner_text(), "the verdict does not drown"
    expect(told_why(page)).to_contain_text("Then: Ann takes the chocolate from Ben.")
    expect(told_why(page)).to_contain_text("Take Ann\u2019s book: done")
    opened(page, site, "story", "seed=1&rule=drawn&moves=n.n.n.n.n")
    expect(told_why(page)).to_contain_text(
        "worth 0.70 to Ann. That is more than 0.60, the threshold."
    )
    expect(page.locator(".pr-party")).to_contain_text("book, locked")
    page.get_by_role("button", name="To the end").click()
    expect(status(page)).to_contain_text("Ann swaps with Eve and has the book")


def test_without_scripts_there_is_a_sentence_and_a_picture(site: Path, tab_of) -> None:
    with tab_of(java_script_enabled=False) as page:
        for place, name, picture in sorted({*STILLS, *(game[:3] for game in GAMES.values())}):
            page.goto((site / f"book/{place}.html").as_uri())
            still = page.locator(f"#widget-{name} .pr-still")
            expect(still).to_contain_text("This game can be played")
            expect(still.get_by_role("img", name=picture)).to_be_visible()
