"""Counts of gift exchange trajectories by other ways than the library's.

`by_gifts` follows every gift and lists the chains as permutations. `by_marks` lists no chain:
give gift g a mark t_r for each round r in which it is stolen. Gifts are then independent, gift g
contributing the sum of all products of at most L different marks of rounds after g, and a round
with s marks has s! orders. `by_choice` runs the multisets backwards, choosing from all classes at
once, modulo a prime.
"""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod

import numpy as np
from numba import njit


def by_gifts(n, limit):
    """T(n; L) / n!, with the steal count of every gift as the state."""
    states = Counter({(0,): 1})
    for _ in range(n - 1):
        after = Counter()
        for counts, ways in states.items():
            free = [g for g, c in enumerate(counts) if not limit or c < limit]
            for length in range(len(free) + 1):
                for chain in permutations(free, length):
                    reached = tuple(c + (g in chain) for g, c in enumerate(counts))
                    after[(*reached, 0)] += ways
        states = after
    return states.total()


def by_marks(n, limit):
    """T(n; L) / n!, from the product of the gifts' polynomials in the marks of the rounds."""
    total = Counter({(0,) * n: 1})
    for g in range(n):
        later = range(g + 1, n)
        most = len(later) if not limit else min(limit, len(later))
        product = Counter()
        for chosen in (c for size in range(most + 1) for c in combinations(later, size)):
            for powers, ways in total.items():
                product[tuple(p + (r in chosen) for r, p in enumerate(powers))] += ways
        total = product
    return sum(ways * prod(map(factorial, powers)) for powers, ways in total.items())


def by_choice(n, limit, prime):
    """T(n; L) / n! modulo a prime below 2**31, for L = 3 or less."""
    binomials = np.array([[comb(a, b) % prime for b in range(n + 1)] for a in range(n + 1)])
    factorials = np.array([factorial(a) % prime for a in range(n + 1)])
    worth = np.ones((n + 2,) * 3, np.int64)  # by the gifts stolen L - 3, L - 2 and L - 1 times
    for opened in range(n - 1, 0, -1):
        worth = _earlier(worth, opened, limit, binomials, factorials, prime)
    start = [0, 0, 0]
    start[3 - limit] = 1
    return int(worth[tuple(start)])


@njit
def _earlier(worth, opened, limit, binomials, factorials, prime):
    out = np.zeros_like(worth)
    for a in range(opened + 1 if limit == 3 else 1):
        for b in range(opened + 1 - a if limit >= 2 else 1):
            for c in range(opened + 1 - a - b):
                total = 0
                for i in range(a + 1):
                    for j in range(b + 1):
                        first = binomials[a, i] * binomials[b, j] % prime
                        for k in range(c + 1):
                            orders = binomials[c, k] * factorials[i + j + k] % prime
                            x, y, z = a - i, b + i - j, c + j - k
                            if limit == 3:
                                x += 1
                            elif limit == 2:
                                y += 1
                            else:
                                z += 1
                            total += first * orders % prime * worth[x, y, z] % prime
                out[a, b, c] = total % prime
    return out


@cache
def bell(n):
    return 1 if n == 0 else sum(comb(n - 1, i) * bell(i) for i in range(n))


def bessel(n):
    """OEIS A001515: y_n(1) by a(n) = (2 n - 1) a(n - 1) + a(n - 2)."""
    before, now = 1, 1
    for i in range(1, n + 1):
        before, now = now, (2 * i - 1) * now + before
    return now


def blocks(n, most):
    """Partitions of 1, ..., m into n blocks of at most `most`, over all m, by block sizes."""

    def split(left, size):
        if size == 1:
            yield (left,)
            return
        for many in range(left + 1):
            for rest in split(left - many, size - 1):
                yield (*rest, many)

    total = 0
    for numbers in split(n, most):  # blocks of size 1, 2, ...
        sizes = list(enumerate(numbers, 1))
        ways = factorial(sum(size * many for size, many in sizes))
        for size, many in sizes:
            ways //= factorial(size) ** many * factorial(many)
        total += ways
    return total
