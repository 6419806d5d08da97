"""Trajectories counted exactly: chains, action patterns, whole games, states.

If a gift may be stolen L times in all, only the multiset of steal counts matters. Taking the chains
one by one, as the source's Algorithm 1 does, costs e k! steps a state. Here a round first chooses
how many gifts of each count the chain takes and then multiplies by their orderings. The highest
count goes first, so that no gift is taken twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, perm
from typing import TYPE_CHECKING, Annotated

from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult, data_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Growth", "action_count", "chain_count", "count", "growth", "mean_steals", "state_count"]

Layer = dict[int, int]  # ways to get to a state, by its number

MAX_PLAYERS = 500  # the counts have 1,134 digits then, and without a limit take milliseconds
MAX_LIMIT = 10**9  # steals of a gift: more than there are rounds are as good as no limit
MAX_WORK = 30_000_000  # states times players squared, which is about the number of steps

Players = Annotated[int, Integer(1, MAX_PLAYERS)]
Round = Annotated[int, Integer(1, MAX_PLAYERS)]
Limit = Annotated[int, Integer(1, MAX_LIMIT)]


@dataclass(frozen=True, repr=False)
class Growth(ExactResult):
    """The trajectory counts of games of 1, 2, ..., n players, from one run.

    Attributes
    ----------
    total_limit : int or None
        How often a gift may be stolen in a game; None for no limit.
    counts : tuple of int
        T(1; L), ..., T(n; L).
    patterns : tuple of int
        The same without the choice among wrapped gifts, T(k; L) / k!.
    states : tuple of int
        Multisets of steal counts after each round; empty if the closed form was used.
    steps : int
        Passes of the innermost loop; 0 if the closed form was used.
    """

    total_limit: int | None
    counts: tuple[int, ...]
    patterns: tuple[int, ...]
    states: tuple[int, ...]
    steps: int

    def to_frame(self) -> pd.DataFrame:
        """Return the counts as a table.

        Returns
        -------
        DataFrame
            A row for each number of players; counts are Python integers.
        """
        rows = enumerate(zip(self.counts, self.patterns, strict=True), 1)
        columns = ["n_players", "count", "patterns"]
        return data_frame([(n, *row) for n, row in rows], columns=columns, dtype=object)


@checked
def chain_count(k: Round, length: Annotated[int, Integer(0, MAX_PLAYERS)]) -> int:
    """Return the number of chains of a given length in round k (Lemma 6.1).

    Parameters
    ----------
    k : int
        Round: there are k - 1 gifts to steal.
    length : int
        Number of steals.

    Returns
    -------
    int
        (k - 1)! / (k - 1 - length)!, and 0 beyond length k - 1.

    Examples
    --------
    >>> [chain_count(4, length) for length in range(5)]
    [1, 3, 6, 6, 0]
    """
    return perm(k - 1, length)


@checked
def action_count(k: Round) -> int:
    """Return the number of action patterns of round k, A(k) of equation 5 and Lemma 6.2.

    Parameters
    ----------
    k : int
        Round.

    Returns
    -------
    int
        The sum of (k - 1)! / j! over j = 0, ..., k - 1; OEIS A000522 at k - 1. It is found by
        A(k) = (k - 1) A(k - 1) + 1: open at once, or steal one of k - 1 gifts and go on without it.

    Examples
    --------
    >>> [action_count(k) for k in range(1, 9)]
    [1, 2, 5, 16, 65, 326, 1957, 13700]
    """
    return action_counts(k)[-1]


@checked
def count(n_players: Players, *, total_limit: Limit | None = None) -> int:
    """Return the number of trajectories, T(n) of Theorem 6.1 or T(n; L), without the final swap.

    Parameters
    ----------
    n_players : int
        Number n of players.
    total_limit : int, optional
        How often a gift may be stolen in a game, L; None, which the source writes as 0, is no
        limit.

    Returns
    -------
    int
        The exact number.

    Raises
    ------
    ValueError
        If the limit leaves too many states to visit: with 29
        players L is at most 4, or else at least 28, which is as good as no limit.

    Examples
    --------
    >>> [count(n) for n in range(1, 6)]
    [1, 4, 60, 3840, 1248000]
    >>> [count(n, total_limit=1) for n in range(1, 6)]
    [1, 4, 42, 888, 31920]
    """
    return growth(n_players, total_limit=total_limit).counts[-1]


@checked
def growth(n_players: Players, *, total_limit: Limit | None = None) -> Growth:
    """Count the trajectories of all games up to a number of players, with the work that it took.

    Parameters
    ----------
    n_players : int
        Number n of players.
    total_limit : int, optional
        As in `count`.

    Returns
    -------
    Growth
        T(1; L), ..., T(n; L), the states of each round and the steps.

    Raises
    ------
    ValueError
        As in `count`.

    Examples
    --------
    >>> grown = growth(5, total_limit=2)
    >>> grown.patterns, grown.states
    ((1, 2, 10, 127, 3515), (1, 2, 5, 9, 14))
    """
    n, most = n_players, total_limit
    actions = action_counts(n)
    states: list[int] = []
    steps = 0
    if most is None or most >= n - 1:  # there are n - 1 rounds in which a gift can be stolen
        patterns = [1]
        for action in actions[1:]:
            patterns.append(patterns[-1] * action)
    else:
        _check_work(n, most)
        patterns, states, steps = _limited_counts(n, most, actions)
    counts = [factorial(k) * ways for k, ways in enumerate(patterns, 1)]
    return Growth(most, tuple(counts), tuple(patterns), tuple(states), steps)


@checked
def state_count(n_opened: Players, *, total_limit: Limit | None = None) -> int:
    """Return how many multisets of steal counts some play reaches once so many gifts are open.

    Parameters
    ----------
    n_opened : int
        Opened gifts r.
    total_limit : int, optional
        As in `count`.

    Returns
    -------
    int
        Sorted counts are at most 0, 1, ..., r - 1 and at most L, and all such occur: a ballot
        number, of degree L in r; without a limit the r-th Catalan number.

    Examples
    --------
    >>> [state_count(r, total_limit=2) for r in range(1, 6)], [state_count(r) for r in range(1, 6)]
    ([1, 2, 5, 9, 14], [1, 2, 5, 14, 42])
    """
    return ballot(n_opened, total_limit or n_opened)


@checked
def mean_steals(n_players: Players) -> Fraction:
    """Return the mean number of steals in a trajectory, if all of them are equally likely.

    Parameters
    ----------
    n_players : int
        Number n of players.

    Returns
    -------
    Fraction
        The sum of k - 2 + 1 / A(k) over the rounds k: of the k - 1 gifts that could be stolen,
        the mean chain leaves one, all but 1 / A(k).

    Examples
    --------
    >>> mean_steals(3)
    Fraction(17, 10)
    """
    actions = enumerate(action_counts(n_players), 1)
    return sum((k - 2 + Fraction(1, action) for k, action in actions), Fraction(0))


def _check_work(n: int, most: int) -> None:
    """A ValueError that names the limits that can be counted, if this one cannot."""

    def work(tried: int) -> int:
        return state_count(n - 1, total_limit=tried) * n * n

    if work(most) > MAX_WORK:
        best = max((tried for tried in range(1, most) if work(tried) <= MAX_WORK), default=0)
        raise ValueError(
            f"total_limit: got {most} with {n} players, which is too much work: allowed are "
            + (f"1 to {best}, " if best else "")
            + f"{n - 1} and more, or None"
        )


def action_counts(n: int) -> list[int]:
    """A(1), ..., A(n)."""
    actions = [1]
    for k in range(2, n + 1):
        actions.append((k - 1) * actions[-1] + 1)
    return actions


def ballot(r: int, most: int) -> int:
    """Sorted sequences of r counts, of which the i-th is at most i - 1 and at most `most`."""
    most = min(most, r - 1)
    return comb(r + most, most) * (r - most + 1) // (r + 1)


def _limited_counts(n: int, limit: int, actions: list[int]) -> tuple[list[int], list[int], int]:
    """T(k; L) / k! for k = 1, ..., n, the number of states after each round, and the steps.

    A state is a number in base n + 1: digit i counts the gifts stolen i times, i < L. Gifts stolen
    L times are out of the game and need no digit. While a round is worked out the digit above
    those is the number of gifts that the chain has taken so far.
    """
    base = n + 1
    places = [base**i for i in range(limit + 1)]
    chain = places[limit]
    states: Layer = {1: 1}
    patterns, sizes, steps = [1], [1], 0
    for r in range(2, n + 1):
        free = (sum(state // place % base for place in places[:limit]) for state in states)
        patterns.append(sum(w * actions[u] for u, w in zip(free, states.values(), strict=True)))
        sizes.append(ballot(r, limit))
        if r == n:
            break
        layer = states
        for i in range(limit - 1, -1, -1):
            move = chain - places[i] + (places[i + 1] if i + 1 < limit else 0)
            layer, more = _take(layer, places[i], base, move)
            steps += more
        states = {}
        for key, ways in layer.items():
            taken, state = divmod(key, chain)
            states[state + 1] = states.get(state + 1, 0) + ways * factorial(taken)
        if len(states) != sizes[-1]:
            raise ArithmeticError(f"round {r}: {len(states)} states, expected {sizes[-1]}")
    return patterns, sizes, steps


def _take(layer: Layer, place: int, base: int, move: int) -> tuple[Layer, int]:
    """Let the chain take any number of the gifts counted by one digit."""
    rows = [[comb(c, j) for j in range(c + 1)] for c in range(base)]
    after: Layer = {}
    steps = 0
    for start, ways in layer.items():
        row = rows[start // place % base]
        key = start
        for choices in row:
            after[key] = after.get(key, 0) + ways * choices
            key += move
        steps += len(row)
    return after, steps
