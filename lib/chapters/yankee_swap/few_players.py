"""Unlimited re-steal among few players, solved: tables and figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.exact import ExactResteal, resteal_closed_form, solve_exactly
from parlor.games.yankee_swap.resteal import Resteal, resteal_bounds, solve_resteal
from press import FAINT, Drawn, Effort, frame, label_ends, new_figure

DECKS = {2: 400, 3: 400, 4: 400, 5: 300, 6: 250, 7: 100, 8: 90}
REDUCED = 30


@cache
def solved(n_players: int, n_values: int) -> Resteal:
    """The equilibrium on a deck of so many values."""
    return solve_resteal(n_players, n_values=n_values)


def two(effort: Effort) -> Resteal:
    """The game of two."""
    return solved(2, deck_size(effort))


def three(effort: Effort) -> Resteal:
    """The game of three."""
    return solved(3, deck_size(effort))


def four(effort: Effort) -> Resteal:
    """The game of four."""
    return solved(4, deck_size(effort))


def deck_size(effort: Effort) -> int:
    """Values of the games that checks look at."""
    return effort.of(full=400, reduced=REDUCED)


def solutions(reduced: bool = False, *, most: int = 8) -> dict[int, Resteal]:
    """The games of up to `most` players; coarser, and of up to five, for a reduced run."""
    wanted = {n: REDUCED if reduced else deck for n, deck in DECKS.items()}
    return {n: solved(n, deck) for n, deck in wanted.items() if n <= (5 if reduced else most)}


@cache
def every_box(cards: int) -> dict[int, ExactResteal]:
    """Small games solved in fractions with every box a candidate at every position."""
    return {n: solve_exactly(n, distribution=range(cards)) for n in (3, 4, 5)}


def holding_three(v: float) -> float:
    """What box v is worth among three with one player to act, in closed form.

    The last player takes it if it is above one half and beats the other box, a uniform one; then
    its holder opens another.
    """
    return v if v <= 0.5 else v * (1.5 - v)


def _rounded(values: np.ndarray, digits: int = 5) -> str:
    return ", ".join(f"{x:.{digits}f}" for x in values)


def payoffs_table(games: Mapping[int, Resteal]) -> pd.DataFrame:
    """Payoffs by seat, how far off they are, and what is known in closed form."""
    rows = []
    for n, game in games.items():
        exact, proved = resteal_closed_form(n), resteal_bounds(n, n_values=len(game.values))
        off = np.maximum(proved.upper - game.payoffs, game.payoffs - proved.lower).max()
        rows.append([n, _rounded(game.payoffs), f"{game.error:.0e}", f"{off:.4f}",
                     ", ".join(map(str, exact))])  # fmt: skip
    columns = ["players", "payoffs, seat 1 to the last", "estimated error", "error, at most",
               "exact: all or last two seats"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def actions_table(games: Mapping[int, Resteal]) -> pd.DataFrame:
    """How often each seat opens a box or takes one of a rank, in per cent."""
    rows = []
    for n, game in games.items():
        for seat in range(2, n + 1):
            shares = 100 * np.resize(game.actions[seat - 1], 5)
            cells = [
                f"{share:.2f}" if rank < min(n, seat) else "" for rank, share in enumerate(shares)
            ]
            rows.append([n, seat, *cells])
    columns = ["players", "seat", "opens", "best", "2nd", "3rd", "4th"]
    return pd.DataFrame(rows, columns=columns)


def holding_figure(three: Resteal, four: Resteal) -> Drawn:
    """What a box brings its holder, by its value."""
    figure, axes = new_figure(ncols=2, sharey=True, narrow=5.4)
    for axis, game in zip(axes, (three, four), strict=True):
        for k in range(1, game.n_players):
            axis.plot(game.values, game.holding_values(k), label=f"{k} to act")
        axis.plot([0, 1], [0, 1], ":", color=FAINT, label="never stolen")
        axis.set(title=f"{game.n_players} players", xlabel="value of the box")
        label_ends(axis)
    axes[0].set(ylabel="brings its holder")
    curve, deck = three.holding_values(1), np.asarray(three.values)
    top = int(curve.argmax())
    return figure, (
        "Two line charts, for three and four players. Among three with one to act the curve "
        f"follows the diagonal to one half, rises to {curve[top]:.2f} at v = "
        f"{deck[top]:.2f} and falls to {curve[-1]:.2f} at the right end."
    )


def few_figure(games: Mapping[int, Resteal]) -> Drawn:
    """What each seat is paid, and how often it opens a box or takes one of a rank."""
    sizes = [n for n in games if n > 2]
    figure, axes = new_figure(ncols=2, height=3.2, narrow=5.6)
    names = {"opens": "C5", "best": "C0", "second": "C1", "third": "C2", "fourth": "C3"}
    told = []
    for number, n in enumerate(sizes):
        game, seats = games[n], np.arange(1, n + 1)
        pays = game.payoffs
        frame(number, axes[0].bar(seats, pays, color="C0"))
        shares = np.array([np.resize(row, len(names)) for row in game.actions])
        shares[np.arange(len(names)) >= np.minimum(n, seats)[:, None]] = 0  # fewer boxes lie there
        below = np.zeros(n)
        for rank, colour in enumerate(names.values()):
            frame(number, axes[1].bar(seats, shares[:, rank], bottom=below, color=colour))
            below += shares[:, rank]
        told.append(
            f"{n} players: the first is paid {pays[0]:.3f}, the last {pays[-1]:.3f}. The last but "
            f"one takes the best box in {100 * shares[-2, 1]:.0f} % of games, the second "
            f"best in {100 * shares[-2, 2]:.0f} %."
        )
    for name, colour in names.items():
        axes[1].plot([], [], "s", color=colour, label=name)
    axes[1].legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), handletextpad=0)
    axes[0].axhline(0.5, color=FAINT, lw=0.8)
    most = max(sizes)
    axes[0].set(ylabel="paid on average", ylim=(0, 1))
    axes[1].set(ylabel="share of games", ylim=(0, 1))
    for axis in axes:
        axis.set(xlabel="seat", xlim=(0.4, most + 0.6), xticks=range(1, most + 1))
    figure.move("players", sizes, told, start=len(sizes) - 1)
    return figure, (
        f"Two bar charts by seat, for {sizes[0]} to {most} players: what a seat is paid, and how "
        "often it opens a box or takes the best, second, third or fourth best. Payoffs rise from "
        "seat to seat. " + told[-1]
    )


def shares(plane: np.ndarray) -> tuple[float, float, float]:
    """Shares of the plane of two boxes in which one is opened, the best or the second taken."""
    seen = plane[plane >= 0]
    return tuple(float((seen == action).mean()) for action in range(3))  # type: ignore[return-value]


def regions_figure(games: Mapping[int, Resteal]) -> Drawn:
    """What the third player does, by the two boxes on the table."""
    figure, axes = new_figure(
        height=2.8, narrow=2.7 * len(games), ncols=len(games), sharey=True, squeeze=False
    )
    told = []
    for axis, (n, game) in zip(axes[0], games.items(), strict=True):
        plane = game.decisions(3)
        action = np.ma.masked_less(plane, 0).T[::2, ::2]  # finer than a point of the drawing
        boxes = np.asarray(game.values)[::2]
        axis.contourf(boxes, boxes, action,
                      levels=[-0.5, 0.5, 1.5, 2.5], colors=["C5", "C0", "C1"])  # fmt: skip
        axis.set(title=f"third of {n}", xlabel="best box", aspect="equal")
        opens, best, second = shares(plane)
        told.append(
            f"of {n}: opens in {opens:.0%} of the area, the best in {best:.0%}, "
            f"the second best in {second:.0%}"
        )
    axes[0][0].set(ylabel="second best box")
    for name, colour in (("opens", "C5"), ("takes best", "C0"), ("takes 2nd", "C1")):
        axes[0][0].plot([], [], "s", color=colour, label=name)
    axes[0][0].legend(loc="upper left", handletextpad=0, borderpad=0, labelspacing=0.3)
    return figure, (
        "Triangles of all pairs of boxes, coloured by what the third player does; "
        + "; ".join(told)
        + "."
    )
