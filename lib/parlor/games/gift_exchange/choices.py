"""What a player of the gift exchange chooses: whom to rob, whether to, and what to open.

All functions are compiled. They read and write a `rules.Game` whose arrays their caller owns; `x`
is the record of a condition's parameters, `i` the player to act, and `k` the round, from 0.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import uniform_at

from . import reading
from .rules import DECISION, TIE, Game, Record, openable, stealable

__all__: list[str] = []


class Costs(NamedTuple):
    """What a theft costs, as numbers."""

    base: float  # c_0
    repeat: float  # alpha, for each earlier theft from the same victim
    reputation: float  # beta, for each earlier theft
    own: float  # kappa, of one's own gift


class Target(NamedTuple):
    """What a player would steal."""

    place: int  # in line, or -1 if there is nothing
    net: float
    value: float


@njit(counted=False, forceinline=True)
def theft_costs(social: int, x: Record) -> Costs:
    """Social costs, if there are any, and that of one's own gift, read before a loop needs them."""
    base, reputation = (x.base_cost, x.reputation_cost) if social else (0.0, 0.0)
    return Costs(base, x.repeat_factor, reputation, x.own_gift_cost)


@njit(counted=False, forceinline=True)
def net_value(value: float, own: bool, robbed: int, stolen: int, costs: Costs) -> float:
    """What it brings to steal a gift, Definition 3.10: times robbed the same, steals so far."""
    # Definition 3.9
    value -= costs.base * (1.0 + costs.repeat * robbed) + costs.reputation * stolen
    return value - costs.own if own else value


@njit(counted=False, forceinline=True)
def line_up(k: int, game: Game, x: Record) -> int:
    """List the gifts that may be stolen in round k, of equals first what is taken; how many."""
    ties = x.ties
    by_gift = ties == reading.TIES_FIRST_GIFT or ties == reading.TIES_LAST_GIFT
    from_last = ties == reading.TIES_LAST_SEAT or ties == reading.TIES_LAST_GIFT
    by_seat = not by_gift and ties != reading.TIES_FIRST_OPENED
    board, line, held, barred = game.board, game.line, game.held, game.barred
    places = line.size if by_gift else k  # later seats hold nothing yet
    count = 0
    for step in range(places):
        at = places - 1 - step if from_last else step
        j = board.holds[at] if by_seat else at if by_gift else game.opened[at]
        if stealable(j, board, x):
            line[count], held[count], barred[count] = j, board.holder[j], 0.0
            count += 1
    return count


@njit(counted=False, forceinline=True)
def best_target(i: int, k: int, count: int, stream: np.uint64, game: Game, x: Record) -> Target:
    """What i would steal in round k of the first `count` in line.

    One pass finds the best. What may not be stolen is worth minus infinity, so that the loop has no
    branch that cannot be foreseen; of equals the first in line is taken, or any by lot: the m-th of
    them takes the place of those before it with chance 1/m (reservoir sampling).
    """
    values, robbed, seats = game.values, game.robbed, game.seats
    line, held, barred, worth = game.line, game.held, game.barred, game.worth
    n, stolen = seats.size, seats[i].stolen
    spare = seats[i].ally == 1
    hard = x.no_own_gift
    costs = theft_costs(x.social_costs, x)
    costly = x.social_costs or x.own_gift_cost > 0.0
    by_net = costly and x.target == reading.COMPARES_NET  # else it is the value
    while True:
        best, chosen = -np.inf, 0
        for place in range(count):
            j = line[place]
            gain = values[i, j] + barred[place]
            if by_net:
                gain = net_value(gain, i == j, robbed[i, held[place]], stolen, costs)
            if (spare and seats[held[place]].ally == 1) or (hard and i == j):
                gain = -np.inf
            worth[place] = gain
            if gain > best:
                best, chosen = gain, place
        if best > -np.inf or not spare or x.pact == reading.PACT_NON_AGGRESSION:
            break
        spare = False  # coordinated targeting: allies only if there is nobody else
    if best == -np.inf:
        return Target(-1, 0.0, 0.0)
    if x.ties == reading.TIES_LOT:
        equals = 1
        for place in range(chosen + 1, count):
            if worth[place] == best:
                equals += 1
                lot = (k * n + i) * n + held[place]
                if uniform_at(stream, TIE, lot) * equals < 1.0:
                    chosen = place
    j = line[chosen]
    net = value = values[i, j]
    if costly:
        net = net_value(value, i == j, robbed[i, held[chosen]], stolen, costs)
    return Target(chosen, net, value)


@njit(counted=False, forceinline=True)
def _mean_opened(i: int, game: Game, x: Record) -> float:
    values, board = game.values, game.board
    every = x.mean_over == reading.MEAN_OVER_OPENED
    total, count = 0.0, 0
    for j in range(board.holder.size):
        counts = (board.holder[j] >= 0) * (every or stealable(j, board, x))
        total += counts * values[i, j]  # without a branch that cannot be foreseen
        count += counts
    return total / count


@njit(counted=False, forceinline=True)
def _mean_wrapped(i: int, left: int, game: Game, x: Record) -> float:
    values, gifts, wrapped = game.values, game.gifts, game.wrapped
    total = 0.0
    for place in range(left):
        j = wrapped[place]
        total += gifts[j].posterior if x.partial_information else values[i, j]
    return total / left


