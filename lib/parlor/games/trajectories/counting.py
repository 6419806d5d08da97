"""How many ways a gift exchange can be played: exact integers.

Section 6 of D. Quigley, "Formal specification and behavioral simulation of the holiday gift
exchange game" (arXiv 2604.05219, April 2026). In round k player k opens a wrapped gift or steals
one; whoever is robbed opens or steals in turn, but no gift is stolen twice in a chain. A
trajectory is everything that happens, gifts opened included, up to the optional final swap.

Chains of s steals in round k are the orderings of s of k - 1 gifts, so a round has A(k) patterns
and a game n! A(1) ... A(n) trajectories. If a gift may be stolen L times in all, only the multiset
of steal counts matters. Taking the chains one by one, as the source's Algorithm 1 does, costs e k!
steps a state. Here a round first chooses how many gifts of each count the chain takes and
then multiplies by their orderings. The highest count goes first, so that no gift is taken twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import factorial, perm

from parlor.core.checks import whole

from .states import action_counts, ballot, limited_counts

__all__ = ["Growth", "action_count", "chain_count", "count", "growth", "mean_steals", "state_count"]

MAX_PLAYERS = 500
MAX_WORK = 30_000_000  # states times players squared, which is about the number of steps


@dataclass(frozen=True)
class Growth:
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


def chain_count(k: int, length: int) -> int:
    """Chains of a given length in round k (Lemma 6.1).

    Parameters
    ----------
    k : int
        Round, 1 to 500: there are k - 1 gifts to steal.
    length : int
        Number of steals, at least 0.

    Returns
    -------
    int
        (k - 1)! / (k - 1 - length)!, and 0 beyond length k - 1.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> [chain_count(4, length) for length in range(5)]
    [1, 3, 6, 6, 0]
    """
    return perm(whole("k", k, 1, MAX_PLAYERS) - 1, whole("length", length, 0, MAX_PLAYERS))


def action_count(k: int) -> int:
    """Action patterns of round k, A(k) of equation 5 and Lemma 6.2.

    Parameters
    ----------
    k : int
        Round, 1 to 500.

    Returns
    -------
    int
        The sum of (k - 1)! / j! over j = 0, ..., k - 1; OEIS A000522 at k - 1. It is found by
        A(k) = (k - 1) A(k - 1) + 1: open at once, or steal one of k - 1 gifts and go on without it.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> [action_count(k) for k in range(1, 9)]
    [1, 2, 5, 16, 65, 326, 1957, 13700]
    """
    return action_counts(whole("k", k, 1, MAX_PLAYERS))[-1]


def count(n_players: int, total_limit: int | None = None) -> int:
    """Trajectories of a game, T(n) of Theorem 6.1 or T(n; L), without the final swap.

    Parameters
    ----------
    n_players : int
        Number n of players, 1 to 500.
    total_limit : int, optional
        How often a gift may be stolen in a game, L. None and 0 mean no limit; 0 is the source's
        own code for it.

    Returns
    -------
    int
        The exact number.

    Raises
    ------
    ValueError
        If an argument is not as above, or the limit leaves too many states to visit: with 29
        players L is at most 4, or else at least 28, which is as good as no limit.

    Examples
    --------
    >>> [count(n) for n in range(1, 6)]
    [1, 4, 60, 3840, 1248000]
    >>> [count(n, 1) for n in range(1, 6)]
    [1, 4, 42, 888, 31920]
    """
    return growth(n_players, total_limit).counts[-1]


def growth(n_players: int, total_limit: int | None = None) -> Growth:
    """Trajectory counts of all games up to a number of players, with the work that it took.

    Parameters
    ----------
    n_players : int
        Number n of players, 1 to 500.
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
    >>> grown = growth(5, 2)
    >>> grown.patterns, grown.states
    ((1, 2, 10, 127, 3515), (1, 2, 5, 9, 14))
    """
    n = whole("n_players", n_players, 1, MAX_PLAYERS)
    limit = 0 if total_limit is None else whole("total_limit", total_limit, 0, 10**9)
    actions = action_counts(n)
    states: list[int] = []
    steps = 0
    if limit == 0 or limit >= n - 1:  # there are n - 1 rounds in which a gift can be stolen
        patterns = [1]
        for action in actions[1:]:
            patterns.append(patterns[-1] * action)
    else:
        _check_work(n, limit)
        patterns, states, steps = limited_counts(n, limit, actions)
    counts = [factorial(k) * ways for k, ways in enumerate(patterns, 1)]
    return Growth(limit or None, tuple(counts), tuple(patterns), tuple(states), steps)


def state_count(n_opened: int, total_limit: int | None = None) -> int:
    """Multisets of steal counts that some play reaches once a number of gifts is open.

    Parameters
    ----------
    n_opened : int
        Opened gifts r, 1 to 500.
    total_limit : int, optional
        As in `count`.

    Returns
    -------
    int
        Sorted counts are at most 0, 1, ..., r - 1 and at most L, and all such occur: a ballot
        number, of degree L in r; without a limit the r-th Catalan number.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> [state_count(r, 2) for r in range(1, 6)], [state_count(r) for r in range(1, 6)]
    ([1, 2, 5, 9, 14], [1, 2, 5, 14, 42])
    """
    r = whole("n_opened", n_opened, 1, MAX_PLAYERS)
    most = 0 if total_limit is None else whole("total_limit", total_limit, 0, 10**9)
    return ballot(r, most or r)


def mean_steals(n_players: int) -> Fraction:
    """Mean number of steals in a trajectory, if all of them are equally likely.

    Parameters
    ----------
    n_players : int
        Number n of players, 1 to 500.

    Returns
    -------
    Fraction
        The sum of k - 2 + 1 / A(k) over the rounds k: of the k - 1 gifts that could be stolen,
        the mean chain leaves one, all but 1 / A(k).

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> mean_steals(3)
    Fraction(17, 10)
    """
    n = whole("n_players", n_players, 1, MAX_PLAYERS)
    return sum(
        (k - 2 + Fraction(1, action) for k, action in enumerate(action_counts(n), 1)), Fraction(0)
    )


def _check_work(n: int, limit: int) -> None:
    def work(tried: int) -> int:
        return state_count(n - 1, tried) * n * n

    if work(limit) > MAX_WORK:
        most = max((tried for tried in range(1, limit) if work(tried) <= MAX_WORK), default=0)
        raise ValueError(
            f"total_limit: got {limit} with {n} players, which is too much work: allowed are "
            + (f"1 to {most}, " if most else "")
            + f"{n - 1} and more, or None"
        )
