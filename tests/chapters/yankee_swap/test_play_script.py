"""The Yankee swap to play: its rules against the solver, without a page."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from playwright.sync_api import Page

from chapters.yankee_swap.hand import BOXES, hand_table
from chapters.yankee_swap.play import resteal_to_play, yankee_to_play
from chapters.yankee_swap.resteal.holding import last_two
from parlor.games.yankee_swap import locked_seat_payoffs
from playing import answer, rules_of, within

GAMES = 2_500


@pytest.fixture(scope="module")
def rules(browser) -> Iterator[Page]:
    with rules_of(browser, "yankee-swap", yankee_to_play()) as page:
        yield page


def test_the_hand_that_the_lecture_tells(rules: Page) -> None:
    told = rules.evaluate(
        """boxes => {
          const swap = parlorPlay["yankee-swap"];
          const chosen = (turn) => swap.would(data, turn.boxes, turn.toAct);
          return swap.game(data, boxes, chosen).boxes.map((box) => box.value);
        }""",
        list(BOXES),
    )
    assert told == list(hand_table()[1])


@pytest.mark.parametrize("policy", ["optimal", "greedy", "timid"])
@pytest.mark.parametrize("n, seat", [(2, 1), (3, 2), (5, 3), (8, 2), (8, 5), (8, 8)])
def test_many_games_bring_what_is_promised(rules: Page, n: int, seat: int, policy: str) -> None:
    told = answer(
        rules,
        """([n, seat, policy, games]) => Array.from({ length: games }, (_, seed) => {
          const { home, cost } = parlorPlay["yankee-swap"].playOut(data, n, seat, seed, policy);
          return [...home, cost];
        })""",
        [n, seat, policy, GAMES],
    )
    *home, costs = np.array(told).T
    exact = locked_seat_payoffs(n)
    within(home[seat - 1] + costs, exact[seat - 1])
    if policy == "optimal":
        assert costs.max() == 0
        for mean, worth in zip(home, exact, strict=True):  # the others play well too
            within(mean, worth)
    elif seat > 1:
        assert costs.mean() > 0.01


def test_a_seat_is_promised_what_it_gets_from_every_position(rules: Page) -> None:
    """Games are told apart by whether there was something to take, and what was promised then."""
    told = answer(
        rules,
        """games => Array.from({ length: games }, (_, seed) => {
          const swap = parlorPlay["yankee-swap"];
          const { turns, boxes } = swap.game(data, swap.values(6, seed),
            (turn) => swap.would(data, turn.boxes, turn.toAct));
          return [turns[2].most, turns[2].from, boxes[2].value];
        })""",
        GAMES,
    )
    promised, took, home = np.array(told).T
    assert np.allclose(home[took > 0], promised[took > 0])  # what is taken is kept
    within(home[took == 0] - promised[took == 0], 0.0)


@pytest.mark.parametrize("boxes", [(0.9, 0.8), (0.53, 0.9), (0.7, 0.2), (0.4, 0.1)])
def test_one_turn_of_re_steal_brings_what_is_promised(
    rules: Page, boxes: tuple[float, float]
) -> None:
    told = answer(
        rules,
        """([boxes, games]) => {
          const { lastTwo, again, values } = parlorPlay["yankee-swap"];
          return lastTwo(boxes).map(({ from, worth }) => [worth, Array.from(
            { length: games }, (_, seed) => again(boxes, from, values(2, seed)).home[2])]);
        }""",
        [boxes, GAMES],
    )
    for worth, home in told:
        within(np.array(home), worth)
    if max(boxes) > 0.5:
        best, second, fresh = map(float, last_two(*map(Fraction, sorted(boxes, reverse=True))))
        taking = [best, second] if boxes[0] > boxes[1] else [second, best]
        assert [worth for worth, _ in told] == pytest.approx([*taking, fresh])


def test_the_position_to_play_is_that_of_the_lecture() -> None:
    assert resteal_to_play() == {"boxes": [0.9, 0.8]}
