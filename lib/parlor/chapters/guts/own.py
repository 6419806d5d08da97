"""A reader's own table: one question at a time, in numbers, a table and a figure."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from parlor.games.guts import (
    CoalitionSolution,
    equilibrium_threshold,
    payoff,
    small,
    solve_coalition,
    stakes_multiplier,
)
from parlor.games.guts.asynchronous import MAX_MEMBERS, hold_down
from parlor.games.guts.pairs import MAX_PAIRS_MESH, two_against_two
from parlor.games.guts.play import play_games, tail_exponent
from parlor.games.guts.players import MAX_PLAYERS, fictitious_play
from parlor.games.guts.ruin import ruin
from parlor.games.guts.weenie import MAX_SEARCHED, MAX_WEENIE, strongest_coalition
from parlor.press import label_ends, new_figure

__all__ = [
    "MAX_MEMBERS",
    "MAX_PAIRS_MESH",
    "MAX_PLAYERS",
    "MAX_SEARCHED",
    "MAX_WEENIE",
    "Answer",
    "coalition",
    "pairs",
    "partners",
    "players",
    "ruined",
    "small_game",
    "weenie_rule",
]

GREY = "#8a8b8c"
PAIRS_MESH, PLAYERS_MESH = 21, 501  # where none is given, the source's


@dataclass(frozen=True)
class Answer:
    """What is said of a question.

    Attributes
    ----------
    values : dict of str to object
        Numbers with their errors, by names that begin with ``own``.
    table : pandas.DataFrame
        The details.
    caption : str
        What it shows, and of what game.
    figure : matplotlib.figure.Figure
        A picture.
    title : str
        Its caption.
    alt : str
        What it shows, for who does not see it.
    """

    values: dict[str, Any]
    table: pd.DataFrame
    caption: str
    figure: Figure
    title: str
    alt: str


def _words(solution: CoalitionSolution) -> str:
    points = "all thresholds" if solution.mesh is None else f"{solution.mesh} thresholds"
    rule = ", Weenie rule" if solution.weenie else ""
    kinds = {"full": "any coalition"}.get(solution.structure, f"{solution.structure}s only")
    return f"1 against {solution.n_coalition}, {points}, {kinds}{rule}"


def _returns(solution: CoalitionSolution, own: np.ndarray) -> list[np.ndarray]:
    """Player 1's total return by her threshold, against each strategy of the coalition."""
    value = solution.value if isfinite(solution.value) else 0.0

    def total(p: float, allies: tuple[float, ...]) -> float:
        table = (p, *allies)
        weenie = solution.weenie
        return payoff(table, weenie) + value * stakes_multiplier(table, weenie)

    return [np.array([total(float(p), allies) for p in own]) for allies, _ in solution.coalition]


def coalition(
    n_coalition: int,
    mesh: int | None,
    structure: str,
    weenie: bool,
    own: float | None,
    n_games: int,
    seed: int,
) -> Answer:
    """One player against a coalition: the value, both optimal mixes, and games of theirs."""
    solution = solve_coalition(n_coalition, mesh, structure, weenie)
    values: dict[str, Any] = {
        "own_value": f"{solution.value:.9f}",
        "own_gap": f"{solution.gap:.0e}",
        "own_multiplier": f"{solution.multiplier:.6f}",
        "own_enters": "yes" if solution.enters else "no",
    }
    if isfinite(solution.value) and solution.enters:
        games = play_games(solution, n_games, own=own, seed=seed)
        won = games.winnings
        values |= {
            "own_mean": f"{won.mean():.5f}",
            "own_se": f"{won.std() / len(won) ** 0.5:.5f}",
            "own_rounds": f"{games.lengths.mean():.4f}",
            "own_unfinished": games.unfinished,
            # a power of the stakes' tail: up to 2 the standard error means nothing
            "own_tail": f"{tail_exponent(solution):.3f}",
        }
    rows = [["player 1", f"{p:.6f}", w] for p, w in solution.player_one]
    rows += [["coalition", _alike(allies), w] for allies, w in solution.coalition]
    grid = np.linspace(0.3, 1, 141)
    each = _returns(solution, grid)
    blend = sum(w * y for y, (_, w) in zip(each, solution.coalition, strict=True))
    figure, axes = new_figure()
    for y, (allies, w) in zip(each[:4], solution.coalition, strict=False):
        axes.plot(grid, y, lw=1, label=f"{_alike(allies)}: {w:.2f}")
    axes.plot(grid, blend, color="C2", lw=2, label="their mix")
    axes.axvline(solution.player_one[0][0], color=GREY, lw=1)
    axes.set(xlabel="player 1's threshold", ylabel="player 1's return")
    axes.legend()
    best = float(grid[int(np.argmax(blend))])
    return Answer(
        values,
        pd.DataFrame(rows, columns=["who", "thresholds", "probability"]).round(6),
        f"Optimal mixes: {_words(solution)}.",
        figure,
        f"Player 1's return by her threshold, playing on for V: {_words(solution)}.",
        f"Curves against up to four strategies of the coalition, and their mix, which is highest, "
        f"{float(np.max(blend)):.4f}, near {best:.3f}.",
    )


