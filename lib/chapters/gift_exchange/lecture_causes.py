"""Causes for the lecture: why consensus breeds theft, and what is left when a cause is off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pandas as pd

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import FEATURES, MAIN, SIX, VALUATIONS, Condition, play, simulate
from parlor.games.gift_exchange.watch import observe
from press import Drawn, label_ends, new_figure

from .paired import PairedStatistics, difference, play_statistics
from .published import SOURCE_GAMES
from .said import printed, said
from .samples import FAIR_PRIOR
from .sets import FIVE_SETS, MODELS, SINGLES
from .words import SPELLED, named, slug, spelled

GAMES = SOURCE_GAMES  # as many as the paper plays, and those of the audit's tables
HIT = ("always_open", "coin_flip")
CHOOSERS = ("mean_based", "threshold", "expected_value")
PASSIVE = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
RIGHT = {"prior_mean": FAIR_PRIOR}
OFF: Mapping[str, Mapping[str, Any]] = {
    "SC as it is": {"features": "SC"},
    "no relationship cost": {"features": "SC", "repeat_factor": 0.0},
    "no base cost": {"features": "SC", "base_cost": 0.0},
    "no reputation cost": {"features": "SC", "reputation_cost": 0.0},
    "AD as it is": {"features": "AD"},
    "no satisfaction": {"features": "AD", "satisfaction_weight": 0.0},
    "no frustration": {"features": "AD", "frustration_weight": 0.0},
    "no phase": {"features": "AD", "phase_weight": 0.0},
    "coins alone": {"features": "AD", "frustration_weight": 0.0, "phase_weight": 0.0},
    "PI as it is": {"features": "PI"},
    "right on average": {"features": "PI", **RIGHT},
    "and risk-neutral": {"features": "PI", **RIGHT, "risk_aversion": 0.0},
    "BS as it is": {"features": "BS"},
}
SAID = ("sc", "alpha", "c0", "beta", "ad", "", "", "", "coins", "pi", "fair", "fearless", "")
OFF_NAMES = {how: f"off_{name}" for how, name in zip(OFF, SAID, strict=True) if name}


def condition(features: str = "", valuation: str = "correlated", **changed: Any) -> Condition:
    """The main text's experiment with some constants changed."""
    reading = replace(MAIN, **changed)
    return Condition(valuation=valuation, features=features, reading=reading)


@dataclass(frozen=True)
class Ends:
    """How chains end under one valuation model, in BASE.

    Attributes
    ----------
    chains, thefts : float
        A game, chains of at least one theft.
    robbed : dict of str to float
        Share of all thefts that a player of each strategy suffers.
    """

    chains: float
    thefts: float
    robbed: dict[str, float]

    @property
    def end(self) -> float:
        """Chance that a theft is the last of its chain."""
        return self.chains / self.thefts

    @property
    def others(self) -> float:
        """Share of thefts that hit neither always_open nor coin_flip."""
        return 1 - self.robbed[HIT[0]] - self.robbed[HIT[1]]


@cache
def ends(n_games: int = GAMES) -> dict[str, Ends]:
    """Who is robbed, and who ends a chain, in each valuation model."""
    found = {}
    for v in VALUATIONS:
        seen = observe(condition(valuation=v), n_games=n_games)
        rounds = seen.each("steals")
        losses = seen.mean("losses")
        found[v] = Ends(
            float((rounds > 0).sum(axis=1).mean()),  # a round is one chain
            float(rounds.sum(axis=1).mean()),
            dict(zip(SIX, (losses / losses.sum()).tolist(), strict=True)),
        )
    return found


def ends_table(found: Mapping[str, Ends]) -> pd.DataFrame:
    """Who is robbed and how long chains are, a column for each kind of taste."""
    columns = {
        v: [
            *(f"{100 * part:.0f} %" for part in (*(x.robbed[y] for y in HIT), x.others, x.end)),
            f"{1 / x.end:.2f}",
            f"{x.chains:.1f}",
            f"{x.thefts:.1f}",
        ]
        for v, x in found.items()
    }
    rows = [
        *(f"thefts that hit {x}" for x in (*HIT, "the other four")),
        "the robbed guest opens", "thefts a chain", "chains a game", "thefts a game",
    ]  # fmt: skip
    return pd.DataFrame({"at parties of 29": rows} | columns)


