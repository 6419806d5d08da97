"""Sections 1.1.2 and 5, Table 1, Figure 3 and Appendix A: larger coalitions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from scipy.optimize import curve_fit

from parlor.games.guts import CoalitionSolution, equilibrium_threshold
from parlor.games.guts.limit import LargeCoalition, large_coalition
from press import Effort, Finding, Value, claim, show, value

from .emulation import Emulation, emulate
from .rounds import steps_of_alpha, steps_of_pseudo_bloc
from .solved import MOST, SOURCE_MESH, continuum, on_mesh, sizes

ROUNDS = 50_000  # of fictitious play, from the source's side unknown
PRINTED_VALUES = (  # Table 1, from two partners on
    0.0132, 0.0339, 0.0516, 0.0654, 0.0753, 0.0847, 0.0909,
    0.0954, 0.1007, 0.1066, 0.1074, 0.1110, 0.1154, 0.1184,
)  # fmt: skip
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
    y, n = np.array(PRINTED_VALUES), np.arange(2, 2 + len(PRINTED_VALUES))
    left = ((y - rational_law(n, a, b, c)) ** 2).sum()
    return float(1 - left / ((y - y.mean()) ** 2).sum())


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
    own = {len(continuum(N).player_one) for N in every}
    gap = max(continuum(N).gap for N in every)
    return Finding(
        counts == {2} and own == {1},
        f"Without a mesh two and no more for all of {min(every)} to {max(every)} partners (gaps at "
        f"most {gap:.0e}): a bloc, and all but one of them alike beside one who always holds.",
    )


@value("abstract.limit", "intro.limit", "fit.limit")
def the_limit(effort: Effort) -> dict[str, Value]:
    """What a coalition wins as it grows."""
    law = fit(PRINTED_VALUES)[0]
    gain = -limit().value
    said = f"Of four equations, no fit, with a residual of {limit().residual:.0e}."
    return {
        "abstract.limit": Value(100 * gain, evidence=said),
        "intro.limit": Value(100 * gain, evidence=said),
        "fit.limit": Value(law, evidence=f"The fit's own asymptote; the true limit is {gain:.5f}."),
    }


@claim("full.trend", "full.always", "full.verified")
def whole_game(effort: Effort) -> dict[str, Finding]:
    """The optimal coalitions of three, four and five are blocs and pseudo-blocs on mesh 21."""
    tried = effort.of(full=(2, 3, 4, 5), reduced=(2, 3))
    more = {N: loss_by_restriction(N) for N in tried}
    alike = {N: all(len({*a[1:]}) == 1 for a, _ in whole(N).coalition) for N in tried}
    right = [N for N in tried if alike[N] and more[N] < 1e-9]
    odd = next((N for N in tried if N not in right), tried[-1])
    verdict = "partly" if right and len(right) < len(tried) else len(right) == len(tried)
    told = (
        f"True for N = {', '.join(map(str, right))}. For N = {odd} the optimum is "
        f"{mix_in_words(whole(odd).coalition)}, worth {more[odd]:.1e} more than pseudo-blocs."
    )
    return dict.fromkeys(("full.trend", "full.always", "full.verified"), Finding(verdict, told))


@claim("full.conservative")
def more_conservative(effort: Effort) -> Finding:
    """Player 1 plays more conservatively than in the symmetric equilibrium."""
    own = {N: continuum(N).player_one[0][0] for N in sizes(effort.reduced)}
    fair = {N: equilibrium_threshold(N + 1) for N in own}
    lower = sum(own[N] < fair[N] for N in own)
    return Finding(
        lower == 0,
        f"Her threshold is lower, so that she holds more often, in {lower} of {len(own)} games: "
        f"{own[2]:.4f} against {fair[2]:.4f} for $N = 2$.",
    )


def matrix_steps(n_coalition: int, mesh: int) -> int:
    """Payoffs updated to fill the whole matrix, one by one entry."""
    return mesh * mesh**n_coalition * steps_of_alpha(n_coalition + 1)


@claim("full.matrix", "full.cost", "full.pseudo_cost", "full.dimension")
def costs(effort: Effort) -> dict[str, Finding]:
    """The size of the matrix, and the time it takes to fill and to play."""
    meshes, N = (5, 10, 20, 40), 3
    entries = [sum(1 for _ in np.ndindex(*(m,) * (N + 1))) for m in meshes[:3]]
    growth = [
        matrix_steps(N, m) / (m**N * N * 3**N) for m in meshes
    ]  # bounded, if the source's bound were one
    round_of_play = [m * m**N / m**N for m in meshes]
    pseudo = [
        m * m**2 * steps_of_pseudo_bloc(k + 1) / (m**3 * k**2)
        for m in meshes for k in (5, 10, 20, 40)
    ]  # fmt: skip
    axes = np.log(entries[2] / entries[0]) / np.log(meshes[2] / meshes[0])
    reduced_axes = 3
    return {
        "full.matrix": Finding(
            entries == [m ** (N + 1) for m in meshes[:3]],
            f"Counted for three partners on {show(list(meshes[:3]))} thresholds: {show(entries)}.",
        ),
        "full.cost": Finding(
            max(growth) < 2 * min(growth) and max(round_of_play) < 2,
            "For three partners the steps to fill the matrix are "
            f"{show([round(g, 1) for g in growth])} times $M^N N 3^N$ on {show(list(meshes))} "
            "thresholds; and a round of fictitious play looks at $M$ replies to each of $M^N$.",
        ),
        "full.pseudo_cost": Finding(
            max(pseudo) < 9,
            f"Counted for 5 to 40 partners on 5 to 40 thresholds: at most ${max(pseudo):.1f} M^3 "
            "N^2$.",
        ),
        "full.dimension": Finding(
            abs(axes - reduced_axes - 1) < 1e-9 and N + 1 + 2 - reduced_axes == 1,
            f"The entries grow as $M^{{{axes:.0f}}}$ for three partners, as $M^{{6}}$ for five and "
            "$M^{16}$ for fifteen, with pseudo-blocs as $M^3$: one dimension less for three "
            "partners only.",
        ),
    }


def reach(n_coalition: int, run: Emulation) -> float:
    """How far the source's method reads off the exact value at most, from either side."""
    exact = -on_mesh(n_coalition).value
    return max(run.coalition_replies - exact, exact - run.player_replies)


