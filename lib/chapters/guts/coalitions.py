"""Sections 1.1.2 and 5, Table 1, Figure 3 and Appendix A: larger coalitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import curve_fit

from parlor.games.guts import CoalitionSolution, equilibrium_threshold
from parlor.games.guts.continuum import LargeCoalition, large_coalition
from press import Effort, Finding, Value, claim, in_parts, show

from ..agreement import tally
from ..tolerances import CERTIFIED
from .emulation import Emulation, emulate
from .rounds import steps_of_alpha, steps_of_pseudo_bloc
from .said import numbers, said
from .solutions import COARSE, MOST, SOURCE_MESH, continuum, on_mesh, sizes
from .text import listed

ROUNDS = 50_000  # of fictitious play, from the source's side unknown


def mix_in_words(mix: Iterable[tuple[Any, float]], digits: int = 4) -> str:
    """A mix as a text: thresholds and their probabilities."""
    text = "; ".join(f"{np.round(what, 4).tolist()}: {chance:.{digits}f}" for what, chance in mix)
    return text.replace("[", "(").replace("]", ")")


def own_of(solution: CoalitionSolution) -> tuple[float, ...]:
    """Player 1's thresholds."""
    return tuple(p for p, _ in solution.player_one)


def bloc_of(solution: CoalitionSolution) -> tuple[float, ...]:
    """The thresholds of the bloc's members."""
    return max(solution.coalition, key=lambda pair: pair[1] * (pair[0][0] > 0))[0]


def beside_of(solution: CoalitionSolution) -> float:
    """The threshold of the others beside a member who always holds."""
    return min(allies for allies, _ in solution.coalition)[-1]


def spread(thresholds: Iterable[float]) -> list[float]:
    """The thresholds that are used, in order."""
    return sorted({round(p, 6) for p in thresholds})


def rational_law(n: Any, a: float, b: float, c: float) -> Any:
    """The source's law of growth, ``a - b / (n + c)``."""
    return a - b / (n + c)


def fit(gains: Iterable[float]) -> tuple[float, float, float]:
    """The rational law through the gains of coalitions of two and more."""
    y = list(gains)
    a, b, c = curve_fit(rational_law, range(2, 2 + len(y)), y, (0.16, 0.8, 3.0))[0]
    return float(a), float(b), float(c)


def r_squared(a: float, b: float, c: float) -> float:
    """How much of the printed values the law explains."""
    y = np.array(printed_values())
    n = np.arange(2, 2 + len(y))
    left = ((y - rational_law(n, a, b, c)) ** 2).sum()
    return float(1 - left / ((y - y.mean()) ** 2).sum())


def printed_values() -> tuple[float, ...]:
    """The values of Table 1, from two partners on."""
    return numbers(*(f"table1.value.{N}" for N in range(2, MOST + 1)))


@cache
def limit() -> LargeCoalition:
    """Infinitely many partners."""
    return large_coalition()


@cache
def played(reduced: bool) -> dict[int, Emulation]:
    """The source's own method, by the size of the coalition."""
    rounds = 2000 if reduced else ROUNDS
    runs = emulate(sizes(reduced), mesh=SOURCE_MESH, n_rounds=rounds, seed=7)
    return {run.n_coalition: run for run in runs}


def whole(n_coalition: int, mesh: int = COARSE) -> CoalitionSolution:
    """One against any coalition on a mesh."""
    return on_mesh(n_coalition, mesh, "full")


def alike(solution: CoalitionSolution) -> bool:
    """Whether all members but the first always have one threshold."""
    return all(len({*allies[1:]}) == 1 for allies, _ in solution.coalition)


def loss_by_restriction(n_coalition: int, mesh: int = COARSE) -> float:
    """What a coalition loses if only pseudo-blocs are allowed."""
    return on_mesh(n_coalition, mesh).value - whole(n_coalition, mesh).value


