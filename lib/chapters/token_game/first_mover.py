"""Whether it is best to go first: boards on which it is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pandas as pd

from parlor.core.places import data_file
from parlor.games.token_game import solve
from parlor.games.token_game.board import Prizes
from press import Drawn, new_figure, show

from ..legends import legend_below

LAYOUTS = ("line", "clock")
LARGEST = 26  # stacks: up to 22 for all numbers of players, beyond for at most eight
SOLVED = 24  # stacks of the boards that the table solves: seconds


class FirstMover(NamedTuple):
    """How the first mover fares against the best paid of the others, on one board.

    Attributes
    ----------
    prizes : sequence
        The board.
    n_players : int
        The number of players.
    least, most : float
        Her take less the largest take of another player, in the equilibrium worst (best) for her in
        this respect. Below 0, somebody is paid more than she is.
    """

    prizes: Sequence[Any]
    n_players: int
    least: float
    most: float


def in_equilibria(prizes: Prizes, layout: str, players: Iterable[int]) -> Iterator[FirstMover]:
    """How going first pays on one board, with each of some numbers of players.

    Four players on a clock of 11: the second is paid $1.50 more than the first.

    >>> [one.least for one in in_equilibria(range(1, 12), "clock", [4])]
    [-1.5]
    """
    for m in players:
        payoffs = solve(prizes, m, layout=layout, ties="all").payoffs
        margins = [first - max(others) for first, *others in payoffs]
        yield FirstMover(prizes, m, min(margins), max(margins))


@cache
def scan(layout: str, largest: int = LARGEST) -> list[FirstMover]:
    """Every equilibrium of every board 1, ..., N up to a size, from `first_mover_map`."""
    told = json.loads(data_file("token_first_mover.json").read_text("utf-8"))
    return [
        FirstMover(range(1, n + 1), m, float(Fraction(least)), float(Fraction(most)))
        for one, n, m, least, most in told["rows"]
        if one == layout and n <= largest
    ]


def behind(layout: str, largest: int = LARGEST) -> list[tuple[int, int]]:
    """Stacks and players where the first mover is behind in all equilibria."""
    return [(len(one.prizes), one.n_players) for one in scan(layout, largest) if one.most < 0]


def is_first(prizes: tuple[int, ...], layout: str) -> bool:
    """Return whether a board comes first among its mirror images and rotations."""
    turns = range(len(prizes) if layout == "clock" else 1)
    same = [prizes[k:] + prizes[:k] for k in turns]
    return prizes == min(same + [p[::-1] for p in same])


def smallest(layout: str, amounts: Iterable[int], sizes: Iterable[int]) -> list[FirstMover]:
    """Return the first boards whose first mover is behind in every equilibrium."""
    for n in sizes:
        tried = [p for p in product(amounts, repeat=n) if is_first(p, layout)]
        found = (one for board in tried for one in in_equilibria(board, layout, range(2, n + 1)))
        if worse := [one for one in found if one.most < 0]:
            return worse
    return []


def behind_table(largest: int = LARGEST) -> pd.DataFrame:
    """Boards 1, ..., N whose first mover is behind in every equilibrium."""
    rows = []
    for layout in LAYOUTS:
        for n, m in behind(layout, min(largest, SOLVED)):
            outcome = solve(range(1, n + 1), m, layout=layout, ties="all")
            rows.append([layout, n, m, outcome.paths, outcome.payoffs])
    return pd.DataFrame(rows, columns=["board", "stacks", "players", "ways to play", "payoffs"])


def small_boards_table(most: int = 4, stacks: int = 5) -> pd.DataFrame:
    """The smallest boards of any amounts on which the first mover is behind."""
    rows = [
        [
            layout,
            one.prizes,
            one.n_players,
            solve(one.prizes, one.n_players, layout=layout, ties="all").payoffs,
        ]
        for layout in LAYOUTS
        for one in smallest(layout, range(1, most + 1), range(2, stacks + 1))
    ]
    return pd.DataFrame(rows, columns=["board", "amounts", "players", "payoffs in all equilibria"])


def first_mover_figure(largest: int = LARGEST) -> Drawn:
    """Where the first mover is ahead, level and behind; and what to know of it in words."""
    kinds = [
        ("behind in every equilibrium", lambda r: r.most < 0, "X", "C1"),
        ("behind in some", lambda r: r.least < 0 <= r.most, "D", "C4"),
        ("level in every equilibrium", lambda r: r.least >= 0 == r.most, "s", "C2"),
        ("never behind", lambda r: r.least >= 0 < r.most, ".", "C0"),
    ]
    most = max(r.n_players for layout in LAYOUTS for r in scan(layout, largest))
    figure, axes = new_figure(height=4.2, narrow=7.4, ncols=2, sharey=True)
    for axis, layout in zip(axes, LAYOUTS, strict=True):
        for label, belongs, marker, colour in kinds:
            cells = [r for r in scan(layout, largest) if belongs(r)]
            x, y = [len(r.prizes) for r in cells], [r.n_players for r in cells]
            axis.scatter(x, y, marker=marker, color=colour, label=label, s=26)
        axis.set(title=layout, xlabel="stacks", yticks=range(2, most + 1, 4))
    axes[0].set_ylabel("players")
    legend_below(figure, axes[0], columns=2)
    alt = (
        "Two scatter plots of players against stacks. The first player is behind in every "
        f"equilibrium at (stacks, players) {show(behind('line', largest)) or 'none'} on the line "
        f"and {show(behind('clock', largest)) or 'none'} on the clock."
    )
    return figure, alt
