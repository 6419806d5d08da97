"""Gambit, OpenSpiel and Nashpy solve the chapters' games that we hand them, and agree with us."""

from __future__ import annotations

import io

import numpy as np
import pyspiel
import pytest

from parlor.core.gambit import to_efg, to_nashpy, to_nfg
from parlor.games import token_game
from parlor.games.goofspiel import hands, solve_hands
from parlor.games.guts import mesh_game, solve_coalition
from parlor.games.token_game.study import policy
from tests.core.test_gambit import by_gambit, by_open_spiel, pygambit

BOARDS = [((1, 2, 3, 4, 5), "line"), ((3, 1, 4, 1, 5), "clock"), ((0.5, 2.5, 1.0), "line")]


@pytest.mark.parametrize(("prizes", "layout"), BOARDS)
def test_two_players_of_the_token_game(prizes: tuple[float, ...], layout: str) -> None:
    """The two share all the money, so that for Gambit it is a constant-sum game."""
    text = to_efg(token_game.game_tree(prizes, 2, layout=layout), ["Ariel", "Beth"])
    assert {float(by_gambit(text))} == {
        pay[0] for pay in token_game.solve(prizes, 2, layout=layout).payoffs
    }


@pytest.mark.parametrize(("prizes", "layout"), BOARDS)
@pytest.mark.parametrize("ties", ["first", "last"])
def test_our_players_of_the_token_game_regret_nothing_in_open_spiel(
    prizes: tuple[float, ...], layout: str, ties: str
) -> None:
    text = to_efg(token_game.game_tree(prizes, 3, layout=layout), ["Ariel", "Beth", "Cleo"])
    game = pyspiel.load_efg_game(text)
    moves = policy(prizes, 3, layout=layout, ties=ties)
    odds = {}

    def play(state: pyspiel.State, placed: tuple[int, ...]) -> None:
        if state.is_terminal():
            return
        best = moves[tuple(sorted(placed))][0]
        found = [(a, float(state.action_to_string(a) == str(best))) for a in state.legal_actions()]
        assert sum(p for _, p in found) == 1
        odds[state.information_state_string()] = found
        for a in state.legal_actions():
            play(state.child(a), (*placed, int(state.action_to_string(a))))

    play(game.new_initial_state(), ())
    ours = pyspiel.TabularPolicy(odds)
    assert pyspiel.nash_conv(game, ours) == pytest.approx(0, abs=1e-12)
    paid = pyspiel.expected_returns(game.new_initial_state(), ours, -1, True)
    assert tuple(paid) == token_game.solve(prizes, 3, layout=layout, ties=ties).payoffs[0]


CARDS = [
    ((1, 4), (2, 3), (1, 4)),
    ((1, 3, 5), (2, 4, 6), (1, 2, 5)),
    ((1, 3, 8), (2, 4, 5), (0.5, 0.5, 1)),
]


@pytest.mark.parametrize(("mine", "yours", "prizes"), CARDS)
def test_goofspiel_for_points(mine: tuple, yours: tuple, prizes: tuple) -> None:
    text = to_efg(hands.game_tree(mine, yours, prizes), ["Ann", "Bob"])
    value = solve_hands(mine, yours, prizes).value
    there, error = by_open_spiel(text)
    assert error < 0.1 and there == pytest.approx(value, abs=error + 1e-12)
    found = pygambit.nash.lp_solve(pygambit.read_efg(io.StringIO(text)), rational=False)
    assert next(iter(found.equilibrium.payoffs))[1] == pytest.approx(value, abs=1e-12)


def test_goofspiel_to_win() -> None:
    """Not by Gambit, whose programme (17.0.0b2) ends at -1/9, where each player could gain 2/9."""
    mine, yours, prizes = (1, 3, 8), (2, 4, 5), (1, 2, 2)
    text = to_efg(hands.game_tree(mine, yours, prizes, aim="winning"), ["Ann", "Bob"])
    there, error = by_open_spiel(text)
    assert error < 0.01
    assert there == pytest.approx(solve_hands(mine, yours, prizes, aim="winning").value, abs=error)


def test_goofspiel_with_four_cards_and_with_one() -> None:
    four = range(1, 5)
    game = pyspiel.load_efg_game(to_efg(hands.game_tree(four, four, four), ["Ann", "Bob"]))
    assert (game.num_players(), game.min_utility(), game.max_utility()) == (2, -8, 8)
    with pytest.raises(ValueError, match=r"^prizes: got 5 entries"):
        hands.game_tree(*[range(1, 6)] * 3)
    assert hands.game_tree([2], [1], [7]).payoffs == (7, -7)


@pytest.mark.parametrize("weenie", [False, True])
def test_guts_on_a_mesh(weenie: bool) -> None:
    solved = solve_coalition(2, mesh=6, weenie=weenie)
    stage = mesh_game(2, 6, weenie=weenie).stage(solved.value)
    assert float(by_gambit(to_nfg(stage))) == pytest.approx(solved.value, abs=1e-14)
    there, error = by_open_spiel(to_nfg(stage))
    assert error < 0.05 and there == pytest.approx(solved.value, abs=error)
    row, column = to_nashpy(stage).linear_program()
    assert row @ stage @ column == pytest.approx(solved.value, abs=1e-12)
    assert np.allclose((stage @ column).max(), solved.value, atol=1e-12)


def test_a_token_game_of_too_many_ends_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^prizes: the game ends in 151200 ways"):
        token_game.game_tree(range(1, 11), 6)
