"""What a round of guts pays, what it does to the stakes, and its symmetric equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Annotated, Any

import numpy as np

from parlor.core import checks
from parlor.core.checks import LARGEST, SUM_ERROR
from parlor.core.quantities import Integer, Number, Read, Row, checked

from .kernels import against_grid, alpha_of, beta_of

__all__ = [
    "Thresholds",
    "against",
    "equilibrium_threshold",
    "hand_values",
    "payoff",
    "payoffs",
    "stakes_multiplier",
]

MAX_PLAYERS = 2000  # so many payoffs add up to 0 within 1e-9, and a round takes milliseconds

Thresholds = Annotated[Sequence[float] | np.ndarray, Row(2, MAX_PLAYERS, 0.0, 1.0)]
Plan = Annotated[Sequence[float] | np.ndarray, Row(1, MAX_PLAYERS - 1, 0.0, 1.0)]
OwnThresholds = Annotated[Sequence[float] | np.ndarray, Row(1, None, 0.0, 1.0)]
# what playing on is worth: whoever drops every time loses her ante and no more
GoingOn = Annotated[float, Number(-1.0, LARGEST)]


def _hands(name: str, given: object) -> np.ndarray:
    """A row of hands, or a single one, without an axis."""
    one = isinstance(given, Real)
    return np.asarray((Number(0.0, 1.0) if one else Row(1, None, 0.0, 1.0)).check(name, given))


Hands = Annotated[
    Sequence[float] | np.ndarray | float,
    Read(_hands, "are numbers in [0, 1], one or a row of them"),
]


def _plans(name: str, given: object) -> list[tuple[np.ndarray, float]]:
    """Plans with their probabilities; a row of thresholds is the only one."""
    allowed = "a row of thresholds, or of pairs (thresholds, probability)"
    row, thresholds = checks.items(name, given, allowed, 1), Row(1, MAX_PLAYERS - 1, 0.0, 1.0)
    if not all(isinstance(pair, list | tuple) for pair in row):
        return [(thresholds.check(name, given), 1.0)]
    mix = []
    for i, pair in enumerate(row):
        plan, weight = checks.items(f"{name}[{i}]", pair, "(thresholds, probability)", 2, 2)
        chance = checks.number(f"{name}[{i}][1]", weight, "probabilities", 0.0, 1.0)
        mix.append((thresholds.check(f"{name}[{i}][0]", plan), chance))
    if len({plan.size for plan, _ in mix}) > 1 or abs(sum(w for _, w in mix) - 1) > SUM_ERROR:
        raise ValueError(
            f"{name}: got {checks.shown(given)}, allowed are plans of equally many thresholds, "
            "with probabilities of sum 1"
        )
    return mix


Others = Annotated[
    Any,
    Read(_plans, "is a row of numbers in [0, 1], or of pairs of such a row and its probability"),
]


@checked
def payoff(thresholds: Thresholds, *, weenie: bool = False) -> float:
    """Player 1's expected immediate payoff alpha in one round.

    Parameters
    ----------
    thresholds : sequence of float, length n
        Threshold of each player, player 1 first.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    float
        In antes, the ante being paid on leaving the game. Over all players the payoffs add up
        to 0, but for rounding: 1e-9 of 2000 players.

    Notes
    -----
    Equations (3.1), (3.2), (B.1) and, corrected, (B.2), for any number of players: the source's
    algorithm takes n * 3**n steps, this one n log n.

    Examples
    --------
    >>> [round(payoff(p), 9) for p in ([0.5, 0.5], [0.6, 0.5], [0.5, 0.6])]
    [0.0, -0.02, 0.02]
    """
    return float(alpha_of(np.asarray(thresholds), weenie))


@checked
def payoffs(thresholds: Thresholds, *, weenie: bool = False) -> tuple[float, ...]:
    """Every player's expected immediate payoff in one round.

    Parameters
    ----------
    thresholds : sequence of float, length n
        As in `payoff`.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    tuple of float, length n
        Payoffs in antes; their sum is 0, but for rounding.

    Examples
    --------
    >>> [round(x, 6) for x in payoffs([0.6, 0.5, 0.7])]
    [0.007, -0.041, 0.034]
    """
    p = np.asarray(thresholds)
    round_table = np.concatenate((p, p))
    return tuple(float(alpha_of(round_table[i : i + p.size], weenie)) for i in range(p.size))


@checked
def stakes_multiplier(thresholds: Thresholds, *, weenie: bool = False) -> float:
    """Expected factor beta on the stakes after one round, 0 when the game ends.

    Parameters
    ----------
    thresholds : sequence of float, length n
        As in `payoff`; their order does not matter.
    weenie : bool
        Play by the Weenie rule: when all drop the stakes double.

    Returns
    -------
    float
        Between 0 and n - 1 (2 when n = 2 under the Weenie rule).

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
    return float(beta_of(np.asarray(thresholds), weenie))


