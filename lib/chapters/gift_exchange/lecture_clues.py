"""Clues for the lecture: who is missing in the appendix, and what one coin for all would mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Any

import pandas as pd

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import APPENDIX, FIVE, MAIN, SIX, simulate
from press import FAINT, Drawn, Effort, frame, new_figure

from .evidence import Choice, try_choice
from .pieces import answers as answers_to
from .reconstruction import Answers
from .said import printed, said
from .sets import COR, IND, SETS
from .study import study
from .words import named, slug

MODELS = (IND, COR)
CAMPS = {
    "lot, more for": "two camps at random",
    "coin": "a coin for each player",
    "halves": "two halves of the table",
    "parity": "odd seats against even ones",
}
Pair = tuple[Estimate, Estimate]

Dot = tuple[float, float]  # of the figure: an answer, by what it adds to chi-square and its row
DOTS: dict[str, Any] = {  # how an answer looks before, when and after a clue rules it out
    "left": {"marker": "o", "color": "C0", "ms": 6, "ls": ""},
    "goes": {"marker": "x", "color": "C1", "ms": 8, "mew": 2, "ls": ""},
    "gone": {"marker": "x", "color": FAINT, "ms": 5, "ls": ""},
}

ENOUGH = 16  # four standard errors of a single cell
FAR = 3e4  # worse than that is drawn there
OWN = {  # questions that the clues put beside those of `evidence.alternatives`
    "party": Choice(
        "Who plays?",
        {x: {"strategies": tuple(y for y in SIX if y != x)} for x in SIX}
        | {"all six": {"strategies": SIX}},
        [(v, "BASE") for v in MODELS],
        ("appendix",),
    ),
    "coins": Choice(
        "Has each rule a chance of its own under AD?",
        {
            "each its own": {"base_chance": APPENDIX.base_chance},
            "one for all": {"base_chance": (0.5,) * len(SIX)},
        },
        [(v, "AD") for v in MODELS],
        ("appendix",),
    ),
}


def clue_rows() -> dict[str, str]:
    """What the figure of the clues calls the questions, in the order of its rows."""
    return dict(said.published.source["clue_rows"])


def clue_answers() -> dict[str, dict[str, list[str]]]:
    """What each clue rules out, by question; the last weighing of all cells is no clue."""
    return dict(said.published.source["clues"])


@cache
def missing(n_games: int = 1_000) -> dict[str, Pair]:
    """Thefts a game, independent and correlated, with all six and without each of them."""
    found = {}
    for left_out in ("nobody", *SIX):
        kept = [x for x in SIX if x != left_out]
        one, two = (simulate(n_games, valuation=v, strategies=kept) for v in MODELS)
        found[left_out] = (one.estimate("steals"), two.estimate("steals"))
    return found


def missing_figure(found: Mapping[str, Pair]) -> Drawn:
    """Parties without one of the six beside what the source prints."""
    figure, axes = new_figure(height=4.0)
    for left_out, (ind, cor) in found.items():
        axes.plot(ind.value, cor.value, "o", color="C0", ms=5)
        if left_out in ("nobody", "always_open", "coin_flip"):
            text = "all six" if left_out == "nobody" else f"without {left_out}"
            side, place = ("right", (-8, -3)) if left_out == "always_open" else ("left", (8, -3))
            _beside(axes, text, (ind.value, cor.value), place, ha=side)
    axes.text(64, 83, "without one of the\nfour others", fontsize=9, va="center")
    told = {
        "main text": [printed(f"table3.base.{v}.steals") for v in MODELS],
        "appendix": [printed(f"table{number}.base.steals") for number in (12, 14)],
    }
    for name, (x, y) in told.items():
        axes.plot(x, y, "x", color="C1", ms=11, mew=2)
        _beside(axes, name, (x, y), (-10, 6), color="C1", ha="right")
    across, up = [50, 70, 100, 150, 200], [80, 100, 150, 200]
    axes.set(
        xscale="log", yscale="log", xlim=(33, 230), ylim=(78, 215),
        xlabel="thefts a game, independent tastes", ylabel="thefts a game, correlated tastes",
        xticks=across, xticklabels=across, yticks=up, yticklabels=up,
    )  # fmt: skip
    axes.minorticks_off()
    near = [
        name
        for name, pair in found.items()
        if all(abs(e.value - x) < 4 for e, x in zip(pair, told["appendix"], strict=True))
    ]
    whole = found["nobody"]
    return figure, (
        f"Seven parties as points. All six have {whole[0].value:.1f} and {whole[1].value:.1f} "
        "thefts, which is where the main text's numbers lie; those of the appendix lie among "
        f"the parties without {', '.join(near)}."
    )


def _beside(axes: Any, text: str, at: Any, off: Any, **style: Any) -> None:
    """Write beside a point."""
    axes.annotate(text, at, off, textcoords="offset points", fontsize=9, **style)


@cache
def one_coin(n_games: int = 2_000) -> dict[str, Estimate]:
    """What each strategy takes home under AD if all of them begin with the same chance."""
    same = replace(MAIN, base_chance=(0.5,) * len(SIX))
    played = simulate(n_games, valuation="correlated", features="AD", reading=same)
    return {x: played.estimate(x) for x in SIX}


def one_coin_table() -> pd.DataFrame:
    """The same beside what Table 7 prints under AD."""
    entry = said.published.entry
    rows = [[x, f"{e:.3f}", entry(f"table7.ad.{x}").printed] for x, e in one_coin().items()]
    return pd.DataFrame(rows, columns=["rule", "one chance for all", "published"])


@cache
def camps(n_games: int = 5_000) -> pd.DataFrame:
    """What the early seats get in the appendix's BASE, by how the camps are drawn."""
    rows = []
    for rule, name in CAMPS.items():
        reading = replace(APPENDIX, camps=rule)
        played = simulate(n_games, valuation="negative", strategies=FIVE, reading=reading)
        seats = [played.estimate(f"seat{i}") for i in (2, 3)]
        rows.append([name, f"{played.estimate('steals'):.1f}", *(f"{e:.3f}" for e in seats)])
    return pd.DataFrame(rows, columns=["camps", "thefts a game", "seat 2", "seat 3"])


