"""Which simulation was it: what the source leaves open, asked of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import pandas as pd

from parlor.games.gift_exchange import SIX
from press import Effort

from .evidence import Calibration, Choice, Tried, alternatives, calibrate_chances, try_choice
from .pieces import answers
from .sets import FULL, POPULATIONS
from .study import study
from .words import LABELS, ranked, slug

FINE = {
    "ties", "target", "loss", "mean_over", "gain", "phase", "camps", "selection", "quality",
    "clipped", "p0 of expected_value",
}  # fmt: skip
Question = tuple[str, str]  # a choice and a population


@cache
def asked() -> dict[str, Choice]:
    """The open questions; of the chances of AD, one."""
    every = alternatives().items()
    return {x: one for x, one in every if not x.startswith("p0") or x == "p0 of expected_value"}


@dataclass(frozen=True)
class Answers:
    """All choices tried on the tables."""

    tried: Mapping[Question, list[Tried]]

    def excess(self, name: str, who: str) -> dict[str, float]:
        """By how much chi-square of each option not chosen is worse than that of the chosen one."""
        options = self.tried.get((name, who), [])
        right = sum(t.chi_square for t in options if t.chosen)
        return {t.option: t.chi_square - right for t in options if not t.chosen}

    def _rows(self, who: str) -> Iterator[tuple[str, str, str]]:
        for name, choice in asked().items():
            for t in self.tried.get((name, who), []):
                if t.chosen:
                    label = LABELS.get(t.option, t.option)
                    answer = f"{label} ({t.chi_square:.0f} on {t.n_cells} cells)"
                    yield choice.question, answer, ranked(self.excess(name, who))

    def table(self, who: str) -> pd.DataFrame:
        """Question, answer and the others, of one population."""
        return pd.DataFrame(self._rows(who), columns=["question", "answer", "others"])

    def still_open(self) -> pd.DataFrame:
        """Alternatives that are less than 16 worse over both populations, the nearest first."""
        found = []
        for name, choice in asked().items():
            if name in ("strategies", "selection"):
                continue
            worse = [self.excess(name, who) for who in ("appendix", "main")]
            for option in dict.fromkeys(o for others in worse for o in others):
                more = sum(others[option] for others in worse if option in others)
                if more < 16:
                    found.append((choice.question, LABELS.get(option, option), more))
        found.sort(key=lambda row: row[-1])
        columns = ["question", "alternative", "chi-square more by"]
        return pd.DataFrame(found, columns=columns).round(1)


@cache
def ask(effort: Effort) -> Answers:
    """Try every choice on the tables of the populations that know of it."""
    return ask_of(effort, tuple(asked()))


@cache
def ask_of(effort: Effort, names: tuple[str, ...]) -> Answers:
    """Try some of them."""
    it = study(effort)
    trials = {
        (name, who): {
            "choice": asked()[name],
            "cells": it.cells[who],
            "population": who,
            "n_games": it.effort.of(
                full=4000 if name == "camps" else 600 if name in FINE else 200, reduced=40
            ),
        }
        for name in names
        for who in asked()[name].populations
        if (name, who) != ("camps", "main")  # four cells know of camps
    }
    return Answers(answers("choices", try_choice, trials))


@cache
def calibrate(effort: Effort) -> Calibration:
    """The coins of AD, estimated from the appendix's rows with AD alone."""
    it = study(effort)
    alone = [cell for cell in it.cells["appendix"] if cell.features == ("AD",)]
    n_games, n_rounds = effort.of(full=(400, 3), reduced=(60, 1))
    return calibrate_chances(alone, "appendix", n_games=n_games, n_rounds=n_rounds)


def coins(fit: Calibration) -> pd.DataFrame:
    """The coins of AD, as estimated and as taken."""
    taken = dict(zip(SIX, POPULATIONS["appendix"][1].base_chance, strict=True))
    rows = [
        [x, round(p, 3), round(e, 3), taken[x], round((p - taken[x]) / e, 1)]
        for x, p, e in zip(fit.strategies, fit.chances, fit.errors, strict=True)
    ]
    return pd.DataFrame(
        rows, columns=["rule", "$p_0$", "error", "round number", "difference, in standard errors"]
    )


def chosen_on() -> set[tuple[str, str]]:
    """Valuation models and features, as ids have them, of the appendix's rows that were used."""
    return {
        (v, slug(FULL) if s == "FULL" else s.lower().replace("+", "_"))
        for choice in asked().values()
        if "appendix" in choice.populations
        for v, s in choice.rows
    }


def coin_values(fit: Calibration) -> dict[str, object]:
    """How well the coins explain their cells, and how far they are from round numbers."""
    return {
        "coin_chi": f"{fit.chi_square:.0f}",
        "coin_cells": fit.n_cells,
        "coin_free": fit.n_cells - len(fit.strategies),
        "coin_worst": f"{coins(fit)['difference, in standard errors'].abs().max():.1f}",
    }