def _alike(allies: tuple[float, ...]) -> str:
    """Thresholds in words, those alike counted."""
    found: dict[str, int] = {}
    for p in allies:
        found[f"{p:.4f}"] = found.get(f"{p:.4f}", 0) + 1
    return ", ".join(p if n == 1 else f"{n} x {p}" for p, n in found.items())


def weenie_rule(n_coalition: int) -> Answer:
    """The symmetric equilibrium of the Weenie rule against every coalition."""
    n = n_coalition + 1
    strongest = strongest_coalition(n)
    whole = solve_coalition(n_coalition, None, weenie=True)
    rows = [[f"{least:.9f}", _alike(allies)] for least, allies in strongest.minima]
    q = np.linspace(0, 1, 201)
    own = strongest.threshold
    bloc = np.array([payoff((own, *(float(t),) * n_coalition), True) for t in q])
    figure, axes = new_figure()
    axes.plot(q, bloc, label="all at q")
    lowest = float(bloc.min())
    if n_coalition > 1:
        led = [payoff((own, 0.0, *(float(t),) * (n_coalition - 1)), True) for t in q]
        axes.plot(q, led, label="one holds always, the others at q")
        lowest = min(lowest, *led)
    axes.axhline(0, color=GREY, lw=1)
    axes.set(xlabel="q", ylabel="player 1's payoff", ylim=(min(1.5 * lowest, -0.02), 0.3))
    axes.legend()
    return Answer(
        {
            "own_threshold": f"{own:.6f}",
            "own_least": f"{round(strongest.least, 12) + 0:.9f}",
            "own_strong": "no" if strongest.least < -1e-9 else "not refuted",
            "own_value": f"{round(whole.value, 12) + 0:.9f}",
            "own_gap": f"{whole.gap:.0e}",
            "own_enters": "yes" if whole.enters else "no",
            "own_multiplier": f"{strongest.multiplier:.6f}",
        },
        pd.DataFrame(rows, columns=["player 1's payoff", "coalition's thresholds"]),
        f"Weenie rule, {n} players: local minima found of the payoff at the equilibrium.",
        figure,
        f"Player 1's payoff in one round at her equilibrium, {n} players.",
        f"The lowest of the curves is {lowest:.4f}.",
    )


