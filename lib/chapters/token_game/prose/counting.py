"""Computational details: how many cases there are, and what lists of strategies keep."""

from __future__ import annotations

from itertools import permutations
from math import comb, perm

from parlor.games.token_game import payoffs, solve
from press import Effort, Finding, Value, claim, in_parts, show
from press.ledger.verdict import compare

from ...agreement import tally
from ..lists import JUDGES, solve_by_lists
from ..rows import ROWS, boards, by_lists, row
from ..said import said
from .induction import positions_with_several

EXAMPLE = (12, 9)  # stacks and players, as the source has them


@claim("prose.two_hurdles")
def two_hurdles(effort: Effort) -> Finding:
    """By the text: how many points follow those that are announced."""
    announced = said["prose.two_hurdles"]
    points = said.facts("prose.two_hurdles")["points"]
    return Finding(
        len(points) in announced,
        f"It announces {announced.printed[0]}, and {len(points)} points follow: "
        f"{', '.join(points)}.",
    )


@claim("prose.strategies_formula")
def strategies_formula(effort: Effort) -> Finding:
    """Without money every way to play is an equilibrium, so that the solver counts them all."""
    sizes = [(n, m) for n in range(1, effort.of(full=9, reduced=6)) for m in range(1, n + 1)]
    alike = tally(solve([0] * n, m, ties="all").n_paths == perm(n, m) for n, m in sizes)
    return Finding(
        alike.all,
        f"In {alike} games of up to {max(sizes)[0]} stacks without money the solver counts "
        r"$N(N-1)\cdots(N-M+1)$ ways to play.",
    )


@claim("prose.ordered_states")
def ordered_states(effort: Effort) -> Value:
    """Ways in which 8 players can have moved on 12 stacks."""
    n, m = EXAMPLE
    return Value(
        perm(n, m - 1),
        evidence="So many inputs has the last player's $K$; with her own move, as the formula "
        f"before it counts, there are {perm(n, m):,} ways.",
    )


@claim("prose.sorted_states")
def sorted_states(effort: Effort) -> Value:
    """The same with the order forgotten."""
    n, m = EXAMPLE
    return Value(
        comb(n, m - 1),
        evidence=f"Sets of {m - 1} among {n} stacks; the formula before it counts the sets of "
        f"{m}, which are {comb(n, m)}.",
    )


@claim("prose.growth")
def growth(effort: Effort) -> Finding:
    """One stack or one player more multiplies the histories that the last player may see."""
    sizes = [(n, m) for n in range(2, effort.of(full=8, reduced=6)) for m in range(2, n + 1)]
    alike = all(len([*permutations(range(n), m - 1)]) == perm(n, m - 1) for n, m in sizes)
    n, m = EXAMPLE
    stacks = [perm(k + 1, m - 1) / perm(k, m - 1) for k in (n, n + 1)]
    players = [perm(n, k) / perm(n, k - 1) for k in (m, m + 1)]
    return Finding(
        said["prose.growth"].verdict([*stacks, *players]) if alike else False,
        f"Listed in {len(sizes)} games of up to {max(sizes)[0]} stacks, the histories before the "
        f"last move are as many as the formula says. From the source's example on, {n} stacks and "
        f"{m} players, the next stacks multiply them by {show([round(x, 2) for x in stacks])}, "
        f"the next players by {show([round(x, 2) for x in players])}.",
    )


@claim("prose.order_irrelevant")
def order_irrelevant(effort: Effort) -> Finding:
    """What is best after some moves is best after the same moves in any order."""
    most = effort.of(full=6, reduced=5)
    sizes = [(b, n, m) for b in ("line", "clock") for n in range(2, most) for m in range(2, n + 1)]
    alike = tally(
        solve_by_lists(range(1, n + 1), m, layout=b, sort=False, placed=order)
        == solve_by_lists(range(1, n + 1), m, layout=b, sort=False, placed=sorted(order))
        for b, n, m in sizes
        for k in range(2, m)
        for order in permutations(range(1, n + 1), k)
    )
    return Finding(
        alike.all,
        f"In games of up to {most - 1} stacks on line and clock, each history of two moves or more "
        f"solved by itself, after {alike} the best continuations are those after the same moves "
        "sorted.",
    )


