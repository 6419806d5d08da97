"""Beliefs, risk and choice in the gift exchange: the formulas of Section 3 against quadrature.

Each function integrates the definition behind one of the source's closed forms and returns what the
form must equal. No form is used on the way. References are to D. Quigley, "Formal specification and
behavioral simulation of the holiday gift exchange game" (arXiv 2604.05219, April 2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, isfinite, log, pi, sqrt

import numpy as np
from scipy.integrate import quad
from scipy.optimize import minimize_scalar

__all__ = [
    "best_of_gumbel",
    "certainty_equivalent",
    "chosen_quality",
    "largest_linear_error",
    "posterior_moments",
]


def posterior_moments(
    signal: float, prior_mean: float, prior_variance: float, noise: float
) -> tuple[float, float]:
    """Mean and variance of a gift's quality given its signal, by Bayes's rule (Proposition 3.1).

    Parameters
    ----------
    signal : float
        The appearance a.
    prior_mean, prior_variance : float
        mu_0 and sigma_0 squared, the latter positive.
    noise : float
        Standard deviation sigma_a of the signal, positive.

    Returns
    -------
    tuple of float
        Mean and variance, by quadrature of the product of prior and likelihood.

    Raises
    ------
    ValueError
        If a variance is not positive.

    Examples
    --------
    >>> mean, variance = posterior_moments(1.0, 0.0, 1.0, 1.0)
    >>> round(mean, 10), round(variance, 10)
    (0.5, 0.5)
    """
    variance = _positive("prior_variance", prior_variance)
    error = _positive("noise", noise) ** 2

    def exponent(q: float) -> float:
        return (q - prior_mean) ** 2 / (2 * variance) + (signal - q) ** 2 / (2 * error)

    # the product peaks between the peaks of prior and likelihood, and is narrower than either
    between = tuple(sorted((prior_mean, signal)))
    options = {"xatol": 1e-12}
    peak = float(minimize_scalar(exponent, bounds=between, method="bounded", options=options).x)
    reach = 12 * sqrt(min(variance, error))

    def moment(power: int, about: float) -> float:
        found, _ = quad(
            lambda q: (q - about) ** power * exp(exponent(peak) - exponent(q)),
            peak - reach,
            peak + reach,
            epsabs=1e-15 * reach,
            epsrel=1e-12,
            limit=500,
        )
        return float(found)

    mass = moment(0, 0.0)
    mean = peak + moment(1, peak) / mass
    return mean, moment(2, mean) / mass


def certainty_equivalent(mean: float, variance: float, risk_aversion: float) -> float:
    """The sure value that a player with CARA utility takes for a normal one (Proposition 3.2).

    Parameters
    ----------
    mean, variance : float
        Of the value, the variance positive.
    risk_aversion : float
        rho of the utility -exp(-rho v), positive.

    Returns
    -------
    float
        ``-log E exp(-rho V) / rho``, by quadrature.

    Raises
    ------
    ValueError
        If the variance or the risk aversion is not positive.

    Examples
    --------
    >>> round(certainty_equivalent(0.5, 0.04, 0.5), 10)
    0.49
    """
    spread = _positive("variance", variance) ** 0.5
    rho = _positive("risk_aversion", risk_aversion)

    def utility(z: float) -> float:
        return exp(-rho * spread * z - z * z / 2) / sqrt(2 * pi)

    shift = rho * spread
    expected, _ = quad(utility, -shift - 14, -shift + 14, epsabs=0, epsrel=1e-12, limit=500)
    return mean - log(expected) / rho


def best_of_gumbel(utilities: Sequence[float]) -> tuple[float, ...]:
    """How often each option has the largest utility plus Gumbel error.

    For two options that is Proposition 3.3, for gifts with utility tau a_j Definition 3.13.

    Parameters
    ----------
    utilities : sequence of float
        At least two, finite, in units of the errors' scale.

    Returns
    -------
    tuple of float
        Probabilities, by quadrature over the error of the best option.

    Raises
    ------
    ValueError
        If there are fewer than two or one is not finite.

    Examples
    --------
    >>> [round(p, 10) for p in best_of_gumbel([0.0, 0.0])]
    [0.5, 0.5]
    """
    given = [float(u) for u in utilities]
    if len(given) < 2 or not all(map(isfinite, given)):
        raise ValueError(f"utilities: got {given}, allowed are two or more finite numbers")

    def density(e: float, i: int) -> float:
        others = sum(exp(u - given[i] - e) for j, u in enumerate(given) if j != i)
        return exp(-e - exp(-e) - others)

    spread = max(given) - min(given)
    ends = -5.0, 40.0 + spread
    return tuple(
        float(quad(density, *ends, args=(i,), epsabs=1e-13, epsrel=1e-12, limit=500)[0])
        for i in range(len(given))
    )


def largest_linear_error(reach: float) -> float:
    """Largest difference of the logistic function and 1/2 + x/4 for abs(x) up to a bound.

    Parameters
    ----------
    reach : float
        The bound, positive.

    Returns
    -------
    float
        The difference grows with x, so it is that at the bound.

    Raises
    ------
    ValueError
        If the bound is not positive.

    Examples
    --------
    >>> round(largest_linear_error(2), 3)
    0.119
    """
    x = np.linspace(0, _positive("reach", reach), 1001)
    return float(np.abs(1 / (1 + np.exp(-x)) - (0.5 + x / 4)).max())


def chosen_quality(
    n_gifts: int, n_signals: int, noise: float, seed: int = 42, n_games: int = 20_000
) -> tuple[float, float]:
    """Mean quality of the wrapped gift that looks best in the mean of several signals of each.

    Parameters
    ----------
    n_gifts : int
        To choose from, at least 1, of independent quality uniform on (0, 1).
    n_signals : int
        Independent signals of each gift, at least 1: those that members of a coalition share, had
        each of them one of their own.
    noise : float
        Standard deviation of a signal, positive.
    seed : int
        Of the random numbers; the same gifts are drawn for any number of signals.
    n_games : int
        Choices, at least 2.

    Returns
    -------
    tuple of float
        Mean and standard error.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> chosen_quality(5, 4, 0.3)[0] > chosen_quality(5, 1, 0.3)[0] > 0.5
    True
    """
    _positive("noise", noise)
    for name, given, least in (("n_gifts", n_gifts, 1), ("n_signals", n_signals, 1)):
        if given < least:
            raise ValueError(f"{name}: got {given!r}, allowed is at least {least}")
    if n_games < 2:
        raise ValueError(f"n_games: got {n_games!r}, allowed is at least 2")
    rng = np.random.default_rng(seed)
    quality = rng.random((n_games, n_gifts))
    error = rng.standard_normal((n_games, n_gifts)) * noise / sqrt(n_signals)
    chosen = np.take_along_axis(quality, (quality + error).argmax(1)[:, None], 1)[:, 0]
    return float(chosen.mean()), float(chosen.std(ddof=1) / sqrt(n_games))


def _positive(name: str, given: float) -> float:
    if not 0 < given < inf:
        raise ValueError(f"{name}: got {given!r}, allowed are positive numbers")
    return float(given)
