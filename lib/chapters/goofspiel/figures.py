"""The figures of the lectures on Goofspiel, each with the text for who does not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path

from parlor.games import nakai
from parlor.games.goofspiel import solve
from parlor.games.nakai.recursion import State
from parlor.games.nakai.regions import regions
from press import FAINT, Drawing, Drawn, frame, new_figure

from ..legends import legend_below
from .fluid import fluid
from .openings import is_unimodal

HUES = {"low, pass": "C4", "low, M": "C3", "pass, M": "C2", "high, M": "C1", "mix": "C0"}
NAMES = {
    "low, pass": "low, pass", "low, M": "low, middle", "pass, M": "pass, middle",
    "high, M": "high, middle", "mix": "both mix",
}  # fmt: skip


def won(prizes: Sequence[int], mine: Sequence[int], yours: Sequence[int]) -> list[int]:
    """What the first player wins, prize by prize.

    >>> won([3, 1], [3, 1], [4, 1])
    [-3, 0]
    """
    rounds = zip(prizes, mine, yours, strict=True)
    return [p * ((a > b) - (a < b)) for p, a, b in rounds]


def a_game(prizes: Sequence[int], mine: Sequence[int], yours: Sequence[int]) -> Drawn:
    """Draw a whole game of the card game: a column a round, the cards in it, the score below."""
    figure, axis = new_figure(height=3.0)
    gains = won(prizes, mine, yours)
    score = np.cumsum(gains)
    rows = {"prize": (3, prizes, "C4"), "Ann bids": (2, mine, "C0"), "Bob bids": (1, yours, "C1")}
    for label, (height, cards, hue) in rows.items():
        axis.text(-0.75, height, label, ha="right", va="center")
        for place, card in enumerate(cards):
            winner = {"Ann bids": gains[place] > 0, "Bob bids": gains[place] < 0}.get(label, False)
            axis.add_patch(
                FancyBboxPatch(
                    (place - 0.26, height - 0.3), 0.52, 0.6, boxstyle="round,pad=0.04",
                    facecolor="none", edgecolor=hue, linewidth=3 if winner else 1,
                )
            )  # fmt: skip
            axis.text(place, height, str(card), ha="center", va="center", fontsize=13)
    axis.text(-0.75, 0, "Ann's score", ha="right", va="center")
    for place, total in enumerate(score):
        axis.text(place, 0, f"{total:+d}".replace("-", "\N{MINUS SIGN}"), ha="center", va="center")
    axis.set(xlim=(-2.4, len(prizes) - 0.5), ylim=(-0.5, 3.5))
    axis.axis("off")
    lost = sum(gain < 0 for gain in gains)
    return figure, (
        f"A game of {len(prizes)} rounds, card by card. The prizes come in the order "
        f"{', '.join(map(str, prizes))}; Ann bids the same card each time. Bob wins {lost} of the "
        f"prizes, Ann {sum(gain > 0 for gain in gains)}; in the end she has {score[-1]:+d} points."
    )


def squares(axis: Axes, odds: np.ndarray, hue: str = "C0") -> Any:
    """Draw chances as squares of that area, in rows from below; a certain one fills its place."""
    corners: list[tuple[float, float]] = []
    for up, row in enumerate(odds, start=1):
        for across, chance in enumerate(row, start=1):
            half = 0.48 * chance**0.5
            if half > 0.01:
                ends = ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))
                corners += [(across + x, up + y) for x, y in ends]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    drawn = PathPatch(Path(corners, codes * (len(corners) // 5)), fc=hue, ec="none")
    rows, columns = odds.shape
    axis.set(xlim=(0.4, columns + 0.6), ylim=(0.4, rows + 0.6), aspect="equal")
    return axis.add_patch(drawn)


def bid_axes(
    titles: Mapping[str, int], height: float, diagonal: bool = True
) -> tuple[Drawing, Any]:
    """Axes side by side for bids by the prize turned up, by their titles and numbers of cards."""
    figure, axes = new_figure(
        ncols=len(titles), height=height, narrow=3.1 * len(titles), squeeze=False
    )
    for axis, (title, n) in zip(axes[0], titles.items(), strict=True):
        if diagonal:
            axis.plot([1, n], [1, n], color=FAINT, lw=1)
        ticks = range(1, n + 1, 1 if n < 8 else 2)
        axis.set(title=title, xlabel="bid", xticks=ticks, yticks=ticks)
    axes[0, 0].set_ylabel("first prize")
    return figure, axes[0]


def openings(boards: Mapping[int, np.ndarray]) -> Drawn:
    """Draw optimal first bids by the prize turned up, a panel for each number of cards."""
    figure, axes = bid_axes({f"{n} cards": n for n in boards}, height=3.6)
    for axis, odds in zip(axes, boards.values(), strict=True):
        squares(axis, odds)
    most = max(boards)
    several = sum(not is_unimodal(row) for row in boards[most])
    return figure, (
        "Squares around a diagonal. For low prizes the bids are low but mostly above the prize, "
        "for higher ones they spread from the lowest cards to a few above the prize, with gaps at "
        f"every second card. Of {most} prizes {several} have bids with several peaks; for the "
        f"highest the highest card has probability {boards[most][-1, -1]:.2f}."
    )


def parities(boards: Mapping[int, np.ndarray]) -> Drawn:
    """Draw optimal first bids, odd and even cards apart, with what is left out in between."""
    figure, axes = bid_axes({f"{n} cards": n for n in boards}, height=2.6, diagonal=False)
    told = []
    for axis, (n, odds) in zip(axes, boards.items(), strict=True):
        odd = np.arange(1, n + 1) % 2 == 1
        squares(axis, odds * odd)
        squares(axis, odds * ~odd, "C1")
        holes = left_out(odds)
        axis.plot(holes[:, 1], holes[:, 0], ".", color=FAINT, ms=3)
        rows = {
            name: [p for p, row in enumerate(odds, 1) if row[some].sum() > 0.9]
            for name, some in (("odd", odd), ("even", ~odd))
        }
        told.append(
            f"With {n} cards the bids are odd, up to a tenth of the probability, "
            f"{_at_prizes(rows['odd'])} and even {_at_prizes(rows['even'])}; {len(holes)} cards "
            "between the lowest and the highest bid are left out."
        )
    return figure, "Squares by prize and bid, odd and even bids in two colours. " + " ".join(told)


def left_out(odds: np.ndarray) -> np.ndarray:
    """Prizes and cards, from 1, that are never bid but lie between two that are.

    >>> left_out(np.array([[0.5, 0, 0.5], [0, 0.4, 0.6]]))
    array([[1, 2]])
    """
    bid = odds > 1e-9
    below = np.maximum.accumulate(bid, 1)
    above = np.maximum.accumulate(bid[:, ::-1], 1)[:, ::-1]
    return np.argwhere(below & above & ~bid) + 1


def _at_prizes(prizes: Sequence[int]) -> str:
    if not prizes:
        return "at no prize"
    *others, last = map(str, prizes)
    return f"at {', '.join(others)} and {last}" if others else f"at {last}"


def two_aims(points: np.ndarray, winning: Mapping[int, np.ndarray]) -> Drawn:
    """Draw optimal first bids for points beside those to win, which a slider moves by the lead."""
    n = len(points)
    figure, axes = bid_axes({"for points": n, "to win": n}, height=3.6)
    squares(axes[0], points)
    told = []
    for number, (lead, odds) in enumerate(winning.items()):
        frame(number, squares(axes[1], odds))
        moved, best = 0.5 * np.abs(points - odds).sum(1), odds[-1, -1]
        told.append(
            f"{_lead(lead)}: on average {100 * moved.mean():.0f} % of the bids differ from those "
            f"for points; the {n} is bid for the {n} with probability {best:.2f}."
        )
    start = list(winning).index(0)
    figure.move("lead in points", [_whole(lead) for lead in winning], told, start)
    apart = 0.5 * np.abs(points - winning[0]).sum(1)
    return figure, (
        f"Two diagrams of squares, {n} cards. At an even score the bids of the two aims differ "
        f"most for the prize {int(apart.argmax()) + 1}, where {apart.max():.2f} of the probability "
        f"lies on other cards, and least for {int(apart.argmin()) + 1}."
    )


def _whole(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def _lead(points: int) -> str:
    if not points:
        return "With an even score"
    side = "ahead" if points > 0 else "behind"
    return f"{abs(points)} point{'s' * (abs(points) > 1)} {side}"


def stage(state: State) -> Drawn:
    """Draw what player I's choices pay at each uniform prize, and the value of the stage.

    A slider moves the number of his high cards.
    """
    n, start, low, middle = state
    table, states = nakai.values(n), [(n, k, low, middle) for k in range(n - low + 1)]
    figure, axis = new_figure(height=3.8, narrow=4.4)
    rows = (("low", "C3"), ("high", "C1"), ("pass", "C2"))
    told = []
    for number, at in enumerate(states):
        cuts = regions(table, *at)
        ends = [0.0, *(cut.high for cut in cuts)]
        # straight between changes but for mixtures, which bend little
        xs = np.unique(np.concatenate([np.linspace(a, b, 9) for a, b in pairwise(ends)]))
        games = np.array([table.matrix(*at, x) for x in xs])
        values = []
        for x, game in zip(xs, games, strict=True):
            one, two = table.strategy(*at, x)
            values.append(float(np.nan_to_num(one @ game) @ two))
        for row, (_, hue) in enumerate(rows):
            for column, line in enumerate(("-", ":")):
                pays = games[[0, -1], row, column]
                frame(number, axis.plot(xs[[0, -1]], pays, line, color=hue))
        frame(number, axis.plot(xs, values, color="C0", lw=3))
        for cut in cuts[:-1]:
            frame(number, axis.axvline(cut.high, color=FAINT, lw=0.8))
        order = ", ".join(f"{_name(cut.choice)} up to {cut.high:.2f}" for cut in cuts)
        told.append(f"At {at}, with player I's choice first: {order}.")
    for name, hue in rows:
        axis.plot([], [], color=hue, label=f"{name} against middle")
        axis.plot([], [], ":", color=hue, label=f"{name} against pass")
    axis.plot([], [], color="C0", lw=3, label="value of the stage")
    axis.set(xlabel="prize", ylabel="value for player I", xlim=(0, 1))
    axis.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.45, 1.0))
    figure.move("high cards", range(len(states)), told, start)
    return figure, (
        f"Lines against the prize at the state {state}: low against a middle card falls, "
        "high against one rises, the others are level. The value of the stage is a broken curve "
        f"that follows them. {told[start]}"
    )


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "\N{MINUS SIGN}")


def _name(choice: str) -> str:
    return "both mix" if choice.startswith("mix") else f"({NAMES[choice]})"


def choices(n: int) -> Drawn:
    """Draw what is optimal at which prize, in four families of states with uniform prizes."""
    table, half = nakai.values(n), n // 2
    shown = [
        ("high cards only", "high cards", [(n, k, 0, half) for k in range(1, n)]),
        ("low cards only", "low cards", [(n, 0, k, half) for k in range(1, n)]),
        ("player I must play", "high cards", [(n, k, n - k, half) for k in range(1, n)]),
        ("player II must play; 2 low", "high cards", [(n, k, 2, n) for k in range(1, n - 2)]),
    ]
    figure, axes = new_figure(height=6, narrow=8.6, nrows=2, ncols=2, sharey=True)
    with_case = 0
    for axis, (title, label, row) in zip(axes.flat, shown, strict=True):
        for place, at in enumerate(row, 1):
            for region in regions(table, *at):
                hue = HUES["mix" if region.choice.startswith("mix") else region.choice]
                height = region.high - region.low
                axis.bar(place, height, bottom=region.low, color=hue, width=0.9)
                with_case += title == "player I must play" and region.choice == "high, M"
        axis.set_title(title)
        ticks = range(1, len(row) + 1, 2)
        axis.set(ylim=(0, 1), xlim=(0.4, len(row) + 0.6), xlabel=label, xticks=ticks)
    for name, hue in HUES.items():
        axes[0, 0].bar(0, 0, color=hue, label=NAMES[name])
    legend_below(figure, axes[0, 0], columns=3)
    for axis in axes[:, 0]:
        axis.set_ylabel("prize")
    return figure, (
        f"Four panels of stacked bars, {n} prizes to come. With high cards only, a pass against "
        "middle lies below high against middle and mixtures; with low cards only, low against a "
        "pass below low against middle. Where player I must play, high against middle lies below "
        f"the mixtures in {with_case} of {n - 1} columns: the case left out. Where player II must "
        "play low, pass and high follow each other without mixtures."
    )


def contours(n: int, coarse: int) -> Drawn:
    """Draw the value per prize over player I's cards, for n prizes and in the limit."""
    layer = nakai.values(n).layers[n]
    figure, axes = new_figure(ncols=2, height=3.2, narrow=6.0)
    axes[0].set_ylabel("low cards per prize")
    for axis, m in zip(axes, (n // 4, n // 2), strict=True):
        grid = np.ma.masked_invalid(layer[:, :, m].T / n)
        levels = np.linspace(grid.min(), grid.max(), 11)[1:-1]
        side, few = np.arange(n + 1) / n, np.arange(coarse + 1) / coarse
        limits = np.ma.masked_invalid(
            [
                [fluid(k, low, m / n, n_steps=18) if k + low < 1.001 else np.nan for k in few]
                for low in few
            ]
        )
        axis.contour(few, few, limits, levels, colors="C1", linewidths=1, linestyles="dashed")
        solid = {"linewidths": 1, "linestyles": "solid"}
        drawn = axis.contour(side, side, grid, levels, colors="C0", **solid)
        axis.clabel(drawn, drawn.levels[::2], fontsize=9, colors="#1a1b1c", fmt=_signed)
        axis.plot([0, 1], [1, 0], color=FAINT, lw=1)
        axis.set(title=f"{m} middle cards", xlabel="high cards per prize", aspect="equal")
    least, most = np.nanmin(layer[:, :, n // 2]) / n, np.nanmax(layer[:, :, n // 2]) / n
    return figure, (
        "Two contour maps over a triangle; the contours of the limit run close to those of "
        f"{n} prizes. The value rises with high cards and falls with low ones, from "
        f"{least:.3f} to {most:.3f} for {n // 2} middle cards."
    )


def three_cards() -> pd.DataFrame:
    """The table of the first page: three cards, the prize 2 turned up first."""
    pays = solve(3).opening_payoffs(2)
    columns = {f"Bob bids {j + 1}": [f"{paid:.2f}" for paid in pays[:, j] + 0.0] for j in range(3)}
    return pd.DataFrame({"Ann bids": [1, 2, 3]} | columns)


def facts_of_matching(n_cards: int, prize: int) -> dict[str, object]:
    """What it costs to match a first prize where the opponent bids optimally, and who beats it.

    >>> facts_of_matching(5, 3)
    {'matched_cost': '0.80', 'matched_favourite': 4, 'matched_beaten': '76'}
    """
    solved = solve(n_cards)
    chances = solved.opening(prize)
    pays = solved.opening_payoffs(prize) @ chances
    return {
        "matched_cost": f"{pays.max() - pays[prize - 1]:.2f}",
        "matched_favourite": int(chances.argmax()) + 1,
        "matched_beaten": f"{100 * chances.max():.0f}",
    }
