"""The card game: what ships of large games and of blurred plans, checked where fractions can.

What the openings, for points and to win, lose in the payoffs that ship is added up in fractions; the
payoffs themselves are floats, of the run that solved the rest of the game. States with few cards
are solved anew from the rules, with a simplex method in fractions. Of the losses of known plans
those with few cards are found exactly, and the ones that ship are compared with a theorem.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "games"
Cards = tuple[int, ...]
SMALL = Fraction(1, 10**12)


def without(cards: Cards, card: int) -> Cards:
    return tuple(c for c in cards if c != card)


def game_value(rows: list[list[Fraction]]) -> Fraction:
    """Value of a matrix game, by the simplex method with Bland's rule.

    >>> print(game_value([[Fraction(3), Fraction(-1)], [Fraction(-2), Fraction(1)]]))
    1/7
    """
    low, high = max(map(min, rows)), min(map(max, zip(*rows, strict=True)))
    if low == high:  # at a saddle point
        return low
    m, n = len(rows), len(rows[0])
    shift = 1 - min(map(min, rows))
    table = [
        [x + shift for x in row] + [Fraction(int(i == k)) for k in range(m)] + [Fraction(1)]
        for i, row in enumerate(rows)
    ]
    costs = [Fraction(-1)] * n + [Fraction(0)] * (m + 1)
    basis = list(range(n, n + m))
    while (enter := next((j for j in range(n + m) if costs[j] < 0), None)) is not None:
        ratios = [
            (table[i][-1] / table[i][enter], basis[i], i) for i in range(m) if table[i][enter] > 0
        ]
        _, _, leave = min(ratios)
        pivot = table[leave][enter]
        table[leave] = [x / pivot for x in table[leave]]
        for i in range(m):
            if i != leave and table[i][enter]:
                factor = table[i][enter]
                table[i] = [x - factor * y for x, y in zip(table[i], table[leave], strict=True)]
        factor = costs[enter]
        costs = [x - factor * y for x, y in zip(costs, table[leave], strict=True)]
        basis[leave] = enter
    return 1 / costs[-1] - shift


@cache
def to_win(mine: Cards, yours: Cards, prizes: Cards, lead: int) -> Fraction:
    """Chance to end ahead less the chance to end behind.

    >>> print(to_win((1, 4), (2, 3), (1, 4), 0))
    1
    """
    if not prizes:
        return Fraction((lead > 0) - (lead < 0))
    total = Fraction(0)
    for prize in prizes:
        rest = without(prizes, prize)
        game = [
            [
                to_win(
                    without(mine, a), without(yours, b), rest, lead + prize * ((a > b) - (a < b))
                )
                for b in yours
            ]
            for a in mine
        ]
        total += game_value(game)
    return total / len(prizes)


@cache
def for_points(mine: Cards, yours: Cards, prizes: Cards) -> Fraction:
    """Expected difference in points.

    >>> print(for_points((1, 4), (2, 3), (1, 4)))
    3
    """
    total = Fraction(0)
    for prize in prizes:
        rest = without(prizes, prize)
        game = [
            [
                prize * ((a > b) - (a < b)) + for_points(without(mine, a), without(yours, b), rest)
                for b in yours
            ]
            for a in mine
        ]
        total += game_value(game)
    return total / max(len(prizes), 1)


def loss(n: int, reach: int) -> Fraction:
    """What a best reply wins against a bid whose rank is at most `reach` from the prize's.

    >>> print(loss(3, 0), loss(5, 0), loss(5, 5))
    0 5 4
    """

    @cache
    def value(mine: Cards, yours: Cards, prizes: Cards) -> Fraction:
        total = Fraction(0)
        for rank, prize in enumerate(prizes):
            near = yours[max(0, rank - reach) : rank + reach + 1]
            rest = without(prizes, prize)
            total += max(
                sum(
                    prize * ((a > b) - (a < b)) + value(without(mine, a), without(yours, b), rest)
                    for b in near
                )
                / Fraction(len(near))
                for a in mine
            )
        return total / max(len(prizes), 1)

    cards = tuple(range(1, n + 1))
    return value(cards, cards, cards)


def check_openings(entry: dict) -> Fraction:
    """The most that an opening which ships loses in the payoffs that ship."""
    n, worst = entry["cards"], Fraction(0)
    assert len(entry["payoffs"]) == n  # one first prize after another
    for above, bids in zip(entry["payoffs"], entry["strategies"], strict=True):
        chances = [Fraction(bid) for bid in bids]
        assert min(chances) >= 0 and abs(sum(chances) - 1) < SMALL
        pairs = ((i, j) for i in range(n) for j in range(i + 1, n))
        pays = [Fraction(0)] * n  # of each reply
        for (i, j), x in zip(pairs, map(Fraction, above), strict=True):
            pays[j] -= chances[i] * x
            pays[i] += chances[j] * x
        worst = max(worst, *pays)
    return worst


if __name__ == "__main__":
    for file, aim, value, sizes in (
        ("goofspiel.json", "for points", for_points, [11, 12, 13, 14]),
        ("goofspiel_winning.json", "to win", to_win, [8, 9, 10]),
    ):
        runs, again = json.loads((DATA / file).read_text("utf-8")), 0
        assert [run["cards"] for run in runs] == sizes, "not the games that are claimed"
        for run in runs:
            lost, gaps = check_openings(run), [Fraction(layer["gap"]) for layer in run["layers"]]
            assert lost < SMALL
            assert [layer["cards"] for layer in run["layers"]] == [*range(1, run["cards"])]
            assert min(gaps) >= 0 and 2 * sum(gaps) + lost < Fraction(1, 10**10)
            assert {len(hand) for hand, *_ in run["samples"]} == set(range(1, run["cards"]))
            for hand, other, prizes, found, *lead in run["samples"]:
                if len(hand) <= 4:
                    again += 1
                    right = value(tuple(hand), tuple(other), tuple(prizes), *lead)
                    assert abs(right - Fraction(found)) < SMALL
        most = max(run["cards"] for run in runs)
        print(f"{aim}, up to {most} cards: openings lose nothing, {again} states are right")

    for n in range(1, 6):
        assert loss(n, n) == Fraction(n * n - 1, 6)
    assert all(loss(n, 1) < Fraction(n * n - 1, 6) for n in (4, 5))  # less than at random
    print("with 3, 4 and 5 cards a neighbour's rank loses", *(loss(n, 1) for n in (3, 4, 5)))
    shipped = json.loads((DATA / "goofspiel_replies.json").read_text("utf-8"))
    near, chance = shipped["rank of the prize or a neighbour"], shipped["at random"]
    assert [*map(int, chance)] == [*map(int, near)] == [10, 11, 12, 13]
    for n in map(int, chance):
        assert abs(Fraction(chance[str(n)]) - Fraction(n * n - 1, 6)) < SMALL
        assert (Fraction(near[str(n)]) > Fraction(n * n - 1, 6)) == (n >= 12)
    print(f"what ships of {len(chance)} games agrees with the theorem on bids at random")