@claim("abstract.two_plans")
def two_plans(effort: Effort) -> Finding:
    """An optimal coalition of n players uses two strategies."""
    table = sizes(effort.reduced)
    more = effort.of(full=(20, 40), reduced=())
    counts = {len(continuum(N).coalition) for N in (*table, *more)}
    coarse = {len(on_mesh(N).coalition) for N in table}
    span = f"{table[0]} to {table[-1]}"
    return Finding(
        in_parts(counts == {2}, coarse == {2}),
        f"Without a mesh the optimal coalitions of {', '.join([span, *map(str, more)])} partners "
        f"use {show(sorted(counts))} strategies: a bloc, and all but one of them alike beside one "
        f"who always holds. On the source's mesh those of {span} use {show(sorted(coarse))}.",
    )


@claim("abstract.limit", "fit.limit")
def the_limit(effort: Effort) -> dict[str, Value]:
    """What a coalition wins as it grows."""
    true = f"the true limit is {-limit().value:.5f}."
    return {
        "abstract.limit": percent_in_the_limit(),
        "fit.limit": Value(
            fit(printed_values())[0],
            evidence=f"This is the asymptote of the function that the source fits; {true}",
        ),
    }


def percent_in_the_limit() -> Value:
    """What a very large coalition wins of an ante."""
    return Value(
        -100 * limit().value,
        evidence="Four equations, solved without a fit and with a residual of "
        f"{limit().residual:.0e}, give the limit.",
    )


@claim("full.trend", "full.always", "full.verified")
def whole_game(effort: Effort) -> dict[str, Finding]:
    """The optimal coalitions of three, four and five are blocs and pseudo-blocs on mesh 21."""
    tried = effort.of(full=(2, 3, 4, 5), reduced=(2, 3))
    more = {N: loss_by_restriction(N) for N in tried}
    right = [N for N in tried if alike(whole(N)) and more[N] < CERTIFIED]
    odd = next((N for N in tried if N not in right), tried[-1])
    free = all(alike(continuum(N)) for N in tried)
    plays = " and ".join(
        f"{show(tuple(np.round(allies, 4).tolist()))} with probability {share:.3f}"
        for allies, share in whole(odd).coalition
    )
    told = (
        f"On {COARSE} thresholds the optimal coalitions of {show(right)} partners play blocs and "
        f"pseudo-blocs alone. The one of {odd} plays {plays}, and it wins {more[odd]:.1e} more "
        f"than pseudo-blocs do. Without a mesh those of {show(list(tried))} partners "
        f"{'all' if free else 'do not all'} play blocs and pseudo-blocs alone."
    )
    verdict = in_parts(*(N in right for N in tried), free)
    return dict.fromkeys(("full.trend", "full.always", "full.verified"), Finding(verdict, told))


@claim("full.conservative")
def more_conservative(effort: Effort) -> Finding:
    """Player 1 plays more conservatively than in the symmetric equilibrium."""
    own = {N: continuum(N).player_one[0][0] for N in sizes(effort.reduced)}
    lower = tally(p < equilibrium_threshold(N + 1) for N, p in own.items())
    return Finding(
        lower.right == 0,
        "Player 1's optimal threshold is lower than in the symmetric equilibrium, so that she "
        f"holds more often, in {lower} games against {min(own)} to {max(own)} partners: against "
        f"two it is {own[2]:.4f}, and in the equilibrium {equilibrium_threshold(3):.4f}.",
    )


