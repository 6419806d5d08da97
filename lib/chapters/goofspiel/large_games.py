"""Goofspiel with 11 and more cards: what is kept of long runs, and its check.

The game was solved layer by layer by the command `long_run`. Kept are the opening's payoffs and
strategies and a sample of states from every layer. `verify` looks for better replies to the
openings in their payoffs, checks these against their symmetry, and solves sampled states again from
their own cards alone, which shares no layer with the long run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parlor.core.places import data_file
from parlor.core.result import Certificate, Result
from parlor.games.goofspiel import winning
from parlor.games.goofspiel.layers import Layer, Layered, Tree, pattern

SUM_ERROR = 1e-12  # rounding of probabilities
Cards = tuple[int, ...]
State = tuple[Cards, Cards, Cards, float] | tuple[Cards, Cards, Cards, float, int]


@dataclass(frozen=True, eq=False, repr=False)
class LongRun(Layered):
    """What is kept of a game too large to keep all of it.

    Attributes
    ----------
    n_cards : int
        Cards n in either hand, prizes 1 to n.
    layers : tuple of Layer
        States, stage games and largest duality gap by number of cards left, from 1 to n - 1.
    payoffs : ndarray (n, n, n)
        Payoffs of the opening under optimal play from then on, by prize, bid and opponent's bid,
        in points, or as the chance to end ahead less the chance to end behind.
    strategies : ndarray (n, n)
        An optimal opening, by prize and bid.
    samples : tuple of (hand, opponent_hand, prizes, value)
        States from every layer and their values. Cards of the hands are ranks, which is all that
        matters. If winning is the aim, the lead follows.
    to_win : bool
        Whether only winning counts.
    """

    n_cards: int
    layers: tuple[Layer, ...]
    payoffs: np.ndarray
    strategies: np.ndarray
    samples: tuple[State, ...]
    to_win: bool = False

    @property
    def certificate(self) -> Certificate:
        """Largest duality gap of a stage game, in the units of its payoffs."""
        return Certificate("duality gap", self.gap)

    @property
    def n_states(self) -> int:
        """States solved, up to order, swap and lead, the opening included."""
        return sum(layer.patterns * layer.prize_sets for layer in self.layers) + 1


@dataclass(frozen=True, repr=False)
class Verification(Result):
    """How far a long run is from what can be computed again, in the units of its payoffs.

    Attributes
    ----------
    opening_gap : float
        Largest loss of a shipped opening strategy to a best reply in the shipped payoffs.
    asymmetry : float
        Largest ``|payoffs[p, i, j] + payoffs[p, j, i]|``: 0, since the players are alike.
    difference : float
        Largest difference of a sampled value from the same state solved by itself.
    n_samples : int
        How many were compared.
    """

    opening_gap: float
    asymmetry: float
    difference: float
    n_samples: int

    @property
    def certificate(self) -> Certificate:
        """Largest of the three deviations."""
        worst = max(self.opening_gap, self.asymmetry, self.difference)
        return Certificate("deviation", worst)


def load(path: Path | str) -> dict[int, LongRun]:
    """Read what the chapter's command has written; ValueError if these are no long runs."""
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
        return {entry["cards"]: _long_run(entry) for entry in entries}
    except (KeyError, TypeError, IndexError, json.JSONDecodeError):
        raise ValueError(f"path: got {str(path)!r}, which does not hold long runs") from None


def shipped() -> dict[int, LongRun]:
    """Read the long runs that the book comes with.

    Returns
    -------
    dict of int to LongRun
        By number of cards.

    Examples
    --------
    >>> runs = shipped()
    >>> sorted(runs), runs[12].strategies.shape
    ([11, 12, 13, 14], (12, 12))
    """
    return load(data_file("goofspiel.json"))


def shipped_to_win() -> dict[int, LongRun]:
    """Read the runs that the book comes with in which only winning counts.

    Returns
    -------
    dict of int to LongRun
        By number of cards.

    Examples
    --------
    >>> runs = shipped_to_win()
    >>> sorted(runs), runs[10].to_win
    ([8, 9, 10], True)
    """
    return load(data_file("goofspiel_winning.json"))


def _long_run(entry: dict) -> LongRun:
    n = entry["cards"]
    payoffs = np.zeros((n, n, n))
    for game, above in zip(payoffs, entry["payoffs"], strict=True):
        game[np.triu_indices(n, 1)] = above
        game -= game.T.copy()
    layers = tuple(Layer(**layer) for layer in entry["layers"])
    samples = tuple(_state(state) for state in entry["samples"])
    strategies = np.array(entry["strategies"])
    return LongRun(n, layers, payoffs, strategies, samples, entry.get("to_win", False))


def verify(found: LongRun, *, max_cards: int = 8) -> Verification:
    """Check a long run by its openings, its symmetry and its sampled states.

    Parameters
    ----------
    found : LongRun
        One of `shipped`, or another that was read by `load`.
    max_cards : int
        Cards of the largest sampled states to solve again. Up to 8 take a second a game.

    Returns
    -------
    Verification
        All its numbers are of the size of rounding errors if the run is right.

    Raises
    ------
    ValueError
        If a strategy does not consist of probabilities, or a payoff or a sampled value is not
        finite.

    Examples
    --------
    >>> report = verify(shipped()[11], max_cards=3)
    >>> report.n_samples, report.difference < 1e-12, report.opening_gap < 1e-12
    (24, True, True)
    """
    values = [state[3] for state in found.samples]
    if not (np.isfinite(found.payoffs).all() and np.isfinite(values).all()):
        raise ValueError("found: a payoff or a sampled value is not finite")
    gaps = []
    for game, bids in zip(found.payoffs, found.strategies, strict=True):
        if not (bids.min() >= 0 and abs(bids.sum() - 1) < SUM_ERROR):
            raise ValueError("found: a strategy does not consist of probabilities")
        gaps.append(0.0 - float((bids @ game).min()))  # the value of a symmetric game is 0
    asymmetry = float(np.abs(found.payoffs + found.payoffs.transpose(0, 2, 1)).max())
    differences = [0.0]
    for hand, opponent_hand, prizes, value, *lead in found.samples:
        if len(hand) <= max_cards:
            differences.append(abs(value - _alone(hand, opponent_hand, prizes, *lead)))
    return Verification(max(gaps), asymmetry, max(differences), len(differences) - 1)


def _alone(mine: Cards, yours: Cards, prizes: Cards, lead: int | None = None) -> float:
    """Value of one state from the states that can follow it, and no others."""
    code, _ = pattern(mine, yours)
    tree = Tree(code, prizes)
    n = len(prizes)
    full = 2**n - 1
    if lead is not None:
        leads, values = winning.solve_layers(tree, n, start=lead)
        return winning.value(tree, leads, values, code, full, lead)
    values = np.zeros((1, 1))
    for cards in range(1, n + 1):
        values, _ = tree.solve_layer(cards, values)
    return tree.value(values, code, full)


def _state(entry: list) -> State:
    """A sampled state as read from JSON."""
    hand, opponent_hand, prizes, *rest = entry
    return tuple(hand), tuple(opponent_hand), tuple(prizes), *rest
