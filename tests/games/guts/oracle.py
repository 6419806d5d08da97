"""Guts from its rules alone, slowly: rational integration cell by cell, and the source's own way.

Nothing here uses the closed forms of the library.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, prod


def by_cells(thresholds, weenie=False):
    """Alpha and beta of player 1, exactly: thresholds cut each hand into intervals.

    Hands in one interval are exchangeable, so that each of k contenders in the topmost occupied
    interval wins with probability 1/k.
    """
    p = [Fraction(t) for t in thresholds]
    n = len(p)
    cuts = sorted({Fraction(0), *p, Fraction(1)})
    alpha = beta = Fraction(0)
    for cells in product(range(len(cuts) - 1), repeat=n):
        chance = prod((cuts[c + 1] - cuts[c] for c in cells), start=Fraction(1))
        holders = [i for i in range(n) if cuts[cells[i]] >= p[i]]
        contenders = holders or list(range(n))
        top = max(cells[i] for i in contenders)
        best = [i for i in contenders if cells[i] == top]
        first = Fraction(int(0 in best), len(best))
        r = len(holders)
        if r:
            beta += chance * (r - 1)
            alpha += chance * (r - 2)
            if 0 in holders:
                alpha += chance * n * (2 * first - 1)
        elif weenie:
            beta += chance * 2
            alpha += chance * (1 - n * first)
        else:
            beta += chance
    return alpha, beta


def by_subsets(thresholds):
    """Everybody's alpha by Section 4.1.1: who drops, who is sure to lose, who contends."""
    order = sorted(range(len(thresholds)), key=lambda i: thresholds[i])
    p = [Fraction(thresholds[i]) for i in order]
    n = len(p)
    value = [Fraction(0)] * n
    for d in range(n):
        for D in combinations(range(n), d):
            H = [i for i in range(n) if i not in D]
            high = max(p[i] for i in H)
            for size in range(len(H)):
                for L in combinations(H, size):
                    F = [i for i in H if i not in L]
                    chance = prod((p[i] for i in D), start=Fraction(1))
                    chance *= (1 - high) ** len(F)
                    chance *= prod((high - p[i] for i in L), start=Fraction(1))
                    h, f = len(H), len(F)
                    for i in D:
                        value[i] += chance * (h - 2)
                    for i in L:
                        value[i] += chance * (h - n - 2)
                    for i in F:
                        value[i] += chance * (
                            Fraction(n + h - 2, f) + Fraction((h - n - 2) * (f - 1), f)
                        )
    result = [Fraction(0)] * n
    for place, i in enumerate(order):
        result[i] = value[place]
    return result


def beta_by_subsets(thresholds):
    """Beta by Section 4.1.2."""
    p = [Fraction(t) for t in thresholds]
    n = len(p)
    total = Fraction(0)
    for d in range(n + 1):
        for D in combinations(range(n), d):
            chance = prod((p[i] for i in D), start=Fraction(1))
            chance *= prod((1 - p[i] for i in range(n) if i not in D), start=Fraction(1))
            total += chance * (n - d - 1 if d < n else 1)
    return total


def pseudo_bloc(own, leader, bloc, n):
    """Player 1's alpha when players 3 to n share a threshold, in n**2 terms (Section 4.1.4).

    Conditions on whether players 1 and 2 hold; only numbers matter in the bloc.
    """
    own, leader, bloc = Fraction(own), Fraction(leader), Fraction(bloc)
    m = n - 2
    total = Fraction(0)
    for one, two in product((False, True), repeat=2):
        chance = ((1 - own) if one else own) * ((1 - leader) if two else leader)
        if not chance:
            continue
        for k in range(m + 1):
            r = one + two + k
            if r == 0:
                continue
            part = chance * comb(m, k) * bloc ** (m - k) * (1 - bloc) ** k
            total += part * (r - 2)
            if one and part:
                rivals = ([leader] if two else []) + [bloc] * k
                total += part * n * (2 * _beats(own, rivals) - 1)
    return total


def _beats(own, rivals):
    """Chance that a hand above `own` beats hands above their thresholds, all below 1."""
    cuts = sorted({own, Fraction(1), *(t for t in rivals if t > own)})
    total = Fraction(0)
    for a, b in pairwise(cuts):
        poly = [Fraction(1)]  # prod of (x - t) / (1 - t) over the rivals that can be beaten
        if any(t >= b for t in rivals):
            continue
        for t in rivals:
            poly = [
                ((poly[i - 1] if i else 0) - t * (poly[i] if i < len(poly) else 0)) / (1 - t)
                for i in range(len(poly) + 1)
            ]
        total += sum(c * (b ** (i + 1) - a ** (i + 1)) / (i + 1) for i, c in enumerate(poly))
    return total / (1 - own)


def printed_two(p, q):
    """(3.1)."""
    return (1 - 2 * p) * (p - q) if q <= p else (1 - 2 * q) * (p - q)


def printed_three(p1, p2, p3):
    """(3.2), strict orders."""
    a = 2 * p1 - p2 - p3
    if p1 < p2 < p3:
        return a + p3**3 + 3 * p2**2 * p3 - 4 * p1 * p2 * p3
    if p1 < p3 < p2:
        return a + p2**3 + 3 * p3**2 * p2 - 4 * p1 * p2 * p3
    if p2 < p1 < p3:
        return a + p3**3 - 3 * p1**2 * p3 + 2 * p1 * p2 * p3
    if p3 < p1 < p2:
        return a + p2**3 - 3 * p1**2 * p2 + 2 * p1 * p2 * p3
    return a - 2 * p1**3 + 2 * p1 * p2 * p3


def printed_weenie_two(p, q):
    """(B.1)."""
    return (1 - 2 * p - q) * (p - q) if q <= p else (1 - 2 * q - p) * (p - q)


def printed_weenie_three(p1, p2, p3):
    """(B.2), strict orders, as printed: the last line has p3 twice for p2 + p3."""
    a = 2 * p1 - p2 - p3
    if p1 < p2 < p3:
        return a + p3**3 - p1**3 + 3 * p2**2 * p3 - 3 * p1 * p2 * p3
    if p1 < p3 < p2:
        return a + p2**3 - p1**3 + 3 * p3**2 * p2 - 3 * p1 * p2 * p3
    if p2 < p1 < p3:
        x = a + p2**3 / 2 + p3**3 - 3 * p1**2 * p2 / 2
        return x - 3 * p1**2 * p3 + 3 * p1 * p2 * p3
    if p3 < p1 < p2:
        x = a + p3**3 / 2 + p2**3 - 3 * p1**2 * p3 / 2
        return x - 3 * p1**2 * p2 + 3 * p1 * p2 * p3
    if p2 < p3 < p1:
        return a - 2 * p1**3 + p2**3 / 2 + 3 * p2 * p3**2 / 2
    return 2 * p1 - p3 - p3 - 2 * p1**3 + p3**3 / 2 + 3 * p3 * p2**2 / 2
