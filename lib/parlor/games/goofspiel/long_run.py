r"""Goofspiel with 11 and more cards: the long run, what is kept of it, and its check.

The game is solved layer by layer with two layers at hand, in memory or in a folder, from where an
interrupted run goes on; in tasks, by threads or by any executor (see `blocks`). 12 cards take a
processor a minute and a half, 13 cards some ten minutes and 1.2 GB, 14 cards about an hour; each
card more takes six times as much of both, less of memory if a folder holds the layers. The command
is that of the chapter:

    python -m chapters.goofspiel.long_run --cards 12 --folder _build/goofspiel \
        --output data/games/goofspiel.json
    python -m chapters.goofspiel.long_run --to-win --cards 10 \
        --output data/games/goofspiel_winning.json

The second is the game in which only winning counts, whose states have a lead: 10 cards take a
processor a minute, and each card more eight times as much.

Kept are the opening's payoffs and strategies and a sample of states from every layer. `verify`
looks for better replies to the openings in their payoffs, checks these against their symmetry, and
solves sampled states again from their own cards alone, which shares no layer with the long run.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from parlor.core.checks import shown, whole
from parlor.core.compiled import fingerprint
from parlor.core.places import data_file
from parlor.core.result import Certificate, Result
from parlor.core.slots import Threads

from . import winning
from .blocks import Cutter, Shelf
from .kernels import _solve_patterns, _successors
from .layers import Layer, Layered, Tree, pattern, solve_stage

__all__ = [
    "MAX_CARDS",
    "MAX_CARDS_WINNING",
    "LongRun",
    "Verification",
    "run",
    "run_to_win",
    "shipped",
    "shipped_to_win",
    "verify",
]

MAX_CARDS = 16
MAX_CARDS_WINNING = 11
MAX_CHECKED = 12  # cards of a sampled state
SAMPLES = 8  # states kept of every layer
Cards = tuple[int, ...]
State = tuple[Cards, Cards, Cards, float] | tuple[Cards, Cards, Cards, float, int]
Progress = tuple[list[Layer], list[State]]


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

    def opening(self, prize: int) -> np.ndarray:
        """Probability of bidding card 1, ..., n when `prize` is turned up first.

        ValueError if the prize is not one of 1, ..., n.
        """
        return self.strategies[whole("prize", prize, 1, self.n_cards) - 1]


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


def run(
    n_cards: int,
    *,
    folder: os.PathLike[str] | str | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    executor: Executor | None = None,
) -> LongRun:
    """Solve the game layer by layer, two layers at hand.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 16.
    folder : path, optional
        Where finished tasks of these layers are kept until the run is over, and looked for at its
        start; made if there is none. What is damaged, or made by other kernels, is not used.
    progress : callable, optional
        Called with the cards of the layer, its stage games done and how many it has at most.
    executor : concurrent.futures.Executor, optional
        What does the tasks; by default threads do, one a free processor. One with a method
        `share` is given each array once, and tasks get what it returns.

    Returns
    -------
    LongRun
        The same bits with and without interruption, whatever the executor.

    Raises
    ------
    ValueError
        If an argument is not as above.
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> found = run(3)
    >>> found.n_states, found.opening(3).round(4)
    (19, array([0., 0., 1.]))
    """
    n = whole("n_cards", n_cards, 1, MAX_CARDS)
    if progress is not None and not callable(progress):
        raise ValueError(f"progress: got {shown(progress)}, allowed is a function")
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(f"executor: got {shown(executor)}, allowed is an Executor")
    shelf = Shelf(_kept_folder(folder, n) if folder is not None else None)
    tree = Tree(4**n - 1, range(1, n + 1))
    with nullcontext(executor) if executor else Threads() as workers:
        cutter = Cutter(tree, shelf, workers)
        layers, samples = _resumed(cutter) if shelf.folder else ([], [])
        for cards in range(len(layers) + 1, n):
            most = tree.codes[cards].size * tree.masks[cards].size * cards

            def tell(games: int, cards: int = cards, most: int = most) -> None:
                if progress is not None:
                    progress(cards, games, most)

            layers.append(cutter.solve_layer(cards, tell))
            samples += _sample(cutter, cards)
            if shelf.folder:
                _keep(shelf.folder, layers, samples)
            shelf.drop(cards - 1)
    full = 2**n - 1
    last = cutter.whole(n - 1)
    payoffs = np.array([tree.stage(last, 4**n - 1, full, p)[0] for p in range(n)])
    strategies = np.array([solve_stage(game)[1] for game in payoffs])
    shelf.clear()
    return LongRun(n, tuple(layers), payoffs, strategies, tuple(samples))


def run_to_win(n_cards: int, *, progress: Callable[[int, int, int], None] | None = None) -> LongRun:
    """Solve the game in which only winning counts.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 11.
    progress : callable, optional
        Called after each layer, with its cards and its stage games, twice.

    Returns
    -------
    LongRun
        With ``to_win=True``.

    Raises
    ------
    ValueError
        If an argument is not as above.
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> run_to_win(3).opening(3).round(4)
    array([0., 0., 1.])
    """
    n = whole("n_cards", n_cards, 1, MAX_CARDS_WINNING)
    if progress is not None and not callable(progress):
        raise ValueError(f"progress: got {shown(progress)}, allowed is a function")
    tree = Tree(4**n - 1, range(1, n + 1))
    layers: list[Layer] = []
    samples: list[State] = []

    def told(layer: Layer, leads: winning.Leads, values: np.ndarray) -> None:
        layers.append(layer)
        for i, (q, s) in enumerate(_spread(tree, layer.cards)):
            state = _cards(tree, layer.cards, q, s)
            first, last = leads.starts[s : s + 2]
            near = np.flatnonzero(np.abs(leads.leads[first:last]) <= sum(state[2]) // 2) + first
            column = near[(31 * i + 17) % near.size]
            samples.append((*state, float(values[q, column]), int(leads.leads[column])))
        if progress is not None:
            progress(layer.cards, layer.games, layer.games)

    leads, values = winning.solve_layers(tree, n - 1, told=told)
    openings = [winning.opening(tree, leads, values, 4**n - 1, p)[0] for p in range(n)]
    strategies = np.array([solve_stage(game)[1] for game in openings])
    return LongRun(n, tuple(layers), np.array(openings), strategies, tuple(samples), to_win=True)


def _sample(cutter: Cutter, cards: int) -> list[State]:
    """A few states spread over a layer."""
    tree = cutter.tree
    masks = tree.masks[cards]
    return [
        (*_cards(tree, cards, q, s), cutter.state(cards, q, int(masks[s])))
        for q, s in _spread(tree, cards)
    ]


def _spread(tree: Tree, cards: int) -> list[tuple[int, int]]:
    """Rows and sets of prizes spread over a layer."""
    rows, sets = tree.codes[cards].size, tree.masks[cards].size
    return [
        ((2 * i + 1) * rows // (2 * SAMPLES), (7919 * i + 104729 * cards) % sets)
        for i in range(SAMPLES)
    ]


def _cards(tree: Tree, cards: int, q: int, s: int) -> tuple[Cards, Cards, Cards]:
    """Both hands, as ranks, and the prizes of a state."""
    code, mask = int(tree.codes[cards][q]), int(tree.masks[cards][s])
    places = range(code.bit_length() // 2 + 1)
    mine, yours = (tuple(r + 1 for r in places if code >> 2 * r & mark) for mark in (1, 2))
    return mine, yours, tuple(p + 1 for p in range(tree.prizes.size) if mask >> p & 1)


def _kept_folder(folder: object, n_cards: int) -> Path:
    """Where finished tasks of a game are kept, named by the kernels that solve it."""
    kernels = "-".join(fingerprint(kernel)[:12] for kernel in (_successors, _solve_patterns))
    try:
        place = Path(folder) / f"goofspiel-{n_cards}-{kernels}"  # type: ignore[arg-type]
        place.mkdir(parents=True, exist_ok=True)
    except (TypeError, ValueError, OSError):
        raise ValueError(
            f"folder: got {shown(folder)}, allowed is a folder that can be written"
        ) from None
    return place


def _keep(folder: Path, layers: list[Layer], samples: list[State]) -> None:
    story = json.dumps({"layers": [asdict(layer) for layer in layers], "samples": samples})
    half = folder / f"story.{os.getpid()}"
    half.write_text(f"{hashlib.sha256(story.encode()).hexdigest()}\n{story}", "utf-8")
    half.replace(folder / "story.json")


def _resumed(cutter: Cutter) -> Progress:
    """The finished layers and their samples, if the last one's values are there too."""
    assert cutter.shelf.folder
    try:
        text = (cutter.shelf.folder / "story.json").read_text("utf-8")
        digest, _, content = text.partition("\n")
        if hashlib.sha256(content.encode()).hexdigest() == digest:
            story = json.loads(content)
            layers = [Layer(**layer) for layer in story["layers"]]
            if cutter.finished(len(layers)):
                return layers, [_state(entry) for entry in story["samples"]]
    except (OSError, ValueError, LookupError, TypeError):
        pass
    return [], []


