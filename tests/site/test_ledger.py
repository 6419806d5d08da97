"""The ledger in a real Chromium: by mouse and keyboard, with and without scripts."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import resize

PAGE = "book/ledger.html"
FEW = 40  # as in ledger.js
FACETS = ("chapter", "verdict", "diagnosis", "kind")
FILES = ("downloads/ledger.csv", "downloads/beyond/ledger-beyond.csv")  # theirs and ours
ENTRY = "guts-table1-value-2"
Row = dict[str, str]


@pytest.fixture(scope="session")
def rows(site: Path) -> dict[str, Row]:
    """The whole ledger as it can be downloaded, in the page's order, theirs and ours."""
    told = {}
    for name in FILES:
        with (site / name).open(encoding="utf-8", newline="") as file:
            told |= {row["url"].partition("#")[2]: row for row in csv.DictReader(file)}
    order = re.findall(r'<tr id="([\w.-]+)"', (site / PAGE).read_text("utf-8"))
    assert told.keys() == {*order}
    return {name: told[name] for name in order}


@pytest.fixture(scope="session")
def theirs(rows: dict[str, Row]) -> dict[str, Row]:
    """What the sources say."""
    return {name: row for name, row in rows.items() if row["chapter"] != "beyond"}


def ready(page: Page) -> Page:
    """The page, whose script runs after the first paint."""
    page.wait_for_selector(".pr-entries[data-ready]")
    return page


def choices(page: Page) -> dict[tuple[str, str], int]:
    """The counts that the page shows on its choices."""
    told = ready(page).evaluate(
        """() => [...document.querySelectorAll('.pr-choice')].map(label => {
          const box = label.querySelector('input');
          return [box.name, box.value, label.querySelector('b').textContent]; })"""
    )
    return {(name, value): int(count.replace(",", "")) for name, value, count in told}


def fits(row: Row, chosen: dict[str, set[str]], but: str = "") -> bool:
    """Whether a row is among what is chosen, whatever is chosen of one facet."""
    return all(row[name] in values for name, values in chosen.items() if values and name != but)


def counted(rows: dict[str, Row], chosen: dict[str, set[str]]) -> dict[tuple[str, str], int]:
    """The same, counted from the file: each choice among what the other choices leave."""
    counts: Counter[tuple[str, str]] = Counter()
    for facet in FACETS:
        left = [row for row in rows.values() if fits(row, chosen, but=facet)]
        counts.update((facet, row[facet]) for row in left)
        if facet == "verdict":
            counts.update(("group", row["group"]) for row in left)
    return counts


def shown(page: Page) -> list[str]:
    """The ids of the rows that are shown."""
    rows = "[...document.querySelectorAll('.pr-entries tbody tr:not([hidden])')]"
    return ready(page).evaluate(f"{rows}.map(e => e.id)")


def total(page: Page) -> int:
    return int(ready(page).locator(".pr-count b").inner_text().replace(",", ""))


def tick(page: Page, name: str, value: str) -> None:
    page.evaluate("document.querySelector('.pr-filter details').open = true")
    page.locator(f'.pr-choice:has(input[name="{name}"][value="{value}"])').click()


def test_counts_are_those_of_the_file_and_few_rows_stand_there_until_one_asks_for_all(
    page: Page, folder: str, theirs: dict[str, Row]
) -> None:
    page.goto(f"{folder}/{PAGE}")
    chosen: dict[str, set[str]] = {facet: set() for facet in FACETS}
    for name, value in [("verdict", "fails"), ("chapter", "guts"), ("chapter", "goofspiel"),
                        ("diagnosis", "misprint")]:  # fmt: skip
        tick(page, name, value)
        expect(page.locator(":focus")).to_have_attribute("name", name)
        chosen[name].add(value)
        own = counted(theirs, chosen)
        assert all(own[choice] == count for choice, count in choices(page).items())
        wanted = [name for name, row in theirs.items() if fits(row, chosen)]
        assert total(page) == len(wanted) and shown(page) == wanted[:FEW]
    page.locator(".pr-clear").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pr-find")).to_be_focused()
    expect(page.locator(".pr-count")).to_have_attribute("role", "status")
    names = [*theirs]
    assert shown(page) == names[:FEW] and total(page) == len(names)
    page.locator(".pr-more button").click()
    assert shown(page) == names
    expect(page.locator(":focus")).to_have_id(names[FEW])
    expect(page.locator(".pr-more")).to_be_hidden()
    page.locator("#pr-find").fill("0.0132")
    page.wait_for_url("**find=0.0132")
    assert shown(page)[0] == ENTRY


