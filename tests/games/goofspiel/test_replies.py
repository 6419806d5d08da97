"""Best replies layer by layer, against plain recursions from the rules."""

from fractions import Fraction
from functools import cache

import pytest

from chapters.goofspiel.replies import nearer
from parlor.games.goofspiel import solve
from parlor.games.goofspiel.replies import exploitability_by_ranks, spoiled_win
from parlor.games.goofspiel.study import NATURAL, exploitability, exploitability_of_bids

from .oracle import without

BY_RANK = {name: how for name, how in NATURAL.items() if not name.startswith("just")}


@pytest.mark.parametrize("strategy", [*BY_RANK.values(), nearer])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_plans_by_rank(n, strategy):
    assert exploitability_by_ranks(n, strategy) == pytest.approx(
        float(exploitability(n, strategy)), abs=1e-13
    )


def test_larger_games():
    assert exploitability_by_ranks(8, NATURAL["match the prize"]) == exploitability_of_bids(
        range(1, 9)
    )
    assert exploitability_by_ranks(8, NATURAL["at random"]) == pytest.approx(63 / 6, abs=1e-12)


def punished(n):
    """What play for points loses where winning counts: hands, prizes and lead as they are."""
    game = solve(n)

    @cache
    def value(mine, yours, prizes, lead):
        if not prizes:
            return (lead > 0) - (lead < 0)
        total = 0.0
        for prize in prizes:
            rest = without(prizes, prize)
            row = game.stage(mine, yours, prizes, prize).row
            total += min(
                sum(
                    chance
                    * value(
                        without(mine, a), without(yours, b), rest,
                        lead + prize * ((a > b) - (a < b)),
                    )
                    for a, chance in zip(mine, row, strict=True)
                    if chance
                )
                for b in yours
            )  # fmt: skip
        return total / len(prizes)

    cards = tuple(range(1, n + 1))
    return -value(cards, cards, cards, 0)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_play_for_points_where_winning_counts(n):
    assert spoiled_win(n) == pytest.approx(punished(n), abs=1e-13)


def test_four_cards():
    found = spoiled_win(4)
    assert found == pytest.approx(punished(4), abs=1e-12)
    assert Fraction(1, 4) < found < Fraction(1, 3)
