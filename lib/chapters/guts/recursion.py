"""Sections 1, 2.1 and 4.2: stakes that grow, and what playing on is worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from parlor.core.literature import games
from parlor.games.guts import mesh_game, payoff, stakes_multiplier
from parlor.solvers import recursive_game
from press import Effort, Finding, claim, greatest, in_parts, show

from ..agreement import tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import printed
from .rounds import tables_of_five
from .said import equality, limit
from .solutions import continuum, sizes

GUTS_MESH = 21
FAR = 20.0  # antes: beyond, the random games have no fixed point but by a hair


def random_games(count: int, seed: int, top: float = 1.3) -> Iterator[tuple[np.ndarray, ...]]:
    """Random recursive games of three rows and columns."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield rng.normal(size=(3, 3)), rng.uniform(0, top, (3, 3))


FEE = 1.0  # of either player
FOUR = games("parlor_2026")["four"].matrices


def zigzag(pieces: int) -> tuple[np.ndarray, np.ndarray]:
    """The game whose value map is a zigzag about the diagonal, by the proof's rule."""
    knots = np.arange(pieces - 1.0)
    heights = knots + np.where(np.arange(pieces - 1) % 2, -1, 1) / 3
    slopes = np.array([2.0, *np.diff(heights) / np.diff(knots), 2.0 if pieces % 2 else 0.5])
    A, B = np.zeros((2, pieces, pieces))
    for i, j in np.ndindex(A.shape):
        at = max(i - 1, 0) if i == j else min(i, j)
        B[i, j] = slopes[i] if i == j else 0.0 if i < j else slopes.max()
        A[i, j] = heights[at] - B[i, j] * knots[at]
    return A, B


def forced(A: np.ndarray, B: np.ndarray, fee: float) -> tuple[float, bool]:
    """What the row player forces, and whether she plays: else she pays the fee."""
    plays = bool(recursive_game.iterate(A, B, v0=-fee, n_rounds=1)[1] > -fee)
    return (recursive_game.solve(A, B, v0=-fee).value if plays else -fee), plays


@claim("recursive.mutual_loss")
def mutual_loss(effort: Effort) -> Finding:
    """Zero-sum rounds need not make a zero-sum whole: stakes may stay in play for ever."""
    A, stays, shrinks = [[0.0]], 1.0, 0.5  # by symmetry either side's iteration is the same
    kept = recursive_game.solve(A, [[stays]], v0=-1.0).value
    fair = recursive_game.solve(A, [[shrinks]], v0=-1.0).value
    return Finding(
        2 * kept < 0 and abs(fair) < CERTIFIED,
        f"Each side has one strategy, and a round pays nothing. With multiplier {stays:g} either "
        f"side is left with {kept:g}, both together with {2 * kept:g}; with multiplier "
        f"{shrinks:g} both end at {abs(fair):g}.",
    )


@claim("recursive.no_minimax")
def no_minimax_in_the_long_run(effort: Effort) -> Finding:
    """The maximin principle holds for a round, and need not hold in the long run."""
    A, B = [[0.0], [-1.0]], [[0.5], [2.0]]
    fee, more = 1.0, 1.5
    low, high = (recursive_game.solve(A, B, v0=v).value for v in (-fee, more))
    gaps = [recursive_game.solve(a, 0 * b, v0=0.0).gap for a, b in random_games(20, 1)]
    return Finding(
        low < min(high, more) and max(gaps) < CERTIFIED,
        f"Player 1 chooses between the lines $V/2$ and $2V - 1$. From a fee of {fee:g} she forces "
        f"{low:g}; player 2, whose fee is {more:g}, can force no less than that fee, since the "
        f"iteration from there ends at {limit(high)}. Single rounds of {len(gaps)} random games "
        f"have a gap of at most {max(gaps):.0e}.",
    )


@claim("recursive.monotone")
def monotone(effort: Effort) -> Finding:
    """The values forceable in n rounds rise with n once V_1 > V_0."""
    games = [*random_games(effort.of(full=100, reduced=10), 2), tuple(mesh_game(2, GUTS_MESH))]
    paths = [recursive_game.iterate(A, B, v0=-1.0, n_rounds=15) for A, B in games]
    rises = [
        (np.diff(path) / (1 + abs(path[1:])) >= -CERTIFIED).all()
        for path in paths if path[1] > path[0]
    ]  # fmt: skip
    return Finding(
        all(rises) and 0 < len(rises) < len(games),
        f"We iterated guts and {len(games) - 1} random games. In {len(rises)} of them the first "
        f"step rises, and in {tally(rises)} of these no later step falls.",
    )


