"""Continuous number line: slots between the stacks, and the game that they approach."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from parlor.games.token_game import Outcomes, solve, solve_continuous
from parlor.games.token_game.board import payoffs_at
from parlor.games.token_game.continuous import ContinuousReplies
from press import Effort, Finding, Value, claim, counted, in_parts, show
from press.ledger.verdict import compare

from ...tolerances import ROUNDING
from ..continuous import FIFTHS, STEPS, answered, grid, smooth, split_stacks, splits_shared
from ..rows import boards, row
from ..said import by_both_rules, said

LINE = boards("line")


@claim("prose.four_slots")
def four_slots(effort: Effort) -> Value:
    """The only number of slots at which the grid's solution is the table that is printed."""
    table = {m: said.published.entry(f"continuous.strategies.{m}").printed for m in (2, 3)}
    tried = range(1, 11)
    fits = [
        between
        for between in tried
        if all(compare(text, grid(m, between + 1).paths) == "match" for m, text in table.items())
    ]
    return Value(
        fits[0] if len(fits) == 1 else 0,
        evidence=f"The printed table is the solution with {show(fits)} slots between neighbours, "
        f"and with no other number up to {tried[-1]}.",
    )


@claim("prose.continuous_no_deviation")
def continuous_no_deviation(effort: Effort) -> Finding:
    """The first players open as on the stacks; the first of three may also go elsewhere."""
    two, three = smooth("line", 2), smooth("line", 3)
    first, second = row("line", 3).paths[0][:2]
    opening = [
        " or ".join(map(str, game.replies(at).places))
        for game, at in ((two, ()), (three, ()), (three, (first,)))
    ]
    free = [" or ".join(map(str, smooth("line", m, "all").replies().places)) for m in (2, 3)]
    there = [f"{{{place:g}}}" for place in (row("line", 2).paths[0][0], first, second)]
    return Finding(
        by_both_rules(opening == there, opening == there and free == there[:2]),
        "If players fear ties, the only best opening in the continuous game is "
        f"{opening[0]} with two players; with three it is {opening[1]}, and then {opening[2]}. But "
        f"among all equilibria the first of three players opens anywhere in {free[1]}, at the same "
        "payoff.",
    )


def last_replies(m: int, ties: str = "pessimistic") -> dict[tuple[float, ...], ContinuousReplies]:
    """What the last of m players may do after each way in which equilibria begin."""
    game = smooth("line", m, ties)
    return {way[:-1]: game.replies(way[:-1]) for way in game.paths}


def _and(places: Sequence[float]) -> str:
    return " and ".join(f"{float(place):g}" for place in places)


def _told(replies: dict[tuple[float, ...], ContinuousReplies]) -> list[str]:
    return [
        f"{' or '.join(map(str, reply.places))} if the others lie on {_and(before)}"
        for before, reply in replies.items()
    ]


@claim("prose.continuous_last_free", "prose.continuous_integer")
def continuous_last_free(effort: Effort) -> dict[str, Finding]:
    """The last may go anywhere between 7 and 9, with 8 among them, after one opening of several."""
    bounds = said["prose.continuous_last_free"]
    free = f"({bounds.low:g}, {bounds.high:g})"
    listed = last_replies(2) | last_replies(3)
    every = last_replies(2, "all") | last_replies(3, "all")
    stacks = {m: (row("line", m).paths[0][-1], row("line", m).payoffs[0][-1]) for m in (2, 3)}

    def is_free(before: tuple[float, ...]) -> bool:
        return [*map(str, every[before].places)] == [free]

    def matches(before: tuple[float, ...]) -> bool:
        stack, pay = stacks[len(before) + 1]
        places = every[before].places
        return every[before].worth == pay and any(p.low < stack < p.high for p in places)

    ends = [(7, 9), (5, 9, 7)]
    less = [f"{show(payoffs_at(LINE, way)[-1])} at {way[-1]} with {len(way)}" for way in ends]
    here = "; ".join(_told(every))
    on_stacks = [f"{show(stacks[m][0])} and is paid {show(stacks[m][1])}" for m in stacks]
    return {
        "prose.continuous_last_free": Finding(
            by_both_rules(all(map(is_free, listed)), all(map(is_free, every))),
            f"By the tables' rule for ties her best places are the open intervals "
            f"{'; '.join(_told(listed))}. At an end of the range she would take less: "
            f"{' players, and '.join(less)}. Among all equilibria her best places are {here}.",
        ),
        "prose.continuous_integer": Finding(
            by_both_rules(all(map(matches, listed)), all(map(matches, every))),
            f"On the stacks the last of two players goes to {on_stacks[0]}, the last of three to "
            f"{on_stacks[1]}. With tokens anywhere she is paid the same, and by the tables' rule "
            "for ties that stack is among her best places. But among all equilibria her best "
            f"places are {here}, and not all of these include the stack.",
        ),
    }


