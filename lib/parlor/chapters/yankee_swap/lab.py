"""Answers of the lab: one question, in numbers with errors, a table and a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from parlor.core.laws import Discrete, read
from parlor.games.yankee_swap.asymptotics import draw_asymptotics
from parlor.games.yankee_swap.large import large_resteal
from parlor.games.yankee_swap.locked import (
    draw_values,
    locked_seat_payoffs,
    locked_steal_probabilities,
    simulate_locked,
)
from parlor.games.yankee_swap.recurrence import mean_field
from parlor.games.yankee_swap.resteal import fits, solve_resteal
from parlor.press import new_figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MAX_LOCKED = 400  # players of a locked game, so that its table can be read
MAX_LISTED = 100  # values in a law that is given as a list
MAX_DECK = 400
FEW = 14  # payoffs that are printed in a row
# values that a law is cut into if none are asked for: solved within seconds
DECKS = {1: 400, 2: 400, 3: 400, 4: 400, 5: 200, 6: 120, 7: 60, 8: 60, 9: 30, 10: 25, 11: 20,
         12: 16, 13: 14, 14: 12}  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What the lab prints: numbers by name, a table and a figure, each with its words."""

    numbers: dict[str, Any]
    frame: pd.DataFrame
    caption: str
    figure: Figure
    told: str
    alt: str


def deck_size(n_players: int, distribution: Any, n_values: int) -> int:
    """How many values the game is solved on: those of a list, else as asked, or as DECKS has it."""
    law = read(distribution)
    if isinstance(law, Discrete):
        return len(law.values)
    return n_values or DECKS[n_players]


def solvable(n_players: int, distribution: Any, n_values: int) -> bool:
    """Whether the game with unlimited re-steal is solved at this size."""
    law = read(distribution)
    if n_players not in DECKS or (isinstance(law, Discrete) and not law.equally_likely):
        return False
    return fits(n_players, deck_size(n_players, distribution, n_values))


def has_logarithm(distribution: Any) -> bool:
    """Whether the decay of the thresholds is known in this form for a law."""
    try:
        draw_asymptotics(distribution, n_terms=1, n_steps=10)
    except ValueError:
        return False
    return True


def _row(payoffs: np.ndarray, digits: int) -> Any:
    if payoffs.size <= FEW:
        return tuple(np.round(payoffs, digits).tolist())
    return f"{payoffs[0]:.{digits}f}, {payoffs[1]:.{digits}f} ... {payoffs[-1]:.{digits}f}"


def locked(n_players: int, distribution: Any, n_games: int, seed: int) -> Answer:
    """Answer for the locked game: closed forms, and games played by the thresholds."""
    import pandas as pd

    exact = locked_seat_payoffs(n_players, distribution)
    games = simulate_locked(n_players, n_games, seed, distribution=distribution)
    error = np.where(games.payoffs_error > 0, games.payoffs_error, np.inf)
    off = float((np.abs(games.payoffs - exact) / error).max())
    seats = np.arange(1, n_players + 1)
    frame = pd.DataFrame(
        {
            "seat": seats,
            "opening a box is worth": draw_values(n_players, distribution)[::-1],
            "payoff": exact,
            "payoff in games": games.payoffs,
            "standard error": games.payoffs_error,
            "steals": locked_steal_probabilities(n_players, distribution),
            "steals in games": games.steal_rates,
        }
    ).round(6)
    figure, axes = new_figure()
    axes.plot(seats, exact, label="exact")
    axes.plot(seats, games.payoffs, ".", label=f"{n_games:,} games")
    axes.set(xlabel="seat", ylabel="expected payoff")
    axes.legend()
    numbers = {
        "payoffs": _row(exact, 6), "games": n_games, "seed": seed,
        "standard_error": float(f"{games.payoffs_error.max():.2g}"),
        "largest_deviation": f"{off:.2f} standard errors",
    }  # fmt: skip
    words = f"Locked game of {n_players}, boxes {read(distribution)}"
    return Answer(
        numbers, frame, f"{words}: exact, and in {n_games:,} games of seed {seed}.", figure,
        f"{words}: payoff by seat.",
        f"Payoff by seat: {exact[0]:.4g} for the first, {exact[-1]:.4g} for the last of "
        f"{n_players}; the games played lie within {off:.1f} standard errors.",
    )  # fmt: skip