@cache
def changes(n_games: int = GAMES) -> dict[tuple[str, str], Estimate]:
    """Thefts a game in BASE, and what each feature changes, for each kind of taste."""
    found = {}
    for v in MODELS:
        base = _steals(n_games, valuation=v)
        found[v, "BASE"] = base.estimate("steals")
        for one in SINGLES:
            played = _steals(n_games, valuation=v, features=named(one))
            found[v, named(one)] = difference(played, base)
    return found


def changes_table(found: Mapping[tuple[str, str], Estimate]) -> pd.DataFrame:
    """The paper's numbers and ours, two rows for each feature."""
    rows = []
    for s in ((), *SINGLES):
        what, sign = ("change", "+") if s else ("steals", "")
        papers = [printed(f"table3.{slug(s)}.{v}.{what}") for v in MODELS]
        ours = [found[v, named(s)].value for v in MODELS]
        for whose, numbers in (("paper", papers), ("ours", ours)):
            rows.append([f"{spelled(s)}, {whose}", *(f"{x:{sign}.1f}" for x in numbers)])
    return pd.DataFrame(rows, columns=["what is added", *MODELS])


def winners_table() -> pd.DataFrame:
    """What each rule takes home by the paper's Table 7, in three digits."""
    rows = [
        [rule, *(f"{printed(f'table7.{slug(s)}.{rule}'):.3f}" for s in FIVE_SETS)] for rule in SIX
    ]
    columns = ["rule", *(spelled(s).removeprefix("the ") for s in FIVE_SETS)]
    return pd.DataFrame(rows, columns=columns).sort_values("social costs", ascending=False)


@cache
def winners_apart(n_games: int = GAMES) -> float:
    """The largest difference between the paper's Table 7 and our games."""
    return max(
        abs(printed(f"table7.{slug(s)}.{rule}") - played.estimate(rule).value)
        for s in FIVE_SETS
        for played in [simulate(n_games, valuation="correlated", features=s)]
        for rule in SIX
    )


def verdicts() -> dict[str, int]:
    """How many of the paper's statements hold, and of its numbers come out again."""
    entries = said.published.entries.values()
    claims = [one.expected for one in entries if not one.printed]
    numbers = [one.expected for one in entries if one.printed]
    told = {
        "n_claims": len(claims),
        "n_hold": claims.count("holds"),
        "n_remarks": sum(one.expected == "holds" and one.diagnosis is not None for one in entries),
        "n_part": claims.count("partly"),
        "n_fail": claims.count("fails"),
        "n_numbers": len(numbers),
        "n_differ": numbers.count("differs"),
        "n_unsure": numbers.count("not decidable"),
    }
    decided = sum(told[name] for name in ("n_hold", "n_part", "n_fail"))
    return told | {"n_untold": len(claims) - decided}


@cache
def passive(n_games: int = 500) -> dict[str, list[Estimate]]:
    """Thefts a game by the share of players who never steal, the others choosing."""
    found: dict[str, list[Estimate]] = {"independent": [], "correlated": []}
    for v, share in product(found, PASSIVE):
        played = simulate(n_games, valuation=v, strategies=mixed(share))
        found[v].append(played.estimate("steals"))
    return found


def mixed(share: float) -> dict[str, float]:
    """A party of which a share never steals and the rest weigh what they steal."""
    return {"always_open": share} | dict.fromkeys(CHOOSERS, (1 - share) / len(CHOOSERS))


def passive_figure(found: Mapping[str, Sequence[Estimate]]) -> Drawn:
    """Thefts against the share of players who never steal."""
    figure, axes = new_figure()
    for v, mark in zip(found, "os", strict=True):
        axes.plot([100 * s for s in PASSIVE], [e.value for e in found[v]], f"-{mark}", label=v)
    axes.set(xlabel="guests who never steal, %", ylabel="thefts a game", ylim=(0, None))
    label_ends(axes)
    ind, cor = found["independent"], found["correlated"]
    more = [share for share, a, b in zip(PASSIVE, ind, cor, strict=True) if (b - a).above()]
    return figure, (
        f"Two falling curves that cross. Without anybody passive there are {ind[0].value:.0f} "
        f"thefts where tastes are independent and {cor[0].value:.0f} where they are correlated; "
        f"from {min(more):.0%} passive players on there are more where they are correlated, at "
        f"{PASSIVE[5]:.0%} {cor[5].value:.0f} against {ind[5].value:.0f}."
    )


@cache
def switched(n_games: int = GAMES) -> dict[str, Estimate]:
    """What features change in correlated games, as they are and with a cause switched off."""
    base = _steals(n_games)
    return {name: difference(_steals(n_games, **how), base) for name, how in OFF.items()}


