"""Time the gift exchange against the rules written out in plain Python, in one run.

Both populations' full factorials of 48 conditions at 5,000 games, as in the source, on one core.
The reference is the tests' oracle, on a sample of games that it plays exactly alike.

    python benchmarks/bench_gift_exchange.py
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from timing import clocked

from parlor.games.gift_exchange import Condition, GameStatistics, play, simulate_condition
from parlor.games.gift_exchange.factorial import POPULATIONS, conditions

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.games.gift_exchange.oracle import play_slowly

GAMES = 5_000
SAMPLE = 2  # games a condition for plain Python


def slowly(cells: list[Condition]) -> list[int]:
    return [play_slowly(cell, game).steals for cell in cells for game in range(SAMPLE)]


def fast(cells: list[Condition]) -> list[GameStatistics]:
    return [simulate_condition(cell, GAMES) for cell in cells]


def main() -> None:
    simulate_condition(Condition(features="FULL"), 10)  # compiled, or read from the cache
    print(f"{'gift exchange':<44}{'parlor, s':>11}{'naive, s':>11}{'ratio':>9}")
    for name, (strategies, reading) in POPULATIONS.items():
        cells = conditions(strategies=strategies, reading=reading)
        games = GAMES * len(cells)
        ours, found = clocked(partial(fast, cells), 1)
        theirs, expected = clocked(partial(slowly, cells), 1)
        assert [
            int(steals) for cell in cells for steals in play(cell, SAMPLE)["steals"]
        ] == expected
        theirs *= GAMES / SAMPLE  # scaled to all games
        label = f"{name}, {games:,} games (naive scaled up)"
        print(f"{label:<44}{ours:>11.2f}{theirs:>11.0f}{theirs / ours:>8.0f}x")
        print(f"{'  microseconds a game':<44}{ours / games * 1e6:>11.1f}")
        assert sum(s.n_games for s in found) == games
    print("steals agree game by game on the sample")


if __name__ == "__main__":
    main()