@claim("prose.continuous_same")
def continuous_same(effort: Effort) -> Finding:
    """With two and three players all equilibria pay as on the stacks; the ways of play are more."""
    pays = {m: smooth("line", m, "all").payoffs for m in (2, 3)}
    same = all(pays[m] == row("line", m, "all").payoffs for m in pays)
    ways = {m: smooth("line", m, "all").n_paths for m in pays}
    return Finding(
        "fails" if not same else "partly" if max(ways.values()) > 1 else True,
        f"All equilibria of the continuous game pay {show(pays[2])} with two players and "
        f"{show(pays[3])} with three, as all on the stacks do. But on the stacks there is one way "
        f"to play each; with tokens anywhere there are {ways[2]} and {ways[3]} (places in one "
        "interval between the same neighbours counted once).",
    )


@claim("prose.continuous_complete")
def continuous_complete(effort: Effort) -> Finding:
    """With three players there are equilibria that open elsewhere, at the same payoffs."""
    listed = {m: grid(m, FIFTHS).n_paths for m in (2, 3)}
    every = {m: grid(m, FIFTHS, "all") for m in (2, 3)}
    opening = sorted({way[0] for way in every[3].paths})
    return Finding(
        in_parts(*(every[m].n_paths == listed[m] for m in listed)),
        f"At the step {1 / FIFTHS}, two players have {every[2].n_paths} ways to play in "
        f"equilibrium, of which {listed[2]} are listed. Three players have {every[3].n_paths}, of "
        f"which {listed[3]} are listed: the first player may open on any of {show(opening)}. They "
        f"all pay {show(every[3].payoffs)}.",
    )


@claim("prose.continuous_not_always")
def continuous_not_always(effort: Effort) -> Finding:
    """With four players the continuous game pays otherwise, whatever the rule for ties."""
    stacks, between = row("line", 4, "all").payoffs, smooth("line", 4, "all").payoffs
    shared = sorted(set(stacks) & set(between), reverse=True)
    return Finding(
        set(stacks) != set(between) and smooth("line", 4).payoffs != row("line", 4).payoffs,
        f"If players fear ties, four of them are paid {show(row('line', 4).payoffs)} on the stacks "
        f"and {show(smooth('line', 4).payoffs)} with tokens anywhere. If ties may be broken in any "
        f"way, they can be paid in {len(stacks)} ways on the stacks and in {len(between)} with "
        f"tokens anywhere; both have only {show(shared)}.",
    )


@claim("prose.slots_only")
def slots_only(effort: Effort) -> Finding:
    """Extra slots solve the continuous game of two and three players, and not that of four."""
    sound = {
        m: set(grid(m, slots).payoffs) <= set(smooth("line", m, "all").payoffs)
        for m, slots in ((2, FIFTHS), (3, FIFTHS), (4, max(STEPS.values())))
    }
    right = [m for m in sound if sound[m]]
    return Finding(
        "holds" if len(right) == len(sound) else "partly" if right else "fails",
        f"With {' and '.join(map(str, right))} players the payoffs on the source's grids are those "
        "of an equilibrium of the continuous game. With four players the grids pay "
        f"{show(grid(4, max(STEPS.values())).payoffs)}, at the finest step as at the others, but "
        "the equilibria of the continuous game pay "
        f"{show(smooth('line', 4, 'all').payoffs)}.",
    )


