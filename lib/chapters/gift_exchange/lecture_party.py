"""A party of six for the lecture: the six rules of Table 1 in plain Python, and one game by them.

The kernels of `parlor.games.gift_exchange` play the same rules; a test plays both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

import pandas as pd
from matplotlib.axes import Axes

from parlor.games.gift_exchange.position import (
    Limits,
    Move,
    Position,
    may_open,
    start,
    steal,
    targets,
    unwrap,
)
from press import FAINT, Drawn, new_figure

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

FOUR = ("always_open", "mean_based", "threshold", "always_steal")
FOUR_WORTH = (
    (0.99, 0.18, 0.02, 0.38),
    (0.56, 0.77, 1.00, 0.99),
    (0.13, 0.95, 0.30, 0.35),
    (0.61, 0.86, 0.53, 0.71),
)


def heads() -> bool:
    """A coin that always says steal."""
    return True


def wants(
    strategy: str, best: float, opened: list[float], wrapped: list[float], flip: Flip
) -> bool:
    """Whether a player steals the best target, by the rules of the source's Table 1.

    Parameters
    ----------
    strategy : str
        One of the six.
    best : float
        What the target that the player likes best is worth to her.
    opened, wrapped : list of float
        What the open gifts and those still wrapped are worth to her.
    flip : callable
        The coin of ``coin_flip``.

    Returns
    -------
    bool
        Whether she steals.

    Raises
    ------
    KeyError
        If there is no such strategy.
    """
    rules: dict[str, Callable[[], bool]] = {
        "always_open": lambda: False,
        "always_steal": lambda: True,
        "coin_flip": flip,
        "mean_based": lambda: best > sum(opened) / len(opened),
        "threshold": lambda: best > 0.6,
        "expected_value": lambda: best > sum(wrapped) / len(wrapped),
    }
    return rules[strategy]()


def decide(
    at: Position, allowed: Sequence[int], worth: Sequence[float], strategy: str, flip: Flip
) -> int:
    """Whom of those allowed the player to act robs, or 0: among equals the first seat."""
    if not allowed:
        return 0
    victim = max(allowed, key=lambda m: worth[at.holds[m - 1] - 1])
    held = [worth[gift - 1] for gift in at.holds if gift]
    hidden = [worth[gift - 1] for gift in at.wrapped]
    best = worth[at.holds[victim - 1] - 1]
    return victim if wants(strategy, best, held, hidden, flip) else 0


def play_party(
    values: Values,
    strategies: Sequence[str],
    order: Sequence[int],
    *,
    limits: Limits | None = None,
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
    limits : Limits, optional
        What restricts a steal, by default the standard rules.
    flip : callable
        The coin of ``coin_flip``.

    Returns
    -------
    tuple of Move
        All actions; the last one may be player 1's swap, for what she likes best.
    """
    limits = limits or Limits()
    n = len(values)
    at, moves = start(n), []
    while at.mover:
        mover, now, allowed = at.mover, at.round, targets(at, limits=limits)
        victim = decide(at, allowed, values[mover - 1], strategies[mover - 1], flip)
        if victim:
            gift = at.holds[victim - 1]
            at = steal(at, victim, limits=limits)
        else:
            gift = min(may_open(at, limits=limits), key=order.index)
            at = unwrap(at, gift, limits=limits)
        moves.append(Move(now, mover, gift, victim, len(allowed)))
    best = max(range(n), key=lambda m: values[0][at.holds[m] - 1])
    if values[0][at.holds[best] - 1] > values[0][at.holds[0] - 1]:
        moves.append(Move(n + 1, 1, at.holds[best], best + 1, n - 1))
    return tuple(moves)


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
        what = (
            f"takes the {gift} from {GUESTS[move.victim - 1]}"
            if move.victim
            else f"opens the {gift}"
        )
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


def expected_steals(
    values: Values, strategies: Sequence[str], total_limit: int | None = None
) -> Fraction:
    """Mean number of steals over all orders in which the gifts can come out, exactly.

    Parameters
    ----------
    values : sequence of sequences of float, n x n
        Of each gift to each player.
    strategies : sequence of str
        Of each player, none of them a coin_flip.
    total_limit : int, optional
        How often a gift may be stolen in the game, by default any number of times.

    Returns
    -------
    Fraction
        Steals, without the final swap.

    Examples
    --------
    >>> expected_steals(FOUR_WORTH, FOUR, 1), expected_steals(FOUR_WORTH, FOUR)
    (Fraction(11, 6), Fraction(7, 4))
    """
    limits = Limits(total_limit=total_limit)
    n = len(values)
    games = [
        sum(
            move.victim > 0 and move.round <= n
            for move in play_party(values, strategies, order, limits=limits)
        )
        for order in permutations(range(1, n + 1))
    ]
    return Fraction(sum(games), len(games))


def four_table() -> pd.DataFrame:
    """The four guests of the counterexample."""
    rows = [
        [guest, rule, *(f"{worth:.2f}" for worth in row)]
        for guest, (rule, row) in enumerate(zip(FOUR, FOUR_WORTH, strict=True), 1)
    ]
    return pd.DataFrame(rows, columns=["guest", "rule", *(f"gift {j}" for j in range(1, 5))])
