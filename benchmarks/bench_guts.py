"""Time the guts solvers and the methods under them beside nashpy, SciPy's HiGHS and quantecon.

Every rival gets the same matrices. nashpy's fictitious play cannot reach the gap of an exact
method: it is given as many rounds as fit in two seconds, and the gap it got to is printed.
quantecon is timed when it is installed.

    python benchmarks/bench_guts.py
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterable
from itertools import combinations_with_replacement, islice

import numpy as np
from nashpy.learning.fictitious_play import fictitious_play as nashpy_play
from scipy.optimize import linprog
from timing import clocked

from parlor.games.guts import payoff, players, solve_coalition
from parlor.games.guts.certificate import certify
from parlor.games.guts.kernels import _against
from parlor.solvers import fictitious_play, recursive_game, zero_sum

Row = tuple[str, str, str, str]


def gap_of(A: np.ndarray, row: np.ndarray, column: np.ndarray) -> float:
    return float((A @ column).max() - (row @ A).min())


def highs(A: np.ndarray) -> float:
    """Duality gap that HiGHS reaches at its tightest tolerances."""
    m, n = A.shape
    B = A - A.min() + 1
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), B, np.ones(m), method="highs", options=options)
    x, y = -lp.ineqlin.marginals, lp.x
    return gap_of(A, x / x.sum(), y / y.sum())


def quantecon(A: np.ndarray) -> float:
    """Duality gap of quantecon's minmax."""
    from quantecon.optimize import minmax

    _, x, y = minmax(A)
    return gap_of(A, x, y)


def nashpy(A: np.ndarray, seconds: float = 2.0) -> tuple[float, int]:
    """Duality gap of nashpy's fictitious play after so many seconds, and its rounds."""
    start, rounds, state = time.perf_counter(), 0, None
    for rounds, state in enumerate(nashpy_play(A, -A, 10**9)):  # noqa: B007
        if time.perf_counter() - start > seconds:
            break
    row, column = state
    return gap_of(A, row / row.sum(), column / column.sum()), rounds


def guts_matrices(N: int, mesh: int, full: bool) -> tuple[np.ndarray, np.ndarray]:
    """Both matrices of the game on a mesh, all coalitions or the pseudo-blocs written down."""
    x = np.arange(mesh) / (mesh - 1)
    columns: Iterable[tuple] = (
        combinations_with_replacement(x, N)
        if full
        else ((a, *(b,) * (N - 1)) for a in x for b in x)
    )
    pairs = [_against(np.array(c), x, False) for c in columns]
    return np.array([a for a, _ in pairs]).T.copy(), np.array([b for _, b in pairs]).T.copy()


