"""The certificate of `proofs/guts/unequal_teams.py`: ``python -m chapters.beyond.teams``.

Mixes and values are rounded to decimals; that they are what they are said to be is for the
program to find.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from ..guts.teams import Box, Mix, TeamsSolution, punish, solve_teams

SIZES = ((2, 3), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6), (3, 7), (4, 5), (4, 6), (4, 7))
WIDTH = 1e-12
THREE = (4, 5)  # the smallest teams that we know to need three plans
BOXES: dict[int, tuple[Box, ...]] = {
    1: (
        (0.125, 0.9375, 0.625, 0.96875),
        (0.625, 0.875, 0.890625, 0.921875),
        (0.8984375, 0.875, 0.9375, 0.9375),
    ),
    2: ((0, 0.875, 0.25, 1), (0.5, 0.875, 0.84375, 0.9375), (0.875, 0.875, 0.9375, 0.9375)),
}


def rounded(mix: Mix) -> list[list[str]]:
    """Plans and probabilities as decimals; the last probability makes the sum 1."""
    rows = [[f"{number:.15f}" for number in (*plan, weight)] for plan, weight in mix]
    rows[-1][2] = str(1 - sum(Decimal(row[2]) for row in rows[:-1]))
    return rows


def needed(game: TeamsSolution) -> list[dict[str, Any]]:
    """For each box what the other team plays when its plans are not used, and half its gain."""
    rows = []
    for team, boxes in BOXES.items():
        for box in boxes:
            mix, gain = punish(game, box, team=team)
            rows.append(
                {
                    "team": team,
                    "box": [str(x) for x in box],
                    "mix": rounded(mix),
                    "gain": f"{gain * game.teams[0] / 2:.2g}",
                }
            )
    return rows


def certificate() -> list[dict[str, Any]]:
    """All rows."""
    rows = []
    for sizes in SIZES:
        game = solve_teams(*sizes)
        row: dict[str, Any] = {
            "teams": list(sizes),
            "lower": f"{game.value - WIDTH:.15f}",
            "upper": f"{game.value + WIDTH:.15f}",
            "first": rounded(game.first),
            "second": rounded(game.second),
        }
        rows.append(row | ({"needed": needed(game)} if sizes == THREE else {}))
    return rows


if __name__ == "__main__":
    print(json.dumps(certificate(), indent=1))