def resteal(n_players: int, distribution: Any, n_values: int) -> Answer:
    """Answer for unlimited re-steal: the equilibrium on a deck, with the error of the deck."""
    import pandas as pd

    size = deck_size(n_players, distribution, n_values)
    found = solve_resteal(n_players, distribution, n_values=size)
    without = locked_seat_payoffs(n_players, distribution)
    seats = np.arange(1, n_players + 1)
    columns = {"seat": seats, "payoff": found.payoffs.round(6), "locked": without.round(6),
               "opens": found.actions[:, 0].round(4)}  # fmt: skip
    for rank in range(1, n_players):
        if found.actions[:, rank].max() > 0:
            columns[f"takes rank {rank}"] = found.actions[:, rank].round(4)
    figure, axes = new_figure()
    axes.plot(seats, found.payoffs, "o-", label="unlimited re-steal")
    axes.plot(seats, without, "o--", label="stolen once only")
    axes.set(xlabel="seat", ylabel="expected payoff")
    axes.legend()
    exact = isinstance(read(distribution), Discrete)
    how = "exact" if exact else f"error about {found.error:.1g}"
    numbers = {
        "payoffs": _row(found.payoffs, 6), "error": float(f"{found.error:.2g}"), "values": size,
    }  # fmt: skip
    words = f"Unlimited re-steal among {n_players}, boxes {read(distribution)}"
    return Answer(
        numbers, pd.DataFrame(columns),
        f"{words}, on {size} equally likely values ({how}): payoffs, and how often each seat opens "
        "a box or takes one of a rank.",
        figure, f"{words}: payoff by seat.",
        f"With re-steal payoffs go from {found.payoffs[0]:.4g} for the first to "
        f"{found.payoffs[-1]:.4g} for the last, without it from {without[0]:.4g} to "
        f"{without[-1]:.4g}.",
    )  # fmt: skip


def large(n_players: int, n_fit: int, n_games: int, seed: int) -> Answer:
    """Answer for many players with unlimited re-steal: a fitted policy and what it leaves."""
    import pandas as pd

    found = large_resteal(n_players, n_fit=n_fit, n_games=n_games, seed=seed)
    regret = found.exploitability(n_tables=5, n_plays=20)
    mean = mean_field(n_players).payoffs
    seats = np.arange(1, n_players + 1)
    frame = pd.DataFrame(
        {
            "seat": seats, "payoff": found.payoffs, "standard error": found.payoffs_error,
            "mean field": mean, "locked": locked_seat_payoffs(n_players),
            "opens": found.actions[:, 0], "another action gains": regret.gains,
        }
    ).round(5)  # fmt: skip
    figure, axes = new_figure()
    axes.plot(seats, found.payoffs, label="fitted policy")
    axes.plot(seats, mean, "--", label="mean field")
    axes.set(xlabel="seat", ylabel="expected payoff", ylim=(0, 1))
    axes.legend()
    numbers = {
        "payoffs": _row(found.payoffs, 4), "games": n_games, "seed": seed,
        "standard_error": float(f"{found.payoffs_error.max():.2g}"),
        "another_action_gains": f"{regret.gains.mean():.4f} on average over seats",
    }  # fmt: skip
    words = f"Unlimited re-steal among {n_players}, approximately"
    return Answer(
        numbers, frame, f"{words}: {n_games:,} games of seed {seed}, {n_fit:,} for each fit.",
        figure, f"{words}: payoff by seat.",
        f"Payoffs rise from {found.payoffs[0]:.3f} for the first to {found.payoffs[-1]:.3f} for "
        f"the last; the mean field has {mean[0]:.3f} and {mean[-1]:.3f}.",
    )  # fmt: skip


def decay(n_players: int, distribution: Any) -> Answer:
    """Answer for the decay of the thresholds: the logarithm and its constant."""
    import pandas as pd

    law = draw_asymptotics(distribution)
    worth = draw_values(max(n_players, 20), distribution)
    ks = np.unique(np.geomspace(1, worth.size, 40).astype(int))
    drift = law.source_constant(ks.tolist())
    line = float(law.log_coefficient) * np.log(ks) + law.constant
    frame = pd.DataFrame(
        {"k": ks, "$t_k$": worth[ks - 1], "$2/(f(0) t_k) - k$": drift, r"$L \log k + C$": line}
    ).round(8)
    figure, axes = new_figure()
    axes.semilogx(ks, drift, "o", label="$2/(f(0)\\,t_k) - k$")
    axes.semilogx(ks, line, "--", label=r"$L \log k + C$")
    axes.set(xlabel="k, players to act", ylabel="the constant")
    axes.legend(fontsize=10)
    numbers = {
        "density": law.density, "log_coefficient": law.log_coefficient,
        "constant": f"{law.constant:.12g}", "error": float(f"{law.error:.1e}"),
    }  # fmt: skip
    words = rf"Boxes {read(distribution)}: $t_k$ is about $2 / (f(0) (k + L \log k + C))$"
    return Answer(
        numbers, frame, f"{words}.", figure, f"{words}.",
        f"The points rise from {drift[0]:.3g} at $k = 1$ to {drift[-1]:.3g} at $k = {ks[-1]}$ and "
        "approach the line.",
    )  # fmt: skip
