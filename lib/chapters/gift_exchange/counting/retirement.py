"""Section 6.1: how many games there are if gifts retire, with and without the chain lock."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, factorial, log10
from typing import get_args

import numpy as np
import pandas as pd

from parlor.games.trajectories import count, growth, state_count
from parlor.games.trajectories.counting import Growth
from parlor.games.trajectories.unlocked import words_without_lock
from press import Effort, Finding, Value, claim, in_parts, show
from press.ledger.verdict import listed

from ..diagrams import count_lattice
from ..enumeration import trajectories
from ..said import said
from .algorithm import Lock, Targets, algorithm_steps, count_by_algorithm, count_chains
from .unlimited import FREE, listed_games

WITHOUT_LOCK = {1: "A001515", 2: "A144416", 3: "A144508"}


def bell_numbers(n: int) -> tuple[int, ...]:
    """The first Bell numbers, from 1."""
    bell = [1]
    for k in range(1, n + 1):
        bell.append(sum(comb(k - 1, i) * bell[i] for i in range(k)))
    return tuple(bell[1:])


def bessel_sum(m: int) -> int:
    """Bessel polynomials at 1, by a sum that keeps no track of anything."""
    return sum(factorial(m + k) // (factorial(m - k) * factorial(k) * 2**k) for k in range(m + 1))


def readings() -> pd.DataFrame:
    """Algorithm 1 read in four ways, at L = 1."""
    known = {
        growth(7, total_limit=1).patterns: "trajectories",
        bell_numbers(7): "Bell numbers",
        tuple(state_count(n) for n in range(1, 8)): "Catalan numbers",
        tuple(2**n for n in range(7)): "powers of 2",
    }
    rows = []
    for targets in get_args(Targets):
        for lock in get_args(Lock):
            runs = (count_by_algorithm(n, 1, targets=targets, lock=lock) for n in range(1, 8))
            row = tuple(run.value // factorial(n) for n, run in enumerate(runs, 1))
            rows.append([targets, lock, row, known.get(row, "nothing known")])
    columns = ["the loop runs over", "the lock takes", "counts, 1 to 7 players", "which are"]
    return pd.DataFrame(rows, columns=columns)


def ways_on(state: tuple[int, ...], rounds: int, limit: int) -> int:
    """In how many ways rounds go on from a multiset of steal counts, by Algorithm 1."""
    if not rounds:
        return 1
    chains, _ = count_chains(state, [steals for steals in state if steals < limit])
    ends = {state: 1} | chains  # without a theft, or with them
    return sum(ways * ways_on((0, *end), rounds - 1, limit) for end, ways in ends.items())


@cache
def grown_to(limit: int) -> Growth:
    """Counts up to 29 players under a limit."""
    return growth(29, total_limit=limit)


def grow(effort: Effort) -> dict[int, Growth]:
    """The same by limit."""
    return {L: grown_to(L) for L in range(1, effort.of(full=3, reduced=2) + 1)}


def table(grown: dict[int, Growth]) -> pd.DataFrame:
    """All 29 players, exactly."""
    columns = {
        "L": list(grown),
        "states, round 29": [one.states[-1] for one in grown.values()],
        "our steps": [one.steps for one in grown.values()],
        "steps of Algorithm 1": [f"{algorithm_steps(29, L):.1e}" for L in grown],
        "log10 T(29; L)": [round(log10(one.counts[-1]), 4) for one in grown.values()],
        "T(29; L)": [f"{one.counts[-1]}" for one in grown.values()],
    }
    return pd.DataFrame(columns)


@claim("counting.round_invariance")
def round_invariance(effort: Effort) -> Finding:
    """Proposition 6.1."""
    few = range(1, effort.of(full=5, reduced=4))
    plays = {n: list(trajectories(n)) for n in few}
    freer = {n: [list(trajectories(n, round_limit=most)) for most in (None, 2, 3)] for n in few}
    return Finding(
        all(freer[n] == 3 * [plays[n]] for n in few),
        "With one, two, three and any number of thefts of a gift a round the trajectories are the "
        f"same, one by one, up to {max(few)} players, who have {len(plays[max(few)]):,}.",
    )


def by_limit() -> dict[int, list[int]]:
    """Trajectories of a few players under all limits, with no limit as the last."""
    return {n: [count(n, total_limit=L) for L in range(1, n + 2)] for n in range(1, 10)}


@claim("counting.total_monotone")
def total_monotone(effort: Effort) -> Finding:
    """Proposition 6.2, with no limit as the last."""
    ways = by_limit()
    return Finding(
        all(sorted(w) == w for w in ways.values()),
        f"For up to {max(ways)} players we counted the trajectories under all limits, with no "
        "limit as the last: they never get fewer, since one under a limit is one under each higher "
        "limit.",
    )


@claim("counting.total_equality")
def total_equality(effort: Effort) -> Finding:
    """When two limits give the same count."""
    ways = by_limit()
    return Finding(
        all(w[L - 1] == w[-1] for n, w in ways.items() for L in range(max(n - 1, 1), n + 1))
        and all(len(set(w)) == max(n - 1, 1) for n, w in ways.items()),
        f"$T(n; L) = T(n)$ from $L = n - 1$ on, and not before, $n$ up to {max(ways)}.",
    )


@claim("counting.requires_multiset")
def requires_multiset(effort: Effort) -> Finding:
    """Whether an exact count needs the distribution of steal counts: not at the two ends."""
    exact = list(grow(effort)[1].patterns)
    low = [bessel_sum(n) for n in range(len(exact))] == exact
    high = all(count(n, total_limit=n - 1) == count(n) for n in range(2, 8))
    alike = ((0, 0, 2), (0, 1, 1))  # as many gifts, and as many steals in all
    ways = [ways_on(state, 1, limit=2) for state in alike]
    return Finding(
        in_parts(not low, not high, len(set(ways)) > 1),
        "At $L = 1$ a sum of $n$ terms, the Bessel polynomials at one, gives $T(n; 1)/n!$, "
        f"{show(exact[:5])}, ..., up to {len(exact)} players. From $L = n - 1$ on it is "
        "$T(n)/n!$, a product. Between, at $L = 2$, the number of steals is not enough: from "
        f"{show(alike)} there are {show(ways)} ways through the next round.",
    )


def both_counts(limit: int, most: int = 6) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Games without the chain lock, as others count them, and with it, gifts in one order."""
    without = tuple(words_without_lock(n, total_limit=limit) for n in range(1, most + 1))
    return without, growth(most, total_limit=limit).patterns


