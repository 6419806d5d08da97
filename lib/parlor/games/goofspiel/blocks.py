"""A layer of Goofspiel cut into tasks, which any executor does, on this machine or on others.

A state's value needs states with one prize fewer. So a block holds the sets of prizes that agree in
all but the lowest few, their head, and of the layer below it needs the blocks with the same head or
with one prize of it gone: a small part, however large the layer. A task is some rows of a block,
order patterns of the hands. What a task gives does not depend on how a layer is cut.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .layers import Layer, Tree, solve_some, stages_of, subsets

__all__: list[str] = []

FREE = 6  # the lowest prizes, which a head leaves open: up to 20 sets of prizes share a block
GAMES = 4_000_000  # stage games of a task, at most: some seconds
LARGE = 14  # cards from which on a layer is larger than what a task should be sent
AHEAD = 3  # tasks that a worker has been given


class Part(NamedTuple):
    """A task, and where its values stand: the rows of a block from `first` on."""

    cards: int
    head: int
    first: int

    @property
    def name(self) -> str:
        return f"{self.cards:02}-{self.head:04x}-{self.first:08}"


class Solved(NamedTuple):
    """What a task gives: values, the largest gap, stage games."""

    values: np.ndarray
    gap: float
    games: int


@dataclass(frozen=True)
class Cut:
    """How the layers of a game are cut."""

    tree: Tree

    @property
    def n_cards(self) -> int:
        """Cards n in either hand."""
        return self.tree.prizes.size

    def blocks(self, cards: int) -> dict[int, np.ndarray]:
        """Sets of prizes of a layer, by head."""
        return blocks(self.n_cards, cards)

    def parts(self, cards: int, head: int, columns: int) -> list[Part]:
        """The tasks of a block with so many columns."""
        step = max(1, most_games(self.n_cards) // (columns * max(cards, 1)))
        return [Part(cards, head, k) for k in range(0, self.tree.codes[cards].size, step)]

    def below(self, part: Part) -> list[list[Part]]:
        """Blocks that a task needs of the layer below it, each as its parts."""
        there = self.blocks(part.cards - 1)
        needed = [head for head in needs(part.head) if head in there]
        return [self.parts(part.cards - 1, head, there[head].size) for head in needed]

    def step(self, part: Part) -> int:
        """Rows of a task, at most."""
        columns = self.blocks(part.cards)[part.head].size
        return max(1, most_games(self.n_cards) // (columns * part.cards))


def free(n_cards: int) -> int:
    """How many prizes a head leaves open: fewer where a block would be too large to be sent."""
    return min(n_cards, FREE if n_cards < LARGE else max(4, FREE - 1 + LARGE - n_cards))


def most_games(n_cards: int) -> int:
    """Stage games of a task, at most: more where a task is sent more."""
    return GAMES if n_cards < LARGE else 4 * GAMES


@cache
def blocks(n_cards: int, cards: int) -> dict[int, np.ndarray]:
    """Sets of prizes with so many cards left, by head, as masks that increase."""
    masks = subsets(n_cards)[0][cards]
    heads = masks >> free(n_cards)
    return {int(head): masks[heads == head] for head in np.unique(heads)}


def needs(head: int) -> list[int]:
    """Heads of the blocks below that a block needs: its own, and those with one prize fewer."""
    return [head, *(head ^ 1 << p for p in range(head.bit_length()) if head >> p & 1)]


def solve_part(
    n_cards: int, cards: int, head: int, codes: np.ndarray, before: np.ndarray, layout: list[int],
    *below: np.ndarray,
) -> Solved:  # fmt: skip
    """Do a task, anywhere: `below` are the parts of the blocks that it needs, `layout` how many."""
    masks = blocks(n_cards, cards)[head]
    there = blocks(n_cards, cards - 1)
    needed = [one for one in needs(head) if one in there]
    rank = np.full(2**n_cards, -1, np.int64)
    known = np.concatenate([there[one] for one in needed])
    rank[known] = np.arange(known.size)
    later = np.empty((before.size, known.size))
    parts, column = iter(below), 0
    for one, count in zip(needed, layout, strict=True):
        columns, row = slice(column, column + there[one].size), 0
        for _ in range(count):
            values = next(parts)
            later[row : row + len(values), columns] = values
            row += len(values)
        column += there[one].size
    values = np.empty((codes.size, masks.size))
    prizes = np.arange(1.0, n_cards + 1)
    codes, before = np.array(codes), np.array(before)  # the kernel is compiled for plain arrays
    stages = stages_of(masks, prizes, rank)
    return Solved(values, *solve_some(codes, before, later, stages, True, values))


class Shelf:
    """Finished tasks: in memory, or each a file of a folder, from which a later run goes on."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._held: dict[Part, Solved] = {}

    def put(self, part: Part, solved: Solved) -> None:
        """Keep what a task gave."""
        if self.folder is None:
            self._held[part] = solved
            return
        file = io.BytesIO()
        np.save(file, solved.values)
        story = json.dumps({"gap": solved.gap, "games": solved.games}).encode()
        content = file.getvalue() + story
        target = self.folder / f"{part.name}.npy"
        half = target.with_suffix(f".{os.getpid()}")
        half.write_bytes(content + hashlib.sha256(content).digest() + bytes([len(story)]))
        half.replace(target)
        self._held[part] = solved._replace(values=np.load(target, mmap_mode="r"))

    def get(self, part: Part, shape: tuple[int, int]) -> Solved | None:
        """What a task gave, if it is there and whole."""
        if part not in self._held and self.folder is not None:
            with suppress(OSError, ValueError, LookupError, EOFError):
                self._held[part] = _read(self.folder / f"{part.name}.npy", shape)
        return self._held.get(part)

    def drop(self, cards: int) -> None:
        """Forget a layer that is no longer needed."""
        for part in [part for part in self._held if part.cards == cards]:
            del self._held[part]
            if self.folder is not None:
                (self.folder / f"{part.name}.npy").unlink(missing_ok=True)

    def clear(self) -> None:
        """Forget all, with the folder."""
        self._held.clear()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _read(file: Path, shape: tuple[int, int]) -> Solved:
    content = file.read_bytes()
    content, digest, length = content[:-33], content[-33:-1], content[-1]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError("damaged")
    story = json.loads(content[-length:])
    values = np.load(file, mmap_mode="r")
    if values.shape != shape:
        raise ValueError("cut in another way")
    return Solved(values, story["gap"], story["games"])


