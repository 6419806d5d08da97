"""One value for one quantity in the whole book: what is counted or named twice is the same."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from press.project.errors import BuildError
from press.site.book import values_of

HOLDS = ("holds", "match", "truncated", "within noise")
COUNTS = {
    r"([\d,]+) hold(?! in)": HOLDS,
    r"([\d,]+) (?:hold )?in part": ("partly",),
    r"([\d,]+) (?:do not hold|fail)": ("fails", "differs"),
}


def counted(chapter: str, row: dict[str, str]) -> bool:
    """Whether an entry is of those whose verdicts the chapter's *In brief* counts."""
    if chapter in ("yankee_swap", "gift_exchange"):
        return row["kind"] == "claim"
    return chapter != "token_game" or not row["id"].startswith(("line.", "clock."))


def in_brief(site: Path, chapter: str) -> str:
    """The box at the head of a chapter."""
    page = BeautifulSoup((site / f"book/{chapter}/index.html").read_text("utf-8"), "html.parser")
    box = page.find("p", string="In brief").parent
    return " ".join(box.get_text().split())


@pytest.mark.parametrize(
    "chapter", ["yankee_swap", "gift_exchange", "goofspiel", "token_game", "guts"]
)
def test_in_brief_counts_as_the_ledger_does(site: Path, chapter: str) -> None:
    with (site / "downloads/ledger.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["chapter"] == chapter]
    verdicts = Counter(row["verdict"] for row in rows if counted(chapter, row))
    told = in_brief(site, chapter)
    for pattern, words in COUNTS.items():
        assert [int(n) for n in re.findall(pattern, told)] == [sum(verdicts[w] for w in words)]


@pytest.mark.parametrize("second", [3, 4])
def test_no_two_pages_of_a_chapter_give_a_number_of_one_name(second: int) -> None:
    def run(place: str, **values: int) -> SimpleNamespace:
        page = SimpleNamespace(chapter="demo", place=place)
        return SimpleNamespace(page=page, results=lambda: {"values": values})

    apart = {"demo": run("demo/index", edge=3), "demo/audit": run("demo/audit", other=second)}
    assert values_of(apart) == {"demo.edge": 3, "demo.other": second}
    again = apart | {"demo/lab": run("demo/lab", edge=second)}
    with pytest.raises(BuildError, match="demo/lab: another page has given demo"):
        values_of(again)
