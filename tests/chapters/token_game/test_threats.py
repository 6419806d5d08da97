"""Threats and many stacks: the figures against counts that are known otherwise."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chapters.token_game.threats import chain, chain_figure, nash_ways, threats_figure


def test_threats_take_from_the_first_what_going_first_is_worth() -> None:
    ways = nash_ways()
    first = [paid[0] for paid in ways.values()]
    assert (len(ways), min(first), max(first)) == (22, 10, 23.5)
    assert ways[5, 9, 8] == (21, 19, 15)
    assert "22 dots" in threats_figure()[1]


def test_every_entrant_into_the_chain_is_offered_the_same() -> None:
    for players in range(2, 9):
        places, shares = chain(players)
        least = shares[-1]
        assert sum(shares) == pytest.approx(1)
        offers = [places[0] ** 2, 1 - places[-1] ** 2]
        offers += [y**2 - ((x + y) / 2) ** 2 for x, y in pairwise(places[:-1])]
        assert offers == pytest.approx([least] * len(offers))
    assert chain(3)[1] == pytest.approx([8 / 17, 9 / 34, 9 / 34])
    assert "3 players 0.51, 0.86" in chain_figure()[1]
