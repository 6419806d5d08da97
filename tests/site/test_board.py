"""Any board of the token game, solved in the page: as by the library."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chapters.token_game.lab import answer
from playing import rules_of
from press.project.numerals import set_numbers


@pytest.fixture(scope="module")
def engine(browser: Any) -> Any:
    with rules_of(browser, "board") as page:
        yield lambda **asked: page.evaluate("asked => window.parlorPlay.board.lab(asked)", asked)


def boards() -> list[dict[str, Any]]:
    draw = random.Random(7)
    found = []
    for ties in ("pessimistic", "optimistic", "first", "last", "all"):
        for layout in ("line", "clock"):
            for step in (1, 0.5, [1, 0.5]):
                prizes = [draw.choice((0, 1, 2, 2.5, 7)) for _ in range(draw.randint(3, 6))]
                many = 2 if isinstance(step, list) else draw.randint(1, 3)
                board = {"prizes": prizes, "n_players": many, "layout": layout}
                found.append(board | {"ties": ties, "step": step, "continuous": False})
    return found


def test_the_engine_says_what_the_library_says(engine: Any) -> None:
    for board in boards():
        told, ours = engine(**board), answer(**board)
        assert told["asked"] == set_numbers(ours.asked), board
        assert told["said"] == set_numbers(ours.said), board
        rows = [[q.name, q.meaning, set_numbers(q.told), q.certainty] for q in ours.quantities]
        assert [row[:4] for row in told["quantities"]] == rows, board


def test_what_takes_long_is_left_to_the_library(engine: Any) -> None:
    board: dict[str, Any] = {"layout": "line", "ties": "first", "step": 1, "continuous": False}
    assert engine(prizes=list(range(1, 11)), n_players=3, **board)
    assert engine(prizes=list(range(1, 27)), n_players=13, **board) is None
    assert engine(prizes=[1, 2, 3], n_players=2, **board | {"continuous": True}) is None
    assert engine(prizes=[1, 2, 3], n_players=2, **board | {"ties": "average"}) is None
    assert engine(prizes=[1 / 3, 2, 3], n_players=2, **board) is None, "no whole numbers"