@checked
def against(
    coalition: Plan, own: OwnThresholds, *, weenie: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Alpha and beta of many thresholds of player 1 against the same others, at once.

    Parameters
    ----------
    coalition : sequence of float
        The others' thresholds.
    own : sequence of float, length m
        Player 1's.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    alpha, beta : ndarray, shape (m,)
        What `payoff` and `stakes_multiplier` give, to the last bit.

    Examples
    --------
    >>> alpha, beta = against([0.5], [0.5, 0.6])
    >>> alpha.round(9) + 0.0, beta
    (array([ 0.  , -0.02]), array([0.5, 0.5]))
    """
    alpha, beta = against_grid(np.asarray(coalition), np.asarray(own), weenie)
    return alpha, beta


@checked
def hand_values(
    coalition: Others, hands: Hands, *, V: GoingOn = 0.0, weenie: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Value of holding and of dropping a hand, against the others' plans.

    Parameters
    ----------
    coalition : sequence of float, or of (sequence of float, float)
        The others' thresholds, or several such plans with their probabilities, as in the
        `coalition` of a `CoalitionSolution`.
    hands : sequence of float, length m, or float
        Player 1's hands, or one hand.
    V : float
        Value of going on: 0 is one round alone, -1 that the ante is lost. Of thresholds that are
        played for ever it is ``payoff / (1 - stakes_multiplier)``, of a solution its `value`.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    hold, drop : ndarray, shape (m,), or float
        Expected payoff plus V times the stakes multiplier, in antes, of a player with that hand
        who holds, and who drops. A best reply holds the hands of which `hold` is larger. The mean
        over all hands, of `hold` above a threshold of hers and of `drop` below it, is its
        alpha + beta V.

    Notes
    -----
    With N others and the products over them, ``hold = (N - sum p_j)(1 + V) - 1 + n (2 prod max(p_j,
    x) - 1)`` and ``drop = (N - 1 - sum p_j + 2 prod p_j)(1 + V) - 1``; by the Weenie rule the 2 in
    it is a 3, and ``n prod min(p_j, x)`` is lost. Their integrals are the payoffs of Section 3.

    Examples
    --------
    Against one who holds above a half:

    >>> hold, drop = hand_values([0.5], [0.2, 0.5, 0.9])
    >>> hold, drop
    (array([-0.5, -0.5,  1.1]), array([-0.5, -0.5, -0.5]))

    At her threshold in the solved game player 1 may do either:

    >>> from parlor.games.guts import solve_coalition
    >>> two = solve_coalition(2, mesh=None)
    >>> hold, drop = hand_values(two.coalition, two.player_one[0][0], V=two.value)
    >>> bool(abs(hold - drop) < 1e-12)
    True
    """
    x = np.asarray(hands)
    hold, drop = np.zeros((2, *x.shape))
    for plan, weight in coalition:
        n, holders, product = plan.size + 1, (1 - plan).sum(), plan.prod()
        wins = np.maximum.outer(x, plan).prod(axis=-1)
        worst = np.minimum.outer(x, plan).prod(axis=-1) if weenie else 0.0
        hold += weight * (holders * (1 + V) - 1 + n * (2 * wins - 1))
        drop += weight * ((holders - 1 + (3 if weenie else 2) * product) * (1 + V) - 1 - n * worst)
    return hold, drop


@checked
def equilibrium_threshold(
    n_players: Annotated[int, Integer(2, 10**9)], *, weenie: bool = False
) -> float:
    """Threshold of the symmetric Nash equilibrium.

    Parameters
    ----------
    n_players : int
        Number of players n.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    float
        ``2 ** (-1 / (n - 1))``, or ``3 ** (-1 / (n - 1))`` under the Weenie rule.

    Notes
    -----
    Equation (3.3) and Proposition B.1.

    Examples
    --------
    >>> equilibrium_threshold(2), round(equilibrium_threshold(3, weenie=True), 6)
    (0.5, 0.57735)
    """
    return float((3 if weenie else 2) ** (-1 / (n_players - 1)))
