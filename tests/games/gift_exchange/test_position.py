"""The gift exchange move by move, against brute force, closed forms and the engine."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial, prod

import numpy as np
import pytest

from chapters.gift_exchange.plain_games import play_out
from chapters.gift_exchange.survey import endless_chain, forced_share, survey
from parlor.games.gift_exchange import MAIN, Condition, play
from parlor.games.gift_exchange.position import (
    Limits,
    Position,
    may_open,
    start,
    steal,
    targets,
    unwrap,
)
from parlor.games.gift_exchange.watch import draw

COUNTS = {1: 1, 2: 2, 3: 5, 4: 16, 5: 65}  # A(k), the source's list


def walk(n: int, limits: Limits):
    """All games by plain recursion over labelled positions, as lists of positions."""

    def go(path):
        at = path[-1]
        if not at.mover:
            yield path
            return
        for victim in targets(at, limits=limits):
            yield from go([*path, steal(at, victim, limits=limits)])
        for gift in may_open(at, limits=limits):
            yield from go([*path, unwrap(at, gift, limits=limits)])

    return list(go([start(n)]))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_games_are_counted_as_in_theorem_6(n):
    expected = factorial(n) * prod(COUNTS[k] for k in range(1, n + 1))
    assert survey(n).n_games == expected
    assert survey(n, limits=Limits(round_limit=None)).n_games == expected


@pytest.mark.parametrize(
    "limits",
    [
        Limits(),
        Limits(round_limit=1, total_limit=1),
        Limits(round_limit=1, total_limit=2),
        Limits(round_limit=2),
        Limits(no_own_gift=True),
        Limits(round_limit=1, total_limit=1, no_own_gift=True),
    ],
)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_survey_sees_what_a_plain_walk_sees(n, limits):
    games, found = walk(n, limits), survey(n, limits=limits)
    positions = {at for game in games for at in game if at.mover}
    assert found.n_games == len(games)
    assert found.shared_gifts == found.wrong_counts == found.unequal_ends == 0
    assert found.most_in_total == max(max(at.in_total) for game in games for at in game)
    assert max(found.longest_chain) == max(sum(at.in_round) for game in games for at in game)
    if limits.no_own_gift:  # positions are not merged over the numbering of the gifts
        assert found.n_positions == len(positions)
        assert found.only_open == sum(not targets(at, limits=limits) for at in positions)
        assert found.only_own_left == sum(
            at.wrapped == (at.mover,) and not targets(at, limits=limits) for at in positions
        )
    assert all(sorted(game[-1].holds) == list(range(1, n + 1)) for game in games)


def test_total_limits_as_published_elsewhere():
    """T(n; 1) / n! is OEIS A001515: 1, 2, 7, 37, 266."""
    found = [
        survey(n, limits=Limits(round_limit=1, total_limit=1)).n_games // factorial(n)
        for n in range(1, 6)
    ]
    assert found == [1, 2, 7, 37, 266]


def test_random_play_against_weights_of_a_plain_walk():
    n, limits = 3, Limits(no_own_gift=True)
    for rule in (Limits(), limits):
        forced = decisions = total = Fraction(0)
        for game in walk(n, rule):
            chance = Fraction(1)
            for at in game[:-1]:
                chance /= len(targets(at, limits=rule)) + len(may_open(at, limits=rule))
            total += chance
            decisions += chance * (len(game) - 1)
            forced += chance * sum(not targets(at, limits=rule) for at in game[:-1])
        assert total == 1
        assert forced_share(n, limits=rule) == forced / decisions


def test_only_the_lock_or_a_limit_ends_chains():
    assert endless_chain(2, Limits(round_limit=None, chain_lock=False)) == 2
    for a_round, a_game in [(1, None), (2, None), (None, 1), (None, 3)]:
        limits = Limits(round_limit=a_round, total_limit=a_game, chain_lock=False)
        assert endless_chain(2, limits) == 0
    assert endless_chain(3, Limits(round_limit=None)) == 0
    # sizes whose single chains are too many to follow: positions are met once each
    assert [endless_chain(n, Limits(round_limit=None, chain_lock=False)) for n in (1, 3, 4)] == [
        2,
        2,
        2,
    ]
    assert endless_chain(2, Limits(round_limit=20, chain_lock=False)) == 0


def test_positions_that_never_come_back_are_not_on_the_way_round():
    """Under the own-gift rule the first is one, for all hold their own gifts, but never again."""
    own = Limits(round_limit=None, chain_lock=False, no_own_gift=True)
    assert [endless_chain(n, own) for n in (1, 2, 3)] == [0, 2, 2]


def test_example_2_2():
    at = start(10)
    for gift in (1, 5, 2, 3, 4, 7):
        at = unwrap(at, gift)
    at = steal(at, 4)
    assert at.mover == 4
    assert targets(at) == (1, 2, 3, 5, 6)
    at = unwrap(steal(at, 2), 6)
    assert (at.holds[6], at.holds[3], at.holds[1]) == (3, 5, 6)
    assert at.in_total[2] == at.in_total[4] == 1
    assert not any(at.in_round)
    assert not at.locked
    assert (at.mover, at.round) == (8, 8)


def test_a_party_that_is_over():
    over = Position((2, 1), (), 0, 2, (), (0, 0), (0, 0))
    assert over == unwrap(unwrap(start(2), 2), 1)
    assert (over.mover, over.wrapped, targets(over)) == (0, (), ())
    with pytest.raises(ValueError, match=r"^victim: "):
        steal(over, 1)
    with pytest.raises(ValueError, match=r"^gift: "):
        unwrap(over, 1)


def test_positions_of_narrow_integers():
    n, narrow = 130, np.int8
    rows = ((0,) * n, tuple(range(1, n + 1)), 127, 127, (), (0,) * n, (0,) * n)
    plain = Position(*rows)
    at = Position(*rows[:2], narrow(127), narrow(127), *rows[4:])
    assert [type(at.mover), type(at.round)] == [int, int]
    after = unwrap(at, narrow(5))
    assert after == unwrap(plain, 5)
    assert (after.mover, after.round, type(after.holds[126])) == (128, 128, int)
    limits = Limits(
        round_limit=narrow(1), total_limit=narrow(2), chain_lock=np.True_, no_own_gift=np.False_
    )
    kept = limits.round_limit, limits.total_limit, limits.chain_lock, limits.no_own_gift
    assert [type(x) for x in kept] == [int, int, bool, bool]
    assert repr(limits) == repr(Limits(round_limit=1, total_limit=2))
    assert (
        targets(after, limits=limits)
        == targets(after, limits=Limits(round_limit=1, total_limit=2))
        == (127,)
    )
    robbed = steal(after, narrow(127), limits=limits)
    assert robbed == steal(after, 127, limits=Limits(round_limit=1, total_limit=2))
    assert type(robbed.mover) is int


def test_the_engine_plays_the_same_games():
    """Openings by appearance at a high temperature make the engine's luck known beforehand."""
    reading = replace(MAIN, selection="appearance", temperature=500.0, clipped=False)
    for limit in (None, 1, 2):
        condition = Condition(
            seed=7,
            n_players=6,
            features="BS",
            strategies=["threshold"],
            reading=reading,
            total_limit=limit,
        )
        drawn, records, compared = draw(condition, n_games=300), play(condition, n_games=300), 0
        for values, looks, record in zip(drawn.values, drawn.appearance, records, strict=True):
            order = np.argsort(-looks)
            if np.diff(-looks[order]).min() < 0.06:
                continue  # the softmax might prefer the second best
            moves = play_out(
                values.tolist(),
                threshold=0.6,
                limits=Limits(total_limit=limit),
                order=(order + 1).tolist(),
            )
            assert record["steals"] == sum(m.victim > 0 and m.round <= 6 for m in moves)
            assert record["swapped"] == (moves[-1].round == 7)
            compared += 1
        assert compared > 10


