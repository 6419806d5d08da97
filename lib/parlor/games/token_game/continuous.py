"""The token game on a continuum: tokens anywhere between the first stack and the last, exactly.

Who gets a stack depends only on how x + y compares with 2 k, for neighbouring tokens x and y and a
stack k. Fold the line at every stack, so that each place falls on its distance (0 to 1) from the
nearest stack of odd number: x + y = 2 k makes the spots of x and y coincide, and as long as the
order of the spots and the interval of each token stay the same, so does everything, later play
included. (Stretch the spots by any increasing map of [0, 1] onto itself, and undo the fold: money
does not notice.) So positions fall into finitely many classes, a mover chooses among the spots in
use and the gaps between them, and the continuous game is a finite one: maxima are attained,
backward induction is exact. Player k needs no more than the multiples of 2**-k, which reach every
spot in use and every gap; a common step for everybody lacks room for the last ones.

The fold is possible on the line and on a clock with an even number of stacks. With an odd number
the far side of each stack is midway between two others: halves of stacks, without money, mend that.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from parlor.core.quantities import Choice, checked
from parlor.core.result import ExactResult, data_frame

from .board import Board, Layout, Prizes
from .outcomes import Outcomes, outcomes_of
from .slot_tree import Players, SlotTree

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ContinuousOutcomes", "ContinuousReplies", "Interval", "solve_continuous"]

TIES = ("pessimistic", "optimistic", "all")


@dataclass(frozen=True)
class Interval:
    """Places from one to another.

    Attributes
    ----------
    low, high : float
        The ends, stack k at k. On the clock an interval that passes the last stack ends beyond
        N + 1.
    closed_low, closed_high : bool
        Whether the end belongs to it.
    """

    low: float
    high: float
    closed_low: bool
    closed_high: bool

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{{{self.low:g}}}"
        ends = "[" if self.closed_low else "(", "]" if self.closed_high else ")"
        return f"{ends[0]}{self.low:g}, {self.high:g}{ends[1]}"


@dataclass(frozen=True, repr=False)
class ContinuousReplies(ExactResult):
    """What the player to move should do on the continuum.

    Attributes
    ----------
    places : tuple of Interval
        All best moves (under ``all``, all that are part of some equilibrium), from left to right.
    worth : float
        What the mover can secure (under ``optimistic``, hope for), in units of the prizes.
    """

    places: tuple[Interval, ...]
    worth: float

    def to_frame(self) -> pd.DataFrame:
        """A row an interval: its ends, and whether they belong to it."""
        return data_frame([vars(place) for place in self.places])


@dataclass(frozen=True, repr=False)
class ContinuousOutcomes(Outcomes):
    """Outcomes of the continuous game: see `Outcomes`; paths stand for their classes."""

    _tree: _ClassTree = field(compare=False)

    def replies(self, placed: Sequence[float | Fraction] = ()) -> ContinuousReplies:
        """Return the best moves once the places `placed` are taken.

        They are distinct, as in `board.payoffs_at`, fewer than `n_players`, in any order; else a
        ValueError.

        Examples
        --------
        >>> reply = solve_continuous(range(1, 11), 3).replies((5, 9))
        >>> print(*reply.places, reply.worth)
        (7, 9) 15.0
        >>> reply.to_frame().low.tolist()
        [7.0]
        """
        places = self._tree.board.places("placed", placed, 0, self.n_players - 1)
        return self._tree.replies(places)


@checked
def solve_continuous(
    prizes: Prizes,
    n_players: Players,
    *,
    layout: Layout = "line",
    ties: Annotated[str, Choice(TIES)] = "pessimistic",
) -> ContinuousOutcomes:
    """Solve the token game when a token may lie on any free place, stack or not.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `token_game.solve`.
    n_players : int
        Number M of players. Each one more takes about twenty times as long: on 10
        stacks 0.1 s with 5, 2 s with 6, 50 s and 1.3 GB with 7.
    layout : str
        On the line the places are [1, N], on the clock the whole circle of length N.
    ties : str
        As in `token_game.solve`. The other rules have no meaning here: an open interval has no
        first place, and a choice at random needs a measure that the game does not give.

    Returns
    -------
    ContinuousOutcomes
        `paths` has one way of play for each class, the k-th token on a multiple of 2**-k (2**-k-1
        on a clock with an odd number of stacks); `payoffs` is complete and exact. `replies` gives
        all best moves at any position as intervals.

    Raises
    ------
    ValueError
        If the prizes are not as above, or there are too many classes of positions.

    Notes
    -----
    This is the game that Lessard approaches with steps of 0.5 to 0.1, in his last section. With two
    and three players he finds its payoffs, with four he does not.

    Examples
    --------
    >>> solve_continuous(range(1, 11), 3).payoffs
    [(21.0, 19.0, 15.0)]
    >>> four = solve_continuous(range(1, 11), 4)
    >>> four.payoffs
    [(23.0, 11.0, 10.0, 11.0), (13.0, 11.0, 10.0, 21.0)]
    >>> print(*four.replies((9, 7)).places)
    [3, 5) (9, 10]
    """
    tree = _ClassTree(Board(prizes, layout), n_players, ties)
    return outcomes_of(ContinuousOutcomes, tree, None)


class _ClassTree(SlotTree):
    """The tree of classes; a place is its distance from stack 1, in steps of the folded board."""

    def __init__(self, board: Board, n_players: int, ties: str) -> None:
        self.finer = 2 if board.clock and board.n % 2 else 1
        super().__init__(board, n_players, ties, 0, [1] * n_players)

    def amounts(self) -> list[int]:
        """With an odd number on a clock, an empty stack lies midway between any two."""
        return [a for amount in self.board.amounts for a in (amount, 0)[: self.finer]]

    def positions(self, path: tuple[int, ...]) -> tuple[Fraction, ...]:
        """Places of the tokens, a gap between spots in use being cut in half."""
        spots = [Fraction(0), Fraction(1)]
        places = []
        for c in path:
            low, high = _place(c // 2 * 2, spots), _place(-(-c // 2) * 2, spots)
            places.append((low + high) / 2)
            if c % 2:
                insort(spots, _fold(places[-1]))
        return tuple(1 + x / self.finer for x in places)

    def replies(self, placed: Sequence[Fraction]) -> ContinuousReplies:
        """Best moves of the next player, slots that touch being joined to intervals."""
        places = [x * self.finer for x in placed]
        spots = sorted({Fraction(0), Fraction(1), *map(_fold, places)})
        best, kept = self.kept(len(places), self._key(places, spots))
        runs: list[list[int]] = []
        for c, _, _ in kept:
            if runs and runs[-1][1] == c - 1:
                runs[-1][1] = c
            else:
                runs.append([c, c])
        around = 2 * (len(spots) - 1) * self.spec.n
        if self.spec.clock and len(runs) > 1 and runs[0][0] == 0 and runs[-1][1] == around - 1:
            runs[-1][1] += runs.pop(0)[1] + 1
        intervals = []
        for first, last in runs:
            low, high = _place(first // 2 * 2, spots), _place(-(-last // 2) * 2, spots)
            ends = float(1 + low / self.finer), float(1 + high / self.finer)
            intervals.append(Interval(*ends, first % 2 == 0, last % 2 == 0))
        return ContinuousReplies(tuple(intervals), self.board.money(best))

    def _key(self, places: Sequence[Fraction], spots: list[Fraction]) -> int:
        f = len(spots) - 1
        key = f - 1
        for x in sorted(places):
            turn, rank = x // 2, spots.index(_fold(x))
            slot = 2 * f * turn + rank if x % 2 <= 1 else 2 * f * (turn + 1) - rank
            key = key << self.spec.bits | int(slot)
        return key


def _fold(x: Fraction) -> Fraction:
    """Spot of a place: its distance from the nearest even place."""
    return min(x % 2, 2 - x % 2)


def _place(slot: int, spots: list[Fraction]) -> Fraction:
    """Place of an even slot, which lies on a spot in use."""
    f = 2 * (len(spots) - 1)
    turn, rest = divmod(slot, 2 * f)
    if rest <= f:
        return 2 * turn + spots[rest // 2]
    return 2 * (turn + 1) - spots[(2 * f - rest) // 2]
