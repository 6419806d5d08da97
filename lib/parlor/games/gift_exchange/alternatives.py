"""What the gift exchange's source leaves open: each choice with its alternatives, as data.

A choice is tested with everything else at the reading found, on the rows of the tables where it
matters: `parlor.games.gift_exchange.evidence` plays every option and returns its chi-square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .reading import FIVE, SIX, Reading

__all__ = ["ALTERNATIVES", "Choice"]


@dataclass(frozen=True)
class Choice:
    """A question that the source leaves open.

    Attributes
    ----------
    question : str
        In words.
    options : dict of str to dict
        By option, the fields of `Reading` that it sets; ``"strategies"`` sets who plays.
    rows : tuple of (str, str)
        Valuation models and configurations whose rows of the tables decide.
    populations : tuple of str
        Where it matters.
    """

    question: str
    options: Mapping[str, Mapping[str, object]]
    rows: tuple[tuple[str, str], ...]
    populations: tuple[str, ...] = ("appendix", "main")


def _rows(*configurations: str, models: Iterable[str] = ("independent", "correlated")) -> tuple:
    return tuple((model, name) for model in models for name in configurations)


def _field(name: str, *options: object) -> dict[str, dict[str, object]]:
    words = {True: "yes", False: "no"}
    return {
        words[option] if isinstance(option, bool) else str(option): {name: option}
        for option in options
    }


def _chance(place: int, *chances: float) -> dict[str, dict[str, object]]:
    usual = Reading().base_chance
    return {
        f"{chance:g}": {"base_chance": (*usual[:place], chance, *usual[place + 1 :])}
        for chance in chances
    }


NEGATIVE = ("negative",)
CORRELATED = ("correlated",)
ALTERNATIVES: dict[str, Choice] = {
    "strategies": Choice(
        "How many strategies are there?",
        {"five": {"strategies": FIVE}, "six": {"strategies": SIX}},
        _rows("BASE"),
    ),
    "ties": Choice(
        "Who is robbed if several targets are equally good?",
        _field("ties", "first seat", "last seat", "first gift", "last gift", "first opened", "lot"),
        _rows("BASE", models=CORRELATED),
    ),
    "target": Choice(
        "Is the best target that of the highest net value, or of the highest value?",
        _field("target", "net", "value"),
        _rows("SC"),
    ),
    "loss": Choice(
        "Do always_steal and coin_flip steal at a loss?",
        _field("loss", "steal", "always_steal only", "open"),
        _rows("SC"),
    ),
    "mean_based": Choice(
        "Does mean_based compare the net value with the mean?",
        _field("mean_based", "net", "value"),
        _rows("SC"),
    ),
    "mean_over": Choice(
        "Is the mean over all opened gifts, or those that can be stolen?",
        _field("mean_over", "opened", "stealable"),
        _rows("BASE", "SC"),
    ),
    "threshold": Choice(
        "Does threshold compare the net value with 0.6?",
        _field("threshold", "net", "value"),
        _rows("SC"),
    ),
    "expected_value": Choice(
        "Does expected_value compare the net value with the mean of wrapped gifts?",
        _field("expected_value", "net", "value"),
        _rows("SC"),
        ("main",),
    ),
    "swap": Choice(
        "Does the final swap bear the social cost?",
        _field("swap_pays", True, False),
        _rows("SC"),
    ),
    "satisfaction": Choice(
        "How satisfied is a player who is to act under AD?",
        _field("satisfaction", "gift in hand", "gift just lost"),
        _rows("AD"),
    ),
    "gain": Choice(
        "Does a player under AD steal only at a gain?",
        _field("needs_gain", True, False),
        _rows("SC+AD", "SC+AD+BS", "FULL"),
    ),
    "phase": Choice(
        "What share of the game is gone in round k?",
        _field("phase", "elapsed", "current", "to one"),
        _rows("AD"),
    ),
    "calming": Choice(
        "Whose frustration decays?",
        _field("calming", "all", "those not robbed", "the thief", "none"),
        _rows("AD"),
    ),
    "selection": Choice(
        "What does BS look at?",
        _field(
            "selection",
            "appearance",
            "posterior",
            "value",
            "posterior or value",
            "posterior or appearance",
        ),
        _rows("BS", "FULL"),
    ),
    "camps": Choice(
        "How are the camps of the negative model drawn?",
        _field("camps", "lot, more for", "lot, more against", "coin", "parity", "halves"),
        _rows("BASE", "PI", "SC", "BS", models=NEGATIVE),
    ),
    "quality": Choice(
        "Is a gift's quality in the independent model its mean value, or drawn apart?",
        _field("quality", "mean value", "drawn"),
        _rows("BS", "SC+BS", models=("independent",)),
        ("appendix",),
    ),
    "clipped": Choice(
        "Are appearances clipped?",
        _field("clipped", True, False),
        _rows("BS", "SC+BS", models=CORRELATED),
        ("appendix",),
    ),
    "chain_mean": Choice(
        "Over what is the chain length averaged?",
        _field("chain_mean", "over chains", "over games", "over rounds"),
        _rows("BASE", "BS"),
        ("appendix",),
    ),
    "p0 of always_open": Choice(
        "What is p0 of always_open under AD?", _chance(0, 0.1, 0.0, 0.05, 0.15, 0.2), _rows("AD")
    ),
    "p0 of always_steal": Choice(
        "What is p0 of always_steal under AD?", _chance(1, 0.9, 0.8, 0.85, 0.95, 1.0), _rows("AD")
    ),
    "p0 of mean_based": Choice(
        "What is p0 of mean_based under AD?", _chance(3, 0.6, 0.5, 0.55, 0.65, 0.7), _rows("AD")
    ),
    "p0 of threshold": Choice(
        "What is p0 of threshold under AD?", _chance(4, 0.5, 0.4, 0.45, 0.55, 0.6), _rows("AD")
    ),
    "p0 of expected_value": Choice(
        "What is p0 of expected_value under AD?",
        _chance(5, 0.5, 0.4, 0.45, 0.55, 0.6),
        _rows("AD"),
        ("main",),
    ),
}
