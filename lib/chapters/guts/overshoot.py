"""Section 2.2: several fixed points, and iterations that run past them."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.solvers import recursive_game
from press import Effort, Finding, claim, show

from .recursion import random_games


@cache
def random_lines(count: int) -> list[tuple[np.ndarray, np.ndarray, list[tuple[float, str]]]]:
    """Random games of four lines, and their fixed points."""
    rng = np.random.default_rng(20)
    found = []
    for _ in range(count):
        a, b = rng.normal(size=(4, 1)), rng.uniform(0, 2, (4, 1))
        found.append((a, b, recursive_game.fixed_points(a, b, -9, 9, cells=90)))
    return found


@claim("overshoot.generic")
def generic(effort: Effort) -> Finding:
    """Overshoot does not occur generically."""
    slopes = []
    for A, B in random_games(effort.of(full=400, reduced=40), 21):
        end = recursive_game.solve(A, B, v0=-1.0)
        slopes += [end.multiplier] if -1 < end.value < np.inf else []
    past = [s for s in slopes if s >= 1]
    return Finding(
        "not refuted" if not past else False,
        "Where both optima are unique the slope of T at the value is the expected multiplier, at "
        f"most 1 since T reaches it from below; to be just 1 is one equation more. {len(slopes)} "
        f"random games: multipliers from {min(slopes):.3f} to {max(slopes):.4f}.",
    )


@claim("overshoot.two")
def at_most_two(effort: Effort) -> Finding:
    """A game of m lines has at most two fixed points, the lower with slope below 1."""
    games = random_lines(effort.of(full=60, reduced=30))
    most = max(len(fixed) for *_, fixed in games)
    return Finding(
        most <= 2,
        f"A greatest of lines is convex. {len(games)} random games of four lines: at most {most}.",
    )


@claim("overshoot.kinds")
def their_kinds(effort: Effort) -> Finding:
    """Of two fixed points the lower attracts and the higher repels."""
    games = random_lines(effort.of(full=60, reduced=30))
    two = [[kind for _, kind in fixed] for *_, fixed in games if len(fixed) == 2]
    right = sum(kinds == ["attracting", "repelling"] for kinds in two)
    return Finding(
        right == len(two) > 0,
        f"By convexity; so in {right} of the {len(two)} random games with two.",
    )


@claim("overshoot.candidate")
def only_the_lower(effort: Effort) -> Finding:
    """From below the higher one only the lower is reached, and there is no overshoot."""
    reached = 0
    games = [g for g in random_lines(effort.of(full=60, reduced=30)) if len(g[2]) == 2]
    for a, b, ((low, _), (high, _)) in games:
        starts = (low - 1, (low + high) / 2, high - 0.01 * (high - low))
        ends = [recursive_game.solve(a, b, v0=start).value for start in starts]
        reached += max(abs(end - low) for end in ends) < 1e-6
    return Finding(
        reached == len(games) > 0,
        f"{reached} of {len(games)} random games with two go to the lower from three starts below "
        "the higher.",
    )


@claim("overshoot.gap")
def gap_of_values(effort: Effort) -> Finding:
    """There can be a duality gap, the lower value V_* and the upper one infinite."""
    A, B = np.array([[0.0], [-1.0]]), np.array([[0.5], [2.0]])
    ends = [recursive_game.solve(A, B, v0=v).value for v in (-1.0, 1.5)]
    first = float(recursive_game.value_map(A, B, [1.5])[0])
    enters = first < 1.5  # player 2 would lose more than her fee in the first round
    return Finding(
        "partly" if ends[0] == 0 and ends[1] == np.inf and not enters else ends == [0.0, np.inf],
        f"Lines $V/2$ and $2V - 1$: from -1 the iteration goes to {ends[0]:g}, from 1.5 to "
        f"{show(ends[1])}. But a round costs player 2 then {first:g}, more than her fee of 1.5, "
        "so that by the source's rule she stays out and the upper value is 1.5.",
    )


@claim("overshoot.example")
def touching(effort: Effort) -> Finding:
    """If the two coincide they attract from below and repel from above: 1/2 and 2, payoffs 0."""
    A, B = [[0.0], [0.0]], [[0.5], [2.0]]
    ends = [recursive_game.solve(A, B, v0=v).value for v in (-1.0, 0.0, 0.1)]
    kinds = [kind for _, kind in recursive_game.fixed_points(A, B, -1, 1, cells=40)]
    rng = np.random.default_rng(22)
    same = 0
    for _ in range(20):  # other lines through one point, some flatter than 1 and some steeper
        at, b = rng.normal(), np.concatenate([rng.uniform(0, 0.9, 2), rng.uniform(1.1, 2, 2)])
        a = (at - b * at)[:, None]
        v = recursive_game.value_map(a, b[:, None], [at - 0.1, at + 0.1]) - [at - 0.1, at + 0.1]
        same += bool((v > 0).all())
    return Finding(
        ends == [0.0, 0.0, np.inf] and same == 20,
        f"From -1, 0 and .1 it goes to {show(ends)}; the fixed point is {', '.join(kinds)}. $T(V) "
        f"> V$ on both sides in {same} of 20 other games of lines through one point.",
    )


@claim("overshoot.neutral")
def neutral_line(effort: Effort) -> Finding:
    """A multiplier of 1 at the fixed point makes a line of neutral fixed points."""
    places = [-0.5, 0.5]
    drift = recursive_game.value_map([[0.0]], [[1.0]], places) - places
    three = [[0.0], [0.0], [0.0]], [[1.0], [0.5], [2.0]]
    others = recursive_game.value_map(*three, places) - places
    alone = bool((abs(drift) < 1e-12).all())
    return Finding(
        "partly" if alone and not (abs(others) < 1e-12).all() else alone,
        "The line V alone leaves every V where it is. With the lines V/2 and 2V beside it, $T(V) "
        f"- V$ is {float(others[0]):g} at -.5 and {float(others[1]):g} at .5.",
    )


@claim("overshoot.count")
def none_or_many(effort: Effort) -> Finding:
    """A game with one column has one or two finite fixed points."""
    a, b = [[1.0], [0.0]], [[0.5], [2.0]]
    none = recursive_game.fixed_points(a, b, -100, 100, cells=1001)
    v = np.linspace(-100, 100, 4001)
    least = float((recursive_game.value_map(a, b, v.tolist()) - v).min())
    counts = [len(fixed) for *_, fixed in random_lines(effort.of(full=60, reduced=30))]
    return Finding(
        bool(none) or least <= 0,
        f"Lines $1 + V/2$ and $2V$: $T(V) - V$ is at least {least:g}, there is none. ($A = 0, B = "
        f"1$ has all of them.) Of {len(counts)} random games of four lines {counts.count(0)} have "
        "none.",
    )
