"""After the party: how much guests envy each other, and what an exchange of gifts would bring.

`exchange` is the method of top trading cycles, which Shapley and Scarf ascribe to Gale: each guest
points to the gift that she likes best, those on a cycle swap and go home, and the others go on. No
group can then do better with what its members held. `aftermath` asks what that brings after games
of the source's parties, and how large envy is without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlor.core.compiled import njit
from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange.condition import Condition
from parlor.games.gift_exchange.engine import largest, run

Values = Sequence[Sequence[float]] | np.ndarray


@dataclass(frozen=True, eq=False)
class Aftermath:
    """What guests hold at the end, what they envy, and what an exchange would bring.

    Envy is by how much the best gift of the party is worth more to a guest than her own.

    Attributes
    ----------
    welfare, exchanged : Estimate
        Mean value to a guest of her gift, before and after the exchange.
    gain : Estimate
        The difference, in the same games.
    traders : Estimate
        Share of guests who get another gift in the exchange. All of them gain.
    stable : Estimate
        Share of games in which there is nothing to exchange.
    envy, most : Estimate
        Mean envy of a guest, and mean of the largest in a game.
    content : Estimate
        Share of guests who envy nobody.
    """

    welfare: Estimate
    exchanged: Estimate
    gain: Estimate
    traders: Estimate
    stable: Estimate
    envy: Estimate
    most: Estimate
    content: Estimate


def exchange(values: Values, gifts: Sequence[int] | np.ndarray) -> np.ndarray:
    """Return who holds which gift after top trading cycles.

    Parameters
    ----------
    values : sequence of sequences of float, n x n
        Of each gift (column) to each guest (row).
    gifts : sequence of int (n,)
        Column of the gift that each guest holds, a permutation.

    Returns
    -------
    ndarray of int (n,)
        Column of each guest's gift after the exchange. Whose gift has changed likes it better.

    Examples
    --------
    The first two swap; the third has nothing that they want.

    >>> exchange([[1, 3, 2], [3, 1, 0], [2, 1, 0]], [0, 1, 2]).tolist()
    [1, 0, 2]
    """
    return _exchange(np.asarray(values, float)[None], np.array([gifts]))[0][0]


def aftermath(condition: Condition, n_games: int) -> Aftermath:
    """Return how games of a condition end for the guests, and what an exchange would bring.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many games.

    Returns
    -------
    Aftermath
        With standard errors.

    Examples
    --------
    >>> after = aftermath(Condition(n_players=5), 100)
    >>> after.exchanged.value > after.welfare.value
    True
    """
    kept = run(condition, n_games, 0, with_tastes=True)
    held, values = kept.final, kept.tastes
    moved, most = _exchange(values, held)

    def worth(gifts: np.ndarray) -> np.ndarray:
        return np.take_along_axis(values, gifts[:, :, None], axis=2)[:, :, 0]

    own, after = worth(held), worth(moved)
    envy = most - own
    changed = held != moved
    return Aftermath(
        welfare=of_sample(own.mean(axis=1)),
        exchanged=of_sample(after.mean(axis=1)),
        gain=of_sample((after - own).mean(axis=1)),
        traders=of_sample(changed.mean(axis=1)),
        stable=of_sample(~changed.any(axis=1)),
        envy=of_sample(envy.mean(axis=1)),
        most=of_sample(envy.max(axis=1)),
        content=of_sample((envy == 0).mean(axis=1)),
    )


@njit
def _exchange(values: np.ndarray, gifts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Top trading cycles of many parties: `values` (games, n, n), `gifts` (games, n).

    Returns who holds what then, and what the best gift of all is worth to each guest. From each
    guest who is still there one walks from wish to holder until somebody is met again: those on the
    way from there on are a cycle, which swaps and goes home. A wish is looked up once, and again
    only when its gift is gone.
    """
    games, n = gifts.shape
    new, most = np.empty((games, n), np.int64), np.empty((games, n))
    holder = np.empty(n, np.int64)
    wish = np.empty(n, np.int64)  # the gift that a guest points to, while it is there
    gone = np.empty(n)  # gifts: 0, and minus infinity for those
    met = np.empty(n, np.bool_)  # guests, on this walk
    for game in range(games):
        for guest in range(n):
            holder[gifts[game, guest]] = guest
            most[game, guest] = largest(values[game, guest])
        gone[:] = 0.0
        wish[:] = -1
        for start in range(n):
            while not gone[gifts[game, start]]:
                met[:] = False
                guest = start
                while not met[guest]:
                    met[guest] = True
                    if wish[guest] < 0 or gone[wish[guest]]:
                        wish[guest] = _favourite(values[game, guest], gone, gifts[game, guest])
                    guest = holder[wish[guest]]
                while not gone[wish[guest]]:  # round the cycle, once
                    new[game, guest] = wish[guest]
                    gone[wish[guest]] = -np.inf
                    guest = holder[wish[guest]]
    return new, most


@njit
def _favourite(values: np.ndarray, gone: np.ndarray, own: int) -> int:
    """The gift that is worth most of those left, of equals one's own."""
    best, worth = own, values[own]
    for gift in range(values.size):
        here = values[gift] + gone[gift]
        if here > worth:
            best, worth = gift, here
    return best