@claim("prose.continuous_no_split")
def continuous_no_split(effort: Effort) -> Finding:
    """In every equilibrium of four players stack 8 is split."""
    every = smooth("line", 4, "all").paths
    shared = splits_shared(10, every)
    whole = [way for way in every if not split_stacks(10, way)]
    return Finding(
        "fails" if not whole else "partly" if len(whole) < len(every) else True,
        f"In all {len(every)} ways in which four players play in equilibrium on the line of ten "
        f"(places in one interval counted once) stack {show(shared)} is split evenly, as in "
        f"{show(every[-1])}.",
    )


@claim("prose.continuous_nudge")
def continuous_nudge(effort: Effort) -> Finding:
    """A nudge wins the stack from tokens that stand, and loses more to those still to come."""
    way, nudged = (9, 7, 3, 5.5), (9, 7.25, 3, 5.5)
    alone = [payoffs_at(LINE, places)[1] for places in (way, nudged)]
    stays, right, left = (answered(place) for place in (way[1], nudged[1], 2 * way[1] - nudged[1]))
    last = grid(4, 2).paths[0]
    better = smooth("line", 4).replies(last[:-1]).worth > payoffs_at(LINE, last)[-1]
    return Finding(
        "fails" if not (better or alone[1] > alone[0]) else "partly" if stays > right else True,
        f"In {show(way)} the second player takes {show(alone[0])}. If the others stayed where they "
        f"are, her token would take {show(alone[1])} at {show(nudged[1])}. But two players move "
        f"after her, and they answer: she secures {show(stays)} at {show(way[1])}, {show(right)} "
        f"at {show(nudged[1])}, and {show(left)} at {show(2 * way[1] - nudged[1])}. The last "
        f"player, whom nobody answers, {'does' if better else 'does not'} gain by a nudge.",
    )


@claim("prose.continuous_epsilon")
def continuous_epsilon(effort: Effort) -> Finding:
    """The pattern is all that the tables' rule finds but at step 1, and not all there is."""
    counts = range(2, effort.of(full=17, reduced=7))
    alike = [q for q in counts if _is_pattern(grid(4, q), q)]
    every = grid(4, STEPS["0.25"], "all")
    return Finding(
        by_both_rules(len(alike) == len(counts), len(alike) == len(counts) and every.n_paths == 1),
        "By the rule for ties that gives the tables it is the only optimal way to play at each "
        f"step $1/q$ for $q$ from {min(counts)} to {max(alike, default=0)}, and by a theorem at "
        "all finer steps. But it is not the only equilibrium: with steps of a quarter there are "
        f"{every.n_paths} ways to play, with {len(every.payoffs)} payoff vectors. One is "
        f"{show(every.paths[0])}, which pays {show(every.payoff_of(every.paths[0]))}.",
    )


@claim("prose.continuous_four_optimal")
def continuous_four_optimal(effort: Effort) -> Finding:
    """In none of the listed ways of play is the last player's move her best one."""
    told = []
    for step in STEPS:
        *before, last = said.value(f"continuous.strategies.4.step-{step}")
        reply = smooth("line", 4).replies(before)
        told.append((payoffs_at(LINE, (*before, last))[-1], reply.worth))
    short = [pay < best for pay, best in told]
    return Finding(
        "fails" if all(short) else "partly" if any(short) else True,
        f"In {counted(sum(short), len(short))} listed ways to play the last player would be better "
        f"off elsewhere: what she takes, and what she could take, are the pairs {show(told)}.",
    )


