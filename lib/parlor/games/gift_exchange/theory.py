"""Beliefs, risk and choice in the gift exchange: the formulas of Section 3 against quadrature.

Each of the first functions integrates the definition behind one of the source's closed forms and
returns what the form must equal. No form is used on the way. The last ones are bounds: how well a
coalition might choose, and how well the gifts could be handed out if everybody cooperated.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, pi, sqrt

import numpy as np
from scipy.optimize import linear_sum_assignment, minimize_scalar
from scipy.special import logsumexp

from parlor.core.checks import number, numbers, whole
from parlor.core.checks import seed as checked_seed
from parlor.core.estimate import Estimate, of_sample

from .condition import MAX_PLAYERS
from .position import gift_values

__all__ = [
    "best_assignment",
    "best_of_gumbel",
    "certainty_equivalent",
    "chosen_quality",
    "largest_linear_error",
    "posterior_moments",
    "shared_favourites",
]

# On this grid the trapezoid rule is exact to rounding for a bell curve of width 1.
BELL = np.linspace(-12, 12, 1001)


def posterior_moments(
    signal: float, prior_mean: float, prior_variance: float, noise: float
) -> tuple[float, float]:
    """Return mean and variance of a gift's quality given its signal, by Bayes's rule (Prop. 3.1).

    Parameters
    ----------
    signal, prior_mean : float
        The appearance a and mu_0, from -1,000 to 1,000.
    prior_variance : float
        sigma_0 squared, from 1e-6 to 1e6.
    noise : float
        Standard deviation sigma_a of the signal, from 1e-3 to 1e3.

    Returns
    -------
    tuple of float
        Mean and variance, by quadrature of the product of prior and likelihood.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> mean, variance = posterior_moments(1.0, 0.0, 1.0, 1.0)
    >>> round(mean, 10), round(variance, 10)
    (0.5, 0.5)
    """
    signal = number("signal", signal, "numbers from -1,000 to 1,000", -1e3, 1e3)
    prior = number("prior_mean", prior_mean, "numbers from -1,000 to 1,000", -1e3, 1e3)
    variance = number("prior_variance", prior_variance, "numbers from 1e-6 to 1e6", 1e-6, 1e6)
    error = number("noise", noise, "numbers from 1e-3 to 1e3", 1e-3, 1e3) ** 2

    def exponent(q: np.ndarray) -> np.ndarray:
        return (q - prior) ** 2 / (2 * variance) + (signal - q) ** 2 / (2 * error)

    # the product peaks between the peaks of prior and likelihood, and is narrower than either
    between = tuple(sorted((prior, signal)))
    peak = float(minimize_scalar(exponent, bounds=between, method="bounded").x)
    step = sqrt(min(variance, error)) * BELL
    weight = np.exp(exponent(np.array(peak)) - exponent(peak + step))
    weight /= weight.sum()
    shift = float(weight @ step)
    return peak + shift, float(weight @ (step - shift) ** 2)


def certainty_equivalent(mean: float, variance: float, risk_aversion: float) -> float:
    """Return what a player with CARA utility takes for a normal value (Proposition 3.2).

    Parameters
    ----------
    mean, variance : float
        Of the value; from -1,000 to 1,000 and from 1e-6 to 100.
    risk_aversion : float
        rho of the utility -exp(-rho v), from 1e-3 to 10.

    Returns
    -------
    float
        ``-log E exp(-rho V) / rho``, by quadrature.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> round(certainty_equivalent(0.5, 0.04, 0.5), 10)
    0.49
    """
    value = number("mean", mean, "numbers from -1,000 to 1,000", -1e3, 1e3)
    spread = sqrt(number("variance", variance, "numbers from 1e-6 to 100", 1e-6, 100))
    rho = number("risk_aversion", risk_aversion, "numbers from 1e-3 to 10", 1e-3, 10)
    z = BELL - rho * spread  # where utility times density is large
    log_terms = -rho * spread * z - z * z / 2
    log_expected = float(logsumexp(log_terms)) + log((BELL[1] - BELL[0]) / sqrt(2 * pi))
    return value - log_expected / rho


def best_of_gumbel(utilities: Sequence[float]) -> tuple[float, ...]:
    """Return how often each option has the largest utility plus Gumbel error.

    For two options that is Proposition 3.3, for gifts with utility tau a_j Definition 3.13.

    Parameters
    ----------
    utilities : sequence of float
        2 to 100 of them, from -500 to 500, in units of the errors' scale.

    Returns
    -------
    tuple of float
        Probabilities, by quadrature over the error of the best option.

    Raises
    ------
    ValueError
        If they are not as above.

    Examples
    --------
    >>> [round(p, 10) for p in best_of_gumbel([0.0, 0.0])]
    [0.5, 0.5]
    """
    given = numbers(
        "utilities", utilities, "2 to 100 numbers from -500 to 500", -500, 500, (2, 100)
    )
    # all is smooth in a strip of the complex plane: the trapezoid rule is exact to rounding
    width = 0.125
    e = np.arange(-6.0, 40.0 + np.ptp(given), width)
    chances = []
    with np.errstate(over="ignore"):  # of the density's tail, which is 0
        for i, best in enumerate(given):
            others = np.exp(np.delete(given, i)[:, None] - best - e).sum(axis=0)
            chances.append(float(np.exp(-e - np.exp(-e) - others).sum() * width))
    return tuple(chances)


def largest_linear_error(reach: float) -> float:
    """Return how far the logistic function is from 1/2 + x/4 for abs(x) up to a bound.

    Parameters
    ----------
    reach : float
        The bound, from 1e-6 to 1e6.

    Returns
    -------
    float
        The difference grows with x, so it is that at the bound, up to 1e-16 of rounding.

    Raises
    ------
    ValueError
        If the bound is not in that range.

    Examples
    --------
    >>> round(largest_linear_error(2), 3)
    0.119
    """
    x = np.linspace(0, number("reach", reach, "numbers from 1e-6 to 1e6", 1e-6, 1e6), 1001)
    return float(np.abs(1 / (1 + np.exp(-x)) - (0.5 + x / 4)).max())


def chosen_quality(
    n_gifts: int, n_signals: int, noise: float, *, seed: int = 42, n_games: int = 20_000
) -> Estimate:
    """Return the mean quality of the wrapped gift that looks best in the mean of several signals.

    Parameters
    ----------
    n_gifts : int
        To choose from, 1 to 200, of independent quality uniform on (0, 1).
    n_signals : int
        Independent signals of each gift, 1 to 10**6: those that members of a coalition share, had
        each of them one of their own.
    noise : float
        Standard deviation of a signal, from 0 to 1,000.
    seed : int
        Of the random numbers; the same gifts are drawn for any number of signals.
    n_games : int
        Choices, 2 to 100,000.

    Returns
    -------
    Estimate
        Mean and standard error.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> chosen_quality(5, 4, 0.3).value > chosen_quality(5, 1, 0.3).value > 0.5
    True
    """
    gifts = whole("n_gifts", n_gifts, 1, MAX_PLAYERS)
    signals = whole("n_signals", n_signals, 1, 10**6)
    spread = number("noise", noise, "numbers from 0 to 1,000", 0, 1e3)
    size = whole("n_games", n_games, 2, 10**5), gifts
    rng = np.random.default_rng(checked_seed(seed))
    quality = rng.random(size)
    error = rng.standard_normal(size) * spread / sqrt(signals)
    return of_sample(np.take_along_axis(quality, (quality + error).argmax(1)[:, None], 1)[:, 0])


def best_assignment(values: Sequence[Sequence[float]] | np.ndarray) -> tuple[np.ndarray, float]:
    """Return the assignment of gifts to players with the largest total value.

    Parameters
    ----------
    values : n x n numbers from -1e150 to 1e150
        Of each gift (column) to each player (row).

    Returns
    -------
    gifts : ndarray of int (n,)
        Column of each player.
    mean : float
        Mean value of a player's gift, the most that any game can reach.

    Raises
    ------
    ValueError
        If the values are not such a square.

    Examples
    --------
    >>> best_assignment([[0.9, 0.8], [0.7, 0.1]])[0].tolist()
    [1, 0]
    """
    table = gift_values(values)
    players, gifts = linear_sum_assignment(table, maximize=True)
    return gifts, float(table[players, gifts].mean())


def shared_favourites(values: Sequence[Sequence[float]] | np.ndarray) -> bool:
    """Return whether some player values two gifts more than anybody else does.

    Parameters
    ----------
    values : n x n numbers from -1e150 to 1e150
        Of each gift (column) to each player (row).

    Returns
    -------
    bool
        If so, not every gift can go to whoever values it most: each player has one gift.

    Raises
    ------
    ValueError
        If the values are not such a square.

    Examples
    --------
    >>> shared_favourites([[0.9, 0.8], [0.7, 0.1]])
    True
    """
    keenest = gift_values(values).argmax(axis=0)
    return len(set(keenest.tolist())) < len(keenest)
