"""Boards as the pages draw them; each figure comes with what to know of it without seeing it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from matplotlib.axes import Axes

from parlor.games.token_game import study
from parlor.games.token_game.board import payoffs_at
from press import FAINT, Drawn, frame, label_ends, new_figure, show

from .randomness import COIN_BOARD
from .rows import ROWS, SIZES, boards, row

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draw_board(
    axes: Axes, amounts: Sequence[float], path: Sequence[float], layout: str = "line"
) -> None:
    """Draw stacks as bars whose parts have the colours of the takers, who are named below them."""
    n = len(amounts)
    one = [[int(i == j) for j in range(n)] for i in range(n)]
    shares = [payoffs_at(stack, path, layout=layout) for stack in one]
    top = max(amounts)
    base = [0.0] * n
    for seat, place in enumerate(path):
        parts = [a * share[seat] for a, share in zip(amounts, shares, strict=True)]
        axes.bar(range(1, n + 1), parts, bottom=base, color=f"C{seat % 6}")
        # a token between two stacks stands above the gap, at the height of the higher one
        near = {int(place), min(n, -int(-place // 1))}
        height = max(amounts[k - 1] for k in near)
        axes.annotate(
            NAMES[seat], (place, height + 0.02 * top), ha="center", va="bottom",
            bbox={"boxstyle": "circle,pad=0.15", "fc": "none", "ec": f"C{seat % 6}", "lw": 1.5},
            xytext=(0, 3), textcoords="offset points",
        )  # fmt: skip
        base = [low + part for low, part in zip(base, parts, strict=True)]
    takers = ["".join(NAMES[i] for i in range(len(path)) if share[i] > 0) for share in shares]
    few = n <= 12 and max(map(len, takers)) <= 3
    labels = [f"{k}\n{who}" if few else str(k) for k, who in enumerate(takers, start=1)]
    places = [1, *range(5, n + 1, 5)] if n > 15 else range(1, n + 1)
    axes.set_xticks(places, [labels[k - 1] for k in places])
    axes.set(xlabel="stack, and who takes it" if few else "stack", ylim=(0, 1.2 * top))


def still_board() -> str:
    """The line of ten before the first move, where no game can be played."""
    coins = "".join(
        f'<rect x="{36 * x - 26}" y="{80 - 6 * y}" width="22" height="4"/>'
        for x in boards("line")
        for y in range(1, x + 1)
    )
    prizes = "".join(f'<text x="{36 * x - 15}" y="98">${x}</text>' for x in boards("line"))
    return (
        '<svg viewBox="0 0 362 104" role="img" fill="currentColor" font-size="13" '
        'text-anchor="middle" aria-label="Ten stacks of one to ten coins, in a line">'
        f"{coins}{prizes}</svg>"
    )


def original_figure() -> Drawn:
    """The original game, as it ends."""
    path, pay = row("line", 3).paths[0], row("line", 3).payoffs[0]
    figure, axes = new_figure()
    draw_board(axes, boards("line"), path)
    axes.set(ylabel="dollars")
    return figure, (
        f"Bar chart of ten stacks of 1 to 10 dollars. Tokens A, B, C stand on {show(path)}, in "
        f"order of moves; coloured by who takes them, the stacks give {show(pay)} dollars."
    )


def tie_figure() -> Drawn:
    """The last of four players is indifferent; the first is not."""
    ways = [(5, 7, 9, last) for last in (4, 10)]
    figure, axes = new_figure(height=3.2, ncols=2, sharey=True, narrow=5.4)
    pays = [payoffs_at(boards("line"), way) for way in ways]
    for axis, way, pay in zip(axes, ways, pays, strict=True):
        draw_board(axis, boards("line"), way)
        axis.set(title=f"D on {way[3]}: A takes {pay[0]:g}, D takes {pay[3]:g}")
    axes[0].set(ylabel="dollars")
    return figure, (
        f"Two bar charts of ten stacks with A, B, C on 5, 7, 9. With D on 4 the four take "
        f"{show(pays[0])}, with D on 10 {show(pays[1])}: the same for D, "
        f"{pays[1][0] - pays[0][0]:g} dollars more for A."
    )


def conspiracy_figure() -> Drawn:
    """Ariel's usual end, and what two conspirators leave her."""
    ways = [(5, 9, 8), (5, 4, 6)]
    figure, axes = new_figure(height=3.2, ncols=2, sharey=True, narrow=5.4)
    pays = [payoffs_at(boards("line"), way) for way in ways]
    for axis, way, pay in zip(axes, ways, pays, strict=True):
        draw_board(axis, boards("line"), way)
        axis.set(title=", ".join(f"{who} {p:g}" for who, p in zip("ABC", pay, strict=True)))
    axes[0].set(ylabel="dollars")
    return figure, (
        f"Two bar charts of ten stacks. In equilibrium tokens on {ways[0]} take {show(pays[0])}. "
        f"Conspirators on 4 and 6 leave A on 5 her own stack alone: {show(pays[1])}."
    )


