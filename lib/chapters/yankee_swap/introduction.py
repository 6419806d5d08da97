"""What the introduction promises."""

from __future__ import annotations

from fractions import Fraction

from parlor.games.yankee_swap.exact import check_locked, resteal_closed_form
from parlor.games.yankee_swap.locked import draw_values, locked_steal_probabilities
from parlor.games.yankee_swap.recurrence import solve_recurrence
from press import Effort, Finding, claim, show

from .plays import all_plays


@claim("intro.exhaustive")
def exhaustive(effort: Effort) -> Finding:
    """Whether both games are solved."""
    gain = check_locked(4, range(effort.of(full=6, reduced=4))).largest_gain
    printed = solve_recurrence(3, at_jumps=True)
    short = -float(printed.sum_gap or 0)
    return Finding(
        "partly" if gain == 0 and short > 0.01 else gain == 0,
        "The thresholds of the locked game are an equilibrium at every position tried (largest "
        f"gain of another action: {gain}). The system for the variant is left unsolved; solved as "
        f"printed it pays three players {short:.3f} less than the {show(1.5)} that their boxes "
        "are worth.",
    )


@claim("intro.unbounded")
def unbounded(effort: Effort) -> Finding:
    """How often a box can be stolen in the game that the source defines."""
    n = effort.of(full=9, reduced=6)
    locked, free = all_plays(n, locked=True), all_plays(n, locked=False)
    mean = float(locked_steal_probabilities(101).sum())
    return Finding(
        locked.thefts_of_one >= n - 1,
        f"All plays of {n} players: with the lock a box is stolen {locked.thefts_of_one} time at "
        f"most, and {locked.thefts} are in a game; without it one box can be stolen "
        f"{free.thefts_of_one} times. Among 101 players there are {mean:.2f} thefts on average in "
        "equilibrium, of 100 at most.",
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
    worth = draw_values(101)
    always = [float(t**2 / 2) for t in worth[:-1]]  # the box might have been below t
    timid = [float((0.5 - t) ** 2 / 2) for t in worth[:-1]]
    n = effort.of(full=101, reduced=8)
    again = float(resteal_closed_form(n)[-2] - greedy_but_one(n))
    locked, resteal = always[-1] > 0.01, again > 0.01  # of an early player, and of a late one
    return Finding(
        "partly" if locked != resteal else locked,
        f"Locked: always stealing the latest box costs $t_k^2/2$, that is {always[-1]:.5f} at seat "
        f"2 of 101, {always[50]:.5f} at seat 51 and {0.5**2 / 2:.3f} at the last; leaving all "
        f"below one half costs seat 2 {timid[-1]:.4f} at most. Unlimited re-steal: the last but "
        f"one of {n} who takes the best box whenever it beats opening one loses {again:.4f}.",
    )
