"""Sliders of a lab: the grid that a file declares, its script, and what the page does with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from press.lab.form import form
from press.lab.sliders import MOST, _declared, script, sweeps
from press.page.answer import Answer, Quantity
from press.run.parameters import Parameters
from press.run.project import BuildError, Page, Project

from .toy import ROOT, Toy


@pytest.fixture
def page(toy: Toy) -> Page:
    return Page("demo", toy.root / "book/demo.md", "book/demo/lab")


def declared(toy: Toy, page: Page, text: str) -> Any:
    (toy.root / "book/sliders.yaml").write_text(text, "utf-8")
    return _declared(Project(toy.root), page)


def test_a_grid_is_declared_in_the_words_of_a_sweep(toy: Toy, page: Page) -> None:
    sweep = declared(toy, page, "sides: 2..6:3\nquick: [false, true]\n")
    assert sweep.design.names == ("sides", "quick")
    assert sweep.design.rows[1:3] == [(2, True), (4, False)]
    found = [Answer(f"{n}.", (Quantity("mean", n / 2, 0.25), Quantity("odd", False)))
             for n, _ in sweep.design.rows]  # fmt: skip
    told = script(sweep, found)
    assert told.startswith("window.parlorGrid={") and told.endswith("};\n")
    grid = json.loads(told.partition("=")[2].rstrip(";\n"))
    assert grid["axes"] == [
        {"name": "sides", "stops": ["2", "4", "6"]},
        {"name": "quick", "stops": ["false", "true"]},
    ]
    assert grid["quantities"] == [["mean", ""], ["odd", ""]]
    assert grid["points"][0] == ["2.", [0, "1", "error about 0.25", 1.0, 0.25], [1, "no", ""]]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("side: 2..6:3", "no parameter 'side'; did you mean 'sides'?"),
        ("sides: 1..6:3", "sides"),
        ("sides: 2,3", "sides is even"),
        ("sides: 2,2.0", ""),
        ("- 2", "holds no mapping"),
        ("sides: [", "while parsing"),
        ("sides: 2..100:50\nlabel: a,b,c,d,e,f,g,h,i,j,k", f"it may be {MOST}"),
    ],
)
def test_what_is_no_grid_stops_the_build(toy: Toy, page: Page, text: str, why: str) -> None:
    with pytest.raises(BuildError, match=r"sliders\.yaml: ") as raised:
        declared(toy, page, text)
    assert why in str(raised.value) and "\n" not in str(raised.value)


def test_each_lab_of_the_book_has_a_grid() -> None:
    project = Project(ROOT)
    found = sweeps(project)
    assert set(found) == {name for name in project.notebooks if name.endswith("/lab")}
    assert all(sweep.keys for sweep in found.values())


@pytest.fixture
def tab(browser: Any, toy: Toy, page: Page) -> Iterator[Any]:
    sweep = declared(toy, page, "sides: 2,4,8\nquick: false,true\n")
    found = [
        Answer(f"{n} {quick}.", (Quantity("mean", -n / 2, 0.25, "bound", "of it"),))
        for n, quick in sweep.design.rows
    ]
    parameters = Parameters.of_page(page)
    text = form("demo", page, parameters, parameters.validate({}), sliders=True)
    scripts = "".join(
        f"<script>{(ROOT / 'lib/press/assets/static' / name).read_text('utf-8')}</script>"
        for name in ("form.js", "grid.js")
    )
    content = f"<!doctype html><title>demo</title>{scripts}<main>{text}</main>"
    made = browser.new_page()
    answers = {"sliders.js": script(sweep, found)}
    made.route(
        "**/*",
        lambda route: route.fulfill(
            body=answers.get(route.request.url.rpartition("/")[2], content),
            content_type="text/html"
            if route.request.url.endswith("lab.html")
            else "text/javascript",
        ),
    )
    made.goto("http://127.0.0.1:1/book/demo/lab.html")
    yield made
    made.close()


def test_a_slider_moves_the_field_the_answer_and_the_command(tab: Any) -> None:
    box = tab.get_by_role("region", name="Answers at once")
    assert "off the grid" in box.inner_text()  # the default, 6, is none of its stops
    slider = tab.get_by_role("slider", name="sides, on the grid")
    assert slider.input_value() == "1"  # the stop before it
    slider.focus()
    tab.keyboard.press("End")
    box.get_by_text("8 False.").wait_for()
    assert "\u22124" in box.inner_text()
    assert tab.get_by_label("sides", exact=True).input_value() == "8"
    assert tab.locator("#ask-command").inner_text().endswith("-p sides=8")
    assert tab.url.endswith("?sides=8")
    named = box.get_by_role("img").get_attribute("aria-label")
    assert named == "mean along sides: -1 at 2, -4 at 8"
    tab.get_by_role("slider", name="quick, on the grid").fill("1")
    box.get_by_text("8 True.").wait_for()
    tab.get_by_label("sides", exact=True).fill("4")  # a field moves its slider
    assert "4 True." in box.inner_text() and slider.input_value() == "1"


def test_off_the_grid_the_command_answers(tab: Any) -> None:
    box = tab.get_by_role("region", name="Answers at once")
    tab.get_by_label("sides", exact=True).fill("4")
    assert "4 False." in box.inner_text()
    for name, text in (("sides", "10"), ("pause", "1"), ("sides", "banana")):
        tab.get_by_label(name, exact=True).fill(text)
        assert "off the grid of the sliders: the command below" in box.inner_text()
        assert not box.locator("table").is_visible() and not box.locator("svg").is_visible()
        tab.get_by_role("button", name="Back to the defaults").click()
