"""Sections 1, 1.2 and D.3: partners who draw their thresholds together, or each for himself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from parlor.games.guts import payoff, small, stakes_multiplier
from parlor.games.guts.asynchronous import HoldDown, best_reply, guarantee, hold_down
from parlor.games.guts.continuum import best_replies
from parlor.solvers import zero_sum
from press import Effort, Finding, claim, greatest

from . import printed
from .solved import continuum

# a symmetric zero-sum game of three strategies whose best coalition is 1 beside 2 (3/4) or 3 (1/4)
PRODUCT = np.array(
    [
        [[0, -1, 0], [-1, 0, 4], [0, 4, 0]],
        [[2, 0, -3], [0, 0, -3], [-3, -3, 2]],
        [[0, -1, 0], [-1, 6, -1], [0, -1, 0]],
    ],
    dtype=float,
)


@cache
def held_to(step: int) -> list[tuple[Fraction, Fraction, Fraction]]:
    """What two independent partners hold player 1 to by the proof, on pairs of fortieths."""
    fine = [Fraction(i, 40) for i in range(0, 41, step)]
    exact: Callable[..., Any] = guarantee  # fractions in, fractions out
    return [(q, r, exact(q, r)) for q in fine for r in fine if q <= r]


def excess(pairs: list[tuple[Fraction, Fraction, Fraction]]) -> float:
    """How far the guarantee exceeds her best reply at most, which it cannot but for rounding."""
    over = (float(g) - best_reply([float(q), float(r)])[1] for q, r, g in pairs)
    return max(0.0, *over)


@cache
def search(n_coalition: int, n_starts: int) -> HoldDown:
    """The least to which independent partners are found to hold player 1."""
    return hold_down(n_coalition, n_starts=n_starts, seed=0)


def searches(effort: Effort) -> dict[int, HoldDown]:
    """The same for two to six partners."""
    starts = effort.of(full=20, reduced=3)
    return {N: search(N, starts) for N in (2, 3, 4, 5, 6)}


@claim("asynchronous.larger")
def independent_force_less(effort: Effort) -> Finding:
    """Independent partners hold player 1 to no less than those who agree."""
    rng = np.random.default_rng(0)
    margin, count = np.inf, 0
    for game in small.load_games().values():
        value = small.synchronous(game).value
        k = len(game)
        for y, z in rng.dirichlet(np.ones(k), (effort.of(full=2000, reduced=100), 2)):
            margin = min(margin, float(np.einsum("abc,b,c", game, y, z).max()) - value)
            count += 1
    guts = min(continuum(N).value - found.value for N, found in searches(effort).items())
    return Finding(
        margin > -1e-9 and guts < 0,
        f"A pair of mixes is one joint law among others. {count:,} random pairs of mixes in the "
        f"small games: at least {margin:.3f} above the value; in guts of 2 to 6 partners too.",
    )


@claim("asynchronous.strictly")
def strictly_below(effort: Effort) -> Finding:
    """The asynchronous minimax is strictly below the equilibrium's value unless that is strong."""
    pairs = held_to(effort.of(full=1, reduced=4))
    least = min(g for *_, g in pairs)
    gain = -min(payoff((2**-0.5, 0, float(r))) for _, r, _ in pairs)
    out = small.asynchronous(small.load_games()["D2"], n_starts=20, seed=0).value
    return Finding(
        not (least >= 0 and gain > 0.01),
        f"Guts of three: independent partners force no less than {least} (exactly, on {len(pairs)} "
        f"pairs; the value of the equilibrium), which is not strong: a pair gains {gain:.4f}. In "
        f"odd man out the same: {abs(out):.4f}.",
    )


@claim("asynchronous.agree")
def all_three_agree(effort: Effort) -> Finding:
    """If the equilibrium is strong all three values agree."""
    together = continuum(2, "full", True).value
    apart = hold_down(2, weenie=True, n_starts=effort.of(full=20, reduced=3), seed=0)
    alone = payoff((3**-0.5,) * 3, weenie=True)
    return Finding(
        max(abs(together), abs(apart.value), abs(alone)) < 1e-9,
        "They lie in this order, with equal ends. Weenie rule, three players: together "
        f"{abs(together):.0e}, apart {abs(apart.value):.0e}, equilibrium {abs(alone):.0e}.",
    )


@claim("asynchronous.disagree")
def optimum_disagrees(effort: Effort) -> Finding:
    """If the equilibrium is not strong an optimal coalition's members sometimes differ."""
    game = small.load_games()["D2"]
    value = small.synchronous(game).value
    blocs = zero_sum.solve(np.einsum("abb->ab", game))
    even = np.full(3, 1 / 3)
    against_even = float(np.einsum("a,abb->b", even, game).min())
    return Finding(
        not (abs(blocs.value - value) < 1e-9 and against_even < -1e-9),
        f"Odd man out: two who agree bring (1/3, 1/3, 1/3) down to {against_even:.4f}, so it is "
        f"not strong; blocs alone force {blocs.value:.4f}, all that any coalition can "
        f"({value:.4f}).",
    )


@claim("asynchronous.step")
def mixed_optimum_is_linked(effort: Effort) -> Finding:
    """A unique optimum that is not pure cannot be played by independent partners."""
    sums = max(
        abs(PRODUCT[a, b, c] + PRODUCT[b, a, c] + PRODUCT[c, a, b])
        for a in range(3) for b in range(3) for c in range(3)
    )  # fmt: skip
    together = small.synchronous(PRODUCT)
    paid = np.einsum("a,abc->bc", together.row, PRODUCT)
    replies = {tuple(sorted(pair)) for pair in np.argwhere(paid < together.value + 1e-9).tolist()}
    y, z = np.array([1.0, 0, 0]), np.array([0, 0.75, 0.25])
    apart = float(np.einsum("abc,b,c", PRODUCT, y, z).max())
    return Finding(
        not (sums == 0 and replies == {(0, 1), (0, 2)} and abs(apart - together.value) < 1e-9),
        "A symmetric zero-sum game of three strategies: the only optimal coalition plays 1 beside "
        f"2 (3/4) or 3 (1/4), worth {together.value:g}; and so does one partner with 1 and the "
        f"other with that mix, independently: {apart:g}.",
    )


