"""A reader's own table: one question at a time, in numbers, a table and a figure."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import inf, isfinite
from typing import Any

import numpy as np

from parlor.core.estimate import of_sample
from parlor.core.result import data_frame
from parlor.games.guts import equilibrium_threshold, payoff, small, solve_coalition
from parlor.games.guts.asynchronous import hold_down
from parlor.games.guts.coalition import two_against_two
from parlor.games.guts.play import play_games, tail_exponent
from parlor.games.guts.players import fictitious_play
from parlor.games.guts.rounds import against
from parlor.games.guts.ruin import ruin
from parlor.games.guts.solution import CoalitionSolution
from parlor.games.guts.weenie import strongest_coalition
from parlor.solvers.fictitious_play import Protocol
from press import FAINT, Answer, Drawn, Picture, Quantity, Table, label_ends, new_figure

from ..tolerances import CERTIFIED
from .rounds import against_mix, total
from .solutions import COARSE

PLAYERS_MESH = 501  # where none is given
FEW = 12  # thresholds that are told as numbers
CUT_OFF = "number of walks cut off, each of which counts as half a ruin"
ENTERS = (
    "whether player 1 should play at all; if not, she leaves her ante, and plans are for a round"
)


def _answer(
    asked: str,
    quantities: list[Quantity],
    rows: tuple[list[str], list[list[Any]]],
    caption: str,
    draw: Any,
    told: str,
    said: str,
) -> Answer:
    """An answer with one table, of columns and rows, and one figure."""
    table = Table("own", partial(data_frame, rows[1], columns=rows[0]), caption, rows=60)
    return Answer(asked, tuple(quantities), (table,), (Picture("own_game", draw, told),), said)


def _won(value: float | None) -> str:
    """What player 1 gets of a game, in words."""
    if value is None:
        return "her stakes grow faster than games end"
    if not isfinite(value):
        return "she loses without an end" if value < 0 else "she wins without an end"
    if not value:
        return "she neither wins nor loses"
    return f"she {'loses' if value < 0 else 'wins'} {abs(value):.3g} antes a game"


def _holds(solution: CoalitionSolution, own: float | None) -> str:
    """How player 1 plays, and what she gets."""
    if own is not None:
        playing = f"Holding a hand above {own:g}"
        return f"{playing}, {_won(_of_own(solution, own).value)}; playing her best, " + (
            f"{_won(solution.value)}." if solution.enters else "she stays away."
        )
    if not solution.enters:
        return "Player 1 should not play: to leave her ante costs her less."
    few = solution.player_one[:3]
    mix = ", ".join(f"{p:.4g}" + (f" ({w:.2f})" if len(few) > 1 else "") for p, w in few)
    return f"Player 1 holds a hand above {mix}; {_won(_worth(solution.value))}."


def _worth(value: float) -> float:
    """A value without the noise of its last digits, as where it is 0."""
    return round(value, 12) + 0


def _words(solution: CoalitionSolution) -> str:
    points = "all thresholds" if solution.mesh is None else f"{solution.mesh} thresholds"
    friends = "1 opponent" if solution.n_coalition == 1 else f"{solution.n_coalition} friends"
    rule = ", Weenie rule" if solution.weenie else ""
    kinds = {"full": "any plans"}.get(solution.structure, f"{solution.structure}s only")
    return f"One player against {friends}, {points}, {kinds}{rule}"


def _returns(solution: CoalitionSolution, own: np.ndarray) -> list[np.ndarray]:
    """Player 1's total return by her threshold, against each strategy of the coalition."""
    value = solution.value if isfinite(solution.value) else 0.0
    plans = [against(allies, own, weenie=solution.weenie) for allies, _ in solution.coalition]
    return [alpha + value * beta for alpha, beta in plans]


def _of_value(solution: CoalitionSolution, name: str, meaning: str) -> Quantity:
    """The value of a game against a coalition, known to the gap over what playing on adds."""
    if not solution.enters:  # the ante that she leaves is no value of a game
        return Quantity(name, None, f"{meaning}: she should not play")
    if not isfinite(solution.value):
        return Quantity(name, solution.value, meaning, 0.0)
    error = solution.gap / abs(1 - solution.multiplier)
    return Quantity(name, _worth(solution.value), meaning, error)


