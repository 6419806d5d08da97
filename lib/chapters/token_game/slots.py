"""Continuous number line: slots between the stacks, and the game that they approach."""

from __future__ import annotations

from parlor.games.token_game import Outcomes, solve, solve_continuous
from parlor.games.token_game.board import payoffs_at
from press import Effort, Finding, Value, claim, show, value

from .between import answered, grid, smooth, split_stacks, splits_shared
from .rows import boards, row

LINE = boards("line")
STEPS = {"0.50": 2, "0.25": 4, "0.20": 5, "0.10": 10}  # of four players, as printed: slots


@value("prose.four_slots")
def four_slots(effort: Effort) -> Value:
    """Slots strictly between stacks 7 and 8 at which the last of two players may lie."""
    ends = [way[1] for way in grid(2, 5).paths if 7 < way[1] < 8]
    return Value(len(ends), evidence=f"At the step 0.2 they are {show(ends)}.")


@value("continuous.*")
def rows_between(effort: Effort) -> dict[str, Value]:
    """Strategies and payoffs on the source's grids, under the pessimistic rule."""
    found = {}
    for m in (2, 3):
        found[f"continuous.strategies.{m}"] = Value(grid(m, 5).paths)
        found[f"continuous.payoffs.{m}"] = Value(grid(m, 5).payoffs[0])
    for step, slots in STEPS.items():
        found[f"continuous.strategies.4.step-{step}"] = Value(grid(4, slots).paths)
    pays = [pay for slots in STEPS.values() for pay in grid(4, slots).payoffs]
    found["continuous.payoffs.4"] = Value(
        pays[0] if len(set(pays)) == 1 else (), evidence="The same with all four steps."
    )
    return found


@claim("prose.continuous_no_deviation")
def continuous_no_deviation(effort: Effort) -> Finding:
    """The first players open as on the stacks; the first of three may also go elsewhere."""
    two, three = smooth("line", 2), smooth("line", 3)
    opening = [str(g.replies(at).places[0]) for g, at in ((two, ()), (three, ()), (three, (5,)))]
    free = [str(*smooth("line", m, "all").replies().places) for m in (2, 3)]
    stays = opening == ["{7}", "{5}", "{9}"]
    return Finding(
        "partly" if stays and free != ["{7}", "{5}"] else stays,
        f"Where ties are feared, the best moves of the continuous game are {opening[0]} with two "
        f"players; {opening[1]}, then {opening[2]}, with three. Among all equilibria the first of "
        f"three players opens anywhere in {free[1]}, at the same payoff.",
    )


@claim("prose.continuous_last_free", "prose.continuous_integer")
def continuous_last_free(effort: Effort) -> dict[str, Finding]:
    """The last player may go anywhere between 7 and 9; of the stacks that is 8."""
    ends = [smooth("line", 3).replies((5, 9)), smooth("line", 2).replies((7,))]
    places = [str(*end.places) for end in ends]
    pays = [payoffs_at(LINE, (5, 9, c))[2] for c in (7, 8)]
    last = [sorted({way[-1] for way in row("line", m).paths}) for m in (3, 2)]
    return {
        "prose.continuous_last_free": Finding(
            places == ["(7, 9)", "(7, 9)"],
            f"Best replies: {places[0]}, worth {show(ends[0].worth)}, with three players, "
            f"{places[1]}, worth {show(ends[1].worth)}, with two. On 7 itself the last of three "
            f"takes {show(pays[0])}, on 9 the last of two {show(payoffs_at(LINE, (7, 9))[1])}.",
        ),
        "prose.continuous_integer": Finding(
            last == [[8], [8]] and pays[1] == ends[0].worth,
            f"On the stacks the last of two or three players goes to {show(last)}, and is paid "
            f"{show(pays[1])} with three players.",
        ),
    }


