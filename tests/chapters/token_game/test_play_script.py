"""The token game to play: the rules that its script knows, without a page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Page

from chapters.token_game import tables
from chapters.token_game.rows import SIZES, boards
from parlor.games.token_game.board import Board, payoffs_at
from parlor.games.token_game.stack_tree import StackTree
from playing import answer, rules_of

MOST = 6  # players
SETTINGS = [(layout, m) for layout in SIZES for m in range(2, MOST + 1)]
PLAYED = [(layout, m, "best") for layout, m in SETTINGS]
PLAYED += [(layout, m, "any") for layout in SIZES for m in (3, MOST)]
GAMES = 2_500


@cache
def perfect() -> dict:
    return json.loads(json.dumps(tables.perfect_players(MOST)))


@pytest.fixture(scope="module")
def rules(browser) -> Iterator[Page]:
    """A page with the game's functions and its table, and nothing to see."""
    with rules_of(browser, "token", perfect()) as page:
        yield page


@pytest.mark.parametrize("layout, players", SETTINGS)
def test_what_a_stack_brings_is_what_the_solver_says(
    rules: Page, layout: str, players: int
) -> None:
    tree = StackTree(Board(boards(layout), layout), players, "pessimistic")
    states = [s for s in range(1 << SIZES[layout]) if s.bit_count() < players]
    lying = [[i + 1 for i in range(SIZES[layout]) if s >> i & 1] for s in states]
    told = answer(
        rules,
        """([layout, players, lying]) => {
          const token = parlorPlay.token, game = token.rules(data, layout, players);
          return lying.map((placed) => [...token.outlook(game, placed)].map(
            ([stack, { least, most }]) => [stack, least, most]));
        }""",
        [layout, players, lying],
    )
    for state, row in zip(states, told, strict=True):
        left = players - state.bit_count() - 1
        worths = {c + 1: float(tree.money(v, left)) for c, v in tree.worths(state).items()}
        assert {stack: least for stack, least, _ in row} == worths
        assert all(most >= least for _, least, most in row)


@pytest.mark.parametrize("layout", SIZES)
def test_takes_are_the_librarys(rules: Page, layout: str) -> None:
    ways = [[3], [1, 2], [5, 9, 8], [10, 1, 4, 7], [2, 4, 6, 8, 10]]
    told = rules.evaluate(
        """([layout, ways]) => ways.map((way) => parlorPlay.token.takes(
             parlorPlay.token.rules(data, layout, 6), way))""",
        [layout, ways],
    )
    assert told == [list(payoffs_at(boards(layout), way, layout=layout)) for way in ways]


def expected(layout: str, players: int, seat: int, moves: str) -> tuple[float, float]:
    """The exact mean and spread of what the seat takes, later ties being broken by lot."""
    best = perfect()[layout]["players"][str(players)]

    def law(placed: tuple[int, ...]) -> Iterator[tuple[float, float]]:
        if len(placed) == players:
            yield 1.0, payoffs_at(boards(layout), placed, layout=layout)[seat]
            return
        here = best[",".join(map(str, sorted(placed)))]
        if len(placed) == seat and moves == "any":
            here = [stack for stack in boards(layout) if stack not in placed]
        for stack in here:
            for chance, take in law((*placed, stack)):
                yield chance / len(here), take

    pairs = list(law(()))
    mean = sum(chance * take for chance, take in pairs)
    return mean, math.sqrt(max(sum(chance * (take - mean) ** 2 for chance, take in pairs), 0))


@pytest.mark.parametrize("layout, players, moves", PLAYED)
def test_many_games_bring_what_is_promised(
    rules: Page, layout: str, players: int, moves: str
) -> None:
    """A script sits on every seat; it follows the hint, or goes anywhere."""
    told = rules.evaluate(
        """([layout, players, moves, games]) => {
          const token = parlorPlay.token, game = token.rules(data, layout, players);
          const promises = new Map();
          return Array.from({ length: players }, (_, seat) => {
            let sum = 0, broken = 0;
            for (let seed = 0; seed < games; seed += 1) {
              const before = token.onward(game, [], seed, seat), key = before.join();
              if (!promises.has(key)) promises.set(key, token.outlook(game, before));
              const free = moves === "best"
                ? token.best(game, before) : [...promises.get(key).keys()];
              const stack = parlorKit.pick(free, parlorKit.random(seed, 77, seat));
              const end = token.onward(game, [...before, stack], seed);
              const { least, most } = promises.get(key).get(stack);
              const take = token.takes(game, end)[seat];
              broken += take < least || take > most;
              sum += take;
            }
            return [sum / games, broken];
          });
        }""",
        [layout, players, moves, GAMES],
    )
    for seat, (mean, broken) in enumerate(told):
        assert broken == 0
        exact, spread = expected(layout, players, seat, moves)
        assert abs(mean - exact) <= 4 * spread / math.sqrt(GAMES) + 1e-9
