"""What players could be paid if they could bind themselves to threats, and with many stacks."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from parlor.games.token_game import payoffs, solve
from press import FAINT, Drawn, new_figure

from .prose.induction import nash_outcomes

TEN = range(1, 11)
Way = tuple[int, ...]


def nash_ways() -> dict[Way, tuple[float, ...]]:
    """The outcomes of Nash equilibria on the line of ten with three players, with payoffs."""
    return {way: payoffs(TEN, way) for way in nash_outcomes(3)}


def threats_figure() -> Drawn:
    """Payoffs of A and B in Nash equilibria, and in perfect play."""
    ways = nash_ways()
    (perfect,) = solve(TEN, 3, ties="all").payoffs
    figure, axes = new_figure(width=4.8, height=3.4)
    axes.plot([10, 25], [10, 25], color=FAINT, lw=1)
    axes.plot(*zip(*[paid[:2] for paid in ways.values()], strict=True), "o", color="C0",
              alpha=0.6, label="with threats")  # fmt: skip
    axes.plot(*perfect[:2], "X", color="C1", ms=11, label="perfect play")
    axes.legend(loc="upper right")
    axes.set(xlabel="A is paid", ylabel="B is paid")
    first = [paid[0] for paid in ways.values()]
    behind = sum(paid[1] > paid[0] for paid in ways.values())
    return figure, (
        f"{len(ways)} dots, A being paid from {min(first):g} to {max(first):g} dollars; in "
        f"{behind} B is paid more. A cross at {perfect[0]:g} and {perfect[1]:g}: perfect play."
    )


def chain(n_players: int) -> tuple[list[float], list[float]]:
    """The chain of deterrence: places on [0, 1] and shares of all money, from left to right."""
    z = [1.0]
    while len(z) < n_players - 1:
        z.append((z[-1] + 2 * sqrt(z[-1] ** 2 + 3)) / 3)
    v = 1 / (1 + z[-1] ** 2)
    ends = [x * sqrt(v) for x in z]
    steps = [v * (b * b - a * a) for a, b in pairwise(z)]
    return [*ends, ends[-1]], [*steps, v, v]


def chain_figure(most: int = 6) -> Drawn:
    """Where tokens lie with very many stacks, and what each takes, by the number of players."""
    figure, axes = new_figure(height=2.9)
    told = []
    for n in range(2, most + 1):
        places, shares = chain(n)
        axes.plot([0, 1], [n, n], color=FAINT, lw=0.8)
        for k, (x, share) in enumerate(zip(places, shares, strict=True)):
            beside = k == len(places) - 1
            axes.plot(x + 0.012 * beside, n, "o", color="C1" if beside else "C0",
                      ms=4 + 22 * share)  # fmt: skip
        told.append(f"{n} players {', '.join(f'{x:.2f}' for x in places[:-1])} (the last twice)")
    axes.set(xlabel="place on the line of all stacks", ylabel="players", yticks=range(2, most + 1))
    axes.set(xlim=(0, 1.02), ylim=(1.5, most + 0.5))
    return figure, "Rows of dots, larger where more is taken. " + "; ".join(told) + "."
