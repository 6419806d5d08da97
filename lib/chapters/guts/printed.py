"""What the guts paper prints, word for word as formulas: for comparison, not for use.

Section 4.1's algorithms run through who drops, who is sure to lose and who contends; equations
(3.1), (3.2), (B.1) and (B.2) are their closed forms for two and three players, misprints included.
All are exact in `fractions.Fraction`. `parlor.games.guts` has what is faster and right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

ONE = Fraction(1)


def alpha_by_subsets(thresholds: Sequence[Fraction], *, lose: bool = True) -> list[Fraction]:
    """Everybody's immediate payoff by the algorithm of Section 4.1.1.

    Parameters
    ----------
    thresholds : sequence of Fraction, length n
        Everybody's.
    lose : bool, default True
        Whether it is repeated for all who may lose, which its last step forgets.

    Returns
    -------
    list of Fraction
        Payoffs in antes, by n * 3**n steps.

    Examples
    --------
    >>> alpha_by_subsets([Fraction(3, 5), Fraction(1, 2)])
    [Fraction(-1, 50), Fraction(1, 50)]
    """
    p = thresholds
    n, players = len(p), range(len(p))
    value = [Fraction(0)] * n
    for H, L in holders_and_losers(n):
        if L and not lose:
            continue
        h, F, high = len(H), set(H) - set(L), max(p[i] for i in H)
        chance = prod((p[i] for i in players if i not in H), start=ONE)
        chance *= (1 - high) ** len(F) * prod((high - p[i] for i in L), start=ONE)
        fair = Fraction(2 * n, len(F)) + h - 2 - n
        for i in players:
            value[i] += chance * (h - n - 2 if i in L else fair if i in F else h - 2)
    return value


def holders_and_losers(n_players: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cases of Section 4.1.1: who holds, and which of them are sure to lose."""
    for holders in range(1, n_players + 1):
        for hold in combinations(range(n_players), holders):
            for lost in range(holders):
                for lose in combinations(hold, lost):
                    yield hold, lose


def beta_by_subsets(thresholds: Sequence[Fraction]) -> Fraction:
    """Stakes multiplier by the algorithm of Section 4.1.2.

    Parameters
    ----------
    thresholds : sequence of Fraction, length n
        Everybody's.

    Returns
    -------
    Fraction
        Expected multiplier, by n * 2**n steps.

    Examples
    --------
    >>> beta_by_subsets([Fraction(1, 2)] * 2)
    Fraction(1, 2)
    """
    total = Fraction(0)
    for holds in product((False, True), repeat=len(thresholds)):
        dealt = zip(thresholds, holds, strict=True)
        chance = prod((1 - t if h else t for t, h in dealt), start=ONE)
        total += chance * (sum(holds) - 1 if any(holds) else 1)
    return total


def pseudo_bloc(own: Fraction, leader: Fraction, bloc: Fraction, n_players: int) -> Fraction:
    """Player 1's immediate payoff by the shorter algorithm of Section 4.1.4.

    Parameters
    ----------
    own, leader, bloc : Fraction
        Thresholds of player 1, of player 2 and of all others.
    n_players : int
        Players n.

    Returns
    -------
    Fraction
        Payoff, by some n**2 steps: in the bloc only numbers count.

    Examples
    --------
    >>> pseudo_bloc(Fraction(3, 5), Fraction(1, 2), Fraction(7, 10), 3)
    Fraction(7, 1000)
    """
    n, rest, total = n_players, n_players - 2, Fraction(0)
    for mine, theirs, k, a, b, j in holders_and_contenders(n):
        high = max([own] * mine + [leader] * theirs + [bloc] * bool(k))
        h = mine + theirs + k
        drops = own ** (1 - mine) * leader ** (1 - theirs) * bloc ** (rest - k)
        chance = comb(rest, k) * comb(k, j) * drops * (1 - high) ** (a + b + j)
        chance *= (high - own) ** (mine - a) * (high - leader) ** (theirs - b)
        chance *= (high - bloc) ** (k - j)
        pay = Fraction(2 * n, a + b + j) + h - 2 - n if a else h - 2 - n * mine
        total += chance * pay
    return total


