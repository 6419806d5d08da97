"""All plays of a small gift exchange, one after another, by the rules alone.

Players, gifts and owners are moved about as in Section 2 of the source; nothing is counted by a
formula. So this is the brute force that the formulas are held against, with rules that can be
changed: the limits per round and in the whole game, what a chain locks, and the final swap. The
rules of `gift_exchange.position` cannot, and make a new position of each move, which would take too
long for all plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult

from .counting import Limit, Players

__all__ = [
    "Action",
    "LongestGame",
    "Trajectory",
    "chain_patterns",
    "longest_game",
    "trajectories",
]

Lock = Literal["chain", "last", "none"]
MAX_PLAYERS = 8  # of which all plays are played

FewPlayers = Annotated[int, Integer(1, MAX_PLAYERS)]


class Action(NamedTuple):
    """What one player does once.

    Attributes
    ----------
    kind : str
        ``"open"``, ``"steal"``, ``"swap"`` or ``"keep"``.
    player : int
        Who does it, 1 to n.
    gift : int
        The gift that the player then holds, 1 to n.
    victim : int
        Whom it is taken from; 0 if nobody.
    """

    kind: str
    player: int
    gift: int
    victim: int


@dataclass(frozen=True)
class Trajectory:
    """One play.

    Attributes
    ----------
    rounds : tuple of tuple of Action
        The chain of each round; with the final swap one more, of one action.
    outcome : tuple of int
        The gifts of players 1, ..., n at the end.
    steals : tuple of int
        How often gifts 1, ..., n were stolen.
    """

    rounds: tuple[tuple[Action, ...], ...]
    outcome: tuple[int, ...]
    steals: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class LongestGame(ExactResult):
    """The work of a game in which everybody steals who can.

    Attributes
    ----------
    steals, decisions : int
        In the whole game; a decision is to open or to steal.
    chain_decisions : int
        Decisions in the longest chain, that of the last round.
    examined : int
        Gifts looked at, if each decision looks at all open gifts.
    """

    steals: int
    decisions: int
    chain_decisions: int
    examined: int


@dataclass
class _Table:
    """The state of a game: who holds what, and how often it was stolen."""

    owner: dict[int, int]  # of each open gift
    wrapped: list[int]
    total: dict[int, int]
    round_limit: int | None
    total_limit: int | None
    lock: str
    in_order: bool

    def targets(self, taken: list[int]) -> list[int]:
        """Gifts that can be stolen, after the chain has taken some."""
        barred = {"chain": taken, "last": taken[-1:], "none": []}[self.lock]
        return [
            gift
            for gift in sorted(self.owner)
            if gift not in barred
            and (self.round_limit is None or taken.count(gift) < self.round_limit)
            and (self.total_limit is None or self.total[gift] < self.total_limit)
        ]

    def chains(self, player: int, taken: list[int]) -> Iterator[tuple[Action, ...]]:
        """Every way to end the round; the table stands at the end of it when one is yielded."""
        for gift in self.wrapped[:1] if self.in_order else list(self.wrapped):
            self.wrapped.remove(gift)
            self.owner[gift] = player
            self.total[gift] = 0
            yield (Action("open", player, gift, 0),)
            del self.owner[gift], self.total[gift]
            self.wrapped.append(gift)
            self.wrapped.sort()
        for gift in self.targets(taken):
            victim = self.owner[gift]
            self.owner[gift] = player
            self.total[gift] += 1
            for rest in self.chains(victim, [*taken, gift]):
                yield (Action("steal", player, gift, victim), *rest)
            self.owner[gift] = victim
            self.total[gift] -= 1

    def plays(self, k: int, n: int) -> Iterator[tuple[tuple[Action, ...], ...]]:
        """Every way to play rounds k to n."""
        if k > n:
            yield ()
            return
        for chain in self.chains(k, []):
            for rest in self.plays(k + 1, n):
                yield (chain, *rest)


@checked
def trajectories(
    n_players: FewPlayers,
    *,
    total_limit: Limit | None = None,
    round_limit: Limit | None = 1,
    lock: Lock = "chain",
    final_swap: bool = False,
    in_order: bool = False,
) -> Iterator[Trajectory]:
    """Play a gift exchange in every possible way.

    Parameters
    ----------
    n_players : int
        Number n of players. There are 3840 plays with four and 1 248 000 with five.
    total_limit, round_limit : int, optional
        How often a gift may be stolen in a game and in a round; None is no limit.
    lock : {"chain", "last", "none"}
        What may not be stolen in a chain: a gift that the chain has taken, the gift that it took
        last, or anything may be. The source has "chain", always.
    final_swap : bool
        Whether player 1 may swap at the end.
    in_order : bool
        Whether gifts are opened in the order 1, ..., n, which leaves one in n! of the plays.

    Returns
    -------
    iterator of Trajectory
        The plays, in lexicographic order, opening before stealing.

    Raises
    ------
    ValueError
        If nothing ends a chain: some lock or limit is needed.

    Examples
    --------
    >>> [play.outcome for play in trajectories(2)]
    [(1, 2), (2, 1), (2, 1), (1, 2)]
    >>> sum(1 for _ in trajectories(3, total_limit=1, in_order=True))
    7
    """
    if lock != "chain" and total_limit is None and round_limit is None:
        raise ValueError(f"lock: got {lock!r} without a limit, allowed is 'chain': chains must end")
    wrapped = list(range(1, n_players + 1))
    table = _Table({}, wrapped, {}, round_limit, total_limit, lock=lock, in_order=in_order)
    return _finished(table, n_players, final_swap)


def _finished(table: _Table, n: int, final_swap: bool) -> Iterator[Trajectory]:
    """All plays on a table, with the first player's choices at the end if there are any."""
    for rounds in table.plays(1, n):
        steals = tuple(table.total[gift] for gift in range(1, n + 1))
        holds = {player: gift for gift, player in table.owner.items()}
        outcome = tuple(holds[player] for player in range(1, n + 1))
        if not final_swap:
            yield Trajectory(rounds, outcome, steals)
            continue
        yield Trajectory((*rounds, (Action("keep", 1, holds[1], 0),)), outcome, steals)
        for other in range(2, n + 1):
            swapped = {**holds, 1: holds[other], other: holds[1]}
            swap = Action("swap", 1, holds[other], other)
            outcome = tuple(swapped[player] for player in range(1, n + 1))
            yield Trajectory((*rounds, (swap,)), outcome, steals)


