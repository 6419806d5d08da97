"""All equilibria, by the definition: every pure strategy profile of every subgame is enumerated."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import prod

import pytest

from parlor.games.token_game import payoffs, solve


def enumerate_equilibria(prizes: tuple[int, ...], m: int, layout: str) -> list[tuple[int, ...]]:
    """Play paths of all subgame perfect equilibria, by choosing one for each move's subgame."""
    pay = cache(lambda path: payoffs(prizes, path, layout=layout))

    def paths(placed: tuple[int, ...]) -> set[tuple[int, ...]]:
        if len(placed) == m:
            return {placed}
        free = [c for c in range(1, len(prizes) + 1) if c not in placed]
        after = [sorted(paths((*placed, c))) for c in free]
        if prod(map(len, after)) > 50_000:
            raise OverflowError
        found = set()
        for chosen in product(*after):
            best = max(pay(path)[len(placed)] for path in chosen)
            found |= {path for path in chosen if pay(path)[len(placed)] == best}
        return found

    return sorted(paths(()))


@pytest.mark.parametrize("layout", ["line", "clock"])
def test_all_is_what_enumerating_profiles_gives(layout: str) -> None:
    draw, compared = random.Random(1), 0
    for _ in range(60):
        n = draw.randint(2, 5)
        prizes = tuple(draw.randint(0, 3) for _ in range(n))
        m = draw.randint(1, n)
        try:
            expected = enumerate_equilibria(prizes, m, layout)
        except OverflowError:
            continue
        compared += 1
        assert solve(prizes, m, layout=layout, ties="all").paths == expected, (prizes, m)
    assert compared > 50


def test_the_smallest_board_of_the_book_with_several_payoffs() -> None:
    paths = enumerate_equilibria(tuple(range(1, 7)), 3, "clock")
    assert paths == solve(range(1, 7), 3, layout="clock", ties="all").paths
    assert len({payoffs(range(1, 7), path, layout="clock") for path in paths}) > 1
