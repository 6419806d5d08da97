"""What a player of the gift exchange chooses: whom to rob, whether to, and what to open.

A `Game` and the fields of its records and of `x`, the parameters, are in `options`.
"""

from __future__ import annotations

from math import exp

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _uniform

from . import options
from .draws import TIE
from .options import Game, Record

# In the innermost loop numbers and records are handed over: an array costs ten times as much.


@njit(forceinline=True)
def _cost(robbed: int, stolen: int, x: Record) -> float:
    """Social cost of a steal, Definition 3.9: times robbed the same, steals so far."""
    return x.base_cost * (1.0 + x.repeat_factor * robbed) + x.reputation_cost * stolen


@njit(forceinline=True)
def _stealable(gift: Record, x: Record) -> bool:
    """Definition 2.16: kept as `prize`, since it changes only with a steal or a new round."""
    if gift.locked or (x.round_limit > 0 and gift.in_round >= x.round_limit):
        return False
    return x.total_limit == 0 or gift.in_total < x.total_limit


@njit(forceinline=True)
def _net(value: float, robbed: int, stolen: int, own: bool, x: Record) -> float:
    """What a steal brings a player who holds nothing, Definition 3.10."""
    if x.social_costs:
        value -= _cost(robbed, stolen, x)
    if own and x.own_gift == options.OWN_GIFT_SOFT:
        value -= x.own_gift_cost
    return value


@njit(forceinline=True)
def _best_target(
    i: int, k: int, stream: np.uint64, game: Game, x: Record
) -> tuple[int, float, float]:
    """Whom i would rob in round k, or -1, with the gift's net value and value."""
    values, robbed, seats, gifts, opened = (
        game.values,
        game.robbed,
        game.seats,
        game.gifts,
        game.opened,
    )
    n = seats.size
    spare = x.coalition > 0 and seats[i].ally == 1
    by_gift = x.ties == options.TIES_FIRST_GIFT or x.ties == options.TIES_LAST_GIFT
    by_opening, by_lot = x.ties == options.TIES_FIRST_OPENED, x.ties == options.TIES_LOT
    last_wins = x.ties == options.TIES_LAST_SEAT or x.ties == options.TIES_LAST_GIFT
    by_net = x.target == options.COMPARES_NET
    hard = x.own_gift == options.OWN_GIFT_HARD
    stolen = seats[i].stolen
    victim = -1
    while True:
        best, equals = -np.inf, 0
        for place in range(n if by_gift else k + 1):  # later seats hold nothing yet
            m = place
            if by_gift:
                m = gifts[place].holder
            elif by_opening and opened[place] >= 0:
                m = gifts[opened[place]].holder
            elif by_opening:
                m = -1
            j = seats[m].prize if m >= 0 else -1
            if j < 0 or (spare and seats[m].ally == 1) or (hard and i == j):
                continue
            worth = values[i, j]
            if by_net:
                worth = _net(worth, robbed[i, m], stolen, i == j, x)
            if worth > best:
                best, victim, equals = worth, m, 1
            elif worth == best:
                equals += 1
                if last_wins or (
                    by_lot and _uniform(stream, TIE, (k * n + i) * n + m) * equals < 1.0
                ):
                    victim = m
        if victim >= 0 or not spare or x.pact == options.PACT_NON_AGGRESSION:
            break
        spare = False  # coordinated targeting: allies only if there is nobody else
    if victim < 0:
        return -1, 0.0, 0.0
    j = seats[victim].prize
    net = _net(values[i, j], robbed[i, victim], stolen, i == j, x)
    return victim, net, values[i, j]


@njit(forceinline=True)
def _mean_opened(i: int, game: Game, x: Record) -> float:
    values, gifts = game.values, game.gifts
    total, count = 0.0, 0
    for j in range(gifts.size):
        if gifts[j].opened and (x.mean_over == options.MEAN_OVER_OPENED or _stealable(gifts[j], x)):
            total += values[i, j]
            count += 1
    return total / count


