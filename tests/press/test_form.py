"""The form of a lab: texts of values, native fields, and the command of a page without a server."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_notebook, new_output

from press.form.arrangement import Arrangement
from press.form.fields import form
from press.project.errors import BuildError
from press.project.parameters import Parameters
from press.project.places import Page, Project
from press.project.user_input import assignments, command, read_yaml, written

from .toy import ROOT, with_scripts

SOURCE = """
from typing import Annotated, Literal
from pydantic import Field
n: Annotated[int, Field(ge=2, le=9, description="players $n$")] = 3
x: Annotated[float, Field(gt=-1, lt=1e17)] = 0.5
yes: bool = False
law: Annotated[Literal["a", "b c", "null"], Field(
    description="a law", json_schema_extra={"words": {"a": "the first"}})] = "a"
own: Annotated[Annotated[float, Field(ge=0, le=1)] | None, Field(description="own")] = None
either: Annotated[str, Field(examples=["u"])] | Annotated[list[float], Field(min_length=1)] = "u"
some: list[Literal["PI", "SC"]] = ["SC"]
parts: dict[Literal["one", "two"], Annotated[float, Field(ge=0)]] = {}
row: list[str | float] = [1]
step: float | list[float] = 1
fine: float = 0.5
most: int | None = 3
assert n != 5, "n is not <five>"
"""
ASKING = ".venv/bin/parlor run demo"
ODD = ["a b", "it's", '$(touch x); `ls` \\ "so" !', "[1, 2]", "-1", "\u2212", "a=b", "~x", "*", "&"]
VALUES: list[Any] = [
    None, True, -1, 1e-9, "beta(2, 3)", "3", "true", "~", "", "a: b", "- a", "[", "it's",
    'say "so"', "a # b", "line\nline", "\u2212", "*", "&a", "!x", "%", "`", "a,b", " space ",
    [1, 2.5], ["a", "3", "b,c", "d: e", "", "[x]"], {"a": 1, "b c": [None]}, {"3": "x"},
]  # fmt: skip
Ask = Callable[..., Any]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_written_as_it_is_read(value: Any) -> None:
    assert read_yaml(written(value)) == value
    project = Project(ROOT)
    told = command(project, project.page_asked("guts"), {"x": written(value)})
    *asking, given = shlex.split(told)
    assert asking == [".venv/bin/parlor", "run", "guts", "-p"]
    assert assignments([given]) == {"x": value}


def shown(**values: Any) -> str:
    parameters = Parameters.of_source("demo", SOURCE)
    page = Page("demo", ROOT / "book/demo.md", "book/demo")
    arranged = Arrangement(themes={"Finer things": ["fine"]}, belongs={"fine": ["name", "yes"]})
    return form(ASKING, page, parameters, parameters.validate(values), {}, [], arranged)


def test_without_a_script_it_says_what_can_be_asked_and_the_command() -> None:
    told = BeautifulSoup(shown(n=4, law="b c"), "html.parser")
    text = " ".join(told.get_text(" ").split())
    assert "n is not <five>" in text and f"{ASKING} -p NAME=VALUE" in text
    assert "n : a whole number from 2 to 9; default 3" in text
    assert "the first" in text and '"null"' in text, "in words; the text, not nothing"
    assert told.select_one("label[for=ask-n]").get_text() == "players $n$"
    field = told.select_one("#ask-n")
    assert (field["min"], field["max"], field["value"]) == ("2", "9", "4")
    assert told.select_one("input[checked][name=law]")["value"] == "b c"
    assert told.select_one("#ask-row")["value"] == "1", "as written: checked it is 1.0"
    assert told.select_one("fieldset.pr-ask[disabled]"), "nobody types beside an answer"


def test_every_choice_of_the_books_labs_is_told_in_words() -> None:
    project = Project(ROOT)
    for chapter in project.chapters:
        model = Parameters.of_page(project.page_asked(chapter)).model
        for name, schema in model.model_json_schema()["properties"].items():
            assert set(schema.get("enum", [])) <= schema.get("words", {}).keys(), (chapter, name)


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Any]:
    made = browser.new_page()
    answer = '<div class="bd-article"><figure class="pr-table">Three players win.</figure></div>'
    content = with_scripts(f"<main>{shown()}{answer}</main>", "rules.js", "form.js")
    made.route("**/*", lambda route: route.fulfill(body=content, content_type="text/html"))
    yield made
    made.close()


@pytest.fixture
def ask(tab: Any) -> Ask:
    """Opens the form as an address gives it."""

    def opened(**question: str) -> Any:
        tab.goto(f"http://127.0.0.1:1/demo.html?{urlencode(question)}")
        return tab

    return opened


def told(tab: Any) -> str:
    """The command that the form tells."""
    return tab.locator("#ask-command").inner_text()


def given(tab: Any) -> list[str]:
    """The parameters in it."""
    return shlex.split(told(tab))[4::2]


def test_the_command_is_run_literally_by_a_shell(ask: Ask, tmp_path: Path) -> None:
    tab = ask()
    field = tab.locator("#ask-either")
    for text in ODD:
        field.fill(text)
        assert told(tab).startswith(f"{ASKING} -p ")
        echo = f"printf '%s\\n' {told(tab).partition(' ')[2]}"
        found = subprocess.run(
            ["sh", "-c", echo], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert found.stdout == f"run\ndemo\n-p\neither={text}\n" and not found.stderr
    assert not list(tmp_path.iterdir())
    field.fill("u")
    assert told(tab) == ASKING


def test_the_form_keeps_its_state_in_the_address(ask: Ask) -> None:
    tab = ask()
    for group, name in (("yes", "yes"), ("a law", "b c"), ("some", "PI")):
        tab.get_by_role("group", name=group).get_by_label(name, exact=True).check()
    tab.locator("#ask-n").fill("4")
    assert given(tab) == ["n=4", "yes=true", "law=b c", "some=[PI, SC]"]
    before = told(tab)
    tab.reload()
    assert told(tab) == before
    tab.get_by_role("button", name="Back to the defaults").click()
    tab.locator("#ask-either").fill("'u'")  # the default in other words
    assert tab.evaluate("location.search") == "" and told(tab) == ASKING
    ask(own="0.5").locator("#ask-own").fill("")
    assert told(tab) == ASKING, "empty is null, the default"


TYPED = [
    ("row", "1, 2, 3", "[1, 2, 3]"),
    ("either", "1 2 3", "[1, 2, 3]"),
    ("either", "[1, 2, 3]", "[1, 2, 3]"),
    ("step", "1/2", "0.5"),  # one number, or several
    ("step", "1/2, 1/4", "[0.5, 0.25]"),
    ("row", "uniform, beta(2, 3)", '[uniform, "beta(2, 3)"]'),  # a comma in brackets
]


def test_lists_are_typed_as_people_type_them(ask: Ask) -> None:
    for name, typed, value in TYPED:
        tab = ask()
        tab.locator(f"#ask-{name}").fill(typed)
        assert given(tab) == [f"{name}={value}"]
    tab.reload()
    assert tab.locator("#ask-row").input_value() == "uniform, beta(2, 3)"


def test_shares_add_up(ask: Ask) -> None:
    tab = ask()
    one, two = tab.get_by_role("slider", name="one"), tab.get_by_role("slider", name="two")
    assert [one.input_value(), two.input_value()] == ["50", "50"], "alike, as by default"
    one.fill("80")
    assert two.input_value() == "20" and given(tab) == ["parts={one: 80, two: 20}"]
    tab.locator('[data-of="parts"]').get_by_role("button", name="default").click()
    assert two.input_value() == "50" and tab.evaluate("location.search") == ""
    tab = ask(parts="{one: 1, two: 3}")
    assert two.input_value() == "75" and given(tab) == ["parts={one: 1, two: 3}"]


def test_a_field_stands_where_it_belongs_to_the_question(ask: Ask) -> None:
    tab = ask()
    field, fold = tab.locator("#ask-fine"), tab.locator(".pr-theme")
    assert not fold.is_visible(), "nothing in it belongs to the question"
    yes = tab.get_by_role("group", name="yes")
    yes.get_by_label("yes", exact=True).check()
    fold.locator("summary").click()
    field.fill("0.25")
    assert fold.locator("summary").inner_text() == "Finer things 1 changed"
    yes.get_by_label("no", exact=True).check()
    assert told(tab) == ASKING, "it is put back"
    assert given(ask(yes="true")) == ["yes=true"]
    tab = ask(fine="0.25")
    assert tab.locator('[data-of="fine"]').get_attribute("hidden") is None, "what is asked is seen"


def test_an_arrangement_names_what_there_is(tmp_path: Path) -> None:
    parameters = Parameters.of_source("demo", SOURCE)
    page = Page("demo", tmp_path / "lab.md", "book/demo")
    assert Arrangement.of(page, parameters) == Arrangement()
    for text, why in (
        ("themes:\n  Costs: [m]", "line 2: themes Costs: no parameter 'm'"),
        ("belongs:\n  m: n > 3", "line 2: belongs m: no parameter 'm'"),
        ("belongs:\n  x: n >", "line 2: belongs x: invalid syntax$"),
        ("folds: {Costs: [n]}", "no field 'folds'; known: themes"),
        ("themes: [n]", "line 1: themes: it is no mapping"),
        ("", "it is empty"),
    ):
        (tmp_path / "form.yaml").write_text(text, "utf-8")
        with pytest.raises(BuildError, match=rf"form\.yaml[:,] .*{why}"):
            Arrangement.of(page, parameters)


def test_the_notebook_is_handed_over_with_what_is_asked(ask: Ask) -> None:
    cells = [
        new_code_cell("n = 3", metadata={"tags": ["parameters"]}),
        new_code_cell("n", outputs=[new_output("stream", text="3")], execution_count=1),
    ]
    file = nbformat.writes(new_notebook(cells=cells))
    asked: dict[str, Any] = {
        "n": 4, "yes": True, "law": "null", "own": 0.25, "either": [1, 2.5], "some": [],
        "parts": {"one": 60, "two": 40}, "row": ["beta(2, 3)", 1], "most": None,
    }  # fmt: skip
    tab = ask(**{name: written(value) for name, value in asked.items()})
    tab.route("**/*.ipynb", lambda route: route.fulfill(body=file, content_type="text/json"))
    with tab.expect_download() as handed:
        tab.get_by_role("link", name="Download the notebook").click()
    assert handed.value.suggested_filename == "demo.ipynb"
    made = nbformat.read(handed.value.path(), as_version=4)
    nbformat.validate(made)
    _, injected, other = made.cells
    assert injected.metadata.tags == ["injected-parameters"], "as papermill calls it"
    assert not other.outputs, "it was of the defaults"
    found: dict[str, Any] = {}
    exec(injected.source, {}, found)
    assert found == asked
