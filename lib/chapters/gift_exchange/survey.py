"""Every game of a few players: what Section 2 of the gift exchange proves, position by position.

`survey` visits all positions that a game of n players can reach, each once, and counts how it may
be played. `endless_chain` looks for chains of steals that go on for ever, which the chain lock is
there to prevent. The rules are those of `parlor.games.gift_exchange.position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from graphlib import CycleError, TopologicalSorter
from math import factorial
from typing import TypeVar

from parlor.games.gift_exchange import position
from parlor.games.gift_exchange.position import STANDARD, Limits, Position, start, targets

At = TypeVar("At")
LOCK_ALONE = Limits(round_limit=None)


@dataclass(frozen=True)
class Survey:
    """What can happen in the games of n players.

    Attributes
    ----------
    n_games : int
        Different games (trajectories), without the final swap.
    n_positions : int
        Positions with somebody to act, up to the numbering of the gifts without the own-gift rule.
    longest_chain : tuple of int
        Most steals in a chain of round 1, ..., n.
    most_held : tuple of int
        Most gifts in hands during a chain of round 1, ..., n.
    most_in_round, most_in_total : int
        How often a gift is stolen at most in a round, which is one chain, and in a game.
    only_open : int
        Positions in which nobody can be stolen from.
    most_targets : int
        Most players whom one player may steal from.
    shared_gifts : int
        Positions, ends included, in which two players hold one gift.
    wrong_counts : int
        Starts of round k + 1, and ends, where not exactly k gifts are open and held.
    wider : int
        Positions with a target that there would not be without limits.
    safe_unlocked : int
        Positions in which a gift in another player's hands is neither locked nor a target.
    unequal_ends : int
        Ends, with or without the final swap, that do not match players and gifts one to one.
    only_own_left : int
        Positions in which the mover can steal from nobody and open only the own gift.
    nothing_left : int
        Positions in which the mover can steal from nobody and nothing lies wrapped.
    """

    n_games: int
    n_positions: int
    longest_chain: tuple[int, ...]
    most_held: tuple[int, ...]
    most_in_round: int
    most_in_total: int
    only_open: int
    most_targets: int
    shared_gifts: int
    wrong_counts: int
    wider: int
    safe_unlocked: int
    unequal_ends: int
    only_own_left: int
    nothing_left: int


def survey(n_players: int, *, limits: Limits = STANDARD) -> Survey:
    """Visit every position of the games of n players, each once.

    Parameters
    ----------
    n_players : int
        The time grows like the number of positions: four have 148, five 4,605.
    limits : Limits
        What restricts a steal; without the chain lock some limit must, since chains are to end.

    Returns
    -------
    Survey
        Counts and extremes over all positions, each taken once.

    Examples
    --------
    >>> survey(3).n_games  # T(3), Table 9
    60
    """
    n = n_players
    # gifts are opened in numerical order unless their numbers matter
    found = every_position(n, limits, labelled=limits.no_own_gift)
    orders = 1 if limits.no_own_gift else factorial(n)
    games: dict[Position, int] = {}
    for at in backwards(found):
        games[at] = sum(games[to] for to in found[at]) if at.mover else 1
    moving = [at for at in found if at.mover]
    rounds = [[at for at in moving if at.round == k] for k in range(1, n + 1)]
    allowed = {at: set(targets(at, limits=limits)) for at in moving}
    free = {at: set(targets(at, limits=LOCK_ALONE)) for at in moving}
    return Survey(
        n_games=orders * games[start(n)],
        n_positions=len(moving),
        longest_chain=tuple(max(sum(at.in_round) for at in some) for some in rounds),
        most_held=tuple(max(len(_held(at)) for at in some) for some in rounds),
        most_in_round=max(max(at.in_round) for at in found),
        most_in_total=max(max(at.in_total) for at in found),
        only_open=sum(not victims for victims in allowed.values()),
        most_targets=max(map(len, allowed.values())),
        shared_gifts=sum(len({*_held(at)}) < len(_held(at)) for at in found),
        wrong_counts=sum(not any(at.in_round) and not _counts_right(at) for at in found),
        wider=sum(not allowed[at] <= free[at] for at in moving),
        safe_unlocked=sum(allowed[at] != free[at] for at in moving),
        unequal_ends=sum(_unequal(at) for at in found if not at.mover),
        only_own_left=sum(not allowed[at] and at.wrapped == (at.mover,) for at in moving),
        nothing_left=sum(not (allowed[at] or at.wrapped) for at in moving),
    )


def _held(at: Position) -> list[int]:
    return [gift for gift in at.holds if gift]


def _counts_right(at: Position) -> bool:
    """Whether as many gifts are open, and in hands, as rounds are over."""
    n = len(at.holds)
    return len(_held(at)) == n - len(at.wrapped) == (at.round - 1 if at.mover else n)


def _unequal(at: Position) -> int:
    """In how many ways to swap at the end players and gifts do not match one to one."""
    (first, *others), every = at.holds, sorted(range(1, len(at.holds) + 1))
    ends = [
        at.holds,
        *([other, *others[:i], first, *others[i + 1 :]] for i, other in enumerate(others)),
    ]
    return sum(sorted(end) != every for end in ends)


def forced_share(n_players: int, *, limits: Limits = STANDARD) -> Fraction:
    """Return the share of decisions without anybody to steal from, if all play at random.

    Parameters
    ----------
    n_players : int
        Players, and gifts.
    limits : Limits
        What restricts a steal; the chain lock must be on.

    Returns
    -------
    Fraction
        Expected number of such decisions in a game over the expected number of decisions, when
        every allowed action is taken with the same probability.

    Examples
    --------
    >>> forced_share(2)  # both first decisions, and the robbed player's half of the time
    Fraction(3, 5)
    """
    after = every_position(n_players, limits, labelled=True)
    expected: dict[Position, tuple[Fraction, Fraction]] = {}
    for at in backwards(after):
        forced = decisions = Fraction(0)
        if at.mover:
            each = zip(*(expected[to] for to in after[at]), strict=True)
            forced, decisions = (sum(part) / len(after[at]) for part in each)
            forced, decisions = forced + (not targets(at, limits=limits)), decisions + 1
        expected[at] = forced, decisions
    forced, decisions = expected[start(n_players)]
    return forced / decisions


def endless_chain(n_open: int, limits: Limits) -> int:
    """Find a chain of steals without end and tell how soon a position comes back.

    Parameters
    ----------
    n_open : int
        Gifts open and in hands when the chain starts.
    limits : Limits
        What restricts a steal.

    Returns
    -------
    int
        Fewest steals after which a position of the chain is met again; 0 if every chain ends.

    Examples
    --------
    >>> endless_chain(1, Limits(round_limit=None, chain_lock=False))
    2
    """
    at = start(n_open + 1)
    for gift in range(1, n_open + 1):
        at = position.unwrap(at, gift)
    after = reached(_same_future(at, limits), lambda at: _steals(at, limits))
    if not goes_round(after):
        return 0
    return min(filter(None, (_way_back(at, after) for at in after)))


def reached(first: At, successors: Callable[[At], Iterable[At]]) -> dict[At, list[At]]:
    """All that can be reached from a first thing, and what comes next to each."""
    after: dict[At, list[At]] = {}
    waiting = [first]
    while waiting:
        at = waiting.pop()
        if at not in after:
            after[at] = list(successors(at))
            waiting += after[at]
    return after


def backwards(after: dict[At, list[At]]) -> Iterable[At]:
    """All of them, what comes next to something before it."""
    return TopologicalSorter(after).static_order()


def goes_round(after: dict[At, list[At]]) -> bool:
    """Whether something comes back."""
    try:
        TopologicalSorter(after).prepare()
    except CycleError:
        return True
    return False


@cache
def every_position(
    n_players: int, limits: Limits = STANDARD, *, labelled: bool = False
) -> dict[Position, list[Position]]:
    """Every position of a game, ends included, and what comes next to it.

    Gifts are opened in the order of their numbers, unless these matter and are `labelled`.
    """
    return reached(start(n_players), lambda at: _successors(at, limits, labelled))


def _steals(at: Position, limits: Limits) -> list[Position]:
    victims = targets(at, limits=limits)
    return [_same_future(position.steal(at, one, limits=limits), limits) for one in victims]


def _way_back(at: Position, after: dict[Position, list[Position]]) -> int:
    """Fewest steals, one at least, from a position back to it; 0 if there is no way."""
    ring, seen, steals = set(after[at]), set(after[at]), 1
    while ring and at not in ring:
        ring = {to for each in ring for to in after[each]} - seen
        seen |= ring
        steals += 1
    return steals if ring else 0


def _same_future(at: Position, limits: Limits) -> Position:
    """The position without what no limit looks at."""
    none = (0,) * len(at.holds)
    chain = at.locked, at.in_round
    locked, in_round = chain if limits.chain_lock or limits.round_limit else ((), none)
    return replace(
        at,
        locked=locked,
        in_round=in_round,
        in_total=at.in_total if limits.total_limit else none,
    )


def _successors(at: Position, limits: Limits, labelled: bool) -> Iterator[Position]:
    if at.mover:
        for victim in targets(at, limits=limits):
            yield position.steal(at, victim, limits=limits)
        for gift in position.may_open(at, limits=limits)[: None if labelled else 1]:
            yield position.unwrap(at, gift, limits=limits)
