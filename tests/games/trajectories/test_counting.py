"""Trajectory counts against brute force, other methods, closed forms and the OEIS."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, factorial, perm, prod
from typing import get_args

import numpy as np
import pytest

from chapters.gift_exchange.counting.algorithm import (
    Lock,
    Targets,
    algorithm_steps,
    count_by_algorithm,
)
from chapters.gift_exchange.enumeration import chain_patterns, longest_game, trajectories
from parlor.games.trajectories import (
    action_count,
    chain_count,
    count,
    growth,
    mean_steals,
    state_count,
)
from parlor.games.trajectories.unlocked import words_without_lock

from . import oracle

LIMITS = (1, 2, 3, 4, None)
# As the OEIS has them, from index 0.
A000522 = (1, 2, 5, 16, 65, 326, 1957, 13700, 109601, 986410, 9864101, 108505112)
A000108 = (1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862)
OEIS_WITHOUT_LOCK = {
    1: (1, 2, 7, 37, 266, 2431, 27007, 353522),  # A001515
    2: (1, 3, 31, 842, 45296, 4061871, 546809243),  # A144416
    3: (1, 4, 121, 18252, 7958726),  # A144508
    4: (1, 5, 456, 405408, 1495388159),  # A144509
    6: (1, 7, 6427, 216864652, 60790021361170),  # A281358
    7: (1, 8, 24301, 5165454442, 12845435390707724),  # A281359
}


def plays(n, limit=None, **rules):
    return sum(1 for _ in trajectories(n, total_limit=limit, **rules))


# Lemmas 6.1 and 6.2


def test_actions():
    assert tuple(action_count(k) for k in range(1, 13)) == A000522
    for k in range(1, 60):
        m = k - 1
        equation_5 = 1 + sum(factorial(m) // factorial(m - s) for s in range(1, m + 1))
        lemma = sum(Fraction(factorial(m), factorial(j)) for j in range(m + 1))
        moments = sum(comb(m, s) * factorial(s) for s in range(m + 1))  # of (1 + t)**m exp(-t)
        assert action_count(k) == equation_5 == lemma == moments
        assert action_count(k) == sum(chain_count(k, s) for s in range(k + 3))


def test_actions_are_a_permanent():
    for m in range(7):
        matrix = np.ones((m, m), int) + np.eye(m, dtype=int)
        total = sum(prod(matrix[i, j] for i, j in enumerate(p)) for p in permutations(range(m)))
        assert action_count(m + 1) == total


def test_actions_grow_like_e_times_a_factorial():
    for k in range(2, 120):
        e = sum(Fraction(1, factorial(j)) for j in range(2 * k + 30))  # from below
        short = e * factorial(k - 1) - action_count(k)
        assert Fraction(1, k) < short < Fraction(1, k - 1)
        assert action_count(k) == int(e * factorial(k - 1))


@pytest.mark.parametrize("k", range(1, 8))
def test_chains_one_by_one(k):
    found = chain_patterns(k)
    assert len(found) == len(set(found)) == action_count(k)
    assert Counter(map(len, found)) == {s: perm(k - 1, s) for s in range(k)}
    assert set(found) == {p for s in range(k) for p in permutations(range(1, k), s)}


# Theorem 6.1, Table 9


def test_no_limit():
    assert [count(n) for n in range(1, 5)] == [plays(n) for n in range(1, 5)]
    assert count(5) == factorial(5) * plays(5, in_order=True)
    assert count(6) == 2_441_088_000
    assert growth(8).patterns[6:] == (6_635_012_800, 90_899_675_360_000)
    assert count(7) == 33_440_464_512_000
    assert count(100) == factorial(100) * prod(action_count(k) for k in range(1, 101))


def test_final_swap():
    for n in range(1, 5):
        assert plays(n, final_swap=True) == n * count(n)


def test_a_final_swap_exchanges_two_gifts():
    before = Counter(play.outcome for play in trajectories(3))
    for play in trajectories(3, final_swap=True):
        *_, last = (action for part in play.rounds for action in part)
        holds = list(play.outcome)
        assert (last.player, last.gift) == (1, holds[0])
        if last.kind == "swap":
            other = last.victim - 1
            holds[0], holds[other] = holds[other], holds[0]
        before[tuple(holds)] -= 1
    # each outcome is followed by a swap with either of the others, or by none
    assert {-left for left in before.values()} == {2 * count(3) // 6}


def test_every_allocation_is_as_frequent():
    for n, limit in product((1, 2, 3, 4), (1, 2, None)):
        outcomes = Counter(play.outcome for play in trajectories(n, total_limit=limit))
        assert set(outcomes) == set(permutations(range(1, n + 1)))
        assert set(outcomes.values()) == {count(n, total_limit=limit) // factorial(n)}


# Lifetime limits


@pytest.mark.parametrize("limit", LIMITS)
def test_brute_force(limit):
    for n in range(1, 5):
        assert count(n, total_limit=limit) == plays(n, limit)
        assert growth(n, total_limit=limit).patterns[-1] == plays(n, limit, in_order=True)
    assert count(5, total_limit=limit) == factorial(5) * plays(5, limit, in_order=True)


@pytest.mark.parametrize("limit", LIMITS)
def test_gift_by_gift_and_mark_by_mark(limit):
    for n in range(1, 7):
        assert growth(n, total_limit=limit).patterns[-1] == oracle.by_gifts(n, limit)
        assert growth(n, total_limit=limit).patterns[-1] == oracle.by_marks(n, limit)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_all_players(limit):
    # Modulo primes whose product has 31 digits; the counts for n = 29 have up to 135.
    patterns = growth(29, total_limit=limit).patterns
    for prime in (2147483647, 2147483629, 1000000007):
        for n in (8, 17, 29):
            assert patterns[n - 1] % prime == oracle.by_choice(n, limit, prime)


def test_the_oracle_can_disagree():
    patterns = growth(29, total_limit=3).patterns
    assert (patterns[-1] + 1) % 1000000007 != oracle.by_choice(29, 3, 1000000007)
    assert oracle.by_gifts(4, 2) != oracle.by_gifts(4, 3)


def test_one_theft_a_gift():
    assert [
        ways == oracle.bessel(k) for k, ways in enumerate(growth(60, total_limit=1).patterns)
    ] == [True] * 60


def test_the_limit_counts_plays_of_the_free_game():
    most = Counter(max(play.steals) for play in trajectories(5, in_order=True))
    for limit in range(1, 6):
        within = sum(plays for steals, plays in most.items() if steals <= limit)
        assert growth(5, total_limit=limit).patterns[-1] == within


@pytest.mark.parametrize("n", range(1, 11))
def test_more_thefts_more_ways(n):
    ways = [count(n, total_limit=limit) for limit in range(1, n + 3)]
    binding = ways[: max(n - 1, 1)]
    assert all(a < b for a, b in pairwise(binding))
    assert set(ways[max(n - 2, 0) :]) == {count(n)}
    assert count(n, total_limit=None) == count(n)


def test_one_run_has_all_smaller_games():
    for limit in LIMITS:
        grown = growth(9, total_limit=limit)
        assert list(grown.counts) == [count(n, total_limit=limit) for n in range(1, 10)]
        assert [factorial(n) * w for n, w in enumerate(grown.patterns, 1)] == list(grown.counts)


def test_mean_steals():
    for n in range(1, 6):
        steals = [sum(play.steals) for play in trajectories(n, in_order=True)]
        assert mean_steals(n) == Fraction(sum(steals), len(steals))


# Rules that can be changed


@pytest.mark.parametrize("total", [None, 1, 2])
def test_the_round_limit_is_idle(total):
    for n in range(1, 5):
        base = list(trajectories(n, total_limit=total))
        for limit in (None, 2, 3):
            assert list(trajectories(n, total_limit=total, round_limit=limit)) == base
        # and the lock is idle if the round limit is 1
        assert list(trajectories(n, total_limit=total, lock="none")) == base


def test_without_lock_by_brute_force():
    for n, limit in [(1, 3), (2, 1), (2, 2), (2, 5), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)]:
        rules = {"round_limit": None, "lock": "none"}
        assert words_without_lock(n, total_limit=limit) == plays(n, limit, in_order=True, **rules)
    assert 6 * words_without_lock(3, total_limit=2) == plays(3, 2, round_limit=None, lock="none")


@pytest.mark.parametrize("limit", OEIS_WITHOUT_LOCK)
def test_without_lock_as_the_oeis_has_it(limit):
    terms = OEIS_WITHOUT_LOCK[limit]
    assert (
        tuple(words_without_lock(n, total_limit=limit) for n in range(1, len(terms) + 1)) == terms
    )
    for n in range(1, 12 if limit < 4 else 6):
        assert words_without_lock(n, total_limit=limit) == oracle.blocks(n - 1, limit + 1)


def test_the_lock_matters_from_a_limit_of_two():
    assert [words_without_lock(n, total_limit=1) for n in range(1, 30)] == list(
        growth(29, total_limit=1).patterns
    )
    for n, limit in product(range(2, 8), (2, 3)):
        assert words_without_lock(n, total_limit=limit) > growth(n, total_limit=limit).patterns[-1]
    # to bar only the gift just taken is something in between
    for n, limit in ((3, 2), (3, 3), (4, 2)):
        between = plays(n, limit, round_limit=None, lock="last", in_order=True)
        assert (
            growth(n, total_limit=limit).patterns[-1]
            < between
            < words_without_lock(n, total_limit=limit)
        )


# Algorithm 1


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 9])
def test_algorithm(limit):
    for n in range(1, 8):
        run = count_by_algorithm(n, limit)
        assert run.value == count(n, total_limit=limit)
        assert run.states == tuple(state_count(r, total_limit=limit) for r in range(1, n + 1))
        assert run.steps == algorithm_steps(n, limit)


def test_other_readings_count_something_else():
    def reading(targets, lock):
        runs = (count_by_algorithm(n, 1, targets=targets, lock=lock) for n in range(1, 9))
        return [run.value // factorial(n) for n, run in enumerate(runs, 1)]

    assert reading("gifts", "count") == [oracle.bell(n) for n in range(1, 9)]
    assert reading("distinct counts", "gift") == list(A000108[1:9])
    assert reading("distinct counts", "count") == [2**n for n in range(8)]
    for limit, n in product((1, 2, 3), (3, 4, 5, 6)):
        values = {
            (t, k): count_by_algorithm(n, limit, targets=t, lock=k).value
            for t in get_args(Targets)
            for k in get_args(Lock)
        }
        assert [how for how, value in values.items() if value == count(n, total_limit=limit)] == [
            ("gifts", "gift")
        ]


def test_states():
    assert tuple(state_count(r) for r in range(1, 10)) == A000108[1:]
    for limit, n in product((1, 2, 3, None), range(1, 6)):
        reached = {
            tuple(sorted(play.steals)) for play in trajectories(n, total_limit=limit, in_order=True)
        }
        assert len(reached) == state_count(n, total_limit=limit)
    for limit in range(1, 6):  # a polynomial of degree L in r
        values = [state_count(r, total_limit=limit) for r in range(limit, limit + 20)]
        assert set(np.diff(values, limit).tolist()) == {1}


def test_the_longest_game():
    for n in range(1, 6):
        game = longest_game(n)
        every = list(trajectories(n, in_order=True))
        assert game.chain_decisions == max(len(c) for p in every for c in p.rounds) == n
    for n in (1, 2, 10, 57):
        game = longest_game(n)
        assert game.examined == 2 * comb(n + 1, 3)


# Diagrams


# Bad input: the argument, the value and what is allowed


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: count(0), "n_players: got 0, allowed are the integers 1 to 500"),
        (lambda: count(-3, 1), "n_players: got -3"),
        (lambda: count(501), "n_players: got 501"),
        (lambda: count(2.0), "n_players: got 2.0"),
        (lambda: count("3"), "n_players: got '3'"),
        (lambda: count(True), "n_players: got True"),
        (lambda: count(None), "n_players: got None"),
        (
            lambda: count(3, total_limit=-1),
            "total_limit: got -1, allowed are the integers 1 to .*, and None",
        ),
        (
            lambda: count(4, total_limit=0),
            "total_limit: got 0, allowed are the integers 1 to .*, and None",
        ),
        (lambda: count(10**400), "n_players: got 1000"),
        (lambda: state_count(4, total_limit=0), "total_limit: got 0"),
        (lambda: trajectories(4, total_limit=0), "total_limit: got 0"),
        (
            lambda: words_without_lock(4, total_limit=0),
            "total_limit: got 0, allowed are the integers 1 to 20",
        ),
        (lambda: words_without_lock(0, total_limit=1), "n_players: got 0"),
        (lambda: count(3, total_limit=1.5), "total_limit: got 1.5"),
        (lambda: count(3, total_limit=float("inf")), "total_limit: got inf"),
        (
            lambda: count(29, total_limit=5),
            "total_limit: got 5 with 29 players.* 1 to 4, 28 and more, or None",
        ),
        (
            lambda: count(500, total_limit=1),
            "total_limit: got 1 with 500 players.* are 499 and more, or None",
        ),
        (lambda: growth(0), "n_players: got 0"),
        (lambda: growth(4, total_limit=-2), "total_limit: got -2"),
        (lambda: action_count(0), "k: got 0, allowed are the integers 1 to 500"),
        (lambda: action_count(1.0), "k: got 1.0"),
        (lambda: chain_count(3, -1), "length: got -1"),
        (lambda: state_count(0), "n_opened: got 0"),
        (lambda: mean_steals(0), "n_players: got 0"),
        (lambda: words_without_lock(3, total_limit=-1), "total_limit: got -1"),
        (lambda: words_without_lock(3, total_limit=None), "total_limit: got None"),
        (lambda: trajectories(3, total_limit=-1), "total_limit: got -1"),
        (lambda: trajectories(3, round_limit=-1), "round_limit: got -1"),
        (lambda: trajectories(3, round_limit=1.5), "round_limit: got 1.5"),
        (
            lambda: trajectories(3, round_limit=None, lock="none"),
            "lock: got 'none' without a limit",
        ),
    ],
)
def test_bad_input(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()


def test_numpy_integers_are_integers():
    assert count(np.int64(5), total_limit=np.int32(2)) == count(5, total_limit=2)
    assert type(count(np.int64(5), total_limit=np.int32(2))) is int
    assert type(action_count(np.int16(9))) is int


def test_no_step_is_counted_before_the_second_round() -> None:
    # with three players the second round takes none or one of the only gift: two passes
    assert [growth(n, total_limit=1).steps for n in (2, 3)] == [0, 2]
    assert growth(2, total_limit=None).steps == 0


@pytest.mark.parametrize(("n", "limit"), [(120, None), (120, 10**9)])
def test_counts_of_thousands_of_digits_have_a_text(n, limit):
    text = f"counts=<tuple of {n}>, patterns=<tuple of {n}>, states=(), steps=0; exact)"
    assert repr(growth(n, total_limit=limit)) == f"Growth(total_limit={limit}, {text}"
