"""Guts dealt and played: Monte Carlo of rounds and of whole games.

Hands are numbers from a counter-based stream: game g of a seed is always the same game, however
the games are divided. Each game keeps its stakes until one holder ends it; with the multiplier
above 2 at times, the winnings have a heavy tail, whose exponent is known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import numbered_draw, step_draw
from parlor.core.estimate import mean_and_error, of_sample
from parlor.core.quantities import Integer, Probability, Read, Row, Seed, checked
from parlor.core.result import Certificate, Result, data_frame

from .rounds import MAX_PLAYERS, Thresholds
from .solution import Allies, CoalitionSolution

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Deals", "Games", "deal", "play_games", "tail_exponent"]

MAX_GAMES = 10**8  # 2.4 GB of results
MAX_DEALS = 10**11  # hours; sums of squares of payoffs stay exact to six digits
MAX_ROUNDS = 10**6  # of a game
FAR = 1e100  # stakes at which a game is cut off: sums of winnings stay finite
# Each game has a stream of its own: its number times an odd multiplier of many bits (Steele and
# Vigna 2021) is added to the seed. The hands' stream is the plans' with other bits turned over (by
# Knuth's multiplier of linear congruences): any pattern would do.
STREAMS, HANDS = 0xD1B54A32D192ED03, 0x5851F42D4C957F2D


class Sides(NamedTuple):
    """Both sides' mixes, as pairs of a plan and its probability, and the rule.

    Attributes
    ----------
    own : tuple of (float, float)
        Player 1's thresholds.
    coalition : tuple of (tuple of float, float)
        The others' plans.
    weenie : bool
        Whether the Weenie rule holds.
    """

    own: tuple[tuple[float, float], ...]
    coalition: tuple[tuple[Allies, float], ...]
    weenie: bool

    def where(self, own: float | None, weenie: bool) -> Sides:
        """The same where player 1 has a threshold of her own, or the Weenie rule holds."""
        mine = self.own if own is None else ((own, 1.0),)
        return Sides(mine, self.coalition, self.weenie or weenie)


def _sides(name: str, given: object) -> Sides:
    """Both mixes of a solution, or everybody's only threshold."""
    if isinstance(given, CoalitionSolution):
        return Sides(given.player_one, given.coalition, given.weenie)
    try:
        own, *allies = Row(2, MAX_PLAYERS, 0.0, 1.0).check(name, given).tolist()
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error}, and a CoalitionSolution") from None
    return Sides(((own, 1.0),), ((tuple(allies), 1.0),), False)


Plans = Annotated[
    Any,
    Read(_sides, f"are 2 to {MAX_PLAYERS} numbers in [0, 1], and a CoalitionSolution"),
]
NumberOfDeals = Annotated[int, Integer(2, MAX_DEALS)]
NumberOfGames = Annotated[int, Integer(2, MAX_GAMES)]


class Mixes(NamedTuple):
    """Both sides' mixes, as the kernels draw from them.

    Attributes
    ----------
    own : ndarray, shape (k,)
        Player 1's thresholds.
    own_sums : ndarray, shape (k,)
        Running sums of their weights.
    allies : ndarray, shape (m, n - 1)
        The others' thresholds, a row a plan.
    allies_sums : ndarray, shape (m,)
        Running sums of their weights.
    weenie : bool
        Whether the Weenie rule holds.
    """

    own: np.ndarray
    own_sums: np.ndarray
    allies: np.ndarray
    allies_sums: np.ndarray
    weenie: bool


@dataclass(frozen=True, repr=False)
class Deals(Result):
    """Averages over rounds dealt at random.

    Attributes
    ----------
    payoff, multiplier : float
        Means of player 1's immediate payoff and of the stakes multiplier.
    payoff_error, multiplier_error : float
        Their standard errors.
    n_rounds : int
        Rounds dealt.
    """

    payoff: float
    multiplier: float
    payoff_error: float
    multiplier_error: float
    n_rounds: int

    @property
    def certificate(self) -> Certificate:
        """The payoff's standard error."""
        return Certificate("standard error", self.payoff_error)


