"""What the tests of the games to play share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from browsing import ROOT
from probes import axe_faults

PLAY = ROOT / "book" / "assets" / "static" / "play"


@contextmanager
def rules_of(browser: Any, kind: str) -> Iterator[Any]:
    """Give an empty page with the functions of a game, which know its rules and no page."""
    with browser.new_context() as context:
        page = context.new_page()
        for name in ("shared", kind):
            page.add_script_tag(path=str(PLAY / f"{name}.js"))
        yield page


def unfold(page: Any) -> None:
    """Open the settings, which a reader does not see at first."""
    page.locator(".pr-settings > summary").click()


def set_open(page: Any) -> list[str]:
    """What is set by choosing or typing and stands open: none should before it is unfolded."""
    assert not page.locator(".pr-live > .pr-controls:first-child").count(), "the board comes first"
    return page.evaluate(
        """() => [...document.querySelectorAll('.pr-live :is(select, [type=number])')]
        .filter(e => e.checkVisibility()).map(e => e.dataset.key)"""
    )


def answer(page: Any, function: str, given: Any) -> Any:
    """Evaluate on a page, which answers in one text: Playwright is slow with many numbers."""
    return json.loads(page.evaluate(f"given => JSON.stringify(({function})(given))", given))


def faults(page: Any) -> list[str]:
    """Return what axe finds wrong with the game on a page."""
    return axe_faults(page, within=".pr-play")


def faults_on_a_phone(page: Any) -> list[str]:
    """The same, and what does not fit a phone or is too small for a finger."""
    width = page.viewport_size["width"]
    cut = page.locator(".pr-play *").evaluate_all(
        "(all, width) => all.filter(e => e.getBoundingClientRect().right > width + 1)"
        ".map(e => `cut off: ${e.className}`)",
        width,
    )
    small = page.locator(".pr-play :is(button, input, select)").evaluate_all(
        """all => all.filter(e => {
             const box = e.getBoundingClientRect();
             return box.width < 24 || box.height < 24;
           }).map(e => `small: ${e.outerHTML}`)"""
    )
    wide = page.evaluate("document.documentElement.scrollWidth") > width
    return faults(page) + cut + small + ["the page scrolls sideways"] * wide


def within(sample: np.ndarray, exact: float) -> None:
    """Check that the mean of a sample is within four standard errors of what it should be."""
    error = sample.std() / np.sqrt(sample.size)
    assert abs(sample.mean() - exact) <= 4 * error + 1e-6
