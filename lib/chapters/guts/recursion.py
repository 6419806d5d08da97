"""Sections 1, 2.1 and 4.2: stakes that grow, and what playing on is worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from parlor.games.guts import payoff, stakes_multiplier
from parlor.solvers import recursive_game
from press import Effort, Finding, claim, greatest, show

from .rounds import matrices_of_all_coalitions
from .solved import continuum, sizes

GUTS_MESH = 21


def random_games(count: int, seed: int, top: float = 1.3) -> Iterator[tuple[np.ndarray, ...]]:
    """Random recursive games of three rows and columns."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield rng.normal(size=(3, 3)), rng.uniform(0, top, (3, 3))


@claim("intro.equivalence")
def everett_as_shapley(effort: Effort) -> Finding:
    """A recursive game is a stochastic one with payoff rho_0 a_0, stakes 1 - rho_0, moves rho_j."""
    rng = np.random.default_rng(0)
    off_printed, off_scaled = 0.0, 0.0
    for _ in range(effort.of(full=200, reduced=20)):
        rho = rng.dirichlet(np.ones(4), 3)  # of three states: end there, or go to one of them
        fixed = rng.normal(size=3)
        true = np.linalg.solve(np.eye(3) - rho[:, 1:], rho[:, 0] * fixed)
        stakes = (1 - rho[:, :1]) * rho[:, 1:]
        printed = np.linalg.solve(np.eye(3) - stakes, rho[:, 0] * fixed)
        scaled = np.linalg.solve(np.eye(3) - stakes / (1 - rho[:, :1]), rho[:, 0] * fixed)
        off_printed = greatest(off_printed, abs(printed - true).max())
        off_scaled = greatest(off_scaled, abs(scaled - true).max())
    return Finding(
        off_printed < 1e-9,
        r"Random chains of three states: with moves $\rho_j$ and stakes $1 - \rho_0$ the worth is "
        rf"off by up to {off_printed:.2f}, with moves $\rho_j / (1 - \rho_0)$ by {off_scaled:.0e}.",
    )


@claim("recursive.mutual_loss")
def mutual_loss(effort: Effort) -> Finding:
    """Zero-sum rounds need not make a zero-sum whole: stakes may stay in play for ever."""
    A, B = [[0.0]], [[1.0]]
    both = recursive_game.solve(A, B, v0=-1.0).value, recursive_game.solve(A, B, v0=-1.0).value
    fair = recursive_game.solve([[0.0]], [[0.5]], v0=-1.0).value
    return Finding(
        sum(both) < 0 and abs(fair) < 1e-9,
        f"One row, one column, payoff 0: with multiplier 1 either side keeps {both[0]:g}, together "
        f"{sum(both):g}; with multiplier 1/2 both end at 0.",
    )


@claim("recursive.no_minimax")
def no_minimax_in_the_long_run(effort: Effort) -> Finding:
    """The maximin principle holds for a round, and need not hold in the long run."""
    A, B = [[0.0], [-1.0]], [[0.5], [2.0]]
    low = recursive_game.solve(A, B, v0=-1.0).value
    high = recursive_game.solve(A, B, v0=1.5).value
    round_gap = max(recursive_game.solve(a, 0 * b, v0=0.0).gap for a, b in random_games(20, 1))
    return Finding(
        low < high and round_gap < 1e-9,
        f"Lines $V/2$ and $2V - 1$: iterated from -1 they end at {low:g}, from 1.5 at "
        f"{show(high)}. Single rounds have a gap of {round_gap:.0e} at most.",
    )


