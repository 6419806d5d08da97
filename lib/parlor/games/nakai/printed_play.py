"""Nakai's strategy tables as transcribed, misprints included: for comparison, not for use.

Each returns player I's chances of (low, high, pass) and player II's of (play, pass).
"""

from __future__ import annotations

from fractions import Fraction

__all__ = [
    "lemma_5_strategy",
    "lemma_6_strategy",
    "proposition_1_strategy",
    "proposition_2_strategy",
    "proposition_3_strategy",
    "proposition_5",
]

Strategy = tuple[tuple[float, float, float], tuple[float, float]]
LOW, HIGH, PASS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PLAY, WAIT = (1.0, 0.0), (0.0, 1.0)


def lemma_5_strategy(x: float, h: float) -> Strategy:
    """Return the strategies of Lemma 5.

    Parameters
    ----------
    x : float
        The prize.
    h : float
        The entry h with indices n - 1 and l.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> lemma_5_strategy(0.1, 0.2)[0]
    (0.0, 1.0, 0.0)
    """
    return (HIGH if x > min(-h, 0.0) else LOW), PLAY


def lemma_6_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Lemma 6.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As the lemma defines them.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> lemma_6_strategy(0.4, 0.1, 0.2, -0.2)[0]
    (0.0, 1.0, 0.0)
    """
    top = (alpha - beta) / 2
    return (LOW if x < min(alpha + z, top) else PASS if x < top else HIGH), PLAY


def proposition_1_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 1.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As the proposition defines them.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> proposition_1_strategy(0.5, 0.5, 0.0, 0.0)
    ((0.0, 0.5, 0.5), (0.5, 0.5))
    """
    if x < alpha:
        return PASS, PLAY
    if x < max(alpha, beta):
        return HIGH, PLAY
    one = (0.0, (beta + z) / (x + z), (x - beta) / (x + z))
    return one, ((alpha + z) / (x + z), (x - alpha) / (x + z))


def proposition_2_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 2.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As the proposition defines them.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> proposition_2_strategy(0.5, 0.5, 0.0, 0.0)
    ((0.5, 0.0, 0.5), (0.5, 0.5))
    """
    if x < beta:
        return LOW, WAIT
    if x < max(alpha, beta):
        return LOW, PLAY
    one = ((beta + z) / (x + z), 0.0, (x - beta) / (x + z))
    return one, ((alpha + z) / (x + z), (x - alpha) / (x + z))


def proposition_3_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 3.

    Parameters
    ----------
    x : float
        The prize.
    z, alpha, beta : float
        As the proposition defines them.

    Returns
    -------
    tuple
        Probabilities of (low, high, pass) and of (play, pass).

    Examples
    --------
    >>> proposition_3_strategy(0.5, 1.0, 0.5, 0.0)
    ((0.75, 0.25, 0.0), (0.75, 0.25))
    """
    if x < max(-beta, 0.0):
        return LOW, WAIT
    if x < max(alpha / 2, -beta, 0.0):
        return LOW, PLAY
    size = 2 * x + 2 * beta + z or float("nan")
    one = ((x + beta + z) / size, (x + beta) / size, 0.0)
    return one, ((alpha + z) / size, (2 * x + 2 * beta - alpha) / size)


def proposition_5(n: int, k: int, l: int, m: int) -> tuple[Fraction, list, list]:  # noqa: E741
    """Return the value and strategies of Proposition 5, for prizes that are always 1.

    Parameters
    ----------
    n, k, l, m : int
        The state.

    Returns
    -------
    value : Fraction
        m (k - l) / n.
    one : list of tuple of Fraction
        x_1 and x_2, probabilities of (low, high, pass).
    two : list of Fraction
        y, probabilities of (play, pass).

    Examples
    --------
    >>> proposition_5(4, 2, 1, 3)[0]
    Fraction(3, 4)
    """
    x1 = (Fraction(n + k - l, 2 * n), Fraction(n + l - k, 2 * n), Fraction(0))
    lead = Fraction(abs(k - l), n)
    x2 = (Fraction(0), lead, 1 - lead) if k >= l else (lead, Fraction(0), 1 - lead)
    return Fraction(m * (k - l), n), [x1, x2], [Fraction(m, n), Fraction(n - m, n)]
