"""Values that pages name are printed: what nobody reads is not computed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from press.project.places import Project

PROJECT = Project.here()


def printed(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Chapter and name of each value that some texts print."""
    return {found for text in texts for found in re.findall(r"\{\{\s*(\w+)\.(\w+)\s*\}\}", text)}


def test_values_in_texts_are_found() -> None:
    texts = [
        "It is {{ demo.worth }}, of\n{{toy.worth}} in all.",
        "demo.share, {{ demo }}, {{ a b }}",
    ]
    assert printed(texts) == {("demo", "worth"), ("toy", "worth")}


def test_every_value_that_a_page_gives_is_printed_by_one(site: Path) -> None:
    known = printed(page.read_text("utf-8") for page in (PROJECT.root / "book").rglob("*.md"))
    given = set()
    for page in PROJECT.notebooks.values():
        path = site / "downloads" / page.chapter / f"results-{page.name}.json"
        results = json.loads(path.read_text("utf-8"))
        if "answer" not in results:  # a lab gives what whoever asks it may want
            given |= {(page.chapter, name) for name in results["values"]}
    assert given
    assert not given - known, "no page prints it"
