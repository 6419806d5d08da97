"""Time the token game's solver against a naive recursion on the same boards, in one run.

The naive recursion is the source's own, in plain Python: lists of optimal strategies, once for
every order of the earlier moves and once with the earlier moves sorted and remembered.

    python benchmarks/bench_token_game.py
"""

from __future__ import annotations

from functools import partial
from math import perm

from timing import clocked

from parlor.games.token_game import solve
from parlor.games.token_game.lists import solve_by_lists

LINE = [("line", 10, m) for m in range(2, 11)]
CLOCK = [("clock", 12, m) for m in range(2, 13)]
MAX_ORDERS = 200_000  # leaves of the recursion without memo, about three seconds of it

Row = tuple[str, int, int]
Answer = list[tuple[int, ...]]


def fast(rows: list[Row]) -> list[Answer]:
    answers = []
    for layout, n, m in rows:
        outcomes = solve(range(1, n + 1), m, layout)
        assert outcomes.payoffs
        answers.append(outcomes.paths)
    return answers


def naive(rows: list[Row], memo: bool) -> list[Answer]:
    return [solve_by_lists(range(1, n + 1), m, layout=layout, sort=memo) for layout, n, m in rows]


def largest() -> int:
    outcomes = solve(range(1, 25), 12, ties="first")
    assert sum(outcomes.payoffs[0]) == sum(range(1, 25))
    return outcomes.n_moves


def main() -> None:
    solve(range(1, 5), 2)
    solve(range(1, 5), 2, ties="first")  # both kernels compiled, or read from the cache

    feasible = [row for row in LINE + CLOCK if perm(row[1], row[2]) <= MAX_ORDERS]
    lines: list[tuple[str, float, float]] = []
    for name, rows, memo in (
        ("both tables, memo on sorted moves", LINE + CLOCK, True),
        (f"the {len(feasible)} rows with few orders, memo off", feasible, False),
    ):
        ours, answers = clocked(partial(fast, rows), 5)
        theirs, expected = clocked(partial(naive, rows, memo), 1)
        assert answers == expected, f"answers differ: {name}"
        lines.append((name, ours, theirs))
    large, moves = clocked(largest, 2)

    print(f"{'token game':<44}{'parlor, s':>11}{'naive, s':>11}{'ratio':>9}")
    for name, ours, theirs in lines:
        print(f"{name:<44}{ours:>11.4f}{theirs:>11.2f}{theirs / ours:>8.0f}x")
    print(f"{'N=24, M=12, ties=first':<44}{large:>11.2f}{'-':>11}{'-':>9}")
    print(f"answers agree; the last line examines {moves / large / 1e6:.0f} million moves a second")


if __name__ == "__main__":
    main()