@value("table1.value.*")
def values(effort: Effort) -> dict[str, Value]:
    """What the coalition wins, on the source's mesh."""
    found = {"table1.value.1": Value(round(-on_mesh(1).value, 12) + 0.0)}
    runs = played(effort.reduced)
    for N in range(2, MOST + 1):
        run = runs.get(N)
        found[f"table1.value.{N}"] = Value(
            -on_mesh(N).value,
            error=reach(N, run) if run else 0.0,
            evidence=f"Fictitious play of {run.n_rounds:,} rounds leaves a gap of {run.gap:.5f} "
            f"and reads {run.coalition_replies:.4f}." if run else "",
        )  # fmt: skip
    return found


@value("table1.own.*")
def own_thresholds(effort: Effort) -> dict[str, Value]:
    """Player 1's threshold: of two neighbours in her optimal mix the source prints one."""
    return _thresholds("own", lambda solution: solution.player_one)


@value("table1.bloc.*")
def bloc_thresholds(effort: Effort) -> dict[str, Value]:
    """The bloc's threshold: of two neighbours that its members use the source prints one."""
    return _thresholds("bloc", bloc_of)


def _thresholds(column: str, mix_of: Any) -> dict[str, Value]:
    found = {}
    for N in range(1, MOST + 1):
        mix = mix_of(on_mesh(N))
        used = spread(mix)
        found[f"table1.{column}.{N}"] = Value(
            (used[0] + used[-1]) / 2 if len(used) > 1 else used[0],
            error=(used[-1] - used[0]) / 2,
            evidence=f"The exact mix uses {show(used)}.",
        )
    return found


@value("table1.beside.*")
def beside_thresholds(effort: Effort) -> dict[str, Value]:
    """The threshold of the others beside a member who always holds."""
    return {f"table1.beside.{N}": Value(strategies_of(on_mesh(N))[2]) for N in range(2, MOST + 1)}


@claim("table1.range", "table1.increasing", "table1.majority")
def shares(effort: Effort) -> dict[str, Finding]:
    """How often the pseudo-bloc is played: 10 to 30 %, increasing, the bloc most of the time."""
    every = list(sizes(effort.reduced))
    fine = [100 * min(w for _, w in continuum(N).coalition) for N in every]
    coarse = [100 * min(w for _, w in on_mesh(N).coalition) for N in every]
    falls = [N for N, a, b in zip(every[1:], coarse, coarse[1:], strict=False) if b < a]
    rising = bool((np.diff(fine) > 0).all())
    return {
        "table1.range": Finding(
            min(fine) >= 10 and max(fine) <= 30.5,
            f"In the continuum {fine[0]:.1f} % to {fine[-1]:.1f} %, on the mesh up to "
            f"{max(coarse):.1f} %.",
        ),
        "table1.increasing": Finding(
            "partly" if rising and falls else rising,
            f"In the continuum from {fine[0]:.1f} % to {fine[-1]:.1f} %, always up. On the "
            f"source's mesh the exact share falls at N = {show(falls)}: that is the noise it "
            "speaks of.",
        ),
        "table1.majority": Finding(
            max(fine + coarse) < 50, f"The bloc has at least {100 - max(fine + coarse):.1f} %."
        ),
    }


@value("fit.asymptote", "fit.numerator", "fit.shift", "fit.r2")
def rational_fit(effort: Effort) -> dict[str, Value]:
    """The rational function through the printed values."""
    a, b, c = fit(PRINTED_VALUES)
    return {
        "fit.asymptote": Value(a),
        "fit.numerator": Value(b),
        "fit.shift": Value(c),
        "fit.r2": Value(r_squared(a, b, c)),
    }


@claim("fit.sign")
def sign_of_the_shift(effort: Effort) -> Finding:
    """The shift is subtracted, n - 3.6."""
    minus, plus = r_squared(0.163, 0.84, -3.6), r_squared(0.163, 0.84, 3.6)
    return Finding(
        minus > 0.9,
        f"With $n - 3.6$ the formula gives {rational_law(2, 0.163, 0.84, -3.6):.3f} at $n = 2$, "
        f"and $R^2$ is {minus:.0f}; with $n + 3.6$ {plus:.4f}.",
    )


@claim("table1.smooth")
def smooth(effort: Effort) -> Finding:
    """The payoffs lie on a smooth curve in n."""
    steps = np.diff([-continuum(N).value for N in range(2, MOST + 1)])
    table = np.diff(PRINTED_VALUES)
    smooth = bool((np.diff(steps) < 0).all())
    return Finding(
        "partly" if smooth and (np.diff(table) > 0).any() else smooth,
        f"Without a mesh each partner adds less than the last, {steps[0]:.4f} down to "
        f"{steps[-1]:.4f}. In Table 1 the additions go up and down: "
        f"{show([round(float(s), 4) for s in table[8:]])} from $N = 11$ on.",
    )
