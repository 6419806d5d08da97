"""Time the token game between the stacks against plainer ways to the same answers, in one run.

The published grids against the source's own recursion over lists (on the board with empty stacks
in between), and the continuous game by classes against the grid whose k-th step is 2**-k.

    python benchmarks/bench_token_continuous.py
"""

from __future__ import annotations

import time
from fractions import Fraction

from timing import clocked

from parlor.games.token_game import solve, solve_continuous
from parlor.games.token_game.lists import solve_by_lists

LINE, CLOCK = ("line", range(1, 11)), ("clock", range(1, 13))


def published(m: int, q: int) -> list[tuple[float, ...]]:
    return solve(range(1, 11), m, step=Fraction(1, q)).paths


def naive(m: int, q: int) -> list[tuple[float, ...]]:
    board = [0] * (9 * q + 1)
    board[::q] = range(1, 11)
    return [tuple(float(1 + Fraction(c - 1, q)) for c in path) for path in solve_by_lists(board, m)]


def by_classes(m: int, layout: str, board: range) -> list[tuple[float, ...]]:
    return solve_continuous(board, m, layout).payoffs


def by_grid(m: int, layout: str, board: range) -> list[tuple[float, ...]]:
    return solve(board, m, layout, step=[Fraction(1, 2**k) for k in range(1, m + 1)]).payoffs


def line(name: str, ours: float, theirs: float | None) -> None:
    rest = f"{'-':>12}{'-':>9}" if theirs is None else f"{theirs:>12.3f}{theirs / ours:>8.0f}x"
    print(f"{name:<46}{ours:>11.4f}{rest}")


def main() -> None:
    start = time.perf_counter()
    solve((1, 2, 3), 2, step=0.5)
    solve_continuous((1, 2, 3), 2)
    ready = time.perf_counter() - start

    print(f"{'token game between the stacks':<46}{'parlor, s':>11}{'plainer, s':>12}{'ratio':>9}")
    line("kernels compiled, or read from the cache", ready, None)
    for m, q in ((2, 5), (3, 5), (4, 2), (4, 4), (4, 5), (4, 10)):
        ours, answer = clocked(lambda m=m, q=q: published(m, q))
        theirs = None
        if (m, q) not in ((4, 5), (4, 10)):  # minutes, and gigabytes for the smallest step
            theirs, expected = clocked(lambda m=m, q=q: naive(m, q), 1)
            assert answer == expected, f"answers differ: M={m}, step=1/{q}"
        line(f"line N=10, M={m}, step 1/{q}: lists", ours, theirs)
    for layout, board in (LINE, CLOCK):
        for m in (2, 3, 4, 5, 6) if layout == "line" else (2, 3, 4, 5):
            n = len(board)
            ours, answer = clocked(lambda m=m, a=layout, b=board: by_classes(m, a, b), 1 + (m < 6))
            theirs = None
            if m < 5:
                theirs, expected = clocked(lambda m=m, a=layout, b=board: by_grid(m, a, b), 1)
                assert answer == expected, f"answers differ: {layout}, M={m}"
            line(f"{layout} N={n}, M={m}, continuous: steps 2**-k", ours, theirs)
    print("answers agree wherever both are timed")


if __name__ == "__main__":
    main()
