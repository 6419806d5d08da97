"""After the party: no group can do better by what its members held, found by trying all."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from chapters.gift_exchange.top_trading_cycles import aftermath, exchange
from parlor.games.gift_exchange.condition import Condition
from parlor.games.gift_exchange.engine import play


def blocked(values: np.ndarray, held: np.ndarray, new: np.ndarray) -> bool:
    """Whether some group, by what its members held, can make all of them better off than `new`."""
    n = len(held)
    return any(
        all(values[i, held[j]] > values[i, new[i]] for i, j in zip(group, other, strict=True))
        for size in range(1, n + 1)
        for group in combinations(range(n), size)
        for other in permutations(group)
    )


def test_nobody_can_do_better_and_whoever_trades_gains() -> None:
    random = np.random.default_rng(8)
    for game in range(80):
        n = int(random.integers(2, 6))
        values = random.integers(0, 5, (n, n)) if game % 2 else random.random((n, n))
        held = random.permutation(n)
        new = exchange(values.astype(float), held.tolist())
        assert sorted(new) == list(range(n))
        assert not blocked(values, held, new)
        for i in range(n):
            assert new[i] == held[i] or values[i, new[i]] > values[i, held[i]]


def test_if_all_want_the_same_nobody_trades() -> None:
    worth = np.random.default_rng(1).random(7)
    held = [3, 0, 6, 1, 2, 5, 4]
    assert exchange(np.tile(worth, (7, 1)), held).tolist() == held


def test_welfare_and_envy_are_those_of_the_engine() -> None:
    condition = Condition(n_players=9, valuation="correlated", features="SC")
    after, records = aftermath(condition, 300), play(condition, n_games=300)
    assert after.welfare.value == pytest.approx(records["welfare"].mean())
    assert after.envy.value == pytest.approx(records["envy"].mean() / 9)
    assert after.exchanged.value - after.welfare.value == pytest.approx(after.gain.value)
