"""Sections 1.2 and 5: two against two."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoffs, stakes_multiplier
from parlor.games.guts.coalition import TwoPairs, two_against_two
from parlor.solvers import recursive_game
from press import Effort, Finding, Value, claim, in_parts, show

from ..tolerances import CERTIFIED, CLIMBED
from .emulation import emulate_pairs
from .solutions import COARSE

Pair = tuple[float, float]


@cache
def pairs(mesh: int = COARSE) -> TwoPairs:
    """The stage game of two against two, solved."""
    return two_against_two(mesh=mesh)


def weights(mesh: int = COARSE) -> dict[Pair, float]:
    """Either pair's optimal mix, by thresholds."""
    top = mesh - 1
    return {(a / top, b / top): w for (a, b), w in pairs(mesh).row}


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
    return min((sum(payoffs((*pair, *other))[:2]), other) for other in every_pair(mesh))


def whole_game(mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Joint payoffs and multipliers of all pairs against all pairs."""
    every = every_pair(mesh)
    A = np.array([[sum(payoffs((*p, *q))[:2]) for q in every] for p in every])
    B = np.array([[stakes_multiplier((*p, *q)) for q in every] for p in every])
    return A, B


@claim("even.value")
def even_value(effort: Effort) -> Value:
    """Two against two: the iteration from a loss of both antes ends at 0."""
    mesh = effort.of(full=11, reduced=6)
    A, B = whole_game(mesh)
    path = recursive_game.iterate(A, B, v0=-2.0, n_rounds=effort.of(full=60, reduced=10)).tolist()
    return Value(
        round(path[-1], 6) + 0.0,
        evidence=f"On {mesh} thresholds the iteration goes from {path[0]:g}, the fee of both, "
        f"to {path[-1]:.0e} in {len(path) - 1} rounds.",
    )


@claim("even.same")
def both_alike(effort: Effort) -> Finding:
    """Both coalitions have the same optimal strategies."""
    row, column = dict(pairs().row), dict(pairs().column)
    off = max(abs(row.get(p, 0) - column.get(p, 0)) for p in {*row, *column})
    mix = weights()
    earned = {
        p: [sum(payoffs((*p, *q))[:2]) for q in mix] for p in every_pair(COARSE)
    }  # of every pair against each of the mix, in antes
    others = max(np.dot(earned[p], [*mix.values()]) for p in earned if p not in mix)
    among = np.array([earned[p] for p in mix])
    # who plays pairs of the mix alone, and is as well paid by each, plays the mix
    alone = np.linalg.matrix_rank(among, CLIMBED) == len(mix) - 1
    return Finding(
        off < CERTIFIED and others < -CERTIFIED and bool(alone),
        f"We solved the game on {COARSE} thresholds for either side by itself: in the two mixes, "
        f"of {len(row)} and {len(column)} pairs of thresholds, the probabilities of a pair differ "
        f"by at most {off:.0e}. There is no other optimum, since against this one all other pairs "
        f"lose at least {-others:.4f}, and no other mix of its own pairs is as good against each.",
    )


@claim("even.not_nash")
def not_the_equilibrium(effort: Effort) -> Finding:
    """Their strategies are a blend of a bloc and a leader, not the symmetric equilibrium's."""
    fair = equilibrium_threshold(4)
    at_fair, reply = worst_for((fair, fair))
    mix = weights()
    blocs = [pair for pair in mix if round((pair[1] - pair[0]) * (COARSE - 1)) <= 1]
    leaders = [pair for pair in mix if pair[0] == 0 and pair[1] > max(max(p) for p in blocs)]
    return Finding(
        in_parts(at_fair < -CERTIFIED, blocs and leaders and len(blocs + leaders) == len(mix)),
        f"Two who keep to the equilibrium's {fair:.4f} lose {-at_fair:.4f} to {show(reply)}. In "
        f"the optimum the pairs {show(blocs)} are alike but for the mesh, and in {show(leaders)} "
        "one always holds and the other is more careful, as in the coalition of two against one.",
    )


@claim("even.bloc", "even.leader")
def even_weights(effort: Effort) -> dict[str, Value]:
    """How often either pair plays the bloc, and the leader at 0."""
    weight = weights()
    seeds = effort.of(full=20, reduced=2)
    few, many = 500, 5000
    return {
        "even.bloc": Value(weight[0.75, 0.75] + weight[0.75, 0.8]),
        "even.leader": Value(
            weight[0.0, 0.95],
            evidence="All that fictitious play does beside the bloc has a weight of "
            f"{beside_the_bloc(few, seeds):.3f} after {few:,} rounds and of "
            f"{beside_the_bloc(many, seeds):.3f} after {many:,}, on average over {seeds} runs.",
        ),
    }


def every_pair(mesh: int) -> list[Pair]:
    """All pairs of thresholds on a mesh, in increasing order."""
    return list(combinations_with_replacement((np.arange(mesh) / (mesh - 1)).tolist(), 2))