def save(path: Path | str, runs: Mapping[int, LongRun]) -> None:
    """Write long runs, by number of cards, as JSON, numbers in full; the file is replaced at once.

    >>> import tempfile
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
        lines = [f'  "cards": {n}', *(['  "to_win": true'] if found.to_win else [])]
        for name, rows in parts.items():
            listed = ",\n".join(f"   {json.dumps(row)}" for row in rows)
            lines.append(f'  "{name}": [\n{listed}\n  ]')
        blocks.append(" {\n" + ",\n".join(lines) + "\n }")
    half = Path(f"{path}.half")
    half.write_text("[\n" + ",\n".join(blocks) + "\n]\n", encoding="utf-8")
    half.replace(path)


def load(path: Path | str) -> dict[int, LongRun]:
    """Read what `save` wrote; ValueError if the file does not hold long runs."""
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
        return {entry["cards"]: _long_run(entry) for entry in entries}
    except (KeyError, TypeError, IndexError, json.JSONDecodeError):
        raise ValueError(f"path: got {str(path)!r}, which does not hold long runs") from None


def shipped() -> dict[int, LongRun]:
    """Read the long runs that come with the library.

    Returns
    -------
    dict of int to LongRun
        By number of cards.

    Examples
    --------
    >>> runs = shipped()
    >>> sorted(runs), runs[12].opening(12).shape
    ([11, 12, 13, 14], (12,))
    """
    return load(data_file("goofspiel.json"))


def shipped_to_win() -> dict[int, LongRun]:
    """Read the runs that come with the library in which only winning counts.

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
        One of `shipped`, or made by `run`.
    max_cards : int
        Largest sampled states to solve again, 1 to 12 cards. Up to 8 take a second a game.

    Returns
    -------
    Verification
        All its numbers are of the size of rounding errors if the run is right.

    Raises
    ------
    ValueError
        If an argument is not as above, a strategy does not consist of probabilities, or a payoff
        or a sampled value is not finite.

    Examples
    --------
    >>> report = verify(run(4))
    >>> report.n_samples, report.difference < 1e-13, report.opening_gap < 1e-13
    (24, True, True)
    """
    if not isinstance(found, LongRun):
        raise ValueError(f"found: got {shown(found)}, allowed is a LongRun")
    whole("max_cards", max_cards, 1, MAX_CHECKED)
    values = [state[3] for state in found.samples]
    if not (np.isfinite(found.payoffs).all() and np.isfinite(values).all()):
        raise ValueError("found: a payoff or a sampled value is not finite")
    gaps = []
    for game, bids in zip(found.payoffs, found.strategies, strict=True):
        if not (bids.min() >= 0 and abs(bids.sum() - 1) < 1e-12):
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
