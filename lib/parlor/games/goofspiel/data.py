"""What is kept of a game of Goofspiel too large to keep all of it, and its check.

The data hold the opening's payoffs and strategies and a sample of states from every layer of
`long_run`. `verify` looks for better replies to the openings in their payoffs, checks these against
their symmetry, and solves sampled states again from their own cards alone, which shares no layer
with the long run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from parlor.core.checks import whole

from .layers import Layer, Tree, pattern

__all__ = ["LongRun", "Verification", "load", "save", "verify"]

MAX_CHECKED = 12  # cards of a sampled state
State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], float]


@dataclass(frozen=True, eq=False)
class LongRun:
    """What is kept of a game too large to keep all of it.

    Attributes
    ----------
    n_cards : int
        Cards n in either hand, prizes 1 to n.
    layers : tuple of Layer
        States, stage games and largest duality gap by number of cards left, from 1 to n - 1.
    payoffs : ndarray (n, n, n)
        Payoffs of the opening under optimal play from then on, by prize, bid and opponent's bid,
        in points.
    strategies : ndarray (n, n)
        An optimal opening, by prize and bid.
    samples : tuple of (hand, opponent_hand, prizes, value)
        States from every layer and their values. Cards of the hands are ranks, which is all that
        matters.
    """

    n_cards: int
    layers: tuple[Layer, ...]
    payoffs: np.ndarray = field(repr=False)
    strategies: np.ndarray = field(repr=False)
    samples: tuple[State, ...] = field(repr=False)

    @property
    def n_states(self) -> int:
        """States solved, up to order and swap, the opening included."""
        return sum(layer.patterns * layer.prize_sets for layer in self.layers) + 1

    @property
    def gap(self) -> float:
        """Largest duality gap of a stage game, in points."""
        return max((layer.gap for layer in self.layers), default=0.0)

    def opening(self, prize: int) -> np.ndarray:
        """Probability of bidding card 1, ..., n when `prize` is turned up first."""
        return self.strategies[whole("prize", prize, 1, self.n_cards) - 1]


@dataclass(frozen=True)
class Verification:
    """How far a long run is from what can be computed again, in points.

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


def save(path: Path | str, runs: Mapping[int, LongRun]) -> None:
    """Write long runs as JSON, numbers in full.

    Parameters
    ----------
    path : path
        Where to; the file is replaced at once.
    runs : mapping of int to LongRun
        By number of cards, as `load` returns them.

    Examples
    --------
    >>> import tempfile
    >>> from parlor.games.goofspiel.long_run import run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/found.json", {2: run(2)})
    ...     load(f"{folder}/found.json")[2].n_states
    5
    """
    blocks = []
    for n in sorted(runs):
        found = runs[n]
        upper = np.triu_indices(n, 1)
        parts = {
            "layers": [asdict(layer) for layer in found.layers],
            "payoffs": [game[upper].tolist() for game in found.payoffs],
            "strategies": found.strategies.tolist(),
            "samples": list(found.samples),
        }
        lines = [f'  "cards": {n}']
        for name, rows in parts.items():
            listed = ",\n".join(f"   {json.dumps(row)}" for row in rows)
            lines.append(f'  "{name}": [\n{listed}\n  ]')
        blocks.append(" {\n" + ",\n".join(lines) + "\n }")
    half = Path(f"{path}.half")
    half.write_text("[\n" + ",\n".join(blocks) + "\n]\n", encoding="utf-8")
    half.replace(path)


def load(path: Path | str) -> dict[int, LongRun]:
    """Read long runs.

    Parameters
    ----------
    path : path
        A file that `save` wrote, such as the shipped ``data/games/goofspiel.json``.

    Returns
    -------
    dict of int to LongRun
        By number of cards.

    Raises
    ------
    ValueError
        If the file does not hold long runs.

    Examples
    --------
    >>> runs = load("data/games/goofspiel.json")
    >>> sorted(runs), runs[12].opening(12).shape
    ([11, 12, 13], (12,))
    """
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
        return {entry["cards"]: _long_run(entry) for entry in entries}
    except (KeyError, TypeError, IndexError, json.JSONDecodeError):
        raise ValueError(f"path: got {str(path)!r}, which does not hold long runs") from None


def _long_run(entry: dict) -> LongRun:
    n = entry["cards"]
    payoffs = np.zeros((n, n, n))
    for game, above in zip(payoffs, entry["payoffs"], strict=True):
        game[np.triu_indices(n, 1)] = above
        game -= game.T.copy()
    layers = tuple(Layer(**layer) for layer in entry["layers"])
    samples = tuple(state_of(state) for state in entry["samples"])
    return LongRun(n, layers, payoffs, np.array(entry["strategies"]), samples)


def verify(found: LongRun, max_cards: int = 8) -> Verification:
    """Check a long run by its openings, its symmetry and its sampled states.

    Parameters
    ----------
    found : LongRun
        As read by `load`.
    max_cards : int
        Largest sampled states to solve again, 1 to 12 cards. Up to 8 take a second a game.

    Returns
    -------
    Verification
        All its numbers are of the size of rounding errors if the run is right.

    Raises
    ------
    ValueError
        If `max_cards` is not as above.

    Examples
    --------
    >>> from parlor.games.goofspiel.long_run import run
    >>> report = verify(run(4))
    >>> report.n_samples, report.difference < 1e-13, report.opening_gap < 1e-13
    (24, True, True)
    """
    whole("max_cards", max_cards, 1, MAX_CHECKED)
    gaps = []
    for game, bids in zip(found.payoffs, found.strategies, strict=True):
        if not (bids.min() >= 0 and abs(bids.sum() - 1) < 1e-12):
            raise ValueError("found: a strategy does not consist of probabilities")
        gaps.append(-float((bids @ game).min()))  # the value of a symmetric game is 0
    asymmetry = float(np.abs(found.payoffs + found.payoffs.transpose(0, 2, 1)).max())
    differences = [0.0]
    for hand, opponent_hand, prizes, value in found.samples:
        if len(hand) <= max_cards:
            differences.append(abs(value - _alone(hand, opponent_hand, prizes)))
    return Verification(max(gaps), asymmetry, max(differences), len(differences) - 1)


def _alone(hand: tuple[int, ...], opponent_hand: tuple[int, ...], prizes: tuple[int, ...]) -> float:
    """Value of one state from the states that can follow it, and no others."""
    code, _ = pattern(hand, opponent_hand)
    tree = Tree(code, prizes)
    values = np.zeros((1, 1))
    for cards in range(1, len(prizes) + 1):
        values, _ = tree.solve_layer(cards, values)
    return tree.value(values, code, 2 ** len(prizes) - 1)


def state_of(entry: list) -> State:
    """A sampled state as read from JSON."""
    hand, opponent_hand, prizes, value = entry
    return tuple(hand), tuple(opponent_hand), tuple(prizes), value
