"""Boards as the pages draw them; each figure comes with what to know of it without seeing it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Wedge
from matplotlib.text import Annotation

from parlor.games.token_game import study
from parlor.games.token_game.board import payoffs_at
from press import FAINT, Drawing, Drawn, frame, label_ends, new_figure, show

from .prose.randomness import COIN_BOARD
from .rows import ROWS, SIZES, boards, row

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draw_board(
    axes: Axes, amounts: Sequence[float], path: Sequence[float], layout: str = "line"
) -> None:
    """Draw stacks as bars whose parts have the colours of the takers, who are named below them.

    Those of a clock are discs in a ring.
    """
    if layout == "clock":
        draw_ring(axes, amounts, path)
        return
    n, top = len(amounts), max(amounts)
    shares = shares_of(n, path, layout)
    base = [0.0] * n
    for seat, place in enumerate(path):
        parts = [a * share[seat] for a, share in zip(amounts, shares, strict=True)]
        axes.bar(range(1, n + 1), parts, bottom=base, color=f"C{seat % 6}")
        # a token between two stacks stands above the gap, at the height of the higher one
        near = {int(place), min(n, -int(-place // 1))}
        height = max(amounts[k - 1] for k in near)
        token(axes, seat, (place, height + 0.02 * top), va="bottom", xytext=(0, 3))
        base = [low + part for low, part in zip(base, parts, strict=True)]
    takers = ["".join(NAMES[i] for i in range(len(path)) if share[i] > 0) for share in shares]
    few = n <= 12 and max(map(len, takers)) <= 3
    labels = [f"{k}\n{who}" if few else str(k) for k, who in enumerate(takers, start=1)]
    places = [1, *range(5, n + 1, 5)] if n > 15 else range(1, n + 1)
    axes.set_xticks(places, [labels[k - 1] for k in places])
    axes.set(xlabel="stack, and who takes it" if few else "stack", ylim=(0, 1.2 * top))


def shares_of(n: int, path: Sequence[float], layout: str) -> list[tuple[float, ...]]:
    """What part of each stack each seat takes."""
    alone = [[int(i == j) for j in range(n)] for i in range(n)]
    return [payoffs_at(stack, path, layout=layout) for stack in alone]


def token(axes: Axes, seat: int, at: tuple[float, float], **more: Any) -> None:
    """Draw a token: the seat's letter in a ring of its colour."""
    ring = {"boxstyle": "circle,pad=0.15", "fc": "none", "ec": f"C{seat % 6}", "lw": 1.5}
    beside(axes, NAMES[seat], at, bbox=ring, **more)


def beside(axes: Axes, text: str, at: tuple[float, float], **more: Any) -> Annotation:
    """Write something some points away, ``xytext``, from a place."""
    return axes.annotate(text, at, ha="center", textcoords="offset points", **more)


def draw_ring(axes: Axes, amounts: Sequence[float], path: Sequence[float]) -> None:
    """Draw the stacks of a clock as discs at its hours, in the colours of those who take them."""
    n = len(amounts)
    shares = shares_of(n, path, "clock")
    size = min(0.34, 0.8 * pi / n)
    axes.add_patch(Circle((0, 0), 1 - 1.2 * size, fc="none", ec=FAINT, lw=1))
    for k, amount in enumerate(amounts, start=1):
        x, y = _hour(k, n)
        begin = 90.0
        for seat, share in enumerate(shares[k - 1]):
            end = begin + 360 * share
            if share:
                axes.add_patch(Wedge((x, y), size, begin, end, fc=f"C{seat % 6}", alpha=0.35))
                axes.add_patch(Wedge((x, y), size, begin, end, width=0.05, fc=f"C{seat % 6}"))
            begin = end
        axes.annotate(f"${amount:g}".replace("$", r"\$"), (x, y), ha="center", va="center")
    for seat, place in enumerate(path):
        token(axes, seat, _hour(place, n, 1.1 + 1.45 * size), va="center", xytext=(0, 0))
    reach = 1.35 + 1.45 * size
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.axis("off")


def _hour(place: float, n: int, away: float = 1.0) -> tuple[float, float]:
    """Where a place of a clock is, the last stack being at the top."""
    turn = 2 * pi * place / n
    return away * sin(turn), away * cos(turn)


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


