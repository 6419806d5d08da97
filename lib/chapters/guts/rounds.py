"""Rounds of guts compared, written down as matrices, counted out and repeated."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import lcm
from typing import Any

import numpy as np

from parlor.games.guts import payoff, stakes_multiplier
from parlor.games.guts.rounds import against
from parlor.solvers import recursive_game

from .printed import holders_and_contenders, holders_and_losers

Mix = Sequence[tuple[Sequence[float], float]]  # plans and their probabilities
TENTHS = [Fraction(i, 10) for i in range(11)]


def pairs_of_tenths() -> list[tuple[Any, ...]]:
    """All thresholds of two players in tenths."""
    return list(product(TENTHS, repeat=2))


def triples_of_tenths(reduced: bool = False) -> list[tuple[Any, ...]]:
    """All different thresholds of three players in tenths; a ninth of them if `reduced`."""
    return list(permutations(TENTHS, 3))[:: 9 if reduced else 1]


def tables_of_five(count: int) -> list[tuple[Any, ...]]:
    """Random thresholds of five players, in twentieths."""
    rng = np.random.default_rng(0)
    return [tuple(Fraction(int(i), 20) for i in rng.integers(0, 21, 5)) for _ in range(count)]


def returns(n_players: int, n_holders: int) -> tuple[int, int, int]:
    """What a round pays the winner, each other holder and each who drops, by its outcome.

    The pot is n antes. With r holders it is r - 1 times as large afterwards, which credits
    everybody with r - 2 antes that nobody will have to pay.
    """
    n, r = n_players, n_holders
    return n + r - 2, r - 2 - n, r - 2


def gains_of_holding(others: Sequence[int], cells: int) -> tuple[list[Fraction], Fraction]:
    """What holding pays more than dropping, by the hand, counted out.

    Parameters
    ----------
    others : sequence of int
        The other players hold in this cell of [0, 1] and above.
    cells : int
        Cells of equal length; equal cells are decided by lot.

    Returns
    -------
    gains : list of Fraction
        By the cell of player 1's hand.
    dropping : Fraction
        What dropping pays, whatever the hand.
    """
    n, ways = len(others) + 1, cells ** len(others)
    lots = lcm(*range(1, n + 1))  # shares of a pot are whole numbers of 1 / lots
    gains, dropping = [0] * cells, 0
    for hands in product(range(cells), repeat=n - 1):
        holding = [hand for hand, line in zip(hands, others, strict=True) if hand >= line]
        r = len(holding)
        drop = returns(n, r)[2] if r else 0
        win, lose, _ = returns(n, r + 1)
        dropping += drop
        for mine in range(cells):
            pay = lose * lots
            if not any(hand > mine for hand in holding):
                pay += (win - lose) * (lots // (1 + holding.count(mine)))
            gains[mine] += pay - drop * lots
    return [Fraction(gain, lots * ways) for gain in gains], Fraction(dropping, ways)


@cache
def steps_of_alpha(n_players: int) -> int:
    """How many payoffs the source's algorithm 4.1.1 updates, by running through its cases."""
    return n_players * sum(1 for _ in holders_and_losers(n_players))


def steps_of_beta(n_players: int) -> int:
    """How many factors the source's algorithm 4.1.2 multiplies, by running through its cases."""
    return n_players * sum(1 for _ in product((False, True), repeat=n_players))


def steps_of_pseudo_bloc(n_players: int) -> int:
    """How many cases the shorter algorithm of 4.1.4 has, by running through them."""
    return sum(1 for _ in holders_and_contenders(n_players))


def total(own: float, allies: Sequence[float], value: float, *, weenie: bool = False) -> float:
    """What player 1 gets of a round if playing on is worth `value` at stakes of one."""
    table = (own, *allies)
    return payoff(table, weenie=weenie) + value * stakes_multiplier(table, weenie=weenie)


def limit_of_repeating(A: np.ndarray, B: np.ndarray, row: np.ndarray, start: float) -> float:
    """What the row player reaches from `start` by repeating one mix in the game A + B V."""
    return recursive_game.solve((row @ A)[None], (row @ B)[None], v0=start).value


def against_mix(mix: Mix, own: Sequence[float] | np.ndarray, *, weenie: bool = False) -> np.ndarray:
    """Alpha and beta of player 1's thresholds against a mix of plans, a row each."""
    plans = [weight * np.array(against(allies, own, weenie=weenie)) for allies, weight in mix]
    return np.asarray(np.sum(plans, axis=0))


def worth_of(mix: Mix, own: np.ndarray) -> np.ndarray:
    """What a game is worth to player 1 against a mix, by the threshold that she keeps to."""
    alpha, beta = against_mix(mix, own)
    with np.errstate(divide="ignore"):
        return np.where(beta < 1, alpha / (1 - beta), np.where(alpha > 0, np.inf, -np.inf))
