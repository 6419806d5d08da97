"""Guts dealt and played: Monte Carlo of rounds and of whole games.

Hands are numbers from a counter-based stream: game g of a seed is always the same game, however
the games are divided. Each game keeps its stakes until one holder ends it; with the multiplier
above 2 at times, the winnings have a heavy tail, whose exponent is known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from parlor.core.checks import flag, whole
from parlor.core.compiled import njit
from parlor.core.draws import _hash

from .deals import _draw, _round
from .solution import CoalitionSolution

__all__ = ["Deals", "Games", "deal", "play_games", "tail_exponent"]


@dataclass(frozen=True)
class Deals:
    """Averages over rounds dealt at random.

    Attributes
    ----------
    payoff, multiplier : float
        Means of player 1's immediate payoff and of the stakes multiplier.
    payoff_error, multiplier_error : float
        Their standard errors.
    rounds : int
        Rounds dealt.
    """

    payoff: float
    multiplier: float
    payoff_error: float
    multiplier_error: float
    rounds: int


@dataclass(frozen=True, eq=False)
class Games:
    """Whole games played at random.

    Attributes
    ----------
    winnings : ndarray of float64, shape (games,)
        What player 1 won of the antes, first ante included: at least -1 per unit of the stakes.
    lengths : ndarray of int64
        Rounds of each game.
    stakes : ndarray of float64
        Largest stakes of each game, in first antes.
    unfinished : int
        Games cut off at the limit of rounds; they count with the ante that is then forfeited.
    """

    winnings: np.ndarray
    lengths: np.ndarray
    stakes: np.ndarray
    unfinished: int


def deal(thresholds: Sequence[float], rounds: int, weenie: bool = False, seed: int = 0) -> Deals:
    """Deal single rounds of guts with fixed thresholds.

    Parameters
    ----------
    thresholds : sequence of float, length n >= 2
        Player 1 first, in [0, 1].
    rounds : int
        Rounds to deal, at least 2.
    weenie : bool
        Play by the Weenie rule.
    seed : int
        Seed of the hands.

    Returns
    -------
    Deals
        Means and standard errors.

    Raises
    ------
    ValueError
        If there are fewer than two players, a threshold is outside [0, 1], `rounds` is no integer
        from 2 up, or `weenie` is no bool.

    Examples
    --------
    >>> sample = deal([0.6, 0.5], 20_000)
    >>> abs(sample.payoff + 0.02) < 4 * sample.payoff_error
    True
    """
    p = np.array([float(t) for t in thresholds])
    if p.size < 2 or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"thresholds: got {thresholds!r}, allowed are two or more in [0, 1]")
    rounds, weenie = whole("rounds", rounds, 2), flag("weenie", weenie)
    a, aa, b, bb = _deal(p, rounds, weenie, np.uint64(seed))
    mean, beta = a / rounds, b / rounds
    return Deals(
        mean,
        beta,
        float(np.sqrt(max(aa / rounds - mean * mean, 0) / (rounds - 1))),
        float(np.sqrt(max(bb / rounds - beta * beta, 0) / (rounds - 1))),
        rounds,
    )


def play_games(
    solution: CoalitionSolution,
    games: int,
    own: float | None = None,
    max_rounds: int = 10_000,
    seed: int = 0,
) -> Games:
    """Play whole games of player 1 against a solved coalition.

    Parameters
    ----------
    solution : CoalitionSolution
        The coalition's mix, and player 1's unless `own` is given.
    games : int
        Games to play, at least 1.
    own : float, optional
        A threshold for player 1 in place of the optimal mix, in [0, 1].
    max_rounds : int
        Rounds after which a game is cut off.
    seed : int
        Seed of the hands.

    Returns
    -------
    Games
        Winnings, lengths and largest stakes.

    Raises
    ------
    ValueError
        If `games` < 1 or `own` is outside [0, 1].

    Notes
    -----
    Section 5.1: the bot. The winnings' mean is `solution.value` when player 1 plays optimally.

    Examples
    --------
    >>> from parlor.games.guts import solve_coalition
    >>> record = play_games(solve_coalition(2, mesh=21), 1000)
    >>> record.unfinished, bool(record.stakes.min() >= 1)
    (0, True)
    """
    if games < 1:
        raise ValueError(f"games: got {games!r}, allowed are the integers from 1 up")
    if own is not None and not 0 <= own <= 1:
        raise ValueError(f"own: got {own!r}, allowed are numbers in [0, 1]")
    mine = solution.player_one if own is None else [(float(own), 1.0)]
    theirs = np.array([allies for allies, _ in solution.coalition])
    winnings, lengths, stakes = _play_games(
        np.array([t for t, _ in mine]),
        np.cumsum([w for _, w in mine]),
        theirs,
        np.cumsum([w for _, w in solution.coalition]),
        solution.weenie,
        games,
        max_rounds,
        np.uint64(seed),
    )
    return Games(winnings, np.abs(lengths), stakes, int((lengths < 0).sum()))


def tail_exponent(solution: CoalitionSolution) -> float:
    """Exponent k of the tail of the stakes: P(stakes > s) falls like s**-k.

    Parameters
    ----------
    solution : CoalitionSolution
        Both players' mixes; at least two in the coalition.

    Returns
    -------
    float
        The positive root of ``E[multiplier**k; game goes on] = 1``. A variance of the winnings
        exists only if it exceeds 2, a mean only if it exceeds 1.

    Raises
    ------
    ValueError
        If the stakes cannot grow, as with one opponent.

    Examples
    --------
    >>> from parlor.games.guts import solve_coalition
    >>> 1 < tail_exponent(solve_coalition(2, mesh=None)) < 4
    True
    """
    n = solution.n_coalition + 1
    chance = np.zeros(n + 1)
    for own, w in solution.player_one:
        for allies, v in solution.coalition:
            holders = np.ones(1)
            for p in (own, *allies):
                holders = np.convolve(holders, [p, 1 - p])
            chance += w * v * holders
    factors = np.maximum(np.arange(n + 1) - 1.0, 0.0)
    factors[0] = 2.0 if solution.weenie else 1.0
    if not (chance * (factors > 1)).sum() > 0:
        raise ValueError("solution: the stakes never grow, allowed are coalitions of two or more")

    def excess(k: float) -> float:
        return float((chance[factors > 0] * factors[factors > 0] ** k).sum()) - 1

    high = 1.0
    while excess(high) < 0:
        high *= 2
    return float(brentq(excess, 1e-9, high, xtol=1e-14))


@njit
def _deal(p: np.ndarray, rounds: int, weenie: bool, seed: np.uint64) -> tuple:
    a = aa = b = bb = 0.0
    hands = np.empty(p.size)
    for step in range(rounds):
        payoff, beta = _round(p, weenie, seed, step, hands)
        a += payoff
        aa += payoff * payoff
        b += beta
        bb += beta * beta
    return a, aa, b, bb


@njit
def _play_games(
    own: np.ndarray, own_sum: np.ndarray, allies: np.ndarray, allies_sum: np.ndarray,
    weenie: bool, games: int, max_rounds: int, seed: np.uint64,
) -> tuple:  # fmt: skip
    """Winnings, lengths (negative when cut off) and largest stakes of each game."""
    winnings = np.empty(games)
    lengths = np.empty(games, np.int64)
    most = np.empty(games)
    n = allies.shape[1] + 1
    p, hands = np.empty(n), np.empty(n)
    for g in range(games):
        stakes, won, top = 1.0, 0.0, 1.0
        length = 0
        stream = seed + np.uint64(0xD1B54A32D192ED03) * np.uint64(g + 1)
        while stakes > 0 and length < max_rounds:
            p[0] = own[_draw(own_sum, _hash(stream, 2 * length, 0))]
            p[1:] = allies[_draw(allies_sum, _hash(stream, 2 * length, 1))]
            payoff, beta = _round(p, weenie, stream ^ np.uint64(0x5851F42D4C957F2D), length, hands)
            won += stakes * payoff
            stakes *= beta
            top = max(top, stakes)
            length += 1
        if stakes > 0:
            won -= stakes
        winnings[g], lengths[g], most[g] = won, (length if stakes == 0 else -length), top
    return winnings, lengths, most
