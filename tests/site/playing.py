"""What the tests of the games to play share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT

from browsing import ROOT

PLAY = ROOT / "book" / "assets" / "static" / "play"


@contextmanager
def rules_of(browser: Any, kind: str) -> Iterator[Any]:
    """Give an empty page with the functions of a game, which know its rules and no page."""
    with browser.new_context() as context:
        page = context.new_page()
        for name in ("shared", kind):
            page.add_script_tag(path=str(PLAY / f"{name}.js"))
        yield page


def answer(page: Any, function: str, given: Any) -> Any:
    """Evaluate on a page, which answers in one text: Playwright is slow with many numbers."""
    return json.loads(page.evaluate(f"given => JSON.stringify(({function})(given))", given))


def faults(page: Any) -> list[str]:
    """Return what axe finds wrong with the game on a page."""
    page.evaluate(AXE_SCRIPT)
    told = page.evaluate("axe.run('.pr-play', { resultTypes: ['violations'] })")
    return [f"{one['id']}: {node['html']}" for one in told["violations"] for node in one["nodes"]]


def within(sample: np.ndarray, exact: float) -> None:
    """Check that the mean of a sample is within four standard errors of what it should be."""
    error = sample.std() / np.sqrt(sample.size)
    assert abs(sample.mean() - exact) <= 4 * error + 1e-6
