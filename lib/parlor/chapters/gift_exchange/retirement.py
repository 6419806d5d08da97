"""How many games there are if gifts retire after some steals, with and without the chain lock."""

from __future__ import annotations

from math import comb, factorial, log10
from typing import Any, get_args

import numpy as np
import pandas as pd

from parlor.games.trajectories import count, growth, state_count
from parlor.games.trajectories.algorithm import (
    Lock,
    Targets,
    algorithm_steps,
    count_by_algorithm,
)
from parlor.games.trajectories.counting import Growth
from parlor.games.trajectories.diagrams import count_lattice
from parlor.games.trajectories.enumeration import trajectories
from parlor.games.trajectories.unlocked import words_without_lock

from .counting import FREE, Listed
from .findings import Claim, Finding, Value
from .study import Study

WITHOUT_LOCK = {1: "A001515", 2: "A144416", 3: "A144508"}


def figure4() -> list[Finding]:
    """The source's Figure 4: states after three rounds, and arrows between them."""
    third, lattice = count_lattice(3), count_lattice(4, 2)
    reached = [tuple(map(int, node.label)) for node in third.nodes if node.y == -2]
    arrow = {(third.nodes[e.start].label, third.nodes[e.end].label): e for e in third.edges}
    twice, missed = arrow["01", "002"], arrow["01", "012"]
    return [
        Value("counting.figure4_states", reached),
        Claim(
            "counting.figure4_twice",
            twice.steals == 2,
            f"From 01 to 002 leads a chain of {twice.steals}: the gift stolen in "
            "round 2 is stolen again in round 3. Twice in one chain it cannot "
            f"be. A chain of {missed.steals} leads to 012, which is not drawn.",
        ),
        Claim(
            "counting.figure4_frozen",
            not any("3" in lattice.nodes[e.end].label for e in lattice.edges),
            "With L = 2 no arrow leads to a count of 3.",
        ),
    ]


def bell_numbers(n: int) -> tuple[int, ...]:
    """The first Bell numbers, from 1."""
    bell = [1]
    for k in range(1, n + 1):
        bell.append(sum(comb(k - 1, i) * bell[i] for i in range(k)))
    return tuple(bell[1:])


def bessel_numbers(n: int) -> tuple[int, ...]:
    """Bessel polynomials at 1: a_m = (2m - 1) a_(m-1) + a_(m-2)."""
    found = [1, 2]
    while len(found) < n:
        found.append((2 * len(found) - 1) * found[-1] + found[-2])
    return tuple(found)