@njit(counted=False, forceinline=True)
def _steal_chance(i: int, k: int, base: np.ndarray, game: Game, x: Record) -> float:
    """Probability of trying to steal in round k (from 0) under adaptive dynamics."""
    values, seats = game.values, game.seats
    n = seats.size
    phase = k / n
    if x.phase == reading.PHASE_CURRENT:
        phase = (k + 1) / n
    elif x.phase == reading.PHASE_TO_ONE and n > 1:
        phase = k / (n - 1)
    satisfaction = 0.0  # whoever is to act holds no gift
    if x.satisfaction == reading.SATISFACTION_JUST_LOST and seats[i].lost >= 0:
        satisfaction = values[i, seats[i].lost]
    chance = base[seats[i].strategy] + x.phase_weight * phase
    chance += x.frustration_weight * seats[i].frustration - x.satisfaction_weight * satisfaction
    return min(1.0 - x.least_chance, max(x.least_chance, chance))


@njit(counted=False, forceinline=True)
def turns_away(i: int, k: int, stream: np.uint64, base: np.ndarray, game: Game, x: Record) -> bool:
    """Whether i opens in round k whatever there is to steal: it need not be looked for."""
    strategy = game.seats[i].strategy
    if not x.adaptive and strategy != reading.COIN_FLIP:
        return strategy == reading.ALWAYS_OPEN
    chance = _steal_chance(i, k, base, game, x) if x.adaptive else 0.5
    return uniform_at(stream, DECISION, k * game.seats.size + i) >= chance


@njit(counted=False, forceinline=True)
def robs(i: int, left: int, best: Target, game: Game, x: Record) -> bool:
    """Whether i, who does not turn away, steals the best target: by the rule of Table 1 or AD."""
    net, value = best.net, best.value
    if x.adaptive:
        return net > 0.0 or not x.needs_gain
    strategy = game.seats[i].strategy
    if strategy == reading.ALWAYS_STEAL:
        return net > 0.0 or x.loss != reading.LOSS_OPEN
    if strategy == reading.COIN_FLIP:
        return net > 0.0 or x.loss == reading.LOSS_STEAL
    if strategy == reading.MEAN_BASED:
        return (net if x.mean_based == reading.COMPARES_NET else value) > _mean_opened(i, game, x)
    if strategy == reading.THRESHOLD:
        return (net if x.threshold == reading.COMPARES_NET else value) > x.steal_threshold
    return (net if x.expected_value == reading.COMPARES_NET else value) > _mean_wrapped(
        i, left, game, x
    )


@njit(counted=False, forceinline=True)
def can_open(i: int, left: int, game: Game, x: Record) -> bool:
    """Whether i may open one of the gifts left although there is something to steal."""
    return left > 1 or openable(i, game.wrapped[0], left, 1, x)


@njit(counted=False, forceinline=True)
def _looks_at(x: Record) -> int:
    """What biased selection looks at: the value, the appearance or the posterior."""
    look = x.selection
    if look == reading.SELECTION_POSTERIOR_OR_VALUE and not x.partial_information:
        look = reading.SELECTION_VALUE
    if look == reading.SELECTION_POSTERIOR_OR_APPEARANCE and not x.partial_information:
        look = reading.SELECTION_APPEARANCE
    return look


@njit(counted=False, forceinline=True)
def choose_wrapped(i: int, left: int, luck: float, game: Game, x: Record) -> int:
    """The place of the gift that i opens; its own under the hard rule only if it is the last.

    Without features all wrapped gifts are alike. Else a softmax of what is seen, times the
    temperature (Definition 3.13): the largest exponent is taken off all of them, so that no weight
    is too large and they are not all 0. Exponentials are kept with the gifts, because where all
    players see the same they change only when the best gift is gone.
    """
    if not x.biased and not x.no_own_gift:
        return int(luck * left)
    biased, temperature, look = x.biased, x.temperature, _looks_at(x)
    cost = x.own_gift_cost
    values, gifts, wrapped, weights = game.values, game.gifts, game.wrapped, game.worth
    most = -np.inf
    for place in range(left):
        j = wrapped[place]
        appeal = 0.0
        if biased:
            if look == reading.SELECTION_VALUE:
                appeal = values[i, j]
            elif look == reading.SELECTION_APPEARANCE:
                appeal = gifts[j].appearance
            else:
                appeal = gifts[j].posterior
            if i == j:
                appeal -= cost
            appeal *= temperature
        if not openable(i, j, left, 0, x):
            appeal = -np.inf
        weights[place] = appeal
        most = max(most, appeal)
    total = 0.0
    for place in range(left):
        gift = gifts[wrapped[place]]
        exponent = weights[place] - most
        if exponent != gift.exponent:
            gift.exponent, gift.weight = exponent, exp(exponent)
        weights[place] = gift.weight
        total += gift.weight
    rest, chosen = luck * total, -1
    for place in range(left):
        if weights[place] > 0.0:
            chosen = place
            rest -= weights[place]
            if rest < 0.0:
                break
    return chosen