@checked
def chain_patterns(k: FewPlayers) -> list[tuple[int, ...]]:
    """Return what can happen in round k, wrapped gifts not told apart (Figure 2).

    Parameters
    ----------
    k : int
        Round. Players 1, ..., k - 1 hold a gift each.

    Returns
    -------
    list of tuple of int
        The victims of each pattern in turn; the last of them, or player k, opens. Short chains
        come first.

    Examples
    --------
    >>> chain_patterns(3)
    [(), (1,), (2,), (1, 2), (2, 1)]
    """
    owner = {gift: gift for gift in range(1, k)}
    table = _Table(owner, [k], dict.fromkeys(owner, 0), 1, None, lock="chain", in_order=True)
    found = [tuple(act.victim for act in acts[:-1]) for acts in table.chains(k, [])]
    return sorted(found, key=lambda victims: (len(victims), victims))


@checked
def longest_game(n_players: Players) -> LongestGame:
    """Play the game in which everybody steals who can, the lowest gift first.

    Parameters
    ----------
    n_players : int
        Number n of players.

    Returns
    -------
    LongestGame
        Its steals, decisions and gifts examined: the worst case of the source's Appendix B.

    Examples
    --------
    >>> longest_game(29)
    LongestGame(steals=406, decisions=435, chain_decisions=29, examined=8120; exact)
    """
    owner: dict[int, int] = {}
    steals = examined = decisions = 0
    for k in range(1, n_players + 1):
        player, locked, decisions = k, set[int](), 0
        while True:
            decisions += 1
            examined += len(owner)
            gift = next((gift for gift in owner if gift not in locked), 0)
            if not gift:
                break
            locked.add(gift)
            owner[gift], player = player, owner[gift]
            steals += 1
        owner[k] = player
    return LongestGame(steals, steals + n_players, decisions, examined)
