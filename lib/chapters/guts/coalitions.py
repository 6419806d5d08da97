"""Sections 1.1.2 and 5, Table 1, Figure 3 and Appendix A: larger coalitions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from scipy.optimize import curve_fit

from parlor.games.guts import CoalitionSolution, equilibrium_threshold
from parlor.games.guts.continuum import LargeCoalition, large_coalition
from press import Effort, Finding, Value, claim, counted, show

from ..tolerances import CERTIFIED
from .emulation import Emulation, emulate
from .passages import listed, recorded
from .rounds import steps_of_alpha, steps_of_pseudo_bloc
from .said import in_part, numbers, said
from .solved import MOST, SOURCE_MESH, continuum, on_mesh, sizes

ROUNDS = 50_000  # of fictitious play, from the source's side unknown
COARSE = 21  # the source's mesh for the full game


def mix_in_words(mix: Iterable[tuple[Any, float]], digits: int = 4) -> str:
    """A mix as a text: thresholds and their probabilities."""
    text = "; ".join(f"{np.round(what, 4).tolist()}: {chance:.{digits}f}" for what, chance in mix)
    return text.replace("[", "(").replace("]", ")")


def strategies_of(solution: CoalitionSolution) -> tuple[list[float], float, float]:
    """Player 1's thresholds, the bloc's, and that of the others beside a member who holds."""
    bloc = max(solution.coalition, key=lambda pair: pair[1] * (pair[0][0] > 0))[0]
    beside = min((allies for allies, _ in solution.coalition), key=lambda allies: allies[0])
    return [p for p, _ in solution.player_one], sorted(bloc)[len(bloc) // 2], beside[-1]


def middle(mix: Iterable[tuple[float, float]]) -> float:
    """The mean of thresholds by their weights."""
    points = list(mix)
    return sum(p * w for p, w in points) / sum(w for _, w in points)


def spread(weights: Iterable[tuple[float, float]]) -> list[float]:
    """The thresholds that a mix uses, in order."""
    return sorted({round(p, 6) for p, _ in weights})


def bloc_of(solution: CoalitionSolution) -> list[tuple[float, float]]:
    """The thresholds of the bloc's members, each with the same weight."""
    bloc = max(solution.coalition, key=lambda pair: pair[1] * (pair[0][0] > 0))[0]
    return [(p, 1.0) for p in bloc]


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


def loss_by_restriction(n_coalition: int, mesh: int = COARSE) -> float:
    """What a coalition loses if only pseudo-blocs are allowed."""
    return on_mesh(n_coalition, mesh).value - whole(n_coalition, mesh).value


@claim("abstract.two_plans")
def two_plans(effort: Effort) -> Finding:
    """An optimal coalition of n players uses two strategies."""
    every = [*sizes(effort.reduced), *effort.of(full=(20, 40), reduced=())]
    counts = {len(continuum(N).coalition) for N in every}
    table = sizes(effort.reduced)
    coarse = {len(on_mesh(N).coalition) for N in table}
    span = ", ".join([f"{table[0]} to {table[-1]}", *(str(N) for N in every if N not in table)])
    gap = max(continuum(N).gap for N in every)
    return Finding(
        in_part([counts == {2}, coarse == {2}]),
        f"Without a mesh the optimal coalitions of {span} partners use {show(sorted(counts))} "
        f"strategies (gaps at most {gap:.0e}): a bloc, and all but one of them alike beside one "
        f"who always holds. On the source's mesh those of {table[0]} to {table[-1]} use "
        f"{show(sorted(coarse))}.",
    )