def coin_figure() -> Drawn:
    """Four stacks on a clock: the last of three chooses between two that are alike to her."""
    ways = [(3, 4, last) for last in (1, 2)]
    figure, axes = new_figure(height=3.0, ncols=2, sharey=True, narrow=5.0)
    pays = [payoffs_at(COIN_BOARD, way, layout="clock") for way in ways]
    for axis, way, pay in zip(axes, ways, pays, strict=True):
        draw_board(axis, COIN_BOARD, way, "clock")
        axis.set(title=", ".join(f"{who} {p:g}" for who, p in zip("ABC", pay, strict=True)))
    axes[0].set(ylabel="dollars")
    return figure, (
        f"Two bar charts of four stacks of {show(COIN_BOARD)} dollars, the fourth being next to "
        f"the first. With A and B on the stacks of 4 dollars, C on stack 1 leaves {show(pays[0])}, "
        f"C on stack 2 {show(pays[1])}: the same for C."
    )


def seats_figure() -> Drawn:
    """Payoffs by seat in both tables: all numbers of players in grey, and one that is chosen."""
    figure, axes = new_figure(ncols=2, sharey=True, narrow=5.6)
    most = max(SIZES.values())
    ends, told = {}, []
    for axis, layout in zip(axes, SIZES, strict=True):
        for m in [m for board, m in ROWS if board == layout]:
            pay = row(layout, m).payoffs[0]
            seats = range(1, m + 1)
            axis.plot(seats, pay, color=FAINT, lw=1, label=str(m))
            frame(m - 2, axis.plot(seats, pay, "o-", color="C0", lw=2))
            ends[layout] = (row(layout, 2).payoffs[0][0], pay[0], pay[-1])
        label_ends(axis)
        axis.set(title=layout, xlabel="seat", xticks=range(1, SIZES[layout] + 1, 2))
    axes[0].set(ylabel="dollars", ylim=(0, None))
    for m in range(2, most + 1):
        taken = {name: row(name, m).payoffs[0] for name, size in SIZES.items() if m <= size}
        told.append("; ".join(f"{name}: {show(pay)} dollars" for name, pay in taken.items()) + ".")
    figure.move("players", range(2, most + 1), told, start=2)
    parts = [
        f"on the {layout} from {two:g} dollars for the first of two players to {first:g} and "
        f"{last:g} for the first and last of {SIZES[layout]}"
        for layout, (two, first, last) in ends.items()
    ]
    return figure, f"Two line charts of payoff by seat: {'; '.join(parts)}."


@cache
def openings(n: int = 15, n_players: int = 4) -> list[tuple[float, float]]:
    """What the first player and the best paid of the others take after each opening.

    All play as if ties were broken against them, and take the lowest of their best stacks.
    """
    best = study.policy(range(1, n + 1), n_players)
    found = []
    for opening in range(1, n + 1):
        path = [opening]
        while len(path) < n_players:
            path.append(best[tuple(sorted(path))][0])
        pay = payoffs_at(range(1, n + 1), path)
        found.append((pay[0], max(pay[1:])))
    return found


def openings_figure() -> Drawn:
    """Fifteen stacks and four players: no opening brings the first player to the top."""
    first, rest = zip(*openings(), strict=True)
    stacks = range(1, len(first) + 1)
    figure, axes = new_figure(height=3.2)
    axes.bar(stacks, first, color="C0", label="player A, opening there")
    axes.plot(stacks, rest, "D", color="C1", label="best paid of the others")
    axes.set(xlabel="stack on which A opens", ylabel="dollars", xticks=stacks[::2])
    axes.set(ylim=(0, 1.4 * max(rest)))
    axes.legend(loc="upper left")
    best = max(stacks, key=lambda k: first[k - 1])
    return figure, (
        f"Bars of what A takes after opening on each of fifteen stacks, and marks for the best "
        f"paid other, all of them above the bars. A takes most, {first[best - 1]:g}, on stack "
        f"{best}, where another takes {rest[best - 1]:g}."
    )


def fold_figure() -> Drawn:
    """The line folded at every stack: two tokens at one height have a stack midway between them."""
    ways = [(9, 3.5, 6.5, 7.5), (9, 3.5, 6.5, 7.25)]
    figure, axes = new_figure(height=3.0, narrow=3.2, nrows=2, sharex=True, sharey=True)
    pays = [payoffs_at(boards("line"), way) for way in ways]
    places = range(1, 11)
    for axis, way, pay in zip(axes, ways, pays, strict=True):
        axis.plot(places, [_spot(x) for x in places], color="C5", linewidth=1)
        for spot in {_spot(x) for x in way}:
            axis.axhline(spot, linestyle=":", linewidth=0.8, color="C4")
        for seat, place in enumerate(way):
            axis.plot(place, _spot(place), "o", color=f"C{seat}", clip_on=False)
            axis.annotate(
                NAMES[seat], (place, _spot(place)), xytext=(0, 5), textcoords="offset points",
                ha="center",
            )  # fmt: skip
        axis.set(xticks=places, yticks=(0, 1), ylim=(-0.1, 1.45), ylabel="spot")
        axis.set_title(f"D at {way[3]:g} takes {pay[3]:g} dollars")
    axes[1].set(xlabel="place on the line")
    return figure, (
        "The line from 1 to 10 folded at every stack into a zigzag of height 1, twice. With D at "
        f"7.5 the tokens B, C and D lie at one height, and D takes {pays[0][3]:g} dollars; at 7.25 "
        f"D lies lower, and takes {pays[1][3]:g}."
    )


def _spot(place: float) -> float:
    """Distance from the nearest stack of odd number."""
    return min((place - 1) % 2, 2 - (place - 1) % 2)
