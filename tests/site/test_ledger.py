"""The ledger in a real Chromium: by mouse and keyboard, with and without scripts."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from browsing import resize
from press.site.ledger_page import _GRAVITY

PAGE = "book/ledger.html"
FEW = 40  # as in ledger.js
FACETS = ("chapter", "verdict", "diagnosis", "kind")
Row = dict[str, str]


@pytest.fixture(scope="session")
def rows(site: Path) -> list[Row]:
    """The whole ledger as it can be downloaded."""
    text = (site / "downloads/ledger.csv").read_text("utf-8")
    return sorted(csv.DictReader(io.StringIO(text)), key=gravity)


def gravity(row: Row) -> int:
    """The order in which rows stand: what does not hold first."""
    return _GRAVITY.index(row["verdict"])


@pytest.fixture(scope="session")
def ours(site: Path) -> list[Row]:
    """What the book claims itself, as it can be downloaded."""
    text = (site / "downloads/beyond/ledger-beyond.csv").read_text("utf-8")
    return sorted(csv.DictReader(io.StringIO(text)), key=gravity)


def choices(page) -> dict[tuple[str, str], int]:
    """The counts that the page shows on its choices."""
    page.wait_for_selector(".pr-entries[data-ready]")
    told = page.evaluate(
        """() => [...document.querySelectorAll('.pr-choice')].map(label => {
          const box = label.querySelector('input');
          return [box.name, box.value, label.querySelector('b').textContent]; })"""
    )
    return {(name, value): int(count.replace(",", "")) for name, value, count in told}


def counted(rows: list[Row], chosen: dict[str, set[str]]) -> dict[tuple[str, str], int]:
    """The same, counted from the file: each choice among what the other choices leave."""
    counts: Counter[tuple[str, str]] = Counter()
    for facet in FACETS:
        others = [(name, values) for name, values in chosen.items() if name != facet and values]
        for row in rows:
            if all(row[name] in values for name, values in others):
                counts[facet, row[facet]] += 1
                if facet == "verdict":
                    counts["group", row["group"]] += 1
    return counts


def shown(page) -> list[str]:
    """The ids of the rows that are shown."""
    page.wait_for_selector(".pr-entries[data-ready]")  # its script runs after the first paint
    rows = "[...document.querySelectorAll('.pr-entries tbody tr:not([hidden])')]"
    return page.evaluate(f"{rows}.map(e => e.id)")


def total(page) -> int:
    page.wait_for_selector(".pr-entries[data-ready]")
    return int(page.locator(".pr-count b").inner_text().replace(",", ""))


def tick(page, name: str, value: str) -> None:
    page.evaluate("document.querySelector('.pr-filter details').open = true")
    page.locator(f'.pr-choice:has(input[name="{name}"][value="{value}"])').click()


def test_counts_are_those_of_the_file_and_few_rows_stand_there_until_one_asks_for_all(
    page, folder: str, rows: list[Row]
) -> None:
    page.goto(f"{folder}/{PAGE}")
    chosen: dict[str, set[str]] = {facet: set() for facet in FACETS}
    for name, value in [("verdict", "fails"), ("chapter", "guts"), ("chapter", "goofspiel"),
                        ("diagnosis", "misprint")]:  # fmt: skip
        tick(page, name, value)
        chosen[name].add(value)
        own = counted(rows, chosen)
        assert all(own[choice] == count for choice, count in choices(page).items())
        wanted = [r for r in rows if all(r[k] in v for k, v in chosen.items() if v)]
        assert total(page) == len(wanted)
        assert shown(page) == [r["url"].partition("#")[2] for r in wanted][:FEW]
    page.locator(".pr-clear").focus()
    page.keyboard.press("Enter")
    names = [row["url"].partition("#")[2] for row in rows]
    assert page.evaluate("document.activeElement.id") == "pr-find"
    assert shown(page) == names[:FEW] and total(page) == len(rows)
    page.locator(".pr-more button").click()
    assert shown(page) == names
    assert page.evaluate("document.activeElement.id") == names[FEW]
    assert not page.locator(".pr-more").is_visible()
    page.locator("#pr-find").press_sequentially("0.0132")
    page.wait_for_url("**find=0.0132")
    assert shown(page)[0] == "guts-table1-value-2"


def test_an_address_gives_the_same_view_and_back_the_one_before(
    page, folder: str, rows: list[Row]
) -> None:
    page.goto(f"{folder}/book/index.html")
    link = page.locator("a[href*='ledger.html?verdict=partly']").first
    told = int("".join(filter(str.isdigit, link.inner_text().split()[0])))
    link.click()
    page.wait_for_url("**/ledger.html?verdict=partly")
    assert total(page) == told == sum(row["verdict"] == "partly" for row in rows)
    tick(page, "kind", "claim")
    page.locator("select[name=sort]").select_option("verdict")
    page.locator("#pr-find").fill("threshold")
    page.wait_for_url("**find=threshold*")
    here, ids = page.url, shown(page)
    with page.context.new_page() as other:
        other.goto(here)
        assert shown(other) == ids and ids
        assert other.locator("#pr-find").input_value() == "threshold"
    page.go_back()
    assert "sort=" not in page.url and "kind=claim" in page.url
    page.go_back()
    assert page.url.endswith("?verdict=partly")
    assert not page.locator('input[name="kind"][value="claim"]').is_checked()
    tick(page, "group", "disagree")
    page.wait_for_url(lambda url: "disagree" in url)
    tick(page, "verdict", "fails")  # one less of those that the group stands for
    assert page.evaluate("document.querySelector('input[value=disagree]').indeterminate")
    page.wait_for_url(lambda url: "fails" not in url and "differs" in url)


def test_an_entry_has_an_address_even_if_a_filter_hides_it_and_leads_to_its_check(
    page, server: str, rows: list[Row]
) -> None:
    name = "guts-table1-value-2"
    page.goto(f"{server}/{PAGE}?chapter=goofspiel#{name}")
    row = page.locator(f"tr[id='{name}']")
    assert total(page) == len(rows)  # all are read, and it stands in its place
    box = row.bounding_box()
    assert box is not None and 0 <= box["y"] <= 900
    assert page.evaluate("document.activeElement.closest('tr').id") == name
    page.evaluate("scrollBy(0, 600)")
    head = page.locator(".pr-entries thead th").first.bounding_box()
    assert head is not None and 0 <= head["y"] < 120, "the head stays"
    # the same without leaving the page
    tick(page, "chapter", "goofspiel")
    assert not row.is_visible()
    page.evaluate(f"location.hash = '{name}'")
    row.wait_for()
    row.locator(".pr-verdict").click()
    page.wait_for_url("**/guts/audit.html#entry-table1-value-2")
    page.locator("#entry-table1-value-2").click()
    page.wait_for_url(f"**/ledger.html#{name}")
    row.locator("a.pr-by").click()
    page.wait_for_url("**/guts/audit.html#check-*")
    fold = page.locator("details.pr-check:target")
    assert fold.get_attribute("open") is not None
    assert "table1.value" in fold.inner_text()


def test_the_keyboard_suffices(page, server: str) -> None:
    page.goto(f"{server}/{PAGE}")
    page.locator("#pr-find").focus()
    page.keyboard.type("pair")
    page.wait_for_url("**find=pair")
    for _ in range(40):  # to the first choice
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.pr-filter summary')"):
            page.keyboard.press("Enter")  # unfolds the choices
        if page.evaluate("document.activeElement.name") == "chapter":
            break
    before = total(page)
    page.keyboard.press("Space")
    page.wait_for_url("**chapter=**")
    assert total(page) < before
    # the choice keeps the focus, and what is in view is told
    assert page.evaluate("document.activeElement.name") == "chapter"
    assert page.locator(".pr-count").get_attribute("role") == "status"


def test_without_scripts_the_whole_table_is_there(
    tab_of, folder: str, rows: list[Row], ours: list[Row]
) -> None:
    name = rows[-1]["url"].partition("#")[2]
    with tab_of(java_script_enabled=False) as page:
        page.goto(f"{folder}/{PAGE}?verdict=fails#{name}")
        assert page.locator(".pr-entries tbody tr").count() == len(rows) + len(ours)
        assert page.locator(".pr-filter").bounding_box() is None
        box = page.locator(f"tr[id='{name}']").bounding_box()
        assert box is not None and 0 <= box["y"] < 720


def test_on_paper_stands_what_is_in_view_in_its_order(page, server: str, rows: list[Row]) -> None:
    page.goto(f"{server}/{PAGE}?chapter=guts&kind=number&sort=printed")
    values = {row["url"].partition("#")[2]: float(row["printed_value"] or "nan") for row in rows}
    drawn = [values[name] for name in shown(page)]
    assert drawn == sorted(drawn)
    page.locator("select[name=sort]").select_option("printed-down")
    page.wait_for_url("**sort=printed-down")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    resize(page, 720, 1000)  # the width of a sheet
    drawn = [values[name] for name in shown(page)]
    assert drawn == sorted(drawn, reverse=True)
    wanted = [row for row in rows if row["chapter"] == "guts" and row["kind"] == "number"]
    assert len(drawn) == len(wanted) > FEW
    right = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.pr-entries tr > :last-child')]"
        ".map(e => e.getBoundingClientRect().right))"
    )
    assert right <= 720
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert len(shown(page)) == FEW
