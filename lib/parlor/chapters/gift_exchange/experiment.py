"""The experiment: how large it is, and how much of it repeats itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from parlor.games.gift_exchange import FIVE, MAIN, SIX, Condition, play, simulate
from parlor.games.gift_exchange.factorial import conditions
from parlor.games.gift_exchange.fit import SOURCE_GAMES

from .findings import Claim, Finding, Value
from .study import COR, MODELS, PI, SETS, Study
from .words import by_model, slug


def counts(study: Study) -> list[Finding]:
    """Sixteen sets of features by three models."""
    played = conditions(seed=study.seed)
    names = {c.configuration for c in played}
    rows = {
        tuple(
            study.published.entry(f"table{t}.{slug(s)}.{what}").printed
            for t in (12, 14, 16)
            for what in ("steals", "chain", "seat2")
        )
        for s in SETS
    }
    return [
        Value(
            "design.configurations",
            len(names),
            f"The tables of the appendix hold {len(rows)} different rows for them.",
        ),
        Value("design.conditions", len(played)),
        Value("design.games", len(played) * SOURCE_GAMES),
    ]


def changed_by_belief(study: Study, strategies: Sequence[str]) -> float:
    """Share of games that PI changes, correlated valuations."""
    one, two = (
        play(Condition(study.seed, 29, COR, f, strategies), study.size(200, 20)) for f in ((), PI)
    )
    return float((one != two).mean())


def moved_by_ties(study: Study, v: str, n_players: int) -> float:
    """Share of games in which breaking ties the other way changes the steals."""
    first, last = (
        play(
            Condition(study.seed, n_players, v, reading=replace(MAIN, ties=order)),
            study.size(100, 10),
        )["steals"]
        for order in ("first seat", "last seat")
    )
    return float((np.subtract(first, last) != 0).mean())


def design(study: Study) -> list[Finding]:
    """Whether the conditions differ, an odd number decides ties, and 5,000 games are enough."""
    with_it, without = (changed_by_belief(study, crowd) for crowd in (SIX, FIVE))
    ties = {v: {n: moved_by_ties(study, v, n) for n in (28, 29, 30)} for v in MODELS}
    odd = {v: f"{t[28]:.0%}, {t[29]:.0%} and {t[30]:.0%}" for v, t in ties.items()}
    runs = {v: simulate(study.size(500, 40), study.seed, valuation=v) for v in MODELS}
    scale = {v: (s.n_games / SOURCE_GAMES) ** 0.5 for v, s in runs.items()}
    means = [
        scale[v] * max(s.steals_error / s.steals, (s.seat_value_error / s.seat_value).max())
        for v, s in runs.items()
    ]
    errors = {v: f"{scale[v] * s.steals_error:.2f}" for v, s in runs.items()}
    return [
        Claim(
            "design.own_comparison",
            without == 0 and with_it > 0,
            f"PI changes {with_it:.0%} of games with all six strategies and "
            f"{without:.0%} of games without expected_value.",
        ),
        Claim(
            "design.odd",
            max(t[29] for t in ties.values()) == 0,
            "Share of games of 28, 29 and 30 players in which breaking ties the "
            f"other way changes the steals: {by_model(odd)}.",
        ),
        Claim(
            "design.stable",
            max(means) < 0.01,
            "At 5,000 games no mean of steals or of a seat's value has a "
            f"standard error above {max(means):.1%}. That of steals is "
            f"{by_model(errors)}, so "
            "an effect such as PI's, below one steal, is not stable unless games "
            "are paired.",
        ),
    ]