def _of_own(solution: CoalitionSolution, own: float) -> Quantity:
    """What player 1 gets by a threshold of her own against the coalition's mix."""
    paid, grown = against_mix(solution.coalition, [own], weenie=solution.weenie)[:, 0].tolist()
    value = _worth(paid / (1 - grown)) if grown < 1 else None
    meaning = f"what player 1 gets of a game on average{_by(own)}, in antes"
    none = "" if grown < 1 else ": stakes grow faster than games end"
    return Quantity("own_value", value, meaning + none)


def coalition(solution: CoalitionSolution, own: float | None, n_games: int, seed: int) -> Answer:
    """One player against a coalition: the value, both optimal mixes, and games of theirs."""
    enters = Quantity("enters", solution.enters, ENTERS)
    few = solution.player_one[:FEW]
    best = "playing her best, " if own is not None else ""
    value = _of_value(solution, "value", f"what player 1 gets of a game on average, {best}in antes")
    found = [
        *(() if own is None else (_of_own(solution, own),)),
        *((value, enters) if solution.enters else (enters, value)),
        Quantity("thresholds", [p for p, _ in few], "player 1 holds a hand above these"),
        Quantity("chances", [w for _, w in few], "with these probabilities"),
        Quantity("multiplier", solution.multiplier,
                 "the factor of the stakes in a round, on average"),
    ]  # fmt: skip
    if isfinite(solution.value) and solution.enters:
        games = play_games(solution, n_games=n_games, own=own, seed=seed)
        found += [
            _mean("mean", games.winnings, "player 1's mean winnings a game" + _by(own)),
            # a power of the stakes' tail: up to 2 the standard error means nothing
            Quantity("tail", _tail(solution, own), "the power of the winnings' tail; "
                     "up to 2, the standard error of the mean means nothing"),
            _mean("rounds", games.lengths, "mean number of rounds of a game"),
            Quantity("unfinished", games.unfinished, "number of games cut off", sure="exact"),
        ]  # fmt: skip
    rows: list[list[Any]] = [["player 1", f"{p:.9f}", w] for p, w in solution.player_one]
    rows += [["friends", _alike(allies), w] for allies, w in solution.coalition]

    def draw() -> Drawn:
        grid = np.linspace(0.3, 1, 141)
        each = _returns(solution, grid)
        blend = sum(w * y for y, (_, w) in zip(each, solution.coalition, strict=True))
        figure, axes = new_figure()
        for y, (allies, w) in zip(each[:4], solution.coalition, strict=False):
            axes.plot(grid, y, lw=1, label=f"{_alike(allies)}: {w:.2f}")
        axes.plot(grid, blend, color="C2", lw=2, label="their mix")
        axes.axvline(solution.player_one[0][0], color=FAINT, lw=1)
        if own is not None:
            axes.axvline(own, color="C1", ls="--", lw=1, label="her own")
        axes.set(xlabel="player 1's threshold", ylabel="player 1's return")
        axes.legend()
        best = float(grid[int(np.argmax(blend))])
        return figure, (
            f"Curves against up to four plans of the friends, and their mix, which is "
            f"highest, {float(np.max(blend)):.4f}, near {best:.3f}."
        )

    staying = "" if solution.enters else ": she should not play"
    return _answer(
        f"{_words(solution)}{_by(own)}{staying}.",
        found,
        (["who", "thresholds", "probability"], rows),
        f"Optimal mixes: {_words(solution)}.",
        draw,
        f"Player 1's return by her threshold, against each plan and their mix: {_words(solution)}.",
        _holds(solution, own),
    )


def _mean(name: str, sample: np.ndarray, meaning: str) -> Quantity:
    mean = of_sample(sample)
    return Quantity(name, mean.value, meaning, mean.error, "standard error")


def _by(own: float | None) -> str:
    """By what threshold player 1 plays, if it is not her best."""
    return "" if own is None else f", holding above {own:g}"


def _tail(solution: CoalitionSolution, own: float | None) -> float:
    """The power of the winnings' tail: none is heavy enough if the stakes never grow."""
    try:
        return tail_exponent(solution, own=own)
    except ValueError:
        return inf


