"""A hundred and one players who may steal again, approximately."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.large import Exploitability, LargeResteal, large_resteal
from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from parlor.games.yankee_swap.recurrence import MeanField, mean_field
from parlor.games.yankee_swap.resteal import Resteal
from press import Drawn, label_ends, new_figure

from .queues import bounds, played, seat_table

SEATS = (1, 2, 3, 5, 10, 20, 30, 50, 70, 80, 90, 100, 101)


@cache
def large(n_players: int, n_fit: int, n_games: int) -> LargeResteal:
    """The fitted policy, and games played by it."""
    return large_resteal(n_players, n_fit=n_fit, n_games=n_games, seed=1)


@cache
def regret(n_players: int, n_fit: int, n_games: int, n_plays: int) -> Exploitability:
    """What one change of action gains against it."""
    return large(n_players, n_fit, n_games).exploitability(n_tables=5, n_plays=n_plays)


@cache
def field(n_players: int, n_values: int = 2000) -> MeanField:
    """The mean field that adds up."""
    return mean_field(n_players, n_values=n_values)


FIRST_BOXES = tuple(np.arange(3, 10) / 10)  # of which the first player holds one


@cache
def first_boxes(game: LargeResteal, n_plays: int) -> tuple[float, float, float]:
    """What the first player's boxes are worth: mean, standard deviation, and error.

    The standard deviation is that between boxes, the noise of the games taken out; the error is
    the standard error of the mean. The same games are played with each box.
    """
    worth, error = game.first_holding_values(list(FIRST_BOXES), n_plays=n_plays)
    noise = float((error**2).mean())
    between = max(0.0, float(worth.var(ddof=1)) - noise)
    return float(worth.mean()), float(np.sqrt(between)), float(np.sqrt(noise))


def crowd_table(game: LargeResteal) -> pd.DataFrame:
    """Payoffs by seat: re-steal, what is proved of it, its mean field, the locked game, $t_k$."""
    n = game.n_players
    proved = bounds(n)
    columns = {
        "re-steal": game.payoffs, "standard error": game.payoffs_error,
        "at least": proved.lower, "at most": proved.upper,
        "mean field": field(n).payoffs, "locked": locked_seat_payoffs(n),
        "$t_k$": draw_values(n)[::-1],
    }  # fmt: skip
    return seat_table(columns, SEATS)


def against_exact(approximate: LargeResteal, exact: Resteal) -> pd.DataFrame:
    """The method for many players where the equilibrium is known."""
    n = exact.n_players
    columns = {
        "equilibrium": exact.payoffs, "fitted policy": approximate.payoffs,
        "standard error": approximate.payoffs_error, "mean field": field(n).payoffs,
    }  # fmt: skip
    return seat_table(columns, range(1, n + 1))


def seats_figure(n: int) -> Drawn:
    """Payoff by seat in both games, and what the source has."""
    seats = np.arange(1, n + 1)
    without, opening = locked_seat_payoffs(n), draw_values(n)[::-1]
    game, proved = played(n), bounds(n)
    figure, axes = new_figure()
    axes.plot(seats, without, label="stolen\nonce only")
    axes.plot(seats, game.payoffs, label="stolen again\nand again")
    axes.fill_between(seats, proved.lower, proved.upper, color="C1", alpha=0.15, linewidth=0)
    axes.plot(seats, opening, ":", color="C3", label="opening\na box, $t_k$")
    axes.set(xlabel="seat", ylabel="expected payoff", ylim=(0, 1))
    label_ends(axes)
    half = int((game.payoffs < 0.5).sum())
    return figure, (
        f"Line chart over {n} seats. Where a box is stolen once only, all seats but the first get "
        f"about one half: the first {without[0]:.3f}, the second {without[1]:.3f}, the last "
        f"{without[-1]:.3f}. Where boxes are stolen again and again payoffs rise from "
        f"{game.payoffs[0]:.2f} to {game.payoffs[-1]:.2f}, and {half} seats get less than one "
        "half. What opening a box is worth in the first game is below both at all seats but the "
        "first."
    )