@njit(forceinline=True)
def _mean_wrapped(i: int, game: Game, x: Record) -> float:
    values, gifts = game.values, game.gifts
    total, count = 0.0, 0
    for j in range(gifts.size):
        if not gifts[j].opened:
            total += gifts[j].posterior if x.partial_information else values[i, j]
            count += 1
    return total / count


@njit(forceinline=True)
def _steals(i: int, net: float, value: float, luck: float, game: Game, x: Record) -> bool:
    """Whether i steals the best target by the rule of Table 1."""
    strategy = game.seats[i].strategy
    if strategy == options.ALWAYS_OPEN:
        return False
    if strategy == options.ALWAYS_STEAL:
        return net > 0.0 or x.loss != options.LOSS_OPEN
    if strategy == options.COIN_FLIP:
        return luck < 0.5 and (net > 0.0 or x.loss == options.LOSS_STEAL)
    if strategy == options.MEAN_BASED:
        return (net if x.mean_based == options.COMPARES_NET else value) > _mean_opened(i, game, x)
    if strategy == options.THRESHOLD:
        return (net if x.threshold == options.COMPARES_NET else value) > x.steal_threshold
    return (net if x.expected_value == options.COMPARES_NET else value) > _mean_wrapped(i, game, x)


@njit(forceinline=True)
def _steal_chance(i: int, k: int, base: np.ndarray, game: Game, x: Record) -> float:
    """Probability of trying to steal in round k (from 0) under adaptive dynamics."""
    values, seats = game.values, game.seats
    n = seats.size
    phase = k / n
    if x.phase == options.PHASE_CURRENT:
        phase = (k + 1) / n
    elif x.phase == options.PHASE_TO_ONE and n > 1:
        phase = k / (n - 1)
    satisfaction = 0.0  # whoever is to act holds no gift
    if x.satisfaction == options.SATISFACTION_JUST_LOST and seats[i].lost >= 0:
        satisfaction = values[i, seats[i].lost]
    chance = base[seats[i].strategy] + x.phase_weight * phase
    chance += x.frustration_weight * seats[i].frustration - x.satisfaction_weight * satisfaction
    return min(1.0 - x.least_chance, max(x.least_chance, chance))


@njit(forceinline=True)
def _may_open(i: int, game: Game, x: Record) -> bool:
    """Whether a gift lies wrapped that i may open: under the hard rule, not its own."""
    gifts = game.gifts
    if x.own_gift != options.OWN_GIFT_HARD:
        return True
    wrapped = 0
    for j in range(gifts.size):
        wrapped += not gifts[j].opened and j != i
    return wrapped > 0


@njit(forceinline=True)
def _look(i: int, j: int, game: Game, x: Record) -> float:
    """What biased selection looks at."""
    values, gifts = game.values, game.gifts
    if x.selection == options.SELECTION_VALUE:
        return values[i, j]
    if x.selection == options.SELECTION_POSTERIOR_OR_VALUE and not x.partial_information:
        return values[i, j]
    if x.selection == options.SELECTION_APPEARANCE:
        return gifts[j].appearance
    if x.selection == options.SELECTION_POSTERIOR_OR_APPEARANCE and not x.partial_information:
        return gifts[j].appearance
    return gifts[j].posterior


@njit(forceinline=True)
def _choose_wrapped(i: int, luck: float, game: Game, x: Record) -> int:
    """The gift that i opens; its own under the hard rule only if nothing else lies wrapped."""
    gifts = game.gifts
    n = gifts.size
    barred = i if x.own_gift == options.OWN_GIFT_HARD and _may_open(i, game, x) else -1
    total = 0.0
    for j in range(n):
        gifts[j].weight = 0.0
        if gifts[j].opened or j == barred:
            continue
        gifts[j].weight = 1.0
        if x.biased:
            look = _look(i, j, game, x)
            if i == j and x.own_gift == options.OWN_GIFT_SOFT:
                look -= x.own_gift_cost
            gifts[j].weight = exp(x.temperature * look)
        total += gifts[j].weight
    rest, chosen = luck * total, -1
    for j in range(n):
        if gifts[j].weight > 0.0:
            chosen = j
            rest -= gifts[j].weight
            if rest < 0.0:
                break
    return chosen