@claim("abstract.limit", "fit.limit")
def the_limit(effort: Effort) -> dict[str, Value]:
    """What a coalition wins as it grows."""
    return {
        "abstract.limit": percent_in_the_limit(),
        "fit.limit": Value(
            fit(printed_values())[0],
            evidence="This is the asymptote of the function that the source fits; the true limit "
            f"is {-limit().value:.5f}.",
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
    alike = {N: all(len({*a[1:]}) == 1 for a, _ in whole(N).coalition) for N in tried}
    right = [N for N in tried if alike[N] and more[N] < CERTIFIED]
    odd = next((N for N in tried if N not in right), tried[-1])
    free = all(len({*a[1:]}) == 1 for N in tried for a, _ in continuum(N).coalition)
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
    verdict = in_part([N in right for N in tried] + [free])
    return dict.fromkeys(("full.trend", "full.always", "full.verified"), Finding(verdict, told))


@claim("full.conservative")
def more_conservative(effort: Effort) -> Finding:
    """Player 1 plays more conservatively than in the symmetric equilibrium."""
    own = {N: continuum(N).player_one[0][0] for N in sizes(effort.reduced)}
    fair = {N: equilibrium_threshold(N + 1) for N in own}
    lower = sum(own[N] < fair[N] for N in own)
    return Finding(
        lower == 0,
        "Player 1's optimal threshold is lower than in the symmetric equilibrium, so that she "
        f"holds more often, in {counted(lower, len(own))} games against {min(own)} to {max(own)} "
        f"partners: against two it is {own[2]:.4f}, and in the equilibrium {fair[2]:.4f}.",
    )


def matrix_steps(n_coalition: int, mesh: int) -> int:
    """Payoffs updated to fill the whole matrix, one by one entry."""
    return mesh * mesh**n_coalition * steps_of_alpha(n_coalition + 1)


@claim("full.matrix", "full.cost", "full.pseudo_cost", "full.dimension")
def costs(effort: Effort) -> dict[str, Finding]:
    """The size of the matrix, and the time it takes to fill and to play."""
    meshes, N = (5, 10, 20, 40), 3
    small = meshes[:3]
    schemes = [columns(m, N) for m in small]
    entries = [m * len(different) for m, (different, _) in zip(small, schemes, strict=True)]
    needed = [m * len(alike) for m, (_, alike) in zip(small, schemes, strict=True)]
    # the steps over the source's bound: would stay bounded, if it were one
    growth = [matrix_steps(N, m) / (m**N * N * 3**N) for m in meshes]
    round_of_play = [m * m**N / m**N for m in meshes]
    partners = (5, 10, 20, 40)
    pseudo = [
        m * m**2 * steps_of_pseudo_bloc(k + 1) / (m**3 * k**2)
        for m, k in zip(meshes, partners, strict=True)
    ]
    coarse, fine = 3, 6
    less = {}  # how many powers of the mesh less the matrix of pseudo-blocs has
    for k in (2, 3, 4, 5):
        full, reduced = (np.log2(filled(*(fine,) * n) / filled(*(coarse,) * n)) for n in (k + 1, 3))
        less[k] = round(float(full - reduced))
    return {
        "full.matrix": Finding(
            entries == [m ** (N + 1) for m in small],
            f"We counted the entries one by one: for {N} partners on {show(list(small))} "
            f"thresholds the source's columns make {show(entries)}. (If partners may change "
            f"places, {show(needed)} would do.)",
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
            f"For {show(list(partners))} partners, on as many thresholds, the steps to fill the "
            f"matrix are {show([round(g, 1) for g in pseudo])} times $M^3 N^2$.",
        ),
        "full.dimension": Finding(
            set(less.values()) == {1},
            f"We counted entries on {coarse} and {fine} thresholds: for {show([*less])} partners "
            f"the matrix of pseudo-blocs has {show([*less.values()])} dimensions less than the "
            f"full one. The difference is one for "
            f"{show([k for k, gone in less.items() if gone == 1]) or 'no number of'} partners "
            "only.",
        ),
    }


def columns(mesh: int, n_coalition: int) -> tuple[set[int], set[tuple[int, ...]]]:
    """The source's columns for all choices of a coalition; the choices but for their order."""
    every = list(np.ndindex(*(mesh,) * n_coalition))
    named = {sum(j * mesh**i for i, j in enumerate(choice)) for choice in every}
    return named, {tuple(sorted(choice)) for choice in every}


def filled(*lengths: int) -> int:
    """Entries of an array, counted one by one."""
    return sum(1 for _ in np.ndindex(*lengths))


def reach(n_coalition: int, run: Emulation) -> float:
    """How far the source's method reads off the exact value at most, from either side."""
    exact = -on_mesh(n_coalition).value
    return max(run.coalition_replies - exact, exact - run.player_replies)


@claim("table1.value.*")
def values(effort: Effort) -> dict[str, Value]:
    """What the coalition wins, on the source's mesh."""
    found = {"table1.value.1": Value(round(-on_mesh(1).value, 12) + 0.0)}
    runs = played(effort.reduced)
    for N in range(2, MOST + 1):
        run = runs.get(N)
        found[f"table1.value.{N}"] = Value(
            -on_mesh(N).value,
            error=reach(N, run) if run else 0.0,
            evidence=f"Fictitious play of {run.n_rounds:,} rounds leaves a gap of {run.gap:.5f}; "
            f"read off the coalition's replies, its gain is {run.coalition_replies:.4f}."
            if run
            else "",
        )  # fmt: skip
    return found


@claim("table1.own.*")
def own_thresholds(effort: Effort) -> dict[str, Value]:
    """Player 1's threshold: of two neighbours in her optimal mix the source prints one."""
    return _thresholds("own", lambda solution: solution.player_one, "player 1")


@claim("table1.bloc.*")
def bloc_thresholds(effort: Effort) -> dict[str, Value]:
    """The bloc's threshold: of two neighbours that its members use the source prints one."""
    return _thresholds("bloc", bloc_of, "the bloc")


def _thresholds(column: str, mix_of: Any, whose: str) -> dict[str, Value]:
    found = {}
    for N in range(1, MOST + 1):
        mix = mix_of(on_mesh(N))
        used = spread(mix)
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
    return {f"table1.beside.{N}": Value(strategies_of(on_mesh(N))[2]) for N in range(2, MOST + 1)}


@claim("table1.range", "table1.increasing", "table1.majority")
def shares(effort: Effort) -> dict[str, Finding]:
    """How often the pseudo-bloc is played: 10 to 30 %, increasing, the bloc most of the time."""
    every = list(sizes(effort.reduced))
    fine = [min(w for _, w in continuum(N).coalition) for N in every]
    coarse = [min(w for _, w in on_mesh(N).coalition) for N in every]
    falls = [N for N, a, b in zip(every[1:], coarse, coarse[1:], strict=False) if b < a]
    rising = bool((np.diff(fine) > 0).all())
    inside = [N for N, share in zip(every, fine, strict=True) if share in said["table1.range"]]
    most = max(fine + coarse)
    return {
        "table1.range": Finding(
            said["table1.range"].verdict(fine),
            f"Without a mesh the share of the pseudo-bloc goes from {100 * fine[0]:.1f} % to "
            f"{100 * fine[-1]:.1f} %, and it lies in the printed range for coalitions of "
            f"{show(inside)}. On the source's "
            f"mesh it goes up to {100 * max(coarse):.1f} %.",
        ),
        "table1.increasing": Finding(
            in_part([rising, not falls]),
            f"Without a mesh the share increases with each partner, from {100 * fine[0]:.1f} % to "
            f"{100 * fine[-1]:.1f} %. On the source's mesh the exact share is lower with "
            f"{show(falls)} partners than with one fewer: that is the noise of which the source "
            "speaks.",
        ),
        "table1.majority": Finding(
            in_part([max(fine) < 0.5, max(coarse) < 0.5]),
            f"By coalitions of {every[0]} to {every[-1]}, on the source's mesh and without one, "
            f"the bloc is played with a probability of at least {100 * (1 - most):.1f} %.",
        ),
    }


@claim("fit.asymptote", "fit.numerator", "fit.shift", "fit.r2")
def rational_fit(effort: Effort) -> dict[str, Value]:
    """The rational function through the printed values."""
    a, b, c = fit(printed_values())
    return {
        "fit.asymptote": Value(a),
        "fit.numerator": Value(b),
        "fit.shift": Value(c),
        "fit.r2": Value(r_squared(a, b, c)),
    }


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
    last = table[-6:]
    return Finding(
        in_part([(np.diff(steps) < 0).all(), (np.diff(table) < 0).all()]),
        f"Without a mesh each partner, up to the last of {MOST}, adds less to the gain than the "
        f"one before, {steps[0]:.4f} down to {steps[-1]:.4f}. In Table 1 the additions go up and "
        f"down; the last {len(last)} are {show([round(float(s), 4) for s in last])}.",
    )


@claim("full.sizes")
def named_sizes(effort: Effort) -> Finding:
    """The games that two sections name: a coalition of N stands against one player more."""
    first, second = recorded("full.sizes", "players"), recorded("full.sizes", "coalitions")
    games = [size + 1 for size in second]
    return Finding(
        in_part(size in first for size in games),
        f"Coalitions of {listed(second)} are games of {listed(games)} players; Section 1.1.2 "
        f"names those of {listed(first)}.",
    )
