"""Our claims on the gift exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import factorial

import numpy as np

from parlor.core.draws import draw_at
from parlor.games.gift_exchange.condition import Condition, Rules
from parlor.games.gift_exchange.engine import allocations, play
from parlor.games.gift_exchange.reading import SIX
from parlor.games.gift_exchange.watch import draw
from parlor.games.trajectories import count
from press import Effort, Finding, claim, greatest
from press.ledger.verdict import NOISE

from ..agreement import tally
from ..gift_exchange import choices, envy_and_exchange, friends, long_run
from ..gift_exchange.enumeration import trajectories
from ..gift_exchange.incentives import LIMITS, best_limits, limit_row, pact_gain, shipped
from ..gift_exchange.orders import COUNTEREXAMPLE, STRATEGIES, Values, expected_steals, steals
from ..gift_exchange.reasoning import pair_gains
from ..gift_exchange.theory import best_assignment
from ..gift_exchange.top_trading_cycles import aftermath, exchange
from ..tolerances import CERTIFIED, ROUNDING
from .said import said

THIEVES = ("always_open", "always_steal")
FIVE = ("always_steal", "always_steal", "always_steal", "always_open", "always_steal")
FIVE_TASTES = ((2, 1, 0, 3, 4), (2, 4, 1, 0, 3), (3, 4, 0, 2, 1), (0, 1, 2, 3, 4), (0, 1, 2, 4, 3))


def thefts(values: Values, rules: Sequence[str], limit: int | None) -> int:
    """Thefts of the game in which gifts come out in order, without the final swap."""
    return steals(values, rules, range(len(values)), limit)[0]


@cache
def random_values(n: int, game: int, same: bool = False) -> tuple[tuple[float, ...], ...]:
    """What n gifts are worth to n guests, in hundredths, by the number of the game."""
    rows = tuple(tuple(100 * draw_at(7, game, i * n + j) for j in range(n)) for i in range(n))
    return rows[:1] * n if same else rows


@claim("gift_exchange.limits_three")
def limits_three(effort: Effort) -> Finding:
    """Random games of three by the rules of the lecture, and the lecture's four guests."""
    games = product(product(STRATEGIES, repeat=3), range(effort.of(full=40, reduced=4)))
    found = [
        [thefts(random_values(3, game), rules, limit) for limit in (1, 2, None)]
        for rules, game in games
    ]
    rising = tally(row == sorted(row) for row in found)
    one, two = (expected_steals(*COUNTEREXAMPLE, limit) for limit in (1, 2))
    return Finding(
        rising.all and one > two,
        f"In {rising} random games of three guests, by all rules but the coin, a higher limit "
        "means as many thefts or more. The lecture's four guests commit "
        f"{one!s} thefts on average with a limit of one, and {two!s} with a limit of two.",
    )


@claim("gift_exchange.limits_agree")
def limits_agree(effort: Effort) -> Finding:
    """Games of guests who agree on the gifts and always or never steal, against the formula."""
    right, most = list[bool](), effort.of(full=7, reduced=4)
    for n in range(2, most + 1):
        for number, rules in enumerate(product(THIEVES, repeat=n)):
            values = random_values(n, number, same=True)
            found = [thefts(values, rules, limit) for limit in range(1, n)]
            often = steals(values, rules, range(n), None)[1]
            more = [b - a for a, b in pairwise(found)]
            formula = [sum(min(limit, c) for c in often) for limit in range(1, n)]
            right.append(found == formula and more == sorted(more, reverse=True))
    return Finding(
        all(right),
        f"Played under every limit were parties of two to {most} guests who always or never steal, "
        f"each with a random common taste. {str(tally(right)).capitalize()} follow the formula, "
        "and are concave.",
    )


