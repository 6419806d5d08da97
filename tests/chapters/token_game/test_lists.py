"""Recursion over lists, against one over ordered moves that pays by direct distances."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chapters.token_game.lists import JUDGES, solve_by_lists
from tests.games.token_game.oracle import Oracle

WORTH = {
    "least": min,
    "most": max,
    "first listed": lambda takes: takes[0],
    "last listed": lambda takes: takes[-1],
    "mean of the list": lambda takes: sum(takes) / Fraction(len(takes)),
}


class Listed(Oracle):
    def play(self, placed=()):
        if len(placed) == self.n_players:
            return [placed]
        ways = {p: self.play((*placed, p)) for p in self.moves(placed)}
        worth = {
            p: WORTH[self.ties]([self.pay(path)[len(placed)] for path in listed])
            for p, listed in ways.items()
        }
        return [path for p in ways if worth[p] == max(worth.values()) for path in ways[p]]


@given(
    st.lists(st.integers(-2, 4), min_size=1, max_size=5), st.integers(1, 3),
    st.sampled_from(["line", "clock"]), st.sampled_from(sorted(WORTH)), st.booleans(),
)  # fmt: skip
def test_brute_force(prizes, n_players, layout, judge, sort):
    m = min(n_players, len(prizes))
    oracle = Listed(prizes, m, layout, judge)
    assert solve_by_lists(prizes, m, layout=layout, judge=judge, sort=sort) == oracle.play()
    for first in range(1, len(prizes) + 1):
        rest = solve_by_lists(prizes, m, layout=layout, judge=judge, sort=sort, placed=(first,))
        assert [(first, *way) for way in rest] == oracle.play((first,))


def test_judges_differ():
    assert JUDGES.keys() == WORTH.keys()
    ways = {tuple(solve_by_lists([1, 0, 1, 1, 1], 3, judge=judge)) for judge in JUDGES}
    assert len(ways) == len(JUDGES)


@pytest.mark.parametrize("placed", [(), (1,)])
def test_one_stack(placed):
    assert solve_by_lists([7], 1, placed=placed) == [(1,)[len(placed) :]]
