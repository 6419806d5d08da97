"""The gift exchange without the chain lock: the counts of Applegate and Sloane.

D. Applegate and N. J. A. Sloane, "The gift exchange problem" (arXiv 0907.0513), let a victim steal
back at once; only a limit L on the steals of a gift ends the game. Then a play of n gifts, opened
in the order 1, ..., n, is a word: write the gift's number when it is opened and whenever it is
stolen. Every word occurs in which gift n comes last and once, each other gift at most L + 1 times,
and first occurrences are in order. Positions of equal letters are the blocks of a set partition,
so the words number the partitions of 1, ..., m into n - 1 blocks of at most L + 1, over all m.

With the chain lock a gift is stolen at most once in a round, and the count is smaller from three
players on, except for L = 1, where no gift can be stolen twice anyway.
"""

from __future__ import annotations

from math import comb
from typing import Annotated

from parlor.core.quantities import Integer, checked

__all__ = ["words_without_lock"]

# together some seconds: partitions of up to 60 * 21 elements
MAX_PLAYERS = 60
MAX_LIMIT = 20


@checked
def words_without_lock(
    n_players: Annotated[int, Integer(1, MAX_PLAYERS)],
    *,
    total_limit: Annotated[int, Integer(1, MAX_LIMIT)],
) -> int:
    """Return the number of plays without the chain lock, for one order of the wrapped gifts.

    Parameters
    ----------
    n_players : int
        Number n of players.
    total_limit : int
        How often a gift may be stolen in a game, L. Without any limit chains do not end.

    Returns
    -------
    int
        Set partitions of 1, ..., m into n - 1 blocks of at most L + 1, summed over m; at n - 1 this
        is OEIS A001515 for L = 1, A144416 for L = 2, A144508 for L = 3 and A144509 for L = 4.

    Examples
    --------
    >>> [words_without_lock(n, total_limit=1) for n in range(1, 6)]
    [1, 2, 7, 37, 266]
    >>> [words_without_lock(n, total_limit=2) for n in range(1, 6)]
    [1, 3, 31, 842, 45296]
    """
    most = total_limit + 1
    partitions = [1]  # of 1, ..., m into the blocks so far, for each m
    for _ in range(n_players - 1):
        longer = [0] * (len(partitions) + most)
        for m, ways in enumerate(partitions):
            for size in range(1, most + 1):  # of the block of the last element
                longer[m + size] += ways * comb(m + size - 1, size - 1)
        partitions = longer
    return sum(partitions)
