"""Algorithm 1 of the gift exchange's source, read in four ways, and what it costs.

The algorithm keeps a map from multisets of steal counts to numbers of ways, and from each multiset
it takes the chains one at a time: the next gift of the chain is any target g, which then leaves
the targets. Printed are set-builder braces and a set difference. As sets the targets
are distinct counts, and gifts with the same count are taken for one and locked together; as
multisets they are gifts, which is what is meant. The two places can be read apart, so there are
four readings, and one is right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import factorial
from typing import Literal, get_args

from parlor.core.checks import one_of, whole
from parlor.core.result import ExactResult

from .counting import MAX_LIMIT, MAX_PLAYERS, action_counts, ballot

__all__ = ["LOCKS", "TARGETS", "AlgorithmRun", "algorithm_steps", "count_by_algorithm"]

Targets = Literal["gifts", "distinct counts"]
Lock = Literal["gift", "count"]
TARGETS: tuple[str, ...] = get_args(Targets)
LOCKS: tuple[str, ...] = get_args(Lock)
MAX_RUN = 12  # players
MAX_STEPS = 100_000_000  # a minute or two

Multiset = tuple[int, ...]  # sorted steal counts


@dataclass(frozen=True, repr=False)
class AlgorithmRun(ExactResult):
    """What Algorithm 1 returned, and its work.

    Attributes
    ----------
    value : int
        The number of trajectories, according to this reading.
    states : tuple of int
        Multisets in the map after each round.
    steps : int
        Passes of the loop in line 43, each of which extends one chain by a steal.
    """

    value: int
    states: tuple[int, ...]
    steps: int


def count_by_algorithm(
    n_players: int, total_limit: int, *, targets: Targets = "gifts", lock: Lock = "gift"
) -> AlgorithmRun:
    """Count trajectories by the finite branch of Algorithm 1.

    Parameters
    ----------
    n_players : int
        Number n of players, 1 to 12.
    total_limit : int
        How often a gift may be stolen in a game, L, 1 to 10**9.
    targets : {"gifts", "distinct counts"}
        Whether line 43 runs over the gifts or over the different steal counts.
    lock : {"gift", "count"}
        Whether line 46 takes away one gift or all gifts with the same steal count.

    Returns
    -------
    AlgorithmRun
        Its value, states and steps.

    Raises
    ------
    ValueError
        If more than 100 million steps were needed.

    Examples
    --------
    >>> count_by_algorithm(3, 1).value
    42
    >>> count_by_algorithm(3, 1, targets="distinct counts", lock="count").value
    24
    """
    n = whole("n_players", n_players, 1, MAX_RUN)
    limit = whole("total_limit", total_limit, 1, MAX_LIMIT)
    every, one = (
        one_of("targets", targets, TARGETS) == "gifts",
        one_of("lock", lock, LOCKS) == "gift",
    )
    needed = algorithm_steps(n, limit)
    if needed > MAX_STEPS:
        raise ValueError(
            f"n_players: got {n} with total_limit {limit}, which takes {needed} steps: "
            f"allowed are {MAX_STEPS}"
        )
    states: Counter[Multiset] = Counter({(0,): 1})
    sizes, steps = [1], 0
    for _ in range(2, n + 1):
        after: Counter[Multiset] = Counter()
        for counts, ways in states.items():
            after[(0, *counts)] += ways
            free = [g for g in counts if g < limit]
            chains, more = count_chains(counts, free, every, one)
            steps += more
            for end, w in chains.items():
                after[(0, *end)] += ways * w
        states = after
        sizes.append(len(states))
    return AlgorithmRun(factorial(n) * states.total(), tuple(sizes), steps)


def count_chains(
    start: Multiset, targets: list[int], every: bool = True, one: bool = True
) -> tuple[Counter[Multiset], int]:
    """Lines 39 to 53: the final multisets of all chains, and the passes of the loop."""
    ends: Counter[Multiset] = Counter()
    steps = 0
    for g in targets if every else sorted(set(targets)):
        steps += 1
        counts = list(start)
        counts.remove(g)
        reached = tuple(sorted([*counts, g + 1]))
        ends[reached] += 1
        remaining = [other for other in targets if other != g]
        if one:
            remaining = list(targets)
            remaining.remove(g)
        further, more = count_chains(reached, remaining, every, one)
        ends.update(further)
        steps += more
    return ends, steps


def algorithm_steps(n_players: int, total_limit: int) -> int:
    """Return the passes of line 43 that Algorithm 1 makes, read rightly, without running it.

    Parameters
    ----------
    n_players : int
        Number n of players, 1 to 500.
    total_limit : int
        How often a gift may be stolen in a game, L, 1 to 10**9.

    Returns
    -------
    int
        The sum of A(u + 1) - 1 over the multisets after rounds 1 to n - 1, where u is the number
        of gifts in it that may still be stolen. One multiset of n - 1 fresh gifts alone costs
        A(n) - 1, about e (n - 1)!.

    Raises
    ------
    ValueError
        If there are too many states, as in `trajectories.count`.

    Examples
    --------
    >>> [algorithm_steps(n, 1) for n in range(1, 6)]
    [0, 1, 6, 26, 110]
    """
    n = whole("n_players", n_players, 1, MAX_PLAYERS)
    limit = whole("total_limit", total_limit, 1, MAX_LIMIT)
    steps = 0
    for u, action in enumerate(action_counts(n)[1:], 1):
        # fewer than L free gifts are all that is open; otherwise any round from u on may have u
        rounds = n - u if u >= limit else 1
        steps += rounds * ballot(u, limit - 1) * (action - 1)
    return steps
