"""What a round of guts pays, what it does to the stakes, and its symmetric equilibrium."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.core.checks import LARGEST, flag, number, numbers, whole

from .kernels import _against, _alpha, _beta

__all__ = [
    "MAX_PLAYERS",
    "against",
    "equilibrium_threshold",
    "payoff",
    "payoffs",
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
        to 0, but for rounding: 1e-9 of 2000 players.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    Equations (3.1), (3.2), (B.1) and, corrected, (B.2), for any number of players: the source's
    algorithm takes n * 3**n steps, this one n log n.

    Examples
    --------
    >>> [round(payoff(p), 9) for p in ([0.5, 0.5], [0.6, 0.5], [0.5, 0.6])]
    [0.0, -0.02, 0.02]
    """
    return float(_alpha(table_of(thresholds), flag("weenie", weenie)))


def payoffs(thresholds: Sequence[float], *, weenie: bool = False) -> tuple[float, ...]:
    """Every player's expected immediate payoff in one round.

    Parameters
    ----------
    thresholds : sequence of float, length n from 2 to 2000
        As in `payoff`.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    tuple of float, length n
        Payoffs in antes; their sum is 0, but for rounding.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> [round(x, 6) for x in payoffs([0.6, 0.5, 0.7])]
    [0.007, -0.041, 0.034]
    """
    p, weenie = table_of(thresholds), flag("weenie", weenie)
    round_table = np.concatenate((p, p))
    return tuple(float(_alpha(round_table[i : i + p.size], weenie)) for i in range(p.size))


def stakes_multiplier(thresholds: Sequence[float], weenie: bool = False) -> float:
    """Expected factor beta on the stakes after one round, 0 when the game ends.

    Parameters
    ----------
    thresholds : sequence of float, length n from 2 to 2000
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
        If an argument is not as above.

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
    return float(_beta(table_of(thresholds), flag("weenie", weenie)))


def against(
    coalition: Sequence[float], own: Sequence[float] | np.ndarray, *, weenie: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Alpha and beta of many thresholds of player 1 against the same others, at once.

    Parameters
    ----------
    coalition : sequence of float, length 1 to 1999
        The others' thresholds, each in [0, 1].
    own : sequence of float, length m, at least 1
        Player 1's, each in [0, 1].
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    alpha, beta : ndarray, shape (m,)
        What `payoff` and `stakes_multiplier` give, to the last bit.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> alpha, beta = against([0.5], [0.5, 0.6])
    >>> alpha.round(9) + 0.0, beta
    (array([ 0.  , -0.02]), array([0.5, 0.5]))
    """
    allies = table_of(coalition, "coalition", 1, MAX_PLAYERS - 1)
    mine = numbers("own", own, "a row of numbers in [0, 1]", 0.0, 1.0, (1, None))
    alpha, beta = _against(allies, mine, flag("weenie", weenie))
    return alpha, beta


def equilibrium_threshold(n_players: int, *, weenie: bool = False) -> float:
    """Threshold of the symmetric Nash equilibrium.

    Parameters
    ----------
    n_players : int
        Number of players n, 2 to 10**9.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    float
        ``2 ** (-1 / (n - 1))``, or ``3 ** (-1 / (n - 1))`` under the Weenie rule.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    Equation (3.3) and Proposition B.1.

    Examples
    --------
    >>> equilibrium_threshold(2), round(equilibrium_threshold(3, weenie=True), 6)
    (0.5, 0.57735)
    """
    base = 3 if flag("weenie", weenie) else 2
    return float(base ** (-1 / (whole("n_players", n_players, 2, 10**9) - 1)))


def table_of(
    thresholds: Sequence[float], name: str = "thresholds", low: int = 2, high: int = MAX_PLAYERS
) -> np.ndarray:
    """Thresholds of `low` to `high` players as an array, or a ValueError."""
    allowed = f"{low} to {high} numbers in [0, 1]"
    return numbers(name, thresholds, allowed, 0.0, 1.0, (low, high))


def going_on(V: float) -> float:
    """The value of playing on, or a ValueError."""
    return number("V", V, "numbers from -1 to 1e150", -1.0, LARGEST)
