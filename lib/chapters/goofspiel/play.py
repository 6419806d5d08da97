"""What the two games to play on the pages of this chapter know: values, from the solvers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from parlor.games import goofspiel, nakai
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions

CARDS = (3, 4, 5, 6)
MOST_PRIZES = 8  # in Nakai's game
DIGITS = 9  # kept of a value: far more than is shown


def cards_to_play(sizes: tuple[int, ...] = CARDS) -> dict[str, Any]:
    """Values of all states of Goofspiel, few enough for a page once alike states are merged.

    Parameters
    ----------
    sizes : tuple of int
        Cards in a hand, each 2 to 6.

    Returns
    -------
    dict
        ``values[n][pattern]`` is a list over the sets of prizes left, in the order of
        `itertools.combinations`. A pattern has a digit for each card that somebody holds, lowest
        first: 1 mine, 2 yours, 3 of both. Of a pattern and the one with the players swapped the
        first in order is there, and none of equal hands, whose value is 0.

    Examples
    --------
    >>> cards_to_play((2,))
    {'values': {'2': {'12': [-1.0, -2.0]}}}
    """
    values: dict[str, dict[str, list[float]]] = {}
    for n in sizes:
        solved, found = goofspiel.solve(n), {}
        for left in range(1, n):
            hands = list(combinations(range(1, n + 1), left))
            for mine, yours in permutations(hands, 2):
                name = pattern(mine, yours)
                if name in found or swapped(name) < name:
                    continue
                worth = (solved.value(mine, yours, prizes) for prizes in hands)
                found[name] = [round(value, DIGITS) + 0.0 for value in worth]
        values[str(n)] = found
    return {"values": values}


def pattern(mine: tuple[int, ...], yours: tuple[int, ...]) -> str:
    """Return who holds the cards that are left, lowest first: 1 mine, 2 yours, 3 of both.

    >>> pattern((1, 3), (3, 4))
    '132'
    """
    cards = sorted({*mine, *yours})
    return "".join(str((card in mine) + 2 * (card in yours)) for card in cards)


def swapped(name: str) -> str:
    """Return a pattern with the players swapped."""
    return name.translate(str.maketrans("12", "21"))


def nakai_to_play(most: int = MOST_PRIZES) -> dict[str, Any]:
    """Values of all states of Nakai's game with uniform prizes, and what is optimal at which.

    Parameters
    ----------
    most : int
        Most prizes to come, 1 to 8.

    Returns
    -------
    dict
        ``choices``, pairs of choices as `regions` names them, and ``states["n,k,l,m"]``, a list of
        the value and then, for each interval of prizes in order, its upper end and the place of
        what is optimal there in ``choices``. States in which one side has no card are left out:
        their value is 0. ``gap`` is the solver's certificate.

    Examples
    --------
    >>> game = nakai_to_play(2)
    >>> game["states"]["2,1,0,1"], game["choices"][5]
    ([0.225346928, 1.0, 5], 'mix high/pass')
    """
    table = nakai.values(most)
    choices: list[str] = []
    found: dict[str, list[float]] = {}
    for state in sorted(states(most)):
        row: list[float] = [round(table.v(*state), DIGITS) + 0.0]
        for region in regions(table, *state):
            if region.choice not in choices:
                choices.append(region.choice)
            row += [round(region.high, 6), choices.index(region.choice)]
        found[",".join(map(str, state))] = row
    return {"choices": choices, "gap": table.certificate.error, "states": found}


def still_cards() -> str:
    """A prize and two hands of five, where no game can be played."""
    rows = [("prize", [4]), ("you", [1, 2, 3, 4, 5]), ("opponent", [1, 2, 3, 4, 5])]
    return _faces(rows, "A prize of 4 is turned up; you and the opponent hold the cards 1 to 5.")


def still_nakai() -> str:
    """Cards of Nakai's game, where no game can be played."""
    rows = [("prize", ["0.7"]), ("player I", ["H", "H", "H", "L"]), ("player II", ["M"] * 4)]
    alt = (
        "A prize of 0.7; player I holds three high cards and a low one, player II four middle ones."
    )
    return _faces(rows, alt)


def _faces(rows: Sequence[tuple[str, Sequence[object]]], alt: str) -> str:
    """Rows of cards, as SVG."""
    parts = []
    for row, (name, cards) in enumerate(rows):
        y = 40 * row
        parts.append(f'<text x="88" y="{y + 23}" text-anchor="end">{name}</text>')
        for place, card in enumerate(cards):
            x = 100 + 38 * place
            parts.append(
                f'<rect x="{x}" y="{y + 1}" width="30" height="34" rx="4" fill="none" '
                f'stroke="currentColor"/><text x="{x + 15}" y="{y + 23}">{card}</text>'
            )
    return (
        '<svg viewBox="0 0 290 118" role="img" fill="currentColor" font-size="14" '
        f'text-anchor="middle" aria-label="{alt}">{"".join(parts)}</svg>'
    )
