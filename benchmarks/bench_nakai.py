"""Time Nakai's game, and its 3 by 2 stage games beside quantecon, nashpy and SciPy's HiGHS.

Every rival gets the same matrices: the stages of all states with n = 6 in which all choices are
allowed, at one prize. The stage's own rule (the best of single rows and equalising pairs) is timed
over the whole batch in one call, the others game by game as their interfaces have it.

    python benchmarks/bench_nakai.py
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import nashpy
import numpy as np
from scipy.integrate import quad
from scipy.optimize import linprog
from timing import clocked

from parlor.chapters.goofspiel import proposition1, proposition3, proposition5
from parlor.core.compiled import njit
from parlor.games import nakai
from parlor.games.nakai.exact import exact_values
from parlor.games.nakai.fluid import fluid
from parlor.games.nakai.kernels import _strategies
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions, scan_order
from parlor.press import Effort
from parlor.press.findings import checks_of
from parlor.solvers import zero_sum

Row = tuple[str, str, str]


def shown(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.2f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def print_table(title: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for a, b, c in rows:
        print(f"  {a:<{widths[0]}}  {b:>{widths[1]}}  {c}".rstrip())


@njit
def batch(firsts: np.ndarray, seconds: np.ndarray, x: float) -> tuple[float, float]:
    """Sum of values and largest exploitability of all stages."""
    one, two = np.empty(3), np.empty(2)
    total, worst = 0.0, 0.0
    for i in range(firsts.shape[0]):
        gap, value = _strategies(firsts[i], seconds[i], 7, 2, x, one, two)
        total += value
        worst = max(worst, gap)
    return total, worst


def highs(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    lp = linprog(-np.ones(2), A - A.min() + 1, np.ones(3), method="highs")
    x, y = -lp.ineqlin.marginals, lp.x
    return x / x.sum(), y / y.sum()


def stages() -> None:
    x = 0.4
    table = nakai.values(6)
    inner = [s for s in states(6) if s[1] and s[2] and s[1] + s[2] < s[0] and s[3] < s[0]]
    games = [table.matrix(*s, x) for s in inner]
    firsts = np.array([A[:, 0] - x * np.array([-1, 1, 0]) for A in games])
    seconds = np.array([A[:, 1] for A in games])
    batch(firsts, seconds, x)

    def compared(name: str, solve: Callable, repeats: int = 3) -> Row:
        solve(games[0])
        t, found = clocked(lambda: [solve(A) for A in games], repeats)
        pairs = zip(games, found, strict=True)
        gap = max(float((A @ two).max() - (one @ A).min()) for A, (one, two) in pairs)
        return name, shown(t / len(games)), f"gap {gap:.0e}"

    def ours(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        solution = zero_sum.solve(A)
        return solution.row, solution.column

    rows: list[Row] = [(f"{len(games)} stage games, 3 x 2", "a game", "")]
    t, (_, gap) = clocked(lambda: batch(firsts, seconds, x), 50)
    rows.append(("parlor, the stage's rule in a batch", shown(t / len(games)), f"gap {gap:.0e}"))
    rows.append(compared("parlor.solvers.zero_sum", ours))
    rows.append(compared("SciPy's HiGHS", highs))
    rows.append(compared("nashpy, linear program", lambda A: nashpy.Game(A).linear_program()))
    if importlib.util.find_spec("quantecon"):
        from quantecon.optimize import minmax

        rows.append(compared("quantecon", lambda A: minmax(A)[1:]))
    print_table("Matrix games", rows)


def recursion() -> None:
    rows: list[Row] = [("all states up to n", "time", "")]
    goals = {13: "goal 5 ms", 50: "goal 1 s"}
    for n in (13, 30, 50):
        t, table = clocked(lambda n=n: nakai.values(n))
        count = sum((k + 1) * (k + 2) * (k + 1) // 2 for k in range(n + 1))
        note = f"{count} states, {goals.get(n, '')}".rstrip(", ")
        rows.append((f"uniform, n = {n}", shown(t), note))
        if n == 13:
            rows.append(("  its certificate", "", f"gap {table.certificate.value:.0e}"))
    for law in ("exponential", "beta(2, 3)", "beta(0.5, 0.5)", "deterministic"):
        t, _ = clocked(lambda law=law: nakai.values(13, law))
        rows.append((f"{law}, n = 13", shown(t), ""))
    t, _ = clocked(lambda: exact_values(12), 1)
    rows.append(("deterministic in fractions, n = 12", shown(t), ""))
    table = nakai.values(6)

    def generic() -> float:
        """One state by SciPy's quad and HiGHS, told where the breakpoints are."""
        total = 0.0
        for region in regions(table, 6, 2, 2, 3):

            def value(x: float) -> float:
                A = table.matrix(6, 2, 2, 3, x)
                return float((A @ highs(A)[1]).max())

            total += quad(value, region.low, region.high, epsabs=1e-9)[0]
        return total

    t, total = clocked(generic, 1)
    error = abs(total - table.v(6, 2, 2, 3))
    rows.append(("one state by SciPy's quad and HiGHS", shown(t), f"difference {error:.0e}"))
    print_table("The recursion", rows)


def chapter() -> None:
    rows: list[Row] = [("for the chapter", "time", "")]
    sections = (proposition1, proposition3, proposition5)
    for check in checks_of(*sections):
        t, _ = clocked(lambda check=check: check(Effort()), 1)
        rows.append((f"{check.__module__.rpartition('.')[2]}.{check.__name__}", shown(t), ""))
    table = nakai.values(12)
    t, _ = clocked(lambda: scan_order(table), 1)
    rows.append(("order of regions, n = 12", shown(t), ""))
    t, limit = clocked(lambda: fluid(0.5, 0.25, 0.5), 1)
    rows.append(("fluid limit at one point", shown(t), f"gap {limit.gap:.0e}"))
    print_table("Checks and limit", rows)


def main() -> None:
    nakai.values(3)
    nakai.values(3, "exponential")
    scan_order(nakai.values(3))
    fluid(0.5, 0.25, 0.5, steps=10)
    stages()
    recursion()
    chapter()


if __name__ == "__main__":
    main()
