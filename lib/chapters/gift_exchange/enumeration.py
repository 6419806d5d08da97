"""All plays of a small gift exchange, one after another, by the rules alone.

Players, gifts and owners are moved about as in Section 2 of the source; nothing is counted by a
formula. So this is the brute force that the formulas of `parlor.games.trajectories` are held
against, by the rules of `parlor.games.gift_exchange`, which can be changed: the limits per round
and in the whole game, what a chain locks, and the final swap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from parlor.games.gift_exchange import rules
from parlor.games.gift_exchange.position import STANDARD, Limits
from parlor.games.gift_exchange.rules import NONE, Board, new_board

Lock = Literal["chain", "last", "none"]

_free, _take = rules.plain(rules.stealable), rules.plain(rules.take)
_unwrap, _release = rules.plain(rules.unwrap), rules.plain(rules.release)


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


class LongestGame(NamedTuple):
    """The work of a game in which everybody steals who can.

    Attributes
    ----------
    chain_decisions : int
        Decisions, to open or to steal, in the longest chain, that of the last round.
    examined : int
        Gifts looked at in the whole game, if each decision looks at all open gifts.
    """

    chain_decisions: int
    examined: int


@dataclass(frozen=True)
class _Table:
    """A game under way, whose board each play goes over; players and gifts count from 0."""

    board: Board
    limits: Limits
    last_locked: bool  # what the chain took last may not be stolen
    in_order: bool

    def targets(self, last: int) -> list[int]:
        """Gifts that can be stolen, after the chain has taken one last."""
        gifts = range(len(self.board.holder))
        free = [gift for gift in gifts if _free(gift, self.board, self.limits)]
        return [gift for gift in free if not (self.last_locked and gift == last)]

    def chains(self, player: int, last: int = NONE) -> Iterator[tuple[Action, ...]]:
        """Every way to end the round; the board stands at the end of it when one is yielded."""
        board = self.board
        wrapped = [gift for gift, holder in enumerate(board.holder) if holder == NONE]
        for gift in wrapped[:1] if self.in_order else wrapped:
            _unwrap(player, gift, board)
            yield (Action("open", player + 1, gift + 1, 0),)
            board.holds[player] = board.holder[gift] = NONE
        for gift in self.targets(last):
            victim = _take(player, gift, board)
            for rest in self.chains(victim, gift):
                yield (Action("steal", player + 1, gift + 1, victim + 1), *rest)
            board.holds[player], board.holds[victim], board.holder[gift] = NONE, gift, victim
            board.in_round[gift] -= 1
            board.in_total[gift] -= 1

    def plays(self, k: int) -> Iterator[tuple[tuple[Action, ...], ...]]:
        """Every way to play the rounds from player k's on."""
        if k == len(self.board.holds):
            yield ()
            return
        for chain in self.chains(k):
            taken = self.board.in_round[:]
            self.board.in_round[:] = [0] * len(taken)
            for rest in self.plays(k + 1):
                yield (chain, *rest)
            self.board.in_round[:] = taken


def trajectories(
    n_players: int,
    *,
    total_limit: int | None = None,
    round_limit: int | None = 1,
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
    limits = Limits(round_limit=round_limit, total_limit=total_limit, chain_lock=lock == "chain")
    table = _Table(new_board(n_players), limits, lock == "last", in_order)
    return _finished(table, final_swap)


def _finished(table: _Table, final_swap: bool) -> Iterator[Trajectory]:
    """All plays on a table, with the first player's choices at the end if there are any."""
    board = table.board
    for rounds in table.plays(0):
        steals = tuple(board.in_total)
        holds = tuple([gift + 1 for gift in board.holds])
        if not final_swap:
            yield Trajectory(rounds, holds, steals)
            continue
        yield Trajectory((*rounds, (Action("keep", 1, holds[0], 0),)), holds, steals)
        for other in range(1, len(holds)):
            swap = Action("swap", 1, holds[other], other + 1)
            outcome = (holds[other], *holds[1:other], holds[0], *holds[other + 1 :])
            yield Trajectory((*rounds, (swap,)), outcome, steals)


def chain_patterns(k: int) -> list[tuple[int, ...]]:
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
    board = new_board(k)
    for gift in range(k - 1):
        _unwrap(gift, gift, board)
    table = _Table(board, STANDARD, last_locked=False, in_order=True)
    patterns = [tuple(act.victim for act in acts[:-1]) for acts in table.chains(k - 1)]
    return sorted(patterns, key=lambda victims: (len(victims), victims))


def longest_game(n_players: int) -> LongestGame:
    """Play the game in which everybody steals who can, the lowest gift first.

    Parameters
    ----------
    n_players : int
        Number n of players.

    Returns
    -------
    LongestGame
        The worst case of the source's Appendix B.

    Examples
    --------
    >>> longest_game(29)
    LongestGame(chain_decisions=29, examined=8120)
    """
    board = new_board(n_players)
    examined = decisions = 0
    for k in range(n_players):
        player, decisions = k, 1
        for gift in range(k):  # of which the chain takes each
            assert _free(gift, board, STANDARD)
            player = _take(player, gift, board)
            decisions += 1
        examined += k * decisions
        _unwrap(player, k, board)
        for gift in range(k):
            _release(gift, board)
    return LongestGame(decisions, examined)
