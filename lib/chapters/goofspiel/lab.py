"""Answers of the Goofspiel lab: Nakai's game from any state, and the card game with any hands."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlor.core.laws import Discrete
from parlor.games.goofspiel.hands import Aim, HandsSolution, solve_hands
from parlor.games.nakai.encoding import prize_law
from parlor.games.nakai.recursion import StageValues, State, values
from press import Answer, Picture, Quantity, Table

if TYPE_CHECKING:
    import pandas as pd

LEVELS = (0.05, 0.15, 0.25, 0.35, 0.5, 0.65, 0.75, 0.85, 0.95)  # of the first prize's law
AT_ONCE = 20  # stages up to which every stage of the game is certified


def readable_laws(laws: list) -> list:
    """Return laws of prizes as they were given, or a ValueError that names the one in question.

    >>> readable_laws(["uniform", [1, 2.5]])
    ['uniform', [1, 2.5]]
    """
    for i, law in enumerate(laws):
        prize_law(f"laws[{i}]", law)
    return laws


def nakai_game(state: Sequence[int], laws: Sequence[Any]) -> Answer:
    """Solve Nakai's game from one state.

    Parameters
    ----------
    state : sequence of int
        n, k, l, m.
    laws : sequence
        The law of all n prizes, or n laws in the order in which the prizes come.

    Returns
    -------
    Answer
        The value, what both could gain by deviating, and the optimal chances by prize.
    """
    n, k, l, m = at = (state[0], state[1], state[2], state[3])
    each = list(laws) * n if len(laws) == 1 else list(laws)
    table = values(n, stage_distributions=each[::-1])
    law = table.prizes[n - 1]
    if isinstance(law, Discrete):
        prizes = sorted(set(map(float, law.values)))[:100]
        grid = prizes
    else:
        prizes = [float(x) for x in np.unique(np.round(law.quantile(np.array(LEVELS)), 12))]
        ends = law.quantile(np.array([1e-6, 0.995]))
        grid = np.linspace(float(ends[0]), float(ends[1]), 241).tolist()
    ended = m == 0 or k + l == 0
    gap = 0.0 if ended else max(
        table.exploitability(*at, x, *table.strategy(*at, x)) for x in (*prizes, *grid)
    )  # fmt: skip
    where = "at the prizes shown"
    if n <= AT_ONCE:
        gap, where = table.certificate.error, "at any stage"
    middle = prizes[len(prizes) // 2]
    ways = zip(("play low", "play high", "pass"), table.strategy(*at, middle)[0], strict=True)
    one = laws[0] if len(laws) == 1 else f"from {n} distributions, {laws[0]} first"
    return Answer(
        f"Nakai's game at (n, k, l, m) = {at}, prizes {one}.",
        (
            Quantity("value", table.v(*at), "what the game is worth to the first player; the "
                     f"error is what both together could gain by deviating {where}", gap),
        ),
        (Table("own", lambda: strategy_by_prize(table, at, prizes),
               "Optimal probabilities by the first prize."),),
        (Picture("own", lambda: _chances(table, at, grid, isinstance(law, Discrete)),
                 "The probabilities with which both players play, by the first prize."),),
        f"The game is worth {table.v(*at):.3g} to you. If the first prize is {middle:.3g}, "
        f"{_mixed(ways)}.",
    )  # fmt: skip


def _mixed(ways: Iterable[tuple[str, float]]) -> str:
    """What is played with which probability, the likeliest first.

    >>> _mixed([("pass", 0.0), ("play low", 0.25), ("play high", 0.75)])
    'play high (0.75) or play low (0.25)'
    >>> _mixed([("pass", 1.0)])
    'pass'
    """
    played = sorted(((p, way) for way, p in ways if p >= 0.005), key=lambda one: -one[0])
    return " or ".join(way + f" ({p:.2f})" * (len(played) > 1) for p, way in played)


def strategy_by_prize(table: StageValues, state: State, prizes: Sequence[float]) -> pd.DataFrame:
    """Optimal chances of a state by the prize that is shown."""
    import pandas as pd

    rows = [[x, *np.concatenate(table.strategy(*state, x))] for x in prizes]
    return pd.DataFrame(
        rows, columns=["prize", "I low", "I high", "I pass", "II middle", "II pass"]
    )


def _chances(table: Any, at: tuple, grid: list[float], atoms: bool) -> tuple[Any, str]:
    from press import new_figure

    ways = np.array([np.concatenate(table.strategy(*at, x)) for x in grid])
    figure, axis = new_figure(height=3.6, narrow=3.8)
    style: dict[str, Any] = {"marker": "o"} if atoms or len(grid) == 1 else {}
    lines = (("player I low", "C3"), ("player I high", "C1"), ("player I pass", "C2"),
             ("player II middle", "C0"))  # fmt: skip
    for column, (label, hue) in enumerate(lines):  # thinner and thinner: they often coincide
        dashes, width = "--" if column == 3 else "-", (6, 4, 2, 1.5)[column]
        axis.plot(grid, ways[:, column], color=hue, label=label, ls=dashes, lw=width, **style)
    axis.set(xlabel="first prize", ylabel="probability", ylim=(-0.03, 1.03))
    axis.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.45, 1.0))
    first, last = ways[0].round(2), ways[-1].round(2)
    return figure, (
        f"Four curves of probabilities. At the prize {grid[0]:.3g} player I plays low, plays high "
        f"and passes with {first[0]}, {first[1]} and {first[2]}, player II plays with {first[3]}; "
        f"at {grid[-1]:.3g} they do so with {last[0]}, {last[1]}, {last[2]} and {last[3]}."
    )


def card_game(
    hand: Sequence[float], opponent_hand: Sequence[float], prizes: Sequence[float], aim: str
) -> Answer:
    """Solve the card game with given hands and prizes.

    Parameters
    ----------
    hand, opponent_hand, prizes : sequence of float
        As for `parlor.games.goofspiel.solve_hands`.
    aim : str
        ``"points"`` or ``"winning"``.

    Returns
    -------
    Answer
        The value with a bound on its error, and both players' first bids by prize.
    """
    game = solve_hands(hand, opponent_hand, prizes, aim=cast(Aim, aim))
    units = "points" if aim == "points" else "probability to win less that to lose"
    error = game.error if game.error > 0 else 0.0
    value = 0.0 if abs(game.value) <= error else game.value
    ways = [
        _mixed([(f"bid {card:g}", p) for card, p in zip(game.hand, stage.row, strict=True)])
        for stage in game.openings
    ]
    ahead = f"The game is worth {value:.3g} points to you"
    if aim == "winning":  # a difference of two chances
        far = f"{abs(value):.3g} {'above' if value > 0 else 'below'}" if value else "equal to"
        ahead = f"Your chance to win is {far} your chance to lose"
    told = (
        f"The card game, {len(game.hand)} cards a side, prizes "
        f"{', '.join(f'{p:g}' for p in game.prizes)}; in {units}."
    )
    return Answer(
        told,
        (
            Quantity("value", value, f"what the game is worth to the first player, in {units}",
                     error, "bound"),
            Quantity("stage_games", game.n_games, "number of games of one prize that were solved",
                     sure="exact"),
            *(Quantity(f"first_{i}", way, f"if the first prize is {prize:g}")
              for i, (prize, way) in enumerate(zip(game.prizes, ways, strict=True), 1)),
        ),
        (Table("own", lambda: _bids(game), f"First bids, card and probability; values in {units}."),
         ),
        (Picture("own", lambda: _boards(game),
                 "First bids by prize: the area of a square is the probability."),),
        f"{ahead}. If the first prize is {game.prizes[-1]:g}, {ways[-1]}.",
    )  # fmt: skip


def _sides(game: HandsSolution) -> list[tuple[str, Sequence[float], np.ndarray]]:
    """Each side's name, cards, and chances of its first bids by prize."""
    return [
        ("you", game.hand, np.array([stage.row for stage in game.openings])),
        ("opponent", game.opponent_hand, np.array([stage.column for stage in game.openings])),
    ]


