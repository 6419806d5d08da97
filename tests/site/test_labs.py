"""Labs are asked as a stranger would: what a page shows belongs to what stands in its fields."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from press.ask.sliders import blocks
from press.project.errors import UserError
from press.project.parameters import Parameters
from press.project.places import Project
from press.project.user_input import assignments, read_yaml

PROJECT = Project.here()
Question = dict[str, str]

QUESTIONS: dict[str, list[Question]] = {
    "yankee_swap": [
        {}, {"n_players": "43"}, {"n_players": "401"}, {"n_players": "6"}, {"question": "resteal"},
        {"question": "large", "distribution": "exponential"},
    ],
    "gift_exchange": [
        {}, {"total_limit": ""}, {"coalition": "13"}, {"n_players": "20"},
        {"features": "[AD]", "boldness": "0.5"}, {"players": "{always_open: 0}"},
    ],
    "goofspiel": [
        {}, {"state": "[9, 3, 5, 2]"}, {"state": "[12, 5, 7]"}, {"laws": "[exponential]"},
        {"question": "cards"}, {"question": "cards", "prizes": "[-1, 2, 3, 4, 5, 6, 7]"},
    ],
    "token_game": [
        {}, {"n_players": "11"}, {"layout": "square"}, {"prizes": "[1, 1, 2, 3, 5, 8]"},
        {"continuous": "true"}, {"step": "0.3"}, {"step": "0.5", "ties": "average"},
    ],
    "guts": [
        {}, {"own": "0.8"}, {"own": "1.2"}, {"n_coalition": "7", "weenie": "true"},
        {"n_coalition": "29"}, {"question": "partners", "mesh": "21"},
        {"mesh": "2001", "n_coalition": "9"},
    ],
}  # fmt: skip
SHOWN = """() => {
  const seen = (of) => [...document.querySelectorAll(of)].filter((one) => one.checkVisibility());
  return {
    own: seen(":is(.pr-figure, .pr-table, .pr-downloads):not(.pr-grid *)").length,
    moved: seen(".pr-grid .pr-table").length,
    asked: seen(".pr-grid > p").map((one) => one.innerText).join(),
    refused: seen(".pr-refused").map((one) => one.innerText).join(),
    told: document.querySelector(".pr-status").innerText,
    copied: !document.querySelector(".pr-copy").disabled,
    ways: seen(".pr-live :is(.pr-copy, a)").length,
  };
}"""


def refusal(parameters: Parameters, question: Question) -> str:
    """What the command says, if it refuses."""
    try:
        parameters.validate(assignments([f"{name}={text}" for name, text in question.items()]))
    except UserError as error:
        return str(error)
    return ""


def is_known(chapter: str, parameters: Parameters, question: Question) -> bool:
    """Whether the sliders stop there, or the game's engine answers it."""
    if not (known := blocks(PROJECT, PROJECT.page_asked(chapter))):
        return "continuous" not in question and "average" not in question.values()
    asked = parameters.validate({name: read_yaml(text) for name, text in question.items()})
    return any(asked in one.points.values() for one in known)


@pytest.mark.parametrize("chapter", QUESTIONS)
def test_no_answer_stands_beside_another_question(page: Any, folder: str, chapter: str) -> None:
    parameters = Parameters.of_page(PROJECT.page_asked(chapter))
    kinds = set()
    for question in QUESTIONS[chapter]:
        page.goto(f"{folder}/book/{chapter}/lab.html?{urlencode(question)}")
        shown = page.evaluate(SHOWN)
        why = refusal(parameters, question)
        changed = {} if why else parameters.changed(
            parameters.validate({name: read_yaml(text) for name, text in question.items()})
        )  # fmt: skip
        if why:
            kind = "refused" if shown["refused"] else "in doubt"
            assert shown["own"] == shown["moved"] == 0 and not shown["asked"], question
            doubt = "or refuses it, which this page cannot tell" in shown["told"]
            assert doubt != bool(shown["refused"]) and shown["copied"] == doubt, (question, why)
        elif not changed:
            kind = "own"
            assert shown["own"] > 3 and not shown["moved"] and shown["asked"], question
            assert shown["told"].endswith(".") and "computed" not in shown["told"]
        elif is_known(chapter, parameters, question):
            kind = "known"
            assert not shown["own"] and shown["moved"] == 1 and shown["asked"], question
        else:
            kind = "elsewhere"
            assert shown["own"] == shown["moved"] == 0 and not shown["asked"], question
            assert "Not computed in advance. The command below answers it" in shown["told"]
            assert shown["ways"] >= 2, "it is one click away"
        assert bool(shown["refused"]) == (kind == "refused"), question
        kinds.add(kind)
    assert kinds >= {"own", "known", "elsewhere", "refused"}


def test_what_a_page_offers_can_be_read_for_sure(page: Any, folder: str) -> None:
    ask = urlencode({"question": "decay", "distribution": "beta(2, 5)"})
    page.goto(f"{folder}/book/yankee_swap/lab.html?{ask}")
    told = page.locator(".pr-status").inner_text()
    assert "it may say \u201cDecay is known for" in told and "not allowed" not in told
