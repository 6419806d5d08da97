"""Goofspiel against an opponent who discards at random: Ross's claim that matching is best.

Write W(A, B, P) for the best expected difference in points with hand A against the hand B, of which
each card is equally likely to be next, and prizes P; let f_B(a) = P(b < a) - P(b > a) for b drawn
from B. The claim is that

    W(A, B, P) = sum over i of p_(i) f_B(a_(i)),

with A and P each in increasing order, and that bidding the card with the prize's rank reaches it.

Proof, by induction on the number k of cards. For k = 1 there is no choice. With the prize p up, a
bid a yields p f_B(a) + mean over b of W(A - a, B - b, P - p). By the induction hypothesis W on the
right is linear in f, and the mean of f_{B-b} over b in B is f_B, since each card is left out once.
So the bid yields p f_B(a) + sum over the sorted rest of p' f_B(a'): the scalar product of the
prizes with some arrangement of the numbers f_B(a). As f_B increases with a, the rearrangement
inequality says that no arrangement does better than the sorted one, which is the bid of p's rank.
That product is the same for every p that can be turned up, hence so is its mean. Prizes differ, so
another bid ties exactly if f_B does not tell the cards between it and the match apart.

With all cards in hand f is strictly increasing and matching is the only best bid. Whoever does not
look at the discards faces the f of the start in every state (A, P), and loses nothing by that: this
makes 13 cards a matter of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.result import ExactResult
from parlor.games.goofspiel.layers import subsets


@dataclass(frozen=True, repr=False)
class MatchingCheck(ExactResult):
    """Outcome of a backward induction against the random discarder, in exact integers.

    Attributes
    ----------
    n_cards : int
        Cards in either hand at the start.
    value : Fraction
        The best expected difference in points from the start.
    n_decisions : int
        States with a prize turned up, over all numbers of cards left.
    failures : int
        Decisions in which matching is not a best bid.
    misvalued : int
        States whose value is not the sum of the claim.
    """

    n_cards: int
    value: Fraction
    n_decisions: int
    failures: int
    misvalued: int


def check_matching(n_cards: int) -> MatchingCheck:
    """Check Ross's claim in every state, with everything that a player can see.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand; 9 take half a second, 10 two and 350 MB.

    Returns
    -------
    MatchingCheck
        Backward induction over all hands and prizes. Nothing of the proof is used: values are
        integers in units of ``1 / k!**2`` of a point with k cards left.

    Examples
    --------
    >>> found = check_matching(4)
    >>> found.value, found.failures, found.misvalued
    (Fraction(5, 2), 0, 0)
    """
    return _check(all_states, 3, n_cards, [factorial(k) ** 2 for k in range(n_cards + 1)])


def check_matching_unseen(n_cards: int) -> MatchingCheck:
    """Check Ross's claim for a player who does not look at the opponent's discards.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand; 13 take half a second.

    Returns
    -------
    MatchingCheck
        Backward induction over own hand and prizes, the opponent's card being equally likely to
        be any of 1 to n at every stage, in units of ``1 / (n k!)`` of a point. By the proof
        above looking does not help; `check_matching` shows the same without it.

    Examples
    --------
    >>> found = check_matching_unseen(6)
    >>> found.value, found.n_decisions, found.failures
    (Fraction(35, 6), 2772, 0)
    """
    check = _check(own_states, 2, n_cards, [factorial(k) for k in range(n_cards + 1)])
    return replace(check, value=check.value / n_cards)


DECISIONS, FAILURES, MISVALUED = range(3)  # counts, in the order of MatchingCheck


class Step(NamedTuple):
    """From the layer with k - 1 cards to that with k.

    Attributes
    ----------
    n, k : int
        Cards at the start and now.
    unit : int
        Values of the layer below are integers in ``1 / unit`` of a point.
    before, sets : ndarray of int64
        Sets of k - 1 and of k cards or prizes, as bit masks.
    rank : ndarray (2**n,)
        The place of a set among those of its size.
    """

    n: int
    k: int
    unit: int
    before: np.ndarray
    sets: np.ndarray
    rank: np.ndarray


def _check(layer_of: Callable[..., None], n_axes: int, n: int, units: list[int]) -> MatchingCheck:
    """Backward induction; with k cards left values are integers in 1 / `units[k]` of a point."""
    sets, rank = subsets(n)
    below = np.zeros((1,) * n_axes, np.int64)
    counts = np.zeros(3, np.int64)
    for k in range(1, n + 1):
        layer = np.zeros((comb(n, k),) * n_axes, np.int64)
        layer_of(Step(n, k, units[k - 1], sets[k - 1], sets[k], rank), below, layer, counts)
        below = layer
    return MatchingCheck(n, Fraction(int(below.item()), units[n]), *(int(x) for x in counts))


@njit(counted=False)
def _members(mask: int, n: int, cards: np.ndarray) -> None:
    count = 0
    for card in range(n):
        if mask >> card & 1:
            cards[count] = card
            count += 1


@njit
def _decide(
    step: Step, f: np.ndarray, later: np.ndarray, values: np.ndarray, counts: np.ndarray
) -> None:
    """All decisions of two hands: into `values` by the prizes, and counted.

    Bid i brings ``f[i]`` a point of the prize, and ``later[i, z]`` after it, when the prizes
    ``step.before[z]`` are left.
    """
    before, rank = step.before, step.rank
    claims = np.zeros(values.size, np.int64)
    lower = np.zeros(before.size, np.int64)  # prizes left that are below the one turned up
    best = np.empty(before.size, np.int64)
    for prize in range(1, step.n + 1):
        for i in range(f.size):  # all z at a time, which a processor does several by several
            gain = prize * f[i]
            for z in range(before.size):
                pay = later[i, z] + gain
                best[z] = pay if i == 0 else max(best[z], pay)
        card = 1 << prize - 1
        for z in range(before.size):
            if before[z] & card:
                lower[z] += 1
                continue
            match, after = lower[z], rank[before[z] | card]
            values[after] += best[z]
            claims[after] += prize * f[match]
            counts[DECISIONS] += 1
            counts[FAILURES] += later[match, z] + prize * f[match] < best[z]
    for z in range(values.size):
        counts[MISVALUED] += values[z] != f.size * claims[z]


@njit
def all_states(step: Step, below: np.ndarray, layer: np.ndarray, counts: np.ndarray) -> None:
    """One layer over (A, B, P); a value below counts for ``1 / (k-1)!**2`` of a point."""
    n, k, unit, before, sets, rank = step
    a, b = np.empty((2, n), np.int64)
    f, later = np.empty(k, np.int64), np.empty((k, before.size), np.int64)
    for x in range(sets.size):
        _members(sets[x], n, a)
        for y in range(sets.size):
            _members(sets[y], n, b)
            for i in range(k):
                f[i] = 0
                x_left = rank[sets[x] ^ (1 << a[i])]
                for z in range(before.size):
                    later[i, z] = 0
                for j in range(k):
                    f[i] += unit * np.sign(a[i] - b[j])
                    y_left = rank[sets[y] ^ (1 << b[j])]
                    for z in range(before.size):
                        later[i, z] += below[x_left, y_left, z]
            _decide(step, f, later, layer[x, y], counts)


@njit
def own_states(step: Step, below: np.ndarray, layer: np.ndarray, counts: np.ndarray) -> None:
    """One layer over (A, P); a value below counts for ``1 / (k-1)!`` of a point."""
    n, k, unit, before, sets, rank = step
    a = np.empty(n, np.int64)
    f, later = np.empty(k, np.int64), np.empty((k, before.size), np.int64)
    for x in range(sets.size):
        _members(sets[x], n, a)
        for i in range(k):
            f[i] = unit * (2 * a[i] + 1 - n)
            left = rank[sets[x] ^ (1 << a[i])]
            for z in range(before.size):
                later[i, z] = below[left, z]
        _decide(step, f, later, layer[x], counts)
