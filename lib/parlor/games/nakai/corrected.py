"""Nakai's formulas repaired: each passes the audit against the direct solver to rounding error.

What is not here is right as printed, up to indices: see `printed`. The conventions are those
of the paper's proofs, which are sound where its definitions are not:

- (8) applies T_F, not S_F, and its last entry sums from 0; the threshold of Lemma 5 is max(-p, 0).
- Lemma 6 compares three lines: low pays ``-x - (beta + z)`` more than a pass, high
  ``x - (alpha + z)`` more.
- The corner of g is n mu - ...
- Proposition 3 has alpha minus the sum over j of h(n-1, l, j) and beta the sum over i of
  h(n-1, i, m), and between the two pure cases and the mixture a case that the paper leaves out:
  while x < beta + z player I plays high and player II plays.
"""

from __future__ import annotations

from math import log

import numpy as np

from . import printed
from .printed import Totals
from .printed_functions import opportunity
from .prizes import Prize

__all__ = [
    "b_function",
    "c_function",
    "example_v3",
    "f_array",
    "g_sequence",
    "h_sequence",
    "p_array",
    "thresholds",
]


def p_array(law: Prize, n_max: int) -> list[np.ndarray]:
    """Return the triangular array of (8), repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.

    Returns
    -------
    list of ndarray, entry n of shape (n+1,)
        ``p[n][i]`` for 0 <= i <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> p_array(Uniform(), 2)[2].tolist()
    [0.5, -0.375, -0.625]
    """
    return printed.p_array(law, n_max, step=opportunity, first=0)


def c_function(law: Prize, z: float, alpha: float, beta: float) -> float:
    """Return C_F(z, alpha, beta) of Lemma 6, repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z, alpha, beta : float
        As in the lemma: alpha + z and beta + z are what a high and a low card add to the value.

    Returns
    -------
    float
        The change of the value from n - 1 to n stages.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> round(c_function(Uniform(), 0.1, 0.2, -0.2), 9)
    0.25
    """
    low, high = thresholds(z, alpha, beta)
    wins = 1 - law.cdf(high)
    return (
        -(beta + z) * law.cdf(low)
        - law.moment(low)
        + (law.mean - law.moment(high))
        - (alpha + z) * wins
    )


def f_array(law: Prize, n_max: int, totals: Totals) -> list[np.ndarray]:
    """Return the array f of Lemma 6, repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values of Lemma 5.

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``f[n][l, k]`` for k + l <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> f_array(Uniform(), 2, lambda n, k, l, m: 0.25)[2].tolist()[1]
    [-0.375, 0.0, 0.0]
    """
    return printed.f_array(law, n_max, totals, function=c_function, edges="gh", sign=-1, first=0)


def g_sequence(law: Prize, n_max: int, totals: Totals) -> list[np.ndarray]:
    """Return the sequence g of Proposition 1, repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values of Lemma 4.

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``g[n][k, m]`` for 1 <= k, m <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> g_sequence(Uniform(), 1, lambda n, k, l, m: 0.0)[1].tolist()
    [[0.0, 0.0], [0.0, 0.5]]
    """
    return printed.g_sequence(law, n_max, totals, corner=1)


def b_function(law: Prize, z: float, alpha: float, beta: float) -> float:
    """Return B_F(z, alpha, beta) of Proposition 3, repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z, alpha, beta : float
        As in the proof of the proposition.

    Returns
    -------
    float
        The change of the value from n - 1 to n stages.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> round(b_function(Uniform(), -0.5, 0.25, 0.5), 6)
    0.23869
    """
    low = max(-beta, 0.0)
    middle = max(low, alpha / 2)
    high = max(middle, beta + z)
    share = (alpha - z) * (2 * beta + z) / 2
    return (
        (alpha - z) * law.cdf(low)
        + (alpha - beta - z) * (law.cdf(middle) - law.cdf(low))
        - (law.moment(middle) - law.moment(low))
        + (law.moment(high) - law.moment(middle))
        - (beta + z) * (law.cdf(high) - law.cdf(middle))
        + (alpha - z) / 2 * (1 - law.cdf(high))
        - (share * law.inverse(high, -z / 2) / 2 if share else 0.0)
    )


def h_sequence(law: Prize, n_max: int, totals: Totals) -> list[np.ndarray]:
    """Return the sequence h of Proposition 3, repaired.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values of Lemmas 4 and 5.

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``h[n][l, m]`` for 0 <= l <= n and 1 <= m <= n.

    Examples
    --------
    >>> from parlor.games import nakai
    >>> from parlor.games.nakai.prizes import Uniform
    >>> h_sequence(Uniform(), 2, nakai.values(2).v)[2][:2, 1].tolist()
    [0.375, -0.375]
    """
    return printed.h_sequence(law, n_max, totals, function=b_function, sign=-1)


def example_v3() -> float:
    """Return the closed form of v_3 of one card of each type, repaired.

    Returns
    -------
    float
        The denominators 4 and 32 are exchanged in print.

    Examples
    --------
    >>> round(example_v3(), 9)
    0.093080757
    """
    a = (2 - log(3)) / 4
    return a * a / 2 + (1 - a) / 4 + 5 / 32 * log(5 / (13 - 8 * a))


def thresholds(z: float, alpha: float, beta: float) -> tuple[float, float]:
    """Return where low ends and where high begins in Lemma 6.

    Parameters
    ----------
    z, alpha, beta : float
        As in the lemma.

    Returns
    -------
    low, high : float
        Player I plays low below the first prize and high from the second on.

    Examples
    --------
    >>> thresholds(0.1, 0.2, -0.2)
    (0.1, 0.30000000000000004)
    """
    even = (alpha - beta) / 2
    return min(-(beta + z), even), max(alpha + z, even)
