"""Section 2.2: several fixed points, and iterations that run past them."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.solvers import recursive_game
from press import Effort, Finding, claim, in_parts, show

from ..agreement import tally
from ..tolerances import CLIMBED, ROUNDING
from .recursion import random_games
from .said import limit

REACH = 9.0  # fixed points of the games of lines are looked for between minus this and this


@cache
def random_lines(count: int) -> list[tuple[np.ndarray, np.ndarray, list[tuple[float, str]]]]:
    """Random games of four lines, and their fixed points."""
    rng = np.random.default_rng(20)
    games = [(rng.normal(size=(4, 1)), rng.uniform(0, 2, (4, 1))) for _ in range(count)]
    return [(a, b, recursive_game.fixed_points(a, b, -REACH, REACH, cells=90)) for a, b in games]


def meets(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether the greatest of the lines a + b V meets V: where one does, no other is above."""
    at = a / (1 - b)
    return bool(((a + b * at.T).max(0) - at.T <= ROUNDING * (1 + abs(at.T))).any())


@claim("overshoot.generic")
def generic(effort: Effort) -> Finding:
    """Overshoot does not occur generically."""
    slopes, back = [], []
    for A, B in random_games(effort.of(full=400, reduced=40), 21):
        end = recursive_game.solve(A, B, v0=-1.0)
        if -1 < end.value < np.inf:
            slopes.append(end.multiplier)
            again = recursive_game.solve(A, B, v0=end.value + CLIMBED).value
            back.append(abs(again - end.value) < CLIMBED / 2)
    return Finding(
        "not refuted" if max(slopes) < 1 and all(back) else False,
        f"From {CLIMBED:g} above the value the iteration comes back to it in {tally(back)} random "
        "games. Where both optima are unique the slope of $T$ at the value is the expected "
        "multiplier, which is not above one, since $T$ reaches the value from below, and is "
        "exactly one only by coincidence; in these games it lies between "
        f"{min(slopes):.3f} and {max(slopes):.4f}.",
    )


@claim("overshoot.two", "overshoot.kinds", "overshoot.candidate")
def at_most_two(effort: Effort) -> dict[str, Finding]:
    """A game of m lines has at most two fixed points; the lower attracts and the higher repels."""
    games = random_lines(effort.of(full=400, reduced=30))
    most = max(len(fixed) for *_, fixed in games)
    slopes, kinds, reached, never = [], [], [], []
    for a, b, fixed in games:
        if len(fixed) != 2:
            continue
        (low, one), (high, other) = fixed
        slopes.append([float(b[(a + b * at).argmax(), 0]) for at in (low, high)])
        kinds.append((one, other) == ("attracting", "repelling"))
        below = (low - 1, (low + high) / 2, high - 0.01 * (high - low))
        ends = [recursive_game.solve(a, b, v0=start).value for start in below]
        reached.append(max(abs(end - low) for end in ends) < CLIMBED)
        above = recursive_game.solve(a, b, v0=high + 0.01 * (high - low)).value
        never.append(np.isinf(above))
    (lower, _), (_, higher) = np.max(slopes, axis=0), np.min(slopes, axis=0)
    where = f"between {-REACH:g} and {REACH:g}"
    found = f"random games of four lines in which we found two fixed points {where}"
    return {
        "overshoot.two": Finding(
            most <= 2 and lower < 1 <= higher,
            f"The reason is that the greatest of several lines is convex. In each of {len(games)} "
            f"random games of four lines we found at most {most} fixed points {where}; where there "
            f"are two, the slope is at most {lower:.3f} at the lower and at least {higher:.3f} at "
            "the higher.",
        ),
        "overshoot.kinds": Finding(
            len(kinds) > 0 and all(kinds),
            f"It follows from convexity, and we find it so in {tally(kinds)} {found}.",
        ),
        "overshoot.candidate": Finding(
            len(reached) > 0 and all(reached + never),
            f"In {tally(reached)} {found} the iteration goes to the lower from three starts below "
            f"the higher, two of them above the lower. In {tally(never)} it runs away upwards from "
            "a start above the higher.",
        ),
    }


