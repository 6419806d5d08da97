"""Two-card guts: the deck dealt by a plain simulation, and the continuous game as a neighbour."""

import numpy as np
import pytest

from chapters.guts.two_cards import class_chances, hand_names, payoff_tables, solve
from parlor.games.guts import solve_coalition

TABLES = payoff_tables()


def test_chances():
    P = class_chances()
    assert np.allclose(P, P.transpose(1, 2, 0)) and np.allclose(P, P.transpose(1, 0, 2))
    one = P.sum(axis=(1, 2))
    pair = np.array([len(set(name)) == 1 for name in hand_names()])
    assert one[pair] == pytest.approx(6 / 1326) and one[~pair] == pytest.approx(16 / 1326)
    two = P.sum(axis=2)
    assert two[90, 90] == pytest.approx(6 / 1326 / 1225)  # four aces, two hands
    assert P[90, 90, 90] == 0


def test_zero_sum():
    alpha, beta = TABLES
    total = alpha + alpha.transpose(1, 0, 2) + alpha.transpose(1, 2, 0)
    assert abs(total).max() < 1e-12
    assert beta.min() > -1e-12 and beta.max() < 2 + 1e-12


@pytest.mark.parametrize("holds", [(60, 60, 60), (55, 0, 80), (0, 0, 0), (70, 91, 30)])
def test_the_deal(holds):
    rng = np.random.default_rng(sum(holds))
    rounds = 40_000
    order = {name: i for i, name in enumerate(hand_names())}
    ranks = "23456789TJQKA"
    cards = np.argsort(rng.random((rounds, 52)), axis=1)[:, :6] % 13
    pays, factors = np.zeros(rounds), np.zeros(rounds)
    for k, deal in enumerate(np.sort(cards.reshape(rounds, 3, 2))[:, :, ::-1]):
        hands = [order[ranks[a] + ranks[b]] for a, b in deal]
        held = [h if h >= s else -1 for h, s in zip(hands, holds, strict=True)]
        r = sum(h >= 0 for h in held)
        if r == 0:
            factors[k] = 1
            continue
        winners = [i for i in range(3) if held[i] == max(held)]
        factors[k] = r - len(winners)
        pays[k] = factors[k] - 1
        if held[0] >= 0:
            pays[k] += 3 / len(winners) if 0 in winners else -3
    for sample, table in zip((pays, factors), TABLES, strict=True):
        assert abs(sample.mean() - table[holds]) <= 4 * sample.std() / np.sqrt(rounds) + 1e-12


def test_solution():
    game = solve()
    assert game.gap < 1e-10 and 0 < game.multiplier < 1
    continuous = solve_coalition(2, mesh=None).value
    assert game.value == pytest.approx(continuous, abs=0.01) and game.value < 0
