"""The holding-value function and its coupled recurrences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from parlor.games.yankee_swap.exact import resteal_closed_form
from parlor.games.yankee_swap.locked import draw_values
from parlor.games.yankee_swap.recurrence import solve_recurrence
from press import Effort, Finding, claim, counted, show

from ...tolerances import CERTIFIED, ROUNDING
from ..plays import all_plays, holders
from ..readings import LITERAL, MENDED, gaps, reading
from ..said import in_parts, said
from ..small import holding_three, solutions, solved

HIGH, NEXT = Fraction(9, 10), Fraction(8, 10)  # boxes of the examples, the best and the second


def last_two(best: Fraction, second: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """What the last but one gets who takes the best box, the second best, or opens one.

    The best box is above one half. The last player takes the best box on the table, and a robbed
    player opens one, worth one half: so the best is kept if the fresh box beats it, and a fresh box
    if it does not beat the best.
    """
    half = Fraction(1, 2)
    return (1 - best) * best + best * half, second, best * best / 2 + (1 - best) * half


@claim("resteal.alone")
def alone(effort: Effort) -> Finding:
    """Whether the worth of a box is a function of its value and the players to come."""
    cards = effort.of(full=400, reduced=30)
    plane = solved(4, cards).decisions(3)
    values = [Fraction(2 * i + 1, 2 * cards) for i in range(cards)]
    wrong = tried = 0
    step = cards // 10
    for i in range(cards // 2, cards, step):  # the best box is above one half
        for j in range(0, i, step):
            best, second, fresh = last_two(values[i], values[j])
            tried += 1
            wrong += int(plane[i, j]) != (1 if best > max(second, fresh) else 2)
    _, second, _ = last_two(HIGH, NEXT)
    only, _, _ = last_two(NEXT, Fraction(0))
    return Finding(
        wrong > 0 or only == second,
        f"With two to act, a box of {float(NEXT)} is worth {show(float(only))} to the mover who "
        f"takes it if it is the best on the table. Beside a {float(HIGH)} it is worth "
        f"{show(float(second))}, because the last player takes the {float(HIGH)}. At "
        f"{counted(tried - wrong, tried)} pairs of best boxes that we tried, the third of four "
        f"players does in the solution on a deck of {cards} values what these formulas say.",
    )


@claim("resteal.outcomes")
def outcomes(effort: Effort) -> Finding:
    """By the text: how many outcomes follow where they are announced."""
    follow = said.published.entry("resteal.outcomes").columns["points"]
    return Finding(
        len(follow) in said["resteal.outcomes"],
        f"After the words that announce them {len(follow)} outcomes follow.",
    )


@claim("resteal.condition")
def condition(effort: Effort) -> Finding:
    """Whether a box is worth stealing when it beats the worth of the whole turn."""
    greed = float(resteal_closed_form(3)[-1])
    turn = solve_recurrence(3, pool="table", draw="after")
    fresh = solve_recurrence(3, compare="draw", pool="table", draw="after")
    return Finding(
        turn.turn_values[0] >= greed - CERTIFIED,
        f"The last of three players who steals above $s_1 = {turn.thresholds[0]:.4f}$ is paid "
        f"{turn.turn_values[0]:.4f}. If she steals above what a fresh box is worth, she is paid "
        f"{fresh.turn_values[0]:.4f}, the most that can be had.",
    )


@claim("resteal.ex_ante")
def ex_ante(effort: Effort) -> Finding:
    """Whether one number, the same at all tables, is what a box must beat to be stolen."""
    poor = Fraction(1, 10)
    needed = {beside: max(last_two(HIGH, beside)[1:]) for beside in (poor, NEXT)}
    four = solved(4, effort.of(full=400, reduced=30))
    plane = four.decisions(3)
    row, *columns = (int(np.searchsorted(four.values, float(x))) for x in (HIGH, *needed))
    does = {beside: int(plane[row, j]) for beside, j in zip(needed, columns, strict=True)}
    return Finding(
        len({*needed.values()}) == 1 and len({*does.values()}) == 1,
        f"The third of four finds a best box of {float(HIGH)}. Beside a {float(poor)}, the best "
        f"that she can do without it is {float(needed[poor]):.3f}; beside a {float(NEXT)} it is "
        f"{float(needed[NEXT]):.3f}. In the solved game she takes the box of rank {does[poor]} at "
        f"the first table and of rank {does[NEXT]} at the second. She sees the table; $s_k$ is a "
        "mean over tables.",
    )


@claim("resteal.monotone")
def monotone(effort: Effort) -> Finding:
    """Whether the worth of holding a box never falls with its value."""
    three = solved(3, effort.of(full=400, reduced=30))
    held = three.holding_values(1)
    off = max(abs(h - holding_three(v)) for v, h in zip(three.values, held, strict=True))
    drop = float((np.maximum.accumulate(held) - held).max())
    return Finding(
        drop < CERTIFIED,
        "With three players and one to act $h(v, 1) = v (3/2 - v)$ above one half, so $h(3/4, 1)$ "
        f"is {holding_three(0.75):.4f} and $h(1, 1)$ is {holding_three(1.0):.4f}, which is less. "
        f"The equilibrium on a deck of {three.values.size} values agrees within {off:.0e}.",
    )


@claim("resteal.tau")
def tau(effort: Effort) -> Finding:
    """Whether there is a threshold with h(tau_k, k-1) = s_k for each k."""
    n = effort.of(full=101, reduced=8)
    printed, by_rule = solve_recurrence(n), reading(LITERAL, n)
    rule = len(by_rule.thresholds) == n and by_rule.steals_above
    place, below, above = printed.jump or (float(by_rule.thresholds[1]), 0.0, 0.0)
    return Finding(
        in_parts(printed.jump is None, rule),
        rf"As printed $\tau_1 = {printed.thresholds[0]:.6f}$; there $h(\cdot, 1)$ jumps, and "
        rf"$h(\tau_2, 1) - s_2$ is {below:.4f} up to $\tau_2 = {place:.6f}$ and {above:+.4f} "
        "beyond, so that no value makes the two sides equal, for any number of players. The rule "
        f"beside it, steal if $h(v, k-1) > s_k$, has a threshold at each of {n} $k$.",
    )


@claim("resteal.highest")
def highest(effort: Effort) -> Finding:
    """Whether the highest box is the one to steal."""
    four = solved(4, effort.of(full=400, reduced=30))
    second = float(four.actions[2][2])
    best, next_best, fresh = map(float, last_two(HIGH, NEXT))
    return Finding(
        second < CERTIFIED,
        f"With {float(HIGH)} and {float(NEXT)} on the table the third of four players gets "
        f"{best:.3f} if she takes the best box, {next_best:.3f} if she takes the second best, and "
        f"{fresh:.3f} if she opens one. In equilibrium she takes the second best in {second:.4f} "
        "of all games.",
    )


@claim("resteal.below")
def below(effort: Effort) -> Finding:
    """Whether a box below the source's threshold is ever taken, as printed and mended."""
    least, pairs = {}, 0
    games = {n: game for n, game in solutions(effort.reduced).items() if n > 3}
    for n, game in games.items():
        for seat in sorted({3, n - 1}):
            plane = game.decisions(seat)
            taken = [*np.argwhere(plane == 1)[:, 0], *np.argwhere(plane == 2)[:, 1]]
            least[n, n - seat + 1] = float(game.values[min(taken)])
            pairs += int((plane >= 0).sum())
    printed, mended = (
        {at: float(reading(way, at[0]).thresholds[at[1] - 1]) for at in least}
        for way in (LITERAL, MENDED)
    )
    kept, mended_kept = ([least[at] > t for at, t in some.items()] for some in (printed, mended))
    n, k = max(least, key=lambda at: printed[at] - least[at])
    return Finding(
        "not refuted" if all(kept + mended_kept) else in_parts(all(kept), all(mended_kept)),
        f"We looked at the third and the last but one of four to {max(games)} players, on decks, "
        f"at all pairs of best boxes: {pairs:,} cases. Of {n} players the one with $k = {k}$ takes "
        f"a box of {least[n, k]:.4f}, where by the system as printed $\\tau_{k} = "
        f"{printed[n, k]:.4f}$. With its comparison and index mended, "
        f"{counted(sum(mended_kept), len(mended_kept))} of these seats take none below it.",
    )


