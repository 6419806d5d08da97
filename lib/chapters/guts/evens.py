"""Sections 1.2 and 5: two against two."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoffs, stakes_multiplier
from parlor.games.guts.pairs import TwoPairs, two_against_two
from parlor.solvers import recursive_game
from press import Effort, Finding, Value, claim, show, value

from .emulation import emulate_pairs

COARSE = 21  # the source's mesh
Pair = tuple[float, float]


@cache
def pairs(mesh: int = COARSE) -> TwoPairs:
    """The stage game of two against two, solved."""
    return two_against_two(mesh=mesh)


def weights(mesh: int = COARSE) -> dict[Pair, float]:
    """Either pair's optimal mix, by thresholds."""
    top = mesh - 1
    return {(a / top, b / top): w for (a, b), w in pairs(mesh).row}


@cache
def beside_the_bloc(n_rounds: int, n_seeds: int) -> float:
    """How often fictitious play plays anything but thresholds of .75 and .8."""
    shares = []
    for seed in range(n_seeds):
        mix = emulate_pairs(mesh=COARSE, n_rounds=n_rounds, seed=seed)
        bloc = sum(w for pair, w in mix.items() if min(pair) >= 15 and max(pair) <= 16)
        shares.append(1 - bloc)
    return float(np.mean(shares))


def worst_for(pair: Pair, mesh: int = COARSE) -> tuple[float, Pair]:
    """The least that a pair of thresholds earns against another pair, and which."""
    x = np.arange(mesh) / (mesh - 1)
    return min(
        (sum(payoffs((*pair, float(a), float(b)))[:2]), (float(a), float(b)))
        for a in x for b in x[x >= a]
    )  # fmt: skip


def whole_game(mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Joint payoffs and multipliers of all pairs against all pairs."""
    x = np.arange(mesh) / (mesh - 1)
    every = [(float(a), float(b)) for a in x for b in x[x >= a]]
    A = np.array([[sum(payoffs((*p, *q))[:2]) for q in every] for p in every])
    B = np.array([[stakes_multiplier((*p, *q)) for q in every] for p in every])
    return A, B


@value("even.value")
def even_value(effort: Effort) -> Value:
    """Two against two: the iteration from a loss of both antes ends at 0."""
    A, B = whole_game(effort.of(full=11, reduced=6))
    path = recursive_game.iterate(A, B, -2.0, effort.of(full=60, reduced=10))
    return Value(
        round(float(path[-1]), 6) + 0.0,
        evidence=f"From -2, the fee of two, on {effort.of(full=11, reduced=6)} thresholds: "
        f"{float(path[1]):.4f}, {float(path[2]):.4f}, ..., {float(path[-1]):.0e} after "
        f"{len(path) - 1} rounds. On the source's mesh the stage game has gap {pairs().gap:.0e}.",
    )


@claim("even.same")
def both_alike(effort: Effort) -> Finding:
    """Both coalitions have the same optimal strategies."""
    row, column = dict(pairs().row), dict(pairs().column)
    off = max(abs(row.get(p, 0) - column.get(p, 0)) for p in {*row, *column})
    return Finding(
        off < 1e-9,
        f"Solved separately for either side the mixes of {len(row)} pairs differ by {off:.0e}.",
    )


@claim("even.not_nash")
def not_the_equilibrium(effort: Effort) -> Finding:
    """Their strategies are blended and not those of the symmetric equilibrium of four."""
    fair = equilibrium_threshold(4)
    at_fair, reply = worst_for((fair, fair))
    at_bloc, other = worst_for((0.8, 0.8))
    mixed = len(pairs().row)
    return Finding(
        at_fair < -0.01 and at_bloc < -0.01 and mixed > 1,
        f"The pair that keeps to {fair:.4f} loses {-at_fair:.4f} to {show(reply)}, the bloc (.8, "
        f".8) {-at_bloc:.4f} to {show(other)}; the optimum blends {mixed} pairs.",
    )


@value("even.bloc", "even.leader")
def even_weights(effort: Effort) -> dict[str, Value]:
    """How often either pair plays the bloc, and the leader at 0."""
    weight = weights()
    seeds = effort.of(full=20, reduced=2)
    return {
        "even.bloc": Value(weight[0.75, 0.75] + weight[0.75, 0.8]),
        "even.leader": Value(
            weight[0.0, 0.95],
            evidence="All that fictitious play does beside the bloc has weight "
            f"{beside_the_bloc(500, seeds):.3f} after 500 rounds, "
            f"{beside_the_bloc(5000, seeds):.3f} after 5,000.",
        ),
    }
