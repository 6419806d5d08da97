"""Gambit, OpenSpiel and Nashpy solve the games that we write, and write some that we read."""

from __future__ import annotations

import io
import platform
import sys
from fractions import Fraction

import numpy as np
import pyspiel
import pytest

from parlor.core.gambit import Chance, Decision, Terminal, from_nfg, to_efg, to_nashpy, to_nfg
from parlor.solvers import zero_sum

if sys.platform == "linux" and platform.machine() != "x86_64":
    pytest.skip("pygambit has no wheel for this processor", allow_module_level=True)

import pygambit

rng = np.random.default_rng(20261129)
MATRICES = {
    "integers": [[3, -1], [-2, 4]],
    "fractions": [[Fraction(1, 3), Fraction(-1, 7), 0], [Fraction(-2, 9), 1, Fraction(1, 2)]],
    "floats": rng.normal(size=(4, 3)),
    "tiny": 1e-9 * rng.normal(size=(3, 5)),
    "huge": 1e9 * rng.normal(size=(2, 2)),
}


def by_gambit(text: str) -> Fraction:
    """The value to the first player, by an exact linear programme."""
    read = pygambit.read_nfg if text.startswith("NFG") else pygambit.read_efg
    found = pygambit.nash.lp_solve(read(io.StringIO(text)), rational=True).equilibrium
    return Fraction(str(next(iter(found.payoffs))[1]))


def by_open_spiel(text: str) -> tuple[float, float]:
    """The value to the first player by minimised regrets, and by how much it may be off."""
    if text.startswith("NFG"):
        game = pyspiel.convert_to_turn_based(pyspiel.load_nfg_game(text))
    else:
        game = pyspiel.load_efg_game(text)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value, _ = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    return value, pyspiel.nash_conv(game, policy)


@pytest.mark.parametrize("A", MATRICES.values(), ids=MATRICES)
def test_all_find_our_value_of_a_matrix_that_we_write(A: object) -> None:
    value, size = zero_sum.solve(A).value, np.abs(np.asarray(A, float)).max()
    assert float(by_gambit(to_nfg(A))) == pytest.approx(value, abs=1e-15 * size)
    there, error = by_open_spiel(to_nfg(np.asarray(A, float) / size))
    assert error < 0.1 and there == pytest.approx(value / size, abs=error)
    read = pyspiel.load_nfg_game(to_nfg(A))
    assert np.array_equal(read.row_utilities(), np.asarray(A, float))
    assert np.array_equal(read.col_utilities(), -np.asarray(A, float))
    scaled = np.asarray(A, float) / size  # Nashpy finds nothing in games of tiny or huge payoffs
    row, column = next(to_nashpy(scaled).vertex_enumeration())
    assert row @ scaled @ column == pytest.approx(value / size, abs=1e-14)


def test_fractions_stay_exact() -> None:
    third = Fraction(1, 3)
    assert by_gambit(to_nfg([[third, -third], [-third, 1]])) == Fraction(1, 9)


@pytest.mark.parametrize("A", MATRICES.values(), ids=MATRICES)
def test_what_is_written_is_read_again(A: object) -> None:
    B = rng.integers(-9, 9, np.shape(A))
    row, column = from_nfg(to_nfg(A, B), exact=True)
    assert np.array_equal(row.astype(float), np.asarray(A, float))
    assert np.array_equal(column, B) and type(column[0, 0]) is Fraction
    assert from_nfg(to_nfg(A)).column.dtype == np.float64


def test_what_others_write_is_read() -> None:
    A, B = rng.integers(-9, 9, (2, 3, 2))
    by_outcomes = pygambit.StrategicGame.from_arrays(A, B).to_nfg()
    assert by_outcomes.count("{") > 5
    by_payoffs = pyspiel.game_to_nfg_string(pyspiel.create_matrix_game(A, B))
    for text in (by_outcomes, by_payoffs):
        assert all(map(np.array_equal, from_nfg(text), (A, B)))
    named = 'NFG 1 D "a \\"b\\"" { "I" "II" } { { "x" "y" } { "z" } } "why { not }" 1, 2 .5 1e-3'
    assert [x.tolist() for x in from_nfg(named)] == [[[1], [0.5]], [[2], [0.001]]]


@pytest.mark.parametrize(
    "text",
    [
        'NFG 1 R "" { "a" "b" "c" } { 1 1 1 } 1 2 3',
        'NFG 1 R "" { "a" "b" } { 2 1 } 1 2 3',
        'NFG 1 R "" { "a" "b" } { 1 1 } 1 x',
        'NFG 1 R "" { "a" "b" } { 1 1 } 1 1/0',
        'NFG 1 R "" { "a" "b" } { { "x" } { "y" } } { { "" 1 } } 1',
        'NFG 1 R "" { "a" "b" } { 1 1 }',
        'EFG 2 R "" { "a" "b" }',
    ],
)
def test_no_game_for_two_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^text: got .*, allowed is a game for two"):
        from_nfg(text)


def poker(bet: object, chance: list[object]) -> Chance:
    """Alice, who alone sees a card of two, may bet; Bob may call."""

    def alice(card: str, wins: int) -> Decision:
        call = Terminal([wins * (1 + bet), -wins * (1 + bet)])
        bob = Decision(1, "she bets", {"call": call, "fold": Terminal([1, -1])})
        return Decision(0, card, {"bet": bob, "check": Terminal([wins, -wins])})

    hands = [alice("ace", 1), alice("king", -1)]
    return Chance(dict(zip(["ace", "king"], zip(chance, hands, strict=True), strict=True)))


def test_both_solve_a_tree_that_we_write() -> None:
    bet = Fraction(3, 2)
    text = to_efg(poker(bet, [Fraction(1, 2)] * 2), ["Alice", "Bob"], title="AK")
    value = bet / (bet + 2)  # he calls as often as makes her indifferent to a bluff
    assert by_gambit(text) == value
    there, error = by_open_spiel(text)
    assert error < 0.01 and there == pytest.approx(float(value), abs=error)


def test_probabilities_may_be_floats() -> None:
    thirds = {name: (1 / 3, Terminal([1, 2, 3])) for name in "abc"}
    text = to_efg(Chance(thirds), ["I", "you", "they"])
    assert len(pygambit.read_efg(io.StringIO(text)).players) == 3


def test_trees_that_are_none_are_refused() -> None:
    end, you = Terminal([1, 2]), ["I", "you"]
    with pytest.raises(ValueError, match="2 payoffs at an end"):
        to_efg(end, ["I"])
    with pytest.raises(ValueError, match="player 2, allowed are 0 to 1"):
        to_efg(Decision(2, "", {"a": end}), you)
    other = Decision(0, "same", {"b": end})
    with pytest.raises(ValueError, match="same actions"):
        to_efg(Decision(0, "same", {"a": other}), you)
    with pytest.raises(ValueError, match=r"add up to 0\.5"):
        Chance({"a": (0.5, end)})
    with pytest.raises(TypeError, match="pair"):
        Chance({"a": (end,)})
    with pytest.raises(TypeError, match="'a'"):
        Decision(0, "", {"a": 3})
    with pytest.raises(ValueError, match="at least one"):
        Decision(0, "", {})


def test_without_nashpy_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nashpy", None)
    with pytest.raises(ModuleNotFoundError, match="not installed"):
        to_nashpy([[1]])
