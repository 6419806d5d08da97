"""Goofspiel with hands and prizes of one's own, for points or only to win.

The two hands may hold any numbers, of which only the order matters, and the prizes may be worth
anything. `aim` says what a player is after: the expected difference in points, or winning, that is
the chance to end ahead less the chance to end behind. For the second the lead counts: a state is
then a pair of hands, a set of prizes and what has been won so far,

    w(A, B, P, d) = mean over p of val over a, b of w(A - a, B - b, P - p, d + p sign(a - b)),

with the sign of d at the end. Small games are written down as trees, for other solvers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import numpy as np

from parlor.core.checks import items, number, numbers, shown, whole
from parlor.core.gambit import Chance, Decision, Node, Terminal
from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, Result, data_frame

from . import winning
from .layers import Layer, Tree, pattern
from .solution import Stage, by_card

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AIMS", "HandsSolution", "game_tree", "solve_hands"]

Aim = Literal["points", "winning"]
AIMS: tuple[str, ...] = get_args(Aim)
MAX_HAND = 10  # cards, if points are the aim: two seconds
MAX_HAND_WINNING = 8  # cards, if winning is
MAX_TREE = 4  # cards of a game written down: 13,824 ends; with one more 1,728,000
LARGEST_PRIZE = 1e9  # any unit of money will do
ROUNDINGS = 4  # of a layer: what is won and what follows are added up, for either player
MAX_TOTAL = 1000  # points of all prizes together, if winning is the aim

Cards = list[float]
Known = tuple[str, ...]
Opening = tuple[np.ndarray, np.ndarray, np.ndarray]  # payoffs, and places of either player's bids
Lead = Annotated[int, Integer(-MAX_TOTAL, MAX_TOTAL)]


@dataclass(frozen=True, eq=False, repr=False)
class HandsSolution(Result):
    """A game with given hands and prizes, as `solve_hands` returns it.

    Attributes
    ----------
    hand, opponent_hand, prizes : tuple of float
        The cards of the two players and the prizes, each in increasing order.
    aim : str
        What the players are after, ``"points"`` or ``"winning"``.
    lead : int
        Points that the first player is ahead before the first prize.
    value : float
        Before the first prize is turned up: expected difference in points, or the chance to end
        ahead less the chance to end behind.
    openings : tuple of Stage
        The stage game if the first, second, ... of `prizes` is turned up first, in the same units.
    n_games : int
        Stage games solved.
    error : float
        Bound on the error of the value: the layers' largest duality gaps added up, and for each
        layer four units in the last place of the total of the prizes, for rounding.
    """

    hand: tuple[float, ...]
    opponent_hand: tuple[float, ...]
    prizes: tuple[float, ...]
    aim: str
    lead: int
    value: float
    openings: tuple[Stage, ...]
    n_games: int
    error: float

    @property
    def certificate(self) -> Certificate:
        """Bound on the error of the value, in its units."""
        return Certificate("error bound", self.error)

    def to_frame(self) -> pd.DataFrame:
        """The opening bids: prize turned up, who bids, card and probability."""
        rows = [
            (prize, who, card, probability)
            for prize, stage in zip(self.prizes, self.openings, strict=True)
            for who, cards, mix in (
                ("first", self.hand, stage.row),
                ("second", self.opponent_hand, stage.column),
            )
            for card, probability in zip(cards, mix.tolist(), strict=True)
        ]
        return data_frame(rows, columns=["prize", "player", "card", "probability"])


@checked
def solve_hands(
    hand: Sequence[float],
    opponent_hand: Sequence[float],
    prizes: Sequence[float],
    *,
    aim: Aim = "points",
    lead: Lead = 0,
) -> HandsSolution:
    """Solve the card game for any hands and prizes.

    Parameters
    ----------
    hand, opponent_hand : sequence of float
        As many different numbers as there are prizes.
    prizes : sequence of float
        What they are worth, 0 to 1e9, at most 10; several may be alike. If winning is the aim they
        are at most 8 whole numbers that add up to at most 1,000.
    aim : str
        Points take two seconds with 10 equal cards, winning half a second with 8; hands that
        differ take less.
    lead : int
        Points that the first player is ahead already, if winning is the aim. A lead doubles the
        time. Points to be won do not depend on it, so that for them it is 0.

    Returns
    -------
    HandsSolution
        Value, opening bids and a bound on the error.

    Raises
    ------
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> solve_hands([1, 4], [2, 3], [1, 4]).value
    3.0
    >>> game = solve_hands([1, 2, 6], [3, 4, 5], [1, 2, 3], aim="winning")
    >>> game.value, game.openings[0].row
    (0.0, array([1., 0., 0.]))
    >>> game.to_frame().shape  # a mix of three cards of either player, for each of three prizes
    (18, 4)
    >>> cards = range(1, 6)
    >>> round(solve_hands(cards, cards, cards, aim="winning", lead=1).value, 3)
    0.428
    """
    if lead and aim == "points":
        raise ValueError(f"lead: got {lead}, allowed is 0 if points are the aim")
    most = MAX_HAND if aim == "points" else MAX_HAND_WINNING
    given = _prizes(prizes, aim, most)
    mine = _hand("hand", hand, len(given))
    yours = _hand("opponent_hand", opponent_hand, len(given))
    every = sorted({*mine, *yours})
    places = [every.index(card) for card in mine], [every.index(card) for card in yours]
    code, _ = pattern(*places)
    tree = Tree(code, given)
    if aim == "points":
        stages, layers = _for_points(tree, code)
    else:
        stages, layers = _to_win(tree, code, lead)
    openings = [by_card(*stage, *places) for stage in stages]
    gaps = [layer.gap for layer in layers] + [max(stage.gap for stage in openings)]
    return HandsSolution(
        tuple(mine), tuple(yours), tuple(given), aim, lead,
        float(np.mean([stage.value for stage in openings])) + 0.0, tuple(openings),
        sum(layer.games for layer in layers) + len(openings),
        float(sum(gaps)) + ROUNDINGS * len(gaps) * float(np.spacing(sum(given) or 1.0)),
    )  # fmt: skip


@checked
def game_tree(
    hand: Sequence[float],
    opponent_hand: Sequence[float],
    prizes: Sequence[float],
    *,
    aim: Aim = "points",
) -> Node:
    """Write the card game down as a tree, for Gambit and OpenSpiel.

    Parameters
    ----------
    hand, opponent_hand : sequence of float
        As for `solve_hands`.
    prizes : sequence of float
        As there, at most 4.
    aim : str
        As there.

    Returns
    -------
    Chance
        The first prize turned up; `parlor.core.gambit.to_efg` writes the tree that it begins. Both
        bid at once: the second player does not know the first one's bid. What they know is all
        that has been turned up and bid. The last prize and bids are no choice, and left out; a
        game of one card is a `Terminal`.

    Examples
    --------
    >>> from parlor.core.gambit import to_efg
    >>> tree = game_tree([1, 4], [2, 3], [1, 4])
    >>> for line in to_efg(tree, ["Ann", "Bob"]).splitlines()[:5]:
    ...     print(line)
    EFG 2 R "" { "Ann" "Bob" }
    c "" 1 "" { "1" 1/2 "4" 1/2 } 0
    p "" 1 1 "1" { "1" "4" } 0
    p "" 2 1 "1" { "2" "3" } 0
    t "" 1 "" { 3, -3 }
    """
    left = [int(p) if p.is_integer() else p for p in _prizes(prizes, aim, MAX_TREE)]  # exact
    mine = _hand("hand", hand, len(left))
    yours = _hand("opponent_hand", opponent_hand, len(left))

    def turned(mine: Cards, yours: Cards, left: Cards, won: float, known: Known) -> Node:
        if len(left) == 1:  # no choice is left
            score = won + left[0] * _sign(mine[0], yours[0])
            score = score if aim == "points" else _sign(score, 0)
            return Terminal([score, -score])
        odds = {p: Fraction(left.count(p), len(left)) for p in left}
        return Chance(
            {_name(p): (odd, bids(mine, yours, left, p, won, known)) for p, odd in odds.items()}
        )

    def bids(mine: Cards, yours: Cards, left: Cards, p: float, won: float, known: Known) -> Node:
        rest, known = _without(left, p), (*known, _name(p))

        def after(a: float, b: float) -> Node:
            hands = _without(mine, a), _without(yours, b)
            return turned(*hands, rest, won + p * _sign(a, b), (*known, _name(a), _name(b)))

        history = " ".join(known)
        seconds = {
            _name(a): Decision(1, history, {_name(b): after(a, b) for b in yours}) for a in mine
        }
        return Decision(0, history, seconds)

    return turned(mine, yours, left, 0, ())


def _sign(a: float, b: float) -> int:
    return int(a > b) - int(a < b)


def _without(cards: Cards, card: float) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _name(card: float) -> str:
    return str(int(card)) if float(card).is_integer() else repr(float(card))


def _prizes(given: object, aim: str, most: int) -> list[float]:
    """The prizes in increasing order, or a ValueError."""
    if aim == "points":
        what = f"1 to {most} prizes from 0 to {LARGEST_PRIZE:g}"
        return sorted(numbers("prizes", given, what, 0.0, LARGEST_PRIZE, (1, most)).tolist())
    what = f"1 to {most} whole numbers from 0 that add up to at most {MAX_TOTAL}"
    row = [whole("prizes", p, 0, MAX_TOTAL) for p in items("prizes", given, what, 1, most)]
    if sum(row) > MAX_TOTAL:
        raise ValueError(f"prizes: got a total of {sum(row)}, allowed are {what}")
    return [float(p) for p in sorted(row)]


def _hand(name: str, given: object, size: int) -> list[float]:
    """Different numbers in increasing order, or a ValueError."""
    what = f"{size} different numbers, as many as there are prizes"
    row = items(name, given, what, size, size)
    cards = sorted(float(number(name, card, what)) for card in row)
    if len(set(cards)) < size:
        raise ValueError(f"{name}: got {shown(given)}, allowed are {what}")
    return cards


def _for_points(tree: Tree, code: int) -> tuple[list[Opening], list[Layer]]:
    n = tree.prizes.size
    values, layers = np.zeros((1, 1)), []
    for cards in range(1, n):
        values, layer = tree.solve_layer(cards, values)
        layers.append(layer)
    return [tree.stage(values, code, 2**n - 1, prize) for prize in range(n)], layers


def _to_win(tree: Tree, code: int, lead: int) -> tuple[list[Opening], list[Layer]]:
    n, layers = tree.prizes.size, []
    leads, values = winning.solve_layers(
        tree, n - 1, start=lead, told=lambda layer, *_: layers.append(layer)
    )
    return [winning.opening(tree, leads, values, code, prize, lead) for prize in range(n)], layers