@claim("counting.same_question")
def same_question(effort: Effort) -> Finding:
    """Whether the cited counts and these answer one question."""
    counts = {L: both_counts(L) for L in (1, 2, 3)}
    same = {L: theirs == ours for L, (theirs, ours) in counts.items()}
    theirs, ours = counts[2]
    return Finding(
        in_parts(*same.values()),
        f"Applegate and Sloane count without the chain lock. For up to {len(theirs)} players the "
        f"counts are equal at $L = {' and '.join(str(L) for L, equal in same.items() if equal)}$; "
        f"at $L = 2$ they are {show(theirs)} and {show(ours)}.",
    )


@claim("counting.multiset")
def multiset(effort: Effort) -> Finding:
    """Whether the multiset of steal counts suffices."""
    few = list(listed_games(effort))
    cases = product(few, (1, 2, 3))
    played = {(n, L): sum(1 for _ in trajectories(n, total_limit=L)) for n, L in cases}
    return Finding(
        all(count(n, total_limit=L) == number for (n, L), number in played.items()),
        f"A count by multisets equals brute force for $n$ up to {max(few)} and $L = 1, 2, 3$.",
    )


@claim("counting.algorithm")
def algorithm(effort: Effort) -> Finding:
    """Algorithm 1, read over gifts and read as it is printed."""
    sizes = range(1, effort.of(full=8, reduced=7))
    literal = count_by_algorithm(3, 1, targets="distinct counts", lock="count").value
    right = all(
        count_by_algorithm(n, L).value == count(n, total_limit=L) for n in sizes for L in (1, 2, 3)
    )
    return Finding(
        in_parts(right, literal == count(3, total_limit=1)),
        f"Read over gifts it gives our counts for $n$ up to {max(sizes)} and $L = 1, 2, 3$. Read "
        f"as printed, with sets where multisets are meant, $T(3; 1) = {literal}$, not "
        f"{count(3, total_limit=1)}.",
    )


