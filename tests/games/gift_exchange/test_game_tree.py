"""Gambit and OpenSpiel read small parties as we write them, and played backwards they agree."""

from __future__ import annotations

import io
import platform
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest

from chapters.gift_exchange.reasoning import solve_party
from parlor.core.gambit import to_efg
from parlor.games.gift_exchange.position import Limits, game_tree
from parlor.games.trajectories import count

if sys.platform == "linux" and platform.machine() != "x86_64":
    pytest.skip("pygambit has no wheel for this processor", allow_module_level=True)

import pygambit


def written(values: Any, **rules: Any) -> str:
    return to_efg(game_tree(values, **rules), [f"guest {i + 1}" for i in range(len(values))])


def by_gambit(text: str) -> list[float]:
    """What players get in the limit of Gambit's quantal responses, which is sequential."""
    game = pygambit.read_efg(io.StringIO(text))
    found = pygambit.nash.logit_solve(game, use_strategic=False, maxregret=1e-4)
    return [float(x) for _, x in found.equilibrium.payoffs]


def by_open_spiel(text: str) -> tuple[float, ...]:
    """What reasonable players get in the game that OpenSpiel has read: backwards from its ends."""

    def value(state: Any) -> Any:
        if state.is_terminal():
            return tuple(state.returns())
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            return expected(odds, [value(state.child(a)) for a in actions])
        ways = [value(state.child(action)) for action in state.legal_actions()]
        return max(ways, key=lambda way: way[state.current_player()])

    return value(pyspiel.load_efg_game(text).new_initial_state())


def expected(odds: Any, ways: list[Any]) -> Any:
    return tuple(
        sum(p * x for p, x in zip(odds, way, strict=True)) for way in zip(*ways, strict=True)
    )


@pytest.mark.parametrize("final_swap", [False, True])
@pytest.mark.parametrize("limit", [1, 2, None])
@pytest.mark.parametrize("worth", [[0, 1, 3], [Fraction(1, 4), 2, Fraction(-7, 5)], [5, 1]])
def test_guests_who_want_the_same_get_what_we_say(worth: Any, limit: Any, final_swap: bool) -> None:
    """The rules of friends are told by gifts, and solved by another program."""
    ours = solve_party(worth, total_limit=limit, final_swap=final_swap).payoffs
    text = written([worth] * len(worth), limits=Limits(total_limit=limit), final_swap=final_swap)
    assert by_open_spiel(text) == pytest.approx([float(x) for x in ours], abs=1e-12)


def test_gambit_solves_three_guests() -> None:
    worth = [0, 1, 3]
    text = written([worth] * 3, limits=Limits(total_limit=1), final_swap=False)
    ours = solve_party(worth, total_limit=1).payoffs
    assert by_gambit(text) == pytest.approx([float(x) for x in ours], abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_gambit_solves_guests_who_want_different_gifts(seed: int) -> None:
    values = np.random.default_rng(seed).random((3, 3)).round(3)
    text = written(values, order=[2, 3, 1])
    assert by_gambit(text) == pytest.approx(by_open_spiel(text), abs=0.01)
    text = written(values[:2, :2])
    found = pygambit.nash.enumpure_solve(pygambit.read_efg(io.StringIO(text))).equilibria
    payoffs = [[float(x) for _, x in one.payoffs] for one in found]
    assert pytest.approx(by_open_spiel(text), abs=1e-12) in payoffs


def test_a_tree_has_an_end_for_each_play() -> None:
    for n in (1, 2, 3, 4):
        values = np.random.default_rng(n).random((n, n))
        for limit in (None, 1):
            text = written(values, limits=Limits(total_limit=limit), final_swap=False)
            assert text.count('\nt "" ') == count(n, total_limit=limit)
    text = written(values[:3, :3], final_swap=True)
    assert text.count('\nt "" ') == 3 * count(3)
    in_order = written(values[:3, :3], order=[2, 3, 1], final_swap=False)
    assert in_order.count('\nt "" ') == count(3) // 6 and "\nc" not in in_order
    assert '"1 opens 2"' in in_order
    assert '"1 opens 1' not in in_order and '"1 opens 3' not in in_order
    assert pygambit.read_efg(io.StringIO(written(values))).players


def test_under_the_rule_of_ones_own_gift_nobody_opens_hers() -> None:
    text = written(np.eye(3), limits=Limits(no_own_gift=True), final_swap=False)
    assert by_open_spiel(text) == (0, 0, 0)
    assert by_open_spiel(written(np.eye(3), final_swap=False)) != (0, 0, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: game_tree(np.eye(5)), "values: players: got 5"),
        (lambda: game_tree([[1, 2]]), "values: got shape"),
        (lambda: game_tree(np.eye(2), limits=Limits(chain_lock=False)), "chain_lock=False"),
        (lambda: game_tree(np.eye(2), order=[1, 1]), "order: got"),
        (lambda: game_tree(np.eye(2), final_swap=1), "final_swap: got 1"),
        (lambda: game_tree(np.eye(2), limits=None), "limits: got None"),
    ],
)
def test_bad_input(call: Callable[[], Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        call()