@claim("gift_exchange.limits_five")
def limits_five(effort: Effort) -> Finding:
    """The five guests, and a search among four and, for a limit of one, among more."""
    values = [[-row.index(gift) for gift in range(5)] for row in FIVE_TASTES]
    five = [thefts(values, FIVE, limit) for limit in (1, 2, 3, 4)]
    games = effort.of(full=120, reduced=5)
    found = [
        [thefts(random_values(n, game), rules, limit) for limit in range(1, n)]
        for n in (4, 5, 6)
        for rules in product(THIEVES, repeat=n)
        for game in range(games if n == 4 else games // 8)
    ]
    fewest = tally(row[0] == min(row) for row in found)
    rising = tally(row == sorted(row) for row in found if len(row) == 3)
    return Finding(
        five == [4, 6, 5, 5] and rising.all and fewest.all,
        f"With limits from one to four the five guests of the proof commit "
        f"{', '.join(map(str, five))} thefts. In {fewest} random games of four to six guests a "
        f"limit of one means fewest thefts, and in {rising} of those with four guests a higher "
        "limit never means fewer.",
    )


def best_at(thefts: Sequence[float], worth: Sequence[float], price: float) -> int:
    """Place of the best limit at a price, by trying all; of equals that with fewest thefts."""
    net = np.asarray(worth) - price * np.asarray(thefts)
    return int(np.flatnonzero(net >= net.max() - ROUNDING)[0])


@claim("gift_exchange.price")
def price(effort: Effort) -> Finding:
    """The stairs against all limits tried at many prices, and conditions played again."""
    rows = shipped()["limits"]
    again = rows[:: effort.of(full=5, reduced=21)]
    games = effort.of(full=long_run.LIMIT_GAMES, reduced=2)
    same = effort.reduced or all(
        long_run.limits(row["valuation"], row["features"], games) == row for row in again
    )
    worst, rises, named, tops = 0.0, 0, list[bool](), []
    prices = np.arange(0.0005, 0.2, 0.001)
    for row in rows:
        worth = [choices.N_PLAYERS * x for x in row["welfare"]]
        steps, before = best_limits(row["thefts"], worth), len(LIMITS)
        for cost in prices:
            here = LIMITS.index([limit for start, limit in steps if start <= cost][-1])
            tried = best_at(row["thefts"], worth, float(cost))
            named.append(here == tried)
            rises += tried > before
            before = tried
    for row in again:
        fresh = limit_row(
            Condition(seed=2026, valuation=row["valuation"], features=row["features"]),
            effort.of(full=1500, reduced=2),
        )
        net = choices.N_PLAYERS * fresh["welfare"] - choices.PRICE * fresh["thefts"]
        tops.append(LIMITS[int(net.argmax())])
        said = LIMITS.index(choices.limit_at(row, choices.PRICE))
        worst = greatest(worst, float(net.max() - net[said]) / choices.N_PLAYERS)
    best = [LIMITS.index(choices.limit_at(row, choices.PRICE)) for row in rows]
    agree = [k for k, row in zip(best, rows, strict=True) if row["valuation"] == "correlated"]
    most, alike = LIMITS[max(best)], LIMITS[max(agree)]
    return Finding(
        same
        and all(named)
        and rises == 0
        and (most, alike) == (4, 2)
        and (effort.reduced or all(top is not None and top <= 4 for top in tops)),
        f"At the price of a twentieth the best limit is at most {most!s} in all {len(rows)} "
        f"conditions, and at most {alike!s} where tastes agree. {len(again)} conditions were "
        "played again. The same games gave the same digits; on other games the best limit was "
        f"{', '.join(map(str, tops))}, and the limit that we call best brought a guest at most "
        f"{worst:.4f} less. The stairs name the best limit in {tally(named)} cases, each a "
        f"condition and a price, and in {rises or 'none'} it rises with the price.",
    )


@claim("gift_exchange.pacts")
def pacts(effort: Effort) -> Finding:
    """The conditions that are said to reward a pact, on other games, and some that are not."""
    named = [("correlated", features) for features in ("SC", "PI+SC", "SC+BS", "PI+SC+BS")]
    others = (("independent", "SC"), ("correlated", "BASE"), ("correlated", "SC+AD"))
    games = effort.of(full=3000, reduced=20)

    def gain(valuation: str, features: str, size: int) -> float:
        rules = Rules(coalition=size)
        party = Condition(seed=2026, valuation=valuation, features=features, rules=rules)
        found = pact_gain(party, games)
        return found.value / found.error

    good, large = ([gain(*condition, size) for condition in named] for size in (12, 22))
    bad = [gain(*condition, 8) for condition in others]
    kept = {(r["valuation"], r["features"]): r["gain"] for r in shipped()["pacts"]}
    same = long_run.pact("correlated", "SC", 8, long_run.PACTS[8]) == kept["correlated", "SC"]["8"]
    found = sorted(choices.rewarded()) == sorted(named) and choices.best_sizes() == [8, 15]
    return Finding(
        found and same and (effort.reduced or (min(good) > 2 and max(large) < 0 and max(bad) < 2)),
        f"Of the sizes that were played {' and '.join(map(str, choices.best_sizes()))} gain most. "
        "The four conditions were played again with other games: a pact of twelve gains "
        f"{', '.join(f'{z:.1f}' for z in good)} standard errors, and the least loss of a pact of "
        f"twenty-two is {-max(large):.1f}. In three other conditions a pact of eight loses "
        f"{', '.join(f'{-z:.1f}' for z in bad)} standard errors. The same games give the same "
        "digits.",
    )


@claim("gift_exchange.strategies")
def strategies(effort: Effort) -> Finding:
    """Who does better in parties of one strategy and a few of each other."""
    rows, thieves = shipped()["populations"], choices.thieves()
    shares = {(row["valuation"], row["features"]): row["shares"]["always_steal"] for row in rows}
    ruled = [one for one in shares if {"SC", "AD"} & set(one[1].split("+"))]
    none = max(share for one, share in shares.items() if one not in ruled)
    games, most, own = effort.of(full=4000, reduced=20), 0.85, SIX.index("always_steal")
    mix = {name: most if name == "always_steal" else (1 - most) / 5 for name in SIX}

    def lead(valuation: str, features: str) -> float:
        """How many standard errors the best other rule earns more than always stealing."""
        party = Condition(seed=5, valuation=valuation, features=features, strategies=mix)
        records = play(party, n_games=games)
        value, players = records["strategy_value"], records["strategy_players"]
        mean = value.sum(axis=0) / players.sum(axis=0)
        error = np.sqrt(((value - mean * players) ** 2).sum(axis=0)) / players.sum(axis=0)
        return float(np.delete((mean - mean[own]) / np.hypot(error, error[own]), own).max())

    safe = [lead(*condition) for condition in ruled[::7]]
    led = [lead(*condition) for condition in (("independent", "BASE"), ("negative", "PI+BS"))]
    return Finding(
        sorted(thieves) == sorted(ruled)
        and none in said["no_thieves"]
        and (effort.reduced or (max(safe) < 0 and min(led) > 2)),
        f"{len(thieves)} of {len(rows)} populations end with always_steal alone, just those with "
        f"social costs or moods. In the others its share is {none:.3f} at most. Other games were "
        f"played by parties of which {most:.0%} always steal. In {len(safe)} conditions of the "
        f"first kind every other rule earns less, by {-max(safe):.1f} standard errors or more; in "
        f"{len(led)} of the second kind some rule earns more, by {min(led):.1f} or more.",
    )


def last_rounds(
    ends: Sequence[int], guest: int, last: int, two: Sequence[int], free: frozenset[int]
) -> Iterator[list[int]]:
    """All ends of the last round if friends take anything that is free, and the others the best.

    In `ends` are the ranks of the guests' gifts, 0 the best, and -1 for `guest`, who is to act;
    `last` is wrapped.
    """
    for taken in free if guest in two else [min(free)]:
        then = list(ends)
        then[guest] = taken
        if taken == last:
            yield then
        else:
            victim = ends.index(taken)
            then[victim] = -1
            yield from last_rounds(then, victim, last, two, free - {taken})


def best_last_round(hold: Sequence[int], last: int, two: Sequence[int]) -> int:
    """What two friends gain in the last round, in ranks, by trying all that they can take.

    In `hold` are the ranks of the gifts of all guests but the last, who begins.
    """
    start, gifts = [*hold, -1], frozenset([*hold, last])
    alone, *_ = last_rounds(start, len(hold), last, (), gifts)
    found = last_rounds(start, len(hold), last, two, gifts)
    return max(sum(alone[i] - ends[i] for i in two) for ends in found)


@claim("gift_exchange.laundering")
def laundering(effort: Effort) -> Finding:
    """All last rounds of a few guests, tried, and three guests with gifts worth anything."""
    most, parties = effort.of(full=6, reduced=4), effort.of(full=60, reduced=6)
    right, paid = list[bool](), list[bool]()
    for n in range(3, most + 1):
        for last in range(n):
            holds = permutations([gift for gift in range(n) if gift != last])
            for hold, two in product(holds, combinations(range(n), 2)):
                first, other = sorted((*hold, -1)[i] for i in two)
                right.append(best_last_round(hold, last, two) == (first + 1 < other < last))
    for game in range(parties):
        worth = [Fraction(draw_at(11, game, i)) for i in range(3)]
        step = (sorted(worth)[1] - min(worth)) / 6
        for limit, eager in product((2, None), (False, True)):
            found = pair_gains(worth, total_limit=limit, eager=eager)
            paid.append(list(found.values()) == [0, step, step])
    return Finding(
        all(right + paid),
        f"In {tally(right)} cases, each a last round of three to {most} guests and two of them as "
        "friends, the best that the friends can do is what the theorem says. So it is in "
        f"{tally(paid)} cases of {parties} parties of three with random gifts, two limits and two "
        "ways to break ties.",
    )


@claim("gift_exchange.friends")
def together(effort: Effort) -> Finding:
    """What each two gain, solved by who holds what kind of gift, whoever is indifferent."""
    top = effort.of(full=6, reduced=4)
    limits: tuple[int | None, ...] = (1, 2, 3, None)
    parties = [
        (n, limit)
        for n, limit in product(range(3, top + 1), limits)
        if limit is None or limit == 1 or limit < n - 1 < 5  # a higher one is none
    ]
    zero, kind, gaining, costly, swaps = (list[bool]() for _ in range(5))

    def pleased(joint: list[Fraction]) -> bool:
        """No pair loses, and some gain."""
        return min(joint) >= 0 < sum(joint)

    for n, limit in parties:
        for eager in (False, True) if n < 5 or (n < 6 and limit in (1, None)) else (False,):
            joint = friends.gains(n, limit, eager=eager)
            if limit == 1:
                zero += [gain == 0 for gain in joint]
            else:
                kind.append(pleased(joint))
                gaining += [gain > 0 for gain in joint if n > 3]
            costly.append(sum(friends.gains(n, limit, spare=True, eager=eager)) < 0)
            if n < 5:
                swaps.append(pleased(friends.gains(n, limit, final_swap=True, eager=eager)))
    return Finding(
        all(zero + costly + kind + gaining + swaps),
        f"Solved were {len(parties)} games, each a number of guests from three to {top} and a "
        "limit, most of them twice: indifferent guests open in one case and steal in the other. If "
        f"a gift may be stolen once, {tally(zero)} pairs gain zero. With other limits no pair "
        f"loses and some gain in {tally(kind)} cases, and among four guests or more "
        f"{tally(gaining)} pairs gain. A pact to spare each other loses, added up over all pairs, "
        f"in {tally(costly)} cases. With a final swap and up to four guests no pair loses and some "
        f"gain in {tally(swaps)} cases.",
    )


def has_exchange(values: np.ndarray, gifts: np.ndarray) -> bool:
    """Whether some guests could pass their gifts round so that each of them gains.

    Whoever likes nothing better that the others left hold is taken away, until nobody is; a cycle
    is left if anybody is.
    """
    n = len(gifts)
    likes = values[:, gifts] > values[np.arange(n), gifts][:, None]
    left = np.ones(n, bool)
    while left.any():
        stay = left & (likes & left).any(axis=1)
        if (stay == left).all():
            return True
        left = stay
    return False


@claim("gift_exchange.exchange")
def exchanged(effort: Effort) -> Finding:
    """Other games of all conditions; and cycles of wishes, found by another method."""
    found = envy_and_exchange.ends(effort.of(full=500, reduced=12), 31)
    right = list[bool]()
    few = effort.of(full=60, reduced=4)
    for valuation in envy_and_exchange.VALUATIONS:
        one = envy_and_exchange.party(valuation, "SC", 3, 31)
        for values, gifts in zip(
            draw(one, n_games=few).values, allocations(one, n_games=few) - 1, strict=True
        ):
            new = exchange(values, gifts)
            trade = bool((new != gifts).any())
            right.append(not has_exchange(values, new) and has_exchange(values, gifts) == trade)
    spread, more = 0.0, list[bool]()
    for valuation in envy_and_exchange.VALUATIONS:
        part = {key[1:]: one for key, one in found.items() if key[0] == valuation}
        after = [one.exchanged.value for one in part.values()]
        spread = greatest(spread, max(after) - min(after))
        more += [
            part[features, low].content.value < part[features, high].content.value
            for features in dict.fromkeys(features for features, _ in part)
            for low, high in pairwise(envy_and_exchange.LIMITS)
        ]
    gains = [one.gain for one in found.values()]
    least, traders = min(gain.value for gain in gains), [o.traders.value for o in found.values()]
    stable = max(one.stable.value for one in found.values())
    bounds = (
        spread in said["exchange_spread"]
        and all(more)
        and stable in said["exchange_idle"]
        and least in said["exchange_gain"]
    )
    return Finding(
        all(right) and min(gain.sigmas for gain in gains) > NOISE and (effort.reduced or bounds),
        f"Other games were played in {len(found)} combinations of condition and limit. The "
        f"exchange brings a guest {least:.3f} to {max(gain.value for gain in gains):.3f} more, "
        f"{min(traders):.0%} to {max(traders):.0%} of the guests trade, and at most {stable:.1%} "
        "of the games leave nothing to exchange. Afterwards combinations with the same tastes "
        f"differ by {spread:.4f} at most. A higher limit leaves more guests without envy in "
        f"{tally(more)} cases. A search for cycles, by another method, finds none after an "
        f"exchange, and one before it just where somebody trades, in {tally(right)} games.",
    )


@claim("gift_exchange.envy")
def envy(effort: Effort) -> Finding:
    """The same parties under other limits and features; all hands of small parties."""
    games = effort.of(full=200, reduced=10)
    ways = list(product(("BASE", "SC"), (1, 3, None)))
    apart = 0.0
    for valuation in envy_and_exchange.VALUATIONS:
        ends = [aftermath(envy_and_exchange.party(valuation, *way, 41), games) for way in ways]
        totals = [end.envy.value + end.welfare.value for end in ends]
        apart = greatest(apart, max(totals) - min(totals))
    right = list[bool]()
    for game, same in product(range(effort.of(full=60, reduced=6)), (False, True)):
        worth = np.array(random_values(5, game, same))
        envies = {
            hold: (worth.max(axis=1) - worth[range(5), hold]).sum()
            for hold in permutations(range(5))
        }
        best, low = tuple(best_assignment(worth)[0].tolist()), min(envies.values())
        alike = max(envies.values()) - low < CERTIFIED
        right.append(envies[best] <= low + CERTIFIED and alike == same)
    return Finding(
        all(right) and apart < CERTIFIED,
        f"The same {games} parties of {choices.N_PLAYERS} were played under other "
        f"limits and features, in {len(envy_and_exchange.VALUATIONS) * len(ways)} ways: for given "
        f"tastes the mean sum of envy and value differs by {apart:.0e} at most. In {tally(right)} "
        "parties of five, of all ways to hand out the gifts, the best assignment has the least "
        "envy, and envy is the same in all just where all want the same.",
    )


def stable_sizes(n: int, gain: Sequence[float]) -> list[int]:
    """Sizes of the groups that the proposition forms of n guests; `gain` is by size, from 1."""
    sizes: list[int] = []
    while (left := n - sum(sizes)) > 0:
        best = max(range(1, left + 1), key=lambda size: gain[size - 1])
        sizes += [best] * (left // best)
    return sizes


@claim("gift_exchange.stable_partition")
def stable_partition(effort: Effort) -> Finding:
    """Groups of every set of guests are tried against the partition, for random gains by size."""
    stable = []
    for n in range(2, effort.of(full=11, reduced=6)):
        for game in range(effort.of(full=100, reduced=10)):
            gain = [0.0, *(draw_at(13, game, 20 * n + k) - 0.5 for k in range(1, n))]
            sizes = stable_sizes(n, gain)
            now = [gain[size - 1] for size in sizes for _ in range(size)]
            groups = [group for k in range(1, n + 1) for group in combinations(range(n), k)]
            stays = all(any(gain[len(group) - 1] <= now[i] for i in group) for group in groups)
            stable.append(sum(sizes) == n and stays)
    return Finding(
        all(stable),
        f"Every group was tried in parties of two to {n} guests with random gains by size. In "
        f"{tally(stable)} parties each group has a member who would not gain by leaving.",
    )


@claim("gift_exchange.one_theft")
def one_theft(effort: Effort) -> Finding:
    """All games of small parties, played; and the counts by lists, which know no formula."""
    few, most = effort.of(full=5, reduced=4), effort.of(full=12, reduced=7)
    claimed = [
        factorial(n)
        * sum(factorial(n - 1 + k) // (factorial(n - 1 - k) * factorial(k) * 2**k)
              for k in range(n))
        for n in range(1, most + 1)
    ]  # fmt: skip
    played = [sum(1 for _ in trajectories(n, total_limit=1)) for n in range(1, few + 1)]
    same = tally(count(n, total_limit=1) == one for n, one in enumerate(claimed, start=1))
    return Finding(
        played == claimed[:few] and same.all,
        f"Played one by one, parties of one to {few} guests have {', '.join(map(str, played))} "
        f"games; the formula says {', '.join(map(str, claimed[:few]))}. A count by lists of thefts "
        f"agrees with it for {same} numbers of guests up to {most}.",
    )
