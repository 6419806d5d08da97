"""Nakai's generalised Goofspiel: values and optimal strategies of all states.

Player I has k high and l low cards, player II has m middle ones, n targets are to come, k + l <= n
and m <= n. A target shows its prize x, drawn independently; both play a card or pass. If both play,
the higher card wins x from the other side. Cards that are played are gone, and since nobody may be
left with more cards than stages, player I must play when k + l = n and player II when m = n.

With v the value for player I, a stage is the matrix game (rows low, high, pass; columns M, pass)

    -x + v(n-1, k, l-1, m-1)    v(n-1, k, l-1, m)
     x + v(n-1, k-1, l, m-1)    v(n-1, k-1, l, m)
         v(n-1, k, l, m-1)      v(n-1, k, l, m)

and v(n, k, l, m) the expectation of its value, without the rows and columns that are not allowed.
`values` solves this recursion, (1) of the paper, directly; the integral over x is taken piece by
piece in closed form.

T. Nakai solves the game by formulas (Generalized Goofspiel, received 1979), which the book's
chapter holds against this solver. `exact` solves the game in fractions, and `regions` tells what is
optimal at which prize.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .recursion import StageValues, values

__all__ = [
    "StageValues",
    "values",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
