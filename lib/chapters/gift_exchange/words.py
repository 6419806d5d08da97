"""Numbers and names of the gift exchange's chapter in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlor.games.gift_exchange.condition import configuration

from ..tolerances import CERTIFIED
from .sets import Features

SYMBOLS = {
    "base_chance": "$p_0$",
    "least_chance": "the clip",
    "prior_variance": r"$\sigma_0^2$",
    "risk_aversion": "the risk aversion",
    "satisfaction_weight": r"$\lambda_3$",
}
SPELLED = {
    "PI": "partial information",
    "SC": "social costs",
    "AD": "moods",
    "BS": "biased selection",
}
LABELS = {
    "lot, more for": "by lot, the larger camp for q",
    "lot, more against": "by lot, the larger camp against q",
    "to one": "0 to 1",
    "current": "k/n",
    "elapsed": "(k-1)/n",
    "drawn": "drawn apart",
    "gift in hand": "by the gift in hand: 0",
    "gift just lost": "by the gift just lost",
}


def by_model(texts: Mapping[str, object]) -> str:
    """The valuation models, or other things by name, with a text each."""
    return ", ".join(f"{text} ({v})" for v, text in texts.items())


def listed(things: Mapping[str, object], spec: str) -> str:
    """Things by name, in a format: ``"+0.70 ± 0.10 (independent), +1.50 ± 0.10 (correlated)"``."""
    return by_model({name: f"{thing:{spec}}" for name, thing in things.items()})


def within(gap: float) -> str:
    """A gap in words; digits of rounding errors are not for printing."""
    return f"within {CERTIFIED:g}" if gap < CERTIFIED else f"up to {gap:.1e}"


def symbols(names: Iterable[str]) -> str:
    """Constants of the simulation by the source's symbols."""
    return ", ".join(SYMBOLS.get(x, x) for x in sorted(names)) or "none"


def slug(features: Sequence[str]) -> str:
    """A set of features as the ids of the tables have it."""
    return "_".join(features).lower() or "base"


def named(features: Features) -> str:
    """A set of features as the tables name it."""
    return configuration(features)


def spelled(features: Sequence[str]) -> str:
    """A set of features in words, where there is room for them.

    >>> spelled(()), spelled(("SC",)), spelled(("SC", "AD"))
    ('the plain game', 'social costs', 'social costs and moods')
    """
    if len(features) == len(SPELLED):
        return "all four"
    return " and ".join(SPELLED[one] for one in features) or "the plain game"


def ranked(others: Mapping[str, float]) -> str:
    """Options of a choice with their excess of chi-square, the least first."""
    return ", ".join(
        LABELS.get(option, option) + (f" {x:+,.0f}" if x < 10**6 else " excluded")
        for option, x in sorted(others.items(), key=lambda one: one[1])
    )
