"""Sections 1, 1.2 and D.3: partners who draw their thresholds together, or each for himself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, small
from parlor.games.guts.asynchronous import HoldDown, best_reply, guarantee, hold_down
from parlor.games.guts.continuum import best_replies
from parlor.solvers import zero_sum
from press import Effort, Finding, claim, greatest, show

from ..agreement import tally
from ..tolerances import CERTIFIED, ROUNDING
from . import printed
from .rounds import total
from .said import equality
from .small_games import GAMES, THIRD, against, apart, together
from .solutions import continuum

# a symmetric zero-sum game of three strategies whose best coalition is 1 beside 2 (3/4) or 3 (1/4)
PRODUCT = np.array([
    [[0, -1, 0], [-1, 0, 4], [0, 4, 0]],
    [[2, 0, -3], [0, 0, -3], [-3, -3, 2]],
    [[0, -1, 0], [-1, 6, -1], [0, -1, 0]],
], dtype=float)  # fmt: skip


@cache
def held_to(step: int) -> list[tuple[Fraction, Fraction, Fraction]]:
    """What two independent partners hold player 1 to by the proof, on pairs of fortieths."""
    fine = [Fraction(i, 40) for i in range(0, 41, step)]
    exact: Callable[..., Any] = guarantee  # fractions in, fractions out
    return [(q, r, exact(q, r)) for q in fine for r in fine if q <= r]


@cache
def search(n_coalition: int, n_starts: int) -> HoldDown:
    """The least to which independent partners are found to hold player 1."""
    return hold_down(n_coalition, n_starts=n_starts, seed=0)


@claim("asynchronous.larger")
def independent_force_less(effort: Effort) -> Finding:
    """Independent partners hold player 1 to no less than those who agree."""
    rng, margins = np.random.default_rng(0), list[float]()
    for name, game in GAMES.items():
        n_pairs = effort.of(full=2000, reduced=100)
        y, z = rng.dirichlet(np.ones(len(game)), (n_pairs, 2)).swapaxes(0, 1)
        margins += (against(name, y, z).max(1) - together(name).value).tolist()
    sizes, starts = (2, 3, 4, 5, 6), effort.of(full=20, reduced=3)
    guts = min(search(N, starts).value - continuum(N).value for N in sizes)
    return Finding(
        min(margins) > -CERTIFIED and guts > -CERTIFIED,
        "Partners who draw together may also draw as independent partners do, so they can hold her "
        f"to no more. In the small games player 1 gets at least {min(margins):.3f} more than the "
        f"value against {len(margins):,} random pairs of independent mixes, and in guts at least "
        f"{guts:.3f} more against the best {sizes[0]} to {sizes[-1]} that we found.",
    )


@claim("asynchronous.strictly")
def strictly_below(effort: Effort) -> Finding:
    """The asynchronous minimax is strictly below the equilibrium's value unless that is strong."""
    pairs = held_to(effort.of(full=1, reduced=4))
    least = min(g for *_, g in pairs)
    gain = -min(payoff((2**-0.5, 0, float(r))) for _, r, _ in pairs)
    out = apart("D2", 20).value
    return Finding(
        not (least >= 0 and gain > CERTIFIED),
        f"In guts of three, independent partners hold player 1 to no less than {least}, exactly, "
        f"at all {len(pairs)} pairs of thresholds in fortieths. The value of the equilibrium is "
        "zero too, although it is not strong: two who agree, one of whom always holds, gain "
        f"{gain:.4f} by the best of those thresholds for the other. In odd man out the best "
        f"independent partners that a search finds hold her to {abs(out):.4f}.",
    )


