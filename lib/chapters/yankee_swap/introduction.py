"""What the introduction promises."""

from __future__ import annotations

from fractions import Fraction

from parlor.games.yankee_swap.exact import check_locked, resteal_closed_form
from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from parlor.games.yankee_swap.recurrence import solve_recurrence
from press import Effort, Finding, claim, in_parts, show

from ..tolerances import CERTIFIED
from .plays import all_plays
from .said import said


@claim("intro.exhaustive")
def exhaustive(effort: Effort) -> Finding:
    """Whether both games are solved."""
    n, deck = 4, range(effort.of(full=6, reduced=4))
    gain = check_locked(n, distribution=deck).largest_gain
    printed = solve_recurrence(3, at_jumps=True)
    short = -float(printed.sum_excess or 0)
    return Finding(
        in_parts(gain == 0, short < CERTIFIED),
        f"Among {n} players with a deck of {len(deck)} values the thresholds of the locked game "
        f"are an equilibrium at every position (largest gain of another action: {gain}). The "
        "system for the variant is left unsolved; solved as printed it pays three players "
        f"{short:.3f} less than the {show(1.5)} that their boxes are worth.",
    )


@claim("intro.unbounded")
def unbounded(effort: Effort) -> Finding:
    """How often a box can be stolen in the game that the source defines."""
    n = effort.of(full=9, reduced=6)
    locked, free = all_plays(n, locked=True), all_plays(n, locked=False)
    return Finding(
        locked.thefts_of_one >= n - 1,
        f"In all plays of {n} players with the lock, a box is stolen at most "
        f"{locked.thefts_of_one} time, and a game has at most {locked.thefts} thefts. Without the "
        f"lock one box can be stolen {free.thefts_of_one} times.",
    )


def greedy_but_one(n_players: int) -> Fraction:
    """What the last but one gets who takes the best box, if it is better than opening one."""
    p, draw, half = n_players - 2, Fraction(3, 8), Fraction(1, 2)

    def power(j: int, low: Fraction, high: Fraction) -> Fraction:
        return (high ** (j + 1) - low ** (j + 1)) / (j + 1)

    low = draw * draw**p + p * power(p, draw, half)
    # above one half the best box a is taken on in turn, unless the next is better: a (3/2 - a)
    return low + p * (
        Fraction(3, 2) * power(p, half, Fraction(1)) - power(p + 1, half, Fraction(1))
    )


@claim("intro.greed")
def greed(effort: Effort) -> Finding:
    """What naive stealing costs: in the locked game, and with unlimited re-steal."""
    crowd = 101
    worth, paid = draw_values(crowd), locked_seat_payoffs(crowd)[:0:-1]  # by players to act
    always = worth[:-1] ** 2 / 2  # the box might have been below t
    timid = (0.5 - worth[-2]) ** 2 / 2
    n = effort.of(full=101, reduced=8)
    best = float(resteal_closed_form(n)[-2])
    again = best - float(greedy_but_one(n))
    penalised = said["intro.greed"]
    costly = [share in penalised for share in always / paid]
    return Finding(
        in_parts(*costly, again / best in penalised),
        f"In the locked game a player who always steals the latest box loses $t_k^2/2$: "
        f"{always[-1]:.5f} at seat 2 of {crowd}, {always[0]:.3f} at the last, and only at the last "
        f"{sum(costly)} seats {100 * penalised.low:.0f} % of the payoff or more. One at seat 2 who "
        f"leaves all boxes below one half loses up to {timid:.4f}. With unlimited "
        f"re-steal the last but one of {n} who takes the best box whenever it beats opening one "
        f"loses {again:.4f} of {best:.4f}.",
    )
