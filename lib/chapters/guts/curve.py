"""Guts between two pairs of partners in the continuum: the optimal pairs lie on a curve.

Pairs of thresholds (P, Q), P <= Q, with a parameter t from t0 to t1:

    Q = k / sqrt(t - t**4),    P = k / (4 sqrt(3)) (S(t0) - S(t)),
    S(t) = t**-2 + 6 (integral of 1 / (1 - s**3) from 0 to t).

The curve begins at (0, q0) and ends on the diagonal at (d, d). With r = 3 t**3 / (1 - t**3) the
chance of a pair beyond t is (1 - r) / (8 Q**3 sqrt(r)); what it leaves at the ends are atoms. Three
equations fix t0, t1, k: 1 + r0 = 8 q0**3 sqrt(r0), (1 + r1) / (2 sqrt(r1)) = 1 + d / q0, and
P(t1) = Q(t1). The proof is a page of the book, ``book/beyond/guts_pairs.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import scipy  # its parts are loaded when they are used
from numpy.typing import NDArray

from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, Result

__all__ = ["PairsCurve", "pairs_curve"]

MAX_STRETCHES = 10_000
MAX_POINTS = 2001  # a side: 100 MB of pairs

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class PairsCurve(Result):
    """The optimal mix of a pair of partners against another pair.

    Attributes
    ----------
    start, end : float
        The curve's parameters t0 and t1.
    scale : float
        The constant k.
    outer : float
        q0: what the careful partner holds above when the other holds on anything.
    both : float
        d: what both hold above at the other end.
    at_start, at_end : float
        The probabilities of these two pairs; between them the pair is on the curve.
    gap : float
        What the best reply to the mix, cut into a tenth of all stretches, was found to win.
    """

    start: float
    end: float
    scale: float
    outer: float
    both: float
    at_start: float
    at_end: float
    gap: float

    @property
    def certificate(self) -> Certificate:
        """What the best pair of a fine grid wins against a finite version of the mix."""
        return Certificate("gap", self.gap)

    @checked
    def points(
        self, *, count: Annotated[int, Integer(2, MAX_STRETCHES)] = 200
    ) -> tuple[Floats, Floats]:
        """Return points of the curve.

        Parameters
        ----------
        count : int
            How many, both ends among them.

        Returns
        -------
        lower, higher : ndarray of float64, shape (count,)
            P and Q.

        Examples
        --------
        >>> lower, higher = pairs_curve().points(count=3)
        >>> lower.round(3).tolist(), higher.round(3).tolist()
        ([0.0, 0.502, 0.765], [0.928, 0.833, 0.765])
        """
        return self._pair(np.linspace(self.start, self.end, count))

    def _pair(self, t: Floats) -> tuple[Floats, Floats]:
        return self.scale / (4 * 3**0.5) * (_arch(self.start) - _arch(t)), _outer(self.scale, t)

    def _beyond(self, t: Floats) -> Floats:
        """The probability of a pair beyond t, the end included."""
        r = _ratio(t)
        return (1 - r) / (8 * _outer(self.scale, t) ** 3 * np.sqrt(r))

    @checked
    def mix(
        self, *, stretches: Annotated[int, Integer(1, MAX_STRETCHES)] = 40
    ) -> list[tuple[tuple[float, float], float]]:
        """Return a finite version: each stretch's probability at its middle, atoms at the ends.

        Parameters
        ----------
        stretches : int
            Into how many parts the curve is cut.

        Returns
        -------
        list of ((float, float), float)
            Pairs of thresholds and their probabilities, which add up to 1.

        Examples
        --------
        >>> len(pairs_curve().mix(stretches=10))
        12
        """
        t = np.linspace(self.start, self.end, 2 * stretches + 1)
        mass = -np.diff(self._beyond(t[::2]))
        middles = zip(*(side.tolist() for side in self._pair(t[1::2])), strict=True)
        return [
            ((0.0, self.outer), self.at_start),
            *zip(middles, mass.tolist(), strict=True),
            ((self.both, self.both), self.at_end),
        ]


def pairs_curve() -> PairsCurve:
    """Solve guts between two pairs of partners.

    Returns
    -------
    PairsCurve
        The only optimal mix of either side in a deal at V = 0, the value of the game.

    Examples
    --------
    >>> mix = pairs_curve()
    >>> round(mix.both, 6), round(mix.outer, 6), round(mix.at_end, 6)
    (0.765087, 0.927638, 0.852049)
    """
    # P and Q meet once: they differ by one sign at .3 and by the other at .31
    end = scipy.optimize.brentq(lambda t: _constants(t)[-1], 0.3, 0.31, xtol=1e-16)
    start, scale, outer, both, _ = _constants(end)
    r0, r1 = _ratio(start), _ratio(end)
    found = PairsCurve(
        start, end, scale, outer, both,
        at_start=1 - (1 - r0) / (8 * outer**3 * r0**0.5),
        at_end=(1 - r1) / (8 * both**3 * r1**0.5), gap=0.0,
    )  # fmt: skip
    gap = best_reply(found.mix(stretches=MAX_STRETCHES // 10))[1]
    return PairsCurve(**{**vars(found), "gap": gap})


@checked
def best_reply(
    mix: list[tuple[tuple[float, float], float]],
    *,
    points: Annotated[int, Integer(2, MAX_POINTS)] = 401,
) -> tuple[tuple[float, float], float]:
    """Return the pair of a grid that wins most from a mix of pairs, and what it wins in a deal.

    Parameters
    ----------
    mix : list of ((float, float), float)
        Pairs of thresholds and their probabilities.
    points : int
        Thresholds 0, 1 / (points - 1), ..., 1.

    Returns
    -------
    pair : tuple of float
        The pair.
    worth : float
        What it wins.
    """
    x = np.linspace(0, 1, points)
    pairs, weights = np.array([p for p, _ in mix]), np.array([w for _, w in mix])
    # the mean of max(P, x) max(Q, x), integrated exactly on each cell of the grid by Simpson's
    # rule where no threshold lies inside it, and closely elsewhere
    middle = (x[1:] + x[:-1]) / 2
    at, between = (
        np.array([weights @ np.maximum(pairs, y).prod(axis=1) for y in grid])
        for grid in (x, middle)
    )
    step = np.diff(x)

    def areas(at: Floats, between: Floats) -> Floats:
        return np.concatenate([[0], np.cumsum(step * (at[1:] + 4 * between + at[:-1]) / 6)])

    area, first = areas(at, between), areas(x * at, middle * between)
    total = float(weights @ pairs.sum(axis=1))
    p, q = x[:, None], x[None, :]
    worth = 4 * (
        2 * q * (area[None, :] - area[:, None]) + 4 * (first[-1] - first[None, :]) - 1
        + p * q * at[0] + (p + q - total) / 2
    )  # fmt: skip
    worth = np.where(p <= q, worth, -np.inf)
    i, j = np.unravel_index(int(worth.argmax()), worth.shape)
    return (float(x[i]), float(x[j])), float(worth[i, j])


def _ratio(t: Any) -> Any:
    """The module's r, of which t is the parameter."""
    return 3 * t**3 / (1 - t**3)


def _outer(scale: float, t: Any) -> Any:
    """The module's Q."""
    return scale / (t - t**4) ** 0.5


def _arch(t: Any) -> Any:
    """S(t), the integral by its series: t**3 is below 0.03, so that 14 terms reach rounding."""
    return 1 / t**2 + 6 * sum(t ** (3 * k + 1) / (3 * k + 1) for k in range(14))


def _constants(end: float) -> tuple[float, float, float, float, float]:
    """t0, k, q0 and d for a given t1, and by how much P and Q differ there."""
    r = _ratio(end)
    share = (1 + r) / (2 * r**0.5) - 1  # d / q0
    goal = share**2 * (end - end**4)
    # t - t**4 rises up to t = .63, beyond both ends of the curve
    start = scipy.optimize.brentq(lambda t: t - t**4 - goal, 1e-6, end, xtol=1e-16)
    r0 = _ratio(start)
    outer = ((1 + r0) / (8 * r0**0.5)) ** (1 / 3)
    scale = outer * (start - start**4) ** 0.5
    both = _outer(scale, end)
    return start, scale, outer, both, scale / (4 * 3**0.5) * (_arch(start) - _arch(end)) - both
