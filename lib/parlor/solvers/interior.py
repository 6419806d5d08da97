"""Which strategies a large game mixes, by following the central path.

A tableau of more than a million payoffs does not fit into a processor's caches, and each pivot goes
through all of it. An interior method takes some twenty steps whatever the size, each a product of
matrices and a Cholesky factor. It ends near the middle of all solutions: if there is but one, it
tells which strategies are mixed, and the equations of indifference give the rest.
"""

from __future__ import annotations

import contextlib

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from .simplex import normalised

__all__: list[str] = []

Floats = NDArray[np.float64]
STEPS, SHORT = 60, 0.995  # at most so many, each so far to where a probability would be 0
NEAR = 1e-11  # duality gap, of the payoffs' spread


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
    normalised(row, row.size), normalised(column, column.size)
    return row, column


def _central(A: Floats) -> tuple[Floats, Floats]:
    """Return nearly optimal strategies with zeros where they will be 0, by Mehrotra's method.

    Parameters
    ----------
    A : ndarray, shape (m, n)
        Payoffs to the row player, not all the same.

    Returns
    -------
    row, column : ndarray, (m,) and (n,)
        Probabilities but for some 1e-6, or those where numbers fail.

    Notes
    -----
    With x and y the strategies, v the least that x earns and w the most that y pays, s = A'x - v
    and t = w - Ay. The path is x t = y s = mu for mu falling to 0; all steps keep s and t so.

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
    s, t = s - s.min() + 1, t.max() - t + 1
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
    """The point after a step: what a step to the end would leave says where to aim."""
    gap, newton = x @ t + y @ s, _Newton(U, x, y, s, t)
    dx, dy, ds, dt = newton.towards(-x * t, -y * s)
    p, q = _far(x, dx, s, ds), _far(y, dy, t, dt)
    after = (x + p * dx) @ (t + q * dt) + (y + q * dy) @ (s + p * ds)
    aim = gap / (x.size + y.size) * (after / gap) ** 3
    dx, dy, ds, dt = newton.towards(aim - x * t - dx * dt, aim - y * s - dy * ds)
    p, q = _far(x, dx, s, ds), _far(y, dy, t, dt)
    return x + p * dx, y + q * dy, s + p * ds, t + q * dt


class _Newton:
    """The linear equations of a step: those of x alone, and two for v and w."""

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
    """How far to go until a or b would be 0, and a little less."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = [np.where(d < 0, -z / d, np.inf).min() for z, d in ((a, da), (b, db))]
    return min(1.0, SHORT * float(min(ends)))
