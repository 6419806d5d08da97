"""Labs are asked as a stranger would: what a page shows belongs to what stands in its fields."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

Question = dict[str, str]

# What a page shows for a question: the run's own answer, one of its sliders' or its engine's, none,
# none because the library may refuse it, or why it is refused.
QUESTIONS: dict[str, dict[str, list[Question]]] = {
    "yankee_swap": {
        "own": [{}], "known": [{"n_players": "6"}], "elsewhere": [{"n_players": "43"}],
        "refused": [
            {"n_players": "401"}, {"question": "resteal"},
            {"question": "large", "distribution": "exponential"},
        ],
    },
    "gift_exchange": {
        "own": [{}], "known": [{"total_limit": ""}, {"n_players": "20"}],
        "elsewhere": [{"features": "[AD]", "boldness": "0.5"}],
        "refused": [{"coalition": "13"}, {"players": "{always_open: 0}"}],
    },
    "goofspiel": {
        "own": [{}], "known": [{"laws": "[exponential]"}, {"question": "cards"}],
        "elsewhere": [{"state": "[9, 3, 5, 2]"}],
        "refused": [
            {"state": "[12, 5, 7]"}, {"question": "cards", "prizes": "[-1, 2, 3, 4, 5, 6, 7]"},
        ],
    },
    "token_game": {
        "own": [{}], "known": [{"prizes": "[1, 1, 2, 3, 5, 8]"}],
        "in doubt": [{"continuous": "true"}, {"step": "0.3"}],
        "refused": [{"n_players": "11"}, {"layout": "square"}, {"step": "0.5", "ties": "average"}],
    },
    "guts": {
        "own": [{}], "known": [{"own": "0.8"}, {"n_coalition": "7", "weenie": "true"}],
        "elsewhere": [{"n_coalition": "29"}],
        "refused": [
            {"own": "1.2"}, {"question": "partners", "mesh": "21"},
            {"mesh": "2001", "n_coalition": "9"},
        ],
    },
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


@pytest.mark.parametrize("chapter", QUESTIONS)
def test_no_answer_stands_beside_another_question(page: Any, folder: str, chapter: str) -> None:
    every = [(kind, one) for kind, some in QUESTIONS[chapter].items() for one in some]
    for kind, question in every:
        page.goto(f"{folder}/book/{chapter}/lab.html?{urlencode(question)}")
        shown = page.evaluate(SHOWN)
        assert shown["own"] > 3 if kind == "own" else shown["own"] == 0, question
        assert shown["moved"] == (kind == "known"), question
        assert bool(shown["asked"]) == (kind in ("own", "known")), question
        assert bool(shown["refused"]) == (kind == "refused") != shown["copied"], question
        if kind == "own":
            assert shown["told"].endswith(".") and "computed" not in shown["told"]
        if kind in ("elsewhere", "in doubt"):
            assert "Not computed in advance. The command below answers it" in shown["told"]
            assert shown["ways"] >= 2, "it is one click away"
        doubt = "or refuses it, which this page cannot tell" in shown["told"]
        assert doubt == (kind == "in doubt"), question


def test_what_a_page_offers_can_be_read_for_sure(page: Any, folder: str) -> None:
    ask = urlencode({"question": "decay", "distribution": "beta(2, 5)"})
    page.goto(f"{folder}/book/yankee_swap/lab.html?{ask}")
    told = page.locator(".pr-status").inner_text()
    assert "it may say \u201cDecay is known for" in told and "not allowed" not in told