@claim("recursive.fixed_point")
def limit_is_fixed(effort: Effort) -> Finding:
    """The limit of the values is a fixed point of T, or infinite."""
    rounds = 400
    fixed, away, open_ = list[bool](), 0, 0
    for A, B in random_games(effort.of(full=100, reduced=10), 3):
        path = recursive_game.iterate(A, B, v0=-1.0, n_rounds=rounds)
        first, last = path[1] - path[0], path[-1] - path[-2]
        if first <= 0:
            continue
        if last > first:
            away += 1  # ever faster: to infinity
        elif last < CERTIFIED:
            around = path[-1] + np.array([-CLIMBED, CLIMBED])
            drift = recursive_game.value_map(A, B, around.tolist()) - around
            fixed.append(bool(drift[0] > 0 > drift[1]))
        else:
            open_ += 1
    return Finding(
        len(fixed) > 0 and all(fixed),
        f"Of random games whose first step rises {len(fixed)} have settled after {rounds} rounds. "
        f"In {tally(fixed)} of these $T(V) - V$ changes its sign within {CLIMBED:g} of the limit; "
        f"{away} others grow faster and faster, without bound, and {open_ or 'none'} had not "
        "settled.",
    )


@claim("recursive.infinite")
def infinite_values(effort: Effort) -> Finding:
    """Both values, or either, could be plus or minus infinity."""
    ends = [forced(A, B, FEE)[0] for A, B in random_games(effort.of(full=300, reduced=60), 4, 2.5)]
    up, down = (sum(end == side for end in ends) for side in (np.inf, -np.inf))
    return Finding(
        in_parts(up, down),
        f"In {up} of {len(ends)} random games the value that player 1 forces runs away upwards, "
        f"and in {down or 'none'} downwards, since she may leave with a loss of {FEE:g}: the least "
        f"is {min(ends):g}. For player 2 it is the same with the signs changed.",
    )


@claim("recursive.upper")
def upper_value_fixed(effort: Effort) -> Finding:
    """The least that player 2 can force is likewise a fixed point of T."""
    playing, staying = list[bool](), list[bool]()
    for A, B in random_games(effort.of(full=100, reduced=20), 14):
        least, plays = forced(-A.T, B.T, FEE)
        if np.isfinite(least):
            drift = float(recursive_game.value_map(A, B, [-least])[0] + least)
            (playing if plays else staying).append(abs(drift) < CLIMBED)
    return Finding(
        in_parts(*playing, *staying),
        f"In {len(playing)} of {len(playing + staying)} random games player 2 plays, and what she "
        f"forces is a fixed point of $T$ in {tally(playing)} of these. In {len(staying)} a round "
        "would cost her more than her fee: she stays out, and the fee is a fixed point in "
        f"{sum(staying) or 'none'} of those.",
    )


@claim("iteration.worst")
def always_folding(effort: Effort) -> Finding:
    """Always folding guarantees -1 to a player and -N to a coalition of N."""
    sizes, n_tables = (2, 3, 5), effort.of(full=100, reduced=10)
    folds = [(Fraction(1), *t[: n - 1]) for n in sizes for t in tables_of_five(n_tables)]
    # by the source's cases: our payoff is made from the multiplier, and would agree with itself
    kept = [printed.alpha_by_subsets(t)[0] - printed.beta_by_subsets(t) + 1 for t in folds]
    worst = greatest(*(abs(float(one)) for one in kept))
    # all others fold: player 1 takes n - 1, or stakes stay
    left = [(p, *(1.0,) * (n - 1)) for n in sizes for p in np.linspace(0, 1, 11).tolist()]
    pair = greatest(*(abs(payoff(t) - (1 - stakes_multiplier(t)) * (len(t) - 1)) for t in left))
    return Finding(
        max(worst, pair) < ROUNDING,
        r"Whatever the others do, $\alpha - \beta + 1$ vanishes for a player who always folds: "
        f"{equality(worst)} at {n_tables} random tables each of {show(list(sizes))} players. If "
        "all others fold, player 1 wins one ante from each whenever she holds, and nothing "
        "otherwise.",
    )