def print_table(title: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for a, b, c, d in rows:
        print(f"  {a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}  {d}".rstrip())


def shown(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def matrix_games() -> None:
    rng = np.random.default_rng(0)
    A, B = guts_matrices(2, 101, True)
    games = {
        "random 100 x 100": rng.normal(size=(100, 100)),
        "random 300 x 300": rng.normal(size=(300, 300)),
        "1 v 2, mesh 21, full": sum(guts_matrices(2, 21, True)[i] * v for i, v in ((0, 1.0),)),
        "1 v 2, mesh 101, full": A - 0.0132 * B,
        "1 v 2, mesh 101, in units of 1e-9": (A - 0.0132 * B) * 1e-9,
    }
    rows: list[Row] = [("game", "solver", "time", "gap")]
    for name, M in games.items():
        t, ours = clocked(lambda M=M: zero_sum.solve(M))
        rows.append((f"{name} {M.shape}", "parlor", shown(t), f"{ours.gap:.0e}"))
        t, gap = clocked(lambda M=M: highs(M))
        rows.append(("", "HiGHS", shown(t), f"{gap:.0e}"))
        if importlib.util.find_spec("quantecon"):
            quantecon(M[:5, :5])
            t, gap = clocked(lambda M=M: quantecon(M))
            rows.append(("", "quantecon", shown(t), f"{gap:.0e}"))
        gap, rounds = nashpy(M)
        rows.append(("", "nashpy FP", "2 s", f"{gap:.0e} after {rounds} rounds"))
    print_table("Zero-sum matrix games", rows)


def coalitions() -> None:
    rows: list[Row] = [("guts against a coalition", "time", "gap", "value")]
    for mesh in (21, 101, 201, 501, None):
        t, s = clocked(lambda mesh=mesh: solve_coalition(2, mesh))
        rows.append((f"1 v 2, mesh {mesh}", shown(t), f"{s.gap:.0e}", f"{s.value:.12f}"))
    t, table = clocked(lambda: [solve_coalition(N, 101, "pseudo-bloc") for N in range(2, 16)])
    worst = max(s.gap for s in table)
    rows.append(("Table 1, N = 2..15, mesh 101", shown(t), f"{worst:.0e}", "goal 0.3 s"))
    t, table = clocked(lambda: [solve_coalition(N, None) for N in range(2, 16)])
    rows.append(("Table 1, continuum", shown(t), f"{max(s.gap for s in table):.0e}", ""))
    for N, mesh in ((3, 101), (4, 101), (5, 21), (5, 101)):
        t, s = clocked(lambda N=N, mesh=mesh: solve_coalition(N, mesh), 1)
        goal = "  goal 5 s" if (N, mesh) == (5, 101) else ""
        rows.append(
            (f"1 v {N} in full, mesh {mesh}", shown(t), f"{s.gap:.0e}", f"{s.value:.9f}{goal}")
        )
    t, proof = clocked(lambda: certify(digits=30), 1)
    rows.append(("1 v 2, proof in rationals", shown(t), f"{float(proof.width):.0e}", "30 digits"))
    print_table("Coalitions", rows)


def recursion() -> None:
    A, B = guts_matrices(2, 51, True)
    rows: list[Row] = [("fixed point, 1 v 2, mesh 51, full matrix", "time", "gap", "value")]
    t, s = clocked(lambda: recursive_game.solve(A, B, -1.0))
    rows.append(("recursive_game.solve from -1", shown(t), f"{s.gap:.0e}", f"{s.value:.12f}"))
    t, s2 = clocked(lambda: solve_coalition(2, 51))
    rows.append(("solve_coalition", shown(t), f"{s2.gap:.0e}", f"{s2.value:.12f}"))

    def iterated() -> tuple[float, float]:
        V = 0.0
        for _ in range(60):
            m, n = A.shape
            M = A + B * V
            shift = 1 - M.min()
            lp = linprog(-np.ones(n), M + shift, np.ones(m), method="highs")
            V, last = -1 / lp.fun - shift, V
        return V, abs(V - last)

    t, (V, step) = clocked(iterated, 1)
    rows.append(("value iteration, 60 times HiGHS", shown(t), f"{step:.0e}", f"{V:.12f}"))
    print_table("Recursive games", rows)


def processes() -> None:
    rows: list[Row] = [("fictitious play", "rounds", "time", "")]
    t, run = clocked(lambda: players.fictitious_play(3, 100_000, seed=1), 1)
    rows.append(("three players, mesh 501", "100000", shown(t), f"gap {run.gap:.0e}, goal 2 s"))
    for m in (4, 5, 6):
        t, run = clocked(lambda m=m: players.fictitious_play(m, 10_000), 1)
        note = f"gap {run.gap:.0e}, falls like n**{run.exponent():.2f}"
        rows.append((f"{m} players, mesh 501", "10000", shown(t), note))
    A, _ = guts_matrices(2, 101, False)
    t, game = clocked(lambda: fictitious_play.play(A, 20_000), 1)
    rows.append((f"two players, {A.shape}", "20000", shown(t), f"gap {game.gap:.0e}"))
    t, _ = clocked(lambda: list(islice(nashpy_play(A, -A, 500), 500)), 1)
    rows.append(("the same by nashpy", "500", shown(t), f"{t / 500 * 20_000:.0f} s for 20000"))
    t, _ = clocked(lambda: [payoff([0.3, 0.5, 0.7, 0.9]) for _ in range(1000)])
    rows.append(("payoff of 4 players", "1000", shown(t), "with its checks"))
    print_table("Processes and payoffs", rows)


def main() -> None:
    solve_coalition(2, 5)
    solve_coalition(2, 5, "pseudo-bloc")
    players.fictitious_play(3, 10, mesh=5)
    fictitious_play.play([[0.0, 1.0]], 2)
    coalitions()
    matrix_games()
    recursion()
    processes()


if __name__ == "__main__":
    main()