Ends = Sequence[tuple[int, ...]]


def ends_figure(
    prizes: Sequence[int], layout: str, ways: Ends, title: str = ""
) -> tuple[Drawing, list[tuple[float, ...]]]:
    """Draw a board as it ends in several ways, side by side; and what these pay."""
    pays = [payoffs_at(prizes, way, layout=layout) for way in ways]
    line = layout == "line"
    figure, axes = new_figure(
        height=3.2 if line else 2.6, narrow=(2.7 if line else 2.5) * len(ways), ncols=len(ways),
        sharey=line,
    )  # fmt: skip
    for axis, way, pay in zip(axes, ways, pays, strict=True):
        draw_board(axis, prizes, way, layout)
        each = ", ".join(f"{who} {p:g}" for who, p in zip(NAMES, pay, strict=False))
        axis.set(title=title.format(way=way, pay=pay) or each)
    if line:
        axes[0].set(ylabel="dollars")
    return figure, pays


def tie_figure() -> Drawn:
    """The last of four players is indifferent; the first is not."""
    ways = [(5, 7, 9, last) for last in (4, 10)]
    title = "D on {way[3]}: A takes {pay[0]:g}, D takes {pay[3]:g}"
    figure, pays = ends_figure(boards("line"), "line", ways, title)
    return figure, (
        f"Two bar charts of ten stacks with A, B, C on 5, 7, 9. With D on 4 the four take "
        f"{show(pays[0])}, with D on 10 {show(pays[1])}: the same for D, "
        f"{pays[1][0] - pays[0][0]:g} dollars more for A."
    )


def conspiracy_figure() -> Drawn:
    """Ariel's usual end, and what two conspirators leave her."""
    ways = [(5, 9, 8), (5, 4, 6)]
    figure, pays = ends_figure(boards("line"), "line", ways)
    return figure, (
        f"Two bar charts of ten stacks. In equilibrium tokens on {ways[0]} take {show(pays[0])}. "
        f"Conspirators on 4 and 6 leave A on 5 her own stack alone: {show(pays[1])}."
    )


def coin_figure() -> Drawn:
    """Four stacks on a clock: the last of three chooses between two that are alike to her."""
    figure, pays = ends_figure(COIN_BOARD, "clock", [(3, 4, last) for last in (1, 2)])
    return figure, (
        f"Two rings of four stacks of {show(COIN_BOARD)} dollars. With A and B on the stacks of "
        f"4 dollars, C on the three beside B leaves A, B and C {show(pays[0])} dollars, C on the "
        f"three beside A {show(pays[1])}: the same for C."
    )


