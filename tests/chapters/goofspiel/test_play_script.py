"""Goofspiel and Nakai's game to play: their rules against the solvers, without a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from playwright.sync_api import Page

from chapters.goofspiel.play import cards_to_play, nakai_to_play
from chapters.goofspiel.tables import FIRST_PRIZES
from parlor.games import goofspiel, nakai
from parlor.games.goofspiel.study import exploitability_of_bids
from parlor.games.nakai.recursion import states
from playing import answer, rules_of, within

GAMES = 2_500
PLAY_OUT = """([kind, setting, policy, games, opponent]) =>
  Array.from({ length: games }, (_, seed) => {
    const { points, cost } = parlorPlay[kind].playOut(data, ...setting, seed, policy, opponent);
    return [points, cost];
  })"""


@cache
def data(kind: str) -> dict:
    return json.loads(json.dumps(cards_to_play() if kind == "goofspiel" else nakai_to_play()))


@pytest.fixture(scope="module")
def cards(browser) -> Iterator[Page]:
    with rules_of(browser, "goofspiel", data("goofspiel")) as page:
        yield page


@pytest.fixture(scope="module")
def middles(browser) -> Iterator[Page]:
    with rules_of(browser, "nakai", data("nakai")) as page:
        yield page


# Goofspiel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_lots_of_a_stage_are_optimal(cards: Page, n: int) -> None:
    solved, rng, asked = goofspiel.solve(n), np.random.default_rng(n), []
    for _ in range(80):
        hands = list(combinations(range(1, n + 1), int(rng.integers(1, n + 1))))
        mine, yours, left = (hands[i] for i in rng.integers(len(hands), size=3))
        asked.append((mine, yours, left, left[rng.integers(len(left))]))
    told = answer(
        cards,
        "([n, asked]) => asked.map((one) => parlorPlay.goofspiel.stage(data, n, ...one))",
        [n, asked],
    )
    for (mine, yours, left, prize), stage in zip(asked, told, strict=True):
        exact = solved.stage(mine, yours, left, prize)
        row, column = np.array(stage["row"]), np.array(stage["column"])
        assert min(row.min(), column.min()) >= 0
        assert row.sum() == pytest.approx(1) == column.sum()
        # neither lot can be beaten in the solver's own game, and no bid is worth more than is said
        assert (row @ exact.payoffs).min() == pytest.approx(exact.value, abs=1e-7)
        assert (exact.payoffs @ column).max() == pytest.approx(exact.value, abs=1e-7)
        assert np.allclose(exact.payoffs @ column, stage["worth"], atol=1e-7)


def test_a_matrix_game_without_a_saddle_point(cards: Page) -> None:
    pennies = [[1, -1, -2], [-1, 1, 0], [-3, -3, -3]]
    told = cards.evaluate("game => parlorPlay.goofspiel.solve(game)", pennies)
    assert told["value"] == pytest.approx(-1 / 2)
    assert np.allclose(told["row"], [1 / 4, 3 / 4, 0])
    assert np.allclose(told["column"], [0, 1 / 2, 1 / 2], atol=1) and sum(told["column"]) == 1


@pytest.mark.parametrize("policy", ["optimal", "match", "highest"])
@pytest.mark.parametrize("n", [3, 5, 6])
def test_many_games_bring_the_value_less_the_cost(cards: Page, n: int, policy: str) -> None:
    points, costs = np.array(answer(cards, PLAY_OUT, ["goofspiel", [n], policy, GAMES])).T
    within(points + costs, 0.0)
    if policy == "optimal":
        assert costs.max() == 0
        within(points, 0.0)
    elif n > 3:
        assert costs.mean() > 0.2


def test_a_seed_turns_up_every_order_of_the_prizes(cards: Page) -> None:
    orders = cards.evaluate(
        """() => Array.from({ length: 6000 },
             (_, seed) => parlorPlay.goofspiel.order(3, seed).join(""))"""
    )
    counts = np.array([orders.count(way) for way in ("123", "132", "213", "231", "312")])
    assert abs(counts - 1000).max() < 4 * np.sqrt(1000 * 5 / 6)


def test_a_plan_that_is_known_is_answered_by_the_best_bids(cards: Page) -> None:
    for n in (3, 4, 5, 6):
        play = ["goofspiel", [n], "match", 400]
        # by seed and opponent: what matching wins of one who expects it, and what it costs
        points, costs = np.array(answer(cards, PLAY_OUT, [*play, "expects"])).T
        known = exploitability_of_bids([*range(2, n + 1), 1])
        assert set(points) == {-n * (n - 3) // 2} and set(points + costs) == {known}
        points, costs = np.array(answer(cards, PLAY_OUT, [*play, "random"])).T
        assert costs.max() == 0  # Ross: whatever is gone
        within(points, (n * n - 1) / 6)


def test_first_prizes_are_those_of_the_text(middles: Page) -> None:
    told = middles.evaluate("seeds => seeds.map(s => parlorKit.random(s, 1, 0))", [*FIRST_PRIZES])
    assert [round(x, 3) for x in told] == [*FIRST_PRIZES.values()]


# Nakai's game ---------------------------------------------------------------------------------


def test_every_stage_is_the_solvers(middles: Page) -> None:
    table, rng = nakai.values(8), np.random.default_rng(1)
    every = sorted(states(8))
    asked = [(every[i], float(rng.random())) for i in rng.integers(len(every), size=400)]
    told = middles.evaluate(
        "asked => asked.map(([state, x]) => parlorPlay.nakai.stage(data, state, x))", asked
    )
    for (state, x), stage in zip(asked, told, strict=True):
        one, two = np.array(stage["one"]), np.array(stage["two"])
        assert table.exploitability(*state, x, one, two) < 1e-7
        exact = table.matrix(*state, x)
        assert stage["value"] == pytest.approx(
            float(np.nansum(one[:, None] * two * np.nan_to_num(exact))), abs=1e-7
        )


def test_regions_say_what_the_stage_does(middles: Page) -> None:
    every = sorted(states(8))[::7]
    told = middles.evaluate(
        """every => every.flatMap((state) => parlorPlay.nakai.regions(data, state)
          .filter(({ low, high }) => high - low > 1e-4)
          .map(({ low, high, choice }) => {
            const { one, two } = parlorPlay.nakai.stage(data, state, (low + high) / 2);
            return [choice, one, two];
          }))""",
        every,
    )
    mixed = 0
    for choice, one, two in told:
        names = [name for name, share in zip(("low", "high", "pass"), one, strict=True) if share]
        if choice.startswith("mix"):
            mixed += 1
            assert set(names) <= set(choice[4:].split("/")) and 0 < two[0] < 1
        elif len(names) == 1 and two[0] in (0, 1):  # other pairs may be optimal as well
            assert names[0] in ("low", "high", "pass")
    assert mixed > 50


@pytest.mark.parametrize(
    "state, first, policy",
    [
        ((6, 3, 1, 4), True, "optimal"),
        ((6, 3, 1, 4), False, "lavish"),
        ((8, 4, 2, 7), False, "optimal"),
        ((8, 4, 2, 7), True, "lavish"),
        ((5, 2, 3, 3), True, "optimal"),
        ((5, 2, 3, 3), False, "lavish"),
    ],
)
def test_many_games_of_nakais_bring_the_value_less_the_cost(
    middles: Page, state: tuple[int, int, int, int], first: bool, policy: str
) -> None:
    setting = [first, list(state)]
    points, costs = np.array(answer(middles, PLAY_OUT, ["nakai", setting, policy, GAMES])).T
    worth = nakai.values(8).v(*state) * (1 if first else -1)
    within(points + costs, worth)
    assert (costs.max() == 0) == (policy == "optimal")
