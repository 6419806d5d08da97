"""What the table to play guts at is made of: who holds above what, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import prod, sqrt
from typing import Any

import numpy as np

from parlor.games.guts import equilibrium_threshold, solve_coalition
from parlor.games.guts.continuum import Game

MOST = 15  # friends, or strangers, at the reader's table
Mix = Sequence[tuple[Sequence[float], float]]


def table_data(most: int = MOST) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the tables of 2, ..., `most` + 1 players, by mode and number of others.

    Parameters
    ----------
    most : int
        Others at the largest table.

    Returns
    -------
    dict
        By mode, ``friends`` or ``alone``, each also with ``-weenie``, and by the number of others:
        ``own``, the best threshold; ``plans``, the others' thresholds with their chances;
        ``value`` and ``spread`` of what is counted, whole games or, under the Weenie rule, single
        deals at stakes of one, since there a game has no finite spread; ``growth``, by how much
        the stakes multiply in a deal.
    """
    others = range(1, most + 1)
    return {
        "friends": {str(N): _friends(N) for N in others},
        "friends-weenie": {str(N): _friends_for_a_deal(N) for N in others},
        "alone": {str(N): _alone(N, weenie=False) for N in others},
        "alone-weenie": {str(N): _alone(N, weenie=True) for N in others},
    }


def one_deal(seed: int) -> dict[str, Any]:
    """Return the table of two friends, as it opens where the text speaks of one of its deals.

    Parameters
    ----------
    seed : int
        What the deal is drawn from.

    Returns
    -------
    dict
        The table, as in `table_data`, and how it opens.
    """
    return {"friends": {"2": _friends(2)}, "opens": {"seed": str(seed)}}


def _friends(N: int) -> dict[str, Any]:
    solution = solve_coalition(N, mesh=None)
    return _table(solution.player_one[0][0], solution.coalition, weenie=False)


def _friends_for_a_deal(N: int) -> dict[str, Any]:
    """The Weenie rule, a deal by itself: playing on is worth nothing to either side."""
    game = Game(N, "full", weenie=True, doubles=True)
    own, mix, *_ = game.stage(1.0)
    return _table(own, mix, weenie=True)


def _alone(N: int, weenie: bool) -> dict[str, Any]:
    fair = equilibrium_threshold(N + 1, weenie=weenie)
    return _table(fair, [((fair,) * N, 1.0)], weenie=weenie)


def _table(own: float, plans: Mix, weenie: bool) -> dict[str, Any]:
    law: defaultdict[tuple[int, int], float] = defaultdict(float)
    for allies, chance in plans:
        for outcome, part in outcomes(own, allies, weenie).items():
            law[outcome] += chance * part
    paid, growth = (sum(p * x[i] for x, p in law.items()) for i in (0, 1))
    value = paid if weenie else paid / (1 - growth)
    square = sum(p * x[0] ** 2 for x, p in law.items())
    if not weenie:  # the square of a + b X, X being the rest of the game
        cross = sum(p * x[0] * x[1] for x, p in law.items())
        square = (square + 2 * value * cross) / (1 - sum(p * x[1] ** 2 for x, p in law.items()))
    return {
        "own": own,
        "plans": [[sorted(allies), chance] for allies, chance in plans],
        "value": value if abs(value) > 1e-12 else 0.0,
        "spread": sqrt(square - value**2),
        "growth": growth,
    }


def outcomes(
    own: float, allies: Sequence[float], weenie: bool = False
) -> dict[tuple[int, int], float]:
    """Return the exact law of what a deal pays player 1 and multiplies the stakes by.

    Parameters
    ----------
    own : float
        Her threshold.
    allies : sequence of float
        The others'.
    weenie : bool
        Whether the Weenie rule holds.

    Returns
    -------
    dict of (int, int) to float
        Chances by payment, the seat at the next pot being credited, and multiplier.

    Examples
    --------
    >>> law = outcomes(0.5, (0.5,))
    >>> sorted(law), round(float(sum(law.values())), 12)
    ([(-2, 1), (-1, 0), (0, 1), (1, 0), (2, 1)], 1.0)
    """
    n = len(allies) + 1
    law: defaultdict[tuple[int, int], float] = defaultdict(float)
    nodes, weights = np.polynomial.legendre.leggauss(n // 2 + 1)  # exact for the polynomials below
    cuts = sorted({0.0, own, 1.0, *allies})
    holds = _count([1 - p for p in allies], list(allies))
    for low, high in pairwise(cuts):
        for node, weight in zip(nodes, weights, strict=True):
            x, chance = low + (high - low) * (1 + node) / 2, (high - low) * weight / 2
            if x > own:
                # as many hold, and none of them anything better
                wins = _count([max(x - p, 0.0) for p in allies], list(allies))
                for k, (win, any_) in enumerate(zip(wins, holds, strict=True)):
                    law[k - 1 + n, k] += chance * win
                    law[k - 1 - n, k] += chance * (any_ - win)
                continue
            for k in range(1, n):
                law[k - 2, k - 1] += chance * holds[k]
            if weenie:
                best = prod(min(p, x) for p in allies)
                law[1 - n, 2] += chance * best
                law[1, 2] += chance * (holds[0] - best)
            else:
                law[0, 1] += chance * holds[0]
    return {outcome: p for outcome, p in law.items() if p > 0}


def _count(hold: list[float], drop: list[float]) -> list[float]:
    """Chances that 0, 1, ... of them hold, each as given, the rest dropping."""
    law = np.ones(1)
    for up, down in zip(hold, drop, strict=True):
        law = np.convolve(law, [down, up])
    return [float(p) for p in law]


def still_table() -> str:
    """Three hands at a table, where no game can be played."""
    seats = ((40, 0.81, 0.64), (120, 0.78, 0.68), (200, 0.35, 0.68))
    drawn = "".join(
        f'<path d="M{x} 10v90" stroke="currentColor" stroke-width="2" opacity=".4"/>'
        f'<path d="M{x - 14} {100 - 90 * line:.0f}h28" stroke="currentColor" stroke-width="3"/>'
        f'<circle cx="{x}" cy="{100 - 90 * hand:.0f}" r="6" fill="currentColor"/>'
        for x, hand, line in seats
    )
    return (
        '<svg viewBox="0 0 240 110" style="max-width:20rem" role="img" aria-label="Three hands '
        f'between 0 and 1, each beside the threshold above which it is held">{drawn}</svg>'
    )
