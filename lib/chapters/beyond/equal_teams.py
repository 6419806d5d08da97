"""Guts between two teams of m players each: the one optimal mix, along a curve of plans.

A plan (p, q, ..., q) is a point of the curve, whose parameter `steep` is the kappa of the proof in
``book/beyond/guts_pairs.md``: how fast p rises as q falls. It is greatest at the end where p = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy  # its parts are loaded when they are used
from numpy.typing import NDArray

from ..guts.teams import Mix

__all__ = ["TeamCurve", "team_curve"]

NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)  # the integrands are smooth: to rounding
NARROW = 1e-6  # of the range of the parameter's least value: at its ends the curve is degenerate

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TeamCurve:
    """The optimal mix of a team of m in a deal at V = 0.

    Attributes
    ----------
    m : int
        Players in a team.
    start, end : float
        The parameter where one player holds on anything, and where all are alike.
    outer, alike : float
        What the others hold above at the first end, and all at the second.
    """

    m: int
    start: float
    end: float
    outer: float
    alike: float

    def others(self, steep: Floats) -> Floats:
        """What all but one hold above."""
        return np.asarray(
            self.alike * np.exp(_exponent(self.m, steep) - _exponent(self.m, self.end))
        )

    def apart(self, steep: Floats) -> Floats:
        """What the one apart holds above: the integral of `steep` over what the others go up."""
        half = (self.start - steep)[..., None] / 2
        at = self.start - half * (1 - NODES)
        return np.asarray((half * WEIGHTS * at * _rate(self.m, at) * self.others(at)).sum(-1))

    def beyond(self, steep: Floats) -> Floats:
        """The probability of a plan beyond, the second end included."""
        room = _level(self.m, steep) - (self.m - 1) / steep
        return np.asarray(room / (4 * self.others(steep) ** (2 * self.m - 1)))

    def mix(self, stretches: int) -> Mix:
        """A finite version: each stretch's probability at its middle, atoms at the ends."""
        at = np.linspace(self.start, self.end, 2 * stretches + 1)
        left = self.beyond(at[::2])
        plans = zip(self.apart(at[1::2]).tolist(), self.others(at[1::2]).tolist(), strict=True)
        return [
            ((0.0, self.outer), float(1 - left[0])),
            *zip(plans, (-np.diff(left)).tolist(), strict=True),
            ((self.alike, self.alike), float(left[-1])),
        ]

    @property
    def margin(self) -> float:
        """What the mix earns more than the antes where playing on is worth -1, over 2 m."""
        m, half = self.m, (self.start - self.end) / 2
        at = self.start - half * (1 - NODES)
        outer, apart = self.others(at), self.apart(at)
        area = (half * WEIGHTS * (apart / outer) ** m * _rate(m, at) * outer).sum()
        linear = ((m - 2) * self.outer + (m - 1) * self.alike) / 2
        return float(1 - m + self.outer ** (2 * m) + linear + (m - 1) / 2 * area)


def team_curve(m: int) -> TeamCurve:
    """Solve guts between two teams of equal size.

    Parameters
    ----------
    m : int
        Players in a team, 2 or more.

    Returns
    -------
    TeamCurve
        The only optimal mix of either side in a deal at V = 0.

    Examples
    --------
    >>> two = team_curve(2)
    >>> round(two.alike, 6), round(two.outer, 6)
    (0.765087, 0.927638)
    """
    # the curve closes for a value of its end between m - 1 and where the level is 2
    most = (3 * m - 2 + (m * (5 * m - 4)) ** 0.5) / 2
    edge = NARROW * (most - m + 1)
    end = scipy.optimize.brentq(lambda x: _closed(m, x), m - 1 + edge, most - edge, xtol=1e-14)
    start = _start(m, end)
    outer = (_level(m, start) / 4) ** (1 / (2 * m - 1))
    return TeamCurve(m, start, end, outer, outer * (_level(m, end) - 1) ** (1 / (m - 1)))


def _level(m: int, x: Any) -> Any:
    return (x + (m - 1) ** 2 / x - m + 2) / m


def _rate(m: int, x: Any) -> Any:
    """How fast the logarithm of the others' threshold rises."""
    return (x * x - (m - 1) ** 2) / (x * _quadratic(m, x))


def _quadratic(m: int, x: Any) -> Any:
    return (2 * m - 1) * x * (x - m + 2) + (m - 1) ** 3


def _exponent(m: int, x: Any) -> Any:
    """An integral of the rate."""
    root = ((2 * m - 1) * (2 * m - 3)) ** 0.5
    turn = np.arctan((2 * m - 1) * (2 * x - m + 2) / (m * root)) * (m - 2) / root
    power = (3 * m - 2) / (4 * m - 2)
    return (power * np.log(_quadratic(m, x)) - np.log(x) - turn) / (m - 1)


def _start(m: int, end: float) -> float:
    """The first end, from the ratio of the others' thresholds at the two."""
    log = np.log(_level(m, end) - 1) / (m - 1)

    def over(x: float) -> float:
        return float(_exponent(m, x) - _exponent(m, end) + log)

    far = 2 * end
    while over(far) < 0:
        far *= 2
    return float(scipy.optimize.brentq(over, end, far, xtol=1e-14))


def _closed(m: int, end: float) -> float:
    """By how much the one apart is above the others where the curve should meet the diagonal."""
    curve = TeamCurve(m, _start(m, end), end, 1.0, 1.0)
    return float(curve.apart(np.array(end)) - 1)