def _alike(allies: tuple[float, ...]) -> str:
    """Thresholds in words, those alike counted."""
    found = Counter(f"{p:.4f}" for p in allies)
    return ", ".join(p if n == 1 else f"{n} x {p}" for p, n in found.items())


def weenie_rule(n_coalition: int) -> Answer:
    """The symmetric equilibrium of the Weenie rule against every coalition."""
    n = n_coalition + 1
    strongest = strongest_coalition(n)
    whole = solve_coalition(n_coalition, mesh=None, weenie=True)
    rows = [[f"{least:.9f}", _alike(allies)] for least, allies in strongest.minima]
    own = strongest.threshold

    def draw() -> Drawn:
        q = np.linspace(0, 1, 201)
        bloc = np.array([payoff((own, *(float(t),) * n_coalition), weenie=True) for t in q])
        figure, axes = new_figure()
        axes.plot(q, bloc, label="all hold above q")
        lowest = float(bloc.min())
        if n_coalition > 1:
            led = [payoff((own, 0.0, *(float(t),) * (n_coalition - 1)), weenie=True) for t in q]
            axes.plot(q, led, label="one on anything, the others above q")
            lowest = min(lowest, *led)
        axes.axhline(0, color=FAINT, lw=1)
        axes.set(xlabel="q", ylabel="player 1's payoff", ylim=(min(1.5 * lowest, -0.02), 0.3))
        axes.legend()
        return figure, f"The lowest of the curves is {lowest:.4f}."

    return _answer(
        f"The fair line of the Weenie rule, {n} players, against all coalitions.",
        [
            Quantity("threshold", own, "the fair line, above which all hold in the equilibrium"),
            Quantity("least", _worth(strongest.least), "the least payoff of a player on it that "
                     "was found, in one round, whatever the others do"),
            Quantity("strong", "no" if strongest.least < -CERTIFIED else "not refuted",
                     "whether no coalition gains against it"),
            _of_value(whole, "value", "what player 1 gets of a game on average, playing her best"),
            Quantity("enters", whole.enters, ENTERS),
            Quantity("multiplier", strongest.multiplier,
                     "the factor of the stakes where that payoff is least"),
        ],
        (["player 1's payoff", "friends' thresholds"], rows),
        f"Weenie rule, {n} players: local minima found of the payoff on the fair line.",
        draw,
        f"Player 1's payoff in one round on the fair line, {n} players.",
        f"On the fair line all hold a hand above {own:.4g}. "
        + (f"A coalition gains against it: it holds a player to {strongest.least:.3g} a round."
           if strongest.least < -CERTIFIED else "No coalition was found that gains against it."),
    )  # fmt: skip


def pairs(mesh: int | None) -> Answer:
    """Two against two on a mesh."""
    points = mesh or COARSE
    game = two_against_two(mesh=points)
    mix = [((a / (points - 1), b / (points - 1)), w) for (a, b), w in game.row]
    (lower, higher), most = max(mix, key=lambda one: one[1])

    def draw() -> Drawn:
        figure, axes = new_figure(width=4.6, height=3.8)
        for (a, b), w in mix:
            axes.plot(a, b, "o", ms=3 + 18 * w**0.5, color="C0", alpha=0.7)
        fair = equilibrium_threshold(4)
        axes.plot(fair, fair, "x", color="C1")
        axes.set(xlim=(-0.05, 1), ylim=(0.5, 1.02))
        axes.set(xlabel="the bolder partner holds above", ylabel="the other holds above")
        return figure, f"{len(mix)} dots; the greatest weight is {most:.3f}."

    return _answer(
        f"Two against two, {points} thresholds.",
        [
            Quantity("value", _worth(game.value), "what the game is worth to either pair",
                     game.gap, "bound"),
            Quantity("support", len(mix), "number of pairs of thresholds in the mix"),
        ],
        (["lower", "higher", "probability"], [[f"{a:.4f}", f"{b:.4f}", w] for (a, b), w in mix]),
        f"Two against two, {points} thresholds: either pair's optimal mix.",
        draw,
        "Either pair's optimal mix; the larger a dot, the likelier. Cross: the fair line of four.",
        f"Either pair most often holds above {lower:.3g} and {higher:.3g}, with probability "
        f"{most:.2f}.",
    )  # fmt: skip


