"""The search, by typing and by keyboard, from a folder by double click."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from playwright.sync_api import Page, expect

from browsing import watch
from probes import axe_faults


@pytest.fixture
def reader(page: Page, folder: str) -> Iterator[Page]:
    """A reader of the title page; no fault may occur while she searches."""
    faults = watch(page, folder + "/")
    page.goto(f"{folder}/book/index.html")
    yield page
    assert faults == []


def ask(page: Page, query: str) -> None:
    """Open the search by keyboard and ask, at once: after each letter it would search anew."""
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(query)
    expect(page.locator("dialog [role=status]")).to_contain_text("ound")


# what is asked, and where the first result leads
RIGHT = {
    "how to play guts": "guts/index.html#*",
    "play goofspiel": "goofspiel/index.html#play-it*",
    "why does the first player lose": "token_game/index.html#going-first-can-hurt*",
    "payoff.zero_sum": "ledger.html#guts-payoff-zero-sum",
    "guts.play": "reference/guts.html#guts-play*",
    "-0.0132": "ledger.html#guts-table1-value-2",
    "\N{MINUS SIGN}.0132": "ledger.html#guts-table1-value-2",
    "Weenie": "glossary.html#term-Weenie-rule",
    "equilibirum": "glossary.html#term-equilibrium*",  # a slip of the keyboard
}
# and what is among the others
AMONG = {"-0.0132": "/guts/price.html", "Weenie": "/guts/", "Nakai misprint": "ledger.html"}


def test_what_readers_ask_is_found(reader: Page) -> None:
    links = reader.locator("#pr-results a")
    wrong = {}
    for query, place in RIGHT.items():
        ask(reader, query)
        found = links.first.get_attribute("href")
        if not fnmatchcase(found, f"*/{place}"):
            wrong[query] = found
    assert wrong == {}
    for query, place in AMONG.items():
        ask(reader, query)
        expect(reader.locator(f"#pr-results a[href*='{place}']").first).to_be_visible()
    ask(reader, "two against two")
    marks = links.first.locator("mark").all_inner_texts()
    assert {mark.lower() for mark in marks} == {"two against two"}
    ask(reader, "coalition 2 mesh")
    assert "2" not in reader.locator("mark").all_inner_texts()
    for query, told in (("equilibirum", "For “equilibrium”"), ("qwertz", "Nothing found for")):
        ask(reader, query)
        expect(reader.locator("dialog [role=status]")).to_contain_text(told)
    expect(links).to_have_count(0)


def test_a_result_opens_at_its_place_and_a_section_where_its_words_stand(reader: Page) -> None:
    ask(reader, "0.0132")
    reader.keyboard.press("ArrowDown")
    field = reader.get_by_role("combobox")
    chosen = field.get_attribute("aria-activedescendant")
    assert reader.locator(f"[id='{chosen}']").get_attribute("aria-selected") == "true"
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/ledger.html#guts-table1-value-2")
    expect(reader.locator("tr[data-named]")).to_be_in_viewport()
    reader.go_back()
    ask(reader, "cannot talk")
    link = reader.locator("#pr-results a").first.get_attribute("href")
    assert "#friends-who-cannot-talk-can-be-answered:~:text=" in link
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/guts/plans.html#friends-who-cannot-talk-can-be-answered*")
    expect(reader.locator("#friends-who-cannot-talk-can-be-answered")).to_be_in_viewport()


def test_escape_closes_and_the_focus_returns(reader: Page) -> None:
    button = reader.locator(".search-button__button:visible").first
    button.focus()
    reader.keyboard.press("Enter")
    expect(reader.get_by_role("combobox")).to_be_focused()
    reader.keyboard.type("weenie")  # Chromium alone would only empty the field
    reader.locator("#pr-results a").first.wait_for()
    assert axe_faults(reader, within="dialog") == []
    reader.keyboard.press("Escape")
    expect(reader.locator("dialog#pr-search")).to_be_hidden()
    expect(button).to_be_focused()


def test_the_page_of_all_results_can_be_linked(page: Page, folder: str) -> None:
    faults = watch(page, folder + "/")
    page.goto(f"{folder}/search.html?q=weenie")
    page.wait_for_selector("#pr-results li a")
    expect(page.locator("#pr-results .pr-result-title").first).to_have_text("Weenie rule")
    page.get_by_role("searchbox").fill("pseudo-bloc")
    page.keyboard.press("Enter")
    expect(page.locator("#pr-results")).to_contain_text("pseudo-bloc")
    assert page.url.endswith("?q=pseudo-bloc")
    assert faults == []


def test_without_a_script_it_says_what_to_do(tab_of, folder: str) -> None:
    with tab_of(java_script_enabled=False) as page:
        page.goto(f"{folder}/search.html")
        expect(page.locator("main noscript p")).to_be_visible()
        expect(page.get_by_role("searchbox")).to_be_hidden()
