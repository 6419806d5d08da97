"""How many games there are, without a limit on steals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, log10
from typing import Any

import pandas as pd

from parlor.games.trajectories import action_count, chain_count, count, growth, mean_steals
from parlor.games.trajectories.diagrams import chain_tree
from parlor.games.trajectories.enumeration import (
    Trajectory,
    chain_patterns,
    longest_game,
    trajectories,
)

from .findings import Claim, Finding, Value, record
from .study import Study

MANY = range(1, 101)
OEIS = (1, 2, 5, 16, 65, 326, 1957, 13700, 109601, 986410, 9864101)
FREE = growth(29)
POWER = {n: log10(FREE.counts[n - 1]) for n in (6, 8, 9, 10, 29)}


@dataclass(frozen=True)
class Listed:
    """Chains and games listed one by one."""

    patterns: dict[int, list[tuple[int, ...]]]  # by round
    plays: dict[int, list[Trajectory]]  # by number of players

    @cached_property
    def two(self) -> list[Trajectory]:
        """The games of two players."""
        return self.plays[2]


def list_all(study: Study) -> Listed:
    """List the chains of the first rounds and the games of a few players."""
    return Listed(
        {k: chain_patterns(k) for k in range(1, study.size(8, 6))},
        {n: list(trajectories(n)) for n in range(1, study.size(5, 4))},
    )


def chains(found: Listed) -> list[Finding]:
    """Ways to end a round."""
    leaves = [node for node in chain_tree(4).nodes if node.kind == "open"]
    lengths = {
        k: [sum(len(p) == s for p in listed) for s in range(k)]
        for k, listed in found.patterns.items()
    }
    return [
        Claim(
            "counting.tree",
            all(len(p) == action_count(k) for k, p in found.patterns.items()),
            f"Round 4: {len(leaves)} leaves and A(4) = {action_count(4)}, if "
            "every victim has a branch.",
        ),
        Claim(
            "counting.patterns",
            all(
                chain_count(k, s) == n_chains
                for k, listed in lengths.items()
                for s, n_chains in enumerate(listed)
            ),
            f"Chains of round 5 by length, listed one by one: {lengths[5]}.",
        ),
    ]


def forms() -> list[Finding]:
    """Other forms of A(k)."""
    euler = sum(Fraction(1, factorial(j)) for j in range(250))  # from below
    actions = {k: action_count(k) for k in MANY}
    lemma = {k: sum(factorial(k - 1) // factorial(j) for j in range(k)) for k in MANY}
    moment = {k: sum(comb(k - 1, s) * factorial(s) for s in range(k)) for k in MANY}
    short = {k: euler * factorial(k - 1) - a for k, a in actions.items()}
    return [
        Claim(
            "counting.simplification",
            lemma == actions == moment,
            f"Equal in exact integers for k up to {max(MANY)}.",
        ),
        Claim("counting.oeis", tuple(actions.values())[:11] == OEIS, f"A(1) to A(11): {OEIS}."),
        Claim(
            "counting.asymptotic",
            all(Fraction(1, k) < short[k] < Fraction(1, k - 1) for k in MANY[1:]),
            "e (k-1)! - A(k) lies between 1/k and 1/(k-1): at k = 29 it is "
            f"{float(short[29]):.4f}.",
        ),
    ]


def figures(found: Listed) -> list[Finding]:
    """The source's Figures 2 and 3: patterns of round 3, games of two players."""
    played = [[act[:3] for act in sum(one.rounds, ())] for one in found.two]
    four = [
        acts
        for a, b in ((1, 2), (2, 1))
        for acts in (
            [("open", 1, a), ("open", 2, b)],
            [("open", 1, a), ("steal", 2, a), ("open", 1, b)],
        )
    ]
    stolen = [
        [act.gift for act in chain if act.kind == "steal"]
        for listed in found.plays.values()
        for one in listed
        for chain in one.rounds
    ]
    ends = [one.outcome for one in found.two]
    return [
        Claim(
            "counting.figure2",
            found.patterns[3] == [(), (1,), (2,), (1, 2), (2, 1)],
            f"Victims in turn: {found.patterns[3]}.",
        ),
        Claim(
            "counting.no_steal_back",
            all(len(set(gifts)) == len(gifts) for gifts in stolen),
            f"In {len(stolen):,} chains of all plays no gift is taken twice.",
        ),
        Claim(
            "counting.figure3",
            played == four,
            "Found by brute force: two with a theft and two without.",
        ),
        Claim(
            "counting.same_outcome",
            ends[0] == ends[3] and ends[1] == ends[2],
            f"Gifts of players 1 and 2 at the end: {ends}.",
        ),
    ]


