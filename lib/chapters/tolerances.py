"""How far two numbers may be apart and count as equal, for all checks of the book.

The paper's own latitude (*about*, *slightly*, *27 to 48 %*) is no matter of arithmetic: it stands
in ``claims.yaml`` and ``verdicts.yaml``, and is asked for by `press.Said`.
"""

__all__ = ["CERTIFIED", "CLIMBED", "DRAWN", "ROUNDING"]

# Sums and products of up to some ten thousand numbers of order 1: each adds half a unit in the
# last place, 1.1e-16. A wrong term, sign or index is larger by many orders.
ROUNDING = 1e-12
# What comes of solved games: `zero_sum.solve` certifies a gap of 1e-12 of the payoffs that are
# played, and recursions, differences and indifferences of some hundred such values add theirs.
CERTIFIED = 1e-9
# What a fixed point, a root, an integral or a difference quotient is computed to.
CLIMBED = 1e-6
# What is read off a grid of some hundred or thousand points: a threshold, a curve's end.
DRAWN = 1e-2