@claim("recursive.monotone")
def monotone(effort: Effort) -> Finding:
    """The values forceable in n rounds rise with n once V_1 > V_0."""
    started, falls = 0, 0
    games = [*random_games(effort.of(full=100, reduced=10), 2)]
    games.append(tuple(matrices_of_all_coalitions(2, GUTS_MESH)))
    for A, B in games:
        path = recursive_game.iterate(A, B, -1.0, 15)
        if path[1] > path[0]:
            started += 1
            falls += bool((np.diff(path) < -1e-9 * (1 + abs(path[1:]))).any())
    return Finding(
        falls == 0 and 0 < started < len(games),
        f"{len(games) - 1} random games and guts: {started} start to rise, {falls} of them fall "
        "later.",
    )


@claim("recursive.fixed_point")
def limit_is_fixed(effort: Effort) -> Finding:
    """The limit of the values is a fixed point of T, or infinite."""
    off, count, infinite = 0.0, 0, 0
    for A, B in random_games(effort.of(full=100, reduced=10), 3):
        path = recursive_game.iterate(A, B, -1.0, 400)
        if not path[1] > path[0]:
            continue
        if path[-1] > 1e6:
            infinite += 1
        elif path[-1] - path[-2] < 1e-9:
            low, high = path[-1] - 1e-6, path[-1] + 1e-6
            drift = recursive_game.value_map(A, B, [low, high]) - [low, high]
            off, count = greatest(off, float(abs(drift).max())), count + 1
    return Finding(
        off < 1e-5 and count > 0,
        f"Iterated 400 times by linear programmes: {count} random games settle, with $T(V) - V$ "
        f"within {off:.0e} a millionth to either side; {infinite} run away.",
    )


@claim("recursive.infinite")
def infinite_values(effort: Effort) -> Finding:
    """Both values, or either, could be plus or minus infinity."""
    ends = []
    for A, B in random_games(effort.of(full=300, reduced=60), 4, 2.5):
        enters = recursive_game.iterate(A, B, -1.0, 1)[1] > -1
        ends.append(recursive_game.solve(A, B, v0=-1.0).value if enters else -1.0)
    up, least = sum(np.isinf(end) and end > 0 for end in ends), min(ends)
    return Finding(
        "partly" if up and least >= -1 else least == -np.inf,
        f"{up} of {len(ends)} random games run away upwards for player 1. Downwards none can: who "
        f"may leave with a loss of 1 has at least {least:g}, and for player 2 it is the same.",
    )


@claim("recursive.upper")
def upper_value_fixed(effort: Effort) -> Finding:
    """The least that player 2 can force is likewise a fixed point of T."""
    A, B = [[2.0]], [[0.0]]  # a round is worth 2: player 2 rather pays the fee of 1
    first = recursive_game.iterate(-np.array(A).T, np.array(B).T, -1.0, 1)[1]
    leaves = first <= -1.0
    drift = float(recursive_game.value_map(A, B, [1.0])[0] - 1.0)
    play = recursive_game.solve([[0.5]], [[0.5]], v0=1.0).value
    return Finding(
        "partly" if leaves and abs(drift) > 1e-9 and abs(play - 1.0) < 1e-9 else abs(drift) < 1e-9,
        "If a round costs player 2 more than her fee she stays out, by the rule given for player "
        f"1 just before, and the value is the fee: $A = 2$, $B = 0$, where $T(1) - 1 = {drift:g}$.",
    )


@claim("iteration.worst")
def always_folding(effort: Effort) -> Finding:
    """Always folding guarantees -1 to a player and -N to a coalition of N."""
    rng = np.random.default_rng(5)
    worst, pair = 0.0, []
    for n in (2, 3, 5, 8):
        for _ in range(effort.of(full=100, reduced=10)):
            table = (1.0, *rng.random(n - 1))
            worst = greatest(worst, abs(payoff(table) - stakes_multiplier(table) + 1))
        for own in np.linspace(0, 1, 11):  # all others fold: player 1 takes n - 1, or stakes stay
            table = (float(own), *(1.0,) * (n - 1))
            pair.append(payoff(table) - (1 - stakes_multiplier(table)) * (n - 1))
    return Finding(
        worst < 1e-12 and max(map(abs, pair)) < 1e-12,
        rf"Whatever the others do $\alpha - \beta$ is -1 within {worst:.0e}; a coalition that "
        "always folds loses 1 a head if player 1 holds, and nothing otherwise.",
    )


