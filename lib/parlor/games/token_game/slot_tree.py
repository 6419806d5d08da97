"""A solved token game of slots: positions are listed layer by layer for the kernels of `slots`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np

from parlor.core.quantities import Integer

from . import slots
from .board import Board
from .tree import Kept, Takes, Tree

__all__: list[str] = []

MAX_MOVES = 2**31  # of one mover, over all positions: about half a minute
MAX_SLOTS = 2**20  # of one mover
MAX_ROWS = 2**24  # rows of takes kept in a layer
CHUNK = 2**22  # moves whose positions are gathered at a time
KEY_BITS = 62  # of 64: a key is positive, and a bit is left to shift it

Players = Annotated[int, Integer(1, KEY_BITS)]  # each token needs a bit of the key at least


class SlotTree(Tree):
    """A solved game of slots."""

    def __init__(
        self, board: Board, n_players: int, ties: str, mesh: int, strides: list[int]
    ) -> None:
        super().__init__(board, n_players, ties)
        self.rule, self.m, self.strides = slots.RULES[ties], n_players, strides
        amounts = self.amounts()
        n, walls = len(amounts), slots.wall_tables(amounts, mesh, n_players)
        bits = _bits(n, mesh, n_players)
        if not bits:
            most = max((m for m in range(1, n_players) if _bits(n, mesh, m)), default=0)
            grid = f" and {mesh} slots to a step" if mesh else ""
            raise ValueError(
                f"n_players: got {n_players}, too many for the solver: allowed are at most {most} "
                f"with {n} stacks{grid}"
            )
        total, after = 2 * sum(amounts), slots.next_walls(walls)
        self.spec = slots.Spec(n, board.clock, mesh, bits, total)
        self.grid = slots.Grid(self.spec, walls, after)
        self._solve(self._expand())

    def amounts(self) -> list[int]:
        """Money on the stacks, in whole units."""
        return self.board.amounts

    def _turn(self, k: int) -> slots.Turn:
        """The move after k others."""
        f = self.spec.mesh or 2 * (k + 1)
        most = slots.n_slots(f, self.spec) // self.strides[k] + 1
        return slots.Turn(k, k + 1 == self.m, self.strides[k], most)

    def _expand(self) -> list[np.ndarray]:
        """Keys of the positions in which somebody is to move, by the number of tokens."""
        layers = [np.zeros(1, np.int64)]
        for k in range(self.m):
            keys, turn = layers[k], self._turn(k)
            if turn.most > MAX_SLOTS:
                raise ValueError(
                    f"step: got {turn.most} slots for a mover, allowed are {MAX_SLOTS}"
                )
            if keys.size * turn.most > MAX_MOVES:
                raise ValueError(
                    f"n_players: after {k} of {self.m} players' moves there are {keys.size} "
                    f"positions with up to {turn.most} moves each, allowed are {MAX_MOVES} in all"
                )
            if not turn.last:
                # where all have the same slots, whose token is the last does not matter
                least = k if len(set(self.strides[: k + 1])) == 1 else 0
                parts = np.array_split(keys, -(-keys.size * turn.most // CHUNK))
                pieces = [_distinct(slots.children(part, least, turn, self.spec)) for part in parts]
                layers.append(_distinct(np.concatenate(pieces)))
                if not layers[-1].size:
                    raise ValueError(f"n_players: got {self.m}, more than there are slots")
        return layers

    def _solve(self, layers: list[np.ndarray]) -> None:
        self.layers: list[slots.Layer] = []
        self.best: list[np.ndarray] = []
        self.n_states, self.n_moves = sum(keys.size for keys in layers), 0
        later = slots.Layer(
            np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros((1, self.m), np.int64)
        )
        for k in range(self.m - 1, -1, -1):
            later, best, examined = slots.solve_layer(
                layers[k], self._turn(k), self.rule, self.grid, later, MAX_ROWS
            )
            if examined < 0:
                raise ValueError(
                    f"prizes: too many ties: the positions after {k} moves leave more than "
                    f"{MAX_ROWS} payoff vectors between them; use ties='pessimistic'"
                )
            if best.min() == slots.NOTHING:
                raise ValueError(f"n_players: got {self.m}, more than there are slots")
            self.n_moves += examined
            self.layers.insert(0, later)
            self.best.insert(0, best)

    def final_takes(self, key: int) -> Takes:
        """Half units that the tokens take, from left to right, once all are placed."""
        y, out = np.empty(self.m, np.int64), np.empty(self.m, np.int64)
        f = slots.load(key, self.m, self.spec, y)
        slots.takes(y, self.m, f, self.grid, out)
        return tuple(out.tolist())

    def _kept(self, k: int, key: int) -> tuple[int, list[Kept]]:
        """What the mover can secure, and the moves that may be played."""
        turn = self._turn(k)
        tokens, choices = slots.room(k, turn.most)
        f = slots.load(key, k, self.spec, tokens.y)
        if turn.last:
            count = slots.last_moves(f, True, turn, self.grid, tokens.y, choices)
        else:
            count = slots.moves(f, turn, self.spec, tokens.y, choices)
        best = int(self.best[k][slots.find(self.layers[k].keys, key)])
        kept = []
        pairs = zip(choices.slots[:count].tolist(), choices.seats.tolist(), strict=False)
        for i, (c, j) in enumerate(pairs):
            child = slots.child(k, f, c, j, self.spec, tokens)
            if turn.last:
                least = greatest = choices.worths[i]
            else:
                later = self.layers[k + 1]
                at = slots.find(later.keys, child)
                mine = later.rows[later.stop[at] : later.stop[at + 1], j]
                least, greatest = mine.min(), mine.max()
            if (greatest if self.rule == slots.ALL else least) >= best:
                kept.append((c, j, child))
        if self.rule == slots.FIRST:
            kept = kept[:1]
        if self.rule == slots.LAST:
            kept = kept[-1:]
        return best, kept

    def paths(self) -> list[tuple[float, ...]]:
        """Ways of optimal play, in lexicographic order."""
        return [tuple(map(float, path)) for path in super().paths()]

    def pay(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along a path."""
        return self.board.pay_places(self.board.places("path", path, *[self.n_players] * 2))

    def positions(self, path: tuple[int, ...]) -> tuple[Any, ...]:
        """Places of the tokens along a path of slots, stack k at k."""
        return tuple(1 + Fraction(c, self.spec.mesh) for c in path)


def _distinct(keys: np.ndarray) -> np.ndarray:
    """What np.unique returns, by sorting, which takes a tenth of the time of its hash table."""
    keys = np.sort(keys)
    return keys[np.append(True, keys[1:] != keys[:-1])[: keys.size]]


def _bits(n: int, mesh: int, m: int) -> int:
    """Bits of a slot in the key of a position with m tokens; 0 if the key is too long.

    On the continuum m tokens use at most m spots, so that F is at most m + 1.
    """
    bits = (n * (mesh or m + 1)).bit_length()
    return bits if m * bits + m.bit_length() <= KEY_BITS else 0
