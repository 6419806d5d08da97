"""What the locked game to play knows: thresholds, what seats are paid, what opening is worth.

With a free box y on the table that the next player would take, opening another is worth less to
the opener than y, but it is not t_k. With j players to act after the opener, and y the best free
box of the others, let it be O(j, y); and let H(j, x) be what somebody expects who holds a free box
x when a fresh one is opened beside it. The next of the j takes the better of the two if it is above
t_j, and whoever is robbed opens again. So for x, y > t_j

    H(j, x) = (1 - x) H(j-1, x) + int_0^x O(j-1, u) du,
    O(j, y) = (1 - y) O(j-1, y) + int_0^y H(j-1, u) du,

and below t_j nothing is taken: H(j, x) = x, O(j, y) = t_{j+1}. Both are polynomials between the
thresholds, found here in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from numpy.polynomial.polynomial import polyadd, polyint, polymul, polyval

from parlor.games.yankee_swap import draw_values, locked_seat_payoffs

from .hand import BOXES
from .resteal.holding import HIGH, NEXT

MOST_PLAYERS = 8

Pieces = list[Any]  # coefficients for each interval between neighbouring thresholds


def yankee_to_play(most: int = MOST_PLAYERS) -> dict[str, Any]:
    """Tables of the locked game with boxes that are uniform between 0 and 1.

    Parameters
    ----------
    most : int
        Most players, 2 to 8.

    Returns
    -------
    dict
        ``thresholds`` t_1, t_2, ..., what a fresh box is worth with so many to act; ``payoffs[n]``,
        what each seat is paid at a table of n; and ``opening[j]``, what opening a box is worth with
        j to act afterwards, by the best free box of the others: coefficients, the constant first,
        of a polynomial for each interval between 0, the thresholds in increasing order, and 1.

    Examples
    --------
    >>> game = yankee_to_play(2)
    >>> game["thresholds"], game["payoffs"]["2"]
    ([0.5, 0.375], [0.375, 0.625])
    >>> game["opening"][1]  # .375, and beside a box y > 1/2, y**2/2 + (1 - y)/2
    [[0.375], [0.375], [0.5, -0.5, 0.5]]
    """
    exact = [Fraction(1, 2)]
    while len(exact) < most:
        exact.append(exact[-1] - exact[-1] ** 2 / 2)
    return {
        "thresholds": draw_values(most).tolist(),
        "payoffs": {str(n): locked_seat_payoffs(n).tolist() for n in range(2, most + 1)},
        "opening": [[[float(c) for c in piece] for piece in pieces] for pieces in _opening(exact)],
    }


def _opening(thresholds: list[Fraction]) -> list[Pieces]:
    """O(0, .), O(1, .), ..., one less than there are thresholds t_1, t_2, ..."""
    ends = [Fraction(0), *reversed(thresholds), Fraction(1)]
    spans = list(pairwise(ends))
    safe = [Fraction(0), Fraction(1)]
    holds: Pieces = [safe] * len(spans)
    opens: Pieces = [[Fraction(1, 2)]] * len(spans)
    found = [opens]
    for j in range(1, len(thresholds)):
        opens, holds = (
            [
                polyadd(polymul([1, -1], p), q)
                for p, q in zip(own, _integral(other, spans), strict=True)
            ]
            for own, other in ((opens, holds), (holds, opens))
        )
        for place, (_, high) in enumerate(spans):
            if high <= thresholds[j - 1]:
                opens[place], holds[place] = [thresholds[j]], safe
        found.append(opens)
    return found


def _integral(pieces: Pieces, spans: list[tuple[Fraction, Fraction]]) -> Pieces:
    """The integral from 0, piece by piece."""
    found, total = list[Any](), Fraction(0)
    for piece, (low, high) in zip(pieces, spans, strict=True):
        found.append(polyint(piece, k=[total], lbnd=low))
        total = polyval(high, found[-1])
    return found


def resteal_to_play() -> dict[str, Any]:
    """The position in which the third of four may take one of two boxes, or open one."""
    return {"boxes": [float(HIGH), float(NEXT)]}


def still_position() -> str:
    """That position where it cannot be played."""
    return still_table((float(HIGH), float(NEXT)), "Two")


def still_table(boxes: Sequence[float] = BOXES, count: str = "Five") -> str:
    """A table with the boxes of the hand that is told, where no game can be played."""
    bars = "".join(
        f'<rect x="{58 * seat - 40}" y="{80 - 70 * box:.1f}" width="24" height="{70 * box:.1f}"/>'
        f'<text x="{58 * seat - 28}" y="97">seat {seat}</text>'
        for seat, box in enumerate(boxes, start=1)
    )
    return (
        '<svg viewBox="0 0 300 102" role="img" fill="currentColor" font-size="13" text-anchor='
        f'"middle" aria-label="{count} seats, each with a box; a bar shows its value">'
        f"{bars}</svg>"
    )
