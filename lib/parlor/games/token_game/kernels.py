"""Backward induction for the token game: bitmask states, whole-number money, final masks.

A state is the set of occupied stacks, as a bitmask: the order of the earlier moves matters to
nobody who still has to move. Every move sets a bit, so visiting the masks in decreasing numeric
order meets each state after all its successors. What a token takes depends only on the distances
to the nearest tokens on either side, and money is counted in half stacks: a take is the sum of two
table entries, whole numbers both, so that ties are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm
from numbers import Integral, Rational, Real

import numpy as np

from parlor.core.compiled import njit

PESSIMISTIC, OPTIMISTIC, ALL = 0, 1, 2
Code = tuple[int, int, int, int]
LAYOUTS = ("line", "clock")
NOTHING = -(2**62)  # below any take: the amounts of a board add up to less than 2**60


def exact_amounts(prizes: Sequence[float | Fraction]) -> tuple[list[int], Fraction]:
    """Prizes as integers and the unit that they count, so that ties are exact."""
    if not isinstance(prizes, Iterable):
        raise ValueError(f"prizes: got {prizes!r}, allowed is a sequence of finite real numbers")
    values: list[Fraction] = []
    for i, prize in enumerate(prizes):
        if isinstance(prize, Rational) and not isinstance(prize, bool):
            values.append(Fraction(int(prize.numerator), int(prize.denominator)))
        elif isinstance(prize, Real) and not isinstance(prize, bool) and isfinite(prize):
            values.append(Fraction(repr(float(prize))))  # the decimal that was written
        else:
            raise ValueError(f"prizes[{i}]: got {prize!r}, allowed are finite real numbers")
    if not values:
        raise ValueError("prizes: got an empty sequence, allowed is one number or more")
    top = max(map(abs, values))
    if not top:
        return [0] * len(values), Fraction(1)
    ratios = [value / top for value in values]
    candidates = [ratios]
    if not all(isinstance(prize, Rational) for prize in prizes):
        simple = [ratio.limit_denominator(10**6) for ratio in ratios]
        pairs = zip(simple, ratios, strict=True)
        if all(abs(a - b) <= Fraction(4, 2**52) * abs(b) for a, b in pairs):
            candidates.insert(0, simple)
        candidates.append([Fraction(float(prize)) / top for prize in prizes])
    for candidate in candidates:
        common = lcm(*(ratio.denominator for ratio in candidate))
        amounts = [int(ratio * common) for ratio in candidate]
        shared = gcd(*amounts)
        if sum(map(abs, amounts)) // shared < 2**60:
            return [amount // shared for amount in amounts], top * shared / common
    raise ValueError(
        "prizes: in a common unit they add up to 2**60 or more, too much for exact ties; "
        "round them to fewer digits"
    )


class Board:
    """Stacks in whole units, and what tokens on them take, in half units."""

    def __init__(self, prizes: Sequence[float | Fraction], layout: str) -> None:
        one_of("layout", layout, LAYOUTS)
        self.amounts, self.unit = exact_amounts(prizes)
        self.n = len(self.amounts)
        self.clock = layout == "clock"
        self.right, self.left = gap_tables(self.amounts, self.clock)

    def mask(self, positions: Sequence[int], name: str) -> int:
        """Return the set of `positions` as bits, or a ValueError."""
        mask = 0
        for p in positions:
            if isinstance(p, bool) or not isinstance(p, Integral) or not 1 <= p <= self.n:
                raise ValueError(f"{name}: got {p!r}, allowed are the stacks 1 to {self.n}")
            if mask >> int(p) - 1 & 1:
                raise ValueError(f"{name}: got stack {p} twice, each stack holds one token")
            mask |= 1 << int(p) - 1
        return mask

    def takes(self, occupied: int) -> dict[int, int]:
        """Half units that each token takes, by its 0-based stack."""
        stacks = [p - 1 for p in positions_of(occupied)]
        if not stacks:
            return {}
        before = [stacks[-1] - self.n if self.clock else -1, *stacks[:-1]]
        after = [*stacks[1:], stacks[0] + self.n if self.clock else self.n]
        return {
            c: int(self.right[c, j - c] + self.left[c, c - i])
            for i, c, j in zip(before, stacks, after, strict=True)
        }

    def money(self, halves: int) -> float:
        """Return half units as money."""
        return float(self.unit * Fraction(halves, 2))


def positions_of(mask: int) -> tuple[int, ...]:
    """Set bits of a mask as 1-based stacks."""
    return tuple(i + 1 for i in range(mask.bit_length()) if mask >> i & 1)


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Raise a ValueError unless `value` is one of `allowed`."""
    if value not in allowed:
        raise ValueError(f"{name}: got {value!r}, allowed are {', '.join(map(repr, allowed))}")


