"""Tastes and policies of one's own: a strategy told in Python plays its very games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlor.games.gift_exchange import Condition, Rules, allocations, engine, play, simulate
from parlor.games.gift_exchange.position import Limits, Position, may_open, targets
from parlor.games.gift_exchange.watch import draw, observe

EIGHT = range(1, 9)


Worth = tuple[float, ...]
Choices = tuple[int, ...]


def by_threshold(at: Position, worth: Worth, choices: Choices) -> int:
    """What "threshold" does, of equals the first seat."""
    return max(choices, key=lambda player: worth[at.holds[player - 1] - 1] if player else 0.6)


def opens(at: Position, worth: Worth, choices: Choices) -> int:
    return 0


def drawn(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.beta(2, 3, (n, n))


@pytest.mark.parametrize("features", ["BASE", "BS"])
@pytest.mark.parametrize("seats", [EIGHT, (1, 4, 8)])
def test_a_strategy_told_in_python_plays_the_same_games(features: str, seats: Any) -> None:
    told = Condition(n_players=8, features=features, policies=dict.fromkeys(seats, by_threshold))
    named = Condition(n_players=8, features=features, policies=dict.fromkeys(seats, "threshold"))
    a, b = play(told, n_games=60), play(named, n_games=60)
    for name in set(a.dtype.names) - {"strategy_value", "strategy_players"}:
        assert (a[name] == b[name]).all(), name
    assert (allocations(told, n_games=60) == allocations(named, n_games=60)).all()
    fewer = b["strategy_players"] - a["strategy_players"]
    assert (fewer.sum(axis=1) == len(seats)).all() and (fewer[:, 4] == len(seats)).all()
    seen, known = observe(told, n_games=30), observe(named, n_games=30)
    assert (seen.robberies == known.robberies).all()
    assert (seen.each("opened") == known.each("opened")).all()
    others = [x for x in range(6) if x != 4]
    assert (seen.each("losses")[:, others] == known.each("losses")[:, others]).all()


def test_named_policies_are_strategies_that_nobody_draws() -> None:
    everybody = Condition(n_players=8, policies=dict.fromkeys(EIGHT, "mean_based"))
    assert (
        play(everybody, n_games=40).tobytes()
        == play(Condition(n_players=8, strategies=["mean_based"]), n_games=40).tobytes()
    )
    assert everybody.occurring == ("mean_based",)
    one = simulate(20, n_players=3, strategies=["always_open"], policies={2: "always_steal"})
    assert one.strategies == ("always_open", "always_steal")
    assert simulate(20, n_players=3, policies=dict.fromkeys((1, 2, 3), opens)).strategies == ()


def test_values_of_ones_own_are_what_is_played() -> None:
    usual = Condition(n_players=6, features="PI")
    values = draw(usual, n_games=30).values
    mine = Condition(values=values, features="PI")
    assert mine.n_players == 6
    assert play(mine, n_games=30).tobytes() == play(usual, n_games=30).tobytes()
    again = play(mine, n_games=30, first_game=30)  # other luck, the same parties in turn
    assert again.tobytes() != play(mine, n_games=30).tobytes()
    assert (draw(mine, n_games=60).values == np.concatenate([values, values])).all()
    assert (draw(mine, n_games=4, first_game=28).values == values[[28, 29, 0, 1]]).all()
    one = Condition(values=values[0])
    assert (draw(one, n_games=4).values == values[0]).all()


def test_any_split_gives_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"n_players": 5, "values": drawn, "policies": {2: by_threshold, 5: "coin_flip"}}
    whole = simulate(50, **asked)
    assert whole == simulate(20, **asked) + simulate(30, first_game=20, **asked)
    monkeypatch.setattr(engine, "MOST_KEPT", 100)  # four games at a time
    assert whole == simulate(50, **asked)
    ours, others = (
        draw(Condition(seed=seed, n_players=5, values=drawn), n_games=2).values for seed in (42, 7)
    )
    assert (ours != others).all()


def test_each_guest_is_asked_with_her_own_tastes_at_a_position_of_hers() -> None:
    met = []

    def look(at: Position, worth: Worth, choices: Choices) -> int:
        assert choices == (0, *targets(at))
        met.append((at, worth))
        return choices[-1]

    condition = Condition(values=np.eye(4), policies=dict.fromkeys((1, 2, 3, 4), look))
    play(condition, n_games=2)
    assert {at.mover for at, _ in met} == {1, 2, 3, 4}
    assert all(worth == tuple(np.eye(4)[at.mover - 1]) for at, worth in met)
    assert all(at.holds[at.mover - 1] == 0 for at, _ in met)
    assert len(met) == 2 * (4 + 0 + 1 + 2 + 3)  # a decision a round and a steal: all are stolen


def test_nobody_is_asked_at_the_final_swap() -> None:
    asked = []

    def keeps(at: Position, worth: Worth, choices: Choices) -> int:
        asked.append(at)
        return 0

    for swap in (True, False):
        asked.clear()
        party = {"values": drawn, "policies": dict.fromkeys((1, 2, 3, 4), keeps)}
        condition = Condition(n_players=4, rules=Rules(final_swap=swap), **party)
        assert play(condition, n_games=40)["swapped"].any() == swap
        assert len(asked) == 40 * 4


def test_limits_and_the_rule_of_ones_own_gift_are_hers_too_but_no_pact() -> None:
    met: list[tuple[Position, Choices]] = []

    def look(at: Position, worth: Worth, choices: Choices) -> int:
        met.append((at, choices))
        return choices[-1]

    rules = Rules(own_gift="hard", coalition=4, final_swap=False)
    everybody = dict.fromkeys((1, 2, 3, 4), look)
    play(Condition(n_players=4, rules=rules, total_limit=2, policies=everybody), n_games=40)
    limits = Limits(total_limit=2, no_own_gift=True)
    for at, choices in met:
        assert choices[choices[0] == 0 :] == targets(at, limits=limits)
        assert (choices[0] == 0) == bool(may_open(at, limits=limits))
    assert any(choices[0] for _, choices in met)  # some must steal
    assert any(len(choices) > 2 for _, choices in met)  # members, all of them, rob each other


def test_equal_questions_are_equal_and_can_be_keys() -> None:
    square = np.eye(3)
    a, b = Condition(values=square), Condition(values=square.tolist())
    assert a == b and hash(a) == hash(b) and a != Condition(values=np.eye(4))
    assert a != Condition(n_players=3) and Condition(values=drawn) == Condition(values=drawn)
    assert Condition(policies={2: opens}) != Condition(policies={2: by_threshold})
    square[0, 0] = 0.5  # the caller's own
    assert a == b and a.values[0][0] == 1
    assert "values=array" in repr(a)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"values": [[0.1, 0.2]]}, r"values: got shape \(1, 2\)"),
        ({"values": [[0.5, 1.5], [0, 0]]}, r"values: got 1.5 at \(0, 1\)"),
        (
            {"values": [[0.5, -0.5], [0, 0]]},
            r"got -0.5 at \(0, 1\), allowed are numbers in \[0, 1\]",
        ),
        ({"values": "tastes"}, "values: got 'tastes'"),
        ({"values": np.eye(3), "n_players": 4}, "n_players: got 4, the values are those of 3"),
        ({"values": np.eye(3), "n_players": 29}, "n_players: got 29, the values are those of 3"),
        (
            {"values": np.eye(3), "valuation": "negative"},
            "values: got some and valuation 'negative'",
        ),
        ({"policies": [opens]}, "policies: got"),
        ({"policies": {30: opens}}, r"policies: a seat: got 30"),
        ({"policies": {"Ann": opens}}, r"policies: a seat: got 'Ann'"),
        ({"policies": {3: "bold"}}, r"policies\[3\]: got 'bold'"),
    ],
)
def test_bad_parties(question: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        Condition(**question)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"values": lambda rng, n: rng.random((n, n + 1))}, r"shape \(5, 6\)"),
        ({"values": lambda rng, n: rng.random((3, 3))}, r"shape \(3, 3\) drawn"),
        ({"values": lambda rng, n: rng.normal(size=(n, n))}, "values: got"),
        ({"policies": {1: lambda *_: 1}}, r"policies\[1\]: got the answer 1, allowed are"),
        ({"policies": {1: lambda *_: None}}, r"policies\[1\]: an answer: got None"),
        ({"policies": {1: lambda *_: 9}}, r"policies\[1\]: got the answer 9, allowed are"),
    ],
)
def test_bad_answers(question: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        play(Condition(n_players=5, **question), n_games=5)