@claim("full.matrix", "full.cost", "full.pseudo_cost", "full.dimension")
def costs(effort: Effort) -> dict[str, Finding]:
    """The size of the matrix, and the time it takes to fill and to play."""
    meshes, N = (5, 10, 20, 40), 3
    small = meshes[:3]
    # the source's columns for all choices of a coalition, counted one by one
    entries = [
        m * len({sum(j * m**i for i, j in enumerate(choice)) for choice in np.ndindex(*(m,) * N)})
        for m in small
    ]
    # the steps over the source's bound: would stay bounded, if it were one
    growth = [m * m**N * steps_of_alpha(N + 1) / (m**N * N * 3**N) for m in meshes]
    round_of_play = [m * m**N / m**N for m in meshes]
    pseudo = [m * m**2 * steps_of_pseudo_bloc(m + 1) / (m**3 * m**2) for m in meshes]
    # how many powers of the mesh less the matrix of pseudo-blocs has
    less = {k: powers(k + 1) - powers(3) for k in (2, 3, 4, 5)}
    return {
        "full.matrix": Finding(
            entries == [m ** (N + 1) for m in small],
            f"We counted the entries one by one: for {N} partners on {show(list(small))} "
            f"thresholds the source's columns make {show(entries)}.",
        ),
        "full.cost": Finding(
            said["full.cost"].verdict(
                [growth[-1] / growth[0], round_of_play[-1] / round_of_play[0]]
            ),
            f"For {N} partners the steps to fill the matrix are "
            f"{show([round(g, 1) for g in growth])} times $M^N N 3^N$ on {show(list(meshes))} "
            "thresholds. A round of fictitious play looks at $M$ replies to each of $M^N$ "
            "coalitions, where the bound counts $M^N$ steps.",
        ),
        "full.pseudo_cost": Finding(
            pseudo[-1] / pseudo[0] in said["full.pseudo_cost"],
            f"For {show(list(meshes))} partners, on as many thresholds, the steps to fill the "
            f"matrix are {show([round(g, 1) for g in pseudo])} times $M^3 N^2$.",
        ),
        "full.dimension": Finding(
            set(less.values()) == {1},
            f"We counted entries on two meshes: for {show([*less])} partners the matrix of "
            f"pseudo-blocs has {show([*less.values()])} dimensions less than the full one.",
        ),
    }


def powers(n_indices: int) -> int:
    """The power of the mesh with which an array's entries, counted one by one, grow."""
    coarse, fine = (sum(1 for _ in np.ndindex(*(mesh,) * n_indices)) for mesh in (3, 6))
    return round(float(np.log2(fine / coarse)))


@claim("table1.value.*")
def values(effort: Effort) -> dict[str, Value]:
    """What the coalition wins, on the source's mesh; by its method from either side."""
    found = {f"table1.value.{N}": Value(-on_mesh(N).value + 0.0) for N in range(1, MOST + 1)}
    for N, run in played(effort.reduced).items():
        exact = -on_mesh(N).value
        found[f"table1.value.{N}"] = Value(
            exact,
            error=max(run.coalition_replies - exact, exact - run.player_replies),
            evidence=f"Fictitious play of {run.n_rounds:,} rounds leaves a gap of {run.gap:.5f}; "
            f"read off the coalition's replies, its gain is {run.coalition_replies:.4f}.",
        )
    return found


@claim("table1.own.*")
def own_thresholds(effort: Effort) -> dict[str, Value]:
    """Player 1's threshold: of two neighbours in her optimal mix the source prints one."""
    return _thresholds("own", own_of, "player 1")


@claim("table1.bloc.*")
def bloc_thresholds(effort: Effort) -> dict[str, Value]:
    """The bloc's threshold: of two neighbours that its members use the source prints one."""
    return _thresholds("bloc", bloc_of, "the bloc")


def _thresholds(
    column: str, of: Callable[[CoalitionSolution], tuple[float, ...]], whose: str
) -> dict[str, Value]:
    found = {}
    for N in range(1, MOST + 1):
        used = spread(of(on_mesh(N)))
        found[f"table1.{column}.{N}"] = Value(
            (used[0] + used[-1]) / 2 if len(used) > 1 else used[0],
            error=(used[-1] - used[0]) / 2,
            evidence=f"In the exact optimum on the source's mesh {whose} uses "
            f"{' and '.join(map(show, used))}.",
        )
    return found


@claim("table1.beside.*")
def beside_thresholds(effort: Effort) -> dict[str, Value]:
    """The threshold of the others beside a member who always holds."""
    return {f"table1.beside.{N}": Value(beside_of(on_mesh(N))) for N in range(2, MOST + 1)}


