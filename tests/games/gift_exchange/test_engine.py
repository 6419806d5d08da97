"""The gift exchange against plain Python, closed forms, its invariants, and bad input."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial, reduce
from itertools import pairwise, product
from operator import add
from typing import Any

import numpy as np
import pytest

from chapters.gift_exchange.paired import contrast, play_statistics, relative_change
from chapters.gift_exchange.sets import SETS, conditions
from parlor.core.draws import stream_of, uniform_at
from parlor.games.gift_exchange import (
    APPENDIX,
    FEATURES,
    FIVE,
    MAIN,
    SIX,
    VALUATIONS,
    Condition,
    Reading,
    Rules,
    allocations,
    play,
    simulate,
    simulate_condition,
)
from parlor.games.gift_exchange.draws import normals
from parlor.games.gift_exchange.reading import CHOICES
from parlor.games.gift_exchange.watch import draw

from .oracle import GOLDEN, Luck, mix, play_slowly

COUNTS = ["steals", "chains", "longest_chain", "swapped", "own_gifts"]


def any_condition(pick: random.Random) -> Condition:
    """Readings, rules and features in every combination."""
    n = pick.choice([1, 2, 3, 4, 5, 7, 12, 29])
    return Condition(
        seed=pick.randrange(2**63),
        n_players=n,
        valuation=pick.choice(VALUATIONS),
        features=tuple(feature for feature in FEATURES if pick.random() < 0.5),
        strategies=pick.choice(
            [SIX, FIVE, ("threshold",), {"always_steal": 0.7, "coin_flip": 0.3}]
        ),
        reading=Reading(**{name: pick.choice(options) for name, options in CHOICES.items()}),
        total_limit=pick.choice([None, None, 1, 3]),
        rules=Rules(
            own_gift=pick.choice(["ignored", "soft", "hard"]),
            own_gift_cost=0.2,
            coalition=pick.randint(0, n),
            pact=pick.choice(["non-aggression", "targeting"]),
            final_swap=pick.random() < 0.8,
        ),
    )


@pytest.mark.parametrize("batch", range(4))
def test_agrees_with_plain_python_game_by_game(batch: int) -> None:
    pick = random.Random(batch)
    for _ in range(100):
        condition = any_condition(pick)
        n, first = condition.n_players, pick.randrange(10**6)
        records = play(condition, n_games=2, first_game=first)
        gifts = allocations(condition, n_games=2, first_game=first)
        for game, record in enumerate(records):
            slow = play_slowly(condition, first + game)
            players = range(1, n + 1)
            final = [slow.final(i) for i in players]
            envy = sum(max(slow.values[i].values()) - slow.final(i) for i in players)
            assert gifts[game].tolist() == [slow.owns[i] for i in players], condition
            assert record["seat_value"] == pytest.approx(final, abs=1e-12)
            assert record[COUNTS].tolist() == (
                slow.steals,
                sum(length > 0 for length in slow.chains),
                max(slow.chains),
                slow.trace[-1][0] == "swap",
                sum(slow.owns[i] == i for i in players),
            )
            assert record["envy"] == pytest.approx(envy, abs=1e-9)
            assert record["welfare"] == pytest.approx(sum(final) / n, abs=1e-9)
            allied = sum(slow.final(i) for i in slow.allies)
            assert record["allied_value"] == pytest.approx(allied, abs=1e-9)
            for s, name in enumerate(SIX):
                theirs = [slow.final(i) for i in players if slow.strategies[i] == name]
                assert record["strategy_value"][s] == pytest.approx(sum(theirs), abs=1e-9)
                assert record["strategy_players"][s] == len(theirs)


def test_random_numbers() -> None:
    assert mix(GOLDEN) == 0xE220A8397B1DCDAF  # splitmix64 of seed 0, first output
    key = stream_of(np.uint64(42), 7)
    assert int(key) == Luck(42, 7).stream
    numbers = np.array([uniform_at(key, 0, place) for place in range(5_000)])
    assert abs(numbers.mean() - 0.5) < 4 * np.sqrt(1 / 12 / numbers.size)
    pairs = np.array([normals(key, 3, place) for place in range(5_000)])
    assert np.abs(pairs.mean(axis=0)).max() < 4 / np.sqrt(len(pairs))
    assert np.abs(np.cov(pairs.T) - np.eye(2)).max() < 4 * np.sqrt(2 / len(pairs))


@pytest.mark.parametrize("seed", range(40))
def test_invariants(seed: int) -> None:
    condition = any_condition(random.Random(1000 + seed))
    n = condition.n_players
    gifts, records = allocations(condition, n_games=30), play(condition, n_games=30)
    assert (np.sort(gifts, axis=1) == np.arange(1, n + 1)).all()  # Theorem 2.1
    steals, chains = records["steals"], records["chains"]
    assert records["longest_chain"].max() <= n - 1  # Lemma 2.1
    assert ((chains <= steals) & (steals <= chains * (n - 1))).all()
    assert (records["strategy_players"].sum(axis=1) == n).all()
    assert all((records[name] >= 0).all() for name in records.dtype.names)


@pytest.mark.parametrize("total_limit", [1, 2, 3])
def test_limits_are_kept_and_chains_lock(total_limit: int) -> None:
    condition = Condition(seed=5, n_players=9, valuation="correlated", total_limit=total_limit)
    for game in range(20):
        slow = play_slowly(condition, game)
        holds: dict[int, int] = {}
        stolen: dict[int, int] = {}
        chain: set[int] = set()
        for action, player, other in slow.trace:
            if action == "open":
                assert other not in holds.values()
                holds[player], chain = other, set()
            elif action == "steal":
                gift = holds.pop(other)
                assert gift not in chain
                chain.add(gift)
                stolen[gift] = stolen.get(gift, 0) + 1
                holds[player] = gift
        assert max(stolen.values(), default=0) <= total_limit


OTHERS: dict[str, Any] = {
    "seed": 1,
    "n_players": 8,
    "valuation": "negative",
    "features": (),
    "strategies": FIVE,
    "reading": Reading(target="value"),
    "total_limit": 1,
    "rules": Rules(final_swap=False),
    "values": lambda rng, n: rng.random((n, n)),
    "policies": {4: "always_open"},
    "own_gift": "hard",
    "own_gift_cost": 0.5,
    "coalition": 2,
    "pact": "targeting",
    "base_chance": (0.5,) * 6,
}


@pytest.mark.parametrize(
    ("owner", "name"),
    [(kind, one.name) for kind in (Condition, Rules, Reading) for one in fields(kind) if one.init],
)
def test_nothing_is_asked_for_that_changes_nothing(owner: type, name: str) -> None:
    """As a limit a round did, beside the lock of a chain: each other choice has other games."""
    usual = getattr(owner(), name)
    if name in OTHERS:
        others = [OTHERS[name]]
    elif name in CHOICES:
        others = [x for x in CHOICES[name] if x != usual]
    else:
        others = [usual / 2 if isinstance(usual, float) else not usual]
    asked = {Rules: {"own_gift": "soft", "coalition": 5}, Reading: {}}
    if name == "satisfaction_weight":  # of a player who has no gift in hand
        asked[Reading] = {"satisfaction": "gift just lost"}

    def games(**changed: Any) -> Iterator[str]:
        rules, reading = (
            kind(**given | changed if kind is owner else given) for kind, given in asked.items()
        )
        tastes = VALUATIONS[:1] if name == "values" else VALUATIONS
        for valuation, features in product(tastes, ("", "PI", "SC", "BS", "FULL")):
            one = Condition(
                seed=42,
                n_players=9,
                valuation=valuation,
                features=features,
                reading=reading,
                rules=rules,
            )
            played = simulate_condition(
                replace(one, **changed) if owner is Condition else one, n_games=50
            )
            yield played.to_frame().to_csv()

    for other in others:
        assert any(a != b for a, b in zip(games(), games(**{name: other}), strict=True)), other


def test_more_steals_with_a_higher_total_limit() -> None:
    played = [
        play_statistics(
            Condition(valuation="correlated", total_limit=limit), ["steals"], n_games=2000
        )
        for limit in (1, 2, 3, 6, None)
    ]
    for fewer, more in pairwise(played):
        assert (
            contrast((1, more, "steals"), (-1, fewer, "steals")).interval(4)[0] > 0
        )  # Proposition 2.1


def test_closed_forms() -> None:
    n = 12
    steals = simulate(300, n_players=n, strategies=["always_steal"])
    assert steals.steals == n * (n - 1) / 2  # every open gift changes hands in every round
    assert steals.steals_error == 0
    assert steals.longest_chain == n - 1
    flips = simulate(4000, n_players=n, strategies=["coin_flip"])
    assert abs(flips.steals - (n - 2 + 2 ** (1 - n))) < 4 * flips.steals_error
    opens = simulate(4000, n_players=n, strategies=["always_open"])
    assert opens.steals == 0
    expected = np.full(n, 0.5)
    expected[0] = n / (n + 1)  # the best of n uniform gifts; the partner gets a random one
    assert (np.abs(opens.seat_value - expected) < 4 * opens.seat_value_error).all()
    assert abs(opens.estimate("envy").value + opens.welfare - n / (n + 1)) < 0.01
    alone = simulate(4000, n_players=1)
    assert alone.seat_value.shape == (1,)
    assert abs(alone.welfare - 0.5) < 4 * alone.estimate("welfare").error


def test_a_party_without_the_final_swap_ends_a_move_earlier() -> None:
    """Games are those with a swap, up to it: player 1 keeps what she would have given away."""
    for features in ("", "SC+AD", "FULL"):
        usual = Condition(seed=8, n_players=9, valuation="correlated", features=features)
        plain = replace(usual, rules=Rules(final_swap=False))
        swapped, kept = play(usual, n_games=200), play(plain, n_games=200)
        assert swapped["swapped"].sum() > 0 and not kept["swapped"].any()
        assert not kept["swap_steals"].any()
        for name in ("steals", "chains", "longest_chain", "swap_envy_before", "strategy_players"):
            assert (swapped[name] == kept[name]).all()
        assert (kept["swap_envy_after"] == kept["swap_envy_before"]).all()
        moved = (allocations(usual, n_games=200) != allocations(plain, n_games=200)).sum(axis=1)
        assert set(moved) == {0, 2} and ((moved > 0) == (swapped["swapped"] > 0)).all()


def test_without_the_swap_every_seat_of_those_who_open_is_alike() -> None:
    """All open: each goes home with a random gift, whose value is 1/2 on average."""
    rules = Rules(final_swap=False)
    opens = simulate(4000, n_players=12, strategies=["always_open"], rules=rules)
    assert (np.abs(opens.seat_value - 0.5) < 4 * opens.seat_value_error).all()
    assert opens.actions == 12


def test_two_players() -> None:
    """Player 2 always steals: player 1 opens another, and may swap back for the better one."""
    played = simulate(20_000, n_players=2, strategies=["always_steal"])
    assert played.steals == 1
    assert abs(played.seat_value[0] - 2 / 3) < 4 * played.seat_value_error[0]
    assert abs(played.seat_value[1] - 1 / 2) < 4 * played.seat_value_error[1]


def test_features_that_cannot_matter_do_not() -> None:
    base = Condition(seed=1, n_players=15, valuation="correlated", strategies=FIVE)
    free = replace(MAIN, base_cost=0.0, reputation_cost=0.0)
    even = replace(MAIN, temperature=0.0)
    without = play(base, n_games=100)
    assert (play(replace(base, features="PI"), n_games=100) == without).all()
    assert (play(replace(base, features="SC", reading=free), n_games=100) == without).all()
    assert (play(replace(base, features="BS", reading=even), n_games=100) == without).all()
    assert (play(replace(base, features="SC"), n_games=100) != without).any()
    assert (play(replace(base, strategies=SIX), n_games=100) != without).any()


@pytest.mark.parametrize("cost", [0.0, 10.0])
def test_looks_that_count_much_or_are_bad_leave_each_player_a_gift(cost: float) -> None:
    """Weights of 10**-2000 or 10**2000 are as good as others."""
    reading = replace(MAIN, selection="appearance", temperature=1000, clipped=False, signal_noise=9)
    rules = Rules(own_gift="soft", own_gift_cost=cost)
    condition = Condition(
        seed=1, n_players=5, features="BS", strategies=["always_open"], reading=reading, rules=rules
    )
    found = allocations(condition, n_games=200)
    assert (np.sort(found, axis=1) == np.arange(1, 6)).all(), "a gift was opened twice"
    if not cost:
        best = draw(condition, n_games=200).appearance.argsort(axis=1)[:, ::-1] + 1
        as_looks = (found == best).sum(axis=1)
        assert (as_looks >= 3).mean() > 0.95, "two of five swap in the end"


def test_any_split_in_any_order_gives_the_same_bits() -> None:
    for features in ("BASE", "FULL"):
        run = partial(simulate, n_players=11, valuation="negative", features=features)
        whole = run(5000, first_game=3)
        cuts = [3, 4, 700, 701, 2750, 5003]
        parts = [run(b - a, first_game=a) for a, b in pairwise(cuts)]
        assert reduce(add, parts) == whole
        assert reduce(add, reversed(parts)) == whole
        assert (parts[1] + parts[3]) + (parts[0] + (parts[4] + parts[2])) == whole
        assert repr(whole.seat_value.tolist()) == repr(reduce(add, parts).seat_value.tolist())
        assert run(5000, first_game=4) != whole


def test_tastes_that_are_kept_for_the_next_condition_are_its_own() -> None:
    """Tastes of a few opposed games are drawn once; those of many with each game."""
    choices = (
        {}, {"camps": "parity"}, {"camp_noise": 0.4}, {"signal_noise": 0.1}, {"correlation": 0.2},
    )  # fmt: skip
    for seed, n in ((1, 100), (2, 100), (1, 99)):
        for choice in choices:
            condition = Condition(
                seed=seed,
                n_players=n,
                valuation="negative",
                features="FULL",
                reading=replace(MAIN, **choice),
            )
            few = [play(condition, n_games=130, first_game=first) for first in (0, 130)]
            assert (np.concatenate(few) == play(condition, n_games=260)).all()


def test_processes_give_the_same_bits() -> None:
    # a function of the library: new processes need not be able to import the tests
    chunk = partial(simulate, n_players=8, features="FULL")
    whole = chunk(2000)  # first, so that they find the kernels compiled
    halves = [chunk(1000, first_game=k) for k in (0, 1000)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        parts = [pool.submit(chunk, 1000, first_game=k) for k in (0, 1000)]
        assert [part.result() for part in parts] == halves
    assert halves[0] + halves[1] == whole


def test_ranges_must_be_disjoint_and_conditions_equal() -> None:
    some = simulate(20, n_players=4)
    with pytest.raises(ValueError, match="games 10 to 19 are counted twice"):
        some + simulate(20, n_players=4, first_game=10)
    for other in (
        simulate(20, n_players=4, first_game=20, seed=1),
        simulate(20, n_players=4, first_game=20, reading=APPENDIX),
        simulate(20, n_players=4, first_game=20, strategies=FIVE),
    ):
        with pytest.raises(ValueError, match="only equal conditions add"):
            some + other


def test_statistics_are_those_of_the_records() -> None:
    condition = Condition(
        seed=3, n_players=7, valuation="correlated", features=("SC",), rules=Rules(coalition=3)
    )
    records, played = play(condition, n_games=3000), simulate_condition(condition, n_games=3000)
    seats, steals = records["seat_value"], records["steals"]
    assert played.steals == pytest.approx(steals.mean(), rel=1e-12)
    assert played.steals_error == pytest.approx(steals.std(ddof=1) / 3000**0.5, rel=1e-9)
    assert played.seat_value == pytest.approx(seats.mean(axis=0), abs=1e-9)
    assert played.seat_value_error == pytest.approx(seats.std(axis=0, ddof=1) / 3000**0.5, rel=1e-6)
    assert played.welfare == pytest.approx(seats.mean(), abs=1e-9)
    actions = steals + 7 + records["swapped"]
    assert played.actions == pytest.approx(actions.mean())
    error = played.estimate("actions").error
    assert error == pytest.approx(actions.std(ddof=1) / 3000**0.5, rel=1e-9)
    members, others = played.coalition_value
    assert 3 * members + 4 * others == pytest.approx(7 * played.welfare)
    value, error = played.strategy_value, played.strategy_value_error
    first_value, first_players = (records[f"strategy_{x}"][:, 0] for x in ("value", "players"))
    for top, bottom, ratio, ratio_error in (
        (steals, records["chains"], played.chain_length, played.estimate("chain").error),
        (first_value, first_players, value["always_open"], error["always_open"]),
    ):
        left_out = (top.sum() - top) / (bottom.sum() - bottom)  # jackknife
        assert ratio == pytest.approx(top.sum() / bottom.sum(), rel=1e-8)
        assert ratio_error == pytest.approx(left_out.std() * 3000**0.5, rel=0.01)


def test_paired_contrasts() -> None:
    base, social = (
        play_statistics(
            Condition(n_players=9, features=f), ["steals", "seat1-seat2", "envy"], n_games=2000
        )
        for f in ("BASE", "SC")
    )
    difference = (
        play(social.condition, n_games=2000)["steals"]
        - play(base.condition, n_games=2000)["steals"]
    )
    effect = contrast((1, social, "steals"), (-1, base, "steals"))
    assert effect.value == pytest.approx(difference.mean())
    assert effect.error == pytest.approx(difference.std(ddof=1) / 2000**0.5)
    apart = np.hypot(base.estimate("steals").error, social.estimate("steals").error)
    assert effect.error < apart
    change = relative_change(social, base, "steals")
    assert change.value == pytest.approx(effect.value / base.values["steals"])
    with pytest.raises(ValueError, match="terms: got games"):
        shorter = play_statistics(base.condition, ["steals"], n_games=10)
        contrast((1, social, "steals"), (-1, shorter, "steals"))


def test_the_factorial_has_every_condition_once() -> None:
    cells = conditions("appendix")
    assert len(cells) == len({(c.valuation, c.features) for c in cells}) == 48
    assert all(c.reading == APPENDIX and c.strategies == FIVE for c in cells)
    assert SETS[-1] == FEATURES


@pytest.mark.parametrize("own_gift", ["ignored", "soft", "hard"])
def test_own_gift_rule(own_gift: str) -> None:
    shares = {
        rule: simulate(4000, n_players=10, rules=Rules(own_gift=rule, own_gift_cost=0.3))
        .estimate("own")
        .value
        for rule in ("ignored", own_gift)
    }
    assert abs(shares["ignored"] - 0.1) < 0.006
    if own_gift != "ignored":
        assert shares[own_gift] < shares["ignored"] / 2


def test_coalition_members_do_not_steal_from_each_other() -> None:
    rules = Rules(coalition=4)
    for game in range(30):
        slow = play_slowly(Condition(seed=7, n_players=10, rules=rules), game)
        assert len(slow.allies) == 4
        for action, player, other in slow.trace:
            assert action != "steal" or not {player, other} <= slow.allies
    everyone = simulate(200, n_players=10, rules=Rules(coalition=10))
    assert everyone.steals == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (partial(simulate, 0), "n_games: got 0, allowed are the integers 1 to"),
        (partial(simulate, 10, n_players=0), "n_players: got 0, allowed are the integers 1 to 200"),
        (partial(simulate, 10, n_players=2.0), "n_players: got 2.0"),
        (partial(simulate, 10, seed=-1), "seed: got -1"),
        (partial(simulate, 10, first_game=-1), "first_game: got -1"),
        (partial(simulate, 10, features=["XY"]), "features: got 'XY', allowed are 'PI', 'SC'"),
        (partial(simulate, 10, features="SC+SC"), "features: got .*each is allowed once"),
        (partial(simulate, 10, valuation="odd"), "valuation: got 'odd', allowed are 'independent'"),
        (partial(simulate, 10, strategies=["greedy"]), "strategies: got 'greedy', allowed are"),
        (partial(simulate, 10, strategies=[]), "strategies: got"),
        (
            partial(simulate, 10, strategies={"threshold": 0.5, "coin_flip": 0.4}),
            "strategies: the probabilities sum to 0.9, allowed is 1",
        ),
        (
            partial(simulate, 10, strategies={"threshold": 1.5, "coin_flip": -0.5}),
            "strategies: threshold: got 1.5, allowed are numbers from 0 to 1",
        ),
        (partial(simulate, 10, reading="main"), "reading: got 'main'"),
        (partial(simulate, 10, total_limit=1.5), "total_limit: got 1.5"),
        (
            partial(simulate, 10, total_limit=0),
            "total_limit: got 0, .* 1 to .*, and None",
        ),
        (partial(simulate, 10, seed=1.5), "seed: got 1.5"),
        (partial(simulate, 10, seed=True), "seed: got True"),
        (partial(simulate, 10, seed="3"), "seed: got '3'"),
        (
            partial(simulate_condition, "FULL", n_games=10),
            "condition: got 'FULL', allowed is an object of C",
        ),
        (partial(simulate_condition, Condition(), n_games=10**400), "n_games: got 1000"),
        (partial(play, None, n_games=10), "condition: got None"),
        (partial(play, Condition(), n_games=2**22 + 1), "n_games: got 4194305"),
        (partial(simulate, 10, features={"PI"}), "features: got {'PI'}"),
        (partial(simulate, 10, features=b"PI"), "features: got b'PI'"),
        (partial(simulate, 10, strategies=(s for s in SIX)), "strategies: got <generator"),
        (partial(simulate, 10, n_players=3, rules=Rules(coalition=4)), "coalition: got 4"),
        (
            partial(Reading, correlation=1.2),
            "correlation: got 1.2, allowed are numbers from 0 to 1",
        ),
        (partial(Reading, correlation=float("nan")), "correlation: got nan"),
        (partial(Reading, ties="best"), "ties: got 'best', allowed are 'first seat'"),
        (partial(Reading, base_chance=(0.5,) * 5), "base_chance: got"),
        (
            partial(Reading, base_chance=(1.5,) * 6),
            "base_chance: always_open: got 1.5, allowed are numbers from 0 to 1",
        ),
        (partial(Rules, own_gift="maybe"), "own_gift: got 'maybe'"),
        (partial(Rules, final_swap="no"), "final_swap: got 'no', allowed are True and False"),
        (partial(Rules, final_swap=0), "final_swap: got 0, allowed are True and False"),
        (partial(Rules, final_swap=None), "final_swap: got None, allowed are True and False"),
        (partial(play_statistics, Condition(), ["seat30"], n_games=10), "statistics: got 'seat30'"),
        (partial(simulate(2, n_players=3).estimate, "seat4"), "statistic: got 'seat4'"),
    ],
)
def test_bad_input(call: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_sum_starts_from_nothing_and_the_first_difference_is_named():
    halves = [simulate(3), simulate(3, first_game=3)]
    assert sum(halves) == simulate(6)
    with pytest.raises(ValueError, match="seed: got 42 and 1"):
        halves[0] + simulate(3, seed=1, first_game=3)


def test_a_small_integer_type_does_not_overflow():
    assert simulate(3, n_players=np.int8(120)) == simulate(3, n_players=120)


def test_a_condition_keeps_its_own_strategies():
    shares = {"always_open": 0.5, "always_steal": 0.5}
    condition = Condition(strategies=shares)
    shares["always_open"] = 0.0
    assert condition.strategies == {"always_open": 0.5, "always_steal": 0.5}


@pytest.mark.parametrize(
    "wrong",
    [
        {"features": None},
        {"features": 5},
        {"strategies": 5},
        {"strategies": [["a"]]},
        {"strategies": {}},
    ],
)
def test_what_is_no_list_of_names_is_refused_by_name(wrong):
    with pytest.raises((TypeError, ValueError), match=f"^{next(iter(wrong))}: got"):
        simulate(3, **wrong)
