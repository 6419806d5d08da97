"""Which strategies a large game mixes, by following the central path.

`zero_sum` comes here when both players have hundreds of strategies (`zero_sum._INTERIOR`) and mix
many of them. No game of the book is so large; it is for matrices that users bring, such as random
games of a thousand strategies.

A tableau of more than a million payoffs does not fit into a processor's caches, and each pivot goes
through all of it. An interior method takes some twenty steps whatever the size, each a product of
matrices and a Cholesky factor. It ends near the middle of all solutions: if there is but one, it
tells which strategies are mixed, and the equations of indifference give the rest. If there are
several the equations may not do, and `zero_sum`, which judges what comes out, goes back to pivots.

The method is Mehrotra's (On the implementation of a primal-dual interior point method, 1992), for
x and y the strategies, v the least that x earns and w the most that y pays:

    s = U'x - v >= 0,   t = w - U y >= 0,   sum(x) = sum(y) = 1,   x t = y s = mu,

with U the payoffs brought to [0, 1] and mu falling to 0. All but the last hold at the start and at
each step, so that x t + y s, summed, is w - v, the duality gap. At the end either x_i or t_i is 0:
a strategy that is mixed, or one that pays too little.
"""

from __future__ import annotations

import contextlib

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from .simplex import normalised

__all__: list[str] = []

Floats = NDArray[np.float64]
STEPS = 60  # at most; some twenty are usual
SHORT = 0.995  # so much of the way to where a number would be 0 is gone: all have to stay above
NEAR = 1e-11  # gap at which x and t, whose product is at most that, tell which of them will be 0


def solve_central(A: Floats) -> tuple[Floats, Floats]:
    """Return optimal strategies: the equations of indifference of what the central path mixes.

    Parameters
    ----------
    A : ndarray, shape (m, n)
        Payoffs to the row player, not all the same.

    Returns
    -------
    row, column : ndarray, (m,) and (n,)
        Probabilities; those of the path where the equations have no solution.
    """
    row, column = _central(A)
    rows, columns = np.flatnonzero(row), np.flatnonzero(column)
    unit = 1 + (A[np.ix_(rows, columns)] - A.min()) / np.ptp(A)
    if rows.size == columns.size:
        with contextlib.suppress(np.linalg.LinAlgError):
            row[rows] = np.linalg.solve(unit.T, np.ones(rows.size)).clip(0)
            column[columns] = np.linalg.solve(unit, np.ones(rows.size)).clip(0)
    normalised(row, row.size)
    normalised(column, column.size)
    return row, column


def _central(A: Floats) -> tuple[Floats, Floats]:
    """Return nearly optimal strategies with zeros where they will be 0; see the module.

    Parameters
    ----------
    A : ndarray, shape (m, n)
        Payoffs to the row player, not all the same.

    Returns
    -------
    row, column : ndarray, (m,) and (n,)
        Probabilities but for some 1e-6, or those where numbers fail.

    Examples
    --------
    >>> row, column = _central(np.array([[2.0, -1.0, 3.0], [-1.0, 1.0, 3.0]]))
    >>> row.round(3), column.round(3)
    (array([0.4, 0.6]), array([0.4, 0.6, 0. ]))
    """
    if A.shape[0] > A.shape[1]:  # the equations are as many as the row player's strategies
        y, x = _central(-A.T)
        return x, y
    U = (A - A.min()) / np.ptp(A)
    m, n = U.shape
    x, y = np.full(m, 1 / m), np.full(n, 1 / n)
    s, t = U.T @ x, U @ y
    s, t = s - s.min() + 1, t.max() - t + 1  # v and w a unit apart from what they have to be
    for _ in range(STEPS):
        if not x @ t + y @ s > NEAR:
            break
        try:
            x, y, s, t = _closer(U, x, y, s, t)
        except np.linalg.LinAlgError:
            break
    return np.where(x > t, x, 0), np.where(y > s, y, 0)


def _closer(
    U: Floats, x: Floats, y: Floats, s: Floats, t: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """The point after a step: what a step to the end would leave says where to aim.

    The first Newton step aims at mu = 0. If it could go far, the second aims low: mu is the average
    product now, times the cube of the share of the gap that would be left (Mehrotra's rule). It
    also takes off the products of changes, dx dt and dy ds, which the first has neglected.
    """
    gap, newton = x @ t + y @ s, _Newton(U, x, y, s, t)
    dx, dy, ds, dt = newton.towards(-x * t, -y * s)
    p, q = _far(x, dx, s, ds), _far(y, dy, t, dt)
    after = (x + p * dx) @ (t + q * dt) + (y + q * dy) @ (s + p * ds)
    aim = gap / (x.size + y.size) * (after / gap) ** 3
    dx, dy, ds, dt = newton.towards(aim - x * t - dx * dt, aim - y * s - dy * ds)
    p, q = _far(x, dx, s, ds), _far(y, dy, t, dt)
    return x + p * dx, y + q * dy, s + p * ds, t + q * dt


class _Newton:
    """The linear equations of a step: those of x alone, and two for v and w.

    With xt and ys the changes that are wanted of the products, and D = y / s:

        (U D U' + t / x) dx = U D (ys / y) + xt / x + dv U D 1 - dw,
        dy = D (ys / y + dv - U'dx),     sum(dx) = sum(dy) = 0.

    dx is g + dv p - dw q, of which p and q are the same for both Newton steps; `border` has the
    two equations of the sums, for dv and dw.
    """

    def __init__(self, U: Floats, x: Floats, y: Floats, s: Floats, t: Floats) -> None:
        self.U, self.x, self.y, self.s, self.t = U, x, y, s, t
        self.D = y / s
        B = U * np.sqrt(self.D)
        M = B @ B.T
        M[np.diag_indices_from(M)] += t / x
        self.factor = cho_factor(M, lower=True, overwrite_a=True, check_finite=False)
        self.p, self.q = self._solve(U @ self.D), self._solve(np.ones(x.size))
        up, uq = self.D @ (U.T @ self.p), self.D @ (U.T @ self.q)
        self.border = np.array([[self.p.sum(), -self.q.sum()], [self.D.sum() - up, uq]])

    def _solve(self, b: Floats) -> Floats:
        return np.asarray(cho_solve(self.factor, b, check_finite=False))

    def towards(self, xt: Floats, ys: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Changes of x, y, s, t that change x t and y s, to first order, by so much."""
        over = ys / self.y
        g = self._solve(self.U @ (self.D * over) + xt / self.x)
        left = np.array([g.sum(), self.D @ (over - self.U.T @ g)])
        dv, dw = np.linalg.solve(self.border, -left)
        dx = g + dv * self.p - dw * self.q
        dy = self.D * (over + dv - self.U.T @ dx)
        return dx, dy, (ys - self.s * dy) / self.y, (xt - self.t * dx) / self.x


def _far(a: Floats, da: Floats, b: Floats, db: Floats) -> float:
    """Length of a step along da and db that keeps a and b above 0: `SHORT` of the way, or 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = [np.where(d < 0, -z / d, np.inf).min() for z, d in ((a, da), (b, db))]
    return min(1.0, SHORT * float(min(ends)))
