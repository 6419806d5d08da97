"""The command that makes the map of first movers again, in minutes.

    python -m chapters.token_game.first_mover_map --output data/games/token_first_mover.json

solves the boards 1, ..., N of a line and of a clock with all their equilibria, for every number of
players or, beyond `COMPLETE` stacks, for up to `FEW` of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path

from .first_mover import LARGEST, LAYOUTS, in_equilibria

COMPLETE, FEW = 22, 8


def rows_of(n: int) -> list[list[str | int]]:
    """Layout, stacks, players, the first mover's least and greatest margin, of a size of board."""
    players = range(2, n + 1 if n <= COMPLETE else FEW + 1)
    return [
        [layout, n, one.n_players, str(Fraction(one.least)), str(Fraction(one.most))]
        for layout in LAYOUTS
        for one in in_equilibria(range(1, n + 1), layout, players)
    ]


def text_of(rows: list[list[str | int]]) -> str:
    """The map as a file."""
    told = {
        "what": "first mover's take less the largest other take on boards 1..N, over all subgame "
        "perfect outcomes: layout, stacks, players, least, most (fractions)",
        "complete_up_to": {"all players": COMPLETE, "eight players": LARGEST},
        "rows": rows,
        "made_by": "chapters.token_game.first_mover_map",
    }
    return json.dumps(told)


def main() -> None:
    """Run from the command line; progress goes to the standard error."""
    parser = argparse.ArgumentParser(prog="first_mover_map", description="Map the first movers.")
    parser.add_argument("--output", type=Path, required=True, help="JSON")
    parser.add_argument("--stacks", type=int, default=LARGEST, help=f"2 to {LARGEST}")
    given = parser.parse_args()
    if not 2 <= given.stacks <= LARGEST:
        sys.exit(f"--stacks: got {given.stacks}, allowed are 2 to {LARGEST}")
    if not given.output.parent.is_dir():
        sys.exit(f"--output: got {given.output}, in a folder that does not exist")
    rows = []
    for n in range(2, given.stacks + 1):
        rows += rows_of(n)
        print(f"{n} of {given.stacks} stacks", file=sys.stderr, flush=True)
    given.output.write_text(text_of(rows), "utf-8")


if __name__ == "__main__":
    main()
