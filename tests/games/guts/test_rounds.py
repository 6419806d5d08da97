"""Payoffs of guts: rational integration, the source's formulas and algorithms, the deal itself."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.games.guts import (
    equilibrium_threshold,
    payoff,
    payoffs,
    solve_coalition,
    stakes_multiplier,
)
from parlor.games.guts.asynchronous import best_reply
from parlor.games.guts.play import deal, draw_place, play_games, tail_exponent
from parlor.games.guts.rounds import against, hand_values
from parlor.games.guts.ruin import ruin

from . import oracle

quick = settings(max_examples=60)
twentieths = st.integers(0, 20).map(lambda k: Fraction(k, 20))
few = st.lists(twentieths, min_size=2, max_size=4)
any_number = st.lists(st.floats(0, 1), min_size=2, max_size=9)


@quick
@given(few, st.booleans())
def test_rational_integration(p, weenie):
    alpha, beta = oracle.by_cells(p, weenie)
    assert payoff([float(t) for t in p], weenie=weenie) == pytest.approx(float(alpha), abs=1e-13)
    assert stakes_multiplier([float(t) for t in p], weenie=weenie) == pytest.approx(
        float(beta), abs=1e-13
    )


@quick
@given(any_number, any_number, st.booleans())
def test_many_thresholds_at_once(allies, own, weenie):
    alpha, beta = against(allies, own, weenie=weenie)
    assert alpha.tolist() == [payoff([p, *allies], weenie=weenie) for p in own]
    assert beta.tolist() == [stakes_multiplier([p, *allies], weenie=weenie) for p in own]


@quick
@given(st.lists(twentieths, min_size=1, max_size=2), st.integers(0, 19), st.booleans())
def test_what_hands_are_worth_counted_out(others, cell, weenie):
    """Thresholds are ends of twenty cells; of hands in one cell each is as likely the best."""
    n, V = len(others) + 1, Fraction(-1, 3)
    held, dropped = Fraction(0), Fraction(0)
    for cells in product(range(20), repeat=n - 1):
        rivals = [c for c, p in zip(cells, others, strict=True) if c >= 20 * p]
        r = len(rivals)
        won = 0 if any(c > cell for c in rivals) else Fraction(1, 1 + rivals.count(cell))
        held += r - 1 + n * (2 * won - 1) + V * r
        if r:
            dropped += r - 2 + V * (r - 1)
        elif weenie:
            worst = 0 if any(c > cell for c in cells) else Fraction(1, 1 + cells.count(cell))
            dropped += 1 - n * worst + 2 * V
        else:
            dropped += V
    ways = 20 ** (n - 1)
    # a mean over the cell by Gauss's rule: values are polynomials there, of degree two at most
    around = (cell + (1 + np.array([-1, 0, 1]) * 0.6**0.5) / 2) / 20
    weights = np.array([5, 8, 5]) / 18
    hold, drop = hand_values([float(p) for p in others], around, V=float(V), weenie=weenie)
    assert weights @ hold == pytest.approx(float(held / ways), abs=1e-12)
    assert weights @ drop == pytest.approx(float(dropped / ways), abs=1e-12)
    mix = [([float(p) for p in others], 0.25), ([1.0] * (n - 1), 0.75)]
    both = hand_values(mix, around, V=float(V), weenie=weenie)
    alone = [hand_values(plan, around, V=float(V), weenie=weenie) for plan, _ in mix]
    assert both == pytest.approx(0.25 * np.array(alone[0]) + 0.75 * np.array(alone[1]))


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize(
    "coalition", [[0.3, 0.8, 0.6], [([0.3, 0.8, 0.6], 0.25), ([0.0, 0.9, 0.5], 0.75)]]
)
def test_a_best_reply_holds_what_is_worth_more_held(coalition, weenie):
    own, value = best_reply(coalition, V=-0.1, weenie=weenie)
    hands = (np.arange(10_000) + 0.5) / 10_000
    hold, drop = hand_values(coalition, hands, V=-0.1, weenie=weenie)
    assert ((hold > drop) == (hands > own)).all()
    assert np.maximum(hold, drop).mean() == pytest.approx(value, abs=1e-7)
    alone = hand_values(coalition, float(hands[7000]), V=-0.1, weenie=weenie)
    assert alone == (hold[7000], drop[7000])


@pytest.mark.parametrize(
    "mix", [[([0.5], 0.5)], [([0.5], 0.5), ([0.5, 0.6], 0.5)], [([0.5], 1.5), ([0.5], -0.5)],
            [([0.5],)], [([1.5], 1.0)]],
)  # fmt: skip
def test_bad_mixes(mix):
    with pytest.raises(ValueError, match=r"^coalition"):
        hand_values(mix, [0.5])


@quick
@given(few)
def test_the_sources_algorithms(p):
    floats = [float(t) for t in p]
    assert payoffs(floats) == pytest.approx([float(a) for a in oracle.by_subsets(p)], abs=1e-13)
    assert stakes_multiplier(floats) == pytest.approx(float(oracle.beta_by_subsets(p)), abs=1e-13)


@quick
@given(twentieths, twentieths, twentieths, st.integers(3, 9))
def test_pseudo_bloc_algorithm(own, leader, bloc, n):
    p = [float(own), float(leader)] + [float(bloc)] * (n - 2)
    assert payoff(p) == pytest.approx(float(oracle.pseudo_bloc(own, leader, bloc, n)), abs=1e-12)


@pytest.mark.parametrize("weenie", [False, True])
def test_printed_formulas(weenie):
    two = oracle.printed_weenie_two if weenie else oracle.printed_two
    three = oracle.printed_weenie_three if weenie else oracle.printed_three
    tenths = [Fraction(k, 10) for k in range(11)]
    for p, q in product(tenths, repeat=2):
        assert payoff([float(p), float(q)], weenie=weenie) == pytest.approx(
            float(two(p, q)), abs=1e-14
        )
    for trio in permutations(tenths, 3):
        ours = payoff([float(t) for t in trio], weenie=weenie)
        right = ours == pytest.approx(float(three(*trio)), abs=1e-13)
        assert right == (not weenie or not trio[2] < trio[1] < trio[0])  # a misprint in (B.2)


@quick
@given(any_number, st.booleans())
def test_zero_sum(p, weenie):
    assert sum(payoffs(p, weenie=weenie)) == pytest.approx(0, abs=1e-12 * len(p))


@quick
@given(any_number, st.booleans(), st.randoms(use_true_random=False))
def test_others_permute(p, weenie, random):
    others = p[1:]
    random.shuffle(others)
    assert payoff([p[0], *others], weenie=weenie) == pytest.approx(
        payoff(p, weenie=weenie), abs=1e-12
    )
    assert stakes_multiplier(p[::-1], weenie=weenie) == pytest.approx(
        stakes_multiplier(p, weenie=weenie), abs=1e-13
    )


@quick
@given(any_number, st.booleans(), st.floats(-1, 0), st.data())
def test_shape(p, weenie, V, data):
    """Concave in the own threshold, convex in each other."""

    def phi(q):
        return payoff(q, weenie=weenie) + stakes_multiplier(q, weenie=weenie) * V

    i = data.draw(st.integers(0, len(p) - 1))
    a, b = data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1))
    ends = [phi([*p[:i], t, *p[i + 1 :]]) for t in (a, b)]
    middle = phi([*p[:i], (a + b) / 2, *p[i + 1 :]])
    sign = 1 if i == 0 else -1
    assert sign * (middle - sum(ends) / 2) >= -1e-12


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize("p", [(0.6, 0.5), (0.64, 0.0, 0.86), (0.9, 0.3, 0.2, 0.7), (0.5,) * 6])
def test_the_deal(p, weenie):
    sample = deal(p, n_rounds=400_000, weenie=weenie, seed=11)
    assert abs(sample.payoff - payoff(p, weenie=weenie)) < 4 * sample.payoff_error
    assert (
        abs(sample.multiplier - stakes_multiplier(p, weenie=weenie)) < 4 * sample.multiplier_error
    )


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize("n", range(2, 9))
def test_equilibrium(n, weenie):
    own = equilibrium_threshold(n, weenie=weenie)
    others = [own] * (n - 1)
    gains = [payoff([t, *others], weenie=weenie) for t in np.linspace(0, 1, 501)]
    assert max(gains) < 1e-6 and payoff([own, *others], weenie=weenie) == pytest.approx(
        0, abs=1e-13
    )
    below = [payoff([own * t, *others], weenie=weenie) for t in (0.0, 0.5, 0.9)]
    assert weenie == (max(below) < -1e-6)  # strict only under the Weenie rule


@pytest.mark.parametrize(
    ("p", "says"),
    [
        ([0.5], "thresholds: got 1 entries"),
        ([], "thresholds: got 0 entries"),
        ([0.5, 1.2], r"thresholds\[1\]: got 1.2"),
        ([-0.1, 0.5], r"thresholds\[0\]"),
        ([0.5, float("nan")], r"thresholds\[1\]: got nan"),
        ([0.5, "x"], r"thresholds\[1\]"),
        (0.5, "allowed is 2 to 2000 numbers"),
        ("ab", "allowed is 2 to 2000 numbers"),
        (np.array(0.5), "allowed is 2 to 2000 numbers"),
        (np.array([[0.5], [0.5]]), "allowed is 2 to 2000 numbers"),
        ([True, 0.5], r"thresholds\[0\]: got True"),
        ([0.5, 10**400], r"thresholds\[1\]: got 1000"),
        ([0.5] * 2001, "got 2001 entries, allowed is 2 to 2000"),
    ],
)
def test_bad_thresholds(p, says):
    for call in (payoff, payoffs, stakes_multiplier):
        with pytest.raises((TypeError, ValueError), match=says):
            call(p)


@pytest.mark.parametrize("weenie", [None, 0, 1, "no", 2.5, np.array([True, False])])
def test_weenie_is_a_bool(weenie):
    calls = [lambda call=call: call([0.5, 0.5], weenie=weenie) for call in
             (payoff, payoffs, stakes_multiplier)]  # fmt: skip
    calls.append(lambda: equilibrium_threshold(3, weenie=weenie))
    calls.append(lambda: solve_coalition(2, mesh=5, structure="full", weenie=weenie))
    for call in calls:
        with pytest.raises(
            (TypeError, ValueError), match=r"weenie: got .* allowed are True and False"
        ):
            call()
    assert payoff([Fraction(1, 3), 0.5], weenie=np.True_) == payoff([1 / 3, 0.5], weenie=True)


def test_more_bad_input():
    for n in (1, 2.5, True):
        with pytest.raises((TypeError, ValueError), match="n_players"):
            equilibrium_threshold(n)
    with pytest.raises((TypeError, ValueError), match="thresholds"):
        deal([0.5], n_rounds=10)
    with pytest.raises((TypeError, ValueError), match="n_rounds"):
        deal([0.5, 0.5], n_rounds=1)


def test_games_and_tail():
    duel = solve_coalition(1, mesh=11)
    with pytest.raises(ValueError, match="grow"):
        tail_exponent(duel)
    with pytest.raises(ValueError, match="own"):
        play_games(duel, n_games=10, own=2.0)
    with pytest.raises(ValueError, match="n_games"):
        play_games(duel, n_games=1)  # which has no standard error
    trio = solve_coalition(2, mesh=None)
    record = play_games(trio, n_games=200_000, seed=2)
    error = record.certificate.error
    assert record.lengths.min() == 1
    few = play_games(trio, n_games=3, seed=2)
    assert few.certificate.error == pytest.approx(few.winnings.std(ddof=1) / np.sqrt(3))
    assert abs(record.winnings.mean() - trio.value) < 4 * error and record.unfinished == 0
    ends = play_games(
        trio, n_games=20_000, own=1.0, seed=0
    )  # always folding loses the ante, whatever the stakes
    assert ends.winnings.mean() == pytest.approx(-1, abs=4 * ends.winnings.std() / 141)
    k = tail_exponent(trio)
    tail = [(record.stakes >= s).mean() for s in (4, 16)]
    assert np.log(tail[0] / tail[1]) / np.log(4) == pytest.approx(k, rel=0.1)
    # doubling stakes: the chance of each doubling is exactly 2**-k
    assert tail[0] == pytest.approx(2.0 ** (-2 * k), rel=0.05)


@pytest.mark.parametrize("weenie", [False, True])
def test_plain_thresholds_are_played(weenie):
    p = [0.3, 0.9]
    record = play_games(p, n_games=100_000, weenie=weenie, seed=3)
    value = payoff(p, weenie=weenie) / (1 - stakes_multiplier(p, weenie=weenie))
    assert abs(record.winnings.mean() - value) < 4 * record.certificate.error
    other = play_games([0.1, 0.9], n_games=100, own=0.3, weenie=weenie, seed=3)
    assert (other.winnings == record.winnings[:100]).all()
    trio = solve_coalition(2, mesh=21, weenie=weenie)
    (own, _), (allies, _) = trio.player_one[0], trio.coalition[0]
    pure = replace(trio, player_one=((own, 1.0),), coalition=((allies, 1.0),))
    plans = (own, *allies)
    assert tail_exponent(pure) == tail_exponent(plans, weenie=weenie)
    assert ruin(pure, 3, n_walks=9) == ruin(plans, 3, n_walks=9, weenie=weenie)


def test_the_threshold_is_told_for_as_many_players_as_it_says() -> None:
    assert 0 < 1 - equilibrium_threshold(10**9) < 1e-8
    with pytest.raises(ValueError, match="n_players: got 1000000001"):
        equilibrium_threshold(10**9 + 1)


def test_a_mix_is_drawn_by_its_weights() -> None:
    sums = np.cumsum([1.0, 2.0, 5.0])
    places = [draw_place(sums, u) for u in np.arange(0.5, 80) / 80]
    assert [places.count(i) for i in range(3)] == [10, 20, 50]