@dataclass(frozen=True)
class Left:
    """What each clue leaves of the answers to the questions.

    Attributes
    ----------
    worse : dict
        By question and answer, by how much chi-square is worse than that of the answer taken.
    ruled_out : dict
        By question and answer, the step that rules it out, from 1; the last is the weighing of all
        cells. What nothing rules out is not in it.
    programs : list of int
        How many programs are left before the first step and after each.
    """

    worse: Mapping[str, Mapping[str, float]]
    ruled_out: Mapping[tuple[str, str], int]
    programs: Sequence[int]


def clues(answers: Answers, effort: Effort) -> Left:
    """Count the programs that each clue leaves, all answers combined freely."""
    it, found = study(effort), clue_answers()
    n_games = effort.of(full=200, reduced=40)
    how = {"cells": it.cells["appendix"], "population": "appendix", "n_games": n_games}
    trials = {(x, "appendix"): {"choice": choice} | how for x, choice in OWN.items()}
    own = Answers(answers_to("choices", try_choice, trials))
    worse, ruled_out = {}, {}
    for name in clue_rows():
        worse[name] = (own if name in OWN else answers).excess(name, "appendix")
        there = {} if name == "selection" else answers.excess(name, "main")
        for option, more in worse[name].items():
            clue = [i for i, one in enumerate(found.values(), 1) if option in one.get(name, ())]
            if clue:
                ruled_out[name, option] = clue[0]
            elif more + there.get(option, 0.0) >= ENOUGH:
                ruled_out[name, option] = len(found) + 1
    programs = [
        prod(
            1 + sum(ruled_out.get((name, option), step + 1) > step for option in options)
            for name, options in worse.items()
        )
        for step in range(len(found) + 2)
    ]
    return Left(worse, ruled_out, programs)


