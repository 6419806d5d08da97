"""Sections 1.1.1, 2.1 and 2.2: Proposition 1.1 and Theorems 1.2 to 1.4."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from parlor.core.literature import games
from parlor.solvers import recursive_game, zero_sum
from press import Effort, Finding, claim, greatest, in_parts, show

from ..agreement import tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from .recursion import FEE, random_games
from .rounds import limit_of_repeating
from .said import said

# A value beyond is a crossing at a slope so close to 1 that differences of 1e-6 tell nothing.
STEEP = 50
TANGENT = games("parlor_2026")["tangent"].matrices


@cache
def random_strategies(count: int) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Random games with a random strategy of player 1's each."""
    rng = np.random.default_rng(0)
    return [(A, B, rng.dirichlet(np.ones(3))) for A, B in random_games(count, 10, 1.5)]


@cache
def valued_games(count: int, seed: int) -> list[tuple[Any, ...]]:
    """Random games with their solutions, of those that have a value above the fee."""
    games = [(A, B, recursive_game.solve(A, B, v0=-FEE)) for A, B in random_games(count, seed)]
    return [game for game in games if -FEE < game[2].value < STEEP]


@claim("theorem.termination")
def termination(effort: Effort) -> Finding:
    """The return after n rounds is at least (1.8)."""
    left, rounds = [], 59
    cases = list(product((0.5, 1, 3), (0.1, 0.4), (0.0, 0.2, 1.0)))
    for t, eps, a0 in cases:
        v, q = -t, 1 - eps / t
        # the worst that alpha >= a0 and alpha >= t (beta - 1) + eps allow
        for n in range(1, rounds + 1):
            v = a0 * (1 + v / t) + v * q if v < 0 else max(v, a0)
            left.append(v - (a0 - a0 * q ** max(0, n - 1) - t * q**n))
    return Finding(
        min(left) > -ROUNDING,
        rf"For {len(cases)} choices of $t$, $\varepsilon$ and $\alpha_0$ we ran the worst sequence "
        f"that the conditions allow: in {rounds} rounds it falls below the bound by at most "
        f"{max(-min(left), 0.0):.0e}.",
    )


@claim("theorem.termination_sharp")
def termination_sharp(effort: Effort) -> Finding:
    """Condition (1.7) is sharp for a single strategy that forces more than 0, or at least 0."""
    met, above, agree = 0, 0, []
    for A, B, row in random_strategies(effort.of(full=1000, reduced=100)):
        alpha, beta = row @ A, row @ B
        gains = (alpha - FEE * (beta - 1)).min() > 0
        end = limit_of_repeating(A, B, row, -FEE)
        neutral, winning = gains and alpha.min() >= 0, gains and alpha.min() > 0
        met, above = met + neutral, above + winning
        agree.append(neutral == (end >= -CERTIFIED) and winning == (end > CERTIFIED))
    return Finding(
        all(agree) and met > 0,
        rf"Of {len(agree):,} random strategies, repeated from a loss of {FEE:g}, {met} meet (1.7) "
        rf"with $\alpha_0 = 0$ and {above} with some $\alpha_0 > 0$. In {tally(agree)} cases "
        "condition and outcome agree: the former do not lose, and the latter win.",
    )


@claim("theorem.transition", "theorem.transition_sharp")
def transition(effort: Effort) -> dict[str, Finding]:
    """Two inequalities at the ends of an interval carry a repeated strategy to its end."""
    start, end = -1.0, 0.0
    held, stuck, short = list[bool](), list[bool](), list[bool]()
    trials = random_strategies(effort.of(full=1000, reduced=100))
    for A, B, row in trials:
        step = recursive_game.transition(A, B, row.tolist(), start, end)
        reached = limit_of_repeating(A, B, row, start)
        if step.holds:
            held.append(reached >= end - CERTIFIED)
        elif step.start_margin <= 0:
            stuck.append(reached <= start)
        elif step.end_margin < 0:
            short.append(reached < end)
    return {
        "theorem.transition": Finding(
            len(held) > 0 and all(held),
            f"Of {len(trials):,} random strategies both inequalities hold for {len(held)}. "
            f"Repeated, {tally(held)} of these lead from {start:g} to {end:g} or beyond.",
        ),
        "theorem.transition_sharp": Finding(
            min(len(stuck), len(short)) > 0 and all(stuck + short),
            f"We repeated {len(trials):,} random strategies. Where the first inequality fails, "
            f"{tally(stuck)} do not get above {start:g}; where the second alone fails, "
            f"{tally(short)} end below {end:g}.",
        ),
    }


