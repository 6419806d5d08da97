"""Sliders of a lab: the grid that a file declares, its answers, and the page that shows them."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from press.ask.answer_cell import run_cell
from press.ask.sweep import Sweep
from press.form.arrangement import Arrangement
from press.form.fields import form
from press.form.slider_answers import MOST, address, grids, script, shown
from press.page.answer import Answer, Quantity
from press.project.errors import BuildError
from press.project.numerals import set_numbers
from press.project.parameters import Parameters
from press.project.places import LAB, Page, Project

from .toy import ROOT, Toy, with_scripts

STOPS = (
    "- sides: 2,4,8\n  quick: false,true\n"
    "- sides: 10,12\n  label: fair,bent\n- sides: 14,16\n  label: fair,odd\n"
)
TABLE = (  # of the page's own answer
    '<figure class="pr-table" id="table-answer"><figcaption><b>Table 1.</b> Answer.</figcaption>'
    "<table><tbody>"
    "<tr><th>mean</th><td>1</td><td></td><td></td></tr></tbody></table>"
    '<p class="pr-downloads"><a href="answer.csv" download>CSV</a></p></figure>'
)


@pytest.fixture
def page(toy: Toy) -> Page:
    (toy.root / "book/demo").mkdir()
    (toy.root / "book/demo.md").rename(toy.root / "book/demo/lab.md")
    toy.edit("_toc.yml", "book/demo", "book/demo/lab")
    return Project(toy.root).page("demo/lab")


def declaring(toy: Toy, page: Page, text: str) -> list[Sweep]:
    page.path.with_name("sliders.yaml").write_text(text, "utf-8")
    return grids(Project(toy.root), page)


def points(found: list[Sweep]) -> list[tuple[str, int, bool]]:
    """The name, the sides and whether it is quick, of each point."""
    every = [point for one in found for point in one.points.items()]
    return [(key, values["sides"], values["quick"]) for key, values in every]


def read(text: str) -> dict[str, Any]:
    assert text.startswith("window.parlorGrid={") and text.endswith("};\n")
    return json.loads(text.partition("=")[2].rstrip(";\n"))


def test_a_grid_is_declared_in_the_words_of_a_sweep(toy: Toy, page: Page) -> None:
    found = declaring(toy, page, "- sides: 2..6:3,2\n  quick: [false, true]\n- sides: 8\n")
    told = {
        key: Answer(f"{n}.", (Quantity("infinite", math.inf), Quantity("odd", False)))
        for key, n, _ in points(found)
    }
    grid, other = read(script(found, told))["grids"]
    assert grid["axes"] == [
        {"name": "sides", "stops": ["2", "4", "6"]},
        {"name": "quick", "stops": ["false", "true"]},
    ]
    assert len(grid["points"]) == 6, "two stops that are one"
    assert other["axes"] == [{"name": "sides", "stops": ["8"]}]
    assert other["points"] == [["8.", "", [0, "infinity", "", None], [1, "no", "", None]]]


@pytest.mark.parametrize(
    "text, why",
    [
        ("quick: true\nside: 2", "sliders.yaml, line 2: side: no parameter 'side'; did you mean"),
        ("- sides: 2\n- sides: 4..2", "sliders.yaml, line 2: 2 sides: sides = 4..2: a range"),
        ("sides: 2,3", "sliders.yaml: demo: sides is even (given: sides = 3), at point 2 of 2"),
        ("- quick: true\n- 2", "sliders.yaml, line 2: holds no mapping"),
        ("sides: [", "sliders.yaml, line 1: cannot be read as YAML"),
        ("label: a" + ",a".join(map(str, range(MOST + 1))), f"it may be {MOST}"),
    ],
)
def test_what_is_no_grid_stops_the_build(toy: Toy, page: Page, text: str, why: str) -> None:
    with pytest.raises(BuildError) as raised:
        declaring(toy, page, text)
    assert why in str(raised.value) and "\n" not in str(raised.value)
    assert "--skip" not in str(raised.value), "a file has no such option"


def test_the_book_s_answers_are_the_library_s(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "chapters"]:
        monkeypatch.delitem(sys.modules, name)  # of a toy project, which tests before have imported
    monkeypatch.syspath_prepend(str(ROOT / "lib"))
    project = Project(ROOT)
    labs = {page: grids(project, page) for page in project.notebooks.values() if page.name == LAB}
    assert any(labs.values())
    for page, of in labs.items():
        if not of:
            continue
        found = read((site / address(page)).read_text("utf-8"))["grids"]
        assert [len(one["points"]) for one in found] == [len(one.points) for one in of]
        at = len(of[0].points) // 2
        told = run_cell(of[0].lab.code, list(of[0].points.values())[at])
        asked, said, *values = found[0]["points"][at]
        assert asked == set_numbers(told.asked) and said == set_numbers(told.said) != ""
        assert [value[1] for value in values] == [set_numbers(q.told) for q in told.quantities]


@pytest.fixture
def tab(browser: Any, toy: Toy, page: Page) -> Iterator[Any]:
    of = declaring(toy, page, STOPS)
    told = {}
    for key, sides, quick in points(of):
        quantities = (
            Quantity("mean", -sides / 2, "of it", 0.25, "bound"),
            Quantity("seen", -1000.0 * sides, "seen", 0.25, "standard error"),
            Quantity("same", 7.0, "$x$ at any"),
        )
        told[key] = Answer(f"{sides} {quick}.", quantities, said=f"{sides} it is.")
    parameters = Parameters.of_page(page)
    stops, _ = shown(Project(toy.root), page)
    asking, values = ".venv/bin/parlor run demo", parameters.validate({})
    text = form(asking, page, parameters, values, stops, [address(page)], Arrangement())
    main = f'<main class="bd-article">{text}{TABLE}</main>'
    content = with_scripts(main, "rules.js", "form.js", "sliders.js")
    made = browser.new_page()
    scripted = script(of, told)

    def answer(route: Any) -> None:
        if route.request.url.endswith("/sliders.js"):
            route.fulfill(body=scripted, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(body=content, content_type="text/html; charset=utf-8")

    made.route("**/*", answer)
    made.goto("http://127.0.0.1:1/book/demo/lab.html")
    yield made
    made.close()


def test_a_slider_moves_the_field_the_answer_and_the_command(tab: Any) -> None:
    box = tab.get_by_role("region", name="Answers at once")
    own, table = tab.locator("#table-answer"), box.locator(".pr-table")
    told = tab.locator(".pr-form").get_by_role("status")
    assert own.is_visible() and not table.is_visible(), "the toy's default of 6 sides is no stop"
    slider = tab.get_by_role("slider", name="sides of the die")
    slider.focus()
    tab.keyboard.press("End")
    box.get_by_text("8 False.").wait_for()
    assert not own.is_visible(), "its numbers and its files are another question's"
    assert told.inner_text() == "8 it is.", "the answer, where it stays in view"
    assert tab.locator("#ask-sides").input_value() == "8"
    assert tab.locator("#ask-command").inner_text().endswith("-p sides=8")
    assert tab.url.endswith("?sides=8")
    assert "\u22128,000.00\u00a0\u00b1\u00a00.25\tstandard error 0.25" in table.inner_text()
    assert "\nx at any\t7" in table.inner_text(), "formulas in letters"
    drawn = box.get_by_role("img")
    along = "of it along sides of the die: \u22121 at 2, \u22124 at 8"
    assert drawn.get_attribute("aria-label") == along
    words = ["of it", "seen"]  # and not what stays the same
    assert box.locator("option").all_inner_texts() == words
    box.locator("select").select_option("seen")  # drawn from what its text says
    assert "seen along sides of the die: \u22122000 at 2" in drawn.get_attribute("aria-label")
    assert box.locator("svg circle").count() == 3
    tab.get_by_role("group", name="quick").get_by_label("yes").check()
    box.get_by_text("8 True.").wait_for()
    tab.locator("#ask-sides").fill("4")  # a field moves its slider
    assert "4 True." in box.inner_text() and slider.input_value() == "1"


def test_the_answer_stays_in_view(tab: Any) -> None:
    tab.set_viewport_size({"width": 390, "height": 400})
    tab.locator("#ask-sides").fill("4")
    told = tab.locator(".pr-form").get_by_role("status")
    tab.locator(".pr-command").evaluate("one => one.scrollIntoView()")
    box = told.bounding_box()
    assert tab.evaluate("scrollY") > 100 and box and 0 <= box["y"] < 100, box


def test_another_grid_answers_what_the_first_does_not_hold(tab: Any) -> None:
    told = tab.locator(".pr-form").get_by_role("status")
    slider = tab.get_by_role("slider", name="sides of the die")
    tab.goto("http://127.0.0.1:1/book/demo/lab.html?sides=10&label=fair")
    assert told.inner_text() == "10 it is."
    slider.focus()
    tab.keyboard.press("End")
    assert told.inner_text() == "12 it is." and tab.locator("#ask-sides").input_value() == "12"
    buttons = tab.locator('[data-of="label"] .pr-to:visible')
    assert buttons.all_inner_texts() == ["fair", "bent"], "to the answers that are there"
    tab.locator("#ask-sides").fill("14")
    assert buttons.all_inner_texts() == ["fair", "odd"]
    tab.locator("#ask-label").fill("other")
    assert "Not computed in advance" in told.inner_text()