def holders_and_contenders(n_players: int) -> Iterator[tuple[int, ...]]:
    """The cases of Section 4.1.4: how many of player 1, 2 and the bloc hold, and contend."""
    for holds in product((0, 1), (0, 1), range(n_players - 1)):
        for contends in product(*(range(h + 1) for h in holds)):
            if any(contends):
                yield *holds, *contends


def two(p: Fraction, q: Fraction, *, weenie: bool = False) -> Fraction:
    """Player 1's payoff for two players, as printed in (3.1) and (B.1).

    Parameters
    ----------
    p, q : Fraction
        Thresholds.
    weenie : bool
        Equation (B.1).

    Returns
    -------
    Fraction
        Payoff in antes.

    Examples
    --------
    >>> two(Fraction(3, 5), Fraction(1, 2))
    Fraction(-1, 50)
    """
    high, low = max(p, q), min(p, q)
    return (1 - 2 * high - (low if weenie else 0)) * (p - q)


def three(
    p1: Fraction, p2: Fraction, p3: Fraction, *, weenie: bool = False
) -> tuple[int, Fraction]:
    """Player 1's payoff for three players, as printed in (3.2) and (B.2).

    Parameters
    ----------
    p1, p2, p3 : Fraction
        Thresholds, all different.
    weenie : bool
        Equation (B.2).

    Returns
    -------
    line : int
        Which of the six cases, from 1.
    value : Fraction
        What it gives.

    Examples
    --------
    >>> three(Fraction(3, 5), Fraction(1, 2), Fraction(7, 10))
    (3, Fraction(7, 1000))
    """
    order = sorted((1, 2, 3), key=lambda i: (p1, p2, p3)[i - 1])
    line = 1 + [[1, 2, 3], [1, 3, 2], [2, 1, 3], [3, 1, 2], [2, 3, 1], [3, 2, 1]].index(order)
    a, b, all3 = 2 * p1, -p2 - p3, p1 * p2 * p3
    q, r = (p2, p3) if line % 2 else (p3, p2)  # the lower and the higher of the other two
    if not weenie:
        tail = [r**3 + 3 * q**2 * r - 4 * all3, r**3 - 3 * p1**2 * r + 2 * all3]
        return line, a + b + [*tail, 2 * all3 - 2 * p1**3][(line - 1) // 2]
    if line <= 2:
        return line, a + b + r**3 - p1**3 + 3 * q**2 * r - 3 * all3
    if line <= 4:
        return line, a + b + q**3 / 2 + r**3 - 3 * p1**2 * q / 2 - 3 * p1**2 * r + 3 * all3
    b = b if line == 5 else -2 * p3  # the misprint
    return line, a + b - 2 * p1**3 + q**3 / 2 + 3 * q * r**2 / 2


def redrop(p1: Fraction, p2: Fraction, p3: Fraction) -> tuple[Fraction, Fraction]:
    """What the Weenie rule adds to player 1's payoff, by the proof of Proposition B.3.

    Parameters
    ----------
    p1, p2, p3 : Fraction
        Thresholds, all different, with p2 < p3.

    Returns
    -------
    cases, total : Fraction
        Sum of the printed cases, and the printed total.

    Examples
    --------
    >>> redrop(Fraction(1, 2), Fraction(3, 5), Fraction(7, 10))
    (Fraction(17, 200), Fraction(17, 200))
    """
    if p1 < p2:
        cases = 2 * p1**2 * (p2 - p1) + p1 * (p2 - p1) ** 2
        cases += p1**2 * (p3 - p2) + p1 * (p2 - p1) * (p3 - p2)
        return cases, -(p1**3) + p1 * p2 * p3
    if p1 < p3:
        cases = p2**2 * (p1 - p2) + p2**2 * (p3 - p1) - 2 * p2**2 * (p1 - p2)
        cases += -p2 * (p1 - p2) ** 2 / 2 + p2 * (p1 - p2) * (p3 - p1)
        return cases, p2**3 / 2 - 3 * p2 * p1**2 / 2 + p1 * p2 * p3
    cases = -2 * p2**2 * (p3 - p2) - 2 * p2**2 * (p1 - p3) + p2**2 * (p3 - p2)
    cases += -p2 * (p3 - p2) ** 2 / 2 - 2 * p2 * (p3 - p2) * (p1 - p3)
    return cases, p2**3 / 2 + 3 * p2 * p3**2 / 2 - 2 * p1 * p2 * p3
