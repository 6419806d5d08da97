"""Equilibria of small boards in which one player is known to toss coins where she is indifferent.

Written from the rules, with nothing of the solver: every history by itself, exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from parlor.games.token_game.board import Board

Pays = tuple[Fraction, ...]  # by seat


@cache
def with_tosses(
    prizes: tuple[int, ...], n_players: int, layout: str, tosser: int = 0
) -> frozenset[Pays]:
    """Payoffs of all subgame perfect equilibria in which one seat may toss.

    Parameters
    ----------
    prizes, n_players, layout
        A board of few stacks.
    tosser : int
        Where this seat has several best moves she may also pick one of some of them at random,
        all equally likely. 0 for nobody: equilibria in pure strategies.

    Returns
    -------
    frozenset of tuple of Fraction
        Expected payoffs by seat.
    """
    board = Board(prizes, layout)

    @cache
    def after(path: tuple[int, ...]) -> frozenset[Pays]:
        seat = len(path)
        if seat == n_players:
            takes = board.takes(sum(1 << stack for stack in path))
            return frozenset({tuple(Fraction(takes[stack], 2) for stack in path)})
        moves = [after((*path, c)) for c in range(board.n) if c not in path]
        secure = max(min(pays[seat] for pays in ends) for ends in moves)
        kept = [[pays for pays in ends if pays[seat] >= secure] for ends in moves]
        found = {pays for ends in kept for pays in ends}
        if seat + 1 == tosser:
            found |= set(_tossed([ends for ends in kept if ends], seat))
        return frozenset(found)

    return after(())


def _tossed(moves: Sequence[Sequence[Pays]], seat: int) -> Iterator[Pays]:
    """What a toss among two or more moves pays, whatever follows each, if all pay her the same."""
    for size in range(2, len(moves) + 1):
        for chosen in combinations(moves, size):
            for ends in product(*chosen):
                if len({pays[seat] for pays in ends}) == 1:
                    yield tuple(
                        sum(column, Fraction(0)) / size for column in zip(*ends, strict=True)
                    )