def test_an_address_gives_the_same_view_and_back_the_one_before(
    page: Page, folder: str, theirs: dict[str, Row]
) -> None:
    page.goto(f"{folder}/book/index.html")
    link = page.locator("a[href*='ledger.html?verdict=partly']").first
    told = int("".join(filter(str.isdigit, link.inner_text().split()[0])))
    link.click()
    page.wait_for_url("**/ledger.html?verdict=partly")
    assert total(page) == told == sum(row["verdict"] == "partly" for row in theirs.values())
    tick(page, "kind", "claim")
    page.locator("select[name=sort]").select_option("verdict")
    page.locator("#pr-find").fill("threshold")
    page.wait_for_url("**find=threshold*")
    ids = shown(page)
    page.reload()
    assert shown(page) == ids and ids
    expect(page.locator("#pr-find")).to_have_value("threshold")
    page.go_back()
    assert "sort=" not in page.url and "kind=claim" in page.url
    page.go_back()
    assert page.url.endswith("?verdict=partly")
    expect(page.locator('input[name="kind"][value="claim"]')).not_to_be_checked()
    tick(page, "group", "disagree")
    page.wait_for_url(lambda url: "disagree" in url)
    tick(page, "verdict", "fails")  # one less of those that the group stands for
    assert page.evaluate("document.querySelector('input[value=disagree]').indeterminate")
    page.wait_for_url(lambda url: "fails" not in url and "differs" in url)


def test_an_entry_has_an_address_even_if_a_filter_hides_it_and_leads_to_its_check(
    page: Page, server: str, theirs: dict[str, Row]
) -> None:
    page.goto(f"{server}/{PAGE}?chapter=goofspiel#{ENTRY}")
    row = page.locator(f"tr[id='{ENTRY}']")
    assert total(page) == len(theirs)  # all are read, and it stands in its place
    expect(row).to_be_in_viewport()
    assert page.evaluate("document.activeElement.closest('tr').id") == ENTRY
    page.evaluate("scrollBy(0, 600)")
    expect(page.locator(".pr-entries thead th").first).to_be_in_viewport()  # the head stays
    # the same without leaving the page
    tick(page, "chapter", "goofspiel")
    expect(row).to_be_hidden()
    page.evaluate(f"location.hash = '{ENTRY}'")
    row.locator(".pr-verdict").click()
    page.wait_for_url("**/guts/audit.html#entry-table1-value-2")
    page.locator("#entry-table1-value-2").click()
    page.wait_for_url(f"**/ledger.html#{ENTRY}")
    row.locator("a.pr-by").click()
    page.wait_for_url("**/guts/audit.html#check-*")
    fold = page.locator("details.pr-check:target")
    expect(fold).to_have_attribute("open", "")
    expect(fold).to_contain_text("table1.value")


def test_without_scripts_the_whole_table_is_there(
    tab_of, folder: str, rows: dict[str, Row]
) -> None:
    name = [*rows][-1]
    with tab_of(java_script_enabled=False) as page:
        page.goto(f"{folder}/{PAGE}?verdict=fails#{name}")
        expect(page.locator(".pr-entries tbody tr:visible")).to_have_count(len(rows))
        expect(page.locator(".pr-filter")).to_be_hidden()
        expect(page.locator(f"tr[id='{name}']")).to_be_in_viewport()


def test_on_paper_stands_what_is_in_view_in_its_order(
    page: Page, server: str, theirs: dict[str, Row]
) -> None:
    page.goto(f"{server}/{PAGE}?chapter=guts&kind=number&sort=printed")
    values = {name: float(row["printed_value"] or "nan") for name, row in theirs.items()}
    drawn = [values[name] for name in shown(page)]
    assert drawn == sorted(drawn)
    page.locator("select[name=sort]").select_option("printed-down")
    page.wait_for_url("**sort=printed-down")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    resize(page, 720, 1000)  # the width of a sheet
    drawn = [values[name] for name in shown(page)]
    assert drawn == sorted(drawn, reverse=True)
    wanted = {"chapter": {"guts"}, "kind": {"number"}}
    assert len(drawn) == sum(fits(row, wanted) for row in theirs.values()) > FEW
    right = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.pr-entries tr > :last-child')]"
        ".map(e => e.getBoundingClientRect().right))"
    )
    assert right <= 720
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert len(shown(page)) == FEW
