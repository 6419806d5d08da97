"""Guts in fractions, by two independent ways; the standard library alone.

`payoff` uses the one-integral formula of the lecture; `payoff_by_cases` adds up all 2**n sets of
holders and integrates for each the chance that player 1's hand is the best among them. They share
only the integration of a polynomial.
"""

from fractions import Fraction as F
from itertools import pairwise, product


def integral(polynomial, low, high):
    """Integral of a polynomial given by its coefficients, constant first."""
    return sum(c * (high ** (k + 1) - low ** (k + 1)) / (k + 1) for k, c in enumerate(polynomial))


def times(a, b):
    out = [F(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def piecewise(low, high, cuts, factors):
    """Integral from low to high of a product of functions that are polynomial between cuts."""
    points = sorted({low, high, *(c for c in cuts if low < c < high)})
    total = F(0)
    for a, b in pairwise(points):
        middle, poly = (a + b) / 2, [F(1)]
        for factor in factors:
            poly = times(poly, factor(middle))
        total += integral(poly, a, b)
    return total


def larger(t):
    return lambda x: [F(0), F(1)] if x > t else [t]


def smaller(t):
    return lambda x: [F(0), F(1)] if x < t else [t]


def multiplier(p, weenie=False):
    prod = F(1)
    for t in p:
        prod *= t
    return len(p) - 1 - sum(p) + (3 if weenie else 2) * prod


def payoff(p, weenie=False):
    """Alpha of player 1: thresholds p, hers first."""
    n, own, others = len(p), p[0], p[1:]
    W = piecewise(own, F(1), others, [larger(t) for t in others])
    U = piecewise(F(0), own, others, [smaller(t) for t in others]) if weenie else 0
    return multiplier(p, weenie) - 1 + n * (2 * W - 1 + own - U)


def payoff_by_cases(p, weenie=False):
    """(alpha, beta) of player 1 by the table of a round: every set of holders on its own."""
    n = len(p)
    alpha = beta = F(0)
    for holds in product((False, True), repeat=n):
        chance = F(1)
        for t, h in zip(p, holds, strict=True):
            chance *= 1 - t if h else t
        r = sum(holds)
        beta += chance * ((r - 1) if r else (2 if weenie else 1))
        if r == 0:
            if weenie:  # she is the weenie with a hand x < p1 if the others', dropped, are below x
                is_weenie = piecewise(F(0), p[0], p[1:], [smaller(t) for t in p[1:]])
                alpha += chance - n * is_weenie  # +1 for all, n less for the weenie
            continue
        if not holds[0]:
            alpha += chance * (r - 2)
            continue
        cuts = [t for t, h in zip(p[1:], holds[1:], strict=True) if h]
        wins = piecewise(
            p[0], F(1), cuts, [(lambda x, t=t: [-t, F(1)] if x > t else [F(0)]) for t in cuts]
        )  # another holder's hand lies between her threshold and x
        for t, h in zip(p[1:], holds[1:], strict=True):
            if not h:
                wins *= t
        alpha += chance * (r - 2) + n * wins - n * (chance - wins)
    if weenie:
        return alpha, beta
    return alpha, beta


def phi(p, c, weenie=False):
    return payoff(p, weenie=weenie) + (c - 1) * multiplier(p, weenie=weenie)


def slope_own(p, c):
    """D phi / d p1, standard rule."""
    n, prod, larger_prod = len(p), F(1), F(1)
    for t in p[1:]:
        prod *= t
        larger_prod *= max(t, p[0])
    return c * (2 * prod - 1) + n * (1 - 2 * larger_prod)


def slope_ally(p, j, c, weenie=False):
    """D phi / d p_j, j >= 1."""
    n, own = len(p), p[0]
    others = [t for i, t in enumerate(p) if i not in (0, j)]
    prod = own
    for t in others:
        prod *= t
    out = c * ((3 if weenie else 2) * prod - 1)
    if p[j] > own:
        out += 2 * n * piecewise(own, p[j], others, [larger(t) for t in others])
    if weenie and p[j] < own:
        out -= n * piecewise(p[j], own, others, [smaller(t) for t in others])
    return out


if __name__ == "__main__":
    from random import Random

    rng = Random(1)
    for _ in range(120):
        n = rng.randint(2, 6)
        p = [F(rng.randint(0, 8), 8) for _ in range(n)]
        for weenie in (False, True):
            assert (payoff(p, weenie=weenie), multiplier(p, weenie=weenie)) == payoff_by_cases(
                p, weenie=weenie
            )
            assert sum(payoff([p[i], *p[:i], *p[i + 1 :]], weenie=weenie) for i in range(n)) == 0
    print("payoffs by two ways agree, and add up to nothing: 120 tables")
