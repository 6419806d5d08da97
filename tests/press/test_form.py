"""The form of a lab as HTML: shapes, texts of values, the command."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field
from pydantic.fields import FieldInfo

from press.lab.form import command, form, shape, written
from press.run.parameters import Parameters
from press.run.project import UserError
from press.run.yaml_input import assignments, read_yaml

from .toy import ROOT, Toy

SOURCE = """
from typing import Annotated, Literal
from pydantic import Field
n: Annotated[int, Field(ge=2, le=9, description="players $n$")] = 3
law: Annotated[str, Field(examples=["uniform"])] | Annotated[list[float], Field(max_length=4)] = "a"
assert n != 5, "n is not <five>"
"""

ALL_KINDS = """
from typing import Annotated, Literal
from pydantic import Field
n: Annotated[int, Field(ge=2, le=9)] = 3
big: Annotated[int, Field(ge=0, le=2**63 - 1)] = 42
x: Annotated[float, Field(gt=-1, lt=1e17)] = 0.5
yes: bool = False
law: Annotated[Literal["a", "b c", "null"], Field(description="a law")] = "a"
limit: Annotated[int | None, Field(ge=1, le=1000)] = 3
own: Annotated[Annotated[float, Field(ge=0, le=1)] | None, Field(description="own")] = None
many: Annotated[list[float], Field(min_length=2, max_length=4)] = [1, 2]
either: Annotated[str, Field(examples=["u"])] | Annotated[list[float], Field(min_length=1)] = "u"
mixed: list[str | list[float]] = ["u"]
some: list[Literal["PI", "SC"]] = ["SC"]
parts: dict[Literal["one", "two"], Annotated[float, Field(ge=0)]] = {}
"""
TYPED = [
    "", "~", "null", "Null", "nULL", "true", "True", "no", "3", "+3", "-3", "010", "0x1f", "0o17",
    "1_000", "1e3", "1.", ".5", "-.5", "1e-9", "1e16", "123456789012345678", "9223372036854775807",
    "9223372036854775808", "1e400", ".inf", "-.INF", ".nan", "2.0", "9.5", "-0", "-0.0", "0.0001",
    "0.00001234", "a", "b c", "banana", "it's", 'say "so"', "'a'", "'it''s'", '"a"', '"b\\u0063"',
    '"a', "'a", "'a' b", "1:30", "a: b", "a #b", "a#b", "- 1", "-1 2", "[1, 2]", "[1,2,]", "[1 2]",
    "[1, 2", "[]", "[,]", "[1,,2]", "]", "}", "[1, 2] 3", "[1, 2.5, .5, 1e2]", "[1,2,3,4,5]",
    "[[1]]", "[[1, 2], u]", "[u, [1,2], 'beta(2, 3)']", "[beta(2, 3)]", "[PI, SC]", "[PI,XX]",
    "{}", "{one: 1}",
    "{one: 1, two: -1}", "{one:1}", "{'one': .5}", '{"one":1}', "{three: 1}", "{one: a}", "{1: 2}",
    "{one: 1, one: 2}", "{one}", "{a: [1, {b: c}]}", "&a b", "*a", "!x y", "|", "> a", "%", "@a",
    "`", "? a", "...", "---", "a,b", "[a: b]", "\t3\t", "3 ", "true false", "[true, null]", "None",
    "x" * 100, "[" + "1, " * 40 + "1]", "$(rm -rf /)", "; ls", "\u2212" + "3", "\U0001f600",
]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -1, 1e-9, 1e300, 0.1, "uniform", "beta(2, 3)", "3", "true", "null", "~", "",
        "a: b", "- a", "[", "it's", 'say "so"', "a # b", "yes", "1:30", "line\nline", "\u2212",
        "\U0001f600", "*", "&a", "!x", "%", "@", "`", "?", "a,b", "{", " space ", "#",
        [], [1, 2.5], ["a", "3", "b,c", "d: e", "", "[x]"], {}, {"a": 1, "b c": [None]}, {"3": "x"},
    ],
)  # fmt: skip
def test_a_value_is_written_as_it_is_read(value: Any) -> None:
    assert read_yaml(written(value)) == value
    told = command("demo", {"x": value})
    (_, _, name, _, given) = shlex.split(told)
    assert name == "demo"
    # `-p` takes the spaces away around a value
    assert assignments([given]) == {"x": value}


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (bool, {"t": "bool"}),
        (Annotated[float, Field(gt=0, lt=1.5)], {"t": "float", "gt": 0, "lt": 1.5}),
        (Literal["a", "b c"], {"t": "literal", "of": ["a", "b c"]}),
        (
            Annotated[int | None, Field(ge=1)],
            {"t": "union", "of": [{"t": "int", "ge": "1"}, {"t": "null"}]},
        ),
        (
            Annotated[list[Annotated[int, Field(le=4)]], Field(min_length=2, max_length=3)],
            {"t": "list", "item": {"t": "int", "le": "4"}, "min_length": 2, "max_length": 3},
        ),
        (
            dict[Literal["x"], float],
            {"t": "dict", "key": {"t": "literal", "of": ["x"]}, "value": {"t": "float"}},
        ),
    ],
)
def test_a_shape_says_what_is_allowed(annotation: Any, expected: dict[str, Any]) -> None:
    assert shape(FieldInfo.from_annotation(annotation)) == expected


def test_without_a_script_it_is_a_table_with_the_command(toy: Toy) -> None:
    from press.run.project import Page

    page = Page("demo", toy.root / "book/demo.md", "book/demo")
    parameters = Parameters.of_source("demo", SOURCE)
    text = form("demo", page, parameters, parameters.validate({"n": 4}))
    assert '<th scope="row"><code>n</code></th><td><code>4</code></td>' in text
    assert "players $n$: " in text and "a whole number from 2 to 9; default <code>3</code>" in text
    assert "n is not &lt;five&gt;" in text and ".venv/bin/parlor run demo" in unescape(text)
    data = re.search(r'<script type="application/json">(.*?)</script>', text)
    assert data
    fields = json.loads(data[1])
    assert [(one["name"], one["default"], one["value"]) for one in fields] == [
        ("n", "3", "4"),
        ("law", "a", "a"),
    ]
    assert fields[0]["told"] == "3" and fields[0]["allowed"] == "a whole number from 2 to 9"


@pytest.fixture(scope="module")
def form_page(browser: Any) -> Iterator[Any]:
    from press.run.project import Page

    parameters = Parameters.of_source("demo", ALL_KINDS)
    page = Page("demo", ROOT / "book/demo.md", "book/demo")
    text = form("demo", page, parameters, parameters.validate({}))
    tab = browser.new_page()
    script = (ROOT / "lib/press/assets/static/form.js").read_text("utf-8")
    content = f"<!doctype html><title>demo</title><script>{script}</script><main>{text}</main>"
    tab.route("**/*", lambda route: route.fulfill(body=content, content_type="text/html"))
    tab.goto("http://127.0.0.1:1/demo.html")
    yield tab
    tab.close()


def test_the_script_refuses_what_the_press_refuses_in_its_words(form_page: Any) -> None:
    parameters = Parameters.of_source("demo", ALL_KINDS)
    fields = form_page.evaluate("JSON.parse(document.querySelector('.pr-form script').text)")
    script = "([fields, texts]) => fields.map(f => texts.map(t => parlorForm.fault(f, t)))"
    found = form_page.evaluate(script, [fields, TYPED])
    unsure, wrong = 0, []
    for field, faults in zip(fields, found, strict=True):
        for text, fault in zip(TYPED, faults, strict=True):
            refused = _refused(parameters, field["name"], text)
            if fault not in ("", refused):
                wrong.append((field["name"], text, refused, fault))
            unsure += bool(refused and not fault)
    assert wrong == []
    assert unsure < 0.2 * len(fields) * len(TYPED)


def _refused(parameters: Parameters, name: str, text: str) -> str:
    try:
        parameters.validate(assignments([f"{name}={text}"]))
    except UserError as error:
        return re.sub(r"^(demo|-p '.*'): ", "", str(error), flags=re.DOTALL)
    return ""


def test_the_script_writes_the_command_as_a_shell_reads_it(form_page: Any) -> None:
    field = form_page.get_by_label("either")
    for text in [
        "a b",
        "it's",
        '$(touch x); `ls` \\ "so" !',
        "[1, 2]",
        "-1",
        "\u2212",
        "a=b",
        "~x",
    ]:
        field.fill(text)
        told = form_page.locator("#ask-command").inner_text()
        assert shlex.split(told) == [".venv/bin/parlor", "run", "demo", "-p", f"either={text}"]
    field.fill("")
    assert form_page.locator("#ask-command").inner_text() == ".venv/bin/parlor run demo"


def test_the_form_keeps_its_state_in_the_address(form_page: Any) -> None:
    form_page.get_by_label("yes").check()
    form_page.get_by_label("law").select_option("b c")
    form_page.get_by_label("many").fill("[1, 2, 3]")
    form_page.get_by_label("x", exact=True).fill("0.50")  # the default, in other digits
    told = form_page.locator("#ask-command").inner_text()
    assert shlex.split(told)[4::2] == ["yes=true", "law=b c", "many=[1, 2, 3]"]
    form_page.reload()
    assert form_page.locator("#ask-command").inner_text() == told
    form_page.get_by_role("button", name="Back to the defaults").click()
    assert form_page.evaluate("location.search") == ""
    assert form_page.locator("#ask-command").inner_text() == ".venv/bin/parlor run demo"


def test_choices_are_ticked_and_not_typed(form_page: Any) -> None:
    some, parts = form_page.get_by_role("group", name="some"), form_page.get_by_label("parts")
    assert some.get_by_label("SC").is_checked() and not some.get_by_label("PI").is_checked()
    some.get_by_label("PI").check()
    parts.get_by_label("two").fill("0.5")
    told = form_page.locator("#ask-command").inner_text()
    assert shlex.split(told)[4::2] == ["some=[PI, SC]", "parts={two: 0.5}"]
    form_page.reload()
    assert form_page.locator("#ask-command").inner_text() == told
    parts.get_by_label("two").fill("much")
    assert "{'two': 'much'} is not" in form_page.locator("#ask-parts-wrong").inner_text()
    for box in some.get_by_role("checkbox").all():
        box.uncheck()
    parts.get_by_label("two").fill("")
    told = form_page.locator("#ask-command").inner_text()
    assert shlex.split(told)[4::2] == ["some=[]"]
    form_page.get_by_role("button", name="Back to the defaults").click()
    assert some.get_by_label("SC").is_checked()
    assert form_page.locator("#ask-command").inner_text() == ".venv/bin/parlor run demo"


def test_a_refused_value_is_told_at_its_field(form_page: Any) -> None:
    field = form_page.get_by_label("n", exact=True)
    field.fill("banana")
    told = "n = 'banana' is not a whole number from 2 to 9 (default 3)"
    assert form_page.locator("#ask-n-wrong").inner_text() == told
    assert field.get_attribute("aria-invalid") == "true"
    assert "ask-n-wrong" in (field.get_attribute("aria-describedby") or "").split()
    field.fill("4")
    assert form_page.locator("#ask-n-wrong").inner_text() == ""
    assert field.get_attribute("aria-invalid") is None
