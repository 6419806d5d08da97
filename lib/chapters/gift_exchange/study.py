"""What the sections share: which conditions are played, for whom, and what came out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import Condition, GameStatistics, play, simulate_condition
from parlor.games.gift_exchange.watch import Observations, draw, observe
from press import Effort, Value
from press.ledger.verdict import NOISE

from .paired import PairedStatistics, difference, play_each, play_statistics
from .pieces import answers
from .published import SOURCE_GAMES, Cell, Deviation, deviations, read_cell
from .said import said
from .samples import KEPT, NAMES, VARIANTS, WATCHED, Key, Samples
from .sets import BS, COR, CROWDS, IND, MODELS, NEG, PI, POPULATIONS, SETS, Features, without


def six_digits(value: float) -> float:
    """A value to the six digits that are recorded."""
    return float(f"{value:.6g}")


def beside(ours: Estimate, theirs: float, evidence: str, *, decidable: bool = True) -> Value:
    """Our mean for a printed one, with the standard error that the latter has."""
    return Value(
        six_digits(ours.value),
        evidence=evidence,
        standard_error=float(ours.error),
        printed_standard_error=theirs,
        decidable=decidable,
    )


def measured(ours: Estimate, n_games: int, note: str = "", decidable: bool = True) -> Value:
    """A mean over so many games for a printed one, which is of 5,000 games."""
    theirs = float(ours.error * np.sqrt(n_games / SOURCE_GAMES))
    told = (
        f"Our standard error, from {n_games:,} games, is {ours.error:.2g}; that of the source, "
        f"from {SOURCE_GAMES:,}, is about {theirs:.2g}. {note}"
    )
    return beside(ours, theirs, told.strip(), decidable=decidable)


class Study:
    """The games of the audit; they are played when they are first asked for.

    Game number g meets the same valuations, strategies and luck in every condition.
    """

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.n_games = self.effort.of(full=SOURCE_GAMES, reduced=60)
        self.n_seen = self.effort.of(full=2000, reduced=40)

    def condition(self, v: str, s: Features | str, who: str = "main", **other: Any) -> Condition:
        """A condition with 29 players; `s` may name one of `VARIANTS`."""
        strategies, reading = POPULATIONS[who]
        if isinstance(s, str):
            s, other = VARIANTS[s]
        read = replace(reading, **other)
        return Condition(valuation=v, features=s, strategies=strategies, reading=read)

    @cached_property
    def found(self) -> dict[tuple[str, str, Features], GameStatistics]:
        """All 48 conditions for both populations."""
        jobs = {
            (who, v, s): {"condition": self.condition(v, s, who), "n_games": self.n_games}
            for who, v, s in product(CROWDS, MODELS, SETS)
        }
        return answers("conditions", simulate_condition, jobs)

    def estimate(self, v: str, s: Features, x: str = "steals", who: str = "main") -> Estimate:
        """A statistic of a condition."""
        return self.found[who, v, s].estimate(x)

    def change(self, v: str, s: Features, x: str = "steals", who: str = "main") -> Estimate:
        """What features change against BASE, as if unpaired."""
        return self.estimate(v, s, x, who) - self.estimate(v, (), x, who)

    def percent(self, v: str, s: Features, x: str = "steals", who: str = "main") -> Estimate:
        """The same as a share of BASE."""
        ratio = self.estimate(v, s, x, who) / self.estimate(v, (), x, who)
        return Estimate(ratio.value - 1, ratio.error)

    def adds(self, v: str, s: Features, one: str, who: str = "main") -> Estimate:
        """What one of some features adds to the steals, on top of the others, as if unpaired."""
        return self.estimate(v, s, who=who) - self.estimate(v, without(s, one), who=who)

    def rise(self, s: Features) -> dict[str, Estimate]:
        """What features add to the steals of the same games, by model."""
        return {v: (self.kept if v == NEG else self.deep).effect(s, v=v) for v in MODELS}

    def changes(
        self, keys: Sequence[tuple[str, str, Features]], one: str, n_games: int
    ) -> list[Estimate]:
        """What a feature adds to the steals of populations, models and sets, on the same games."""

        def steals(who: str, v: str, s: Features) -> PairedStatistics:
            return play_statistics(self.condition(v, s, who), ["steals"], n_games=n_games)

        return [difference(steals(w, v, s), steals(w, v, without(s, one))) for w, v, s in keys]

    @cached_property
    def cells(self) -> dict[str, list[Cell]]:
        """The cells of the source's twelve tables, by population."""
        rows = [e.columns for e in said.published.entries.values() if e.columns.get("population")]
        cells = [read_cell(row) for row in rows if row["id"].startswith("table")]
        return {who: [c for c in cells if c.population == who] for who in CROWDS}

    @cached_property
    def deviations(self) -> dict[str, Deviation]:
        """The same beside what we compute, by id."""
        found: dict[str, Deviation] = {}
        for who in ("appendix", "main"):
            played = [one for (crowd, *_), one in self.found.items() if crowd == who]
            found |= {one.cell.id: one for one in deviations(self.cells[who], played)}
        return found

    def value(self, ours: Estimate, note: str = "") -> Value:
        """Our value of a published number."""
        return measured(ours, self.n_games, note)

    def cell(self, entry: str) -> Value:
        """Our value of a cell; a difference within noise decides nothing."""
        one = self.deviations[entry]
        theirs = one.error * np.sqrt(self.n_games / SOURCE_GAMES)
        change = one.cell.id.endswith((".change", ".percent")) or ".change." in one.cell.id
        clear = abs(one.cell.value) > NOISE * np.hypot(one.error, theirs)
        ours = Estimate(one.computed, one.error)
        return measured(ours, self.n_games, decidable=bool(clear or not change))

    def number(self, v: str, s: Features, x: str = "steals") -> Value:
        """A statistic in the source's prose; the evidence tells the appendix's too."""
        other = self.estimate(v, s, x, "appendix").value
        return self.value(self.estimate(v, s, x), f"With five strategies it is {other:.2f}.")

    def quota(self, s: Features, v: str, sign: int = 1) -> Value:
        """A change of steals as a share of BASE in the source's prose."""
        other = sign * self.percent(v, s, who="appendix").value
        ours = sign * self.percent(v, s)
        return self.value(ours, f"With five strategies it is {other:.1%}.")

    @cached_property
    def kept(self) -> Samples:
        """Games kept one by one."""
        return Samples(self._sampled(self.n_games, [*KEPT, *product([COR], VARIANTS)]))

    @cached_property
    def deep(self) -> Samples:
        """More of them, where effects are small."""
        few, more = self.effort.of(full=(12_000, 25_000), reduced=(60, 60))
        ind = self._sampled(few, [*product([IND], [(), PI, BS]), (NEG, ())])
        return Samples(ind | self._sampled(more, product([COR], [(), PI, BS, PI + BS])))

    def _sampled(self, n_games: int, wanted: Iterable[Key]) -> dict[Key, PairedStatistics]:
        conditions = {(v, s): self.condition(v, s) for v, s in wanted}
        return play_each("samples", conditions, NAMES, n_games)

    @cached_property
    def seen(self) -> dict[str, Observations]:
        """Correlated games that are watched: who robs whom, when, and of what."""
        return {n: observe(self.condition(COR, s), n_games=self.n_seen) for n, s in WATCHED.items()}

    def share(self, name: str, over: str, under: str, x: str) -> Estimate:
        """A ratio over the players of a strategy, in watched games."""
        return self.seen[name].share(over, under, strategy=x)

    @cached_property
    def unmoved_by_pi(self) -> dict[tuple[str, str, Features], bool]:
        """Whether conditions with PI are equal to those without it, to the last bit."""
        return {
            (who, v, s): self.found[who, v, without(s, "PI")].sums == one.sums
            for (who, v, s), one in self.found.items()
            if "PI" in s
        }


def overrated(condition: Condition, n_games: int) -> Estimate:
    """What a wrapped gift is taken for less what it is worth, on average."""
    drawn = draw(condition, n_games=n_games)
    return of_sample((drawn.posterior - drawn.values.mean(axis=1)).mean(axis=1))


def changed(pair: Iterable[Condition], n_games: int, what: str = "steals") -> float:
    """Share of games that differ under two conditions: in their steals, or in anything at all."""
    games = (play(condition, n_games=n_games) for condition in pair)
    before, after = (records[what] if what else records for records in games)
    return float((before != after).mean())


def least(estimates: Any) -> Estimate:
    """The estimate of the least value."""
    return min(estimates, key=lambda e: e.value)


@cache
def study(effort: Effort) -> Study:
    """The games of a run, shared by all checks, tables and figures."""
    return Study(effort)
