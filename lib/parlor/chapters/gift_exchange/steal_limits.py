"""Steal limits: what raising them does on average, and what welfare they leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from parlor.core.estimate import of_sample
from parlor.games.gift_exchange import Condition, GameStatistics, play, simulate
from parlor.games.gift_exchange.factorial import POPULATIONS
from parlor.games.gift_exchange.paired import Played, contrast, play_statistics
from parlor.games.gift_exchange.theory import best_assignment, shared_favourites
from parlor.games.gift_exchange.watch import draw, observe

from .findings import Claim, Finding
from .samples import Features
from .study import CROWDS, FULL, MODELS, Study
from .words import by_model, named

LIMITS = (1, 2, 3, 6, None)
CAPS = (1, 2, 3, 4, 5, 6, 8, 10, None)
Limited = Mapping[tuple[str, str, Features], Sequence[Played]]


def play_limited(study: Study) -> Limited:
    """The same games under each limit: same tastes, same temperaments, same luck."""
    return {
        (crowd, v, f): [
            play_statistics(
                Condition(study.seed, 29, v, f, *POPULATIONS[crowd], total_limit=limit),
                ["steals"],
                study.size(200, 20),
            )
            for limit in LIMITS
        ]
        for crowd in CROWDS
        for v in MODELS
        for f in ((), FULL)
    }


def table(limited: Limited) -> pd.DataFrame:
    """Steals a game by limit."""
    rows = [
        [crowd, v, named(f), *(f"{p.values['steals']:.1f}" for p in row)]  # noqa: PD011
        for (crowd, v, f), row in limited.items()
    ]
    heads = [*(f"limit {limit}" for limit in LIMITS[:-1]), "no limit"]
    return pd.DataFrame(rows, columns=["players of", "valuation", "features", *heads])


def monotone(study: Study, limited: Limited) -> list[Finding]:
    """Proposition 2.1: a higher limit does not reduce the expected number of steals."""
    rises = [
        [contrast([(1, b), (-1, a)], "steals") for a, b in pairwise(row)]
        for row in limited.values()
    ]
    steps = [e for row in rises for e in row]
    scores = [e.value / e.error for e in steps if e.error]
    low = [e.value / e.error for row in rises for e in row[:2]]
    tight = [
        observe(Condition(study.seed, 29, v, FULL, total_limit=3), study.size(100, 10))
        for v in MODELS
    ]
    full = [(o.each("wanted") == 3).any(axis=1).mean() for o in tight]
    return [
        Claim(
            "base.limit_monotone",
            min(scores) > -4,
            f"Of {len(steps)} steps to a higher limit, "
            f"{sum(z > 4 for z in scores)} raise the steals by over four "
            f"standard errors; the least raises them by {min(scores):.1f}.",
        ),
        Claim(
            "base.limit_strict",
            min(low) > 4,
            "In every condition the steps from 1 to 2 and 3 raise the steals, by "
            f"at least {min(low):.0f} standard errors. With a limit of 3 some "
            f"gift reaches it in at least {min(full):.0%} of games.",
        ),
        Claim(
            "base.limit_wording",
            max(scores) < 0,
            f"{sum(z > 0 for z in scores)} of {len(scores)} steps to a higher "
            "limit go the other way, as the formula beside the words says.",
        ),
    ]


def fewer_without(limited: Limited) -> list[float]:
    """Share of a condition's games with fewer steals without a limit than with a limit of 3."""
    three, free = LIMITS.index(3), LIMITS.index(None)
    return [
        float(np.mean(_steals(row[free]) + 0.5 < _steals(row[three]))) for row in limited.values()
    ]


def _steals(played: Played) -> np.ndarray:
    return played.values["steals"] + played.deviations["steals"]  # noqa: PD011


