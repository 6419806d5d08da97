"""The queue behind a box: bounds by seat, the law of phases, games played by the strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.bounds import SeatBounds, seat_bounds
from parlor.games.yankee_swap.seats import Simulation
from press import FAINT, Drawn, label_ends, new_figure

from .phases import QueueLaw, play_queue, queue_law

SHOWN = (1, 10, 20, 31, 38, 49, 60, 68, 72, 77, 80, 85, 90, 95, 101)


@cache
def law(n_players: int = 101) -> QueueLaw:
    """Phases enough for so many players: the first seat has 2N - 1 to act per open box."""
    return queue_law(3 * n_players)


@cache
def bounds(n_players: int = 101) -> SeatBounds:
    """What follows from theorems alone."""
    return seat_bounds(n_players)


@cache
def played(n_players: int = 101, n_games: int = 4000) -> Simulation:
    """Games in which everybody queues."""
    return play_queue(n_players, n_games=n_games, seed=1)


def by_law(n_players: int) -> np.ndarray:
    """What the law says of seats 1 to N; of N + 1 shares of the players a seat has k behind it.

    So in the last third it is the mean of the k-th best box, for any number of players.
    """
    shares = np.arange(n_players, 0, -1) / (n_players + 1)
    return np.array([law(n_players).pays(share) for share in shares])


def kink_seats(n_players: int, count: int) -> list[int]:
    """Seats at which the payoffs have kinks, the latest first."""
    return [round(n_players * (1 - c)) + 1 for c in law(n_players).kinks[:count]]


def seat_table(columns: Mapping[str, np.ndarray], seats: Sequence[int]) -> pd.DataFrame:
    """Some seats of what is known of all, in columns, to four digits."""
    some = [seat for seat in seats if seat <= len(next(iter(columns.values())))]
    told = {name: [f"{of[seat - 1]:.4f}" for seat in some] for name, of in columns.items()}
    return pd.DataFrame({"seat": some, **told})


def bounds_table(n_players: int) -> pd.DataFrame:
    """Intervals, the law, and games played by the strategy."""
    found, game = bounds(n_players), played(n_players)
    columns = {
        "at least": found.lower, "at most": found.upper, "formula": by_law(n_players),
        "played": game.payoffs, "standard error": game.payoffs_error,
    }  # fmt: skip
    return seat_table(columns, SHOWN)


def known_from(n_players: int, within: float) -> int:
    """The first of the late seats of which the payoff is proved, within so much."""
    wide = bounds(n_players).upper - bounds(n_players).lower
    return 1 + int(np.argmax(np.minimum.accumulate((wide < within)[::-1])[::-1]))


def bounds_figure(n_players: int) -> Drawn:
    """The proved intervals by seat, the law, and games played."""
    seats = np.arange(1, n_players + 1)
    found, game = bounds(n_players), played(n_players)
    kinks = kink_seats(n_players, 4)
    figure, axes = new_figure(height=3.6)
    axes.fill_between(seats, found.lower, found.upper, color="C0", alpha=0.2, linewidth=0)
    axes.plot(seats, by_law(n_players), color="C0", label="formula")
    axes.plot(seats[::3], game.payoffs[::3], "C1.", markersize=4, label="_played")
    for seat in kinks:
        axes.axvline(seat, color=FAINT, linewidth=0.7, linestyle=":")
    axes.set(xlabel="seat", ylabel="expected payoff", ylim=(0, 1), xlim=(0, n_players + 1))
    return figure, (
        f"Payoff by seat among {n_players} players. The proved interval is a band that narrows to "
        f"a line from seat {known_from(n_players, 1e-3)} on. The formula lies in it and has kinks "
        f"near the seats {', '.join(map(str, kinks))}; games played by the queue lie on "
        "the formula."
    )


def folds_figure() -> Drawn:
    """What a box is worth when a phase begins, by its value: each level folds the curve down."""
    found = law()
    grid = found.values  # noqa: PD011 (not a table)
    figure, axes = new_figure(height=3.4)
    for phase, style in zip((1, 2, 3), ("C0-", "C1-.", "C2--"), strict=True):
        for low, high in zip(
            (0.0, *found.levels[phase:0:-1]), found.levels[phase::-1], strict=True
        ):
            part = (grid > low) & (grid < high)
            name = f"{phase}" if high == 1 else "_part"
            axes.plot(grid[part], found.worths[phase][part], style, label=name)
    axes.set(xlabel="value of the box", ylabel="brings its holder", xlim=(0, 1.05))
    label_ends(axes)
    return figure, (
        "What a box brings its holder before the first, second and third phase from the end, by "
        f"its value. Up to {found.levels[1]:.2f}, {found.levels[2]:.2f} and "
        f"{found.levels[3]:.2f} it brings its value; there the curve drops, and rises again."
    )


def facts(n_players: int = 101) -> dict[str, str | int]:
    """What the lecture prints."""
    found, game, limit = bounds(n_players), played(n_players), by_law(n_players)
    kinks = kink_seats(n_players, 4)
    return {
        "queue_sure_three": n_players + 1 - known_from(n_players, 1e-3),
        "queue_sure_four": n_players + 1 - known_from(n_players, 1e-4),
        "queue_kinks": ", ".join(map(str, kinks[1:])), "queue_kink": kinks[0],
        "queue_first": f"{limit[0]:.2f}",
        "queue_first_played": f"{game.payoffs[0]:.3f} ± {game.payoffs_error[0]:.3f}",
        "queue_first_most": f"{found.upper[0]:.3f}",
        "queue_last": f"{game.payoffs[-1]:.2f}",
        "queue_below_half": int((game.payoffs < 0.5).sum()),
        "queue_off": f"{np.ceil(1000 * np.abs(game.payoffs - limit).max()) / 1000:.3f}",
        "queue_off_mean": f"{np.abs(game.payoffs - limit).mean():.3f}",
        "queue_fresh": f"{1.5 * np.log(1.5) - 0.25:.4f}",
    }  # fmt: skip