def test_always_stealing_takes_every_gift():
    moves = play_out([[1.0] * 7] * 7, threshold=0.0)
    steals = [m for m in moves if m.victim]
    assert len(steals) == 21


def test_own_gift_rule_may_force_a_derangement_of_openings():
    ends = {game[-1].holds for game in walk(3, Limits(no_own_gift=True))}
    assert ends == {p for p in permutations((1, 2, 3)) if all(g != i for i, g in enumerate(p, 1))}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: start(0), "n_players: got 0"),
        (lambda: steal(start(2), 1), "victim: got 1"),
        (lambda: unwrap(start(2), 3), "gift: got 3"),
        (lambda: Limits(round_limit=0), "round_limit: got 0, .* 1 to .*, and None"),
        (lambda: Limits(total_limit=True), "total_limit: got True"),
        (lambda: Limits(chain_lock=1), "chain_lock: got 1"),
        (lambda: targets((1, 2)), "position: got"),
        (lambda: Position((1, 0), (2,), 2, 2, (1,), (0, 0), (0, 0)), r"locked: got \(1,\)"),
        (lambda: steal(unwrap(start(3), 2), 1.0), "victim: got 1.0"),
        (lambda: unwrap(start(3), True), "gift: got True"),
    ],
)
def test_bad_input(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()
