"""Values that pages name are printed: what nobody reads is not computed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from press.project.places import Page, Project

PROJECT = Project.here()
PAGES = list(PROJECT.notebooks.values())


def printed(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Chapter and name of each value that some texts print."""
    return {found for text in texts for found in re.findall(r"\{\{\s*(\w+)\.(\w+)\s*\}\}", text)}


@cache
def printed_by_pages() -> set[tuple[str, str]]:
    """The same of all pages."""
    return printed(page.read_text("utf-8") for page in (PROJECT.root / "book").rglob("*.md"))


def test_values_in_texts_are_found() -> None:
    texts = [
        "It is {{ demo.worth }}, of\n{{toy.worth}} in all.",
        "demo.share, {{ demo }}, {{ a b }}",
    ]
    assert printed(texts) == {("demo", "worth"), ("toy", "worth")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_every_value_that_a_page_gives_is_printed_by_one(page: Page, site: Path) -> None:
    path = site / "downloads" / page.chapter / f"results-{page.name}.json"
    results = json.loads(path.read_text("utf-8"))
    if "answer" in results:
        return  # a lab gives what whoever asks it may want
    idle = [name for name in results["values"] if (page.chapter, name) not in printed_by_pages()]
    assert not idle, f"{page.address} gives what no page prints: {', '.join(idle)}"