def escapes_figure() -> Drawn:
    """How B and A run from a plan of C's that is known, the plan that harms B: B's two, and A's."""
    figure, pays = ends_figure(COIN_BOARD, "clock", [(3, 1, 4), (3, 2, 4), (1, 3, 4)])
    return figure, (
        "Three rings of four stacks. B on the three opposite A: A, B and C take "
        f"{show(pays[0])} dollars. B on the three beside A: {show(pays[1])}. A on a three: "
        f"{show(pays[2])}. In the first and the last C has 4 dollars only."
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
def openings() -> list[tuple[float, float]]:
    """What the first of four and the best paid of the others take after each of 15 openings.

    All play as if ties were broken against them, and take the lowest of their best stacks.
    """
    stacks, found = range(1, 16), []
    best = study.policy(stacks, 4)
    for opening in stacks:
        path = [opening]
        while len(path) < 4:
            path.append(best[tuple(sorted(path))][0])
        pay = payoffs_at(stacks, path)
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


FOLDED = (9, 3.5, 6.5, 7.5)  # tokens of which three lie at one height when the line is folded
FOLDS = 5  # frames of the fold
APART = (0, -2, -5, 6)  # points between the tokens' letters and their tokens, across


def fold_figure() -> Drawn:
    """The line folded at every stack, further and further: tokens that come to lie together."""
    figure, axes = new_figure(height=2.4, narrow=2.6)
    places = range(1, 11)
    for step in range(FOLDS + 1):
        turn = step / FOLDS * 0.44 * pi  # short of upright, so that the layers can be told apart
        wide, high = cos(turn), sin(turn)

        def at(place: float, wide: float = wide, high: float = high) -> tuple[float, float]:
            return 5.5 + wide * (place - 5.5), 2.6 * high * _spot(place)

        xs, ys = zip(*map(at, places), strict=True)
        frame(step, axes.plot(xs, ys, "s-", color="C5", lw=1.5, ms=4))
        for seat, place in enumerate(FOLDED):
            x, y = at(place)
            frame(step, axes.plot(x, y, "o", color=f"C{seat}", ms=9))
            up = 8 if seat else -17  # A lies on a stack, between two rising sides
            letter = beside(axes, NAMES[seat], (x, y), xytext=(APART[seat], up), color=f"C{seat}")
            frame(step, letter)
        for stack in (5, 7):
            frame(step, beside(axes, str(stack), at(stack), xytext=(0, -15)))
    axes.set(ylim=(-0.75, 3.3), xlim=(0.5, 10.5), xticks=[], yticks=[])
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    told = [
        "The line lies flat. Stack 5 is midway between B and C, 7 between C and D.",
        *["The line is being folded: B, C and D rise together."] * (FOLDS - 1),
        "Folded: stacks of odd number lie at the bottom, of even number at the top, and B, C and D "
        "at one height. A token on a stack lies at an end.",
    ]
    figure.move("fold", [f"{s}/{FOLDS}" for s in range(FOLDS + 1)], told, start=3)
    return figure, (
        "The line from 1 to 10 as a paper strip, folded at every stack into a zigzag. The tokens "
        "B, C and D, at 3.5, 6.5 and 7.5, come to lie at one height; stack 5 is midway between B "
        "and C, and stack 7 between C and D."
    )


NUDGES = [7 + k / 8 for k in range(1, 8)]  # where D may lie


def nudge_figure() -> Drawn:
    """What the last player takes as she moves between two stacks, and where she lies folded."""
    figure, (above, below) = new_figure(
        height=3.8, narrow=4.2, nrows=2, sharex=True, gridspec_kw={"height_ratios": [1, 2]}
    )
    places = range(1, 11)
    above.plot(places, [_spot(x) for x in places], color="C5", lw=1)
    for seat, place in enumerate(FOLDED[:3]):
        above.plot(place, _spot(place), "o", color=f"C{seat}", ms=7)
        beside(above, NAMES[seat], (place, _spot(place)), xytext=(0, 6 if seat else -15))
    above.axhline(_spot(6.5), ls=":", lw=1, color=FAINT)
    told = []
    for number, place in enumerate(NUDGES):
        way = (*FOLDED[:3], place)
        frame(number, above.plot(place, _spot(place), "o", color="C3", ms=7))
        frame(number, beside(above, "D", (place, _spot(place)), xytext=(0, 6)))
        base = [0.0] * 10
        for seat in range(4):
            parts = [k * payoffs_at([int(j == k) for j in places], way)[seat] for k in places]
            bars = below.bar(places, parts, bottom=base, color=f"C{seat}")
            frame(number, list(bars))
            base = [low + part for low, part in zip(base, parts, strict=True)]
        pay = payoffs_at(boards("line"), way)
        side = "lower than" if place < 7.5 else "higher than" if place > 7.5 else "as high as"
        owner = "D has stack 7" if place < 7.5 else "C has stack 7" if place > 7.5 else (
            "C and D split stack 7")  # fmt: skip
        told.append(
            f"D at {place:g} lies {side} C: {owner}, and D takes {pay[3]:g} dollars, C {pay[2]:g}."
        )
    above.set(yticks=(0, 1), ylim=(-0.7, 1.6), ylabel="spot")
    below.set(xticks=places, xlabel="place on the line", ylabel="dollars", ylim=(0, 10.5))
    figure.move("where D lies", [f"{place:g}" for place in NUDGES], told, start=3)
    ends = [payoffs_at(boards("line"), (*FOLDED[:3], place))[3] for place in (7.5, 7.25)]
    return figure, (
        "Above, the folded line with the tokens A, B, C and D; below, the ten stacks, coloured by "
        f"who takes them. With D at 7.5, as high as C, D takes {ends[0]:g} dollars; anywhere "
        f"between 7 and 7.5 she takes {ends[1]:g}."
    )


def _spot(place: float) -> float:
    """Distance from the nearest stack of odd number."""
    return min((place - 1) % 2, 2 - (place - 1) % 2)