@claim("asynchronous.gap")
def gap(effort: Effort) -> Finding:
    """In guts partners who agree force less than independent ones."""
    apart, together = search(2, effort.of(full=20, reduced=3)).value, continuum(2).value
    least = min(g for *_, g in held_to(effort.of(full=1, reduced=4)))
    on = hold_down(2, V=together, n_starts=effort.of(full=20, reduced=3), seed=0).value
    return Finding(
        together < -1e-3 and least >= 0 and on > together + 1e-3,
        f"Three players: {together:.5f} together, {abs(apart):.0e} apart in one round; and "
        f"{on:.5f} if playing on were worth the former.",
    )


@claim("asynchronous.same_maximin")
def same_maximin(effort: Effort) -> Finding:
    """Her maximin is the same against independent partners, so that it lies below the minimax."""
    off, gaps = 0.0, {}
    for name in ("D1", "D2", "C5"):
        game = small.load_games()[name]
        x = small.synchronous(game).row
        secured = np.einsum("a,abc->bc", x, game)
        rng = np.random.default_rng(0)
        mixed = [y @ secured @ z for y, z in rng.dirichlet(np.ones(3), (500, 2))]
        off = greatest(off, abs(secured.min() - small.synchronous(game).value))
        off = greatest(off, secured.min() - min(mixed))
        gaps[name] = small.asynchronous(game, n_starts=20, seed=0).value - secured.min()
    return Finding(
        off < 1e-9 and gaps["D1"] > 1e-9,
        f"What her mix secures is least at a pair of pure choices (within {abs(off):.0e}, three "
        f"games). The gap is {gaps['D1']:.4f} in odd man in, {gaps['D2']:.4f} in odd man out.",
    )


@claim("asynchronous.maximin")
def named_maximin(effort: Effort) -> Finding:
    """The quantity to compute for independent partners is the maximin."""
    game = small.load_games()["D1"]
    x = small.synchronous(game).row
    secured = float(np.einsum("a,abc->bc", x, game).min())
    loose = small.asynchronous(game, n_starts=20, seed=0).value
    return Finding(
        abs(secured - loose) < 1e-9,
        f"Odd man in: the maximin is {secured:.4f} against independent partners too, a linear "
        f"programme; the minimax, which is the open question, {loose:.4f}.",
    )


@claim("asynchronous.mixed")
def unique_and_mixed(effort: Effort) -> Finding:
    """In guts of three the optimum of the coalition is unique up to symmetry, and mixed."""
    two = continuum(2)
    own = two.player_one[0][0]

    def total(allies: tuple[float, ...]) -> float:
        return payoff((own, *allies)) + two.value * stakes_multiplier((own, *allies))

    replies = best_replies(2, own, 1 + two.value)
    values = [total(allies) for allies in replies]
    x = np.linspace(0, 1, effort.of(full=201, reduced=41))
    near = [
        (a, b)
        for a in x
        for b in x[x >= a]
        if total((float(a), float(b))) < two.value + 1e-4
        and min(np.abs(np.subtract((a, b), reply)).max() for reply in replies) > 0.03
    ]
    slopes = []
    for allies in replies:
        up, down = ((own + d, *allies) for d in (1e-6, -1e-6))
        slopes.append(payoff(up) + two.value * stakes_multiplier(up) - payoff(down)
                      - two.value * stakes_multiplier(down))  # fmt: skip
    plans = ", ".join(str(tuple(np.round(r, 4).tolist())) for r in replies)
    return Finding(
        np.ptp(values) < 1e-9 and not near and slopes[0] * slopes[1] < 0,
        f"Against her optimal threshold two plans are best, {plans}, equal within "
        f"{float(np.ptp(values)):.0e}; on a mesh none elsewhere comes near. She would move up "
        "against one and down against the other, so that one mix only holds her.",
    )


@claim("asynchronous.conjecture")
def conjecture(effort: Effort) -> Finding:
    """In guts two independent partners can force at most 0, a loss of nothing, on player 1."""
    pairs = held_to(effort.of(full=1, reduced=4))
    wrong = 0
    for q, r, value in pairs:
        if 2 * r * r > 1 and r * (r + q) < 1 and q < r:  # the third case of the proof
            p = (1 + q * r) / (3 * r)
            wrong += not (q < p < r) or printed.three(p, q, r)[1] != value
        elif q < r:
            p = r if 2 * r * r <= 1 else q
            wrong += abs(payoff((float(p), float(q), float(r))) - float(value)) > 1e-12
    least = min(g for *_, g in pairs)
    over = excess(pairs)
    more = min(found.value for N, found in searches(effort).items() if N > 2)
    return Finding(
        least >= 0 and wrong == 0 and over < 1e-12,
        "Proved for three players, of whom it speaks: a mix does no better than its mean, and "
        r"against two means she has a threshold with $\alpha \ge 0$. Its three cases agree with "
        f"the source's (3.2) on {len(pairs)} pairs ({wrong} exceptions); least guarantee "
        f"{least}. For more players it is proved in *What nobody knew*; of four to seven no "
        f"search found a payoff below {more:.2g}.",
    )
