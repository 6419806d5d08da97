"""Unlimited re-steal: what the rule changes, and why the first analysis breaks down."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.yankee_swap.exact import resteal_closed_form
from parlor.games.yankee_swap.locked import locked_seat_payoffs
from press import Effort, Finding, claim, show

from ..plays import fates
from ..readings import MENDED, reading
from ..said import in_parts, said
from ..small import every_box, solved


@claim("resteal.landscape")
def landscape(effort: Effort) -> Finding:
    """How far payoffs move when boxes can be stolen again: exact for the last two seats."""
    n = effort.of(full=101, reduced=21)
    again, locked = resteal_closed_form(n), locked_seat_payoffs(n)
    paid = [(float(again[i]), float(locked[i])) for i in (-1, -2)]
    change = [abs(after - before) / min(after, before) for after, before in paid]
    altered = said["resteal.landscape"]
    return Finding(
        in_parts(*(share in altered for share in change)),
        f"Of {n} players the last is paid {float(again[1]):.4f} instead of "
        f"{float(locked[-1]):.4f}, the last but one {float(again[0]):.4f} instead of "
        f"{float(locked[-2]):.4f}, which is {100 * change[0]:.0f} % and {100 * change[1]:.0f} % "
        "more; what they gain the others lose.",
    )


@cache
def _four(cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Four players: what seat 3 takes over the plane of two boxes; shares of actions by seat."""
    game = solved(4, cards)
    return game.decisions(3), game.actions


@claim("resteal.risk")
def risk(effort: Effort) -> Finding:
    """Whether a high box is in danger from everybody to come."""
    cards = effort.of(full=400, reduced=30)
    plane, actions = _four(cards)
    second = float(actions[2][2])
    deck = effort.of(full=6, reduced=4)
    tables = every_box(deck)
    deep = max(r - k for found in tables.values() for k, r in enumerate(found.deepest, start=1))
    values = (np.arange(cards) + 0.5) / cards
    safe = values[np.argwhere(plane == 2)[:, 1]]
    in_danger = float(actions[3][1])
    positions = sum(found.n_positions for found in tables.values())
    return Finding(
        in_parts(in_danger > 0, second == 0 or deep > 0),
        f"The last of four takes the best box in {in_danger:.3f} of games. But seat 3 takes the "
        f"second best of two in {second:.4f} of them, boxes from {float(safe.min()):.2f} to "
        f"{float(safe.max()):.2f}, and nobody takes it from her: with k to act no box below rank "
        f"k is ever taken ({positions} positions of three to five players with {deck} values, "
        "every box a candidate).",
    )


@claim("resteal.harbour_falling")
def harbour_falling(effort: Effort) -> Finding:
    """Whether safe harbour comes with thresholds that fall with the turns remaining."""
    n, cards = effort.of(full=(5, 6), reduced=(4, 5))
    falling, turned = fates(n, cards), fates(n, cards, turned=True)
    return Finding(
        falling.below_taken == 0 < turned.below_taken,
        f"In locked games of {n} players with {cards} values, at all {falling.positions:,} "
        f"positions, {falling.below_taken} of {falling.below:,} boxes which the next player leaves "
        "can be taken later. Were the thresholds the other way round, rising with $k$, "
        f"{turned.below_taken:,} of {turned.below:,} could, with the same lock.",
    )


@claim("resteal.harbour_lock")
def harbour_lock(effort: Effort) -> Finding:
    """Whether safe harbour comes from the lock."""
    thresholds = reading(MENDED, effort.of(full=101, reduced=8)).thresholds
    falling = bool((np.diff(thresholds) < 0).all())
    _, actions = _four(effort.of(full=400, reduced=30))
    both = float(actions[2][2] + actions[3][1] - 1)
    return Finding(
        in_parts(not falling, both > 0),
        "It concerns boxes that were never stolen, and follows from thresholds that fall with k; "
        "those of the source's own system without a lock, its slips mended, fall as well (from "
        f"{float(thresholds[0]):.4f} to {float(thresholds[-1]):.4f}). But in the equilibrium "
        f"without a lock it is lost: in {both:.4f} of games of four at least, seat 3 leaves the "
        "best box and seat 4 takes it.",
    )


@claim("resteal.later")
def later(effort: Effort) -> Finding:
    """Whether a box that the next player leaves is stolen by a later one."""
    _, actions = _four(effort.of(full=400, reduced=30))
    leaves, takes = float(actions[2][2]), float(actions[3][1])
    return Finding(
        leaves + takes > 1,
        f"With four players seat 3 leaves the best box and takes the second in {leaves:.4f} of "
        f"games, and seat 4 takes the best in {takes:.4f}. So both happen in at least "
        f"{leaves + takes - 1:.4f} of games.",
    )


@claim("resteal.immunity")
def immunity(effort: Effort) -> Finding:
    """Whether no box is ever immune."""
    deck = effort.of(full=6, reduced=4)
    tables = every_box(deck)
    deepest = {n: found.deepest[:-1] for n, found in tables.items()}
    exceeds = [n for n, ranks in deepest.items() if any(r > k for k, r in enumerate(ranks, 1))]
    positions = sum(found.n_positions for found in tables.values())
    most = max(deepest)
    return Finding(
        in_parts(max(deepest[most]) > 0, bool(exceeds)),
        f"At {positions} positions of three to five players with {deck} values, in fractions and "
        "with every box a candidate, the lowest ranks ever taken with one to act, two, and so on "
        f"are {show(deepest[most])} among {most} players. So high boxes are in danger at every "
        "turn; but what is taken at rank $k$ with $k$ to act is never taken again.",
    )


@claim("resteal.threshold")
def threshold(effort: Effort) -> Finding:
    """Whether one threshold on values describes what a player does."""
    plane, _ = _four(effort.of(full=400, reduced=30))
    size = len(plane)
    taken = [sorted({int(a) for a in plane[i] if a >= 0}) for i in range(size)]
    mixed = [i for i in range(size) if {1, 2} <= set(taken[i])]
    low = (mixed[0] + 0.5) / size if mixed else 0.0
    return Finding(
        bool(mixed),
        f"With four players and a best box of any one value from {low:.2f} up, seat 3 takes it if "
        "the second best is low, and takes the second best if that is high. This concerns a share "
        f"of {show(len(mixed) / size)} of the values of the best box.",
    )
