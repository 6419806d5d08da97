"""Nakai's strategy tables repaired: none can be exploited in its stage. See `corrected`."""

from __future__ import annotations

from fractions import Fraction
from math import nan

from . import printed_play as printed
from .corrected import thresholds
from .printed_play import HIGH, LOW, PASS, PLAY, WAIT, Strategy

__all__ = [
    "lemma_5_strategy",
    "lemma_6_strategy",
    "proposition_3_mixture",
    "proposition_3_strategy",
    "proposition_5",
]


def lemma_5_strategy(x: float, p: float) -> Strategy:
    """Return the strategies of Lemma 5, repaired.

    Parameters
    ----------
    x : float
        The prize.
    p : float
        The entry p with indices n - 1 and l.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> lemma_5_strategy(0.1, -0.2)[0]
    (1.0, 0.0, 0.0)
    """
    return (HIGH if x > max(-p, 0.0) else LOW), PLAY


def lemma_6_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Lemma 6, repaired.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As in the lemma.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> lemma_6_strategy(0.2, 0.1, 0.2, -0.2)[0]
    (0.0, 0.0, 1.0)
    """
    low, high = thresholds(z, alpha, beta)
    return (LOW if x < low else PASS if x < high else HIGH), PLAY


def proposition_3_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 3, repaired, with the case that the paper leaves out.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As in the proof of the proposition.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> proposition_3_strategy(0.1, 0.0, 0.0, 0.2)[0]
    (0.0, 1.0, 0.0)
    >>> proposition_3_strategy(0.5, 0.0, 0.5, 0.2)
    ((0.3, 0.7, 0.0), (0.5, 0.5))
    """
    if x < -beta:
        return LOW, WAIT
    if x < alpha / 2:
        return LOW, PLAY
    if x < beta + z:
        return HIGH, PLAY
    return proposition_3_mixture(x, z, alpha, beta)


def proposition_3_mixture(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the mixtures of Proposition 3, repaired.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As in the proof of the proposition.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass). They equalise, but are not
        probabilities in the case that the paper leaves out.

    Examples
    --------
    >>> proposition_3_mixture(0.5, 0.0, 0.5, 0.2)
    ((0.3, 0.7, 0.0), (0.5, 0.5))
    """
    size = 2 * x - z or nan
    one = ((x - beta - z) / size, (x + beta) / size, 0.0)
    return one, ((alpha - z) / size, (2 * x - alpha) / size)


def proposition_5(n: int, k: int, l: int, m: int) -> tuple[Fraction, list, list]:  # noqa: E741
    """Return the value and strategies of Proposition 5, repaired.

    Parameters
    ----------
    n, k, l, m : int
        The state.

    Returns
    -------
    value : Fraction
        m (k - l) / n.
    one : list of tuple of Fraction
        Those of x_1 and x_2 that the cards allow, with low and high of x_1 exchanged: x_1 needs a
        card of both types, or one and all cards to be played; x_2 must not pass when k + l = n.
    two : list of Fraction
        y, probabilities of (play, pass).

    Examples
    --------
    >>> proposition_5(3, 2, 1, 1)[1]
    [(Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))]
    """
    value, (x1, x2), two = printed.proposition_5(n, k, l, m)
    x1 = (x1[1], x1[0], x1[2])

    def allowed(mix: tuple) -> bool:
        return (l > 0 or not mix[0]) and (k > 0 or not mix[1]) and (k + l < n or not mix[2])

    return value, [mix for mix in dict.fromkeys((x1, x2)) if allowed(mix)], two