@dataclass(frozen=True, repr=False, eq=False)
class Games(Result):
    """Whole games played at random.

    Attributes
    ----------
    winnings : ndarray of float64, shape (n_games,)
        What player 1 won in all, in first antes, less what she lost, her own ante included: -1 if
        that is all.
    lengths : ndarray of int64
        Rounds of each game.
    stakes : ndarray of float64
        Largest stakes of each game, in first antes.
    unfinished : int
        Games cut off, at the limit of rounds or at stakes of 1e100; they count with the ante that
        is then forfeited.
    """

    winnings: np.ndarray
    lengths: np.ndarray
    stakes: np.ndarray
    unfinished: int

    _shown = ("mean",)

    @property
    def mean(self) -> float:
        """Mean of the winnings."""
        return of_sample(self.winnings).value

    @property
    def certificate(self) -> Certificate:
        """The standard error of the mean of the winnings."""
        return Certificate("standard error", of_sample(self.winnings).error)

    def to_frame(self) -> pd.DataFrame:
        """A row a game: winnings, rounds and largest stakes."""
        return data_frame(
            {"winnings": self.winnings, "rounds": self.lengths, "stakes": self.stakes}
        )


@checked
def deal(
    thresholds: Thresholds, *, n_rounds: NumberOfDeals, weenie: bool = False, seed: Seed = 42
) -> Deals:
    """Deal single rounds of guts with fixed thresholds.

    Parameters
    ----------
    thresholds : sequence of float, length n
        Player 1 first.
    n_rounds : int
        Rounds to deal.
    weenie : bool
        Play by the Weenie rule.
    seed : int or numpy.random.Generator
        Seed of the hands.

    Returns
    -------
    Deals
        Means and standard errors.

    Examples
    --------
    >>> sample = deal([0.6, 0.5], n_rounds=20_000)
    >>> abs(sample.payoff + 0.02) < 4 * sample.payoff_error
    True
    """
    a, aa, b, bb = _deal(np.asarray(thresholds), n_rounds, weenie, np.uint64(seed))
    means, errors = mean_and_error(np.array([a, b]), np.array([aa, bb]), n_rounds)
    (payoff, multiplier), (payoff_error, multiplier_error) = means.tolist(), errors.tolist()
    return Deals(payoff, multiplier, payoff_error, multiplier_error, n_rounds)


@checked
def play_games(
    plans: Plans,
    *,
    n_games: NumberOfGames,
    own: Probability | None = None,
    weenie: bool = False,
    round_limit: Annotated[int, Integer(1, MAX_ROUNDS)] = 10_000,
    seed: Seed = 42,
) -> Games:
    """Play whole games of player 1 against the others.

    Parameters
    ----------
    plans : CoalitionSolution, or sequence of float
        Both mixes of a solution, or everybody's threshold, player 1's first.
    n_games : int
        Games to play.
    own : float, optional
        A threshold for player 1 in place of hers there.
    weenie : bool
        Play by the Weenie rule. A solution of that rule is played by it in any case: False does not
        switch it off.
    round_limit : int
        Rounds after which a game is cut off; some games would never end.
    seed : int or numpy.random.Generator
        Seed of the hands.

    Returns
    -------
    Games
        Winnings, lengths and largest stakes.

    Notes
    -----
    Section 5.1: the bot. The winnings' mean is a solution's `value` when both play it.

    Examples
    --------
    >>> from parlor.games.guts import solve_coalition
    >>> record = play_games(solve_coalition(2, mesh=21), n_games=1000)
    >>> record.unfinished, bool(record.stakes.min() >= 1)
    (0, True)

    Two with the same threshold, so that neither has an edge:

    >>> record = play_games([0.5, 0.5], n_games=1000)
    >>> bool(abs(record.winnings.mean()) < 4 * record.certificate.error)
    True
    """
    winnings, lengths, stakes = _play_games(
        mixes(plans.where(own, weenie)), n_games, round_limit, np.uint64(seed)
    )
    return Games(winnings, np.abs(lengths), stakes, int((lengths < 0).sum()))