def last_round(n_games: int = GAMES) -> Estimate:
    """What PI changes in the last round among guests who are right on average and mind no risk."""
    unsure = condition(**OFF["and risk-neutral"])
    played, base = (
        observe(x, n_games=n_games).each("steals")[:, -1] for x in (unsure, condition())
    )
    return of_sample(played - base)


@cache
def _steals(n_games: int, **how: Any) -> PairedStatistics:
    return play_statistics(condition(**how), ["steals"], n_games=n_games)


def causes_figure(found: Mapping[str, Estimate]) -> Drawn:
    """What each feature changes, and what is left of it."""
    figure, axes = new_figure(height=4.4)
    names = list(found)
    place, places, feature = 0.0, {}, ""
    for name in names:
        place -= 1 + 0.6 * (OFF[name]["features"] != feature and bool(feature))
        feature, places[name] = OFF[name]["features"], place
        whole = {"lw": 4, "color": "C1", "ms": 6}
        style = whole if name.endswith("as it is") else {"lw": 2, "color": "C0", "ms": 5}
        ends = [0, found[name].value]
        axes.plot(ends, [place, place], marker="o", markevery=[1], **style)
    axes.axvline(0, color="#1a1b1c", lw=0.8)
    axes.set(
        yticks=list(places.values()),
        yticklabels=[SPELLED[name[:2]] if name.endswith("as it is") else name for name in names],
        xlabel="change of thefts a game",
    )
    axes.grid(visible=False, axis="y")
    return figure, (
        "Bars from 0. "
        + "; ".join(f"{name}: {e.value:+.1f}" for name, e in found.items())
        + f". Standard errors up to {max(e.error for e in found.values()):.1f}."
    )


@cache
def on_top(n_games: int = GAMES) -> dict[str, tuple[Estimate, Estimate]]:
    """What PI, AD and BS change in correlated games, alone and on top of SC."""
    base, costly = (_steals(n_games, **({"features": f} if f else {})) for f in ("", "SC"))
    found = {}
    for f in ("PI", "AD", "BS"):
        both = "+".join(sorted((f, "SC"), key=FEATURES.index))
        alone, joint = (_steals(n_games, features=x) for x in (f, both))
        found[f] = (difference(alone, base), difference(joint, costly))
    return found


def on_top_table(found: Mapping[str, tuple[Estimate, Estimate]]) -> pd.DataFrame:
    """The same as a table."""
    rows = [[SPELLED[f], f"{alone:+.1f}", f"{more:+.1f}"] for f, (alone, more) in found.items()]
    return pd.DataFrame(rows, columns=["feature", "alone", "on top of social costs"])


def before_swap(n_games: int = 1_000) -> float:
    """What seat 1's gift is worth to her before the swap: correlated tastes, BASE."""
    played = play(condition(), n_games=n_games)
    gain = played["swap_envy_before"] - played["swap_envy_after"]
    return float((played["seat_value"][:, 0] - gain).mean())


def reasons() -> dict[str, str | int]:
    """What the chapter's first page prints."""
    chains, calm = ends(), passive()
    return {
        **{f"why_open_{v[:3]}": f"{100 * chains[v].robbed['always_open']:.0f}" for v in calm},
        **{f"why_long_{v[:3]}": f"{1 / chains[v].end:.2f}" for v in calm},
        **{f"why_all_{v[:3]}": f"{calm[v][0].value:.0f}" for v in calm},
        **{f"why_fifth_{v[:3]}": f"{calm[v][PASSIVE.index(0.2)].value:.0f}" for v in calm},
        "swap_before": f"{before_swap():.2f}",
        **verdicts(),
    }


def values() -> dict[str, str]:
    """What the page on the causes prints."""
    off = switched()
    one_mind: Any = {"valuation": "correlated", "strategies": ["expected_value"]}
    bare, blind = (simulate(300, features=f, **one_mind).steals for f in ("", "PI"))
    costly, fair = (_steals(GAMES, features=f, **how) for f, how in (("SC", {}), ("PI+SC", RIGHT)))
    return {
        **{name: f"{off[how]:+.1f}" for how, name in OFF_NAMES.items()},
        "top_fair": f"{difference(fair, costly):+.1f}",
        "off_last": f"{last_round():+.1f}",
        "all_bare": f"{bare:.0f}",
        "all_blind": f"{blind:.0f}",
        "winners_apart": f"{winners_apart():.3f}",
    }