def pairs(mesh: int | None) -> Answer:
    """Two against two on a mesh."""
    points = mesh or PAIRS_MESH
    game = two_against_two(mesh=points)
    mix = [((a / (points - 1), b / (points - 1)), w) for (a, b), w in game.row]
    figure, axes = new_figure(width=4.6, height=3.8)
    for (a, b), w in mix:
        axes.plot(a, b, "o", ms=3 + 18 * w**0.5, color="C0", alpha=0.7)
    fair = equilibrium_threshold(4)
    axes.plot(fair, fair, "x", color="C1")
    axes.set(xlim=(-0.05, 1), ylim=(0.5, 1.02), xlabel="lower threshold", ylabel="higher threshold")
    rows = [[f"{a:.4f}", f"{b:.4f}", w] for (a, b), w in mix]
    return Answer(
        {
            "own_value": f"{round(game.value, 12) + 0:.9f}",
            "own_gap": f"{game.gap:.0e}",
            "own_support": len(mix),
        },
        pd.DataFrame(rows, columns=["lower", "higher", "probability"]).round(6),
        f"Two against two, {points} thresholds: either pair's optimal mix.",
        figure,
        "Either pair's optimal mix, dots by their weight; cross: the equilibrium of four.",
        f"{len(mix)} dots; the greatest weight is {max(w for _, w in mix):.3f}.",
    )


def partners(n_coalition: int, weenie: bool, going_on: float, n_starts: int, seed: int) -> Answer:
    """Partners who cannot confer: what they hold player 1 to."""
    found = hold_down(n_coalition, V=going_on, weenie=weenie, n_starts=n_starts, seed=seed)
    together = solve_coalition(n_coalition, None, weenie=weenie)
    grid = np.linspace(0, 1, 201)
    paid = [
        payoff((float(p), *found.coalition), weenie)
        + going_on * stakes_multiplier((float(p), *found.coalition), weenie)
        for p in grid
    ]
    figure, axes = new_figure()
    axes.plot(grid, paid)
    axes.axhline(going_on, color=GREY, lw=1)
    axes.plot(found.own, found.value, "o", color="C1")
    axes.set(xlabel="player 1's threshold", ylabel="player 1's return")
    rows = [[j + 2, p] for j, p in enumerate(found.coalition)]
    rule = " under the Weenie rule" if weenie else ""
    return Answer(
        {
            "own_least": f"{round(found.value, 12) + 0:.9f}",
            "own_threshold": f"{found.own:.6f}",
            "own_hits": f"{found.hits} of {found.n_starts}",
            "own_together": f"{round(together.value, 12) + 0:.9f}",
            "own_gap": f"{together.gap:.0e}",
        },
        pd.DataFrame(rows, columns=["player", "threshold"]).round(6),
        f"{n_coalition} independent partners{rule}: where they hold player 1 lowest, playing on "
        f"being worth {going_on:g}.",
        figure,
        "Player 1's return against them by her threshold; dot: her best. A search, so that the "
        "least is an upper bound.",
        f"A curve with its highest point {found.value:.5f} at {found.own:.4f}.",
    )


def ruined(
    solution: CoalitionSolution,
    chips: float,
    coalition_chips: float | None,
    table_stakes: bool,
    own: float | None,
    n_walks: int,
    seed: int,
) -> Answer:
    """Gambler's ruin: who has nothing left first."""
    theirs = chips * solution.n_coalition if coalition_chips is None else coalition_chips
    rows = []
    for part in (0.25, 0.5, 1.0):
        end = ruin(solution, part * chips, part * theirs, n_walks=n_walks, own=own,
                   table_stakes=table_stakes, seed=seed)  # fmt: skip
        rows.append(
            [part * chips, part * theirs, end.chance, end.chance_error, end.games, end.debt]
        )
    columns = ["player 1's chips", "coalition's", "she is ruined", "s.e.", "games", "debt"]
    frame = pd.DataFrame(rows, columns=columns)
    fair = theirs / (chips + theirs)
    figure, axes = new_figure()
    axes.errorbar(frame[columns[0]], frame[columns[2]], 2 * frame["s.e."], fmt="o-", capsize=3)
    axes.axhline(fair, color=GREY, lw=1)
    axes.set(xlabel=columns[0], ylabel="chance of her ruin")
    *_, chance, error, games, debt = rows[-1]
    how = "at table stakes" if table_stakes else "on credit"
    return Answer(
        {
            "own_chance": f"{chance:.5f}",
            "own_error": f"{error:.5f}",
            "own_fair": f"{fair:.5f}",
            "own_games": f"{games:.1f}",
            "own_debt": f"{debt:.4f}",
        },
        frame.round(5),
        f"Ruin {how}, {n_walks:,} walks each: {_words(solution)}.",
        figure,
        f"Player 1's chance of ruin {how}, with two standard errors; line: were the game fair.",
        f"Points from {rows[0][2]:.3f} to {chance:.3f}; a fair game would have {fair:.3f}.",
    )


