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
from typing import Literal

from parlor.core.result import ExactResult
from parlor.games.trajectories.counting import action_counts, ballot

Targets = Literal["gifts", "distinct counts"]
Lock = Literal["gift", "count"]

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
    n_players: int,
    total_limit: int,
    *,
    targets: Targets = "gifts",
    lock: Lock = "gift",
) -> AlgorithmRun:
    """Count trajectories by the finite branch of Algorithm 1.

    Parameters
    ----------
    n_players : int
        Number n of players.
    total_limit : int
        How often a gift may be stolen in a game, L.
    targets : {"gifts", "distinct counts"}
        Whether line 43 runs over the gifts or over the different steal counts.
    lock : {"gift", "count"}
        Whether line 46 takes away one gift or all gifts with the same steal count.

    Returns
    -------
    AlgorithmRun
        Its value, states and steps.

    Examples
    --------
    >>> count_by_algorithm(3, 1).value
    42
    >>> count_by_algorithm(3, 1, targets="distinct counts", lock="count").value
    24
    """
    states: Counter[Multiset] = Counter({(0,): 1})
    sizes, steps = [1], 0
    for _ in range(2, n_players + 1):
        after: Counter[Multiset] = Counter()
        for counts, ways in states.items():
            after[(0, *counts)] += ways
            free = [g for g in counts if g < total_limit]
            chains, more = count_chains(counts, free, targets=targets, lock=lock)
            steps += more
            for end, w in chains.items():
                after[(0, *end)] += ways * w
        states = after
        sizes.append(len(states))
    return AlgorithmRun(factorial(n_players) * states.total(), tuple(sizes), steps)


def count_chains(
    start: Multiset, free: list[int], *, targets: Targets = "gifts", lock: Lock = "gift"
) -> tuple[Counter[Multiset], int]:
    """Lines 39 to 53: the final multisets of all chains, and the passes of the loop."""
    ends: Counter[Multiset] = Counter()
    steps = 0
    for g in free if targets == "gifts" else sorted(set(free)):
        steps += 1
        counts = list(start)
        counts.remove(g)
        reached = tuple(sorted([*counts, g + 1]))
        ends[reached] += 1
        remaining = [other for other in free if other != g]
        if lock == "gift":
            remaining = list(free)
            remaining.remove(g)
        further, more = count_chains(reached, remaining, targets=targets, lock=lock)
        ends.update(further)
        steps += more
    return ends, steps


def algorithm_steps(n_players: int, total_limit: int) -> int:
    """Return the passes of line 43 that Algorithm 1 makes, read rightly, without running it.

    Parameters
    ----------
    n_players : int
        Number n of players.
    total_limit : int
        How often a gift may be stolen in a game, L.

    Returns
    -------
    int
        The sum of A(u + 1) - 1 over the multisets after rounds 1 to n - 1, where u is the number
        of gifts in it that may still be stolen. One multiset of n - 1 fresh gifts alone costs
        A(n) - 1, about e (n - 1)!.

    Examples
    --------
    >>> [algorithm_steps(n, 1) for n in range(1, 6)]
    [0, 1, 6, 26, 110]
    """
    steps = 0
    for u, action in enumerate(action_counts(n_players)[1:], 1):
        # fewer than L free gifts are all that is open; otherwise any round from u on may have u
        rounds = n_players - u if u >= total_limit else 1
        steps += rounds * ballot(u, total_limit - 1) * (action - 1)
    return steps