@claim("prose.continuous_same")
def continuous_same(effort: Effort) -> Finding:
    """With two and three players all equilibria pay as on the stacks; the ways of play are more."""
    pays = {m: smooth("line", m, "all").payoffs for m in (2, 3)}
    same = all(pays[m] == row("line", m, "all").payoffs for m in pays)
    ways = {m: smooth("line", m, "all").n_paths for m in pays}
    return Finding(
        "partly" if same and max(ways.values()) > 1 else same,
        f"Payoffs: all equilibria of the continuous game pay {show(pays[2])} and {show(pays[3])}, "
        f"as all on the stacks do. Ways of play: one each on the stacks, {ways[2]} and {ways[3]} "
        "classes in between.",
    )


@claim("prose.continuous_complete")
def continuous_complete(effort: Effort) -> Finding:
    """With three players there are equilibria that open elsewhere, at the same payoffs."""
    listed = {m: grid(m, 5).n_paths for m in (2, 3)}
    every = {m: grid(m, 5, "all") for m in (2, 3)}
    opening = sorted({way[0] for way in every[3].paths})
    return Finding(
        all(every[m].n_paths == listed[m] for m in listed),
        f"At the step 0.2, with two players {every[2].n_paths} ways of play are equilibria and "
        f"{listed[2]} are listed; with three {every[3].n_paths} and {listed[3]}: the first player "
        f"may open on any of {show(opening)}. They all pay {show(every[3].payoffs)}.",
    )


@claim("prose.continuous_not_always")
def continuous_not_always(effort: Effort) -> Finding:
    """With four players the continuous game pays otherwise, whatever the rule for ties."""
    stacks, between = row("line", 4, "all").payoffs, smooth("line", 4, "all").payoffs
    shared = sorted(set(stacks) & set(between), reverse=True)
    return Finding(
        set(stacks) != set(between) and smooth("line", 4).payoffs != row("line", 4).payoffs,
        f"On the stacks {show(row('line', 4).payoffs)}, in between "
        f"{show(smooth('line', 4).payoffs)}, when ties are feared; of all equilibria "
        f"{len(between)} payoff vectors in between and {len(stacks)} on the stacks, shared: "
        f"{show(shared)}.",
    )


@claim("prose.slots_only")
def slots_only(effort: Effort) -> Finding:
    """Extra slots solve the continuous game of two and three players, and not that of four."""
    sound = {
        m: set(grid(m, slots).payoffs) <= set(smooth("line", m, "all").payoffs)
        for m, slots in ((2, 5), (3, 5), (4, 10))
    }
    right = [m for m in sound if sound[m]]
    return Finding(
        "partly" if 0 < len(right) < 3 else bool(right),
        "The payoffs on the grids of the source are those of an equilibrium of the continuous "
        f"game with {' and '.join(map(str, right))} players. With 4 players "
        f"{show(grid(4, 10).payoffs[0])} is none, at steps of 0.1 or any other of them.",
    )


@claim("prose.continuous_no_split")
def continuous_no_split(effort: Effort) -> Finding:
    """In every equilibrium of four players stack 8 is split."""
    every = smooth("line", 4, "all").paths
    small = solve_continuous(range(1, 7), 3).paths[0]
    shared = splits_shared(10, every)
    return Finding(
        not shared and not split_stacks(6, small),
        f"In all {len(every)} classes of equilibria of four players stack {show(shared)} is split "
        f"evenly, as in {show(every[-1])}. On six stacks with three players {show(small)} is "
        f"optimal and splits {show(split_stacks(6, small))}.",
    )


@claim("prose.continuous_nudge")
def continuous_nudge(effort: Effort) -> Finding:
    """A nudge wins the stack from tokens that stand, and loses more to those still to come."""
    way, nudged = (9, 7, 3, 5.5), (9, 7.25, 3, 5.5)
    alone = [payoffs_at(LINE, places)[1] for places in (way, nudged)]
    stays, right, left = (answered(place) for place in (7, 7.25, 6.75))
    return Finding(
        "partly" if alone[1] > alone[0] and stays > max(right, left) else right > stays,
        f"In {show(way)} the second player takes {show(alone[0])}; a token moved a little to the "
        f"right, with the others as they are, takes {show(alone[1])}. But two players move after "
        f"her, and they answer: on 7 she secures {show(stays)}, a little to its right "
        f"{show(right)}, to its left {show(left)}.",
    )