@claim("iteration.start")
def start_anywhere(effort: Effort) -> Finding:
    """The iteration may start from -1 or from 0."""
    off = 0.0
    values: list[float] = []
    for N in (1, 2) if effort.reduced else (1, 2, 3):
        A, B = matrices_of_all_coalitions(N, effort.of(full=GUTS_MESH, reduced=11))
        ends = [recursive_game.iterate(A, B, start, 60)[-1] for start in (-1.0, 0.0)]
        off, values = greatest(off, abs(ends[0] - ends[1])), [*values, ends[1]]
    return Finding(
        off < 1e-9,
        "Sixty rounds of guts on a mesh against 1, 2 and 3: both starts end at "
        f"{show([round(v, 9) for v in values])}, within {off:.0e}.",
    )


@claim("iteration.monotone")
def iteration_is_monotone(effort: Effort) -> Finding:
    """The iteration is monotone: it converges or diverges to infinity."""
    both, rising = 0, 0
    games = [*random_games(effort.of(full=200, reduced=20), 6, 2.0)]
    for A, B in games:
        steps = np.diff(recursive_game.iterate(A, B, 0.3, 12))
        slack = 1e-9 * (1 + abs(steps).max())
        both += bool((steps > slack).any() and (steps < -slack).any())
        rising += bool(steps[0] > 0)
    return Finding(
        both == 0 and 0 < rising < len(games),
        f"{len(games)} random games: {rising} rise and the others fall, {both} do both.",
    )


@claim("iteration.unique")
def unique_fixed_point(effort: Effort) -> Finding:
    """If the fixed point is unique, it is the value of the game."""
    A, B = [[0.0]], [[2.0]]
    fixed = recursive_game.fixed_points(A, B, -5.0, 5.0, cells=101)
    path = recursive_game.iterate(A, B, -1.0, 1)
    below = [N for N in sizes(effort.reduced) if not continuum(N).margin > 0]
    return Finding(
        not (len(fixed) == 1 and path[1] < path[0]),
        f"One row, one column, $A = 0$, $B = 2$: only {fixed[0][0]:g} is fixed, but from -1 a "
        f"round leads to {path[1]:g}, so that player 1 leaves with -1. It is true if a round "
        f"gains at the start, as in guts (coalitions where it does not: {len(below)}).",
    )


@claim("recursive.repeated")
def repeated(effort: Effort) -> Finding:
    """In guts of three players repeating one strategy suffices."""
    two = continuum(2)
    own = two.player_one[0][0]
    grid = np.linspace(0, 1, effort.of(full=101, reduced=21))
    pairs = [(float(a), float(b)) for a in grid for b in grid[grid >= a]]
    alpha, beta = (np.array([f((own, *p)) for p in pairs]) for f in (payoff, stakes_multiplier))
    path = [-1.0]
    while len(path) < 40:
        path.append(float((alpha + beta * path[-1]).min()))
    return Finding(
        two.margin > 0 and path[-1] > two.value - 1e-6 and bool((np.diff(path) > -1e-12).all()),
        f"Her optimal threshold at the fixed point gains {two.margin:.4f} at least in the first "
        f"round; repeated against all pairs of a mesh it carries her from -1 to {path[-1]:.6f}, "
        f"and the value is {two.value:.6f}. (The optimum of the very first round is another, "
        f"{first_round_optimum():.3f}.)",
    )


def first_round_optimum() -> float:
    """Player 1's optimal threshold in a round after which she has lost her ante, on a mesh."""
    A, B = matrices_of_all_coalitions(2, 41)
    row = recursive_game.solve(A - B, 0 * B, v0=0.0).row
    return float(row @ np.linspace(0, 1, 41))
