"""Section 6, how many games there are, counted and listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, factorial, log10
from typing import Any

import pandas as pd

from parlor.games.gift_exchange.position import Limits
from parlor.games.trajectories import action_count, chain_count, count, growth
from press import Check, Effort, Finding, Value, claim, counted, in_parts, show

from ..diagrams import chain_tree
from ..enumeration import Trajectory, chain_patterns, trajectories
from ..said import said
from ..survey import endless_chain

MANY = range(1, 101)
OEIS = (1, 2, 5, 16, 65, 326, 1957, 13700, 109601, 986410, 9864101)
FREE = growth(29)


@cache
def listed_chains(effort: Effort) -> dict[int, list[tuple[int, ...]]]:
    """The chains of the first rounds, one by one, by round."""
    return {k: chain_patterns(k) for k in range(1, effort.of(full=8, reduced=6))}


@cache
def listed_games(effort: Effort) -> dict[int, list[Trajectory]]:
    """The games of a few players, one by one, by number of players."""
    return {n: list(trajectories(n)) for n in range(1, effort.of(full=5, reduced=4))}


@claim("counting.patterns")
def patterns(effort: Effort) -> Finding:
    """Lemma 6.1 against chains listed one by one."""
    found = listed_chains(effort)
    lengths = {k: [sum(len(p) == s for p in found[k]) for s in range(k)] for k in found}
    return Finding(
        all(chain_count(k, s) == n for k, row in lengths.items() for s, n in enumerate(row)),
        f"We listed the chains of rounds 1 to {max(lengths)} one by one; by length round 5 has "
        f"{show(lengths[5])} of them.",
    )


@claim("counting.simplification")
def simplification(effort: Effort) -> Finding:
    """Lemma 6.2 against listed chains and in exact integers."""
    actions = {k: action_count(k) for k in MANY}
    lemma = {k: sum(factorial(k - 1) // factorial(j) for j in range(k)) for k in MANY}
    moment = {k: sum(comb(k - 1, s) * factorial(s) for s in range(k)) for k in MANY}
    found = listed_chains(effort)
    return Finding(
        lemma == actions == moment and all(lemma[k] == len(p) for k, p in found.items()),
        f"The sum equals $A(k)$ in exact integers for $k$ up to {max(MANY)}, and the number of "
        f"chains listed one by one for $k$ up to {max(found)}.",
    )


@claim("counting.oeis")
def oeis(effort: Effort) -> Finding:
    """The sequence by its own recurrence, a(n) = n a(n-1) + 1."""
    known = [1]
    while len(known) < len(OEIS):
        known.append(len(known) * known[-1] + 1)
    counted = tuple(action_count(k) for k in range(1, len(OEIS) + 1))
    return Finding(counted == OEIS == tuple(known), f"A(1) to A({len(OEIS)}): {show(OEIS)}.")


@claim("counting.asymptotic")
def asymptotic(effort: Effort) -> Finding:
    """A(k) against e (k-1)!."""
    euler = sum(Fraction(1, factorial(j)) for j in range(250))  # from below
    short = {k: euler * factorial(k - 1) - action_count(k) for k in MANY}
    return Finding(
        all(Fraction(1, k) < short[k] < Fraction(1, k - 1) for k in MANY[1:]),
        "$e (k-1)! - A(k)$ lies between $1/k$ and $1/(k-1)$: at $k = 29$ it is "
        f"{float(short[29]):.4f}.",
    )


@claim("counting.theorem")
def theorem(effort: Effort) -> Finding:
    """Theorem 6.1 against games played out."""
    plays = listed_games(effort)
    return Finding(
        all(count(n) == len(listed) for n, listed in plays.items()),
        f"Games of up to {max(plays)} players, played out one by one, number "
        f"{', '.join(f'{len(p):,}' for p in plays.values())}. The source's product over rounds is "
        "a proof.",
    )


TABLE9 = {  # columns of Table 9, in exact integers
    "actions": ("$A(n)$", [action_count(n) for n in range(1, 9)]),
    "product": ("product of $A(k)$", FREE.patterns[:8]),
    "trajectories": ("$T(n)$", FREE.counts[:8]),
}


@claim("table9.*")
def table9_cells(effort: Effort) -> dict[str, Value]:
    """Table 9 in exact integers."""
    return {
        f"table9.{name}.{n}": Value(x)
        for name, (_, column) in TABLE9.items()
        for n, x in enumerate(column, 1)
    }


def table9(found: Mapping[str, Check]) -> pd.DataFrame:
    """Table 9, every digit: computed, published, verdict, twice."""
    columns: dict[str, Any] = {"n": range(1, 9)}
    for name, (head, column) in TABLE9.items():
        checks = [found[f"table9.{name}.{n}"] for n in range(1, 9)]
        columns[head] = [x if name == "actions" else f"{x:,}" for x in column]
        short = head.split(" ")[0]
        if name != "actions":
            columns[f"{short}, published"] = [check.printed for check in checks]
        columns[f"{short}, verdict"] = checks
    return pd.DataFrame(columns)


@claim("counting.tree")
def tree(effort: Effort) -> Finding:
    """Paths of the tree with a branch for each victim, and as Figure 1 is drawn."""
    found, k = listed_chains(effort), 4
    leaves = [node for node in chain_tree(k).nodes if node.kind == "open"]
    lengths = {len(pattern) for pattern in found[k]}  # a path each in Figure 1, as it is drawn
    whole = all(len(p) == action_count(k) for k, p in found.items())
    return Finding(
        in_parts(whole and len(leaves) == action_count(k), len(lengths) == action_count(k)),
        f"Round {k}: {len(leaves)} leaves and A({k}) = {action_count(k)}, with a branch for every "
        f"victim. Figure 1 itself has two branches a decision, and {len(lengths)} paths.",
    )


@claim("counting.figure2")
def figure2(effort: Effort) -> Finding:
    """The five patterns of round 3."""
    three = listed_chains(effort)[3]
    return Finding(three == [(), (1,), (2,), (1, 2), (2, 1)], f"The victims in turn are {three!s}.")


def robbed_back(pattern: tuple[int, ...], first: int) -> list[tuple[int, int]]:
    """Who could have stolen straight back from whom, but for the lock, in a chain of a round."""
    return [(victim, thief) for thief, victim in pairwise((first, *pattern))]


@claim("counting.steal_back_five")
def steal_back_five(effort: Effort) -> Finding:
    """Whether in patterns 4 and 5 it is P1 who cannot steal back from P3."""
    four, five = (robbed_back(pattern, 3) for pattern in listed_chains(effort)[3][3:])
    return Finding(
        in_parts((1, 3) in four, (1, 3) in five),
        f"The lock bars (victim, thief) {four!s} in pattern 4 and {five!s} in pattern 5.",
    )


@claim("counting.sum_order")
def sum_order(effort: Effort) -> Finding:
    """The terms of the sum for A(3)."""
    terms = [factorial(2) // factorial(j) for j in range(3)]
    by_length = [chain_count(3, s) for s in range(3)]
    return Finding(
        sorted(terms) == [1, 2, 2] and by_length == [1, 2, 2],
        f"In the order of the sum over j the terms are {' + '.join(map(str, terms))}; "
        f"{' + '.join(map(str, by_length))} is the order of chain lengths. The total is "
        f"{sum(terms)} in either.",
    )


def rounds_of_all(effort: Effort) -> tuple[int, list[list[int]]]:
    """Players of the largest games that are listed, and the gifts stolen in each of all rounds."""
    plays = listed_games(effort)
    rounds = [chain for listed in plays.values() for one in listed for chain in one.rounds]
    return max(plays), [[act.gift for act in chain if act.kind == "steal"] for chain in rounds]


@claim("counting.no_steal_back")
def no_steal_back(effort: Effort) -> Finding:
    """No gift is taken twice in a chain."""
    most, rounds = rounds_of_all(effort)
    stolen = [gifts for gifts in rounds if gifts]  # a chain begins with a theft
    return Finding(
        all(len(set(gifts)) == len(gifts) for gifts in stolen),
        f"In {len(stolen):,} chains of all games of up to {most} players no gift is taken twice.",
    )


@claim("counting.lock_finite")
def lock_finite(effort: Effort) -> Finding:
    """Whether it is the chain lock that makes chains finite under the rules of Section 6."""
    free = {n: sum(1 for _ in trajectories(n, round_limit=1, lock="none")) for n in (1, 2, 3)}
    alike = all(free[n] == count(n) for n in free)
    no_limits = Limits(round_limit=None, total_limit=None, chain_lock=False)
    return Finding(
        in_parts(not alike, endless_chain(2, no_limits) > 0),
        "Under the rules of that section, one theft a gift and round, chains end without the "
        f"lock: games of up to {max(free)} players number {show([*free.values()])} without it and "
        f"{show([count(n) for n in free])} with it. It is what ends chains where there is no limit "
        "at all.",
    )


@claim("counting.figure3")
def figure3(effort: Effort) -> Finding:
    """The four trajectories of two players."""
    played = [[act[:3] for act in sum(one.rounds, ())] for one in listed_games(effort)[2]]
    four = []
    for a, b in ((1, 2), (2, 1)):
        first = ("open", 1, a)
        four += [[first, ("open", 2, b)], [first, ("steal", 2, a), ("open", 1, b)]]
    thefts = sum(any(act[0] == "steal" for act in one) for one in played)
    return Finding(
        played == four, f"Brute force finds {len(played)}, {thefts} of them with a theft."
    )


@claim("counting.concluded")
def concluded(effort: Effort) -> Finding:
    """Whether as many trajectories are counted as there are games played to their end."""
    n, begun = 2, len(listed_games(effort)[2])
    ended = begun * n  # the first player keeps her gift, or swaps it for one of the others
    told = said.value("table9.trajectories.2")
    return Finding(
        told == ended,
        f"Two players have {begun} trajectories before the final swap, and {ended} to the end of "
        f"the game. The table and the figure count {told}.",
    )


@claim("counting.same_outcome")
def same_outcome(effort: Effort) -> Finding:
    """Which of them end alike."""
    ends = [one.outcome for one in listed_games(effort)[2]]
    return Finding(
        ends[0] == ends[3] and ends[1] == ends[2],
        f"In the {len(ends)} trajectories players 1 and 2 end with the gifts {show(ends)}.",
    )


@claim("counting.allocations_2")
def allocations_2(effort: Effort) -> Value:
    """Different ends of the games of two players."""
    return Value(outcomes(effort)[2], evidence="We counted the ends of all games.")


@claim("counting.faster")
def faster(effort: Effort) -> Finding:
    """Trajectories against allocations."""
    few = max(listed_games(effort))
    ratio = [FREE.patterns[n] / FREE.patterns[n - 1] for n in range(1, 29)]
    return Finding(
        ratio == sorted(ratio) and ratio[0] > 1,
        f"There are $T(n)/n!$ trajectories to each allocation, {show([*FREE.patterns[:few]])} for "
        f"up to {few} players; the ratio itself grows by a larger factor with each player.",
    )


@claim("counting.excess")
def excess(effort: Effort) -> Finding:
    """Whether the excess counts just the chains: every allocation has as many trajectories."""
    plays = listed_games(effort)
    ways = {n: {*Counter(one.outcome for one in listed).values()} for n, listed in plays.items()}
    chains = {
        n: len({tuple(tuple(a[:2] for a in r) for r in one.rounds) for one in listed})
        for n, listed in plays.items()
    }
    return Finding(
        all(ways[n] == {chains[n]} == {FREE.patterns[n - 1]} for n in ways),
        f"Each allocation of up to {max(ways)} gifts is reached in just as many ways, "
        f"{', '.join(str(max(w)) for w in ways.values())}, as there are ways to steal, be "
        "displaced and open.",
    )


def outcomes(effort: Effort) -> dict[int, int]:
    """How many different ends all games have, by players."""
    plays = listed_games(effort)
    return {n: len({one.outcome for one in listed}) for n, listed in plays.items()}


@claim("counting.allocations_8")
def allocations_8(effort: Effort) -> Value:
    """Allocations of eight gifts."""
    ends = outcomes(effort)
    told = f"Ends of all games of up to {max(ends)} players: {show([*ends.values()])}, that is n!."
    return Value(factorial(8), evidence=told)


@claim("counting.over_8")
def over_8(effort: Effort) -> Finding:
    """T(8)."""
    return Finding(FREE.counts[7] in said["counting.over_8"], f"T(8) = {FREE.counts[7]:,}.")


@claim("counting.not_in_how")
def not_in_how(effort: Effort) -> Finding:
    """Where the complexity lies: in who gets what, or in how."""
    ends, ways = log10(factorial(8)), log10(FREE.patterns[7])
    return Finding(
        ways < ends,
        f"Eight players: of the {ends + ways:.1f} decimal digits of T(8), who gets what takes "
        f"{ends:.1f} and how it comes about {ways:.1f}.",
    )


@claim("counting.swap")
def swap(effort: Effort) -> Finding:
    """Equation (7) against games played out."""
    swapped = {n: sum(1 for _ in trajectories(n, final_swap=True)) for n in listed_games(effort)}
    return Finding(
        all(number == n * count(n) for n, number in swapped.items()),
        f"With the swap games of up to {max(swapped)} players, played out one by one, number "
        f"{', '.join(f'{s:,}' for s in swapped.values())}.",
    )


@claim("counting.one_chain")
def one_chain(effort: Effort) -> Finding:
    """Whether each round has one chain."""
    most, rounds = rounds_of_all(effort)
    none = sum(not gifts for gifts in rounds)
    firsts = [one.rounds[0] for plays in listed_games(effort).values() for one in plays]
    opened = sum(all(act.kind != "steal" for act in first) for first in firsts)
    return Finding(
        in_parts(not none, none < len(rounds)),
        f"By Definition 2.18 a chain begins with a theft. Of {len(rounds):,} rounds of all games "
        f"of up to {most} players {none:,} have none, {counted(opened, len(firsts))} first rounds "
        "among them; the others have one.",
    )


@claim("counting.over_6")
def over_6(effort: Effort) -> Finding:
    """T(6)."""
    return Finding(FREE.counts[5] in said["counting.over_6"], f"T(6) = {FREE.counts[5]:,}.")


@claim("counting.over_10")
def over_10(effort: Effort) -> Finding:
    """T(10)."""
    return Finding(
        FREE.counts[9] in said["counting.over_10"],
        f"True, and far too modest: $T(10) = 10^{{{log10(FREE.counts[9]):.2f}}}$, and $T(9) = "
        f"10^{{{log10(FREE.counts[8]):.2f}}}$.",
    )


@claim("counting.outcomes_explosion")
def outcomes_explosion(effort: Effort) -> Finding:
    """Whether T(n) counts outcomes."""
    ends = outcomes(effort)
    return Finding(
        all(ends[n] == count(n) for n in ends),
        f"Games of up to {max(ends)} players have {', '.join(map(str, ends.values()))} outcomes "
        f"and {', '.join(f'{count(n):,}' for n in ends)} trajectories.",
    )


@claim("counting.replay")
def replay(effort: Effort) -> Finding:
    """Whether two games are ever the same, if all are alike, and if the same party meets again."""
    chances = {n: (1 / count(n), 1 / factorial(n)) for n in (6, 8, 10)}
    return Finding(
        said["counting.replay"].verdict(chance for both in chances.values() for chance in both),
        "Two trajectories drawn from all alike agree with chance $1/T(n)$; two games of one party "
        "whose rules know no coin, where the order of the gifts alone is drawn, with chance "
        f"$1/n!$. With {', '.join(map(str, chances))} players that is "
        f"{', '.join(f'{a:.0e} and {b:.0e}' for a, b in chances.values())}.",
    )


@claim("counting.superexponential")
def superexponential(effort: Effort) -> Finding:
    """Whether T(n) grows faster than any power."""
    ratio = [FREE.counts[n] / FREE.counts[n - 1] for n in range(1, 20)]
    return Finding(
        all(x >= factorial(n) for n, x in enumerate(ratio, 2)),
        "$T(n)/T(n-1) = n A(n)$ grows beyond all bounds: "
        f"{', '.join(f'{x:g}' for x in ratio[:3])}, ..., {ratio[-1]:.0e}, at least $n!$ each.",
    )