@checked
def tail_exponent(plans: Plans, *, own: Probability | None = None, weenie: bool = False) -> float:
    """Exponent k of the tail of the stakes: P(stakes > s) falls like s**-k.

    Parameters
    ----------
    plans : CoalitionSolution, or sequence of float
        As for `play_games`; at least three players.
    own : float, optional
        As there.
    weenie : bool
        As there.

    Returns
    -------
    float
        The positive root of ``E[multiplier**k; game goes on] = 1``; 0 if no game ends. A variance
        of the winnings exists only if it exceeds 2, a mean only if it exceeds 1.

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
    sides = plans.where(own, weenie)
    n = len(sides.coalition[0][0]) + 1
    chance = np.zeros(n + 1)  # of so many holders
    for mine, w in sides.own:
        for allies, v in sides.coalition:
            holders = np.ones(1)
            for p in (mine, *allies):
                holders = np.convolve(holders, [p, 1 - p])
            chance += w * v * holders
    factors = np.maximum(np.arange(n + 1) - 1.0, 0.0)
    factors[0] = 2.0 if sides.weenie else 1.0
    if not (chance * (factors > 1)).sum() > 0:
        raise ValueError("plans: the stakes never grow, allowed are coalitions of two or more")

    def excess(k: float) -> float:
        return float((chance[factors > 0] * factors[factors > 0] ** k).sum()) - 1

    least = 1e-9  # as good as 0, where the excess is minus the chance that the game ends
    if excess(least) >= 0:
        return 0.0
    high = 1.0
    while excess(high) < 0:
        high *= 2
    while least < (middle := (least + high) / 2) < high:  # scipy takes longer to come than this
        least, high = (least, middle) if excess(middle) >= 0 else (middle, high)
    return high


def mixes(sides: Sides) -> Mixes:
    """Both mixes as arrays."""
    return Mixes(
        np.array([t for t, _ in sides.own]),
        np.cumsum([w for _, w in sides.own]),
        np.array([allies for allies, _ in sides.coalition]),
        np.cumsum([w for _, w in sides.coalition]),
        sides.weenie,
    )


@njit(counted=False)
def draw_place(sums: np.ndarray, u: float) -> int:
    """Place of a uniform number u among running sums of weights."""
    i = 0
    for place in range(sums.size - 1):
        i += sums[place] < u * sums[-1]
    return i


@njit(counted=False)
def showdown(p: np.ndarray, seed: np.uint64, step: int, hands: np.ndarray) -> tuple[int, int]:
    """Deal hands; how many hold, and who has the best hand of them (of all if all drop)."""
    n = p.size
    holders = 0
    best, high = 0, -1.0
    # a step takes a multiple of four numbers: those of `step_draw`, for up to four players
    first = 4 * step * ((n + 3) // 4) + 1
    for i in range(n):  # hands are below 1: nobody holds above that
        hands[i] = numbered_draw(seed, first + i)
        held = hands[i] > p[i]
        holders += held
        # chosen and not branched to: who holds is hard to foresee for a processor, too
        rank = hands[i] if held else hands[i] - 1.0  # below all that hold, and exact
        best = i if rank > high else best
        high = rank if rank > high else high
    return holders, best


@njit(counted=False)
def _round(
    p: np.ndarray, weenie: bool, seed: np.uint64, step: int, hands: np.ndarray
) -> tuple[float, int]:
    """Player 1's immediate payoff and the multiplier of one deal; `step` counts deals."""
    n = p.size
    holders, best = showdown(p, seed, step, hands)
    if holders == 0:
        if not weenie:
            return 0.0, 1
        return (1.0 - n if best == 0 else 1.0), 2
    own = (n if best == 0 else -n) if hands[0] > p[0] else 0
    return holders - 2.0 + own, holders - 1


@njit
def _deal(p: np.ndarray, rounds: int, weenie: bool, seed: np.uint64) -> tuple[float, ...]:
    """Sums of payoffs and of their squares, and of multipliers and of theirs; p has shape (n,)."""
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
    mixes: Mixes, games: int, round_limit: int, seed: np.uint64
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Winnings, lengths (negative when cut off) and largest stakes of each game."""
    own, own_sums, allies, allies_sums, weenie = mixes
    winnings = np.empty(games)
    lengths = np.empty(games, np.int64)
    most = np.empty(games)
    n = allies.shape[1] + 1
    p, hands = np.empty(n), np.empty(n)
    for g in range(games):
        stakes, won, top = 1.0, 0.0, 1.0
        length = 0
        stream = seed + np.uint64(STREAMS) * np.uint64(g + 1)
        hands_stream = stream ^ np.uint64(HANDS)
        while 0 < stakes < FAR and length < round_limit:
            p[0] = own[draw_place(own_sums, step_draw(stream, 2 * length, 0))]
            row = draw_place(allies_sums, step_draw(stream, 2 * length, 1))
            for j in range(n - 1):  # numba takes seconds to compile assignments to slices
                p[j + 1] = allies[row, j]
            payoff, beta = _round(p, weenie, hands_stream, length, hands)
            won += stakes * payoff
            stakes *= beta
            top = max(top, stakes)
            length += 1
        if stakes > 0:
            won -= stakes
        winnings[g], lengths[g], most[g] = won, (length if stakes == 0 else -length), top
    return winnings, lengths, most
