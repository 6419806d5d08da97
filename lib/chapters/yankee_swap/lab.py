"""Answers of the lab: one question, in numbers with errors, a table and a figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlor.core.laws import Discrete, read
from parlor.games import yankee_swap
from parlor.games.yankee_swap import draw_values, locked_seat_payoffs, simulate_locked
from parlor.games.yankee_swap.asymptotics import draw_asymptotics
from parlor.games.yankee_swap.large import large_resteal
from parlor.games.yankee_swap.recurrence import mean_field
from parlor.games.yankee_swap.resteal import fits, solve_resteal
from press import Answer, Picture, Quantity, Table
from press.page.answer import Sure

if TYPE_CHECKING:
    import pandas as pd

    from press import Drawn

MAX_LOCKED = 400  # players of a locked game, so that its table can be read
MAX_LISTED = 100  # values in a law that is given as a list
MAX_DECK = 400
FEW = 14  # payoffs that are told as numbers
# values that a law is cut into if none are asked for: solved within seconds
DECKS = {1: 400, 2: 400, 3: 400, 4: 400, 5: 400, 6: 300, 7: 150, 8: 120, 9: 75, 10: 54, 11: 36,
         12: 27, 13: 21, 14: 18}  # fmt: skip


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
        draw_asymptotics(distribution=distribution, n_terms=1, n_steps=10)
    except ValueError:
        return False
    return True


def _payoffs(payoffs: np.ndarray, error: float | None, sure: Sure, how: str) -> list[Quantity]:
    """The payoffs of the first and the last, and of all if they are few; errors are the largest."""
    told = [
        Quantity("first", payoffs[0], f"what the first seat is paid{how}", error, sure),
        Quantity("last", payoffs[-1], f"what the last seat is paid{how}", error, sure),
    ]
    if payoffs.size <= FEW:
        told.append(Quantity("payoffs", payoffs, f"what all seats are paid{how}", error, sure))
    return told


def _seats(payoffs: np.ndarray) -> str:
    """Which seat to take."""
    best, worst = int(payoffs.argmax()), int(payoffs.argmin())
    return (
        f"Take seat {best + 1}: it is paid most, {payoffs[best]:.3g} on average. Seat {worst + 1} "
        f"is paid least, {payoffs[worst]:.3g}."
    )


def _answer(
    words: str,
    quantities: list[Quantity],
    columns: Mapping[str, Any],
    caption: str,
    draw: Callable[[], Drawn],
    told: str,
    said: str,
) -> Answer:
    """An answer with one table and one figure."""

    def frame() -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(columns)

    return Answer(
        f"{words}.",
        tuple(quantities),
        (Table("own", frame, caption, rows=20),),
        (Picture("own", draw, told),),
        said,
    )


def _by_seat(
    lines: Mapping[str, tuple[np.ndarray, str]], alt: str, **axis: Any
) -> Callable[[], Drawn]:
    """Lines over the seats, by their names and styles."""

    def draw() -> Drawn:
        from press import new_figure

        figure, axes = new_figure()
        for name, (values, style) in lines.items():
            axes.plot(range(1, values.size + 1), values, style, label=name)
        axes.set(xlabel="seat", ylabel="expected payoff", **axis)
        axes.legend()
        return figure, alt

    return draw


def locked(n_players: int, distribution: Any, n_games: int, seed: int) -> Answer:
    """Answer for the locked game: closed forms, and games played by the thresholds."""
    exact = locked_seat_payoffs(n_players, distribution=distribution)
    games = simulate_locked(n_players, n_games=n_games, seed=seed, distribution=distribution)
    steals = yankee_swap.locked_steal_probabilities(n_players, distribution=distribution)
    error = np.where(games.payoffs_error > 0, games.payoffs_error, np.inf)
    off = float((np.abs(games.payoffs - exact) / error).max())

    words = f"Locked game of {n_players}, boxes {read(distribution)}"
    return _answer(
        words,
        [
            *_payoffs(exact, None, "exact", ", by its formula"),
            Quantity("steals", total := float(steals.sum()), "thefts expected in a game",
                     sure="exact"),
            *(
                Quantity(f"{name}_in_games", games.payoffs[at],
                         f"what the {name} seat is paid in {n_games:,} games",
                         games.payoffs_error[at], "standard error")
                for name, at in (("first", 0), ("last", -1))
            ),
            Quantity("largest_deviation", off, "the largest deviation of a seat's payoff "
                     "in games from the formula, in standard errors"),
        ],
        {
            "seat": np.arange(1, n_players + 1),
            "opening a box brings": draw_values(n_players, distribution=distribution)[::-1],
            "payoff": exact, "payoff in games": games.payoffs,
            "standard error": games.payoffs_error,
            "steals": steals, "steals in games": games.steal_rates,
        },
        f"{words}: exact, and in {n_games:,} games of seed {seed}.",
        _by_seat(
            {"exact": (exact, "-"), f"{n_games:,} games": (games.payoffs, ".")},
            f"Payoff by seat: {exact[0]:.4g} for the first, {exact[-1]:.4g} for the last of "
            f"{n_players}; the games played lie within {off:.1f} standard errors.",
        ),
        f"{words}: payoff by seat.",
        f"{_seats(exact)} A game has {total:.3g} thefts.",
    )  # fmt: skip


def resteal(n_players: int, distribution: Any, n_values: int) -> Answer:
    """Answer for unlimited re-steal: the equilibrium on a deck, with the error of the deck."""
    size = deck_size(n_players, distribution, n_values)
    found = solve_resteal(n_players, distribution=distribution, n_values=size)
    without = locked_seat_payoffs(n_players, distribution=distribution)
    columns = {"seat": np.arange(1, n_players + 1), "payoff": found.payoffs, "locked": without,
               "opens": found.actions[:, 0]}  # fmt: skip
    for rank in range(1, n_players):
        if found.actions[:, rank].max() > 0:
            columns[f"takes rank {rank}"] = found.actions[:, rank]
    exact = isinstance(read(distribution), Discrete)
    how = "exact" if exact else f"error about {found.error:.1g}"
    words = f"Unlimited re-steal among {n_players}, boxes {read(distribution)}"
    error, sure = (None, "exact") if exact else (float(found.error), "")
    return _answer(
        words,
        [
            *_payoffs(found.payoffs, error, cast("Sure", sure), ""),
            Quantity("values", size, "number of equally likely values on which it is solved",
                     sure="exact"),
        ],
        columns,
        f"{words}, on {size} equally likely values ({how}): payoffs, and how often each seat opens "
        "a box or takes one of a rank.",
        _by_seat(
            {"unlimited re-steal": (found.payoffs, "o-"), "stolen once only": (without, "o--")},
            f"With re-steal payoffs go from {found.payoffs[0]:.4g} for the first to "
            f"{found.payoffs[-1]:.4g} for the last, without it from {without[0]:.4g} to "
            f"{without[-1]:.4g}.",
        ),
        f"{words}: payoff by seat.",
        _seats(found.payoffs),
    )  # fmt: skip


def large(n_players: int, n_fit: int, n_games: int, seed: int) -> Answer:
    """Answer for many players with unlimited re-steal: a fitted policy and what it leaves."""
    found = large_resteal(n_players, n_fit=n_fit, n_games=n_games, seed=seed)
    regret = found.exploitability(n_tables=5, n_plays=20)
    mean = mean_field(n_players).payoffs
    words = f"Unlimited re-steal among {n_players}, approximately"
    largest = float(found.payoffs_error.max())
    return _answer(
        words,
        [
            *_payoffs(found.payoffs, largest, "standard error", " by the fitted policy"),
            Quantity("another_action_gains", float(regret.gains.mean()),
                     "what another action gains at tables met at random, on average over seats"),
        ],
        {
            "seat": np.arange(1, n_players + 1), "payoff": found.payoffs,
            "standard error": found.payoffs_error, "mean field": mean,
            "locked": locked_seat_payoffs(n_players), "opens": found.actions[:, 0],
            "another action gains": regret.gains,
        },
        f"{words}: {n_games:,} games of seed {seed}, {n_fit:,} for each fit.",
        _by_seat(
            {"fitted policy": (found.payoffs, "-"), "mean field": (mean, "--")},
            f"Payoffs rise from {found.payoffs[0]:.3f} for the first to {found.payoffs[-1]:.3f} "
            f"for the last; the mean field has {mean[0]:.3f} and {mean[-1]:.3f}.",
            ylim=(0, 1),
        ),
        f"{words}: payoff by seat.",
        _seats(found.payoffs),
    )  # fmt: skip


def decay(n_players: int, distribution: Any) -> Answer:
    """Answer for the decay of the thresholds: the logarithm and its constant."""
    law = draw_asymptotics(distribution=distribution)
    worth = draw_values(max(n_players, 20), distribution=distribution)
    ks = np.unique(np.geomspace(1, worth.size, 40).astype(int))

    drift = law.source_constant(ks.tolist())
    line = float(law.log_coefficient) * np.log(ks) + law.constant

    def draw() -> Drawn:
        from press import new_figure

        figure, axes = new_figure()
        axes.semilogx(ks, drift, "o", label="$2/(f(0)\\,t_k) - k$")
        axes.semilogx(ks, line, "--", label=r"$L \log k + C$")
        axes.set(xlabel="k, players to act", ylabel="the constant")
        axes.legend(fontsize=10)
        return figure, (
            f"The points rise from {drift[0]:.3g} at $k = 1$ to {drift[-1]:.3g} at $k = {ks[-1]}$ "
            "and approach the line."
        )

    words = (
        f"Boxes {read(distribution)}: to open one with $k$ players to act is worth about "
        r"$2 / (f(0) (k + L \log k + C))$"
    )
    return _answer(
        words,
        [
            Quantity("density", law.density, "of a box at 0, $f(0)$", sure="exact"),
            Quantity("log_coefficient", law.log_coefficient, "$L$", sure="exact"),
            Quantity("constant", law.constant, "$C$", law.error),
        ],
        {"k": ks, "$t_k$": worth[ks - 1], "$2/(f(0) t_k) - k$": drift, r"$L \log k + C$": line},
        f"{words}.",
        draw,
        f"{words}.",
        f"With {n_players} players to act, to open a box is worth {worth[n_players - 1]:.3g}.",
    )