class Cutter:
    """Solves layers in tasks.

    Parameters
    ----------
    tree : Tree
        The whole game's.
    shelf : Shelf
        Where finished tasks are.
    executor : Executor, optional
        What does them. If it has a method `share`, that is given arrays once, and tasks get what
        it returns in their place.
    """

    def __init__(self, tree: Tree, shelf: Shelf, executor: Executor | None = None) -> None:
        self.tree, self.shelf, self.executor = tree, shelf, executor
        self.cut = Cut(tree)
        self._share: Callable[[np.ndarray], Any] = getattr(executor, "share", lambda array: array)
        self._shared: dict[Any, Any] = {}

    def solve_layer(self, cards: int, progress: Callable[[int], None] | None = None) -> Layer:
        """Solve a layer, of which some tasks may be finished, above one that is."""
        sets = self.cut.blocks(cards)
        parts = [part for head in sets for part in self._parts(cards, head)]
        todo = [part for part in parts if self.shelf.get(part, self._shape(part)) is None]
        games = sum(self._solved(part).games for part in parts if part not in {*todo})
        for part, solved in self._done(todo):
            self.shelf.put(part, solved)
            games += solved.games
            if progress is not None:
                progress(games)
        gap = max(self._solved(part).gap for part in parts)
        self._shared.clear()
        return Layer(cards, self.tree.codes[cards].size, self.tree.masks[cards].size, games, gap)

    def finished(self, cards: int) -> bool:
        """Whether all of a layer is there."""
        sets = self.cut.blocks(cards)
        parts = (part for head in sets for part in self._parts(cards, head))
        return all(self.shelf.get(part, self._shape(part)) for part in parts)

    def state(self, cards: int, q: int, mask: int) -> float:
        """Value of one state of a finished layer, by its row and its prizes."""
        head = mask >> free(self.cut.n_cards)
        column = int(np.searchsorted(self.cut.blocks(cards)[head], mask))
        for part in self._parts(cards, head):
            if part.first <= q < part.first + self._shape(part)[0]:
                return float(self._solved(part).values[q - part.first, column])
        raise LookupError(q)

    def whole(self, cards: int) -> np.ndarray:
        """A finished layer as one array."""
        if not cards:
            return np.zeros((1, 1))
        values = np.empty((self.tree.codes[cards].size, self.tree.masks[cards].size))
        for head, masks in self.cut.blocks(cards).items():
            for part in self._parts(cards, head):
                rows = slice(part.first, part.first + self._shape(part)[0])
                values[rows, self.tree.rank[masks]] = self._solved(part).values
        return values

    def _parts(self, cards: int, head: int) -> list[Part]:
        return self.cut.parts(cards, head, self.cut.blocks(cards)[head].size)

    def _shape(self, part: Part) -> tuple[int, int]:
        rows = self.tree.codes[part.cards].size - part.first
        return min(rows, self.cut.step(part)), self.cut.blocks(part.cards)[part.head].size

    def _solved(self, part: Part) -> Solved:
        if not part.cards:
            return Solved(np.zeros((1, 1)), 0.0, 0)
        found = self.shelf.get(part, self._shape(part))
        assert found is not None
        return found

    def _done(self, todo: list[Part]) -> Iterator[tuple[Part, Solved]]:
        """Do tasks and give their results as they come, a few at a time under way."""
        if self.executor is None:
            for part in todo:
                yield part, solve_part(*self._arguments(part))
            return
        waiting = iter(todo)
        given: dict[Future[Solved], Part] = {}
        try:
            while True:
                workers = getattr(self.executor, "workers", None) or os.cpu_count() or 1
                for part in waiting:
                    given[self.executor.submit(solve_part, *self._arguments(part))] = part
                    if len(given) >= AHEAD * workers:
                        break
                if not given:
                    return
                for future in wait(given, return_when=FIRST_COMPLETED).done:
                    yield given.pop(future), future.result()
        finally:
            for future in given:
                future.cancel()

    def _arguments(self, part: Part) -> tuple[Any, ...]:
        """What a task is given; arrays that many tasks need are shared."""
        codes = self.tree.codes
        rows = codes[part.cards][part.first : part.first + self._shape(part)[0]]
        before = self._handle(("codes", part.cards - 1), lambda: codes[part.cards - 1])
        below = self.cut.below(part)
        arrays = [
            self._handle(one, lambda one=one: self._solved(one).values)  # type: ignore[misc]
            for block in below
            for one in block
        ]
        layout = [len(block) for block in below]
        return (self.cut.n_cards, part.cards, part.head, rows, before, layout, *arrays)

    def _handle(self, name: Any, make: Callable[[], np.ndarray]) -> Any:
        if name not in self._shared:
            self._shared[name] = self._share(make())
        return self._shared[name]