@claim("asynchronous.agree")
def all_three_agree(effort: Effort) -> Finding:
    """If the equilibrium is strong all three values agree."""
    partners = range(1, effort.of(full=4, reduced=2) + 1)  # of more it is not strong
    starts = effort.of(full=20, reduced=3)
    fair = {N: equilibrium_threshold(N + 1, weenie=True) for N in partners}
    linked = [continuum(N, weenie=True).value for N in partners]
    loose = [hold_down(N, weenie=True, n_starts=starts, seed=0).value for N in partners]
    paid = [payoff((own,) * (N + 1), weenie=True) for N, own in fair.items()]
    agreed, found, alone = (greatest(*map(abs, some)) for some in (linked, loose, paid))
    return Finding(
        max(agreed, found, alone) < CERTIFIED,
        "A strong equilibrium's value is the synchronous one, and the asynchronous minimax lies "
        f"between. Under the Weenie rule the equilibrium is strong for two to {partners[-1] + 1} "
        "players. There the synchronous value that we find differs from zero by at most "
        f"{agreed:.0e}, the asynchronous minimax by at most {found:.0e}, and the equilibrium's "
        f"payoff by at most {alone:.0e}.",
    )


@claim("asynchronous.disagree")
def optimum_disagrees(effort: Effort) -> Finding:
    """If the equilibrium is not strong an optimal coalition's members sometimes differ."""
    game, value = GAMES["D2"], together("D2").value
    blocs = zero_sum.solve(np.einsum("abb->ab", game))
    against_even = float(np.einsum("a,abb->b", THIRD, game).min())
    return Finding(
        not (abs(blocs.value - value) < CERTIFIED and against_even < -CERTIFIED),
        f"In odd man out two who agree bring the even mix down to {against_even:.4f}, so that this "
        f"equilibrium is not strong. Pairs who always agree force {blocs.value:.4f}, and no "
        f"coalition forces more ({value:.4f}).",
    )


@claim("asynchronous.step")
def mixed_optimum_is_linked(effort: Effort) -> Finding:
    """A unique optimum that is not pure cannot be played by independent partners."""
    sums = PRODUCT + PRODUCT.transpose(1, 0, 2) + PRODUCT.transpose(1, 2, 0)
    linked = small.synchronous(PRODUCT)
    paid = np.einsum("a,abc->bc", linked.row, PRODUCT)
    replies = {tuple(sorted(pair)) for pair in np.argwhere(paid < linked.value + CERTIFIED)}
    z = np.array([0, 0.75, 0.25])
    loose = float((PRODUCT[:, 0] @ z).max())
    known = not sums.any() and replies == {(0, 1), (0, 2)}
    return Finding(
        not (known and abs(loose - linked.value) < CERTIFIED),
        "In a symmetric zero-sum game of three strategies the only optimal coalition plays the "
        f"first beside the second or the third, with chances {show(z[1:].tolist())}, and holds "
        f"player 1 to {linked.value:g}. One partner with the first and the other with that mix "
        f"hold her to {loose:g} as well, and they draw apart.",
    )


@claim("asynchronous.gap")
def gap(effort: Effort) -> Finding:
    """In guts partners who agree force less than independent ones."""
    starts, value = effort.of(full=20, reduced=3), continuum(2).value
    least = min(g for *_, g in held_to(effort.of(full=1, reduced=4)))
    on = hold_down(2, V=value, n_starts=starts, seed=0).value
    return Finding(
        value < -CERTIFIED and least >= 0 and on > value + CERTIFIED,
        f"Two players who draw together hold the third to {value:.5f}. The best two who draw "
        f"independently that a search finds hold her to {abs(search(2, starts).value):.0e} in one "
        f"round, and to {on:.5f} if playing on were worth to her what the former leave her.",
    )


@claim("asynchronous.same_maximin")
def same_maximin(effort: Effort) -> Finding:
    """Her maximin is the same against independent partners, so that it lies below the minimax."""
    off, gaps, n_pairs = 0.0, {}, 500
    for name in ("D1", "D2", "C5"):
        linked = together(name)
        secured = np.einsum("a,abc->bc", linked.row, GAMES[name])
        mixes = np.random.default_rng(0).dirichlet(np.ones(3), (n_pairs, 2))
        off = greatest(off, abs(secured.min() - linked.value))
        off = greatest(off, secured.min() - min(y @ secured @ z for y, z in mixes))
        gaps[name] = apart(name, 20).value - secured.min()
    return Finding(
        off < CERTIFIED < gaps["D1"],
        f"In {len(gaps)} small games player 1's optimal mix gets the value, {equality(off)}, "
        f"against some pair of pure choices, and no less against {n_pairs} random pairs of "
        f"independent mixes. The minimax for independent draws is {gaps['D1']:.4f} more in odd man "
        f"in and {gaps['D2']:.4f} more in odd man out.",
    )