@claim("theorem.rate", "theorem.rate_sharp", "theorem.rate_proof")
def rate(effort: Effort) -> dict[str, Finding]:
    """The distance after n rounds is at most (1 - epsilon)^n times the length; sharply so."""
    above, below, equal = list[float](), list[float](), list[float]()
    cases = list(product((0.25, 0.5, 1.0, 2.0, 4.0), (0.25, 0.5, 0.75)))
    for length, b in cases:
        step = recursive_game.transition([[0.0]], [[b]], [1.0], -length, 0.0)
        *_, end = recursive_game.iterate([[0.0]], [[b]], v0=-length, n_rounds=3).tolist()
        distance = -end / length
        ratio = distance - max(step.printed_rate, 0.0) ** 3
        (above if length > 1 else equal if length == 1 else below).append(ratio)
        equal.append(distance - step.rate**3)
    far = 2.0
    half = recursive_game.transition([[0.0]], [[0.5]], [1.0], -far, 0.0)
    once = -float(recursive_game.iterate([[0.0]], [[0.5]], v0=-far, n_rounds=1)[1])
    exact = max(map(abs, equal)) < ROUNDING
    game = f"In the game $A = 0$, $B = 1/2$, from {-far:g} to the value,"
    return {
        "theorem.rate": Finding(
            max(above) <= ROUNDING,
            f"{game} the bound promises that the distance after one round is "
            f"{half.printed_rate * far:g}, and it is {once:g}. With $\\varepsilon$ divided by the "
            f"length of the interval the rate is {half.rate:g}, as it should be.",
        ),
        "theorem.rate_sharp": Finding(
            in_parts(exact, max(above) <= ROUNDING, max(below) > -ROUNDING),
            f"We tried {len(cases)} games of one line for three rounds. On intervals of length one "
            "the bound is attained, on longer ones it is false, and on shorter ones the distance "
            f"is smaller than the bound by {-max(below):.2f} to {-min(below):.2f} of the length. "
            r"All attain the rate $1 - \varepsilon / \ell$, where $\ell$ is the length.",
        ),
        "theorem.rate_proof": Finding(
            far - once >= half.start_margin * far,
            rf"{game} $T(v) - v$ is {far - once:g} at first, and $\varepsilon$ times the distance "
            f"is {half.start_margin * far:g}.",
        ),
    }


@claim("theorem.recover")
def recover(effort: Effort) -> Finding:
    """Theorems 1.2 and 1.3 contain Proposition 1.1."""
    carried = []
    for A, B, row in random_strategies(effort.of(full=1000, reduced=100)):
        alpha, beta = row @ A, row @ B
        if alpha.min() > 0 and (alpha - (beta - 1)).min() > 0:
            step = recursive_game.transition(A, B, row.tolist(), -FEE, float(alpha.min()))
            carried.append(step.holds)
    a0, eps = 1.0, FEE / 2
    # by n rounds: what Theorem 1.3, with the length mended, and (1.8) leave of the way to alpha_0
    n = np.arange(1, 30)
    proposition, mended = 1 - eps / FEE, 1 - eps / (FEE + a0)
    left = mended**n * (FEE + a0)
    known = a0 * proposition ** (n - 1) + FEE * proposition**n
    return Finding(
        in_parts(carried and all(carried), (left <= known).all()),
        f"The criterion is recovered: {tally(carried)} random strategies with (1.7) satisfy "
        r"Theorem 1.2 from $-t$ to $\alpha_0$. The rate is not: Theorem 1.3 needs the interval's "
        rf"length, $t + \alpha_0$. For $t = {FEE:g}$, $\alpha_0 = {a0:g}$ and $\varepsilon = "
        f"{eps:g}$ it leaves {left[-1]:.0e} after {n[-1]} rounds, and (1.8) leaves "
        f"{known[-1]:.0e}.",
    )