def gap_tables(amounts: Sequence[int], clock: bool) -> tuple[np.ndarray, np.ndarray]:
    """What a token takes to its right and to its left, by the distance to the next token.

    Parameters
    ----------
    amounts : sequence of int, length n
        Money on each stack, in whole units.
    clock : bool
        Whether stack n is next to stack 1.

    Returns
    -------
    right, left : ndarray of int64, shape (n, n + 1)
        ``right[c, g]``: half units that a token on stack c (0-based) takes from its own stack and
        clockwise, when the next token is g stacks on; ``left[c, g]`` the other way, without its
        own stack. A token alone on the clock is its own neighbour, n stacks on. On the line the
        distance at which the board ends means that there is no neighbour. Column 0 is unused.
    """
    n = len(amounts)
    right = np.zeros((n, n + 1), dtype=np.int64)
    left = np.zeros((n, n + 1), dtype=np.int64)
    for c in range(n):
        right[c, 1] = 2 * amounts[c]
        for g in range(2, n + 1):  # one more step of distance wins one more half stack
            right[c, g] = right[c, g - 1] + amounts[(c + g // 2) % n]
            left[c, g] = left[c, g - 1] + amounts[(c - g // 2) % n]
        if not clock:
            right[c, n - c] = 2 * sum(amounts[c:])
            left[c, c + 1] = 2 * sum(amounts[:c])
    return right, left


def ring_code(n: int, clock: bool) -> Code:
    """Numbers that turn a mask into a word in which each token has a neighbour on both sides.

    Returns
    -------
    times, plus, up, down : int
        ``word = mask * times + plus``; the neighbours of stack c are the nearest set bits above
        ``c + up`` and below ``c + down``. The clock's word is the mask twice over; the line's has
        a sentinel just beyond each end.
    """
    return (1 + (1 << n), 0, 0, n) if clock else (2, 1 + (2 << n), 1, 1)


@njit
def _take(final: int | np.int64, c: int, right: np.ndarray, left: np.ndarray, code: Code) -> int:
    """Half units that the token on stack c takes when the tokens lie as in `final`."""
    word = final * code[0] + code[1]
    up = word >> (c + code[2] + 1)
    g = 1
    while not up & 1:
        up >>= 1
        g += 1
    down = c + code[3] - 1
    h = 1
    while not (word >> down) & 1:
        down -= 1
        h += 1
    return right[c, g] + left[c, h]


@njit
def _popcount(mask: int) -> int:
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return (((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@njit
def _one_final(
    n: int, m: int, last: bool, right: np.ndarray, left: np.ndarray, code: Code
) -> np.ndarray:
    """Final mask that each state leads to when ties go to the lowest (or highest) stack.

    Returns ``final``, int32 of shape (2**n,); entries with more than m bits are undefined.
    """
    size = 1 << n
    final = np.empty(size, np.int32)
    for s in range(size - 1, -1, -1):
        k = _popcount(s)
        if k == m:
            final[s] = s
        if k >= m:
            continue
        best = NOTHING
        chosen = np.int64(0)
        for c in range(n):
            if (s >> c) & 1:
                continue
            f = np.int64(final[s | (1 << c)])
            worth = _take(f, c, right, left, code)
            if worth > best or (last and worth == best):
                best = worth
                chosen = f
        final[s] = chosen
    return final


@njit
def _final_sets(
    n: int, m: int, rule: int, right: np.ndarray, left: np.ndarray, code: Code, limit: int
) -> tuple[np.ndarray, np.ndarray]:
    """Set of final masks that the optimal continuations of each state reach.

    Returns ``stop``, int32 of shape (2**n + 1,), and ``pool``, int32: the finals of state s are
    ``pool[stop[s + 1]:stop[s]]``, in the order found. A state with m tokens is its own final and
    stores nothing. When more than `limit` entries are needed the pool comes back empty.
    """
    size = 1 << n
    stop = np.zeros(size + 1, np.int32)
    pool = np.empty(min(limit, 1024), np.int32)
    seen = np.full(size, -1, np.int32)  # seen[f] == s: final f is already kept at s
    worths = np.empty(n, np.int64)
    leaf = np.empty(1, np.int32)
    length = 0
    for s in range(size - 1, -1, -1):
        k = _popcount(s)
        if k < m:
            best = NOTHING
            for c in range(n):
                if (s >> c) & 1:
                    continue
                child = s | (1 << c)
                leaf[0] = child
                finals = leaf if k + 1 == m else pool[stop[child + 1] : stop[child]]
                worth = _take(np.int64(finals[0]), c, right, left, code)
                for f in finals[1:]:
                    take = _take(np.int64(f), c, right, left, code)
                    worth = max(worth, take) if rule == OPTIMISTIC else min(worth, take)
                worths[c] = worth
                best = max(best, worth)
            for c in range(n):
                if (s >> c) & 1 or (rule != ALL and worths[c] < best):
                    continue
                child = s | (1 << c)
                leaf[0] = child
                finals = leaf if k + 1 == m else pool[stop[child + 1] : stop[child]]
                for f in finals:
                    if seen[f] == s:
                        continue
                    if rule == ALL and _take(np.int64(f), c, right, left, code) < best:
                        continue
                    seen[f] = s
                    if length == limit:
                        return stop, pool[:0]
                    if length == pool.size:
                        bigger = np.empty(min(limit, 2 * length), np.int32)
                        bigger[:length] = pool
                        pool = bigger
                    pool[length] = f
                    length += 1
        stop[s] = length
    return stop, pool[:length].copy()


def mean_takes(
    n: int, m: int, right: np.ndarray, left: np.ndarray, code: Code
) -> tuple[list[list[int]], list[frozenset[int]], int]:
    """Expected takes when every mover picks uniformly among the best moves, in exact integers.

    Plain Python: with ``base = lcm(1..n)`` a mean over at most n moves is a whole number once it
    is multiplied by base, so a state with r moves to come carries the factor ``base**r``.

    Returns
    -------
    means : list of list of int
        ``means[s][c]``: the expected take of the token on stack c in state s, times ``base**r``.
    finals : list of frozenset of int
        Final masks reached from each state with positive probability.
    base : int
    """
    base = lcm(*range(1, n + 1))
    means: list[list[int]] = [[]] * (1 << n)
    finals: list[frozenset[int]] = [frozenset()] * (1 << n)
    for s in range((1 << n) - 1, -1, -1):
        k = s.bit_count()
        if k == m:
            means[s] = [int(_take(s, c, right, left, code)) if s >> c & 1 else 0 for c in range(n)]
            finals[s] = frozenset((s,))
        elif k < m:
            worths = {c: means[s | 1 << c][c] for c in range(n) if not s >> c & 1}
            best = max(worths.values())
            after = [s | 1 << c for c, worth in worths.items() if worth == best]
            weight = base // len(after)
            means[s] = [
                weight * sum([means[t][c] for t in after]) if s >> c & 1 else 0 for c in range(n)
            ]
            finals[s] = frozenset().union(*(finals[t] for t in after))
    return means, finals, base
