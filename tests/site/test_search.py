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
    """Open the search by keyboard and type."""
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(query)
    expect(page.locator("dialog [role=status]")).to_contain_text("ound")


def titles(page: Page) -> list[str]:
    """What the results are called."""
    return page.locator("#pr-results .pr-result-title").all_inner_texts()


def test_nothing_is_loaded_before_the_first_use(page: Page, folder: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(folder)))
    page.goto(f"{folder}/book/index.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "search" in url]
    ask(page, "token")
    assert [url for url in asked if url.endswith("search-index.js")]


RIGHT = {
    "how to play guts": "guts/index.html#*",
    "play goofspiel": "goofspiel/index.html#play-it*",
    "why does the first player lose": "token_game/index.html#going-first-can-hurt*",
    "payoff.zero_sum": "ledger.html#guts-payoff-zero-sum",
    "guts.play": "reference/guts.html#guts-play*",
}


def test_what_readers_ask_is_found(reader: Page) -> None:
    found = {}
    for query in RIGHT:
        ask(reader, query)
        found[query] = reader.locator("#pr-results a").first.get_attribute("href")
    wrong = {q: at for q, at in found.items() if not fnmatchcase(at, f"*/{RIGHT[q]}")}
    assert wrong == {}
    for query in ("-0.0132", "\N{MINUS SIGN}.0132"):
        ask(reader, query)
        links = reader.locator("#pr-results a")
        places = [link.get_attribute("href").partition("#") for link in links.all()]
        assert places[0][2] == "guts-table1-value-2"  # the entry first
        assert any("/guts/price.html" in page for page, _, _ in places)  # and sections
    ask(reader, "Weenie")  # a word: the glossary first, and the lecture
    assert titles(reader)[0] == "Weenie rule" and "The Weenie rule" in titles(reader)
    ask(reader, "Nakai misprint")  # words in title, text and source
    assert reader.locator("#pr-results a[href*='ledger.html']").count() >= 1
    ask(reader, "two against two")
    marks = reader.locator("#pr-results a").first.locator("mark").all_inner_texts()
    assert {mark.lower() for mark in marks} == {"two against two"}
    ask(reader, "coalition 2 mesh")
    assert not {mark for mark in reader.locator("mark").all_inner_texts() if mark == "2"}
    ask(reader, "equilibirum")  # a slip of the keyboard
    assert titles(reader)[0] == "equilibrium"
    expect(reader.locator("dialog [role=status]")).to_contain_text("For “equilibrium”")
    ask(reader, "qwertz")
    expect(reader.locator("dialog [role=status]")).to_contain_text("Nothing found for “qwertz”")
    assert titles(reader) == []


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
    assert titles(page)[0] == "Weenie rule"
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
