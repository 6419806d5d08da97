"""A party of six for the lecture, played by the six rules of Table 1, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
from matplotlib.axes import Axes

from parlor.games.gift_exchange import MAIN
from parlor.games.gift_exchange.position import STANDARD, Limits, Position
from press import FAINT, Drawn, new_figure

from .orders import COUNTEREXAMPLE, heads, wants
from .plain_games import Move, play_by

Flip = Callable[[], bool]
Values = Sequence[Sequence[float]]

GUESTS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
TEMPERS = (
    "threshold", "mean_based", "always_open", "coin_flip", "expected_value", "always_steal"
)  # fmt: skip
GIFTS = ("book", "chocolate", "lamp", "puzzle", "candle", "gloves")  # in the order of opening
WORTH = (
    (1.0, 0.7, 0.6, 0.4, 0.4, 0.1),
    (1.0, 0.5, 0.8, 0.4, 0.5, 0.2),
    (1.0, 0.7, 0.8, 0.7, 0.2, 0.3),
    (0.9, 0.8, 0.7, 0.7, 0.4, 0.1),
    (1.0, 0.7, 0.7, 0.5, 0.2, 0.0),
    (0.8, 1.0, 0.8, 0.4, 0.5, 0.3),
)
TOSSES = (True, True, False)  # of Dan's coin

FOUR_HUNDREDTHS, FOUR = COUNTEREXAMPLE
FOUR_WORTH = tuple(tuple(value / 100 for value in row) for row in FOUR_HUNDREDTHS)


def play_party(
    values: Values,
    strategies: Sequence[str],
    order: Sequence[int],
    *,
    limits: Limits = STANDARD,
    flip: Flip = heads,
) -> tuple[Move, ...]:
    """Play one game by the rules of Table 1.

    Parameters
    ----------
    values : sequence of sequences of float, n x n
        Of each gift to each player.
    strategies : sequence of str
        Of each player.
    order : sequence of int
        The gifts in the order in which they are opened, whoever opens.
    limits : Limits
        What restricts a steal.
    flip : callable
        The coin of ``coin_flip``.

    Returns
    -------
    tuple of Move
        All actions; the last one may be player 1's swap, for what she likes best.
    """

    def robs(at: Position, victim: int) -> bool:
        worth = values[at.mover - 1]
        best = worth[at.holds[victim - 1] - 1]
        held = [worth[gift - 1] for gift in at.holds if gift]
        hidden = [worth[gift - 1] for gift in at.wrapped]
        strategy = strategies[at.mover - 1]
        return wants(strategy, best, held, hidden, threshold=MAIN.steal_threshold, flip=flip)

    return play_by(robs, values, order, limits=limits)


def holdings(moves: Sequence[Move], n_players: int) -> list[tuple[int, ...]]:
    """The gift of each player, 0 for none, after each move."""
    held, found = [0] * n_players, []
    for move in moves:
        mine = held[move.player - 1]
        held[move.player - 1] = move.gift
        if move.victim:
            held[move.victim - 1] = mine  # nothing, but for the final swap
        found.append(tuple(held))
    return found


def party() -> tuple[Move, ...]:
    """The game that the lecture tells."""
    coin = iter(TOSSES)
    return play_party(WORTH, TEMPERS, range(1, len(GIFTS) + 1), flip=lambda: next(coin))


def told() -> list[str]:
    """The same in words, a line for each round and one for the swap."""
    lines: dict[int, list[str]] = {}
    for move in party():
        who, gift = GUESTS[move.player - 1], GIFTS[move.gift - 1]
        what = f"takes the {gift} from {GUESTS[move.victim - 1]}"
        if not move.victim:
            what = f"opens the {gift}"
        lines.setdefault(move.round, []).append(f"{who} {what}")
    return ["; ".join(moves) for moves in lines.values()]


def party_figure() -> Drawn:
    """Who holds what in that game: a row a guest, a bar a gift, an arrow a theft.

    Returns
    -------
    figure : matplotlib.figure.Figure
        For `Chapter.figure`.
    alt : str
        The same in words.
    """
    moves = party()
    held = holdings(moves, len(GUESTS))
    figure, axes = new_figure(height=3.6)
    end = len(moves) + 1.8
    arrows = {
        place + 0.56: [len(GUESTS) + 1 - guest for guest in (move.victim, move.player)]
        for place, move in enumerate(moves)
        if move.victim
    }
    for player, name in enumerate(GUESTS):
        row = len(GUESTS) - player
        axes.text(0.3, row, f"{player + 1} {name}", ha="right", va="center", fontsize=10)
        begin = 0
        while begin < len(moves):
            gift, stop = held[begin][player], begin + 1
            while stop < len(moves) and held[stop][player] == gift:
                stop += 1
            if gift:
                right = stop + 0.5 if stop < len(moves) else end
                crossed = [x for x, rows in arrows.items() if min(rows) < row < max(rows)]
                _bar(axes, row, begin + 0.5, right, gift, crossed)
            begin = stop
    for place, move in enumerate(moves):
        if move.victim:
            x = place + 0.56
            off, to = arrows[x]
            style = "<->" if move.round > len(GIFTS) else "->"
            axes.annotate(
                "",
                (x, to + 0.3 * (off > to) - 0.3 * (off < to)),
                (x, off),
                arrowprops={"arrowstyle": style, "color": "#1a1b1c", "lw": 1.2},
            )
        if place and move.round > moves[place - 1].round:
            axes.axvline(place + 0.42, color=FAINT, linewidth=0.7, linestyle=":")
    rounds = [move.round for move in moves]
    spans = [(r, rounds.index(r), rounds.count(r)) for r in sorted(set(rounds))]
    axes.set(
        xlim=(0.4, end + 0.1),
        ylim=(0.4, len(GUESTS) + 0.6),
        yticks=[],
        xticks=[first + 0.42 + size / 2 for _, first, size in spans],
        xticklabels=[str(r) if r <= len(GIFTS) else "swap" for r, *_ in spans],
        xlabel="round",
    )
    long = [text for text in axes.texts if text.get_text() == "chocolate"]
    figure.when_narrow(lambda: [text.set_text("choc.") for text in long])
    axes.spines["left"].set_visible(False)
    axes.grid(visible=False)
    return figure, f"A game of {len(moves)} actions. " + ". ".join(told()) + "."


def _bar(
    axes: Axes, row: int, left: float, right: float, gift: int, crossed: Sequence[float]
) -> None:
    """A gift in somebody's hands; its name gives way to an arrow across the bar."""
    axes.barh(
        row, right - left - 0.1, left=left + 0.05, height=0.56, color=f"C{gift - 1}", alpha=0.35
    )
    begin = next((x for x in crossed if left < x < left + 2), left)
    axes.text(begin + 0.14, row, GIFTS[gift - 1], va="center", fontsize=9)


def four_table() -> pd.DataFrame:
    """The four guests of the counterexample."""
    rows = [
        [guest, rule, *(f"{worth:.2f}" for worth in row)]
        for guest, (rule, row) in enumerate(zip(FOUR, FOUR_WORTH, strict=True), 1)
    ]
    return pd.DataFrame(rows, columns=["guest", "rule", *(f"gift {j}" for j in range(1, 5))])
