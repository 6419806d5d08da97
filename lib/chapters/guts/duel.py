"""Sections 1.1.2 and 5: one against two."""

from __future__ import annotations

import numpy as np

from parlor.games.guts import payoff, stakes_multiplier
from press import Effort, Finding, Value, claim, in_parts, show
from press.ledger.verdict import compare

from ..tolerances import CERTIFIED
from .emulation import emulate
from .rounds import against_mix
from .said import numbers, said
from .solutions import continuum, on_mesh

BLOC, BESIDE = numbers("duel.bloc", "duel.beside")
PLANS = (BLOC, BLOC), (0.0, BESIDE)  # the coalition's two, as printed


def printed_mix(share: float) -> list[tuple[tuple[float, ...], float]]:
    """The coalition's mix with its thresholds as printed."""
    return [(PLANS[0], share), (PLANS[1], 1 - share)]


def forced(share: float, reduced: bool = False) -> tuple[float, float]:
    """Player 1's best threshold against that mix, repeated, and what it then wins."""
    grid = np.linspace(0, 1, 101 if reduced else 1001)
    alpha, beta = against_mix(printed_mix(share), grid)
    best = int((alpha + continuum(2).value * beta).argmax())
    return float(grid[best]), float(-alpha[best] / (1 - beta[best]))


@claim("duel.edge")
def edge(effort: Effort) -> Value:
    """What two win together on mesh 201, in per cent of an ante."""
    mesh, rounds = effort.of(full=(201, 1000), reduced=(21, 50))  # the source's finest mesh
    [short] = emulate([2], mesh=mesh, n_rounds=rounds, seed=7)
    return Value(
        -100 * on_mesh(2, 201, "full").value,
        evidence=f"Fictitious play of {short.n_rounds:,} rounds, read from player 1's side, gives "
        f"{100 * short.player_replies:.2f}; Section 5 of the same source has "
        f"{100 * numbers('duel.value')[0]:g}.",
    )


@claim("duel.improves")
def improves(effort: Effort) -> Finding:
    """That is more than the earlier bound of 0.4 %."""
    gain, [earlier] = -100 * continuum(2).value, numbers("duel.ccz")
    return Finding(
        gain > earlier,
        f"Two players win {gain:.4f} % of an ante together from the third, and the earlier bound "
        f"was {earlier:g} %.",
    )


@claim("duel.two_plans", "duel.repeat")
def two_plans(effort: Effort) -> dict[str, Finding]:
    """The optimum is a blend of two strategies; repeating one of player 1's suffices."""
    counts = {m: len(on_mesh(2, m, "full").coalition) for m in (21, 101, 201)}
    two = continuum(2)
    grid = np.linspace(0, 1, effort.of(full=2001, reduced=201))
    # what player 1 gets, and the multiplier, by her threshold
    alpha, beta = against_mix(two.coalition, grid)
    fee = two.n_coalition
    gain = float((-alpha - fee * beta + fee).min())
    return {
        "duel.two_plans": Finding(
            in_parts(*(count == 2 for count in counts.values()), len(two.coalition) == 2),
            f"The optimal coalition plays {show(list(counts.values()))} strategies on meshes of "
            f"{show(list(counts))} thresholds, and {len(two.coalition)} without a mesh.",
        ),
        "duel.repeat": Finding(
            in_parts(two.margin > 0, gain > 0),
            r"In guts of three player 1's optimal strategy has $\alpha - \beta + 1$ of at least "
            f"{two.margin:.4f} against any pair. The coalition's mix gains in the same way, from a "
            f"loss of both antes, at least {gain:.4f} against each of {grid.size:,} thresholds of "
            "hers.",
        ),
    }


@claim("duel.value", "duel.own", "duel.bloc", "duel.beside", "duel.share", "duel.rest")
def solution(effort: Effort) -> dict[str, Value]:
    """The value and both optimal strategies."""
    two = continuum(2)
    ((q, _), share), ((_, r), rest) = two.coalition
    said_share = numbers("duel.share")[0] / 100
    right = round(share, 2)
    (low, at_said), (_, at_right) = (forced(w, effort.reduced) for w in (said_share, right))
    return {
        "duel.value": Value(-two.value),
        "duel.own": Value(
            two.player_one[0][0],
            evidence="This is her optimal threshold in the game. It is a best response to the "
            f"exact mix only; her best response to the printed one is {low:.2f}.",
        ),
        "duel.bloc": Value(q),
        "duel.beside": Value(r),
        "duel.share": Value(
            100 * share,
            evidence="If the coalition keeps to the printed thresholds, it wins "
            f"{at_said:.4f} with a share of {100 * said_share:g} % for its bloc, and "
            f"{at_right:.4f} with a share of {100 * right:g} %.",
        ),
        "duel.rest": Value(100 * rest),
    }


@claim("duel.response")
def response_to_the_printed_mix(effort: Effort) -> Finding:
    """Against the mix as printed .64 is the best response, and .013 its joint value."""
    share, reply, worth = (said.value(name) for name in ("duel.share", "duel.own", "duel.value"))
    own, gain = forced(float(share) / 100, effort.reduced)
    agree = [compare(str(float(a)), b) == "match" for a, b in ((reply, own), (worth, gain))]
    return Finding(
        in_parts(*agree),
        f"Against the mix as printed, with {show(share)} % of {show(PLANS[0])} and the "
        f"rest {show(PLANS[1])}, the best response is {own:.3f}, which brings the coalition's "
        f"gain down to {gain:.4f}. The claim is true of the exact mix, before rounding.",
    )


@claim("duel.loses")
def loses_to_both(effort: Effort) -> Finding:
    """The threshold .64 loses to both strategies of the coalition."""
    [own] = numbers("duel.own")
    worth = [payoff((own, *p)) / (1 - stakes_multiplier((own, *p))) for p in PLANS]
    return Finding(
        max(worth) < -CERTIFIED,
        f"Repeated, the threshold {own:g} earns {worth[0]:.5f} against the bloc and {worth[1]:.5f} "
        "against the other strategy.",
    )


@claim("duel.blackjack")
def blackjack(effort: Effort) -> Finding:
    """The house edge of blackjack in two places."""
    here, there = said.published.entry("duel.blackjack").printed, float(said.value("duel.edge"))
    edge = there / 100
    return Finding(
        in_parts(compare(here, edge) == "match", edge in said["duel.blackjack"]),
        f"Section 5 prints {here}. Section 1.1.2 calls {there:g} %, which is {edge:g}, similar to "
        "it. The two differ by more than rounding.",
    )


@claim("duel.games")
def games_described(effort: Effort) -> Finding:
    """Which of the coalitions that are announced the passage describes."""
    facts = said.facts("duel.games")
    missing = [str(N) for N in facts["announced"] if N not in facts["described"]]
    return Finding(
        in_parts(*(N in facts["described"] for N in facts["announced"])),
        f"The strategy of a coalition of {' and '.join(missing)} is not described.",
    )