@claim("overshoot.gap")
def gap_of_values(effort: Effort) -> Finding:
    """There can be a duality gap, the lower value V_* and the upper one infinite."""
    A, B = np.array([[0.0], [-1.0]]), np.array([[0.5], [2.0]])
    fees = 1.0, 1.5
    lower, end = (recursive_game.solve(A, B, v0=v).value for v in (-fees[0], fees[1]))
    first = float(recursive_game.value_map(A, B, [fees[1]])[0])
    upper = end if first < fees[1] else fees[1]  # else player 2 rather pays her fee
    return Finding(
        in_parts(lower < upper, upper == np.inf),
        f"Player 1 chooses between the lines $V/2$ and $2V - 1$. From {-fees[0]:g} the iteration "
        f"goes to {lower:g}, from {fees[1]:g} to {limit(end)}. But then the first round costs "
        f"{first:g}, and the fee of player 2 is {fees[1]:g}: by the source's rule she stays out, "
        f"so that the upper value is {upper:g}.",
    )


@claim("overshoot.example")
def touching(effort: Effort) -> Finding:
    """If the two coincide they attract from below and repel from above: 1/2 and 2, payoffs 0."""
    A, B = [[0.0], [0.0]], [[0.5], [2.0]]
    starts = (-1.0, 0.0, 0.1)
    ends = [recursive_game.solve(A, B, v0=v).value for v in starts]
    kinds = [kind for _, kind in recursive_game.fixed_points(A, B, -1, 1, cells=40)]
    rng = np.random.default_rng(22)
    same = []
    for _ in range(20):  # other lines through one point, some flatter than 1 and some steeper
        at, b = rng.normal(), np.concatenate([rng.uniform(0, 0.9, 2), rng.uniform(1.1, 2, 2)])
        beside = np.array([at - 0.1, at + 0.1])
        v = recursive_game.value_map((at - b * at)[:, None], b[:, None], beside.tolist()) - beside
        same.append((v > 0).all())
    return Finding(
        ends == [0.0, 0.0, np.inf] and all(same),
        f"From {show(list(starts))} the iteration goes to {', '.join(map(limit, ends))}; the fixed "
        f"point attracts {', '.join(kinds)} only. In {tally(same)} other games of lines through "
        "one point $T(V) > V$ on both sides as well.",
    )


@claim("overshoot.neutral")
def neutral_line(effort: Effort) -> Finding:
    """A multiplier of 1 at the fixed point makes a line of neutral fixed points."""
    places = [-0.5, 0.5]
    drift = recursive_game.value_map([[0.0]], [[1.0]], places) - places
    three = [[0.0], [0.0], [0.0]], [[1.0], [0.5], [2.0]]
    others = recursive_game.value_map(*three, places) - places
    # the line V alone: who starts higher ends higher, past the other's value
    ends = [recursive_game.solve([[0.0]], [[1.0]], v0=v).value for v in places]
    return Finding(
        in_parts(max(abs(drift)) < ROUNDING and ends[0] < ends[1], max(abs(others)) < ROUNDING),
        "The line $V$ alone leaves every $V$ where it is, so that from "
        f"{show(places)} the iteration ends at {show(ends)}: overshoot and gap are possible. With "
        f"the lines $V/2$ and $2V$ beside it $T(V) - V$ is {float(others[0]):g} and "
        f"{float(others[1]):g} there, and only one point is fixed.",
    )


@claim("overshoot.count")
def none_or_many(effort: Effort) -> Finding:
    """A game with one column has one or two finite fixed points."""
    a, b = [[1.0], [0.0]], [[0.5], [2.0]]
    meet = (a[0][0] - a[1][0]) / (b[1][0] - b[0][0])
    least = float(recursive_game.value_map(a, b, [meet])[0]) - meet  # slopes less and more than 1
    games = random_lines(effort.of(full=400, reduced=30))
    without = sum(not meets(a, b) for a, b, _ in games)
    most = max(len(fixed) for *_, fixed in games)
    return Finding(
        in_parts(least <= 0, most <= 2),
        "The game with the lines $1 + V/2$ and $2V$ has none, since $T(V) - V$ is least where they "
        f"meet, and {least:.3f} there. In the game with the line $V$ alone every point is fixed. "
        f"Of {len(games)} random games of four lines {without} have no fixed point.",
    )
