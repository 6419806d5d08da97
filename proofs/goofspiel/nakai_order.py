"""Target 3: the lemmas, the order of choices and the refuted remark, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from nakai_exact import LAWS, even, hands, stage, values  # noqa: F401 (even: in the examples)

LISTED = (("low", "pass"), ("low", "M"), ("pass", "M"), ("high", "M"))


def check_lemmas(n_max: int, *laws) -> int:
    """Assert Lemmas 1 to 3 with strict signs where both sides have cards; count comparisons.

    >>> check_lemmas(6, even(0, 1, 5))
    546
    """
    count = 0
    for n, v in enumerate(values(n_max, *laws)):
        for k, l, m in hands(n):
            if k + l < n:
                more_low, more_high = v[k, l + 1, m], v[k + 1, l, m]
                count += 1
                assert more_low < v[k, l, m] < more_high if m else v[k, l, m] == more_low == 0
            if m and l == 0:
                count += 1
                assert v[k, 0, m] > v[k, 0, m - 1] >= 0 if k else v[k, 0, m] == 0
            if m and k == 0:
                count += 1
                assert v[0, l, m] < v[0, l, m - 1] <= 0 if l else v[0, l, m] == 0
    return count


def saddles(w: dict, n: int, k: int, l: int, m: int, x: Fraction) -> set[tuple[str, str]]:
    """All pure saddle points of a stage."""
    rows = stage(w, n, k, l, m, x)
    names = ["M", "pass"][: len(next(iter(rows.values())))] if m else ["pass"]
    return {
        (row, names[j])
        for row, pays in rows.items()
        for j in range(len(names))
        if pays[j] == min(pays) and pays[j] == max(other[j] for other in rows.values())
    }


def breaks(w: dict, n: int, k: int, l: int, m: int) -> list[Fraction]:
    """Prizes above 0 at which the saddle points of a stage can change."""
    zero = stage(w, n, k, l, m, Fraction(0))
    slope = {"low": -1, "high": 1, "pass": 0}
    found = set()
    for name, pays in zero.items():
        for other, theirs in zero.items():
            if slope[name] != slope[other]:
                found.add((theirs[0] - pays[0]) / (slope[name] - slope[other]))
        if len(pays) == 2 and slope[name]:
            found.add((pays[1] - pays[0]) / slope[name])
    return sorted(x for x in found if x > 0)


def sequence(w: dict, n: int, k: int, l: int, m: int) -> list[set[tuple[str, str]]]:
    """Saddle points in the middle of each piece, by rising prizes; the last piece is infinite."""
    ends = [Fraction(0), *breaks(w, n, k, l, m)]
    ends.append(ends[-1] + 2)
    return [saddles(w, n, k, l, m, (a + b) / 2) for a, b in pairwise(ends)]


def check_order(n_max: int, *laws) -> tuple[int, int]:
    """Assert the theorem on the order; return how many states, and in how many all four occur.

    >>> check_order(6, even(0, 1, 5))
    (357, 0)
    """
    count = 0
    v = values(n_max - 1, *laws)
    both = 0
    for n in range(1, n_max + 1):
        for k, l, m in hands(n):
            if not m or not k + l:
                continue
            count += 1
            place, gap = 0, False
            seen = set()
            pieces = sequence(v[n - 1], n, k, l, m)
            for found in pieces:
                if ("high", "pass") in found and k == n > m:
                    gap = True  # comes last: whatever is listed may not follow
                    continue
                listed = [i for i, pair in enumerate(LISTED) if pair in found]
                assert bool(listed) == bool(found), "a pure pair that is not listed"
                if not found:
                    gap = True
                    continue
                assert not gap, "a pure pair after mixing"
                assert min(listed) >= place
                place = min(listed)
                seen.add(place)
            last = pieces[-1]
            if m == n:
                assert not gap
            elif k == n:
                assert last == {("high", "pass")}
            elif l == n:
                assert not gap and ("low", "M") in last
            else:
                assert not last  # both mix at high prizes
            both += seen == {0, 1, 2, 3}
    return count, both


def excluded(n_max: int, *laws) -> list[tuple[int, int, int, int]]:
    """States in which (low, pass) and also (pass, M) or (high, M) occur: refutes or not.

    None was ever found, though what would explain it is false: see the next function, and that one
    more middle card can hurt player I with three low cards and help him with four:

    >>> excluded(6, even(0, 1, 5)), excluded(6, *[even(x) for x in (1, 3, 10, 3, 3)])
    ([], [])
    >>> known = [even(x) for x in (1, 3, 10, 3, 3)]  # the last prize first
    >>> print(*(gain_of_a_middle_card(5, 1, l, 4, *known) for l in (3, 4)))
    -39353325018443445/118170917743158578 4/23
    """
    found = []
    v = values(n_max - 1, *laws)
    for n in range(1, n_max + 1):
        for k, l, m in hands(n):
            if m and k + l:
                pairs = set().union(*sequence(v[n - 1], n, k, l, m))
                if ("low", "pass") in pairs and pairs & {("pass", "M"), ("high", "M")}:
                    found.append((n, k, l, m))
    return found


def gain_of_a_middle_card(n: int, k: int, l: int, m: int, *laws) -> Fraction:
    """v(n, k, l, m) - v(n, k, l, m - 1): what player I gains by one more middle card.

    It was thought to rise with k and to fall with l. It need not:

    >>> law = even(1, 1, 1, 1, 1, 1, 50)
    >>> a, b = (gain_of_a_middle_card(3, 2, l, 3, law) for l in (0, 1))
    >>> print(a, b, a < b)
    8359520/456953 6758/357 True
    >>> a, b = (gain_of_a_middle_card(4, k, 1, 3, law) for k in (2, 3))
    >>> a > b
    True
    """
    v = values(n, *laws)[n]
    return v[k, l, m] - v[k, l, m - 1]


def second_differences(n: int, states, *laws) -> list[Fraction]:
    """v(third) - 2 v(second) + v(first) of each three hands with n stages to go.

    Neither in k nor in l is the value concave:

    >>> law = even(1, 1, 1, 1, 1, 140)
    >>> [float(x) for x in second_differences(4, [[(k, 1, 2) for k in (1, 2, 3)]], law)]
    [0.03532...]
    >>> [float(x) for x in second_differences(5, [[(3, l, 3) for l in (0, 1, 2)]], law)]
    [0.10037...]
    """
    v = values(n, *laws)[n]
    return [v[c] - 2 * v[b] + v[a] for a, b, c in states]


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True, optionflags=doctest.ELLIPSIS)
    for laws in LAWS:
        print(check_order(6, *laws))
        if len(laws) == 1:
            print(check_lemmas(6, *laws))
