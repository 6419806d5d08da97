"""Best replies layer by layer, against plain recursions from the rules."""

from fractions import Fraction
from functools import cache

import pytest

from chapters.goofspiel.layered_replies import exploitability_by_ranks, spoiled_win
from chapters.goofspiel.replies import nearer
from parlor.games.goofspiel import solve
from parlor.games.goofspiel.study import (
    NATURAL,
    best_reply,
    exploitability,
    exploitability_of_bids,
)
from tests.games.goofspiel.oracle import without

BY_RANK = {name: how for name, how in NATURAL.items() if not name.startswith("just")}


@pytest.mark.parametrize("strategy", [*BY_RANK.values(), nearer])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_plans_by_rank(n, strategy):
    assert exploitability_by_ranks(n, strategy) == pytest.approx(
        float(exploitability(n, strategy)), abs=1e-13
    )


def played(n, mine, yours):
    """What the first of two strategies wins from the second, by the rules."""

    @cache
    def value(hand, other, prizes):
        total = Fraction(0)
        for prize in prizes:
            rest = without(prizes, prize)
            odds, others = mine(hand, other, prizes, prize), yours(other, hand, prizes, prize)
            total += sum(
                p
                * q
                * (prize * ((a > b) - (a < b)) + value(without(hand, a), without(other, b), rest))
                for a, p in zip(hand, odds, strict=True)
                for b, q in zip(other, others, strict=True)
                if p and q
            )
        return total / max(len(prizes), 1)

    cards = tuple(range(1, n + 1))
    return value(cards, cards, cards)


@pytest.mark.parametrize("strategy", [*NATURAL.values(), nearer])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_best_reply_wins_what_it_says_and_no_other_reply_wins_more(n, strategy):
    reply = best_reply(n, strategy)
    assert played(n, reply, strategy) == reply.value == exploitability(n, strategy)
    assert all(played(n, other, strategy) <= reply.value for other in NATURAL.values())
    assert len(reply.to_frame()) == len(reply.bids)


def test_nothing_wins_from_optimal_play():
    game = solve(4)
    reply = best_reply(4, lambda *state: game.stage(*state).row)
    assert abs(reply.value) < 1e-12 and reply.certificate.kind == "rounded"


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
