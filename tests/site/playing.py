"""What the tests of the games to play share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page

from browsing import ROOT
from probes import OVERFLOW, axe_faults

PLAY = ROOT / "book" / "assets" / "static" / "play"
# page, place, what stands there without scripts, and a game to play to its end
GAMES = {
    "token": (
        "token_game/index", "token-game-play", "Ten stacks", "board=clock&players=6&seed=2",
    ),
    "guts": ("guts/index", "guts-table", "Three hands", "others=15&seed=2"),
    "goofspiel": ("goofspiel/index", "goofspiel-play", "A prize of 4", "cards=5&seed=7"),
    "nakai": ("goofspiel/nakai", "goofspiel-play-nakai", "A prize of 0.7", "side=I&seed=7"),
    "yankee": ("yankee_swap/index", "yankee-swap-play", "Five seats", "players=6&seat=4&seed=8"),
    "resteal": ("yankee_swap/stealing_again", "yankee-swap-resteal", "Two seats", "seed=8"),
    "gift": (
        "gift_exchange/index", "gift-exchange-play", "Six guests",
        "party=correlated&seat=3&rule=hand&seed=8",
    ),
}  # fmt: skip
CHOICES = ":is(.pr-actions, .pr-acts) button:not([aria-disabled]), .pr-stack"


class Game:
    """The first game of a page from disk; others may stand where the text needs them."""

    def __init__(self, page: Page, site: Path, name: str) -> None:
        place, widget, _, self.usual = GAMES[name]
        self.page = page
        self.address = f"{(site / f'book/{place}.html').as_uri()}#widget-{widget}:"
        self.failed: list[str] = []
        page.on("pageerror", lambda error: self.failed.append(str(error)))
        self.board = page.locator(".pr-play").first
        self.status = self.board.locator(".pr-status").first
        self.why = self.board.get_by_role("group", name="What was best and why")
        self.choices = self.board.locator(CHOICES)

    def open(self, state: str) -> Game:
        """Set it up by its address."""
        return self.go(self.address + state)

    def go(self, address: str) -> Game:
        """Open an address anew: by its end alone, a page would not be loaded again."""
        self.page.goto("about:blank")
        self.page.goto(address)
        return self

    def press(self, *names: str) -> None:
        """Click buttons, one after the other."""
        for name in names:
            self.board.get_by_role("button", name=name, exact=True).click()

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def stack(self, number: int) -> Locator:
        """A stack of the token game."""
        return self.board.get_by_role("button", name=re.compile(rf"^Stack {number}, "))

    def unfold(self) -> None:
        """Open the settings, which a reader does not see at first."""
        self.board.locator(".pr-settings > summary").click()

    def set_open(self) -> list[str]:
        """What is set by choosing or typing and stands open: none should before it is unfolded."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('.pr-live :is(select, [type=number])')]
            .filter(e => e.checkVisibility()).map(e => e.dataset.key)"""
        )

    def faults(self) -> list[str]:
        """What axe finds wrong, what does not fit, and what is too small for a finger."""
        found = axe_faults(self.page, also=["target-size"], within=".pr-play")
        return self.page.evaluate(OVERFLOW) + found


@contextmanager
def rules_of(browser: Any, kind: str, data: Any = None) -> Iterator[Any]:
    """Give an empty page with the functions of a game, which know its rules, and its `data`."""
    with browser.new_context() as context:
        page = context.new_page()
        for name in ("shared", kind):
            page.add_script_tag(path=str(PLAY / f"{name}.js"))
        page.evaluate("text => { window.data = JSON.parse(text); }", json.dumps(data))
        yield page


def answer(page: Any, function: str, given: Any) -> Any:
    """Evaluate on a page that is asked and answers in a text: Playwright is slow with numbers."""
    call = f"given => JSON.stringify(({function})(JSON.parse(given)))"
    return json.loads(page.evaluate(call, json.dumps(given)))


def within(sample: np.ndarray, exact: float) -> None:
    """Check that the mean of a sample is within four standard errors of what it should be."""
    error = sample.std() / np.sqrt(sample.size)
    assert abs(sample.mean() - exact) <= 4 * error + 1e-6
