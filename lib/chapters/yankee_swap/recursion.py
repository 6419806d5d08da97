"""The general recurrence for what opening a box is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.integrate import quad

from parlor.games.yankee_swap.exact import LockedCheck, check_locked
from parlor.games.yankee_swap.locked import draw_values
from press import Effort, Finding, claim

from .plays import Stories, stories

DECKS = ((range(7), 4), (range(4), 5), ((0, 1, 1, 7), 6), ((0, 1), 8))


@cache
def every_position(n_decks: int) -> tuple[LockedCheck, ...]:
    """The threshold policy on small decks, against every other action at every position."""
    return tuple(check_locked(n, list(deck)) for deck, n in DECKS[:n_decks])


def _hundred(effort: Effort) -> Stories:
    return stories(101, effort.of(full=2000, reduced=40), 1)


@claim("recurrence.decreasing")
def decreasing(effort: Effort) -> Finding:
    """The worth of opening a box falls with the number of players to act."""
    worth = draw_values(effort.of(full=100_000, reduced=101))
    return Finding(
        bool((np.diff(worth) < 0).all()),
        f"$t_1 = {worth[0]:.4g}$ falls at every step, to $t_{{101}} = {worth[100]:.4g}$ and "
        f"{worth[-1]:.2g} with {worth.size:,} to act. ($t_0 = t_1$, since a last replacement is "
        "safe too.)",
    )


@claim("recurrence.harbour", of=_hundred)
def harbour(told: Stories) -> Finding:
    """A box that the next player leaves is never stolen, in games played by the thresholds."""
    return Finding(
        told.of_latest == told.thefts,
        f"{told.n_games:,} games of 101: {told.of_latest:,} of {told.thefts:,} thefts are of the "
        "box opened last.",
    )


@claim("recurrence.stolen", "recurrence.kept", of=_hundred)
def two_cases(told: Stories) -> dict[str, Finding]:
    """What becomes of a box above, and below, the next player's threshold."""
    off = np.abs(told.worth - draw_values(101)) / told.worth_error
    return {
        "recurrence.stolen": Finding(
            told.above_taken == told.above and bool(off.max() < 4),
            f"{told.n_games:,} games of 101: of {told.above:,} boxes opened above the next "
            f"threshold {told.above_taken:,} were taken at once. Whoever opens a box with $k$ to "
            "act is paid $t_k$ in the end, robbed or not: over the 101 values of $k$ within "
            f"{float(off.max()):.2f} standard errors.",
        ),
        "recurrence.kept": Finding(
            told.below_kept == told.below,
            f"{told.n_games:,} games of 101: of {told.below:,} boxes opened at or below the next "
            f"threshold {told.below - told.below_kept} were ever taken.",
        ),
    }


@claim("recurrence.integral")
def integral(effort: Effort) -> Finding:
    """The two integrals, in fractions: a quadratic in t is known from three points."""
    points = [Fraction(i, 7) for i in range(8)]
    same = all(t * t / 2 + (1 - t) * t == t - t * t / 2 for t in points)
    worth = draw_values(101)
    steps = [
        quad(lambda x: x, 0, t)[0] + quad(lambda x, t=t: t, t, 1)[0] - after
        for t, after in pairwise(worth)
    ]
    off = max(map(abs, steps))
    return Finding(
        same and off < 1e-12,
        f"At {len(points)} fractions the two are equal, so everywhere. Integrated numerically from "
        "each $t_k$ to the next, up to $t_{101}$, they give the solver's thresholds within "
        f"{off:.0e}.",
    )


@claim("recurrence.formula")
def formula(effort: Effort) -> Finding:
    """The threshold policy is an equilibrium, and opening a box in it is worth t_k."""
    checks = every_position(effort.of(full=4, reduced=2))
    gain = max(check.largest_gain for check in checks)
    told = _hundred(effort)
    t, off = 0.5, []
    for k in range(1, 102):
        off.append(abs(told.worth[k - 1] - t) / told.worth_error[k - 1])
        t -= t * t / 2
    return Finding(
        gain == 0 and max(off) < 4,
        "Small decks, every position, on and off the path: "
        f"{sum(check.n_actions for check in checks):,} actions in fractions, largest gain {gain}. "
        f"Uniform boxes, {told.n_games:,} games of 101: those who open with $k$ to act are paid "
        f"$t_k$ of this recurrence within {max(off):.2f} standard errors.",
    )


def opening_beside(free: Fraction, cards: int) -> Fraction:
    """What opening a box is worth to the last but one if a box `free` may be stolen.

    Boxes are midpoints of `cards` equal cells of [0, 1]; the last player takes the better of the
    two boxes if it is above one half, and the victim opens another.
    """
    half = Fraction(1, 2)
    deck = [Fraction(2 * i + 1, 2 * cards) for i in range(cards)]
    return sum((half if x > max(free, half) else x for x in deck), Fraction(0)) / cards


@claim("recurrence.any")
def any_player(effort: Effort) -> Finding:
    """Whether opening a box is worth t_k to anybody, whatever lies on the table."""
    cards = effort.of(full=200, reduced=20)
    low, high = (float(opening_beside(Fraction(x, 100), cards)) for x in (10, 95))
    worth = float(draw_values(2)[1])
    told = _hundred(effort)
    path = abs(told.worth[1] - worth) < 4 * told.worth_error[1]
    same = abs(high - worth) < 1e-3
    return Finding(
        True if path and same else "partly" if path else False,
        f"With two to act and a box of .1 that can be stolen, opening one is worth {low:.4f}; with "
        f"one of .95, which the last player will take instead, {high:.4f}. In equilibrium no such "
        f"box is left, and $t_2 = {worth:.4f}$.",
    )
