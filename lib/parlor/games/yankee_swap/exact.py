"""Both Yankee swaps in exact rationals: small decks, with nothing assumed about who steals what.

`check_locked` puts the threshold policy to the test at every position, also those that no play of
the policy reaches: no single change of action may gain. `solve_exactly` solves the game with
unlimited re-steal over whole pools and reports the deepest rank that is ever taken.
`resteal_closed_form` has what is rational in closed form on the continuum.

Equal values need a rule there: with k players to act, a fresh box is put by lot above, between or
below its equals among the k - 1 best, and above any other equals. A mover who is indifferent opens
a box, else takes the better one. On decks with few ties none of this matters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement
from math import comb
from typing import Annotated, Any

from parlor.core.checks import LARGEST, items, number, plain
from parlor.core.laws import Distribution
from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult, data_frame

from .deck import exact_deck

__all__ = ["ExactResteal", "LockedCheck", "check_locked", "resteal_closed_form", "solve_exactly"]

MAX_POSITIONS = 200_000  # a minute or so of fractions


@dataclass(frozen=True, repr=False)
class LockedCheck(ExactResult):
    """One-shot deviations in the locked game, as `check_locked` counts them.

    Attributes
    ----------
    draw_values : tuple of Fraction
        t_1, ..., t_N.
    n_positions, n_actions : int
        Positions (players to act and unlocked boxes), and actions compared there.
    largest_gain : Fraction
        Most that one change of action gains anywhere: 0 for a subgame perfect equilibrium.
    worst : tuple
        A position with that gain: (players to act, unlocked values).
    """

    draw_values: tuple[Fraction, ...]
    n_positions: int
    n_actions: int
    largest_gain: Fraction
    worst: tuple[int, tuple[Fraction, ...]]


@dataclass(frozen=True, repr=False)
class ExactResteal(ExactResult):
    """The game with unlimited re-steal, as `solve_exactly` finds it.

    Attributes
    ----------
    payoffs : tuple of Fraction
        Expected payoff of seats 1 to N.
    n_positions : int
        Positions solved: players to act and a pool.
    deepest : tuple of int
        For k = 1, ..., N players to act, the lowest rank that is taken in any pool (0: none is).
    """

    payoffs: tuple[Fraction, ...]
    n_positions: int
    deepest: tuple[int, ...]

    def to_frame(self) -> Any:
        """A row a seat: its expected payoff."""
        return data_frame({"seat": range(1, len(self.payoffs) + 1), "payoff": self.payoffs})


@checked
def check_locked(
    n_players: Annotated[int, Integer(1, 8)],
    *,
    distribution: Distribution,
    thresholds: Sequence[float | Fraction] | None = None,
) -> LockedCheck:
    """Test a threshold policy of the locked game for one-shot deviations, at every position.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : sequence of real or law
        Equally likely values of a box; floats are taken at their exact binary value.
    thresholds : sequence of real, length N, optional
        By players to act; by default t_k = E min(X, t_{k-1}).

    Returns
    -------
    LockedCheck
        How many were tested, and the largest gain.

    Raises
    ------
    ValueError
        If there are more than 200 000 positions.

    Examples
    --------
    >>> check = check_locked(4, distribution=range(4))
    >>> check.n_positions, check.largest_gain
    (56, Fraction(0, 1))
    """
    n, deck = n_players, exact_deck(distribution)
    size = len(deck)
    worth = [Fraction(sum(deck), size)]
    for _ in range(1, n):
        worth.append(sum((min(x, worth[-1]) for x in deck), Fraction(0)) / size)
    limits = worth
    if thresholds is not None:
        allowed = f"{n} numbers from {-LARGEST:g} to {LARGEST:g}"
        given = items("thresholds", thresholds, allowed, n, n)
        for t in given:
            number("thresholds", t, allowed, -LARGEST, LARGEST)
        limits = [Fraction(plain(t)) for t in given]
    kinds = sorted(set(deck))
    _bounded(sum(comb(len(kinds) + p - 1, p) for p in range(n)))

    @cache
    def hold(k: int, others: tuple[Fraction, ...], mine: Fraction) -> Fraction:
        """What the holder of `mine`, unlocked beside `others`, expects before k players act."""
        if k == 0:
            return mine
        top = max((mine, *others))
        if top <= limits[k - 1]:  # the mover opens a box
            return _mean(hold(k - 1, _with(others, y), mine) for y in deck)
        equal = others.count(top)
        taken = Fraction(mine == top, equal + (mine == top))
        lost = fresh(k - 1, others) if taken else Fraction(0)
        kept = Fraction(0)
        if equal:
            rest = others[: bisect_left(others, top)] + others[bisect_left(others, top) + 1 :]
            kept = _mean(hold(k - 1, _with(rest, y), mine) for y in deck)
        return taken * lost + (1 - taken) * kept

    @cache
    def fresh(k: int, others: tuple[Fraction, ...]) -> Fraction:
        return _mean(hold(k, others, y) for y in deck)

    worst: tuple[int, tuple[Fraction, ...]] = (0, ())
    best, positions, actions = Fraction(-1), 0, 0
    for k in range(1, n + 1):
        sizes = range(n - k + 1)
        for unlocked in chain(*(combinations_with_replacement(kinds, p) for p in sizes)):
            draw, steals = fresh(k - 1, unlocked), sorted(set(unlocked))
            policy = steals[-1] if steals and steals[-1] > limits[k - 1] else draw
            gain = max([draw, *steals]) - policy
            positions, actions = positions + 1, actions + 1 + len(steals)
            if gain > best:
                best, worst = gain, (k, unlocked)
    return LockedCheck(tuple(worth), positions, actions, best, worst)


@checked
def solve_exactly(
    n_players: Annotated[int, Integer(1, 9)], *, distribution: Distribution
) -> ExactResteal:
    """Solve the game with unlimited re-steal over whole pools, every box a candidate.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : sequence of real or law
        Equally likely values of a box; floats are taken at their exact binary value.

    Returns
    -------
    ExactResteal
        Payoffs and the deepest rank taken.

    Raises
    ------
    ValueError
        If there are more than 200 000 positions.

    Examples
    --------
    >>> solve_exactly(3, distribution=[1, 2, 3]).payoffs
    (Fraction(3, 2), Fraction(35, 18), Fraction(23, 9))
    """
    n, deck = n_players, exact_deck(distribution)
    kinds = sorted(set(deck))
    _bounded(sum(comb(len(kinds) + p - 1, p) for p in range(n + 1)))

    @cache
    def offers(k: int, pool: tuple[Fraction, ...]) -> tuple[list[Fraction], Fraction, int]:
        """What each box (increasing) and a fresh one are worth to the mover, and the choice."""
        keep = [Fraction(0)] * len(pool)
        draw = Fraction(0)
        for y in deck:
            high = bisect_right(pool, y)
            low = min(high, max(bisect_left(pool, y), len(pool) - (k - 1)))
            after = holders(k - 1, _with(pool, y))
            for place in range(low, high + 1):
                share = Fraction(1, len(deck) * (high - low + 1))
                draw += share * after[place]
                for i in range(len(pool)):
                    keep[i] += share * after[i + (i >= place)]
        choice, best = -1, draw
        for i in reversed(range(len(pool))):
            if keep[i] > best:
                choice, best = i, keep[i]
        return keep, draw, choice

    @cache
    def holders(k: int, pool: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """What the holder of each box expects before k players act."""
        if k == 0:
            return pool
        keep, draw, choice = offers(k, pool)
        return tuple(draw if i == choice else x for i, x in enumerate(keep))

    @cache
    def expected(p: int, pool: tuple[Fraction, ...]) -> Fraction:
        """What the mover who will see p boxes expects, with `pool` on the table now."""
        if len(pool) < p:
            return _mean(expected(p, _with(pool, y)) for y in deck)
        keep, draw, choice = offers(n - p, pool)
        return draw if choice < 0 else keep[choice]

    payoffs = tuple(expected(p, ()) for p in range(n))
    deepest, positions = [], 0
    for k in range(1, n + 1):
        p, ranks = n - k, [0]
        for pool in combinations_with_replacement(kinds, p):
            choice = offers(k, pool)[2]
            ranks.append(p - choice if choice >= 0 else 0)
        deepest.append(max(ranks))
        positions += len(ranks) - 1
    return ExactResteal(payoffs, positions, tuple(deepest))


@checked
def resteal_closed_form(n_players: Annotated[int, Integer(1, 1000)]) -> tuple[Fraction, ...]:
    """Payoffs that are rational in closed form, boxes uniform on [0, 1].

    Parameters
    ----------
    n_players : int
        Number N of players.

    Returns
    -------
    tuple of Fraction
        All seats for N <= 3, else the last two only, N - 1 and N.

    Notes
    -----
    The last mover takes the best of p = N - 1 boxes, if above 1/2. With two to act the best box a
    is worth a if a <= 1/2, else ``w(a) = a (3/2 - a)`` to a taker, since the last mover takes it
    unless the fresh box is better; the next best, b, is worth b; a fresh one 3/8 if a <= 1/2, else
    less than w(a). So the mover gets the greatest of 3/8 and a, or of w(a) and b. The first two of
    three players: seat 1 is paid what the others leave.

    Examples
    --------
    >>> print(*resteal_closed_form(3))
    125/384 179/384 17/24
    >>> print(*resteal_closed_form(4))
    1381/2560 49/64
    """
    n = n_players
    half = Fraction(1, 2)
    if n == 1:
        return (half,)
    last = half**n + Fraction(n - 1, n) * (1 - half**n)
    if n == 2:
        return 1 - last, last

    def power(j: int, low: Fraction, high: Fraction) -> Fraction:
        return (high ** (j + 1) - low ** (j + 1)) / (j + 1)

    p, draw = n - 2, Fraction(3, 8)
    low = draw * draw**p + p * power(p, draw, half)
    # E max(w, b) given a is a - (a**p - w**p) / (p a**(p-1)), and a has the density p a**(p-1)
    high = (p - 1) * power(p, half, Fraction(1))
    for i in range(p + 1):
        coefficient = comb(p, i) * Fraction(3, 2) ** (p - i) * (-1) ** i
        high += coefficient * power(p + i, half, Fraction(1))
    before = low + high
    return (n * half - before - last, before, last) if n == 3 else (before, last)


def _bounded(positions: int) -> None:
    if positions > MAX_POSITIONS:
        raise ValueError(
            f"distribution: got a deck with {positions} positions, allowed are {MAX_POSITIONS}"
        )


def _with(pool: tuple[Fraction, ...], y: Fraction) -> tuple[Fraction, ...]:
    more = list(pool)
    insort(more, y)
    return tuple(more)


def _mean(terms: Iterable[Fraction]) -> Fraction:
    numbers = list(terms)
    return sum(numbers, Fraction(0)) / len(numbers)
