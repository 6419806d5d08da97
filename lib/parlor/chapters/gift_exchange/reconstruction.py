"""Which simulation was it: what the source leaves open, asked of its tables."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlor.games.gift_exchange.alternatives import ALTERNATIVES, Choice
from parlor.games.gift_exchange.evidence import Tried, try_choice
from parlor.games.gift_exchange.published import Cell, read_cells
from parlor.press import in_pieces
from parlor.press.project import Project

from .study import FULL, MODELS
from .words import LABELS, ranked, slug

FINE = {
    "ties", "target", "loss", "mean_over", "gain", "phase", "camps", "selection", "quality",
    "clipped", "p0 of expected_value",
}  # fmt: skip
ASKED: Mapping[str, Choice] = {
    name: choice
    for name, choice in ALTERNATIVES.items()
    if not name.startswith("p0") or name == "p0 of expected_value"
}
Question = tuple[str, str]  # a choice and a population


def printed_cells() -> dict[str, list[Cell]]:
    """The cells of the source's twelve tables, by population."""
    folder = Project.here().root / "data" / "published" / "gift_exchange"
    cells: dict[str, list[Cell]] = {"appendix": [], "main": []}
    for number in (*range(3, 9), *range(12, 18)):
        with (folder / f"table{number}.csv").open(encoding="utf-8") as file:
            for cell in read_cells(csv.DictReader(file)):
                cells[cell.population].append(cell)
    return cells


@dataclass(frozen=True)
class Answers:
    """All choices tried on the tables."""

    tried: Mapping[Question, list[Tried]]

    def excess(self, name: str, who: str) -> tuple[dict[str, tuple[float, int]], dict[str, float]]:
        """The chosen option's chi-square and cells, and by how much the others are worse."""
        if (name, who) not in self.tried:
            return {}, {}
        right = next(t for t in self.tried[name, who] if t.chosen)
        return (
            {right.option: (right.chi_square, right.n_cells)},
            {
                t.option: t.chi_square - right.chi_square
                for t in self.tried[name, who]
                if not t.chosen
            },
        )

    def rows(self, who: str) -> Iterator[tuple[str, str, str]]:
        """Question, answer and the others, of one population."""
        for name, choice in ASKED.items():
            right, others = self.excess(name, who)
            for option, (x, k) in right.items():
                yield (
                    choice.question,
                    f"{LABELS.get(option, option)} ({x:.0f} on {k} cells)",
                    ranked(others),
                )

    def still_open(self) -> list[tuple[str, str, float]]:
        """Alternatives that are less than 16 worse over both populations, the nearest first."""
        found = []
        for name, choice in ASKED.items():
            if name in ("strategies", "selection"):
                continue
            worse = [self.excess(name, who)[1] for who in ("appendix", "main")]
            for option in dict.fromkeys(o for others in worse for o in others):
                excess = [others[option] for others in worse if option in others]
                if sum(excess) < 16:
                    found.append((choice.question, LABELS.get(option, option), sum(excess)))
        return sorted(found, key=lambda row: row[-1])


def ask(cells: Mapping[str, list[Cell]], seed: int, reduced: bool) -> Answers:
    """Try every choice on the tables of the populations that know of it."""
    questions = [
        (name, who)
        for name, choice in ASKED.items()
        for who in choice.populations
        if (name, who) != ("camps", "main")  # four cells know of camps
    ]
    trials = [
        {
            "choice": ASKED[name],
            "cells": cells[who],
            "population": who,
            "seed": seed,
            "n_games": 40 if reduced else 4000 if name == "camps" else 600 if name in FINE else 200,
        }
        for name, who in questions
    ]
    made = in_pieces("choices", try_choice, trials)
    return Answers({one: tried for one, (_, tried) in zip(questions, made, strict=True)})


def chosen_on() -> set[tuple[str, str]]:
    """Valuation models and features, as ids have them, of the appendix's rows that were used."""
    return {
        (
            "negative" if v[0] == "n" else v,
            slug(FULL) if s == "FULL" else s.lower().replace("+", "_"),
        )
        for choice in ASKED.values()
        if "appendix" in choice.populations
        for v, s in choice.rows
    }


def origin(who: str, entry: str, used: set[tuple[str, str]]) -> str:
    """Where a cell stands: main text, or appendix and whether it served to choose."""
    if who == "main":
        return "main text"
    number, which = entry.removeprefix("table").split(".")[:2]
    known = (MODELS[(int(number) - 12) // 2], which) in used
    return "appendix, " + ("used to choose" if known else "not used")
