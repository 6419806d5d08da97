"""Value distributions of the boxes in a Yankee swap, and how to name them.

A distribution is ``"uniform"`` on [0, 1], ``"exponential"`` with mean 1, ``"beta(a, b)"`` on
[0, 1], or a sequence of numbers that are equally likely (repeat a number to make it likelier).
The four forms can be written in YAML and on a command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from parlor.core.checks import whole

__all__ = ["BoxValues", "box_values", "deck"]

Distribution = str | Sequence[float]
NAMES = "'uniform', 'exponential', 'beta(a, b)' or a sequence of equally likely numbers"
_NUMBER = r"\s*([0-9.]+(?:[eE][-+]?[0-9]+)?)\s*"
_BETA = re.compile(rf"beta\({_NUMBER},{_NUMBER}\)")


@dataclass(frozen=True)
class BoxValues:
    """A value distribution F, as far as the games need it.

    Attributes
    ----------
    name : str
        How it was named.
    mean : float
        E X.
    capped_mean : callable
        t -> E min(X, t), for a number t in the hull of the support.
    exceed : callable
        t -> P(X > t), elementwise.
    quantile : callable
        u -> inverse of F, elementwise for u in (0, 1).
    support : tuple of float or None
        The equally likely values, increasing, or None if F is continuous.
    """

    name: str
    mean: float
    capped_mean: Callable[[float], float]
    exceed: Callable[[np.ndarray], np.ndarray]
    quantile: Callable[[np.ndarray], np.ndarray]
    support: tuple[float, ...] | None = None


def box_values(distribution: Distribution = "uniform") -> BoxValues:
    """The distribution of a given name.

    Parameters
    ----------
    distribution : str or sequence of float
        ``"uniform"``, ``"exponential"``, ``"beta(a, b)"`` with a, b > 0, or equally likely finite
        numbers.

    Returns
    -------
    BoxValues
        Mean, capped mean, tail and quantile.

    Raises
    ------
    ValueError
        If the distribution is none of these.

    Examples
    --------
    >>> box_values("beta(2, 1)").capped_mean(1.0)
    0.6666666666666666
    >>> float(box_values([0, 0, 1, 1]).exceed(0.5))
    0.5
    """
    if isinstance(distribution, str):
        name = distribution.strip()
        if name == "uniform":
            return BoxValues(
                name, 0.5, lambda t: t - t * t / 2, lambda t: 1 - np.clip(t, 0, 1), np.asarray
            )
        if name == "exponential":
            return BoxValues(
                name,
                1.0,
                lambda t: -float(np.expm1(-t)),
                lambda t: np.exp(-np.maximum(t, 0)),
                lambda u: -np.log1p(-u),
            )
        if match := _BETA.fullmatch(name):
            try:
                a, b = float(match[1]), float(match[2])
            except ValueError:
                a = b = 0.0
            if 0 < a < np.inf and 0 < b < np.inf:
                return _beta(name, a, b)
        raise ValueError(f"distribution: got {distribution!r}, allowed are {NAMES}, a and b > 0")
    return _discrete(distribution)


def deck(distribution: Distribution, n_values: int) -> np.ndarray:
    """Equally likely values that stand for a distribution, increasing.

    Parameters
    ----------
    distribution : str or sequence of float
        As in `box_values`.
    n_values : int
        Size of the deck for a continuous distribution. A sequence is its own deck.

    Returns
    -------
    ndarray (n_values,)
        Means of X over n equal steps of probability, so that E X is kept; for the uniform
        distribution (i - 1/2) / n.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> deck("uniform", 2)
    array([0.25, 0.75])
    """
    values = box_values(distribution)
    if values.support is not None:
        return np.array(values.support)
    n = whole("n_values", n_values, 1, 100_000)
    if values.name == "uniform":
        return (np.arange(n) + 0.5) / n
    edges = np.asarray(values.quantile(np.arange(1, n) / n))
    # E X up to a quantile q is E min(X, q) - q P(X > q)
    parts = [values.capped_mean(q) - q * (n - i) / n for i, q in enumerate(edges, start=1)]
    return n * np.diff(np.array([0.0, *parts, values.mean]))


def mean_and_error(
    total: np.ndarray, square: np.ndarray, games: int
) -> tuple[np.ndarray, np.ndarray]:
    """Means and their standard errors, from sums over games and sums of squares."""
    mean = total / games
    return mean, np.sqrt(np.maximum(square / games - mean**2, 0) / (games - 1))


def _beta(name: str, a: float, b: float) -> BoxValues:
    mean = a / (a + b)
    return BoxValues(
        name,
        mean,
        lambda t: float(mean * special.betainc(a + 1, b, t) + t * special.betaincc(a, b, t)),
        lambda t: special.betaincc(a, b, np.clip(t, 0, 1)),
        lambda u: special.betaincinv(a, b, u),
    )


def _discrete(distribution: Sequence[float]) -> BoxValues:
    try:
        support = np.sort(np.array(list(distribution), dtype=float))
    except (TypeError, ValueError):
        support = np.empty(0)
    if support.ndim != 1 or not 1 <= support.size <= 100_000 or not np.isfinite(support).all():
        raise ValueError(
            f"distribution: got {distribution!r}, allowed are {NAMES} (1 to 100000, all finite)"
        )
    n = support.size

    def exceed(t: np.ndarray) -> np.ndarray:
        return (n - np.searchsorted(support, t, side="right")) / n

    def quantile(u: np.ndarray) -> np.ndarray:
        return support[np.minimum((np.asarray(u) * n).astype(np.int64), n - 1)]

    return BoxValues(
        f"{n} values",
        float(support.mean()),
        lambda t: float(np.minimum(support, t).mean()),
        exceed,
        quantile,
        tuple(support.tolist()),
    )
