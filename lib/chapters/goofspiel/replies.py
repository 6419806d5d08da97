"""What known plans lose to best replies in larger games: the long part, its command, its table.

    python -m chapters.goofspiel.replies --output data/games/goofspiel_replies.json

takes nine minutes for the plans and two for the play for points, on a free core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pandas as pd

from parlor.core.places import data_file
from parlor.games.goofspiel.study import NATURAL, Cards, exploitability_of_bids

from .layered_replies import exploitability_by_ranks, spoiled_win

NEIGHBOUR = "rank of the prize or a neighbour"
NEARER = "any rank, nearer ones likelier"
RANDOM = "at random"
FOR_POINTS = "for points, where winning counts"
LARGE = range(10, 14)  # cards of the plans that are shipped
WINNING = range(8, 11)  # and of play for points


def nearer(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> list[Fraction]:
    """Bid any card, with chances in proportion to 1 / (1 + distance of the ranks).

    >>> nearer((1, 2), (1, 2), (1, 2), 2)
    [Fraction(1, 3), Fraction(2, 3)]
    """
    rank = prizes.index(prize)
    weights = [Fraction(1, 1 + abs(place - rank)) for place in range(len(hand))]
    return [weight / sum(weights) for weight in weights]


BLURRED = {NEIGHBOUR: NATURAL[NEIGHBOUR], NEARER: nearer, RANDOM: NATURAL[RANDOM]}


def shipped() -> dict[str, dict[int, float]]:
    """Losses that come with the library, by plan and number of cards."""
    found = json.loads(data_file("goofspiel_replies.json").read_text("utf-8"))
    return {plan: {int(n): loss for n, loss in row.items()} for plan, row in found.items()}


@cache
def blurred(plan: str, n_cards: int) -> float:
    """What a plan that mixes loses to a best reply."""
    kept = shipped()[plan]
    return kept[n_cards] if n_cards in kept else exploitability_by_ranks(n_cards, BLURRED[plan])


def losses(n_cards: list[int]) -> dict[str, list[float]]:
    """What plans lose to a best reply, by numbers of cards."""
    plans: dict[str, Callable[[int], float]] = {
        "match the prize": lambda n: exploitability_of_bids(range(1, n + 1)),
        "one above the prize, 1 for the highest": lambda n: exploitability_of_bids(
            [*range(2, n + 1), 1]
        ),
        RANDOM: lambda n: (n * n - 1) / 6,
        NEIGHBOUR: partial(blurred, NEIGHBOUR),
        NEARER: partial(blurred, NEARER),
    }
    return {plan: [loss(n) for n in n_cards] for plan, loss in plans.items()}


def table(n_cards: list[int]) -> pd.DataFrame:
    """The same as a table."""
    rows = [[plan, *(round(loss, 2) for loss in row)] for plan, row in losses(n_cards).items()]
    return pd.DataFrame(rows, columns=["strategy", *map(str, n_cards)])


def facts(most: int = max(LARGE)) -> dict[str, object]:
    """From how many cards on a neighbour's rank is worse than chance; how far the run is off."""
    cards = list(range(5, most + 1))
    found = losses(cards)
    worse = [n for n, a, b in zip(cards, found[NEIGHBOUR], found[RANDOM], strict=True) if a > b]
    off = max(abs(loss - (n * n - 1) / 6) for n, loss in shipped()[RANDOM].items())
    share = found[NEARER][-1] / (most * (most + 1) / 2)
    return {
        "blur_worse": min(worse, default="no number"),
        "blur_off": "below 1e-11" if off < 1e-11 else f"{off:.0e}",
        "blur_share": round(100 * share),
        "blur_most": most,
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="replies", description="Best replies in Goofspiel.")
    parser.add_argument("--output", type=Path, required=True, help="JSON")
    given = parser.parse_args()
    found = {
        plan: {n: exploitability_by_ranks(n, strategy) for n in LARGE}
        for plan, strategy in BLURRED.items()
    }
    found[FOR_POINTS] = {n: spoiled_win(n) for n in WINNING}
    given.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