def theorem(found: Listed) -> list[Finding]:
    """The count of games against games played out."""
    swapped = {n: sum(1 for _ in trajectories(n, final_swap=True)) for n in found.plays}
    ways = {n: Counter(one.outcome for one in listed) for n, listed in found.plays.items()}
    return [
        Claim(
            "counting.theorem",
            all(count(n) == len(listed) for n, listed in found.plays.items()),
            f"Played out: {', '.join(f'{len(p):,}' for p in found.plays.values())}.",
        ),
        Claim(
            "counting.swap",
            all(number == n * count(n) for n, number in swapped.items()),
            f"With the swap: {', '.join(f'{s:,}' for s in swapped.values())}.",
        ),
        Claim(
            "counting.faster",
            all(set(by.values()) == {growth(n).patterns[-1]} for n, by in ways.items()),
            "Every allocation is reached in exactly T(n)/n! ways, for n = 8 in "
            f"{FREE.patterns[7]:,}.",
        ),
    ]


def table9(chapter: Any) -> Any:
    """Table 9, every digit: computed, published, verdict, twice."""
    rows = []
    for n in range(1, 9):
        values = {"product": FREE.patterns[n - 1], "trajectories": FREE.counts[n - 1]}
        checks = [record(chapter, Value(f"table9.{name}.{n}", x)) for name, x in values.items()]
        actions = record(chapter, Value(f"table9.actions.{n}", action_count(n)))
        rows.append([n, action_count(n), actions])
        for check, x in zip(checks, values.values(), strict=True):
            rows[-1] += [f"{x:,}", check.printed, check]
    columns = [
        "n",
        "A(n)",
        "as published?",
        "product of A(k)",
        "published",
        "verdict",
        "T(n)",
        "published ",
        "verdict ",
    ]
    caption = "Table 9, every digit, and the list of A(n) before it."
    return chapter.table("table9", pd.DataFrame(rows, columns=columns), caption)


def misprints(study: Study) -> dict[str, Any]:
    """What tells the misprints of Table 9 by hand."""
    product, total = (
        int(study.published.entry(f"table9.{name}").printed.replace(",", ""))
        for name in ("product.7", "trajectories.6")
    )
    either = {f"{p * action_count(8):.2e}" for p in (product, FREE.patterns[6])}
    return {
        "tr_rest_7": product % action_count(7),
        "tr_rest_6": total % factorial(6),
        "tr_product_7": f"{FREE.patterns[6]:,}",
        "tr_t6": f"{FREE.counts[5]:,}",
        "tr_t7": f"{FREE.counts[6]:,}",
        "tr_a7": f"{action_count(7):,}",
        "tr_either": " and ".join(sorted(either)),
    }


def sizes() -> list[Finding]:
    """How large T(n) is."""
    ratio = [FREE.counts[n] / FREE.counts[n - 1] for n in range(1, 20)]
    return [
        Value("counting.allocations_2", factorial(2)),
        Value("counting.allocations_8", factorial(8)),
        Claim("counting.over_6", FREE.counts[5] > 2 * 10**9, f"T(6) = {FREE.counts[5]:,}."),
        Claim("counting.over_8", FREE.counts[7] > 10**18, f"T(8) = 10^{POWER[8]:.2f}."),
        Claim(
            "counting.over_10",
            FREE.counts[9] > 10**26,
            f"True, and far too modest: T(10) = 10^{POWER[10]:.2f}, and T(9) = 10^{POWER[9]:.2f}.",
        ),
        Claim(
            "counting.superexponential",
            ratio == sorted(set(ratio)),
            f"T(n)/T(n-1) = n A(n) keeps growing: {ratio[0]:g}, {ratio[1]:g}, {ratio[2]:g}, ...",
        ),
    ]


def replay() -> list[Finding]:
    """Whether two games are ever the same."""
    return [
        Claim(
            "counting.replay",
            count(6) > 10**9,
            "Two plays drawn from all alike agree with chance 1/T(n), for six "
            f"players {1 / count(6):.0e}.",
        )
    ]


def values() -> dict[str, Any]:
    """The games of 29 players, and their thefts."""
    return {
        "tr_power": f"{POWER[29]:.1f}",
        "tr_mean": f"{float(mean_steals(29)):.1f}",
        "tr_most": longest_game(29).steals,
    }