@claim("table1.range", "table1.increasing", "table1.majority")
def shares(effort: Effort) -> dict[str, Finding]:
    """How often the pseudo-bloc is played: 10 to 30 %, increasing, the bloc most of the time."""
    every = list(sizes(effort.reduced))
    fine = [min(w for _, w in continuum(N).coalition) for N in every]
    coarse = [min(w for _, w in on_mesh(N).coalition) for N in every]
    falls = [N for N, (a, b) in zip(every[1:], pairwise(coarse), strict=True) if b < a]
    inside = [N for N, share in zip(every, fine, strict=True) if share in said["table1.range"]]
    ends = f"from {100 * fine[0]:.1f} % to {100 * fine[-1]:.1f} %"
    return {
        "table1.range": Finding(
            said["table1.range"].verdict(fine),
            f"Without a mesh the share of the pseudo-bloc goes {ends}, and it lies in the printed "
            f"range for coalitions of {show(inside)}. On the source's mesh it goes up to "
            f"{100 * max(coarse):.1f} %.",
        ),
        "table1.increasing": Finding(
            in_parts((np.diff(fine) > 0).all(), not falls),
            f"Without a mesh the share increases with each partner, {ends}. On the source's mesh "
            f"the exact share is lower with {show(falls)} partners than with one fewer: that is "
            "the noise of which the source speaks.",
        ),
        "table1.majority": Finding(
            in_parts(max(fine) < 0.5, max(coarse) < 0.5),
            f"By coalitions of {every[0]} to {every[-1]}, on the source's mesh and without one, "
            f"the bloc is played with a probability of at least "
            f"{100 * (1 - max(fine + coarse)):.1f} %.",
        ),
    }


@claim("fit.asymptote", "fit.numerator", "fit.shift", "fit.r2")
def rational_fit(effort: Effort) -> dict[str, Value]:
    """The rational function through the printed values."""
    law = fit(printed_values())
    names = "fit.asymptote", "fit.numerator", "fit.shift", "fit.r2"
    return dict(zip(names, map(Value, (*law, r_squared(*law))), strict=True))


@claim("fit.sign")
def sign_of_the_shift(effort: Effort) -> Finding:
    """The shift is subtracted, n - 3.6."""
    a, b, c = numbers("fit.asymptote", "fit.numerator", "fit.shift")
    minus, plus = r_squared(a, b, -c), r_squared(a, b, c)
    return Finding(
        minus >= plus,
        f"With $n - {c:g}$ the formula gives {rational_law(2, a, b, -c):.3f} for two partners, "
        f"where the table has {printed_values()[0]:g}, and $R^2$ is {minus:.0f}. With $n + {c:g}$ "
        f"$R^2$ is {plus:.4f}.",
    )


@claim("table1.smooth")
def smooth(effort: Effort) -> Finding:
    """The payoffs lie on a smooth curve in n."""
    steps = np.diff([-continuum(N).value for N in range(2, MOST + 1)])
    table = np.diff(printed_values())
    return Finding(
        in_parts((np.diff(steps) < 0).all(), (np.diff(table) < 0).all()),
        f"Without a mesh each partner, up to the last of {MOST}, adds less to the gain than the "
        f"one before, {steps[0]:.4f} down to {steps[-1]:.4f}. In Table 1 the last additions are "
        f"{show(table[-6:].round(4).tolist())}.",
    )


@claim("table1.deviates")
def while_one_deviates(effort: Effort) -> Finding:
    """Players 3 to n play always the same strategy, by Table 1 and on the source's meshes."""
    tried = effort.of(full=(3, 4), reduced=(3,))
    rows = range(2, MOST + 1)
    bloc, beside = (numbers(*(f"table1.{name}.{N}" for N in rows)) for name in ("bloc", "beside"))
    same = tally(p == q for p, q in zip(bloc, beside, strict=True))
    return Finding(
        in_parts(*(alike(whole(N)) for N in tried), same.all),
        f"On {COARSE} thresholds they play the same as each other in coalitions of "
        f"{listed(tried)}. When player 2 deviates they keep their threshold in {same} rows of "
        f"Table 1: it goes from {bloc[0]:g} to {beside[0]:g} in the first.",
    )


@claim("full.sizes")
def named_sizes(effort: Effort) -> Finding:
    """The games that two sections name: a coalition of N stands against one player more."""
    facts = said.facts("full.sizes")
    first, second = facts["players"], facts["coalitions"]
    games = [size + 1 for size in second]
    return Finding(
        in_parts(*(size in first for size in games)),
        f"Coalitions of {listed(second)} are games of {listed(games)} players; Section 1.1.2 "
        f"names those of {listed(first)}.",
    )