@claim("prose.sorted_formula")
def sorted_formula(effort: Effort) -> Finding:
    """Sorted strategies are sets of M stacks; what the last player sees are sets of M - 1."""
    n, m = effort.of(full=6, reduced=5), 4
    strategies = len({frozenset(order) for order in permutations(range(n), m)})
    inputs = len({frozenset(order) for order in permutations(range(n), m - 1)})
    whole, seen = strategies == comb(n, m), inputs == comb(n, m)
    stacks, players = EXAMPLE
    return Finding(
        in_parts(whole, seen),
        f"With {m} players on {n} stacks there are {strategies} sorted strategies, which is "
        r"$\binom NM$; but the last player's $K$, of which the sentence and its example speak, has "
        f"{inputs} sorted inputs. With {stacks} stacks and {players} players the numbers printed "
        f"are of inputs, {comb(stacks, players - 1)} of {perm(stacks, players - 1):,}.",
    )


@claim("prose.simulation")
def simulation(effort: Effort) -> Finding:
    """Whether more is needed for the tables than a recursion that draws nothing at random."""
    entries = said.published.entries
    alike = tally(
        compare(entries[f"{board}.strategies.{m}"].printed, by_lists(board, m, "least")) == "match"
        for board, m in ROWS
    )
    return Finding(
        not alike.all,
        "The recursion over lists, which draws nothing at random, finds the strategies of "
        f"{alike} rows of the tables of line and clock as they are printed.",
    )


@claim("prose.ties_many")
def ties_many(effort: Effort) -> Finding:
    """At many positions several stacks are best for whoever moves."""
    counts = {m: positions_with_several(m) for m in (3, 4, 7)}
    shown = [f"{tied} of {every} with {m}" for m, (tied, every) in counts.items()]
    return Finding(
        any(tied for tied, _ in counts.values()),
        "On the line of ten several stacks are best for the mover in so many positions, by the "
        f"number of players: {show(shown)}.",
    )


@claim("prose.lists_all")
def lists_all(effort: Effort) -> Finding:
    """A list of strategies needs a rule to be valued by, and none of the rules keeps all."""
    keys = [(layout, m) for layout, m in ROWS if m <= effort.of(full=12, reduced=7)]
    every = {key: set(row(*key, "all").paths) for key in keys}
    lists = {judge: [set(by_lists(*key, judge)) for key in keys] for judge in JUDGES}
    several = max(len(found) for found in lists["least"])
    sound = all(found <= every[key] for key, found in zip(keys, lists["least"], strict=True))
    lost = {
        judge: sum(not every[key] <= one for key, one in zip(keys, found, strict=True))
        for judge, found in lists.items()
    }
    unlike = sum(
        len({frozenset(one) for one in rows}) > 1 for rows in zip(*lists.values(), strict=True)
    )
    fewest = min(lost.values())
    return Finding(
        "fails" if not sound or several < 2 else "partly" if fewest else True,
        "Lists do carry several strategies. But a move with several continuations must be valued: "
        "by the least, the most, the mean, the first or the last that they leave to the mover, the "
        f"lists come out different in {unlike} of {len(keys)} rows, and each way loses equilibria "
        f"in {fewest} rows at least.",
    )


@claim("prose.more_only")
def more_only(effort: Effort) -> Finding:
    """One recursion, given other numbers of stacks and players, solves all boards."""
    sizes = [(n, m) for n in range(2, effort.of(full=10, reduced=7)) for m in range(2, n + 1)]
    alike = tally(
        solve_by_lists(range(1, n + 1), m, judge="least") == solve(range(1, n + 1), m).paths
        for n, m in sizes
    )
    return Finding(
        alike.all,
        "The recursion over lists, given $N$ and $M$ alone, finds what the solver finds in "
        f"{alike} games on lines of up to {sizes[-1][0]} stacks.",
    )


@claim("prose.payout_only")
def payout_only(effort: Effort) -> Finding:
    """A recursion that differs in the distance alone solves line and clock."""
    alike = tally(by_lists(*key, "least") == row(*key).paths for key in ROWS)
    apart = payoffs(boards("line"), (1, 9)) != payoffs(boards("line"), (1, 9), layout="clock")
    return Finding(
        alike.all and apart,
        "The recursion over lists, where only the distance differs between clock and line, finds "
        f"what the solver finds in {alike} rows of both tables.",
    )