@claim("prose.continuous_artifact")
def continuous_artifact(effort: Effort) -> Finding:
    """With steps of a half the last player takes more, and no equilibrium pays as the grids do."""
    *before, last = said.value("continuous.strategies.4.step-0.50")
    nudged = last - Fraction(1, 4)  # by half a step
    here, better = (payoffs_at(LINE, (*before, d))[3] for d in (last, nudged))
    reply = smooth("line", 4).replies(before)
    printed = grid(4, 2).payoffs[0]
    return Finding(
        better > here and printed not in smooth("line", 4, "all").payoffs,
        f"With steps of a half the last player takes {show(here)} at {show(float(last))}, and "
        f"would take {show(better)} at {show(float(nudged))}. Her best places are "
        f"{reply.places[0]!s}, where she takes {show(reply.worth)}. No equilibrium of the "
        f"continuous game pays {show(printed)}.",
    )


@claim("prose.continuous_finer")
def continuous_finer(effort: Effort) -> Finding:
    """With steps that get finer from player to player the last one has nothing better."""
    wrong, between = grid(4, 2).payoffs[0], smooth("line", 4)
    most = effort.of(full=6, reduced=4)
    tried = [_finer(slots) for slots in combinations(range(1, most + 1), 4)]
    halves = (1, 2)
    games = [*tried, *(_finer([first * 2**k for k in range(4)]) for first in halves)]
    paid = [wrong in game.payoffs for game in games]
    better = [
        sum(game.payoff_of(way)[-1] < between.replies(way[:-1]).worth for way in game.paths)
        for game in games
    ]
    sound = [not pays and more == 0 for pays, more in zip(paid, better, strict=True)]
    ways = sum(len(game.paths) for game in games)
    return Finding(
        in_parts(*sound),
        f"We solved the {len(tried)} games in which the players have up to {most} slots to a step, "
        "each more than the one before, and those with steps that halve from $1/q$ on for $q$ = "
        f"{show(list(halves))}. In {counted(len(paid) - sum(paid), len(paid))} no equilibrium pays "
        f"{show(wrong)}, and after {counted(ways - sum(better), ways)} ways to play them in "
        "equilibrium the last player could not take more between her slots.",
    )


@claim("prose.continuous_open")
def continuous_open(effort: Effort) -> Finding:
    """Steps that are halved from player to player are exact; steps that are finer need not be."""
    sizes = [(b, m) for b in ("line", "clock") for m in (2, 3, 4)]
    alike = [
        solve(boards(b), m, layout=b, ties=rule, step=[2.0**-k for k in range(1, m + 1)]).payoffs
        == smooth(b, m, rule).payoffs
        for b, m in sizes
        for rule in ("pessimistic", "all")
    ]
    steps = [Fraction(1, q) for q in (2, 3, 4)]
    thirds = solve(range(1, 7), 3, step=[float(one) for one in steps], ties="all").payoffs
    exact = solve_continuous(range(1, 7), 3, ties="all").payoffs
    return Finding(
        "answered",  # what the source leaves open is no claim of its own
        "Steps that halve from player to player, from a half on, give the payoffs of "
        f"the continuous game in {counted(sum(alike), len(alike))} cases that we solved (line and "
        "clock, two to four players, two rules for ties), and by a theorem always. But it is not "
        f"enough that steps get finer: on six stacks with three players and steps of {show(steps)} "
        f"the equilibria pay {show(thirds)}, while those of the continuous game pay {show(exact)}.",
    )


def _is_pattern(found: Outcomes, slots: int) -> bool:
    wanted = (9, 3 + 1 / slots, 7 - 1 / slots, 7 + 1 / slots)
    return found.n_paths == 1 and all(
        abs(a - b) < ROUNDING for a, b in zip(found.paths[0], wanted, strict=True)
    )


def _finer(slots: Sequence[int]) -> Outcomes:
    """All equilibria on the line of ten if each player has so many slots to a step."""
    return solve(LINE, len(slots), step=[1 / count for count in slots], ties="all")