@claim("counting.figure4_rounds")
def figure4_rounds(effort: Effort) -> Finding:
    """Whether states are drawn for as many rounds as are announced."""
    facts = said.facts("counting.figure4_rounds")
    announced, drawn = facts["rounds"], facts["drawn"]
    last = sum(node.y == 1 - announced for node in count_lattice(announced).nodes)
    return Finding(
        len(drawn) == announced,
        f"States are drawn for rounds {', '.join(map(str, drawn))}. After round {announced} there "
        f"are {last}.",
    )


@claim("counting.figure4_twice")
def figure4_twice(effort: Effort) -> Finding:
    """Whether the arrow to {0,0,2} is a chain of two."""
    third = count_lattice(3)
    arrow = {(third.nodes[e.start].label, third.nodes[e.end].label): e for e in third.edges}
    twice, missed = arrow["01", "002"], arrow["01", "012"]
    return Finding(
        twice.steals == 2,
        f"From $\\{{0, 1\\}}$ to $\\{{0, 0, 2\\}}$ leads a chain of {twice.steals}. A chain of "
        f"{missed.steals} leads to $\\{{0, 1, 2\\}}$, which is not drawn.",
    )


@claim("counting.figure4_states")
def figure4_states(effort: Effort) -> Value:
    """The states after round 3; dots in the figure may stand for the one that is not drawn."""
    nodes = count_lattice(3).nodes
    reached = [tuple(map(int, node.label)) for node in nodes if node.y == -2]
    shown = len(listed(said.published.entry("counting.figure4_states").printed))
    return Value(
        reached,
        evidence=f"{len(reached)} states; the figure shows {shown} and dots that may stand for "
        r"$\{0, 1, 2\}$.",
        decidable=len(reached) <= shown,
    )


@claim("counting.figure4_frozen")
def figure4_frozen(effort: Effort) -> Finding:
    """Whether a gift of count 2 is out of play at L = 2."""
    two, three = (
        any("3" in node.label for node in count_lattice(4, total_limit=limit).nodes)
        for limit in (2, 3)
    )
    return Finding(
        three and not two,
        f"With $L = 2$ {'a' if two else 'no'} state has a count of three, with $L = 3$ "
        f"{'one' if three else 'none'} has.",
    )


@claim("counting.tractable")
def tractable(effort: Effort) -> Finding:
    """Whether states by multisets make Algorithm 1 tractable."""
    n, steps = 29, algorithm_steps(29, 3)
    ours = grown_to(effort.of(full=3, reduced=2)).steps
    return Finding(
        steps in said["counting.tractable"],
        f"At $L = 3$ there are {state_count(n, total_limit=3):,} states for {n} players, but the "
        f"algorithm goes through {steps:.0e} chains, one by one. With the same states, and chains "
        f"counted by class, {ours:,} steps are enough.",
    )


def polynomial(limit: int) -> bool:
    """Whether the states after a round are a polynomial in it, of the degree of the limit."""
    states = [state_count(r, total_limit=limit) for r in range(limit, limit + 20)]
    return set(np.diff(states, limit).tolist()) == {1}


@claim("counting.states_polynomial")
def states_polynomial(effort: Effort) -> Finding:
    """Whether the states are polynomial in n for a fixed limit."""
    limits = range(1, 6)
    return Finding(
        all(polynomial(limit) for limit in limits),
        "The number of states is a polynomial of degree $L$ in the round, for $L = 1$ to "
        f"{max(limits)}.",
    )