def clues_figure(left: Left) -> Drawn:
    """Answers by how much worse they fit, question by question, and what each clue rules out."""
    figure, axes = new_figure(height=5.6, narrow=5.8)
    steps, labels = [*clue_answers(), "all cells"], clue_rows()
    rows = [-row for row in range(len(left.worse))]
    axes.plot([-6] * len(rows), rows, "D", color="C2", ms=5)
    for number in range(len(steps) + 1):
        dots: dict[str, list[Dot]] = {"left": [], "goes": [], "gone": []}
        for row, (name, options) in enumerate(left.worse.items()):
            for option, more in options.items():
                at = left.ruled_out.get((name, option), len(steps) + 1)
                state = "left" if at > number else "goes" if at == number else "gone"
                dots[state].append((min(max(more, 0.0), FAR), -row))
        for state, some in dots.items():
            if some:
                frame(number, axes.plot(*zip(*some, strict=True), **DOTS[state]))
    axes.axvline(ENOUGH, color=FAINT, lw=1, ls="--")
    axes.set_xscale("symlog", linthresh=ENOUGH)
    axes.set(
        xlim=(-10, FAR * 1.5), ylim=(-len(left.worse) + 0.4, 0.6),
        xticks=[0, ENOUGH, 100, 1_000, 10_000], xticklabels=["0", "16", "100", "1,000", "10,000"],
        yticks=rows,
        yticklabels=[labels[name] for name in left.worse],
        xlabel="how much it adds to chi-square",
    )  # fmt: skip
    axes.minorticks_off()
    axes.tick_params(axis="y", labelsize=9, length=0)
    figure.when_narrow(lambda: axes.set_xticks([0, ENOUGH, 1_000], ["0", "16", "1,000"]))
    told = [f"Before the first clue there are {left.programs[0]:,} programs."]
    for number, step in enumerate(steps, 1):
        gone = sum(at == number for at in left.ruled_out.values())
        what = f"Clue {number}, {step}," if number < len(steps) else "The weighing of all cells"
        told.append(
            f"{what} rules out {gone} {'answer' if gone == 1 else 'answers'}: "
            f"{left.programs[number]:,} programs are left."
        )
    clues = (f"{i}, {name}" for i, name in enumerate(steps[:-1], 1))
    figure.move("clues", ["none", *clues, "all cells"], told, start=0)
    return figure, (
        f"A row for each of {len(left.worse)} open questions, with a dot for each answer. "
        + " ".join(told)
    )


def left_figure(left: Left, step: int) -> Drawn:
    """How many programs each clue leaves, up to one of them."""
    figure, axis = new_figure(height=0.7 + 0.22 * step)
    shown = left.programs[: step + 1]
    clues = (f"clue {i}: {name}" for i, name in enumerate(clue_answers(), 1))
    names = ["the paper's words", *clues]
    for row, count in enumerate(shown):
        colour = "C1" if row == step else "C0"
        axis.plot([1, count], [-row, -row], color=colour, lw=6, solid_capstyle="butt")
        _beside(axis, f"{count:,}", (count, -row), (6, 0), va="center")
    axis.set(
        xscale="log", xlim=(1, left.programs[0] * 100), ylim=(-step - 0.6, 0.6),
        yticks=[-row for row in range(step + 1)], yticklabels=names[: step + 1], xticks=[],
    )  # fmt: skip
    axis.minorticks_off()
    axis.tick_params(axis="y", length=0)
    axis.grid(visible=False)
    axis.spines["bottom"].set_visible(False)
    return figure, f"Of {shown[-2]:,} programs clue {step} leaves {shown[-1]:,}."


def clue_values(left: Left) -> dict[str, str]:
    """How many questions there are, and programs before the first clue and after each step."""
    counts = {f"clue_{step}": f"{count:,}" for step, count in enumerate(left.programs)}
    return {"clue_questions": str(len(left.worse))} | counts


def rows_in_pairs() -> pd.DataFrame:
    """Rows of Table 14 without and with PI, as printed."""
    rows = []
    for s in (s for s in SETS if "PI" not in s):
        pair = [f"table14.{slug(x)}" for x in (s, ("PI", *s))]
        cells = [f"{place}.{what}" for what in ("steals", "chain") for place in pair]
        rows.append([named(s), *(said.published.entry(cell).printed for cell in cells)])
    columns = ["features", "thefts", "thefts, with PI", "chain", "chain, with PI"]
    return pd.DataFrame(rows, columns=columns)
