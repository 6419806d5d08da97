"""One locked game, told turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from press import Drawn, frame, new_figure

BOXES = (0.62, 0.35, 0.81, 0.27, 0.55)


def hand_table(boxes: tuple[float, ...] = BOXES) -> tuple[pd.DataFrame, tuple[float, ...]]:
    """A game played by the thresholds, a row a turn; and what each seat goes home with."""
    n = len(boxes)
    limits = draw_values(n)[::-1]
    free: dict[int, float] = {}  # box by owner
    locked: dict[int, float] = {}
    rows = []
    for seat, (fresh, limit) in enumerate(zip(boxes, limits, strict=True), start=1):
        sees = ", ".join(f"{free[owner]:.2f} of seat {owner}" for owner in sorted(free))
        best = max(free, key=free.__getitem__, default=0)
        if best and free[best] > limit:
            locked[seat] = free.pop(best)
            does, opener = f"takes the {locked[seat]:.2f} of seat {best}, who", best
        else:
            does, opener = f"leaves the {sees} and" if sees else "", seat
        free[opener] = fresh
        rows.append([seat, f"{limit:.4f}", f"{does} opens {fresh:.2f}".strip()])
    home = free | locked
    columns = ["seat", "opening brings", "turn"]
    return pd.DataFrame(rows, columns=columns), tuple(home[seat] for seat in range(1, n + 1))


def tables_figure(sizes: Sequence[int] = (2, 3, 4, 5, 7, 10, 20, 50, 101)) -> Drawn:
    """What each seat is paid, and what opening a box brings there, for more and more players."""
    figure, axes = new_figure()
    told = []
    for number, n in enumerate(sizes):
        paid, opening = locked_seat_payoffs(n), draw_values(n)[::-1]
        places = np.linspace(0, 1, n)
        mark = "o" if n <= 20 else ""
        frame(
            number,
            axes.plot(places, paid, f"-{mark}", color="C0"),
            axes.plot(places, opening, f":{mark}", color="C3", ms=4),
        )
        told.append(
            f"{n} players: the first is paid {paid[0]:.4f}, the second {paid[1]:.4f}, the last "
            f"{paid[-1]:.4f}."
        )
    axes.plot([], [], "-", color="C0", label="the seat is paid")
    axes.plot([], [], ":", color="C3", label="opening a box brings there")
    axes.legend(loc="upper left")
    axes.set_xticks([0, 1], ["first", "last"])
    axes.set(xlabel="seat", ylabel="value of a box", ylim=(0, 0.9))
    figure.move("players", sizes, told, start=sizes.index(10))
    return figure, (
        f"Two curves over the seats, for {sizes[0]} to {sizes[-1]} players. What a seat is paid "
        "is above one half everywhere but at the first, where it is what opening a box brings: "
        f"{draw_values(sizes[-1])[-1]:.4f} among {sizes[-1]}."
    )
