"""Section 7.1, coalitions that do not steal from each other, or share what they see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from parlor.games.gift_exchange import MAIN, SIX, Condition, GameStatistics, Rules, simulate
from parlor.games.gift_exchange.watch import draw, observe
from press import Effort, Finding, claim, counted, in_parts

from ..enumeration import trajectories
from ..orders import random_parties, steals
from ..sets import COR, IND
from ..theory import chosen_quality

PACTS = ("non-aggression", "targeting")


@dataclass(frozen=True)
class Coalitions:
    """Games with coalitions by model, pact and number of members, and without any."""

    groups: tuple[int, ...]
    played: dict[tuple[str, str, int], GameStatistics]
    alone: dict[str, GameStatistics]


@cache
def coalitions(effort: Effort) -> Coalitions:
    """Play parties with coalitions of several sizes, under each pact, and without one."""
    groups = effort.of(full=(2, 4, 6, 8, 12, 16, 20, 24, 28), reduced=(2, 4, 8))
    n_games = effort.of(full=400, reduced=20)
    played = {
        (v, pact, k): simulate(n_games, valuation=v, rules=Rules(coalition=k, pact=pact))
        for v, pact, k in product((IND, COR), PACTS, groups)
    }
    alone = {v: simulate(effort.of(full=4000, reduced=20), valuation=v) for v in (IND, COR)}
    return Coalitions(groups, played, alone)


@claim("future.sharing")
def sharing(effort: Effort) -> Finding:
    """What members gain who share what the wrapping tells."""
    n = effort.of(full=20_000, reduced=200)
    # a signal a gift, or one for each player
    drawn = draw(Condition(valuation=COR, features=("PI",)), n_games=1)
    one, four = (chosen_quality(10, k, MAIN.signal_noise, n_games=n) for k in (1, 4))
    return Finding(
        in_parts((four - one).above(), drawn.appearance.ndim == drawn.values.ndim),
        "With a private signal each, four members who share raise the mean quality of the "
        f"best-looking of ten gifts from {one.value:.3f} to {four.value:.3f}, in {n:,} games. But "
        "in Section 3 a gift has one appearance, seen by all: there is no private signal to share.",
    )


@claim("future.rate")
def rate(effort: Effort) -> Finding:
    """Whether the observed steal rate H/n is defined for every player."""
    condition, n = Condition(valuation=COR), effort.of(full=300, reduced=20)
    seen = observe(condition, n_games=n)
    sums = (seen.each(x).sum(axis=0).astype(int).tolist() for x in ("thefts", "players"))
    thefts, players = (dict(zip(SIX, row, strict=True)) for row in sums)
    without = [x for x in SIX if not thefts[x]]
    never, everybody = sum(players[x] for x in without), sum(players.values())
    # what players steal from a game on, which differs by their thefts in that game
    from_on = [
        observe(condition, n_games=n + 2 - g, first_game=g).robberies.sum(axis=1)
        for g in range(n + 1)
    ]
    idle = int((np.diff(from_on, axis=0) == 0).sum())
    return Finding(
        in_parts(*(x not in without for x in SIX)),
        f"In {n} games {never:,} of {everybody:,} players belong to a strategy that never steals "
        f"({', '.join(without) or 'none'}), and {idle - never:,} others happen to steal nothing: "
        "for them zero is divided by zero. For the remaining "
        f"{everybody - idle:,} there is a rate.",
    )


@claim("future.knowledge")
def knowledge(effort: Effort) -> Finding:
    """Whether what a player does depends on another's values."""
    others = ((0, 100), (100, 0), (50, 50))
    moved = [
        steals(values, rules, (0, 1), None)[0] != steals((row, values[1]), rules, (0, 1), None)[0]
        for values, rules in random_parties(2, effort.of(full=400, reduced=20))
        for row in others
    ]
    return Finding(
        any(moved),
        "In parties of two player 1's values were changed: player 2's decision in round 2 "
        f"stays the same in {counted(len(moved) - sum(moved), len(moved))} cases.",
    )


@claim("future.laundering")
def laundering(effort: Effort) -> Finding:
    """Whether one who stole a gift, and was robbed of it by a partner, can steal no more."""
    chains = again = 0
    for one in trajectories(3):
        acts = [act for chain in one.rounds for act in chain]
        steals = [(i, act) for i, act in enumerate(acts) if act.kind == "steal"]
        for (i, first), (j, second) in product(steals, steals):
            passed_on = (second.victim, second.gift) == (first.player, first.gift)
            if i < j and passed_on and second.player != first.victim:
                chains += 1
                again += any(k > j and act.player == first.player for k, act in steals)
    return Finding(
        chains > 0 and not again,
        f"The games of three players have {chains} laundering chains, in which one steals a gift "
        "and a third player, the partner, steals it from the thief. "
        f"After {again} of them the robbed thief steals again: who is robbed acts at once, and "
        "nobody has a number of steals to spend.",
    )
