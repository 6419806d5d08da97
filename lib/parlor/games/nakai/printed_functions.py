"""Nakai's functions T_F, S_F, A_F, B_F and C_F as transcribed, misprints included.

T_F and S_F are the well-known ones and right, and so is A_F; `corrected` has B_F and C_F
repaired. The arrays that the paper builds with them are in `printed`.
"""

from __future__ import annotations

from .prizes import Prize

__all__ = ["a_function", "b_function", "c_function", "opportunity", "s_function"]


def opportunity(law: Prize, z: float) -> float:
    """Return T_F(z), the expectation of the excess of the prize over z.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z : float
        Any real number.

    Returns
    -------
    float
        The integral of x - z over x > z.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> opportunity(Uniform(), 0.5)
    0.125
    """
    return law.mean - law.moment(z) - z * (1 - law.cdf(z))


def s_function(law: Prize, z: float) -> float:
    """Return S_F(z) = z + T_F(z), the expectation of the larger of the prize and z.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z : float
        Any real number.

    Returns
    -------
    float
        S_F(z).

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> s_function(Uniform(), 0.5)
    0.625
    """
    return z + opportunity(law, z)


def a_function(law: Prize, z: float, alpha: float, beta: float) -> float:
    """Return A_F(z, alpha, beta), defined before Proposition 1.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z, alpha, beta : float
        Differences of values, beta > -z.

    Returns
    -------
    float
        The change of the value from n - 1 to n stages.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> round(0.5 + a_function(Uniform(), 0.5, 0, 0), 9)
    0.225346928
    """
    top = max(alpha, beta)
    share = (alpha + z) * (beta + z)
    return (
        alpha * law.cdf(alpha)
        - (alpha + beta + z) * law.cdf(top)
        + law.moment(top)
        - law.moment(alpha)
        - (share * law.inverse(top, z) if share else 0.0)
    )


def b_function(law: Prize, z: float, alpha: float, beta: float) -> float:
    """Return B_F(z, alpha, beta), defined before Proposition 3.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z, alpha, beta : float
        Differences of values.

    Returns
    -------
    float
        What is to be the change of the value from n - 1 to n stages; NaN where the integrand has
        its pole inside the range of integration.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> round(b_function(Uniform(), 0.5, 0.25, 0.5), 6)
    0.387778
    """
    top = max(alpha / 2, -beta)
    share, pole = z * (z + alpha), beta + z / 2
    if share and max(top, 0.0) + pole <= 0:
        return float("nan")
    return (
        beta * law.cdf(-beta)
        + (-beta - (alpha + z) / 2) * law.cdf(top)
        + (alpha + z) / 2
        - (law.moment(top) - law.moment(-beta))
        + (share * law.inverse(top, pole) / 2 if share else 0.0)
    )


def c_function(law: Prize, z: float, alpha: float, beta: float) -> float:
    """Return C_F(z, alpha, beta), defined before Lemma 6.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    z, alpha, beta : float
        Differences of values.

    Returns
    -------
    float
        What is to be the change of the value from n - 1 to n stages.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> round(c_function(Uniform(), 0.1, 0.2, -0.2), 9)
    0.56
    """
    top = (alpha - beta) / 2
    low = min(alpha + z, top)
    return (
        -(alpha + z) * law.cdf(low)
        + beta * (law.cdf(top) - 1)
        - law.moment(low)
        + law.mean
        - law.moment(top)
    )