@claim("resteal.every")
def every(effort: Effort) -> Finding:
    """Whether each box above the threshold is stolen by the next player."""
    three = solved(3, effort.of(full=400, reduced=30))
    held = three.holding_values(1)[three.values > 0.5]
    return Finding(
        float(np.ptp(held)) < CERTIFIED,
        "With three players and one to act, if each such box were stolen, $h(v, 1)$ would be one "
        f"half for all $v > 1/2$. On a deck of {three.values.size} values it runs from "
        f"{float(held.min()):.4f} to {float(held.max()):.4f}: of two boxes above one half only one "
        "goes.",
    )


@claim("resteal.replacement")
def replacement(effort: Effort) -> Finding:
    """Whether a victim's replacement is worth the same whatever was stolen."""
    three = solved(3, effort.of(full=400, reduced=30))
    after = three.holding_values(2)[three.values > draw_values(2)[1]]  # what seat 2 takes
    return Finding(
        float(np.ptp(after)) < CERTIFIED,
        "What the first of three players is left with after a theft depends on the stolen box, "
        f"which stays on the table: on a deck of {three.values.size} values it runs from "
        f"{float(after.min()):.3f} to {float(after.max()):.3f}.",
    )


@claim("resteal.index")
def index(effort: Effort) -> Finding:
    """Whether opening a box at the last turn is worth the mean of h(., 1)."""
    fresh = float(draw_values(1)[0])
    two = solved(2, effort.of(full=400, reduced=30))
    before, after = (float(two.holding_values(k).mean()) for k in (1, 0))
    return Finding(
        abs(fresh - before) < CERTIFIED,
        rf"The last player who opens a box keeps it and is paid {fresh:.4f} on average. The mean "
        rf"of $h(\cdot, 0)$ is {after:.4f}. The mean of $h(\cdot, 1)$, which is printed, is "
        f"{before:.4f}.",
    )


