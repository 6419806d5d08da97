"""A board of the token game: its money in whole units, and what tokens on it take.

What a token takes depends only on the distances to the nearest tokens on either side. Money is
counted in half stacks, so that takes are whole numbers and ties are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, perm
from numbers import Rational
from typing import Annotated, Any

import numpy as np

from parlor.core.checks import LARGEST, items, number, plain, shown, whole
from parlor.core.gambit import Decision, Terminal
from parlor.core.quantities import Choice, Integer, checked

__all__ = ["LAYOUTS", "Prizes", "check_prizes", "game_tree", "payoffs", "payoffs_at"]

LAYOUTS = ("line", "clock")
MAX_LENGTH = 1000  # stacks: what all tokens take is found in a tenth of a second
MAX_ENDS = 100_000  # of a game written down: a second or two
SMALLEST = 1 / LARGEST  # of a prize that is not 0
# Greatest denominator of a fraction that a float is taken for, by the bits behind its point: few
# floats are that near one by chance.
SIMPLE = {52: 10**6, 23: 100, 10: 3}
NARROW = np.float32, np.float16  # floats that have ties of their own precision
ROUNDED = 4  # units of its last bit: a quotient of two prizes, each rounded, is that far from one
MAX_TOTAL = 2**60  # units: kernels add up half units, of which 64 bits hold 2**63

Layout = Annotated[str, Choice(LAYOUTS)]
Prizes = Sequence[float | Fraction]


def check_prizes(prizes: Prizes) -> Prizes:
    """Return prizes as they were given, or a ValueError if no game can be played for them.

    Parameters
    ----------
    prizes : sequence of real
        Money on 1 to 1000 stacks, each 0 or of size 1e-150 to 1e150. In a common unit they add up
        to less than 2**60 (see `token_game.solve` for how floats are read).

    Returns
    -------
    sequence of real
        The same.

    Raises
    ------
    TypeError, ValueError
        If the prizes are not as above.

    Examples
    --------
    >>> check_prizes([1, 2.5])
    [1, 2.5]
    """
    _amounts(_row(prizes))
    return prizes


class Board:
    """Stacks in whole units, and what tokens on them take, in half units."""

    def __init__(self, prizes: Prizes, layout: str) -> None:
        self.layout = layout
        self.prizes = tuple(_row(prizes))
        self.amounts, self.unit = _amounts(self.prizes)
        self.n, self.clock = len(self.amounts), layout == "clock"

    @cached_property
    def gaps(self) -> tuple[np.ndarray, np.ndarray]:
        """What a token takes by the distance to the next one (see `gap_tables`)."""
        return gap_tables(self.amounts, self.clock)

    def stacks(self, name: str, positions: object, low: int, high: int | None = None) -> list[int]:
        """Return distinct stacks, `low` to `high` of them, or a ValueError."""
        allowed = f"a row of {low} to {high or self.n} stacks from 1 to {self.n}"
        stacks: list[int] = []
        for p in items(name, positions, allowed, low, high):
            stack = whole(name, p, 1, self.n)
            if stack in stacks:
                raise ValueError(f"{name}: got stack {p} twice, allowed is one token on each")
            stacks.append(stack)
        return stacks

    def takes(self, occupied: int) -> dict[int, int]:
        """Half units that each token takes, by its 0-based stack."""
        stacks = [p - 1 for p in positions_of(occupied)]
        if not stacks:
            return {}
        right, left = self.gaps
        before = [stacks[-1] - self.n if self.clock else -1, *stacks[:-1]]
        after = [*stacks[1:], stacks[0] + self.n if self.clock else self.n]
        return {
            c: int(right[c, j - c] + left[c, c - i])
            for i, c, j in zip(before, stacks, after, strict=True)
        }

    def pay_stacks(self, stacks: Sequence[int]) -> tuple[float, ...]:
        """What tokens on stacks take."""
        takes = self.takes(sum(1 << p - 1 for p in stacks))
        return tuple(self.money(takes[p - 1]) for p in stacks)

    def pay_places(self, places: Sequence[Fraction]) -> tuple[float, ...]:
        """What tokens take at distances from stack 1."""
        takes = [0] * len(places)
        for k, amount in enumerate(self.amounts):
            away = [abs(k - x) for x in places]
            if self.clock:
                away = [min(d, self.n - d) for d in away]
            least = min(away)
            nearest = [i for i, d in enumerate(away) if d == least]
            for i in nearest:
                takes[i] += 2 * amount // len(nearest)
        return tuple(map(self.money, takes))

    def money(self, halves: int) -> float:
        """Return half units as money."""
        return float(self.unit * Fraction(halves, 2))

    def places(
        self, name: str, positions: object, low: int, high: int | None = None
    ) -> list[Fraction]:
        """Return distinct places as exact distances from stack 1, or a ValueError."""
        top = self.n if self.clock else self.n - 1
        room = f"places 1 <= x {'<' if self.clock else '<='} {top + 1}"
        places: list[Fraction] = []
        for p in items(
            name,
            positions,
            f"a row of {low} to {high or MAX_LENGTH} {room}",
            low,
            high or MAX_LENGTH,
        ):
            x = simple_fraction(p, number(name, p, room, 1, top + 1)) - 1
            if not 0 <= x <= top or (self.clock and x == top):
                raise ValueError(f"{name}: got {shown(p)}, allowed are {room}")
            if x in places:
                raise ValueError(
                    f"{name}: got {shown(p)} twice, allowed is one token on each place"
                )
            places.append(x)
        return places


@checked
def payoffs(
    prizes: Prizes, positions: Sequence[int], *, layout: Layout = "line"
) -> tuple[float, ...]:
    """What each token takes once all are placed.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `solve`, of any length.
    positions : sequence of int
        Stacks of the tokens, 1-based and distinct, in any order; else a TypeError or
        ValueError.
    layout : str
        On the clock the last stack is next to the first.

    Returns
    -------
    tuple of float
        Takes in the order of `positions`, in units of the prizes.

    Examples
    --------
    >>> payoffs(range(1, 11), (5, 4, 6))
    (5.0, 10.0, 40.0)
    """
    board = Board(prizes, layout)
    return board.pay_stacks(board.stacks("positions", positions, 1))


@checked
def payoffs_at(
    prizes: Prizes, positions: Sequence[float | Fraction], *, layout: Layout = "line"
) -> tuple[float, ...]:
    """What each token takes when tokens lie anywhere: each stack goes to the nearest.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `token_game.solve`.
    positions : sequence of real
        Distinct places of the tokens, in any order, stack k at k: from 1 to N on the line, from 1
        to below N + 1 on the clock; else a ValueError. Floats are taken as the fraction they
        round.
    layout : str
        On the clock the last stack is next to the first.

    Returns
    -------
    tuple of float
        Takes in the order of `positions`, in units of the prizes; a stack midway is split.

    Examples
    --------
    >>> payoffs_at(range(1, 11), (9, 3.5, 6.5, 7.5))
    (19.0, 12.5, 12.0, 11.5)
    """
    board = Board(prizes, layout)
    return board.pay_places(board.places("positions", positions, 1))


@checked
def game_tree(
    prizes: Prizes, n_players: Annotated[int, Integer(1, MAX_LENGTH)], *, layout: Layout = "line"
) -> Decision:
    """Write the game down as a tree, for Gambit and OpenSpiel.

    Parameters
    ----------
    prizes : sequence of real
        Money on stack 1, ..., stack N, as in `token_game.solve`.
    n_players : int
        Number of players, at most N.
    layout : {"line", "clock"}
        On the clock the last stack is next to the first.

    Returns
    -------
    Decision
        The first move; `parlor.core.gambit.to_efg` writes the tree that it begins. An action is a
        stack, and what a mover knows is where the tokens lie that were placed before, in order.

    Raises
    ------
    ValueError
        If the game ends in more than 100,000 ways.

    Examples
    --------
    >>> from parlor.core.gambit import to_efg
    >>> print(to_efg(game_tree([1, 2, 4], 2), ["Ann", "Bob"]), end="")
    EFG 2 R "" { "Ann" "Bob" }
    p "" 1 1 "()" { "1" "2" "3" } 0
    p "" 2 1 "(1,)" { "2" "3" } 0
    t "" 1 "" { 1, 6 }
    t "" 2 "" { 2, 5 }
    p "" 2 2 "(2,)" { "1" "3" } 0
    t "" 3 "" { 6, 1 }
    t "" 4 "" { 3, 4 }
    p "" 2 3 "(3,)" { "1" "2" } 0
    t "" 5 "" { 5, 2 }
    t "" 6 "" { 4, 3 }
    """
    board = Board(prizes, layout)
    whole("n_players", n_players, 1, board.n)
    if (ends := perm(board.n, n_players)) > MAX_ENDS:
        raise ValueError(f"prizes: the game ends in {ends} ways, allowed are {MAX_ENDS}")

    def after(path: tuple[int, ...]) -> Decision | Terminal:
        if len(path) == n_players:
            takes = board.takes(sum(1 << p - 1 for p in path))
            return Terminal([board.unit * Fraction(takes[p - 1], 2) for p in path])
        free = (p for p in range(1, board.n + 1) if p not in path)
        return Decision(len(path), path, {str(p): after((*path, p)) for p in free})

    return after(())  # type: ignore[return-value]  # somebody is to move


def positions_of(mask: int) -> tuple[int, ...]:
    """Set bits of a mask as 1-based stacks."""
    return tuple(i + 1 for i in range(mask.bit_length()) if mask >> i & 1)


def gap_tables(amounts: Sequence[int], clock: bool) -> tuple[np.ndarray, np.ndarray]:
    """What a token takes to its right and to its left, by the distance to the next token.

    Two arrays of int64, shape (n, n + 1). ``right[c, g]``: half units that a token on stack c
    (0-based) takes from its own stack and clockwise, when the next token is g stacks on;
    ``left[c, g]`` the other way, without its own stack. A token alone on the clock is its own
    neighbour, n stacks on. On the line the distance at which the board ends means that there is no
    neighbour. Column 0 is unused.
    """
    n, money = len(amounts), np.array(amounts, dtype=np.int64)
    stack, half = np.arange(n)[:, None], np.arange(2, n + 1) // 2
    right, left = np.zeros((2, n, n + 1), dtype=np.int64)
    right[:, 1] = 2 * money
    # one more step of distance wins one more half stack
    right[:, 2:], left[:, 2:] = money[(stack + half) % n], money[(stack - half) % n]
    right, left = right.cumsum(axis=1), left.cumsum(axis=1)
    if not clock:
        before, c = 2 * (money.cumsum() - money), np.arange(n)
        right[c, n - c], left[c, c + 1] = 2 * money.sum() - before, before
    return right, left


def simple_fraction(value: object, size: float) -> Fraction:
    """The fraction that a number is, or the simple one (denominator up to 10**6) it rounds."""
    if isinstance(value, Rational):
        return Fraction(plain(value))
    simple = Fraction(size).limit_denominator(SIMPLE[_bits(value)])
    if isinstance(value, NARROW):
        return simple if type(value)(float(simple)) == value else _decimal(value)
    return simple if float(simple) == size else Fraction(size)


def _bits(value: object) -> int:
    """Bits behind the point of a float; what is none counts as a double."""
    return int(np.finfo(type(value)).nmant) if isinstance(value, NARROW) else 52


def _decimal(value: Any) -> Fraction:
    """Of a float the decimal that prints it, any other number itself."""
    if isinstance(value, NARROW):
        return Fraction(str(value))
    exact = plain(value)
    return Fraction(repr(exact) if isinstance(exact, float) else exact)


def _row(prizes: object) -> list[Any]:
    allowed = f"a row of 1 to {MAX_LENGTH} numbers, each 0 or of size {SMALLEST:g} to {LARGEST:g}"
    row = items("prizes", prizes, allowed, 1, MAX_LENGTH)
    for i, prize in enumerate(row):
        size = abs(number(f"prizes[{i}]", prize, allowed, -LARGEST, LARGEST))
        if prize != 0 and size < SMALLEST:
            raise ValueError(f"prizes[{i}]: got {shown(prize)}, allowed is {allowed}")
    return row


def _amounts(row: Sequence[Any]) -> tuple[list[int], Fraction]:
    """Prizes as integers and the unit that they count, so that ties are exact."""
    if all(type(x) is int for x in row) and (shared := gcd(*row)):  # what is found below, sooner
        amounts = [x // shared for x in row]
        if sum(map(abs, amounts)) < MAX_TOTAL:
            return amounts, Fraction(shared)
    values = list(map(_decimal, row))
    top = max(map(abs, values))
    if not top:
        return [0] * len(values), Fraction(1)
    ratios = [value / top for value in values]
    candidates = [ratios]
    if not all(isinstance(prize, Rational) for prize in row):
        bits = min(map(_bits, row))
        simple = [ratio.limit_denominator(SIMPLE[bits]) for ratio in ratios]
        pairs = zip(simple, ratios, strict=True)
        if all(abs(a - b) * 2**bits <= ROUNDED * abs(b) for a, b in pairs):
            candidates.insert(0, simple)
        candidates.append([Fraction(float(prize)) / top for prize in row])
    for candidate in candidates:
        common = lcm(*(ratio.denominator for ratio in candidate))
        amounts = [int(ratio * common) for ratio in candidate]
        shared = gcd(*amounts)
        if sum(map(abs, amounts)) // shared < MAX_TOTAL:
            return [amount // shared for amount in amounts], top * shared / common
    raise ValueError(
        "prizes: got amounts that add up to 2**60 or more in a common unit, allowed is less, for "
        "exact ties: round them to fewer digits"
    )
