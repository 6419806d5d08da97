"""The holding-value function and its coupled recurrences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from parlor.games.yankee_swap.exact import resteal_closed_form
from parlor.games.yankee_swap.locked import draw_values
from parlor.games.yankee_swap.recurrence import solve_recurrence
from parlor.games.yankee_swap.resteal import Resteal
from press import Effort, Finding, claim, counted, in_parts, show

from ...agreement import tally
from ...tolerances import CERTIFIED, ROUNDING
from ..few_players import four, holding_three, solutions, three, two
from ..plays import all_plays, holders
from ..readings import LITERAL, MENDED, gaps, is_rule, literal, reading
from ..said import said

HIGH, NEXT = Fraction(9, 10), Fraction(8, 10)  # boxes of the examples, the best and the second


def last_two(best: Fraction, second: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """What the last but one gets who takes the best box, the second best, or opens one.

    The best box is above one half. The last player takes the best box on the table, and a robbed
    player opens one, worth one half: so the best is kept if the fresh box beats it, and a fresh box
    if it does not beat the best.
    """
    half = Fraction(1, 2)
    return (1 - best) * best + best * half, second, best * best / 2 + (1 - best) * half


@claim("resteal.alone", of=four)
def alone(game: Resteal) -> Finding:
    """Whether the worth of a box is a function of its value and the players to come."""
    plane, cards = game.decisions(3), len(game.values)
    values, tried = [Fraction(2 * i + 1, 2 * cards) for i in range(cards)], []
    for i in range(cards // 2, cards, cards // 10):  # the best box is above one half
        for j in range(0, i, cards // 10):
            best, second, fresh = last_two(values[i], values[j])
            tried.append(int(plane[i, j]) == (1 if best > max(second, fresh) else 2))
    right, second, only = tally(tried), last_two(HIGH, NEXT)[1], last_two(NEXT, Fraction(0))[0]
    return Finding(
        not right.all or only == second,
        f"With two to act, a box of {float(NEXT)} is worth {show(float(only))} to the mover who "
        f"takes it if it is the best on the table, and beside a {float(HIGH)}, which the last "
        f"player takes, {show(float(second))}. At {right} pairs of best boxes that we tried, the "
        f"third of four does in the solution on a deck of {cards} values what these formulas say.",
    )


@claim("resteal.outcomes")
def outcomes(effort: Effort) -> Finding:
    """By the text: how many outcomes follow where they are announced."""
    follow = said.facts("resteal.outcomes")["points"]
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


@claim("resteal.ex_ante", of=four)
def ex_ante(game: Resteal) -> Finding:
    """Whether one number, the same at all tables, is what a box must beat to be stolen."""
    poor, plane = Fraction(1, 10), game.decisions(3)
    needed = {beside: max(last_two(HIGH, beside)[1:]) for beside in (poor, NEXT)}
    row, *columns = (int(np.searchsorted(game.values, float(x))) for x in (HIGH, *needed))
    does = [int(plane[row, column]) for column in columns]
    return Finding(
        len({*needed.values()}) == 1 and len({*does}) == 1,
        f"The third of four finds a best box of {float(HIGH)}. Beside a {float(poor)}, the best "
        f"that she can do without it is {float(needed[poor]):.3f}; beside a {float(NEXT)} it is "
        f"{float(needed[NEXT]):.3f}. In the solved game she takes the box of rank {does[0]} at "
        f"the first table and of rank {does[1]} at the second.",
    )


@claim("resteal.monotone", of=three)
def monotone(game: Resteal) -> Finding:
    """Whether the worth of holding a box never falls with its value."""
    held = game.holding_values(1)
    off = max(abs(h - holding_three(v)) for v, h in zip(game.values, held, strict=True))
    drop = float((np.maximum.accumulate(held) - held).max())
    return Finding(
        drop < CERTIFIED,
        "With three players and one to act $h(v, 1) = v (3/2 - v)$ above one half, so $h(3/4, 1)$ "
        f"is {holding_three(0.75):.4f} and $h(1, 1)$ is {holding_three(1.0):.4f}, which is less. "
        f"The equilibrium on a deck of {game.values.size} values agrees within {off:.0e}.",
    )


@claim("resteal.tau", "resteal.closes")
def thresholds(effort: Effort) -> dict[str, Finding]:
    """Whether there is a threshold with h(tau_k, k-1) = s_k for each k, and closes the system."""
    found = literal(effort)
    n, gap = found.n_players, -float(found.sum_excess or 0)
    printed = solve_recurrence(n)
    place, below, above = printed.jump or (float(found.thresholds[1]), 0.0, 0.0)
    return {
        "resteal.tau": Finding(
            in_parts(printed.jump is None, is_rule(found)),
            rf"As printed $\tau_1 = {printed.thresholds[0]:.6f}$; there $h(\cdot, 1)$ jumps, and "
            rf"$h(\tau_2, 1) - s_2$ is {below:.4f} up to $\tau_2 = {place:.6f}$ and {above:+.4f} "
            "beyond, so that no value makes the two sides equal. The rule beside it, steal if "
            f"$h(v, k-1) > s_k$, has a threshold at each of {n} $k$.",
        ),
        "resteal.closes": Finding(
            in_parts(is_rule(found), not found.jumps and gap < CERTIFIED),
            f"The equation fails at $k = {', '.join(map(str, found.jumps))}$. The rule beside it "
            f"has one threshold at each $k$, but the {n} payoffs add up to {gap:.2f} less than "
            f"{show(n / 2)}, and the last player would give up a fresh box, worth one half, for "
            f"any above {found.thresholds[0]:.3f}.",
        ),
    }


@claim("resteal.highest", of=four)
def highest(game: Resteal) -> Finding:
    """Whether the highest box is the one to steal."""
    second = float(game.actions[2][2])
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


@claim("resteal.every", "resteal.replacement", of=three)
def after_a_theft(game: Resteal) -> dict[str, Finding]:
    """Whether each box above a threshold goes, and a replacement is worth the same for all."""
    held = game.holding_values(1)[game.values > 0.5]
    after = game.holding_values(2)[game.values > draw_values(2)[1]]  # what seat 2 takes
    return {
        "resteal.every": Finding(
            float(np.ptp(held)) < CERTIFIED,
            "With three players and one to act, if each such box were stolen, $h(v, 1)$ would be "
            f"one half for all $v > 1/2$. On a deck of {game.values.size} values it runs from "
            f"{float(held.min()):.4f} to {float(held.max()):.4f}.",
        ),
        "resteal.replacement": Finding(
            float(np.ptp(after)) < CERTIFIED,
            "What the first of three players is left with after a theft depends on the stolen box, "
            f"which stays on the table: on a deck of {game.values.size} values it runs from "
            f"{float(after.min()):.3f} to {float(after.max()):.3f}.",
        ),
    }


@claim("resteal.index", of=two)
def index(game: Resteal) -> Finding:
    """Whether opening a box at the last turn is worth the mean of h(., 1)."""
    fresh = float(draw_values(1)[0])
    before, after = (float(game.holding_values(k).mean()) for k in (1, 0))
    return Finding(
        abs(fresh - before) < CERTIFIED,
        rf"The last player who opens a box is paid {fresh:.4f} on average. The mean of $h(\cdot, "
        rf"0)$ is {after:.4f}, that of $h(\cdot, 1)$, which is printed, {before:.4f}.",
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
        f"In all plays of {n} players $k - 1$ boxes are open for $k = {show(same)}$ only; the last "
        f"player sees {opened[-1]}.",
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
        "On each turn there is a box for each player who has acted. But with $k$ of "
        f"{n} turns remaining, as $k$ is defined, {show(tuple(acted))} players have acted for $k = "
        f"{n}, ..., 1$: the two agree at $k = {show(same)}$ alone.",
    )


def shortfall(n_players: int) -> tuple[float, float]:
    """Least and most that a reading of the system pays too little."""
    found = [-gap for gap in gaps(n_players)]
    return min(found), max(found)
