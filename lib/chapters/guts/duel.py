"""Sections 1.1.2 and 5: one against two."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts import payoff, stakes_multiplier
from press import Effort, Finding, Value, claim, show, value

from .emulation import Emulation, emulate
from .rounds import best_against
from .solved import continuum, on_mesh

PLANS = (0.68, 0.68), (0.0, 0.86)  # as printed


@cache
def early(reduced: bool) -> Emulation:
    """A thousand rounds of fictitious play on the source's finest mesh."""
    [played] = emulate([2], mesh=21 if reduced else 201, n_rounds=50 if reduced else 1000, seed=7)
    return played


def printed_mix(share: float) -> list[tuple[tuple[float, ...], float]]:
    """The coalition's mix with its thresholds as printed."""
    return [(PLANS[0], share), (PLANS[1], 1 - share)]


def forced(share: float, reduced: bool = False) -> tuple[float, float]:
    """Player 1's best threshold against that mix, repeated, and what it then wins."""
    two = continuum(2)
    grid = np.linspace(0, 1, 101 if reduced else 1001)
    own = best_against(printed_mix(share), two.value, grid)[0]
    alpha, beta = (
        sum(w * f((own, *allies)) for allies, w in printed_mix(share))
        for f in (payoff, stakes_multiplier)
    )
    return own, -alpha / (1 - beta)


@value("duel.edge")
def edge(effort: Effort) -> Value:
    """What two win together on mesh 201, in per cent of an ante."""
    two = on_mesh(2, 201, "full")
    short = early(effort.reduced)
    return Value(
        -100 * two.value,
        evidence=f"Fictitious play of {short.n_rounds:,} rounds, read from player 1's side, gives "
        f"{100 * short.player_replies:.2f}; Section 5 of the same source has 1.3.",
    )


@claim("duel.improves")
def improves(effort: Effort) -> Finding:
    """That is more than the earlier bound of 0.4 %."""
    gain = -100 * continuum(2).value
    return Finding(gain > 0.4, f"The value is {gain:.4f} %.")


@claim("duel.two_plans", "duel.repeat")
def two_plans(effort: Effort) -> dict[str, Finding]:
    """The optimum is a blend of two strategies; repeating one of player 1's suffices."""
    counts = {m: len(on_mesh(2, m, "full").coalition) for m in (21, 101, 201)}
    two = continuum(2)
    plans = repr(two).split("they above ")[1].split(";")[0]
    return {
        "duel.two_plans": Finding(
            set(counts.values()) == {2} and len(two.coalition) == 2,
            f"Two on meshes of {show(list(counts))} thresholds and without any: {plans}.",
        ),
        "duel.repeat": Finding(
            two.margin > 0, rf"$\alpha - \beta + 1$ is at least {two.margin:.6f} against any pair."
        ),
    }


@value("duel.value", "duel.own", "duel.bloc", "duel.beside", "duel.share", "duel.rest")
def solution(effort: Effort) -> dict[str, Value]:
    """The value and both optimal strategies."""
    two = continuum(2)
    ((q, _), share), ((_, r), rest) = two.coalition
    (low, at_86), (_, at_88) = forced(0.86, effort.reduced), forced(0.88, effort.reduced)
    return {
        "duel.value": Value(-two.value),
        "duel.own": Value(
            two.player_one[0][0],
            evidence="The optimum of the game. It is her best response to the exact mix only: to "
            f"the printed one it is {low:.2f}.",
        ),
        "duel.bloc": Value(q),
        "duel.beside": Value(r),
        "duel.share": Value(
            100 * share,
            evidence=f"With its rounded thresholds 86 % forces {at_86:.4f}, 88 % {at_88:.4f}.",
        ),
        "duel.rest": Value(100 * rest),
    }


@claim("duel.response")
def response_to_the_printed_mix(effort: Effort) -> Finding:
    """Against the mix as printed .64 is the best response, and .013 its joint value."""
    own, gain = forced(0.86, effort.reduced)
    better, more = forced(0.88, effort.reduced)
    return Finding(
        abs(own - 0.64) < 0.005 and gain > 0.0125,
        f"Against 86 % (.68, .68) and 14 % (0, .86) it is {own:.3f}, which brings the coalition's "
        f"gain down to {gain:.4f}; at 88 % {better:.3f} and {more:.4f}. It holds of the mix "
        "before rounding.",
    )


@claim("duel.loses")
def loses_to_both(effort: Effort) -> Finding:
    """The threshold .64 loses to both strategies of the coalition."""
    worth = []
    for plan in PLANS:
        table = 0.64, *plan
        worth.append(payoff(table) / (1 - stakes_multiplier(table)))
    return Finding(max(worth) < 0, f"Repeated, it earns {worth[0]:.5f} and {worth[1]:.5f}.")