def partners(n_coalition: int, weenie: bool, going_on: float, n_starts: int, seed: int) -> Answer:
    """Partners who cannot confer: what they hold player 1 to."""
    found = hold_down(n_coalition, V=going_on, weenie=weenie, n_starts=n_starts, seed=seed)
    together = solve_coalition(n_coalition, mesh=None, weenie=weenie)

    def draw() -> Drawn:
        grid = np.linspace(0, 1, 201)
        paid = [total(p, found.coalition, going_on, weenie=weenie) for p in grid]
        figure, axes = new_figure()
        axes.plot(grid, paid)
        axes.axhline(going_on, color=FAINT, lw=1)
        axes.plot(found.own, found.value, "o", color="C1")
        axes.set(xlabel="player 1's threshold", ylabel="player 1's return")
        return figure, f"A curve with its highest point {found.value:.5f} at {found.own:.4f}."

    rule = " under the Weenie rule" if weenie else ""
    who = ("1 opponent" if n_coalition == 1 else f"{n_coalition} friends who cannot confer") + rule
    return _answer(
        f"{who}, playing on being worth {going_on:g}.",
        [
            Quantity("least", _worth(found.value), "what they were found to hold player 1 to, "
                     "an upper bound"),
            Quantity("threshold", found.own, "player 1's best reply"),
            Quantity("hits", found.hits, "number of starts that end there", sure="exact"),
            Quantity("starts", found.n_starts, "number of starts of the search", sure="exact"),
            _of_value(together, "together", "the value of the whole game if they could confer, "
                      "whatever playing on is worth"),
        ],
        (["player", "threshold"], [[j + 2, p] for j, p in enumerate(found.coalition)]),
        f"{who}: where they hold player 1 lowest, playing on being worth {going_on:g}.",
        draw,
        "Player 1's return against them by her threshold; dot: her best. They were found by a "
        "search, so the least is an upper bound.",
        f"They hold player 1 to {_worth(found.value):.3g} at most, who holds a hand above "
        f"{found.own:.4g}.",
    )  # fmt: skip


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
    for part in (0.25, 0.5, 1.0):  # the lab's conditions know of the least
        end = ruin(
            solution, part * chips, coalition_capital=part * theirs, n_walks=n_walks, own=own,
            table_stakes=table_stakes, seed=seed,
        )  # fmt: skip
        rows.append([
            part * chips, part * theirs, end.chance, end.chance_error, end.games, end.games_error,
            end.debt, end.debt_error, end.unfinished,
        ])  # fmt: skip
    columns = ["player 1's chips", "friends' chips", "she is ruined", "s.e.", "games",
               "s.e. of games", "debt", "s.e. of debt", "unfinished"]  # fmt: skip
    fair = theirs / (chips + theirs)

    def estimate(name: str, meaning: str) -> Quantity:
        error = getattr(end, f"{name}_error")
        return Quantity(name, getattr(end, name), meaning, error, "standard error")

    how = "at table stakes" if table_stakes else "on credit"

    def draw() -> Drawn:
        at, _, ends, errors, *_ = (np.array(column) for column in zip(*rows, strict=True))
        figure, axes = new_figure()
        axes.errorbar(at, ends, 2 * errors, fmt="o-", capsize=3)
        axes.axhline(fair, color=FAINT, lw=1)
        axes.set(xlabel=columns[0], ylabel="probability of her ruin")
        return figure, (
            f"Points from {ends[0]:.3f} to {ends[-1]:.3f}; a fair game would have {fair:.3f}."
        )

    return _answer(
        f"Ruin {how}, {chips:g} chips against {theirs:g}: {_words(solution)}{_by(own)}.",
        [
            estimate("chance", "the probability that player 1 is ruined first"),
            Quantity("fair", fair, "the probability of her ruin if the game were fair and "
                     "without debts", sure="exact"),
            estimate("games", "mean number of games up to the end"),
            estimate("debt", "the loser's mean debt at the end, in antes"),
            Quantity("unfinished", end.unfinished, CUT_OFF, sure="exact"),
        ],
        (columns, rows),
        f"Ruin {how}, {n_walks:,} walks each: {_words(solution)}{_by(own)}.",
        draw,
        f"The probability {how} that player 1 is ruined first, with two standard errors. Line: in "
        "a fair game without debts.",
        f"Player 1 is ruined first with probability {end.chance:.3f}; if the game were fair it "
        f"would be {fair:.3f}.",
    )  # fmt: skip