def three_out(study: Study) -> list[Finding]:
    """What a limit of three steals does to the gift that all want, and to late rounds."""
    n = study.size(300, 20)
    calmer, retired, held = {}, {}, {}
    for v in MODELS:
        limited = Condition(study.seed, 29, v, total_limit=3)
        watched = [observe(c, n) for c in (limited, Condition(study.seed, 29, v))]
        fewer = np.subtract(*(o.each("steals")[:, 19:].sum(1) for o in watched))
        calmer[v] = of_sample(fewer)
        retired[v] = (watched[0].each("wanted")[:, 0] == 3).mean()
        held[v] = (play(limited, n)["swap_steals"] == 3).mean()
    return [
        Claim(
            "variants.retire",
            min(retired.values()) == 1,
            "The gift of the highest mean value has retired by the end in "
            f"{by_model({v: f'{share:.0%}' for v, share in retired.items()})} of games.",
        ),
        Claim(
            "variants.calmer",
            all((-e).above() for e in calmer.values()),
            "Steals in the last ten rounds of 29 change by "
            f"{by_model({v: f'{e:+.1f}' for v, e in calmer.items()})}.",
        ),
        Claim(
            "variants.keeps",
            max(held.values()) == 0,
            f"In {by_model({v: f'{share:.0%}' for v, share in held.items()})} of games player "
            "1's final swap takes a retired gift: locks do not bind it.",
        ),
    ]


def play_capped(study: Study) -> dict[str, list[GameStatistics]]:
    """Games without features by valuation model and limit."""
    return {
        v: [simulate(study.size(500, 20), study.seed, valuation=v, total_limit=cap) for cap in CAPS]
        for v in MODELS
    }


def wishes(study: Study) -> dict[str, np.ndarray]:
    """Values of gifts to players, of some games of each model."""
    return {
        v: draw(Condition(study.seed, 29, v), study.size(100, 5)).values  # noqa: PD011
        for v in MODELS
    }


def best_welfare(values: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Mean value under the best assignment of the gifts."""
    return {
        v: float(np.mean([best_assignment(one)[1] for one in games])) for v, games in values.items()
    }


def within_reach(row: Sequence[GameStatistics], share: float = 0.9) -> int | str:
    """Least limit that brings this share of the welfare to be gained; "none" if it is no limit."""
    more = [s.welfare - row[0].welfare for s in row]
    reached = (cap for cap, gain in zip(CAPS, more, strict=True) if gain >= share * max(more))
    return next(reached) or "none"


def welfare_values(
    capped: Mapping[str, Sequence[GameStatistics]], ideal: Mapping[str, float]
) -> dict[str, Any]:
    """What a limit costs and brings, in words."""
    ends = {v: (row[0], row[-1]) for v, row in capped.items()}
    return {
        "cap_gain": by_model({v: f"{b.welfare - a.welfare:+.3f}" for v, (a, b) in ends.items()}),
        "cap_reach": by_model({v: within_reach(row) for v, row in capped.items()}),
        "cap_long": by_model({v: f"{b.actions / a.actions:.1f}" for v, (a, b) in ends.items()}),
        "cap_left": by_model({v: f"{ideal[v] - b.welfare:.2f}" for v, (_, b) in ends.items()}),
    }


def cooperation(values: Mapping[str, np.ndarray]) -> list[Finding]:
    """Whether every gift can go to whoever values it most."""
    clash = [[0.9, 0.8], [0.7, 0.1]]
    doubled = {v: np.mean([shared_favourites(one) for one in games]) for v, games in values.items()}
    gifts, mean = best_assignment(np.array(clash))
    return [
        Claim(
            "future.grand",
            max(doubled.values()) == 0,
            f"In {by_model({v: f'{d:.0%}' for v, d in doubled.items()})} of games "
            "somebody is the keenest on two gifts. Two players with values "
            f"{clash}: player 1 is the keenest on both, but the best assignment "
            f"gives them gifts {[int(g) + 1 for g in gifts]}, with a mean of "
            f"{mean:.2f}.",
        )
    ]
