"""The source's first section: whether there is anything to be gained by chance."""

from __future__ import annotations

from itertools import product

from parlor.solvers import zero_sum
from press import Effort, Finding, claim, show

from ..first_mover import is_first
from ..tosses import with_tosses

COIN_BOARD, COIN_PLAYERS = (3, 3, 4, 4), 3  # a clock on which the last player's coin pays her
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


@claim("prose.mixed_optimal")
def mixed_optimal(effort: Effort) -> Finding:
    """In rock, paper, scissors the optimal strategy is to choose at random."""
    found = zero_sum.solve(ROCK_PAPER_SCISSORS)
    mix = tuple(round(float(p), 9) for p in found.row)
    pure = max(min(row) for row in ROCK_PAPER_SCISSORS)
    return Finding(
        found.value > pure and min(mix) > 0,
        f"By a linear programme, to choose each with probability {mix[0]:.4f} brings "
        f"{abs(found.value):.4f} on average against anybody, while each pure choice can lose "
        f"{-pure}.",
    )


@claim("prose.no_randomising")
def no_randomising(effort: Effort) -> Finding:
    """Nobody gains by a coin against given play; being known to toss one can pay."""
    amounts = range(1, effort.of(full=5, reduced=3))
    boards = [p for p in product(amounts, repeat=4) if is_first(p, "clock")]
    gains = {p: _gain(p) for p in boards}
    paying = [p for p in boards if gains[p] > 0]
    pure = with_tosses(COIN_BOARD, COIN_PLAYERS, "clock")
    coin = with_tosses(COIN_BOARD, COIN_PLAYERS, "clock", COIN_PLAYERS) - pure
    return Finding(
        "partly" if paying else True,
        "Against given play a coin pays the average of its sides, at most the better one. But on "
        "some boards three players have an equilibrium in which the last one tosses and is paid "
        f"more than in any without a coin. Of the {len(boards)} clocks of four stacks worth "
        f"{min(amounts)} to {max(amounts)} we found it on {show(paying)}. On {show(COIN_BOARD)} "
        f"the seats get {show(sorted(pure, reverse=True))} without and {show(sorted(coin))} with "
        "her coin.",
    )


def _gain(prizes: tuple[int, ...]) -> float:
    """What the last of three players on a clock gains at best by being known to toss."""
    pure = max(pays[2] for pays in with_tosses(prizes, 3, "clock"))
    return float(max(pays[2] for pays in with_tosses(prizes, 3, "clock", 3)) - pure)
