"""Our claims on the gift exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import factorial

import numpy as np

from parlor.core.draws import draw_at
from parlor.games.gift_exchange.condition import Condition, Rules, read_features
from parlor.games.gift_exchange.engine import allocations, play
from parlor.games.gift_exchange.reading import SIX
from parlor.games.gift_exchange.watch import draw
from parlor.games.trajectories import count
from parlor.games.trajectories.enumeration import trajectories
from press import Effort, Finding, claim, counted, greatest

from ..gift_exchange import afterwards, chosen, friends, outlook
from ..gift_exchange.incentives import LIMITS, best_limits, limit_row, pact_gain
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
    games, count, fewer = effort.of(full=40, reduced=4), 0, 0
    for rules in product(STRATEGIES, repeat=3):
        for game in range(games):
            values = random_values(3, game)
            found = [thefts(values, rules, limit) for limit in (1, 2, None)]
            count += 1
            fewer += found != sorted(found)
    one, two = (expected_steals(*COUNTEREXAMPLE, limit) for limit in (1, 2))
    return Finding(
        fewer == 0 and one > two,
        f"In {counted(count - fewer, count)} random games of three guests, by all rules but the "
        "coin, a higher limit means as many thefts or more. The lecture's four guests commit "
        f"{one!s} thefts on average with a limit of one, and {two!s} with a limit of two.",
    )


@claim("gift_exchange.limits_agree")
def limits_agree(effort: Effort) -> Finding:
    """Games of guests who agree on the gifts and always or never steal, against the formula."""
    wrong = count = 0
    for n in range(2, effort.of(full=8, reduced=5)):
        for number, rules in enumerate(product(THIEVES, repeat=n)):
            values = random_values(n, number, same=True)
            found = [thefts(values, rules, limit) for limit in range(1, n)]
            often = steals(values, rules, range(n), None)[1]
            more = [b - a for a, b in pairwise(found)]
            count += 1
            wrong += found != [sum(min(limit, c) for c in often) for limit in range(1, n)]
            wrong += more != sorted(more, reverse=True)
    return Finding(
        wrong == 0,
        f"Played under every limit were {count} parties of two to {effort.of(full=7, reduced=4)} "
        "guests who always or never steal, each with a random common taste. "
        + (
            "All follow the formula, and are concave."
            if not wrong
            else f"The formula or concavity fails {wrong} times."
        ),
    )


@claim("gift_exchange.limits_five")
def limits_five(effort: Effort) -> Finding:
    """The five guests, and a search among four and, for a limit of one, among more."""
    values = [[-row.index(gift) for gift in range(5)] for row in FIVE_TASTES]
    five = [thefts(values, FIVE, limit) for limit in (1, 2, 3, 4)]
    games, count, few, fewer, below = effort.of(full=120, reduced=5), 0, 0, 0, 0
    for n in (4, 5, 6):
        for rules in product(THIEVES, repeat=n):
            for game in range(games if n == 4 else games // 8):
                found = [thefts(random_values(n, game), rules, limit) for limit in range(1, n)]
                count += 1
                few += n == 4
                fewer += n == 4 and found != sorted(found)
                below += found[0] > min(found)
    return Finding(
        five == [4, 6, 5, 5] and fewer == 0 and below == 0,
        f"With limits from one to four the five guests of the proof commit "
        f"{', '.join(map(str, five))} thefts. In {counted(count - below, count)} random games of "
        "four to six guests a limit of one means fewest thefts, and in "
        f"{counted(few - fewer, few)} of those with four guests a higher limit never means fewer.",
    )


def best_at(thefts: Sequence[float], worth: Sequence[float], price: float) -> int:
    """Place of the best limit at a price, by trying all; of equals that with fewest thefts."""
    net = np.asarray(worth) - price * np.asarray(thefts)
    return int(np.flatnonzero(net >= net.max() - ROUNDING)[0])


@claim("gift_exchange.price")
def price(effort: Effort) -> Finding:
    """The stairs against all limits tried at many prices, and conditions played again."""
    rows = chosen.tables()["limits"]
    again = rows[:: effort.of(full=5, reduced=21)]
    games = effort.of(full=outlook.LIMIT_GAMES, reduced=2)
    same = effort.reduced or all(
        outlook.limits(row["valuation"], row["features"], games) == row for row in again
    )
    worst, off, rises, tops = 0.0, 0, 0, []
    prices = np.arange(0.0005, 0.2, 0.001)
    for row in rows:
        worth = [chosen.N_PLAYERS * x for x in row["welfare"]]
        steps, before = best_limits(row["thefts"], worth), len(LIMITS)
        for cost in prices:
            here = LIMITS.index([limit for start, limit in steps if start <= cost][-1])
            tried = best_at(row["thefts"], worth, float(cost))
            off += here != tried
            rises += tried > before
            before = tried
    for row in again:
        fresh = limit_row(
            Condition(2026, chosen.N_PLAYERS, row["valuation"], read_features(row["features"])),
            effort.of(full=1500, reduced=2),
        )
        net = chosen.N_PLAYERS * fresh["welfare"] - chosen.PRICE * fresh["thefts"]
        tops.append(int(net.argmax()))
        said = LIMITS.index(chosen.limit_at(row, chosen.PRICE))
        worst = greatest(worst, float(net.max() - net[said]) / chosen.N_PLAYERS)
    most = max(LIMITS.index(chosen.limit_at(row, chosen.PRICE)) for row in rows)
    alike = max(
        LIMITS.index(chosen.limit_at(row, chosen.PRICE))
        for row in rows
        if row["valuation"] == "correlated"
    )
    return Finding(
        same
        and off == rises == 0
        and LIMITS[most] == 4
        and LIMITS[alike] == 2
        and (effort.reduced or (LIMITS[max(tops)] or 99) <= 4),
        f"At the price of a twentieth the best limit is at most {LIMITS[most]!s} in all "
        f"{len(rows)} conditions, and at most {LIMITS[alike]!s} where tastes agree. "
        f"{len(again)} conditions were played again. The same games gave the same digits; on "
        f"other games the best limit was {', '.join(str(LIMITS[top]) for top in tops)}, and the "
        f"limit that we call best brought a guest at most {worst:.4f} less. All limits were "
        f"compared at {prices.size} prices: "
        + (
            "the stairs name the best one everywhere, and it never rises."
            if not off + rises
            else f"the stairs name another one {off} times, and it rises {rises} times."
        ),
    )


@claim("gift_exchange.pacts")
def pacts(effort: Effort) -> Finding:
    """The conditions that are said to reward a pact, on other games, and some that are not."""
    named = [("correlated", features) for features in ("SC", "PI+SC", "SC+BS", "PI+SC+BS")]
    games = effort.of(full=3000, reduced=20)

    def gain(valuation: str, features: str, size: int) -> float:
        rules = Rules(coalition=size)
        party = Condition(2026, 29, valuation, read_features(features), rules=rules)
        found = pact_gain(party, games)
        return found.value / found.error

    good = [gain(*condition, 12) for condition in named]
    large = [gain(*condition, 22) for condition in named]
    others = (("independent", "SC"), ("correlated", "BASE"), ("correlated", "SC+AD"))
    bad = [gain(*condition, 8) for condition in others]
    again = outlook.pact("correlated", "SC", 8, outlook.PACTS[8])
    kept = {(r["valuation"], r["features"]): r["gain"] for r in chosen.tables()["pacts"]}
    same = again == kept["correlated", "SC"]["8"]
    found = sorted(chosen.rewarded()) == sorted(named) and chosen.best_sizes() == [8, 15]
    sizes = " and ".join(map(str, chosen.best_sizes()))
    return Finding(
        found and same and (effort.reduced or (min(good) > 2 and max(large) < 0 and max(bad) < 2)),
        f"Of the sizes that were played {sizes} gain most. The four conditions were played again "
        f"with other games: a pact of twelve gains {', '.join(f'{z:.1f}' for z in good)} standard "
        "errors, and the least loss of a pact of twenty-two is "
        f"{-max(large):.1f}. In three other conditions a pact of eight loses "
        f"{', '.join(f'{-z:.1f}' for z in bad)} standard errors. The same games give the same "
        "digits.",
    )


@claim("gift_exchange.strategies")
def strategies(effort: Effort) -> Finding:
    """Who does better in parties of one strategy and a few of each other."""
    rows = chosen.tables()["populations"]
    thieves = chosen.thieves()
    ruled = [
        (row["valuation"], row["features"])
        for row in rows
        if {"SC", "AD"} & set(row["features"].split("+"))
    ]
    none = max(
        row["shares"]["always_steal"]
        for row in rows
        if (row["valuation"], row["features"]) not in ruled
    )
    games, most = effort.of(full=4000, reduced=20), 0.85
    safe: list[float] = []
    led: list[float] = []
    for valuation, features in (*ruled[::7], ("independent", "BASE"), ("negative", "PI+BS")):
        mix = {name: most if name == "always_steal" else (1 - most) / 5 for name in SIX}
        records = play(Condition(5, 29, valuation, read_features(features), mix), games)
        value, players = records["strategy_value"], records["strategy_players"]
        mean = value.sum(axis=0) / players.sum(axis=0)
        error = np.sqrt(((value - mean * players) ** 2).sum(axis=0)) / players.sum(axis=0)
        own = SIX.index("always_steal")
        lead = (mean - mean[own]) / np.hypot(error, error[own])
        best = float(np.delete(lead, own).max())
        (safe if (valuation, features) in ruled else led).append(best)
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
    count = wrong = cases = off = 0
    for n in range(3, effort.of(full=7, reduced=5)):
        for last in range(n):
            for hold in permutations([gift for gift in range(n) if gift != last]):
                for two in combinations(range(n), 2):
                    first, other = sorted((*hold, -1)[i] for i in two)
                    gain = int(first + 1 < other < last)
                    count += 1
                    wrong += best_last_round(hold, last, two) != gain
    parties = effort.of(full=60, reduced=6)
    for game in range(parties):
        worth = [Fraction(draw_at(11, game, i)) for i in range(3)]
        step = (sorted(worth)[1] - min(worth)) / 6
        for limit, eager in product((2, None), (False, True)):
            found = pair_gains(worth, total_limit=limit, eager=eager)
            cases += 1
            off += list(found.values()) != [0, step, step]
    return Finding(
        wrong == off == 0,
        f"In {counted(count - wrong, count)} cases, each a last round of three to "
        f"{effort.of(full=6, reduced=4)} guests and two of them as friends, the best that the "
        f"friends can do is what the theorem says. So it is in {counted(cases - off, cases)} cases "
        f"of {parties} parties of three with random gifts, two limits and two ways to break ties.",
    )


@claim("gift_exchange.friends")
def together(effort: Effort) -> Finding:
    """What each two gain, solved by who holds what kind of gift, whoever is indifferent."""
    top = effort.of(full=6, reduced=4)
    limits: tuple[int | None, ...] = (1, 2, 3, None)
    parties = [
        (n, limit)
        for n in range(3, top + 1)
        for limit in limits
        if limit is None or limit == 1 or limit < n - 1 < 5  # a higher one is none
    ]
    alone, others, crowded, pacts, swapped = [], [], [], [], []
    for n, limit in parties:
        for eager in (False, True) if n < 5 or (n < 6 and limit in (1, None)) else (False,):
            joint = friends.gains(n, limit, eager=eager)
            if limit == 1:
                alone += joint
            else:
                others.append(joint)
                crowded += joint if n > 3 else []
            pacts.append(sum(friends.gains(n, limit, spare=True, eager=eager)))
            if n < 5:
                swapped.append(friends.gains(n, limit, swap=True, eager=eager))

    def pleased(joint: list[Fraction]) -> bool:
        """No pair loses, and some gain."""
        return min(joint) >= 0 < sum(joint)

    zero, costly = [x == 0 for x in alone], [x < 0 for x in pacts]
    kind, gaining = list(map(pleased, others)), [x > 0 for x in crowded]
    swaps = list(map(pleased, swapped))
    return Finding(
        all(zero + costly + kind + gaining + swaps),
        f"Solved were {len(parties)} games, each a number of guests from three to {top} and a "
        "limit, most of them twice: indifferent guests open in one case and steal in the other. A "
        "pair counts once in each case. If a gift may be stolen once, "
        f"{counted(sum(zero), len(zero))} pairs gain zero. With other limits no pair loses and "
        f"some gain in {counted(sum(kind), len(kind))} cases, and among four guests or more "
        f"{counted(sum(gaining), len(gaining))} pairs gain. A pact to spare each other loses, "
        f"added up over all pairs, in {counted(sum(costly), len(costly))} cases. With a final swap "
        f"and up to four guests no pair loses and some gain in {counted(sum(swaps), len(swaps))} "
        "cases.",
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
    games = effort.of(full=500, reduced=12)
    found = afterwards.ends(games, 31)
    wrong = count = 0
    for valuation in afterwards.VALUATIONS:
        one = afterwards.party(valuation, "SC", 3, 31)
        few = effort.of(full=60, reduced=4)
        held = allocations(one, few) - 1
        for values, gifts in zip(draw(one, few).values, held, strict=True):
            new = exchange(values, gifts)
            count += 1
            wrong += has_exchange(values, new)
            wrong += has_exchange(values, gifts) != bool((new != gifts).any())
    spread = rises = 0.0
    for valuation in afterwards.VALUATIONS:
        part = {key[1:]: one for key, one in found.items() if key[0] == valuation}
        after = [one.exchanged.value for one in part.values()]
        spread = greatest(spread, max(after) - min(after))
        rises += sum(
            part[features, low].content.value < part[features, high].content.value
            for features, _ in list(part)[:: len(afterwards.LIMITS)]
            for low, high in pairwise(afterwards.LIMITS)
        )
    steps = len(found) // len(afterwards.LIMITS) * (len(afterwards.LIMITS) - 1)
    gains = [one.gain for one in found.values()]
    traders = [one.traders.value for one in found.values()]
    stable = max(one.stable.value for one in found.values())
    return Finding(
        wrong == 0
        and min(gain.sigmas for gain in gains) > 4
        and (
            effort.reduced
            or (
                spread in said["exchange_spread"]
                and rises == steps
                and stable in said["exchange_idle"]
                and min(gain.value for gain in gains) in said["exchange_gain"]
            )
        ),
        f"Other games were played in {len(found)} combinations of condition and limit. The "
        f"exchange brings a guest {min(gain.value for gain in gains):.3f} to "
        f"{max(gain.value for gain in gains):.3f} more, {min(traders):.0%} to {max(traders):.0%} "
        f"of the guests trade, and at most {stable:.1%} of the games leave nothing to exchange. "
        f"Afterwards combinations with the same tastes differ by {spread:.4f} at most. A higher "
        f"limit leaves more guests without envy in {counted(int(rises), steps)} cases. A search "
        "for cycles, by another method, finds "
        + (
            "none after an exchange, and one before it just where somebody trades"
            if not wrong
            else f"{wrong} errors"
        )
        + f", in {count} games.",
    )


@claim("gift_exchange.envy")
def envy(effort: Effort) -> Finding:
    """The same parties under other limits and features; all hands of small parties."""
    games = effort.of(full=200, reduced=10)
    totals: dict[str, list[float]] = {}
    for valuation, features, limit in product(afterwards.VALUATIONS, ("BASE", "SC"), (1, 3, None)):
        end = aftermath(afterwards.party(valuation, features, limit, 41), games)
        totals.setdefault(valuation, []).append(end.envy.value + end.welfare.value)
    apart = max(max(found) - min(found) for found in totals.values())
    wrong = parties = 0
    for game in range(effort.of(full=60, reduced=6)):
        for same in (False, True):
            worth = np.array(random_values(5, game, same))
            envies = {
                hold: (worth.max(axis=1) - worth[range(5), hold]).sum()
                for hold in permutations(range(5))
            }
            best = tuple(best_assignment(worth)[0].tolist())
            off = max(envies.values()) - min(envies.values())
            parties += 1
            wrong += envies[best] > min(envies.values()) + CERTIFIED
            wrong += (off < CERTIFIED) != same
    return Finding(
        wrong == 0 and apart < CERTIFIED,
        f"The same {games} parties of {afterwards.N_PLAYERS} were played under other limits and "
        f"features, in {sum(map(len, totals.values()))} ways: for given tastes the mean sum of "
        f"envy and value differs by {apart:.0e} at most. In {parties} parties of five all ways to "
        "hand out the gifts were compared: "
        + (
            "the best assignment has the least envy, and envy is the same in all just where all "
            "want the same."
            if not wrong
            else f"the claim fails {wrong} times."
        ),
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
    blocked = partitions = 0
    for n in range(2, effort.of(full=11, reduced=6)):
        for game in range(effort.of(full=100, reduced=10)):
            gain = [0.0, *(draw_at(13, game, 20 * n + k) - 0.5 for k in range(1, n))]
            sizes = stable_sizes(n, gain)
            now = [gain[size - 1] for size in sizes for _ in range(size)]
            partitions += 1
            blocked += sum(sizes) != n or any(
                all(gain[k - 1] > now[i] for i in group)
                for k in range(1, n + 1)
                for group in combinations(range(n), k)
            )
    return Finding(
        blocked == 0,
        f"Every group was tried in {partitions:,} parties of two to {n} guests with random gains "
        f"by size. In {counted(partitions - blocked, partitions)} parties each group has a member "
        "who would not gain by leaving.",
    )


@claim("gift_exchange.one_theft")
def one_theft(effort: Effort) -> Finding:
    """All games of small parties, played; and the counts by lists, which know no formula."""
    few, most = effort.of(full=5, reduced=4), effort.of(full=12, reduced=7)

    def formula(n: int) -> int:
        return factorial(n) * sum(
            factorial(n - 1 + k) // (factorial(n - 1 - k) * factorial(k) * 2**k) for k in range(n)
        )

    played = [sum(1 for _ in trajectories(n, total_limit=1)) for n in range(1, few + 1)]
    computed = [count(n, total_limit=1) for n in range(1, most + 1)]
    claimed = [formula(n) for n in range(1, most + 1)]
    same = sum(a == b for a, b in zip(computed, claimed, strict=True))
    return Finding(
        played == claimed[:few] and computed == claimed,
        f"Played one by one, parties of one to {few} guests have {', '.join(map(str, played))} "
        f"games; the formula says {', '.join(map(str, claimed[:few]))}. A count by lists of thefts "
        f"agrees with it for {counted(same, most)} numbers of guests up to {most}.",
    )
