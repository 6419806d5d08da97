"""Beyond the source: coalitions that do not steal from each other, or share what they see."""

from __future__ import annotations

from dataclasses import dataclass

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, Condition, GameStatistics, Rules, simulate
from parlor.games.gift_exchange.paired import pact_gain
from parlor.games.gift_exchange.theory import chosen_quality

from .findings import Claim, Finding
from .study import COR, IND, Study
from .words import listed

PACTS = ("non-aggression", "targeting")


@dataclass(frozen=True)
class Coalitions:
    """Games with coalitions by model, pact and number of members, and without any."""

    groups: tuple[int, ...]
    played: dict[tuple[str, str, int], GameStatistics]
    alone: dict[str, GameStatistics]


def coalitions(study: Study) -> Coalitions:
    """Play parties with coalitions of several sizes, under each pact, and without one."""
    groups = (2, 4, 8) if study.reduced else (2, 4, 6, 8, 12, 16, 20, 24, 28)
    played = {
        (v, pact, k): simulate(
            study.size(400, 20), study.seed, valuation=v, rules=Rules(coalition=k, pact=pact)
        )
        for v in (IND, COR)
        for pact in PACTS
        for k in groups
    }
    alone = {v: simulate(study.size(4000, 20), study.seed, valuation=v) for v in (IND, COR)}
    return Coalitions(groups, played, alone)


def gains(study: Study) -> dict[tuple[str, int], Estimate]:
    """What a pact of some members is worth to one of them, on the same games."""
    return {
        (v, k): pact_gain(
            Condition(study.seed, 29, v, rules=Rules(coalition=k)), study.size(3000, 20)
        )
        for v in (IND, COR)
        for k in (2, 4, 8)
    }


def values(gain: dict[tuple[str, int], Estimate]) -> dict[str, str]:
    """What `gains` found, as the prose prints it."""
    texts = {
        f"pact_{k}": " and ".join(f"{gain[v, k]:+.4f} ({v})" for v in (IND, COR)) for k in (2, 4, 8)
    }
    return texts | {f"pact_far_{k}": f"{-gain[COR, k].sigmas:.1f}" for k in (2, 4)}


def core(gain: dict[tuple[str, int], Estimate]) -> list[Finding]:
    """Whether small coalitions are stable where tastes agree."""
    small = {f"{k} members": gain[COR, k] for k in (2, 4)}
    return [
        Claim(
            "future.core",
            not any((-e).above() for e in small.values()),
            f"What a pact is worth to a member, correlated valuations: {listed(small, '+.4f')}.",
        )
    ]


def sharing(study: Study) -> list[Finding]:
    """What members gain who share what the wrapping tells."""
    one, four = (chosen_quality(10, k, MAIN.signal_noise, seed=study.seed) for k in (1, 4))
    return [
        Claim(
            "future.sharing",
            (four - one).above(),
            "With a private signal each, four members who share raise the mean "
            "quality of the best-looking of ten gifts from "
            f"{one.value:.3f} to {four.value:.3f}. In Section 3 a gift has one "
            "appearance, seen by all: there is nothing to share.",
        )
    ]