@claim("resteal.random")
def random(effort: Effort) -> Finding:
    """Whether the number s_k can be an expression in the random v*."""
    with_mean = float(resteal_closed_form(3)[-1])
    fresh, boxes = 0.5, (0.6, 0.9)  # v* is the best of two boxes
    low, high = (fresh**2 * fresh + (1 - fresh**2) * v for v in boxes)
    return Finding(
        abs(low - high) < ROUNDING,
        f"On the last turn of three players the right side is {low:.4f} with $v^* = {boxes[0]}$ "
        f"and {high:.4f} with $v^* = {boxes[1]}$. With the expectation put in, of $v^*$ given $v^* "
        f"> 1/2$, it is {with_mean:.4f}, which is what the last player is paid.",
    )


@claim("resteal.pool")
def pool(effort: Effort) -> Finding:
    """How many boxes are open when k players are to act."""
    n = effort.of(full=9, reduced=6)
    opened = [low for low, _ in all_plays(n, locked=False).opened]
    same = [k for k in range(1, n + 1) if opened[n - k] == k - 1]
    return Finding(
        len(same) == n,
        f"In all plays of {n} players $k - 1$ boxes are open for $k = {show(same)}$ only. The last "
        f"player sees {opened[-1]}, one of each who has acted.",
    )


@claim("resteal.tracks")
def tracks(effort: Effort) -> Finding:
    """Whether k counts those who have acted."""
    n = effort.of(full=8, reduced=6)
    acted = [low for low, _ in all_plays(n, locked=False).opened]
    held = [len({*one}) for table in holders(min(n, 6), locked=False) for one in table]
    same = [k for k in range(1, n + 1) if acted[n - k] == k]
    return Finding(
        in_parts(acted[: len(held)] == held == list(range(len(held))), len(same) == n),
        "On each turn there is a box for each player who has acted: of a letter of its own the "
        f"sentence is right. With $k$ of {n} turns remaining, as $k$ is defined for $t_k$, "
        "$h(v, k)$ and $s_k$, "
        f"{show(tuple(acted))} players have acted for $k = {n}, ..., 1$: the two agree at "
        f"$k = {show(same)}$ alone.",
    )


@claim("resteal.closes")
def closes(effort: Effort) -> Finding:
    """Whether the condition closes the system."""
    n = effort.of(full=101, reduced=8)
    found = reading(LITERAL, n)
    whole = len(found.thresholds) == n and found.steals_above
    gap = -float(found.sum_gap or 0)
    return Finding(
        in_parts(whole, not found.jumps and gap < CERTIFIED),
        f"The equation fails at $k = {', '.join(map(str, found.jumps))}$. The rule beside it, "
        "steal if $h(v, k-1) > s_k$, has one threshold at each $k$, and pays $s_1, s_2, s_3 = "
        f"{found.turn_values[0]:.6f}, {found.turn_values[1]:.6f}, {found.turn_values[2]:.6f}$. "
        f"The {n} payoffs add up to {gap:.2f} less than {show(n / 2)}, and the last player would "
        f"give up a fresh box, worth one half, for any above {found.thresholds[0]:.3f}.",
    )


def shortfall(n_players: int) -> tuple[float, float]:
    """Least and most that a reading of the system pays too little."""
    found = [-gap for gap in gaps(n_players)]
    return min(found), max(found)