@claim("iteration.start")
def start_anywhere(effort: Effort) -> Finding:
    """The iteration may start from -1 or from 0."""
    off, values, rounds = 0.0, list[float](), 60
    against, mesh = effort.of(full=(1, 2, 3), reduced=(1, 2)), effort.of(full=21, reduced=11)
    for N in against:
        A, B = mesh_game(N, mesh)
        ends = [recursive_game.iterate(A, B, v0=v, n_rounds=rounds)[-1] for v in (-1.0, 0.0)]
        off, values = greatest(off, abs(ends[0] - ends[1])), [*values, ends[1]]
    fifths = [Fraction(i, 5) for i in range(6)]
    tables = [
        (own, *plan) for N in against for own in fifths
        for plan in combinations_with_replacement(fifths, N)
    ]  # fmt: skip
    # the partners' by who drops, loses and contends, which knows nothing of player 1's formula
    sums = [payoff(t) + float(sum(printed.alpha_by_subsets(t)[1:])) for t in tables]
    from_nothing = greatest(*map(abs, sums))
    lost = [paid - len(t) * stakes_multiplier(t) for paid, t in zip(sums, tables, strict=True)]
    return Finding(
        off < CERTIFIED and from_nothing < ROUNDING and min(lost) < -ROUNDING,
        f"On {mesh} thresholds, against {show(list(against))} players, we iterated {rounds} rounds "
        "from a loss of one ante and from nothing: both end at "
        f"{show([round(v, 9) for v in values])}, within {off:.0e}. At {len(tables)} tables with "
        "thresholds in fifths player 1's payoff and what the rules pay each of the partners add up "
        f"to zero, {equality(from_nothing)}, so that a round from nothing is zero-sum; from a loss "
        f"of everybody's ante such sums go down to {min(lost):g}.",
    )


@claim("iteration.monotone")
def iteration_is_monotone(effort: Effort) -> Finding:
    """The iteration is monotone: it converges or diverges to infinity."""
    games = [*random_games(effort.of(full=200, reduced=20), 6, 2.0)]
    steps = [np.diff(recursive_game.iterate(A, B, v0=0.3, n_rounds=12)) for A, B in games]
    slack = [CERTIFIED * (1 + abs(step).max()) for step in steps]
    both = sum(step.max() > s and step.min() < -s for step, s in zip(steps, slack, strict=True))
    rising = sum(bool(step[0] > 0) for step in steps)
    return Finding(
        both == 0 and 0 < rising < len(games),
        f"We iterated {len(games)} random games: {rising} begin by rising and the others by "
        f"falling, and {both or 'none'} of them do both.",
    )


@claim("iteration.unique")
def unique_fixed_point(effort: Effort) -> Finding:
    """If the fixed point is unique, it is the value of the game."""
    playing, staying = list[bool](), list[bool]()
    line = np.array([[0.0]]), np.array([[2.0]])
    for A, B in [line, *random_games(effort.of(full=60, reduced=15), 15, 2.0)]:
        fixed = recursive_game.fixed_points(A, B, -FAR, FAR, cells=200)
        limit = recursive_game.solve(A, B, v0=0.0).value  # the source may start from 0
        if len(fixed) == 1 and np.isfinite(limit):
            value, plays = forced(A, B, FEE)
            (playing if plays else staying).append(abs(value - fixed[0][0]) < CLIMBED)
    gains = tally(continuum(N).margin > 0 for N in sizes(effort.reduced))
    return Finding(
        in_parts(*playing, *staying),
        f"We took games with one fixed point between {-FAR:g} and {FAR:g}, to which the iteration "
        f"from zero goes. In {len(playing)} of them the first round gains something on the "
        f"fee, and the fixed point is the value in {tally(playing)}. In {len(staying)}, "
        "such as $A = 0$, $B = 2$, it does not: player 1 stays out, and the fixed point is the "
        f"value in {tally(staying)}. In guts the first round gains against {gains} "
        "coalitions.",
    )


@claim("recursive.repeated")
def repeated(effort: Effort) -> Finding:
    """In guts of three players repeating one strategy suffices."""
    two = continuum(2)
    own = two.player_one[0][0]
    grid = np.linspace(0, 1, effort.of(full=101, reduced=21)).tolist()
    pairs = list(combinations_with_replacement(grid, 2))
    alpha, beta = (np.array([f((own, *p)) for p in pairs]) for f in (payoff, stakes_multiplier))
    path = recursive_game.iterate(alpha[None], beta[None], v0=-1.0, n_rounds=39)
    rises = bool((np.diff(path) > -ROUNDING).all())
    return Finding(
        two.margin > 0 and path[-1] > two.value - CLIMBED and rises,
        f"Player 1's optimal threshold at the fixed point gains at least {two.margin:.4f} in the "
        f"first round. Repeated against all {len(pairs):,} pairs on a mesh of {len(grid)} "
        f"thresholds it carries her from {path[0]:g} to {path[-1]:.6f}, and the value is "
        f"{two.value:.6f}.",
    )