def readings() -> pd.DataFrame:
    """Algorithm 1 read in four ways, at L = 1."""
    known = {
        growth(7, 1).patterns: "trajectories",
        bell_numbers(7): "Bell numbers",
        tuple(state_count(n) for n in range(1, 8)): "Catalan numbers",
        tuple(2**n for n in range(7)): "powers of 2",
    }
    rows = []
    for targets in get_args(Targets):
        for lock in get_args(Lock):
            counts = (
                count_by_algorithm(n, 1, targets=targets, lock=lock).value for n in range(1, 8)
            )
            row = tuple(c // factorial(n) for n, c in enumerate(counts, 1))
            rows.append([targets, lock, row, known.get(row, "nothing known")])
    columns = ["the loop runs over", "the lock takes", "T(n; 1)/n!, n = 1 to 7", "which are"]
    return pd.DataFrame(rows, columns=columns)


def algorithm(study: Study, found: Listed) -> list[Finding]:
    """Algorithm 1 against our counts, and ours against games played out."""
    sizes = range(1, study.size(8, 7))
    runs = {(n, L): count_by_algorithm(n, L).value for n in sizes for L in (1, 2, 3)}
    played = {(n, L): sum(1 for _ in trajectories(n, L)) for n in found.plays for L in (1, 2, 3)}
    literal = count_by_algorithm(3, 1, targets="distinct counts", lock="count").value
    return [
        Claim(
            "counting.algorithm",
            all(value == count(n, L) for (n, L), value in runs.items()),
            f"Read over gifts: equal for n up to {max(sizes)}, L = 1, 2, 3. Read "
            f"literally, as sets, T(3; 1) = {literal}, not "
            f"{count(3, 1)}.",
        ),
        Claim(
            "counting.multiset",
            all(count(n, L) == number for (n, L), number in played.items()),
            f"Equal to brute force for n up to {max(found.plays)}.",
        ),
    ]


def grow(study: Study) -> dict[int, Growth]:
    """Counts up to 29 players by limit."""
    return {L: growth(29, L) for L in range(1, study.size(3, 2) + 1)}


def table(grown: dict[int, Growth]) -> pd.DataFrame:
    """All 29 players, exactly."""
    rows = [
        [
            L,
            one.states[-1],
            one.steps,
            f"{algorithm_steps(29, L):.1e}",
            log10(one.counts[-1]),
            f"{one.counts[-1]}",
        ]
        for L, one in grown.items()
    ]
    columns = [
        "L",
        "states, round 29",
        "our steps",
        "steps of Algorithm 1",
        "log10 T(29; L)",
        "T(29; L)",
    ]
    return pd.DataFrame(rows, columns=columns).round({"log10 T(29; L)": 4})


def states(grown: dict[int, Growth]) -> list[Finding]:
    """How many states there are, and what they cost."""
    differences = {
        L: np.diff([state_count(r, L) for r in range(L, L + 20)], L) for L in range(1, 6)
    }
    tallest = max(grown)
    most = grown[tallest]
    return [
        Claim(
            "counting.states_polynomial",
            all(set(d.tolist()) == {1} for d in differences.values()),
            "A polynomial of degree L in the round, for L = 1 to 5.",
        ),
        Claim(
            "counting.states_one",
            [state_count(r, 1) for r in range(1, 30)] == list(range(1, 30)),
            "After round r there are r of them.",
        ),
        Claim(
            "counting.tractable",
            most.steps < 10**9,
            f"T(29; {tallest}) takes our method {most.steps:,} steps, "
            "with multisets for states and nothing else.",
        ),
        Claim(
            "counting.complexity",
            algorithm_steps(29, tallest) < 10**15,
            f"n = 29, L = {tallest}: {most.states[-1]:,} states, but "
            "Algorithm 1 takes "
            f"{algorithm_steps(29, tallest):.1e} steps.",
        ),
    ]


def limits(grown: dict[int, Growth]) -> list[Finding]:
    """What a limit takes away."""
    sizes = range(1, 10)
    ways = {n: [count(n, L) for L in range(1, n + 2)] for n in sizes}
    three = grown[max(grown)].counts
    cut = {n: log10(FREE.counts[n - 1]) - log10(three[n - 1]) for n in (4, 8, 29)}
    return [
        Claim(
            "counting.total_monotone",
            all(sorted(w) == w for w in ways.values()),
            f"All limits, n up to {max(sizes)}.",
        ),
        Claim(
            "counting.total_equality",
            all(w[L - 1] == w[-1] for n, w in ways.items() for L in range(max(n - 1, 1), n + 1))
            and all(len(set(w)) == max(n - 1, 1) for n, w in ways.items()),
            "T(n; L) = T(n) from L = n - 1 on, and not before.",
        ),
        Claim(
            "counting.limit_three",
            cut[8] > 2,
            f"By {cut[4]:.1f}, {cut[8]:.1f} and {cut[29]:.0f} orders of "
            "magnitude for 4, 8 and 29 players.",
        ),
    ]


def lock_table() -> pd.DataFrame:
    """Games with and without the chain lock, gifts opened in one order."""
    rows = [
        [L, tuple(words_without_lock(n, L) for n in range(1, 7)), growth(6, L).patterns, name]
        for L, name in WITHOUT_LOCK.items()
    ]
    return pd.DataFrame(rows, columns=["L", "without the lock", "with it", "OEIS, without"])


def lock_values(grown: dict[int, Growth]) -> dict[str, Any]:
    """Whether the lock matters at L = 1."""
    same = bessel_numbers(29) == tuple(grown[1].patterns)
    return {"tr_bessel": "equal" if same else "different"}


def round_limits() -> list[Finding]:
    """What a limit a round takes away."""
    unaltered = all(
        list(trajectories(n, round_limit=most)) == list(trajectories(n))
        for n in range(1, 4)
        for most in (None, 2, 3)
    )
    return [
        Claim(
            "counting.round_invariance",
            unaltered,
            "The same plays, one by one, with 0, 1, 2 and 3 thefts a round.",
        )
    ]