@claim("asynchronous.maximin")
def named_maximin(effort: Effort) -> Finding:
    """The quantity to compute for independent partners is the maximin."""
    secured = float(np.einsum("a,abc->bc", together("D1").row, GAMES["D1"]).min())
    loose = apart("D1", 20).value
    return Finding(
        abs(secured - loose) < CERTIFIED,
        f"In odd man in the maximin is {secured:.4f} against independent partners too, by a linear "
        f"programme. The minimax, to which the open question belongs, is {loose:.4f}.",
    )


@claim("asynchronous.mixed")
def unique_and_mixed(effort: Effort) -> Finding:
    """In guts of three the optimum of the coalition is unique up to symmetry, and mixed."""
    two = continuum(2)
    own = two.player_one[0][0]
    replies = best_replies(2, own, V=two.value)
    values = [total(own, allies, two.value) for allies in replies]
    n = effort.of(full=201, reduced=41)
    x = np.linspace(0, 1, n).tolist()
    mesh = np.full((n + 2, n + 2), np.inf)
    for i, j in combinations_with_replacement(range(n), 2):
        mesh[i + 1, j + 1] = mesh[j + 1, i + 1] = total(own, (x[i], x[j]), two.value)
    inner, around = mesh[1:-1, 1:-1], [-1, 0, 1]
    lowest = np.min([np.roll(mesh, (i, j), (0, 1)) for i in around for j in around], axis=0)
    # dips of the mesh as deep as the points next to both plans, but not next to either
    at = [tuple(round(p * (n - 1)) for p in sorted(reply)) for reply in replies]
    deep = max(inner[place] for place in at)
    dips = np.argwhere((inner == lowest[1:-1, 1:-1]) & (inner <= deep))
    near = [d for d in dips.tolist() if min(max(abs(np.subtract(sorted(d), a))) for a in at) > 1]
    up, down = ([total(own + d, allies, two.value) for allies in replies] for d in (1e-6, -1e-6))
    slopes = np.subtract(up, down)
    plans = " and ".join(show(tuple(np.round(r, 4).tolist())) for r in replies)
    return Finding(
        np.ptp(values) < CERTIFIED and not near and slopes[0] * slopes[1] < 0,
        f"Against her optimal threshold the coalition's best plans are {plans}; they pay the same "
        f"within {float(np.ptp(values)):.0e}, and on a mesh of {n} thresholds "
        f"{len(near) or 'no'} other local minima are as low. She would move up against one plan "
        "and down against the other, so that only one mix holds her.",
    )


@claim("asynchronous.conjecture")
def conjecture(effort: Effort) -> Finding:
    """In guts two independent partners can force at most 0, a loss of nothing, on player 1."""
    pairs = held_to(effort.of(full=1, reduced=4))
    right = []
    for q, r, value in pairs:
        if 2 * r * r > 1 and r * (r + q) < 1 and q < r:  # the third case of the proof
            p = (1 + q * r) / (3 * r)
            right.append(q < p < r and printed.three(p, q, r)[1] == value)
        elif q < r:
            p = r if 2 * r * r <= 1 else q
            right.append(abs(payoff((float(p), float(q), float(r))) - float(value)) <= ROUNDING)
    least = min(g for *_, g in pairs)
    # she cannot be guaranteed more than her best reply earns, but for rounding
    over = greatest(*(float(g) - best_reply([float(q), float(r)])[1] for q, r, g in pairs))
    return Finding(
        least >= 0 and all(right) and over < ROUNDING,
        "It is proved for three players, of whom it speaks: a mix of thresholds does no better "
        r"than its mean, and against two means player 1 has a threshold with $\alpha \ge 0$. The "
        "proof's three cases agree with the source's (3.2), or with our payoffs where two of the "
        f"thresholds are equal, at {tally(right)} pairs of different thresholds in fortieths; at "
        f"{len(pairs)} pairs, equal ones among them, the least that they guarantee her is {least}. "
        "For more players it is proved in 'What nobody knew'.",
    )
