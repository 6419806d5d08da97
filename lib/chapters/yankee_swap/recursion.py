"""The general recurrence for what opening a box is worth."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.integrate import quad

from parlor.games.yankee_swap.exact import LockedCheck, check_locked
from parlor.games.yankee_swap.locked import draw_values
from press import Effort, Finding, claim, counted, in_parts
from press.ledger.verdict import NOISE

from ..tolerances import ROUNDING
from .plays import CROWD, Fates, Stories, fates, hundred

DECKS = ((range(7), 4), (range(4), 5), ((0, 1, 1, 7), 6), ((0, 1), 8))


@cache
def every_position(n_decks: int) -> tuple[LockedCheck, ...]:
    """The threshold policy on small decks, against every other action at every position."""
    return tuple(check_locked(n, distribution=list(deck)) for deck, n in DECKS[:n_decks])


def off_path(effort: Effort) -> tuple[str, Fates]:
    """What becomes of boxes opened at all positions of a small game; and how to speak of them."""
    n, cards = effort.of(full=(5, 6), reduced=(4, 5))
    found = fates(n, cards)
    where = f"In the game of {n} players with {cards} values, at all {found.positions:,} positions,"
    return where, found


def on_path(told: Stories) -> str:
    """Of which games stories are told."""
    return f"In {told.n_games:,} games of {CROWD} players"


def by_deviation(told: Stories) -> float:
    """By how many standard errors those who opened were paid something else than t_k, at most."""
    return float((np.abs(told.worth - draw_values(CROWD)) / told.worth_error).max())


def played_on(checks: Iterable[LockedCheck]) -> str:
    """Players and values of the games that were checked, in words."""
    players = [len(check.draw_values) for check in checks]
    decks = [len(set(deck)) for deck, _ in DECKS[: len(players)]]
    return f"{min(players)} to {max(players)} players with {min(decks)} to {max(decks)} values"


@claim("recurrence.decreasing")
def decreasing(effort: Effort) -> Finding:
    """The worth of opening a box falls with the number of players to act."""
    worth = draw_values(effort.of(full=100_000, reduced=101))
    return Finding(
        bool((np.diff(worth) < 0).all()),
        f"$t_1 = {worth[0]:.4g}$ falls at every step, to $t_{{101}} = {worth[100]:.4g}$ and "
        f"{worth[-1]:.2g} with {worth.size:,} to act.",
    )


@claim("recurrence.harbour", "recurrence.stolen", "recurrence.kept")
def fates_of_boxes(effort: Effort) -> dict[str, Finding]:
    """What becomes of a box above, and below, the next player's threshold."""
    told, (where, all_of), off = hundred(effort), off_path(effort), by_deviation(hundred(effort))
    stay = counted(all_of.below - all_of.below_taken, all_of.below)
    at_once = told.above_taken == told.above and all_of.met_taken == all_of.met
    return {
        "recurrence.harbour": Finding(
            in_parts(told.of_latest == told.thefts, all_of.below_taken == 0),
            f"{on_path(told)} {counted(told.of_latest, told.thefts)} thefts are of the box opened "
            f"last. {where} {stay} boxes that are not above the next threshold stay with their "
            "holders.",
        ),
        "recurrence.stolen": Finding(
            in_parts(at_once and off < NOISE, all_of.above_taken == all_of.above),
            f"{on_path(told)} {counted(told.above_taken, told.above)} boxes opened above the next "
            "threshold were taken at once. Whoever opens a box with $k$ to act is paid $t_k$ in "
            f"the end, robbed or not, within {off:.2f} standard errors. {where} "
            f"{counted(all_of.met_taken, all_of.met)} such boxes are taken at once if nothing "
            f"beside them was worth stealing, but only {all_of.above_taken:,} of all "
            f"{all_of.above:,}, because the next player takes a better box that lies beside one.",
        ),
        "recurrence.kept": Finding(
            in_parts(told.below_kept == told.below, all_of.below_taken == 0),
            f"{on_path(told)} {counted(told.below_kept, told.below)} boxes opened at or below the "
            f"next threshold stayed with who opened them. {where} so do {stay} such boxes.",
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
        same and off < ROUNDING,
        f"At {len(points)} fractions the two are equal, so everywhere. Integrated numerically from "
        "each $t_k$ to the next, up to $t_{101}$, they give the solver's thresholds within "
        f"{off:.0e}.",
    )


@claim("recurrence.formula")
def formula(effort: Effort) -> Finding:
    """The threshold policy is an equilibrium, and opening a box in it is worth t_k."""
    checks = every_position(effort.of(full=4, reduced=2))
    gain = max(check.largest_gain for check in checks)
    told, by_formula = hundred(effort), [float(draw_values(1)[0])]
    while len(by_formula) < CROWD:
        by_formula.append(by_formula[-1] - by_formula[-1] ** 2 / 2)
    off = float((np.abs(told.worth - by_formula) / told.worth_error).max())
    return Finding(
        gain == 0 and off < NOISE,
        f"At every position of {len(checks)} games of {played_on(checks)} we compared "
        f"{sum(check.n_actions for check in checks):,} actions in exact fractions; the largest "
        f"gain of another action is {gain}. {on_path(told)} with uniform boxes those who open with "
        f"$k$ to act are paid $t_k$ of this recurrence, within {off:.2f} standard errors.",
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
    beside = Fraction(10, 100), Fraction(95, 100)
    low, high = (opening_beside(x, cards) for x in beside)
    worth, told = float(draw_values(2)[1]), hundred(effort)
    off = by_deviation(told)
    return Finding(
        in_parts(off < NOISE, high == low),
        f"With two to act and a box of {float(beside[0])} that can be stolen, opening one is worth "
        f"{float(low):.4f}; with one of {float(beside[1])}, which the last player will take "
        f"instead, {float(high):.4f}. In equilibrium no such box is left, and $t_2 = {worth:.4f}$. "
        f"{on_path(told)} those who open a box with $k$ to act are paid $t_k$, within {off:.2f} "
        "standard errors.",
    )
