"""The value map T(V) = Value(A + B V) of a generalised recursive game, and its fixed points.

T is nondecreasing, piecewise rational, and contracts only where the expected multiplier is below 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.core import checks

from . import zero_sum

__all__ = ["fixed_points", "iterate", "value_map"]


def value_map(A: np.ndarray, B: np.ndarray, values: Sequence[float]) -> np.ndarray:
    """T(V) = Value(A + B V) at each of several V.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Immediate payoffs to the row player.
    B : array_like, shape (m, n)
        Stakes multipliers, nonnegative.
    values : sequence of float
        Where to evaluate T.

    Returns
    -------
    ndarray of float64
        T at each value, nondecreasing in V.

    Raises
    ------
    ValueError
        If the matrices are empty, of unequal shape or not finite, or `B` has a negative entry.

    Examples
    --------
    >>> value_map([[0.0], [0.0]], [[0.5], [2.0]], [-2.0, 0.0, 2.0])
    array([-1.,  0.,  4.])
    """
    A, B = game_matrices(A, B)
    return np.array([zero_sum.solve(A + B * float(V)).value for V in values])


def iterate(A: np.ndarray, B: np.ndarray, v0: float, steps: int) -> np.ndarray:
    """The values V_0, ..., V_steps forceable in so many rounds, equation (1.4).

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `value_map`.
    v0 : float
        Termination value V_0.
    steps : int
        Rounds.

    Returns
    -------
    ndarray of float64, shape (steps + 1,)
        Monotone, in the direction of the first step.

    Raises
    ------
    ValueError
        As for `value_map`, or if `v0` is not a finite number or `steps` not an integer from 0 up.

    Examples
    --------
    >>> iterate([[0.0]], [[0.5]], -1.0, 3)
    array([-1.   , -0.5  , -0.25 , -0.125])
    """
    A, B = game_matrices(A, B)
    values = [checks.number("v0", v0, "finite numbers")]
    for _ in range(checks.whole("steps", steps, 0)):
        values.append(zero_sum.solve(A + B * values[-1]).value)
    return np.array(values)


def fixed_points(
    A: np.ndarray, B: np.ndarray, low: float, high: float, cells: int = 200
) -> list[tuple[float, str]]:
    """Fixed points of T on an interval, with what T does beside them.

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `value_map`.
    low, high : float
        The interval, low < high.
    cells : int
        Cells looked at: two fixed points in one cell may both be missed.

    Returns
    -------
    list of (float, str)
        Fixed points in increasing order; "attracting" (T - V falls through 0), "repelling"
        (rises), "from below" or "from above" (touches 0 and attracts from that side only). An
        interval of fixed points shows as its "flat" ends.

    Raises
    ------
    ValueError
        As for `value_map`; if not low < high or `cells` is below 1.

    Examples
    --------
    >>> points = fixed_points([[0.0], [-1.0]], [[0.5], [2.0]], -3.0, 3.0)
    >>> [(round(V, 9), kind) for V, kind in points]
    [(0.0, 'attracting'), (1.0, 'repelling')]
    """
    A, B = game_matrices(A, B)
    if not low < high:
        raise ValueError(f"low, high: got {low!r} and {high!r}, allowed are numbers low < high")
    cells = checks.whole("cells", cells, 1)
    scale = max(float(np.abs(A).max()), float(np.abs(B).max()) * max(abs(low), abs(high)))

    def drift(V: float) -> float:
        moved = zero_sum.solve(A + B * V).value - V
        return 0.0 if abs(moved) <= 1e-13 * scale else moved

    grid = np.linspace(low, high, cells + 1).tolist()
    signs = [float(np.sign(drift(V))) for V in grid]
    points: list[tuple[float, str]] = []
    sides = {(1, -1): "attracting", (-1, 1): "repelling", (1, 1): "from below"}
    sides |= {(-1, -1): "from above"}
    for i, V in enumerate(grid):
        if signs[i] == 0:
            before = signs[i - 1] if i else 0.0
            after = signs[i + 1] if i < cells else 0.0
            if before or after:
                points.append((V, sides.get((int(before), int(after)), "flat")))
        elif i < cells and signs[i] * signs[i + 1] < 0:
            a, b = V, grid[i + 1]
            while a < (middle := a + (b - a) / 2) < b:
                here = drift(middle)
                if here == 0:
                    a = b = middle
                elif here * signs[i] > 0:
                    a = middle
                else:
                    b = middle
            points.append((a, sides[int(signs[i]), int(signs[i + 1])]))
    return points


def game_matrices(A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Payoffs and multipliers as arrays of equal shape, or a ValueError."""
    A, B = zero_sum.payoff_matrix(A, "A"), zero_sum.payoff_matrix(B, "B")
    if A.shape != B.shape:
        raise ValueError(f"B: got shape {B.shape}, allowed is that of A, {A.shape}")
    if B.min() < 0:
        raise ValueError(f"B: got an entry {B.min()}, allowed are numbers from 0 up")
    return A, B
