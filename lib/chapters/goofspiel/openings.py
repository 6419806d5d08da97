"""What optimal openings of Goofspiel look like, and how far they are determined."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

LEVEL = 1e-9  # steps of probabilities up to this size are rounding
# Of the programmes of `optimal_range`, for payoffs up to 1: HiGHS's own precision is 1e-7, and
# without slack rounding in the payoffs would leave no strategy optimal.
PRECISION, SLACK = 1e-10, 1e-12


def is_unimodal(probabilities: np.ndarray) -> bool:
    """Whether probabilities, by card, rise to one peak and fall from there.

    >>> is_unimodal([0.1, 0.6, 0.3]), is_unimodal([0.3, 0.1, 0.6])
    (True, False)
    """
    steps = np.diff(probabilities)
    falls = np.flatnonzero(steps < -LEVEL)
    return not falls.size or not (steps[falls[0] :] > LEVEL).any()


def optimal_range(payoffs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least and greatest probability of every row over all optimal strategies.

    The game is skew-symmetric, so that its value is 0. By HiGHS, two programmes a row; equal up to
    1e-6 where the optimal strategy is unique.

    >>> low, high = optimal_range(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]))
    >>> low.round(4), bool(abs(high - low).max() < 1e-8)
    (array([0.3333, 0.3333, 0.3333]), True)
    """
    n, scale = len(payoffs), np.abs(payoffs).max() or 1.0
    tolerances = ("primal_feasibility_tolerance", "dual_feasibility_tolerance")
    bounds = np.empty((2, n))
    for i in range(n):
        for k, sign in enumerate((1, -1)):
            lp = linprog(
                sign * np.eye(n)[i], -payoffs.T / scale, np.full(n, SLACK), np.ones((1, n)), [1.0],
                method="highs", options=dict.fromkeys(tolerances, PRECISION),
            )  # fmt: skip
            if lp.status != 0:
                raise ArithmeticError(f"optimal_range: {lp.message}")
            bounds[k, i] = lp.x[i]
    return bounds[0], bounds[1]