def players(
    n_players: int, mesh: int | None, protocol: str, pooled: bool, n_rounds: int, seed: int
) -> Answer:
    """Fictitious play of single players, or of all but one who pool."""
    run = fictitious_play(n_players, n_rounds, mesh=mesh or PLAYERS_MESH, protocol=protocol,
                          pooled=pooled, seed=seed)  # fmt: skip
    points = np.linspace(0, 1, run.mixes[0].size)
    means = [float(mix @ points) for mix in run.mixes]
    fair = equilibrium_threshold(n_players)
    figure, axes = new_figure()
    axes.loglog(run.steps, run.gaps, label="$g(n)$")
    axes.loglog(run.steps, run.steps * run.gaps, label=r"$n\,g(n)$")
    axes.set(xlabel="n, rounds", ylabel="gap")
    label_ends(axes)
    rows = [[player + 1, mean, float(points[run.plays[player, -1]])]
            for player, mean in enumerate(means)]  # fmt: skip
    return Answer(
        {
            "own_gap": f"{run.gap:.2e}",
            "own_scaled_gap": f"{run.gap * run.steps[-1]:.4f}",
            "own_distance": f"{max(abs(p - fair) for p in means):.5f}",
            "own_equilibrium": f"{fair:.6f}",
        },
        pd.DataFrame(rows, columns=["player", "mean threshold", "last play"]).round(6),
        f"Fictitious play of {n_players}, {protocol} moves, {n_rounds:,} rounds on {points.size} "
        f"thresholds{', players 2 and on pooled' if pooled else ''}.",
        figure,
        "The gap g, what all could gain together by moving alone, and n times the gap.",
        f"The gap ends at {run.gap:.1e}, n times the gap at {run.gap * run.steps[-1]:.3f}.",
    )


def small_game(name: str, n_starts: int, seed: int) -> Answer:
    """A small game of the source: equilibria, and what partners force together and apart."""
    table = small.load_games()[name]
    found = small.equilibria(table, max_support=min(4, len(table)), n_starts=2, seed=seed)
    together = small.synchronous(table)
    apart = small.asynchronous(table, n_starts=n_starts, seed=seed)
    rows = [
        [
            " ".join(str(tuple(np.round(mix, 4).tolist())) for mix in e.mixes),
            str(tuple((np.round(e.values, 4) + 0.0).tolist())), f"{e.regret:.0e}",
            *("yes" if fact else "" for fact in (e.isolated, e.strict, e.strong, e.strong_each)),
        ]
        for e in found
    ]  # fmt: skip
    lowest = [min(e.values) for e in found]
    figure, axes = new_figure()
    axes.plot(range(1, len(found) + 1), lowest, "o", label="worst payoff in an equilibrium")
    axes.axhline(together.value, color="C1", label="partners together")
    axes.axhline(apart.value, color="C2", ls="--", label="partners apart")
    axes.set(xlabel="equilibrium", ylabel="payoff")
    axes.legend()
    columns = ["mixes", "payoffs", "regret", "isolated", "strict", "strong, jointly",
               "strong, each"]  # fmt: skip
    return Answer(
        {
            "own_together": f"{together.value:.9f}",
            "own_gap": f"{together.gap:.0e}",
            "own_apart": f"{apart.value + 0.0:.9f}",
            "own_hits": f"{apart.hits} of {apart.n_starts}",
            "own_equilibria": len(found),
        },
        pd.DataFrame(rows, columns=columns),
        f"Equilibria met of the game {name}, up to a permutation of the players.",
        figure,
        f"The game {name}: what a player gets at worst in each equilibrium, and what two force on "
        "the third (apart: an upper bound).",
        f"{len(found)} equilibria; together two hold the third to {together.value:.4f}, apart to "
        f"{apart.value:.4f}.",
    )
