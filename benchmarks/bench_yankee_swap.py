"""Time the Yankee swap against naive ways of doing the same, in one run.

The locked game: 400,000 games at N = 101 against the rules written out in plain Python. Re-steal:
N = 6 to 1e-4 against backward induction over whole pools in exact rationals, on a deck that it can
manage, and a policy-free check, the closed form of the last two seats.

    python benchmarks/bench_yankee_swap.py
"""

from __future__ import annotations

import random

import numpy as np
from timing import clocked

from parlor.games.yankee_swap import (
    draw_values,
    locked_seat_payoffs,
    resteal_seat_payoffs,
    simulate_locked,
)
from parlor.games.yankee_swap.exact import resteal_closed_form, solve_exactly
from parlor.games.yankee_swap.large import large_resteal
from parlor.games.yankee_swap.resteal import solve_resteal

SMALL = 400  # games for plain Python
DECK = [2 * i + 1 for i in range(10)]


def naive_locked(n: int, games: int, seed: int) -> np.ndarray:
    """Payoffs by seat and game: look at every open box at every turn."""
    thresholds, draw = draw_values(n), random.Random(seed).random
    paid = np.empty((games, n))
    for game in range(games):
        held: list[float] = []
        locked: list[bool] = []
        for p in range(n):
            best, at = thresholds[n - 1 - p], -1
            for i, value in enumerate(held):
                if not locked[i] and value > best:
                    best, at = value, i
            held.append(draw())
            locked.append(False)
            if at >= 0:  # the victim keeps the fresh box
                held[p], held[at] = held[at], held[p]
                locked[p] = True
        paid[game] = held
    return paid


def row(task: str, how: str, seconds: float, note: str) -> None:
    print(f"{task:<34} {how:<26} {seconds:>9.3f} s  {note}")


def main() -> None:
    simulate_locked(5, 10)
    solve_resteal(4, n_values=4)
    large_resteal(4, n_fit=50, n_games=10)  # all kernels compiled, or read from the cache

    exact = locked_seat_payoffs(101)
    seconds, played = clocked(lambda: simulate_locked(101, 400_000, 1), 1)
    z = np.abs(played.payoffs - exact) / played.payoffs_error
    row("locked, N=101, 400,000 games", "simulate_locked", seconds, f"largest z {z.max():.2f}")
    assert z.max() < 4.5
    seconds, paid = clocked(lambda: naive_locked(101, SMALL, 1), 1)
    errors = paid.std(axis=0, ddof=1) / SMALL**0.5
    z = np.abs(paid.mean(axis=0) - exact) / np.hypot(errors, 1e-12)
    scaled = seconds * 400_000 / SMALL
    row("", "plain Python (scaled up)", scaled, f"largest z {z[1:].max():.2f} in {SMALL} games")
    assert z[1:].max() < 5

    seconds, pay = clocked(lambda: resteal_seat_payoffs(6, 1e-4), 1)
    fine = solve_resteal(6, n_values=300)
    closed = [float(x) for x in resteal_closed_form(6)]
    off = max(np.abs(pay - fine.payoffs).max(), np.abs(pay[-2:] - closed).max())
    row("re-steal, N=6, to 1e-4", "resteal_seat_payoffs", seconds, f"off by {off:.1e}")
    assert off < 1e-4
    for n in (7, 8):
        seconds, pay = clocked(lambda n=n: resteal_seat_payoffs(n, 1e-4), 1)
        closed = [float(x) for x in resteal_closed_form(n)]
        off = np.abs(pay[-2:] - closed).max()
        row(f"re-steal, N={n}, to 1e-4", "resteal_seat_payoffs", seconds, f"last two {off:.1e}")
    seconds, solved = clocked(lambda: solve_resteal(6, DECK), 1)
    row(f"re-steal, N=6, deck of {len(DECK)}", "solve_resteal", seconds, "")
    seconds, exactly = clocked(lambda: solve_exactly(6, DECK), 1)
    off = max(abs(float(a) - b) for a, b in zip(exactly.payoffs, solved.payoffs, strict=True))
    row("", "whole pools, Fractions", seconds, f"agree to {off:.0e}")
    assert off < 1e-12
    seconds, large = clocked(lambda: large_resteal(101, seed=0), 1)
    row("re-steal, N=101, approximate", "large_resteal", seconds, "")
    seconds, test = clocked(lambda: large.exploitability(n_tables=4), 1)
    note = f"mean gain {test.gains.mean():.3f}, at most {test.upper.mean():.3f}"
    row("", "its exploitability", seconds, note)


if __name__ == "__main__":
    main()
