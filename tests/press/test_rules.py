"""A page judges as the command does, by the rules of its form, or says that it cannot."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from press.form.constraints import rules
from press.project.errors import UserError
from press.project.parameters import Parameters
from press.project.places import Project
from press.project.user_input import assignments, written

from .toy import ROOT

SCRIPT = (ROOT / "lib/press/assets/static/rules.js").read_text("utf-8")
ASKED = """
const [rules, defaults, questions] = JSON.parse(await new Response(Deno.stdin.readable).text());
const judge = globalThis.parlorRules(rules, defaults);
console.log(JSON.stringify(questions.map((one) => judge.judge({ ...defaults, ...one }))));
"""
TEXTS = [
    "", "null", "~", "Null", "0", "1", "2", "3", "4", "5", "12", "13", "30", "201", "400", "401",
    "-1", "+3", "007", "0x10", "0o17", "1_000", "1:30", "3.0", "3.", ".5", ".5e3", "1e2", "1E400",
    ".inf", "-.inf", ".nan", "0.3", "1.2", "-0.5", "9223372036854775807", "9223372036854775808",
    "true", "false", "True", "yes", "banana", "two words", "a: b", "a #b", "&a 1", "*a", "!x 1",
    "|", "-", "- 1", "? 1", "%x", "@x", "\"3\"", "'3'", "\"it\\u0073\"",
    "12345678901234567890123", "'it''s'", "it's", "[", "]", "[1", "[]", "{}", "[[]]", "[1, 2]",
    "[1, 2, ]", "[,]", "[1,,2]", "[1] 2", "[12, 5, 7, 6]", "[12, 5, 7]", "[12, 5, 8, 6]",
    "[12, -1, 7, 6]", "[12.0, 5, 7, 6]", "[1, 2, 3, 4, 5, 6, 7]", "[1, 2, 3, 4, 5, 6, -7]",
    "[1, 1, 3, 4, 5, 6, 7]", "[1,1,2,3,5,8]", "[SC]", "[SC, SC]", "[\"SC\", AD]", "[sc]",
    "SC, AD", "[uniform]", "[uniform, exponential]", "[\"beta(2, 5)\"]", "[beta(2, 5)]",
    "beta(2, 5)", "beta(1, 3)", "uniform", "exponential", "0.1", "[0.5, 0.5, 1]", "[0, 1, 1, 7]",
    "{always_open: 1}", "{always_open: 0}", "{always_open: -1}", "{always_open: 1, coin_flip: 2}",
    "{always_open: 1, always_open: 2}", "{nobody: 1}", "{\"always_open\": 1}", "{always_open:1}",
    "{plain: 1}", "line\nline", "\u2212", "\u22121", "1.5",
]  # fmt: skip


def judged(parameters: Parameters, questions: list[dict[str, str]]) -> list[dict[str, Any]]:
    """What the page says of questions, each of texts by name."""
    defaults = {
        name: written(field.default) for name, field in parameters.model.model_fields.items()
    }
    told = json.dumps([rules(parameters), defaults, questions])
    code = f"globalThis.window = globalThis;{SCRIPT}{ASKED}"
    deno = [Path(sys.executable).with_name("deno"), "eval", code]
    done = subprocess.run(deno, input=told, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def refused(parameters: Parameters, question: dict[str, str]) -> str:
    """What the command says of a question; nothing if it is allowed."""
    try:
        parameters.validate(assignments([f"{name}={text}" for name, text in question.items()]))
    except UserError as error:
        return str(error)
    return ""


def labs() -> dict[str, Parameters]:
    project = Project(ROOT)
    pages = map(project.page_asked, project.chapters)
    return {page.chapter: found for page in pages if (found := Parameters.of_page(page)).rows()}


@pytest.mark.parametrize("chapter", labs())
def test_a_page_refuses_what_the_command_refuses_and_else_promises_nothing(chapter: str) -> None:
    parameters = labs()[chapter]
    draw = random.Random(1)
    alone = {}
    for name, schema in parameters.model.model_json_schema()["properties"].items():
        texts = [*TEXTS, *map(written, schema.get("enum", []))]
        alone[name] = {text: refused(parameters, {name: text}) for text in texts}
    good = {name: [text for text in alone[name] if not alone[name][text]] for name in alone}
    whys = [({name: text}, why) for name in alone for text, why in alone[name].items()]
    for _ in range(300):
        names = draw.sample(list(alone), min(len(alone), draw.randint(2, 5)))
        question = {name: draw.choice(good[name] or TEXTS) for name in names}
        whys.append((question, refused(parameters, question)))
    checked = {name for name, one in rules(parameters)["fields"].items() if one["checked"]}
    counts: Counter[tuple[bool, bool, bool]] = Counter()
    told = judged(parameters, [question for question, _ in whys])
    for (question, why), one in zip(whys, told, strict=True):
        if one["wrong"]:
            assert why, (question, one)
        elif not one["unsure"]:
            assert not why, (question, why)
        if len(question) == 1 and one["wrong"] and not {*question} & checked:
            assert wording(one["wrong"]) == wording(why.removeprefix(f"{chapter}: "))
        counts[bool(why), bool(one["wrong"]), bool(one["unsure"])] += 1
    assert sum(counts.values()) > 800 and counts[True, True, False] > 200
    # three conditions of the token game are Python's: nothing is promised there
    assert counts[False, False, False] > 100 or chapter == "token_game"


def wording(refusal: str) -> str:
    """A refusal without the value, which the command may write in another way than it was typed."""
    name, _, words = refusal.partition(" = ")
    rule = words.partition(" is not ")[2]
    return f"{name} is not {rule}" if rule else refusal.partition(" (given")[0]