@claim("theorem.criterion")
def criterion(effort: Effort) -> Finding:
    """For the optimal strategy it tells whether repeating it reaches the value."""
    met, agree = 0, []
    for A, B, end in valued_games(effort.of(full=600, reduced=60), 11):
        step = recursive_game.transition(A, B, end.row.tolist(), -1.0, end.value)
        holds = step.start_margin > 0 and step.end_margin >= -CERTIFIED
        reaches = limit_of_repeating(A, B, end.row, -1.0) >= end.value - CLIMBED
        met += holds
        agree.append(holds == reaches)
    return Finding(
        all(agree) and met > 0,
        f"In {met} of {len(agree)} random games with a finite value above the fee the criterion "
        f"holds. Whether it holds and whether repeating the strategy gets to the value agree in "
        f"{tally(agree)}.",
    )


@claim("theorem.interlace")
def interlacing(effort: Effort) -> Finding:
    """Over interlacing intervals finite repetitions get from -t to the value."""
    rounds = []  # until what is optimal in turn is near the value, if it gets there
    for A, B, end in valued_games(effort.of(full=600, reduced=60), 11):
        if limit_of_repeating(A, B, end.row, -FEE) < end.value - CLIMBED:
            near = recursive_game.iterate(A, B, v0=-FEE, n_rounds=400) > end.value - CLIMBED
            rounds.append(int(near.argmax()))
    path = recursive_game.iterate([[0.0]], [[0.5]], v0=-FEE, n_rounds=60)
    there, short = tally(rounds), -float(path[-1])
    return Finding(
        in_parts(there.all and rounds, short == 0),
        f"In {len(rounds)} random games no repetition of the strategy that is optimal at the value "
        f"gets there. The strategies that are optimal in turn get to within {CLIMBED:g} of it in "
        f"{there}, after at most {max(rounds, default=0)} rounds. But finite repetitions do not "
        f"get to the value itself: in the game $A = 0$, $B = 1/2$ after {len(path) - 1} rounds "
        f"{short:.0e} is missing.",
    )


@claim("theorem.attraction")
def attraction(effort: Effort) -> Finding:
    """The value attracts from above if both optimal strategies at the fixed point are unique."""
    A, B = TANGENT
    stage = zero_sum.solve(A)
    saddle = A.min(1).max() == A.max(0).min()  # a 2 x 2 game without one has unique optima
    up = recursive_game.iterate(A, B, v0=-FEE, n_rounds=effort.of(full=400, reduced=100))
    away = recursive_game.iterate(A, B, v0=0.2, n_rounds=10)
    near = np.array([-0.1, 0.1])
    drift = recursive_game.value_map(A, B, near.tolist()) - near
    repels = bool((drift > 0).all()) and up[-1] < 0 and away[-1] > away[0]
    return Finding(
        not (repels and not saddle and stage.gap < ROUNDING),
        "$A = [[1, -1], [-1, 1]]$, $B = [[1, 2], [0, 1]]$ is matching pennies at $V = 0$, where "
        f"the optimal strategies are unique. From {up[0]:g} the iteration rises to "
        f"{float(up[-1]):.3f}; but from {away[0]:g} it goes away, to {float(away[-1]):.3f} in "
        f"{len(away) - 1} rounds.",
    )


@claim("theorem.transition_proof")
def endpoint(effort: Effort) -> Finding:
    """Both endpoint inequalities are at v_*."""
    low, high = -1.0, 1.0
    inside = 0.0 + (0.5 - 1) * low  # alpha + (beta - 1) v_* for A = 0, B = 1/2
    end = recursive_game.solve([[0.0]], [[0.5]], v0=low).value
    return Finding(
        not (inside > 0 and end < high),
        "The game $A = 0$, $B = 1/2$ satisfies what is printed on $[-1, 1]$, since at the lower "
        f"end a round gains {inside:g}. But its iteration goes to {end:g}, where the theorem would "
        f"have {high:g}: the second inequality is needed at $v^*$.",
    )