def players(
    n_players: int, mesh: int | None, protocol: Protocol, pooled: bool, n_rounds: int, seed: int
) -> Answer:
    """Fictitious play of single players, or of all but one who pool."""
    run = fictitious_play(n_players, n_rounds=n_rounds, mesh=mesh or PLAYERS_MESH,
                          protocol=protocol, pooled=pooled, seed=seed)  # fmt: skip
    points = np.linspace(0, 1, run.mixes[0].size)
    means = [float(mix @ points) for mix in run.mixes]
    fair = equilibrium_threshold(n_players)

    def draw() -> Drawn:
        figure, axes = new_figure()
        axes.loglog(run.steps, run.gaps, label="$g(n)$")
        axes.loglog(run.steps, run.steps * run.gaps, label=r"$n\,g(n)$")
        axes.set(xlabel="n, rounds", ylabel="gap")
        label_ends(axes)
        return figure, (
            f"The gap ends at {run.gap:.1e}, n times the gap at {run.gap * run.steps[-1]:.3f}."
        )

    who = f"Fictitious play of {n_players}, {protocol} moves, {n_rounds:,} rounds"
    together = ", players 2 and on pooled" if pooled else ""
    rows = [[player + 1, mean, float(points[run.plays[player, -1]])]
            for player, mean in enumerate(means)]  # fmt: skip
    return _answer(
        f"{who}{together}.",
        [
            Quantity("gap", run.gap, "what all could gain together by moving alone"),
            Quantity("scaled_gap", run.gap * run.steps[-1], "the gap times the number of rounds"),
            Quantity("distance", max(abs(p - fair) for p in means),
                     "the largest distance of a mean threshold from the fair line"),
            Quantity("equilibrium", fair, "the fair line, the threshold of the equilibrium"),
        ],
        (["player", "mean threshold", "last play"], rows),
        f"{who} on {points.size} thresholds{together}.",
        draw,
        "The gap g, what all could gain together by moving alone, and n times the gap.",
        f"Strangers hold a hand above {fair:.4g}, the fair line. Learning from each other for "
        f"{n_rounds:,} rounds, they hold above {min(means):.4g} to {max(means):.4g} on average.",
    )  # fmt: skip


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

    def draw() -> Drawn:
        lowest = [min(e.values) for e in found]
        figure, axes = new_figure()
        axes.plot(range(1, len(found) + 1), lowest, "o", label="worst payoff in an equilibrium")
        axes.axhline(together.value, color="C1", label="partners together")
        axes.axhline(apart.value, color="C2", ls="--", label="partners apart")
        axes.set(xlabel="equilibrium", ylabel="payoff")
        axes.legend()
        return figure, (
            f"{len(found)} equilibria; together two hold the third to {together.value:.4f}, apart "
            f"to {apart.value:.4f}."
        )

    columns = ["mixes", "payoffs", "regret", "isolated", "strict", "strong, jointly",
               "strong, each (pure)"]  # fmt: skip
    return _answer(
        f"The small game {name}.",
        [
            Quantity("together", _worth(together.value),
                     "what two hold the third to if they may confer", together.gap, "bound"),
            Quantity("apart", apart.value, "what two hold the third to if they may not confer, "
                     "found by a search: an upper bound"),
            Quantity("hits", apart.hits, "number of starts that end there", sure="exact"),
            Quantity("starts", apart.n_starts, "number of starts of the search", sure="exact"),
            Quantity("equilibria", len(found), "number of equilibria found, up to a permutation "
                     "of the players"),
        ],
        (columns, rows),
        f"Equilibria found of the game {name}, up to a permutation of the players.",
        draw,
        f"The game {name}: what the worst-off player gets in each equilibrium, and what two can "
        "hold the third to (apart: an upper bound).",
        f"Two hold the third to {_worth(together.value):.3g} if they may confer, and to "
        f"{_worth(apart.value):.3g} if not; {len(found)} equilibria were found.",
    )  # fmt: skip