def _bids(game: HandsSolution) -> pd.DataFrame:
    """First bids by prize, card and probability."""
    import pandas as pd

    rows = []
    for who, cards, odds in _sides(game):
        for prize, stage, chances in zip(game.prizes, game.openings, odds, strict=True):
            sign = 1 if who == "you" else -1
            bids = {f"bid {i}": f"{c:g}: {p:.4f}" for i, (c, p) in
                    enumerate(zip(cards, chances, strict=True), 1)}  # fmt: skip
            rows.append({"first prize": prize, "player": who,
                         "value": sign * stage.value + 0.0} | bids)  # fmt: skip
    return pd.DataFrame(rows)


def _boards(game: HandsSolution) -> tuple[Any, str]:
    """First bids as squares, and in words."""
    from press import new_figure

    from .figures import squares

    figure, axes = new_figure(ncols=2, height=3.6, narrow=6.2)
    for axis, (who, cards, board) in zip(axes, _sides(game), strict=True):
        squares(axis, board)
        axis.set(title=who, xlabel="bid")
        axis.set_xticks(range(1, len(cards) + 1), [f"{c:g}" for c in cards])
        axis.set_yticks(range(1, len(cards) + 1), [f"{p:g}" for p in game.prizes])
    axes[0].set_ylabel("first prize")
    top = game.openings[-1]
    return figure, (
        f"Two diagrams of squares, bids by first prize. For the highest prize, "
        f"{game.prizes[-1]:g}, you bid your highest card with probability {top.row[-1]:.2f}, the "
        f"opponent hers with {top.column[-1]:.2f}."
    )
