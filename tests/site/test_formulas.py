"""Formulas and numbers in the built files: set, and not as they were typed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from browsing import PLACES

_LEFT = re.compile(
    r"<(code|pre|kbd|samp|script|style|math|textarea|title)\b.*?</\1>|<!--.*?-->", re.DOTALL
)
_TOLD = re.compile(r'\b(?:aria-label|title|alt)="([^"]*)"')
# formulas that stand as text: t_{k}, x_1, p^2, $x$; names such as n_players are none
_RAW = re.compile(
    r"_\{|\^\{|(?<![A-Za-z_.])[A-Za-z]_\w{1,2}\b|\w\^[\w({-]|\\[a-z]{2,}|\$[^\s$]+\$(?!\d)"
)
_NUMBERS = re.compile(
    r"(?<![\w.)\]-])-[$]?\.?\d|(?<![\w.])\d(?:\.\d+)?e[+-]?\d+\b|[\u2212-]0\.0+\b"
)
# not of the reference: docstrings are read in editors too
BY_HAND = [name for name in PLACES if "/reference/" not in name]


@pytest.mark.parametrize("name", BY_HAND)
def test_formulas_and_numbers_are_set(site: Path, name: str) -> None:
    assert faults((site / f"{name}.html").read_text("utf-8")) == []


def faults(page: str) -> list[str]:
    """Return what a page shows as typed: formulas in TeX, hyphens for minus, 7e-05, -0.0."""
    article = re.search(r"<article\b.*</article>", page, re.DOTALL)
    shown = _LEFT.sub(" ", article[0] if article else page)
    texts = [*re.split(r"<[^>]*>", shown), *_TOLD.findall(shown)]
    return [
        text.strip()[:160]
        for text in map(unescape, texts)
        if _RAW.search(text) or _NUMBERS.search(text)
    ]


def test_canary_what_is_typed_is_seen() -> None:
    typed = ["t_{k-1}^2", "x_1", "p^2", "$t$", "-0.5", "7e-05", "\u22120.000", "(-3, 1)"]
    assert faults("".join(f"<td>{text}</td>" for text in typed)) == typed
    kept = "<code>x_1 -1</code><p>always_open, 1-5, 2026-11-22, t\u2096, \u22120.5, $8</p>"
    assert faults(kept) == []