@claim("prose.continuous_epsilon")
def continuous_epsilon(effort: Effort) -> Finding:
    """The pattern is all that the tables' rule finds but at step 1, and not all there is."""
    counts = range(2, effort.of(full=17, reduced=7))
    alike = [q for q in counts if _is_pattern(grid(4, q), q)]
    every = grid(4, 4, "all")
    return Finding(
        "fails" if len(alike) < len(counts) else "partly" if every.n_paths > 1 else True,
        "By the rule that gives the tables, where ties are feared, it is the only way of play at "
        f"each step $1/q$ for $q$ from {min(counts)} to {max(alike, default=0)}, and by theorem "
        f"at all finer ones; at the step 1 the way is {show(row('line', 4).paths)}. But among all "
        f"equilibria it is one of many: with steps of 0.25 there are {every.n_paths}, with "
        f"{len(every.payoffs)} payoff vectors, such as {show(every.paths[0])}, which pays "
        f"{show(every.payoff_of(every.paths[0]))}.",
    )


@claim("prose.continuous_artifact")
def continuous_artifact(effort: Effort) -> Finding:
    """At half a step the last player takes more, and no equilibrium pays as the grids do."""
    here, better = (payoffs_at(LINE, (9, 3.5, 6.5, d))[3] for d in (7.5, 7.25))
    reply = smooth("line", 4).replies((9, 3.5, 6.5))
    printed = grid(4, 2).payoffs[0]
    return Finding(
        better > here and printed not in smooth("line", 4, "all").payoffs,
        rf"With $\varepsilon = 1/2$ the last player takes {show(here)} at 7.5 and {show(better)} "
        f"at 7.25; her best replies are {reply.places[0]!s}, worth {show(reply.worth)}. No "
        f"equilibrium in the continuous game pays {show(printed)}.",
    )


@claim("prose.continuous_finer")
def continuous_finer(effort: Effort) -> Finding:
    """Steps that get finer from player to player do not lead to the pattern's payoffs."""
    wrong = grid(4, 2).payoffs[0]
    tried = {first: _finer(4, first, "all") for first in (1, 2, 3)}
    halves = {first: _finer(4, first, "all", halves=True) for first in (1, 2)}
    found = [one for one in (*tried.values(), *halves.values()) if wrong in one.payoffs]
    return Finding(
        not found,
        "With steps $1/q$, $1/(q+1)$, $1/(q+2)$, $1/(q+3)$ for $q = 1, 2, 3$, and with each step "
        f"half the one before, from 1 and from 1/2: equilibria that pay {show(wrong)} in "
        f"{len(found)} of {len(tried) + len(halves)} games. What remains are even splits: of "
        f"stack {show(split_stacks(10, halves[2].paths[0]))} in {show(halves[2].paths[0])}, with "
        "halved steps.",
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
    thirds = solve(range(1, 7), 3, step=[1 / 2, 1 / 3, 1 / 4], ties="all").payoffs
    exact = solve_continuous(range(1, 7), 3, ties="all").payoffs
    same = thirds == exact
    return Finding(
        "partly" if all(alike) and not same else all(alike),
        f"Steps 1/2, 1/4, 1/8, ... give the payoffs of the continuous game in {sum(alike)} of "
        f"{len(alike)} cases, and by theorem in all. Finer alone is not enough: on six stacks "
        f"with three players and steps 1/2, 1/3, 1/4 the equilibria pay {show(thirds)}, and "
        f"{show(exact)} in the continuous game.",
    )


def _is_pattern(found: Outcomes, slots: int) -> bool:
    wanted = (9, 3 + 1 / slots, 7 - 1 / slots, 7 + 1 / slots)
    return found.n_paths == 1 and all(
        abs(a - b) < 1e-9 for a, b in zip(found.paths[0], wanted, strict=True)
    )


def _finer(n_players: int, first: int, ties: str, halves: bool = False) -> Outcomes:
    """Solve the line of ten where each player has a finer step than the one before."""
    counts = [first * 2**k if halves else first + k for k in range(n_players)]
    return solve(LINE, n_players, step=[1 / q for q in counts], ties=ties)
