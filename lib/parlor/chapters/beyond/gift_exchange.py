"""Our claims on the gift exchange."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

from parlor.chapters.gift_exchange.lecture_party import (
    FOUR,
    FOUR_WORTH,
    expected_steals,
    play_party,
)
from parlor.core.draws import _draw
from parlor.games.gift_exchange.position import Limits
from parlor.press import Effort, Finding, claim

RULES = ("always_open", "always_steal", "mean_based", "threshold", "expected_value")
THIEVES = ("always_open", "always_steal")
FIVE = ("always_steal", "always_steal", "always_steal", "always_open", "always_steal")
FIVE_TASTES = ((2, 1, 0, 3, 4), (2, 4, 1, 0, 3), (3, 4, 0, 2, 1), (0, 1, 2, 3, 4), (0, 1, 2, 4, 3))


def thefts(values: Sequence[Sequence[float]], rules: Sequence[str], limit: int | None) -> int:
    """Thefts of the game in which gifts come out in order, without the final swap."""
    n = len(values)
    moves = play_party(values, rules, range(1, n + 1), limits=Limits(total_limit=limit))
    return sum(move.victim > 0 and move.round <= n for move in moves)


def random_values(n: int, game: int, same: bool = False) -> list[list[float]]:
    """What n gifts are worth to n guests, by the number of the game."""
    rows = [[_draw(7, game, i * n + j) for j in range(n)] for i in range(n)]
    return [rows[0]] * n if same else rows


def unlimited(rules: Sequence[str], worth: Sequence[float]) -> list[int]:
    """How often each gift is stolen without a limit, if all like the same."""
    n = len(rules)
    moves = play_party([worth] * n, rules, range(1, n + 1), limits=Limits())
    taken = [move.gift for move in moves if move.victim and move.round <= n]
    return [taken.count(gift) for gift in range(1, n + 1)]


@claim("gift_exchange.limits_three")
def limits_three(effort: Effort) -> Finding:
    """Random games of three by the rules of the lecture, and the lecture's four guests."""
    games, count, fewer = effort.of(full=40, reduced=4), 0, 0
    for rules in product(RULES, repeat=3):
        for game in range(games):
            values = random_values(3, game)
            found = [thefts(values, rules, limit) for limit in (1, 2, None)]
            count += 1
            fewer += found != sorted(found)
    one, two = (expected_steals(FOUR_WORTH, FOUR, limit) for limit in (1, 2))
    return Finding(
        fewer == 0 and one > two,
        "{count} games of three by all rules that know no coin: in {fewer} a higher limit means "
        "fewer thefts. The lecture's four guests: {one} on average with a limit of one, {two} with "
        "two.",
        count=count, fewer=fewer, one=str(one), two=str(two),
    )  # fmt: skip


@claim("gift_exchange.limits_agree")
def limits_agree(effort: Effort) -> Finding:
    """Games of guests who agree on the gifts and always or never steal, against the formula."""
    wrong = count = 0
    for n in range(2, effort.of(full=8, reduced=5)):
        for number, rules in enumerate(product(THIEVES, repeat=n)):
            values = random_values(n, number, same=True)
            found = [thefts(values, rules, limit) for limit in range(1, n)]
            often = unlimited(rules, values[0])
            more = [b - a for a, b in pairwise(found)]
            count += 1
            wrong += found != [sum(min(limit, c) for c in often) for limit in range(1, n)]
            wrong += more != sorted(more, reverse=True)
    return Finding(
        wrong == 0,
        "All {count} parties of two to {n} guests who always or never steal, with a random common "
        "taste each: {wrong} differ from the formula or are not concave.",
        count=count, n=effort.of(full=7, reduced=4), wrong=wrong,
    )  # fmt: skip


@claim("gift_exchange.limits_five")
def limits_five(effort: Effort) -> Finding:
    """The five guests, and a search among four and, for a limit of one, among more."""
    values = [[-row.index(gift) for gift in range(5)] for row in FIVE_TASTES]
    five = [thefts(values, FIVE, limit) for limit in (1, 2, 3, 4)]
    games, count, fewer, below = effort.of(full=120, reduced=5), 0, 0, 0
    for n in (4, 5, 6):
        for rules in product(THIEVES, repeat=n):
            for game in range(games if n == 4 else games // 8):
                found = [thefts(random_values(n, game), rules, limit) for limit in range(1, n)]
                count += 1
                fewer += n == 4 and found != sorted(found)
                below += found[0] > min(found)
    return Finding(
        five == [4, 6, 5, 5] and fewer == 0 and below == 0,
        "The five guests: {five} thefts with limits from one to four. {count} other games of four "
        "to six: in {fewer} of four a higher limit means fewer thefts, and in {below} a limit of "
        "one is not the one with fewest.",
        five=", ".join(map(str, five)), count=count, fewer=fewer, below=below,
    )  # fmt: skip