@claim("counting.states_unconditional")
def states_unconditional(effort: Effort) -> Finding:
    """Whether the states are polynomial in n without a limit that is fixed."""
    free = [state_count(n) for n in range(1, 21)]
    catalan = [comb(2 * n, n) // (n + 1) for n in range(1, 21)]
    return Finding(
        in_parts(all(polynomial(limit) for limit in range(1, 6)), free != catalan),
        "For a fixed limit, as the remark below it says. From $L = n - 1$ on there are "
        f"{show(free[:5])}, ... of them, the Catalan numbers, which grow fourfold with each player "
        f"in the end: {free[-1] / free[-2]:.2f} times from {len(free) - 1} to {len(free)} players.",
    )


@claim("counting.limit_three")
def limit_three(effort: Effort) -> Finding:
    """Whether a limit of three takes orders of magnitude away."""
    cut = {n: FREE.counts[n - 1] / count(n, total_limit=3) for n in range(2, 9)}
    far = log10(FREE.counts[28]) - log10(grown_to(3).counts[-1])
    return Finding(
        said["counting.limit_three"].verdict([*cut.values(), 10**far]),
        f"$T(n)/T(n; 3)$ for two players and more, up to {max(cut)}: "
        f"{', '.join(f'{x:.3g}' for x in cut.values())}; for {len(FREE.counts)} players "
        f"$10^{{{far:.0f}}}$.",
    )


@claim("counting.complexity")
def complexity(effort: Effort) -> Finding:
    """Whether the steps of Algorithm 1 go by the number of states."""
    ratio = {n: algorithm_steps(n, 3) / state_count(n, total_limit=3) for n in (6, 8, 10, 12)}
    states = [state_count(8, total_limit=limit) for limit in (1, 2, 3)]
    steps = [algorithm_steps(8, limit) for limit in (1, 2, 3)]
    together = all(np.diff(states) > 0) and all(np.diff(steps) > 0)
    return Finding(
        in_parts(together, ratio[12] < 2 * ratio[6]),
        f"For eight players and $L = 1, 2, 3$ there are {show(states)} states, and the program "
        f"takes {show(steps)} steps. With $L = 3$ and $n = 6, 8, 10, 12$ it takes "
        f"{', '.join(f'{x:,.0f}' for x in ratio.values())} steps for each state of the last round.",
    )


@claim("counting.states_one")
def states_one(effort: Effort) -> Finding:
    """How many states the limit 1 leaves."""
    return Finding(
        [state_count(r, total_limit=1) for r in range(1, 30)] == list(range(1, 30)),
        "After round $r$ there are $r$ states, for 29 rounds.",
    )


@claim("counting.branching")
def branching(effort: Effort) -> Finding:
    """Whether a total limit of two takes a branch from the state {0, 1}."""
    ways = {}
    for limit in (None, 2):
        lattice = count_lattice(3, total_limit=limit)
        ways[limit] = sum(e.ways for e in lattice.edges if lattice.nodes[e.start].label == "01")
    later = {limit: count(4, total_limit=limit) if limit else count(4) for limit in ways}
    return Finding(
        ways[2] < ways[None],
        f"From $\\{{0, 1\\}}$ there are {ways[None]} ways on without limits and {ways[2]} with the "
        "limit: both gifts can be stolen in either case. It is from the next state on that the "
        f"limit tells: {later[None]:,} trajectories of four players become {later[2]:,}.",
    )


@claim("counting.total_zero")
def total_zero(effort: Effort) -> Finding:
    """Proposition 6.2 with the limits as Section 2.7 codes them, 0 for none."""
    n = effort.of(full=6, reduced=4)
    ways = {limit: count(n, total_limit=limit or None) for limit in range(n)}
    return Finding(
        list(ways.values()) == sorted(ways.values()),
        f"Trajectories of {n} players by the total limit, from no limit, coded as zero, up: "
        f"{', '.join(f'{x:,}' for x in ways.values())}. The first is the largest.",
    )


def lock_table() -> pd.DataFrame:
    """Games with and without the chain lock, gifts opened in one order."""
    rows = [[L, *both_counts(L), name] for L, name in WITHOUT_LOCK.items()]
    return pd.DataFrame(rows, columns=["L", "without the lock", "with it", "OEIS, without"])
