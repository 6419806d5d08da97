"""Unlimited re-steal: what the rule changes, and why the first analysis breaks down."""

from __future__ import annotations

import numpy as np

from parlor.games.yankee_swap.exact import ExactResteal, resteal_closed_form
from parlor.games.yankee_swap.locked import locked_seat_payoffs
from parlor.games.yankee_swap.resteal import Resteal
from press import Effort, Finding, claim, in_parts, show

from ..few_players import every_box, four
from ..plays import fates
from ..readings import MENDED, reading
from ..said import said


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


def tables(effort: Effort) -> tuple[str, dict[int, ExactResteal]]:
    """Small games solved in fractions with every box a candidate, and how to speak of them."""
    deck = effort.of(full=6, reduced=4)
    found = every_box(deck)
    positions = sum(one.n_positions for one in found.values())
    return f"{positions} positions of three to five players with {deck} values", found


@claim("resteal.risk")
def risk(effort: Effort) -> Finding:
    """Whether a high box is in danger from everybody to come."""
    game, (which, solved) = four(effort), tables(effort)
    second, in_danger = float(game.actions[2][2]), float(game.actions[3][1])
    deep = max(r - k for found in solved.values() for k, r in enumerate(found.deepest, start=1))
    safe = np.asarray(game.values)[np.argwhere(game.decisions(3) == 2)[:, 1]]
    return Finding(
        in_parts(in_danger > 0, second == 0 or deep > 0),
        f"The last of four takes the best box in {in_danger:.3f} of games. But seat 3 takes the "
        f"second best of two in {second:.4f} of them, boxes from {float(safe.min()):.2f} to "
        f"{float(safe.max()):.2f}, and nobody takes it from her: with k to act no box below rank "
        f"k is ever taken ({which}, every box a candidate).",
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


@claim("resteal.harbour_lock", "resteal.later")
def leaves_the_best(effort: Effort) -> dict[str, Finding]:
    """Whether a box that the next player leaves is safe without a lock."""
    thresholds = reading(MENDED, effort.of(full=101, reduced=8)).thresholds
    falling, actions = bool((np.diff(thresholds) < 0).all()), four(effort).actions
    leaves, takes = float(actions[2][2]), float(actions[3][1])
    both = f"in at least {leaves + takes - 1:.4f} of games"
    return {
        "resteal.harbour_lock": Finding(
            in_parts(not falling, leaves + takes > 1),
            "It concerns boxes that were never stolen, and follows from thresholds that fall with "
            "k; those of the source's own system without a lock, its slips mended, fall as well "
            f"(from {float(thresholds[0]):.4f} to {float(thresholds[-1]):.4f}). But in the "
            f"equilibrium without a lock it is lost: {both} of four players seat 3 leaves the best "
            "box and seat 4 takes it.",
        ),
        "resteal.later": Finding(
            leaves + takes > 1,
            f"With four players seat 3 leaves the best box and takes the second in {leaves:.4f} of "
            f"games, and seat 4 takes the best in {takes:.4f}. So both happen {both}.",
        ),
    }


@claim("resteal.immunity", of=tables)
def immunity(looked_at: tuple[str, dict[int, ExactResteal]]) -> Finding:
    """Whether no box is ever immune."""
    which, solved = looked_at
    deepest = {n: found.deepest[:-1] for n, found in solved.items()}
    exceeds = any(r > k for ranks in deepest.values() for k, r in enumerate(ranks, 1))
    most = max(deepest)
    return Finding(
        in_parts(max(deepest[most]) > 0, exceeds),
        f"At {which}, in fractions and with every box a candidate, the lowest ranks ever taken "
        f"with one to act, two, and so on are {show(deepest[most])} among {most} players. So what "
        "is taken at rank $k$ with $k$ to act is never taken again.",
    )


@claim("resteal.threshold", of=four)
def threshold(game: Resteal) -> Finding:
    """Whether one threshold on values describes what a player does."""
    mixed = [value for value, row in zip(game.values, game.decisions(3), strict=True)
             if {1, 2} <= {*row.tolist()}]  # fmt: skip
    return Finding(
        bool(mixed),
        f"With four players and a best box of any one value from {min(mixed, default=0):.2f} up, "
        "seat 3 takes it if the second best is low, and takes the second best if that is high. "
        f"This concerns a share of {show(len(mixed) / len(game.values))} of the values of the best "
        "box.",
    )
