"""Goofspiel against unmerged recursions, exact where matrix games are solved in rationals."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linprog

from chapters.goofspiel import matching
from chapters.goofspiel.large_games import load, shipped, verify
from chapters.goofspiel.matching import check_matching, check_matching_unseen
from chapters.goofspiel.openings import is_unimodal, optimal_range
from parlor.core import processors
from parlor.games.goofspiel import best_reply, layers, solve, solve_hands
from parlor.games.goofspiel.study import (
    NATURAL,
    exploitability,
    exploitability_of_bids,
)
from parlor.solvers import zero_sum
from tests.solvers.test_zero_sum import exact_value

from .oracle import Oracle, matched, replies, states


def _exact(game):
    """The exact solver takes integers."""
    unit = np.lcm.reduce([x.denominator for row in game for x in row])
    return exact_value([[int(x * int(unit)) for x in row] for row in game]) / int(unit)


def _highs(game):
    A = np.array(game, float)
    m, n = A.shape
    lp = linprog(
        [-1] + [0] * m,
        np.hstack([np.ones((n, 1)), -A.T]),
        np.zeros(n),
        [[0] + [1] * m],
        [1],
        [(None, None)] + [(0, 1)] * m,
    )
    assert lp.status == 0
    return -lp.fun


def _pivots(game):
    return zero_sum.solve(np.array(game, float)).value


@pytest.mark.parametrize(
    ("n", "matrix_value", "tolerance"),
    [
        (1, _exact, 0),
        (2, _exact, 0),
        (3, _exact, 1e-15),
        (4, _exact, 1e-14),
        (3, _highs, 1e-8),
        (5, _pivots, 1e-12),
    ],
)
def test_every_state_against_the_unmerged_recursion(n, matrix_value, tolerance):
    oracle, game = Oracle(matrix_value), solve(n)
    worst = max(
        abs(float(oracle.value(*state)) - game.value(*state))
        for state in states(n)
        if n < 4 or len(state[0]) < n
    )
    assert worst <= tolerance
    assert worst <= max(game.error, tolerance)


def test_every_stage_game_has_its_payoffs_and_an_equilibrium():
    oracle, game = Oracle(_exact), solve(4)
    for mine, yours, prizes in states(4):
        for prize in prizes:
            stage = game.stage(mine, yours, prizes, prize)
            A = np.array(oracle.stage(mine, yours, prizes, prize), float)
            assert np.allclose(stage.payoffs, A, atol=1e-14)
            for odds in (stage.row, stage.column):
                assert odds.min() >= 0
                assert odds.sum() == pytest.approx(1, abs=1e-14)
            assert (A @ stage.column).max() - (stage.row @ A).min() <= stage.gap + 1e-13
            assert stage.gap < 1e-13
            assert abs((stage.row @ A).min() - stage.value) < 1e-13


def test_equal_hands_swap_and_order():
    n, game = 6, solve(6)
    rng = np.random.default_rng(1)
    for _ in range(300):
        k = rng.integers(1, n + 1)
        mine, yours, prizes = (sorted(rng.choice(n, k, False) + 1) for _ in range(3))
        value = game.value(mine, yours, prizes)
        assert game.value(yours, mine, prizes) == -value  # to the last bit
        assert game.value(mine[::-1], yours[::-1], prizes[::-1]) == value
        assert game.value(mine, mine, prizes) == 0
        cards = sorted({*mine, *yours})
        ranks = {card: r + 1 for r, card in enumerate(cards)}
        assert game.value([ranks[c] for c in mine], [ranks[c] for c in yours], prizes) == value
        assert abs(value) <= sum(prizes)
    assert game.value([], [], []) == 0
    assert game.value([4, 5, 6], [1, 2, 3], [1, 3, 6]) == 10


def test_the_bound_of_an_error_is_the_layers_and_a_rounding_for_each():
    game = solve(4)
    rounding = 2 * 2.0**-49  # the prizes are 10 points, and doubles there 2**-49 apart
    assert game.error == sum(layer.gap + rounding for layer in game.layers)


def test_openings():
    game = solve(7)
    for prize in range(1, 8):
        A, bids = game.opening_payoffs(prize), game.opening(prize)
        assert (A == -A.T).all()
        assert bids.min() >= 0
        assert bids.sum() == pytest.approx(1, abs=1e-14)
        assert (bids @ A).min() > -1e-13
        low, high = optimal_range(A)
        assert ((low - 1e-7 <= bids) & (bids <= high + 1e-7)).all()
        assert (bids == game.opening(prize)).all()
        full = range(1, 8)
        assert (game.stage(full, full, full, prize).row == bids).all()
    assert game.gap < 1e-12
    assert game.gap <= game.error < 1e-12


def test_counts():
    game = solve(6)
    # pairs of k-subsets up to order: sequences of mine, yours, both, of at most 6 letters
    assert [layer.cards for layer in game.layers] == [1, 2, 3, 4, 5]
    for layer in game.layers:
        codes = {
            layers.pattern(mine, yours)[0]
            for mine, yours, _ in states(6)
            if len(mine) == layer.cards
        }
        mirrored = {int(layers.mirror(code)) for code in codes}
        assert mirrored == codes
        assert layer.patterns == len({min(c, int(layers.mirror(c))) for c in codes})
        symmetric = sum(c == int(layers.mirror(c)) for c in codes)
        assert layer.games == (layer.patterns - symmetric) * layer.prize_sets * layer.cards
    assert game.n_states == sum(x.patterns * x.prize_sets for x in game.layers) + 1
    assert game.n_games == sum(x.games for x in game.layers)


# The threads


@pytest.mark.parametrize(("chunk", "free"), [(1, 3), (300, 2), (10**9, 4)])
def test_how_many_threads_there_are_does_not_matter(monkeypatch, tmp_path, chunk, free):
    cards, six = range(1, 6), solve(6)
    alone = solve_hands(cards, cards, cards, aim="winning")
    monkeypatch.setattr(layers, "CHUNK", chunk)
    monkeypatch.setattr(processors, "processors", lambda: free)
    monkeypatch.setattr(processors, "keep_folder", lambda kind: tmp_path / kind)
    together = solve(6)
    assert six.layers == together.layers
    for one, other in zip(six.values, together.values, strict=True):
        assert (one == other).all()
    to_win = solve_hands(cards, cards, cards, aim="winning")
    assert to_win.error == alone.error
    for one, other in zip(alone.openings, to_win.openings, strict=True):
        assert (one.payoffs == other.payoffs).all()


# The long runs that are shipped


def test_the_shipped_data():
    runs = shipped()
    assert sorted(runs) == [11, 12, 13, 14]
    for n, found in runs.items():
        most = 8 if n == 14 else 6  # the chapter solves all up to seven
        report = verify(found, max_cards=most)
        assert report.opening_gap < 1e-12
        assert report.asymmetry == 0
        assert report.difference < 1e-12
        assert report.n_samples == 8 * most
        assert found.gap < 1e-10
        assert [layer.cards for layer in found.layers] == list(range(1, n))
    # the small layers are the same states in every game: counts agree where cards are few
    for few in (1, 2, 3, 4, 5):
        assert len({runs[n].layers[few - 1].patterns for n in runs}) == 1


def test_a_run_with_numbers_that_are_none_is_refused():
    """The greatest of 0 and not a number is 0: no difference would be seen."""
    found = shipped()[11]
    hand, other, prizes, _ = found.samples[0]
    samples = (*found.samples[1:], (hand, other, prizes, float("nan")))
    payoffs = found.payoffs.copy()
    payoffs[-1] = np.nan
    for wrong in (replace(found, samples=samples), replace(found, payoffs=payoffs)):
        with pytest.raises(ValueError, match="finite"):
            verify(wrong)


def test_a_moved_number_is_found():
    found = shipped()[11]
    hand, opponent_hand, prizes, value = found.samples[20]
    samples = [*found.samples]
    samples[20] = (hand, opponent_hand, prizes, value + 1e-9)
    strategies = found.strategies.copy()
    strategies[3] = np.roll(strategies[3], 1)
    payoffs = found.payoffs.copy()
    payoffs[2, 1, 4] += 1e-9
    moved = replace(found, samples=tuple(samples))
    assert verify(moved, max_cards=3).difference == pytest.approx(1e-9, rel=1e-3)
    moved = replace(found, strategies=strategies)
    assert verify(moved, max_cards=3).opening_gap > 0.1
    moved = replace(found, payoffs=payoffs)
    assert verify(moved, max_cards=3).asymmetry == pytest.approx(1e-9, rel=1e-3)
    with pytest.raises(ValueError, match="not consist of probabilities"):
        verify(replace(found, strategies=2 * strategies))


# Ross's claim


@pytest.mark.parametrize("n", [1, 2, 3])
def test_matching_against_plain_recursion(n):
    for mine, yours, prizes in states(n):
        value, best = replies(mine, yours, prizes)
        assert value == matched(mine, yours, prizes)
        assert all(mine[prizes.index(p)] in best[p] for p in prizes)


def test_matching_counts():
    failures = decisions = 0
    for mine, yours, prizes in states(4):
        if len(mine) < 4:
            _, best = replies(mine, yours, prizes)
            decisions += len(best)
            failures += sum(mine[prizes.index(p)] not in best[p] for p in best)
    found = check_matching(4)
    assert (found.n_decisions, found.failures) == (decisions + 4, failures)


@pytest.mark.parametrize("n", range(1, 8))
def test_matching_in_all_states(n):
    for found in (check_matching(n), check_matching_unseen(n)):
        assert found.value == Fraction(n * n - 1, 6)
        assert found.failures == found.misvalued == 0
    cards = range(1, n + 1)
    assert matched(cards, cards, cards) == Fraction(n * n - 1, 6)


def test_a_worse_card_than_the_match_is_noticed():
    # the checks would count it: a table in which the match of the opening is not best
    sets, rank = layers.subsets(2)
    totals, layer = np.zeros(3, np.int64), np.zeros((1, 1), np.int64)
    below = np.array([[0, 100], [0, 0]])  # keeping card 1 for prize 2 is worth something odd
    step = matching.Step(2, 2, 1, sets[1], sets[2], rank)
    matching.own_states(step, below, layer, totals)
    assert totals[1] > 0
    assert totals[2] == 1


# Natural strategies


def test_replies_to_fixed_bids():
    for bids in permutations(range(1, 6)):
        best = max(
            sum(
                p * ((a > b) - (a < b)) for p, (a, b) in enumerate(zip(reply, bids, strict=True), 1)
            )
            for reply in permutations(range(1, 6))
        )
        assert exploitability_of_bids(bids) == best
    for n in range(3, 14):
        assert exploitability_of_bids(range(1, n + 1)) == n * (n - 3) // 2


@pytest.mark.parametrize("n", [2, 3, 4])
def test_losses_of_natural_strategies(n):
    assert exploitability(n, NATURAL["at random"]) == Fraction(n * n - 1, 6)
    assert exploitability(n, NATURAL["match the prize"]) == exploitability_of_bids(range(1, n + 1))
    assert all(exploitability(n, strategy) >= 0 for strategy in NATURAL.values())


def test_the_solution_cannot_be_exploited():
    # Every state's stage strategy at once, against a best reply that uses none of the solver.
    for n in (3, 4):
        game = solve(n)
        loss = exploitability(n, lambda *state, game=game: game.stage(*state).row)
        assert abs(loss) <= game.error + 1e-13


def test_optimal_range_of_a_game_with_many_optima():
    low, high = optimal_range(solve(3).opening_payoffs(2))
    assert (high - low).max() > 0.4
    low, high = optimal_range(np.zeros((2, 2)))
    assert low == pytest.approx([0, 0], abs=1e-9)
    assert high == pytest.approx([1, 1], abs=1e-9)


def test_unimodal():
    assert is_unimodal([0, 0.2, 0.5, 0.3, 0])
    assert is_unimodal([1.0])
    assert is_unimodal([0.5, 0.5, 0])
    assert not is_unimodal([0.3, 0.2, 0.5])
    assert not is_unimodal([0, 0.4, 0.1, 0.4, 0.1])
    assert is_unimodal([0.4, 0.3, 0.3 + 1e-12])


# Bad input


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda g: solve(0), "n_cards: got 0, allowed are the integers 1 to 11"),
        (lambda g: solve(12), "n_cards: got 12"),
        (lambda g: solve(3.0), "n_cards: got 3.0"),
        (lambda g: solve(True), "n_cards: got True"),
        (lambda g: g.opening(0), "prize: got 0, allowed are the integers 1 to 4"),
        (lambda g: g.opening(5), "prize: got 5"),
        (lambda g: g.opening_payoffs(1.5), "prize: got 1.5"),
        (lambda g: g.value([1], [5], [1]), "opponent_hand: got 5, allowed .* 1 to 4"),
        (lambda g: g.value([1, 1], [1, 2], [1, 2]), "hand: got card 1 twice"),
        (lambda g: g.value([1, 2], [1], [1, 2]), "got 2, 1 and 2 cards, allowed are equally many"),
        (lambda g: g.value([1], [1], [-1]), "prizes: got -1"),
        (lambda g: g.value(1, [1], [1]), "hand: got 1, allowed is a row of different cards"),
        (lambda g: g.value({1}, [1], [1]), "hand: got {1}"),
        (lambda g: g.value(b"1", [1], [1]), "hand: got b'1'"),
        (lambda g: g.value(iter([1]), [1], [1]), "hand: got"),
        (lambda g: g.value({1: 1}, [1], [1]), "hand: got"),
        (lambda g: g.value([True], [1], [1]), "hand: got True"),
        (lambda g: g.value([[1]], [1], [1]), r"hand: got \[1\]"),
        (lambda g: exploitability(3, 3), "strategy: got 3"),
        (
            lambda g: exploitability(3, lambda *state: "abc"[: len(state[0])]),
            r"strategy\(.*: got 'abc'",
        ),
        (lambda g: exploitability_of_bids({1, 2}), "bids: got {1, 2}"),
        (lambda g: exploitability_of_bids(range(1001)), "bids: got 1001 entries"),
        (lambda g: g.value("1", [1], [1]), "hand: got '1'"),
        (lambda g: g.stage([1, 2], [1, 2], [1, 2], 3), r"prize: got 3, .* left, \[1, 2\]"),
        (
            lambda _: best_reply(3, NATURAL["match the prize"])([1, 2], [1, 2], [1, 2], 3),
            r"prize: got 3, .* left, \[1, 2\]",
        ),
        (
            lambda _: best_reply(3, NATURAL["match the prize"])([1, 2], [1, 2, 3], [1, 2], 2),
            "got 2, 3 and 2 cards",
        ),
        (
            lambda _: best_reply(3, NATURAL["match the prize"])([1, 1], [1, 2], [1, 2], 2),
            "hand: got card 1 twice",
        ),
        (lambda _: best_reply(3, NATURAL["match the prize"])(3, (1, 2), (1, 2), 2), "hand: got 3"),
        (lambda g: g.stage([1, 2], [1, 2], [1, 2], 2.0), "prize: got 2.0"),
        (lambda g: g.stage([1, 2], [1, 2], [1, 2], 3), "prize: got 3, .* left"),
        (lambda g: g.value(np.array(1), [1], [1]), "hand: got"),
        (lambda g: exploitability(9, NATURAL["at random"]), "n_cards: got 9"),
        (
            lambda g: exploitability(3, lambda *state: [1]),
            r"strategy\(\(1, 2, 3\), .*, 1\): got 1 entries, .* 3 probabilities, sum 1$",
        ),
        (lambda g: exploitability(3, lambda *state: [1] * len(state[0])), r"strategy\(.*: got"),
        (lambda g: exploitability_of_bids([1, 1]), "allowed are the cards 1 to n in some order"),
        (lambda g: exploitability_of_bids([0, 1]), "bids: got 0"),
        (lambda g: exploitability_of_bids([]), "bids: got"),
    ],
)
def test_bad_input(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call(solve(4))


def test_a_file_of_something_else(tmp_path):
    path = tmp_path / "x.json"
    for text in ("{", "[{}]", "[3]"):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"path: .* does not hold long runs"):
            load(path)


def test_a_failed_stage_game_is_an_error(monkeypatch):
    monkeypatch.setattr(layers, "solve_patterns", lambda *args: (1.0, 5, 1))
    with pytest.raises(ArithmeticError, match=r"1 of 5 stage games .* duality gap above"):
        solve(3)


def test_any_row_of_whole_numbers_is_a_hand():
    game = solve(np.int8(4))
    plain = game.value([1, 4], [2, 3], [1, 4])
    assert game.value((4, 1), range(2, 4), [4, 1]) == plain
    assert game.value(np.array([1, 4], np.int8), np.array([2, 3], np.uint8), [1, 4]) == plain
    stage = game.stage([1, 4], [2, 3], [1, 4], np.int8(4))
    assert (stage.payoffs == game.stage([1, 4], [2, 3], [1, 4], 4).payoffs).all()


def test_results_show_their_certificates():
    game = solve(4)
    for result, kind in (
        (game, "error bound"),
        (game.layers[0], "duality gap"),
        (game.stage([1, 2], [1, 3], [1, 2], 2), "duality gap"),
        (shipped()[11], "duality gap"),
        (verify(shipped()[11], max_cards=3), "deviation"),
        (check_matching(3), "exact"),
    ):
        assert result.certificate.kind == kind
        assert 0 <= result.certificate.error < 1e-12
        assert repr(result).endswith(f"{result.certificate})")
        assert len(repr(result)) < 200