@claim("theorem.attraction_slip")
def whose_strategy(effort: Effort) -> Finding:
    """The reduced game fixes player 2's strategy as S_1."""
    apart = []
    for A, B, end in valued_games(effort.of(full=60, reduced=10), 12):
        stage = A + B * end.value
        apart.append([abs((stage @ mix).max() - end.value) for mix in (end.row, end.column)])
    off_one, off_two = np.max(apart, axis=0)
    return Finding(
        off_one < CERTIFIED,
        f"In {len(apart)} random games the reduced game in which player 2 keeps to $S_2$ has the "
        f"fixed point of the whole game, within {off_two:.0e}. With $S_1$ in her place the image "
        f"of that point is {off_one:.2f} away from it in the worst game.",
    )


@claim("theorem.attraction_proof")
def unique_in_the_reduced_game(effort: Effort) -> Finding:
    """Against player 2's optimal strategy player 1 has a unique optimal strategy."""
    several = []
    for A, B, end in valued_games(effort.of(full=200, reduced=20), 16):
        earned = (A + B * end.value) @ end.column
        several.append((earned > earned.max() - CERTIFIED).sum() > 1)
    A, B = TANGENT
    column = zero_sum.solve(A).column
    tie, slopes = float(np.ptp(A @ column)), (B @ column).round(12)
    return Finding(
        not any(several) and tie > CERTIFIED,
        f"In {tally(several)} random games several rows, which player 1 mixes, are best against "
        "player 2's optimal strategy, and so all their mixes are. In the counterexample to the "
        f"theorem her rows differ by {tie:.0e}, and the reduced game has lines of slopes "
        f"{show(slopes.tolist())} through one point: $V_* = V^*$.",
    )


@claim("theorem.rate_affine", "theorem.rate_induction")
def other_steps_of_the_rate(effort: Effort) -> dict[str, Finding]:
    """T(v) - v is at least in proportion to the way that is left; a rate follows by induction."""
    falls, over = list[float](), list[float]()
    for A, B, row in random_strategies(effort.of(full=1000, reduced=100)):
        alpha, beta = row @ A, row @ B
        end = limit_of_repeating(A, B, row, -FEE)
        if not -FEE < end < np.inf or (alpha + beta * -FEE).min() <= -FEE:
            continue
        v = recursive_game.iterate(alpha[None], beta[None], v0=-FEE, n_rounds=20)
        gains, left = np.diff(v), (end - v)[:-1]
        falls.append(float((left / left[0] * gains[0] - gains).max()))
        moving = left > CLIMBED  # nearer to the value the ratio is one of roundings
        eps = float((gains[moving] / left[moving]).min())
        for goal in (end, (end - FEE) / 2):
            bound = (1 - eps) ** np.arange(v.size) * (goal + FEE)
            over.append(float((goal - v - bound)[:-1][moving].max()))
    repeated = f"We repeated {len(falls)} random strategies"
    return {
        "theorem.rate_affine": Finding(
            greatest(*falls) < CERTIFIED,
            f"{repeated} for twenty rounds from a loss of {FEE:g}: $T(v_n) - v_n$ falls below the "
            f"bound by at most {greatest(0.0, *falls):.0e}. The reason is that $T$ is a least of "
            "straight lines, and so concave.",
        ),
        "theorem.rate_induction": Finding(
            greatest(*over) < CERTIFIED,
            f"{repeated} from a loss of {FEE:g}, and took for $\\varepsilon$ the least part of the "
            f"distance that a round gains. The distance exceeds the bound by at most "
            f"{greatest(*over):.0e}, both to the value and to a goal half-way.",
        ),
    }


@claim("theorem.a_priori")
def a_priori(effort: Effort) -> Finding:
    """What the validation by Theorem 1.2 is called, where it is named."""
    names = said.facts("theorem.a_priori")["names"]
    places = ", ".join(f'"{name}" ({place})' for place, name in names.items())
    return Finding(set(names.values()) == {names["on overshoot"]}, f"It is called {places}.")
