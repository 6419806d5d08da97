"""What the games to play on the pages of Goofspiel get from the run."""

from itertools import combinations

import numpy as np
import pytest

from chapters.goofspiel.play import cards_to_play, nakai_to_play, pattern, swapped
from parlor.games import goofspiel, nakai
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions


def test_values_of_all_states_are_there():
    values, solved = cards_to_play((4,))["values"]["4"], goofspiel.solve(4)
    rng = np.random.default_rng(5)
    for left in (1, 2, 3):
        hands = list(combinations(range(1, 5), left))
        for _ in range(60):
            mine, yours = (hands[i] for i in rng.integers(len(hands), size=2))
            prizes = hands[rng.integers(len(hands))]
            one = pattern(mine, yours)
            first = min(one, swapped(one))
            found = 0.0 if mine == yours else values[first][hands.index(prizes)]
            exact = solved.value(mine, yours, prizes)
            assert (found if one == first else -found) == pytest.approx(exact, abs=1e-8)


def test_nakai_has_every_state_and_its_regions():
    game, table = nakai_to_play(5), nakai.values(5)
    assert len(game["states"]) == len(list(states(5)))
    for state in states(5):
        value, *cuts = game["states"][",".join(map(str, state))]
        assert value == pytest.approx(table.v(*state), abs=1e-8)
        told = [
            (end, game["choices"][code]) for end, code in zip(cuts[::2], cuts[1::2], strict=True)
        ]
        assert told == [(round(r.high, 6), r.choice) for r in regions(table, *state)]
    assert game["gap"] < 1e-14
