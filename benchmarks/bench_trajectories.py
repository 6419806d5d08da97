"""Time the exact trajectory counts beside Algorithm 1 and brute force, in one run.

Algorithm 1 is the source's own, read so that it is right; brute force plays every game.

    python benchmarks/bench_trajectories.py
"""

from __future__ import annotations

from functools import partial
from math import factorial

from timing import clocked

from parlor.games.trajectories import growth
from parlor.games.trajectories.algorithm import algorithm_steps, count_by_algorithm
from parlor.games.trajectories.enumeration import trajectories

SHARED = [(5, 1), (5, 2), (5, 3), (9, 1), (9, 2), (8, 3)]  # players, steals allowed
LARGE = [(29, 1), (29, 2), (29, 3)]
BRUTE = 5  # players at most


def ours(n: int, limit: int) -> int:
    return growth(n, limit).counts[-1]


def algorithm(n: int, limit: int) -> int:
    return count_by_algorithm(n, limit).value


def brute(n: int, limit: int) -> int:
    return factorial(n) * sum(1 for _ in trajectories(n, limit, in_order=True))


def main() -> None:
    print(
        f"{'trajectories':<16}{'parlor, s':>11}{'Alg. 1, s':>11}{'brute, s':>11}"
        f"{'steps':>11}{'of Alg. 1':>11}"
    )
    for n, limit in SHARED + LARGE:
        mine, value = clocked(partial(ours, n, limit), 3)
        steps = growth(n, limit).steps
        line = f"{f'n={n}, L={limit}':<16}{mine:>11.5f}"
        if (n, limit) in SHARED:
            theirs, other = clocked(partial(algorithm, n, limit), 1)
            assert other == value, f"Algorithm 1 differs: n={n}, L={limit}"
            line += f"{theirs:>11.4f}"
        else:
            line += f"{'-':>11}"
        if n <= BRUTE:
            slow, other = clocked(partial(brute, n, limit), 1)
            assert other == value, f"brute force differs: n={n}, L={limit}"
            line += f"{slow:>11.4f}"
        else:
            line += f"{'-':>11}"
        print(line + f"{steps:>11}{algorithm_steps(n, limit):>11.1e}")
    print("answers agree; brute force opens the gifts in one order and multiplies by n!")


if __name__ == "__main__":
    main()
