"""Continuous guts poker: what a round pays, what it does to the stakes, and coalitions.

Each of n players antes one unit and is dealt a hand, uniform on [0, 1]. All decide at once to hold
or to drop; a strategy is a threshold p, hold above it. A sole holder takes the pot and the game
ends. If r >= 2 hold, the best hand takes the pot of n and each of the r - 1 others pays n: the next
round is played for r - 1 times the stakes. If all drop the hand is dealt again; under the Weenie
rule the best of the dropped hands must first pay n, which doubles the stakes.

Seen by player 1, a round is the pair (alpha, beta) of an immediate payoff and a stakes multiplier,
and the whole game the fixed point V = Value(alpha + beta V). Payoffs follow Section 3 of Buck, Lee,
Platnick, Wheeler and Zumbrun, Continuous guts poker: units are antes, the ante is paid on leaving.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.core.checks import flag, number, shown, whole

from .coalition import CoalitionSolution, solve_coalition
from .kernels import _alpha, _beta

__all__ = [
    "CoalitionSolution",
    "equilibrium_threshold",
    "payoff",
    "payoffs",
    "solve_coalition",
    "stakes_multiplier",
]

MAX_PLAYERS = 2000


def payoff(thresholds: Sequence[float], weenie: bool = False) -> float:
    """Player 1's expected immediate payoff alpha in one round.

    Parameters
    ----------
    thresholds : sequence of float, length n from 2 to 2000
        Threshold of each player, player 1 first, each in [0, 1].
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    float
        In antes, the ante being paid on leaving the game. Over all players the payoffs add up
        to 0.

    Raises
    ------
    ValueError
        If there are fewer than 2 or more than 2000 players, a threshold is outside [0, 1], or
        `weenie` is no bool.

    Notes
    -----
    Equations (3.1), (3.2), (B.1) and, corrected, (B.2), for any number of players: the source's
    algorithm takes n * 3**n steps, this one n log n.

    Examples
    --------
    >>> [round(payoff(p), 9) for p in ([0.5, 0.5], [0.6, 0.5], [0.5, 0.6])]
    [0.0, -0.02, 0.02]
    """
    return float(_alpha(_checked(thresholds), flag("weenie", weenie)))


def payoffs(thresholds: Sequence[float], weenie: bool = False) -> tuple[float, ...]:
    """Every player's expected immediate payoff in one round.

    Parameters
    ----------
    thresholds : sequence of float, length n >= 2
        As in `payoff`.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    tuple of float, length n
        Payoffs in antes; their sum is 0.

    Raises
    ------
    ValueError
        As for `payoff`.

    Examples
    --------
    >>> [round(x, 6) for x in payoffs([0.6, 0.5, 0.7])]
    [0.007, -0.041, 0.034]
    """
    p, weenie = _checked(thresholds), flag("weenie", weenie)
    return tuple(float(_alpha(np.roll(p, -i), weenie)) for i in range(p.size))


def stakes_multiplier(thresholds: Sequence[float], weenie: bool = False) -> float:
    """Expected factor beta on the stakes after one round, 0 when the game ends.

    Parameters
    ----------
    thresholds : sequence of float, length n >= 2
        As in `payoff`; their order does not matter.
    weenie : bool
        Play by the Weenie rule: when all drop the stakes double.

    Returns
    -------
    float
        Between 0 and n - 1 (2 when n = 2 under the Weenie rule).

    Raises
    ------
    ValueError
        As for `payoff`.

    Notes
    -----
    ``n - 1 - sum(p) + 2 * prod(p)``, of which (3.1) and (3.2) are the cases n = 2 and 3. The
    source's Proposition B.3 has the same multiplier under the Weenie rule, but there the product
    counts three times, since the pot doubles when all drop.

    Examples
    --------
    >>> stakes_multiplier([0.5, 0.5]), stakes_multiplier([0.5, 0.5], weenie=True)
    (0.5, 0.75)
    """
    return float(_beta(_checked(thresholds), flag("weenie", weenie)))


def equilibrium_threshold(n_players: int, weenie: bool = False) -> float:
    """Threshold of the symmetric Nash equilibrium.

    Parameters
    ----------
    n_players : int
        Number of players n >= 2.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    float
        ``2 ** (-1 / (n - 1))``, or ``3 ** (-1 / (n - 1))`` under the Weenie rule.

    Raises
    ------
    ValueError
        If `n_players` is not an integer from 2 up, or `weenie` is no bool.

    Notes
    -----
    Equation (3.3) and Proposition B.1.

    Examples
    --------
    >>> equilibrium_threshold(2), round(equilibrium_threshold(3, weenie=True), 6)
    (0.5, 0.57735)
    """
    return float(
        (3 if flag("weenie", weenie) else 2) ** (-1 / (whole("n_players", n_players, 2) - 1))
    )


def _checked(thresholds: Sequence[float]) -> np.ndarray:
    """Thresholds as an array, or a ValueError."""
    array = isinstance(thresholds, np.ndarray) and thresholds.ndim == 1
    if not array and (isinstance(thresholds, str) or not isinstance(thresholds, Sequence)):
        raise ValueError(f"thresholds: got {shown(thresholds)}, allowed is a sequence of numbers")
    n = len(thresholds)
    if not 2 <= n <= MAX_PLAYERS:
        raise ValueError(f"thresholds: got {n} players, allowed are 2 to {MAX_PLAYERS}")
    return np.array(
        [
            number(f"thresholds[{i}]", t, "numbers in [0, 1]", 0.0, 1.0)
            for i, t in enumerate(thresholds)
        ]
    )
