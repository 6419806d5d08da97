"""Standard Goofspiel, solved exactly.

Two players hold the cards 1 to n, and n prizes worth 1 to n are turned up one by one in random
order. For each both bid a card at the same time; the higher bid wins the prize from the other,
equal bids win nothing, and the three cards are gone. Each maximises the expected difference in
points. These are the rules in the introduction of T. Nakai, Generalized Goofspiel (received 1979).

The value of a state is the mean, over the prize that may be turned up, of the value of a matrix
game whose entries are the prize, won or lost, plus the value of what is left:

    v(A, B, P) = mean over p in P of  val over a, b of  p sign(a - b) + v(A - a, B - b, P - p).

States are merged by the order of the two hands' cards and by swapping the players, cards that
cannot be told apart are one bid, and every stage game is solved with its duality gap. Optimal
strategies need not be unique: the one returned is that of `parlor.solvers.simplex`, and of
cards that cannot be told apart it bids the lowest. It depends on nothing but the state.

Hands and prizes of one's own, and the game in which only winning counts, are `solve_hands`;
`game_tree` writes a small game down as a tree, for other solvers. `best_reply` replies to any way
of playing; `study` has natural ones, and what they lose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .hands import HandsSolution, game_tree, solve_hands
    from .layers import Layer
    from .solution import GoofspielSolution, Stage, solve
    from .study import BestReply, best_reply

__all__ = [
    "BestReply",
    "GoofspielSolution",
    "HandsSolution",
    "Layer",
    "Stage",
    "best_reply",
    "game_tree",
    "solve",
    "solve_hands",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
