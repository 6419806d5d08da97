"""Every game of a few players: what Section 2 of the gift exchange proves, position by position.

`survey` visits all positions that a game of n players can reach, each once, and counts how it may
be played. `endless_chain` looks for chains of steals that go on for ever, which the chain lock is
there to prevent. The rules are those of `parlor.games.gift_exchange.position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from graphlib import CycleError, TopologicalSorter
from math import factorial
from typing import Annotated, TypeVar

from parlor.core.quantities import Integer, checked
from parlor.games.gift_exchange.position import (
    STANDARD,
    Limits,
    Position,
    may_open,
    start,
    steal,
    targets,
    unwrap,
)

__all__ = [
    "Survey",
    "endless_chain",
    "every_position",
    "forced_share",
    "goes_round",
    "reached",
    "survey",
]

Surveyed = Annotated[int, Integer(1, 5)]  # players: five have 4,605 positions, four 148
Open = Annotated[int, Integer(1, 4)]  # gifts when a chain starts
At = TypeVar("At")
MAX_CHAINED = 20_000  # positions of such chains; some seconds


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
    own_targets : int
        Positions in which the mover's own gift would be a target but for the own-gift rule.
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
    own_targets: int
    only_own_left: int
    nothing_left: int


@checked
def survey(n_players: Surveyed, *, limits: Limits = STANDARD) -> Survey:
    """Visit every position of the games of n players.

    Parameters
    ----------
    n_players : int
        1 to 5; the time grows like the number of games.
    limits : Limits
        What restricts a steal; the chain lock must be on.

    Returns
    -------
    Survey
        Counts and extremes over all positions, each taken once.

    Raises
    ------
    ValueError
        If the chain lock is off.

    Examples
    --------
    >>> survey(3).n_games  # T(3), Table 9
    60
    """
    n = n_players
    _check_lock(limits)
    games: dict[Position, int] = {}
    seen = _Seen(n, limits)
    # gifts are opened in numerical order unless their numbers matter
    orders = 1 if limits.no_own_gift else factorial(n)
    number = orders * _count(start(n), limits, games, seen)
    return seen.result(number, sum(p.mover > 0 for p in games))


@checked
def forced_share(n_players: Surveyed, *, limits: Limits = STANDARD) -> Fraction:
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

    Raises
    ------
    ValueError
        If the chain lock is off.

    Examples
    --------
    >>> forced_share(2)  # both first decisions, and the robbed player's half of the time
    Fraction(3, 5)
    """
    n = n_players
    _check_lock(limits)
    known: dict[Position, tuple[Fraction, Fraction]] = {}

    def expect(at: Position) -> tuple[Fraction, Fraction]:
        if not at.mover:
            return Fraction(0), Fraction(0)
        if at not in known:
            after = [expect(to) for to in _successors(at, limits, labelled=True)]
            forced, decisions = (sum(each) / len(after) for each in zip(*after, strict=True))
            known[at] = forced + (not targets(at, limits=limits)), decisions + 1
        return known[at]

    forced, decisions = expect(start(n))
    return forced / decisions


@checked
def endless_chain(n_open: Open, limits: Limits) -> int:
    """Find a chain of steals without end and tell how soon a position comes back.

    Parameters
    ----------
    n_open : int
        Gifts n open and in hands when the chain starts.
    limits : Limits
        What restricts a steal. If a gift can be stolen s times in a chain (the lower of the limits,
        once under the lock, and count s = 0 if nothing restricts it), ``(n + 1)! (s + 1)**n`` is to
        be at most 20,000: s up to 56 for two gifts, 8 for three, 2 for four.

    Returns
    -------
    int
        Fewest steals after which a position of the chain is met again; 0 if every chain ends.

    Raises
    ------
    ValueError
        If there are more positions than that.

    Examples
    --------
    >>> endless_chain(1, Limits(round_limit=None, chain_lock=False))
    2
    """
    n = n_open
    restricted = (limits.round_limit, limits.total_limit, 1 if limits.chain_lock else None)
    most = min((times for times in restricted if times is not None), default=0)
    if factorial(n + 1) * (most + 1) ** n > MAX_CHAINED:
        raise ValueError(f"limits: got {limits}, allowed with {n} gifts are lower limits, or none")
    position = start(n + 1)
    for gift in range(1, n + 1):
        position = unwrap(position, gift)
    after = reached(_same_future(position, limits), lambda at: _steals(at, limits))
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
    steals = (steal(at, victim, limits=limits) for victim in targets(at, limits=limits))
    return [_same_future(to, limits) for to in steals]


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


def _check_lock(limits: Limits) -> None:
    if not limits.chain_lock:
        raise ValueError("limits: got chain_lock=False, allowed is True: chains would not end")


class _Seen:
    """Extremes met on the way."""

    def __init__(self, n: int, limits: Limits) -> None:
        self.limits = limits
        self.lock_only = Limits(round_limit=None)
        self.unruled = replace(limits, no_own_gift=False)
        self.chain, self.held = [0] * n, [0] * n
        self.found = dict.fromkeys((field.name for field in fields(Survey)), 0)

    def note(self, at: Position) -> None:
        """Take down what a position shows."""
        held = [gift for gift in at.holds if gift]
        steals = sum(at.in_round)
        self._most("most_in_round", *at.in_round)
        self._most("most_in_total", *at.in_total)
        self.found["shared_gifts"] += len(set(held)) < len(held)
        if not steals:
            complete = len(at.holds) if not at.mover else at.round - 1
            both = {len(held), len(at.holds) - len(at.wrapped)}
            self.found["wrong_counts"] += both != {complete}
        if not at.mover:
            self._note_end(at)
            return
        k = at.round - 1
        self.chain[k] = max(self.chain[k], steals)
        self.held[k] = max(self.held[k], len(held))
        self._note_targets(at)

    def _most(self, name: str, *numbers: int) -> None:
        self.found[name] = max(self.found[name], *numbers)

    def _note_targets(self, at: Position) -> None:
        allowed = set(targets(at, limits=self.limits))
        free = set(targets(at, limits=self.lock_only))
        unruled = targets(at, limits=self.unruled)
        self._most("most_targets", len(allowed))
        self.found["only_open"] += not allowed
        self.found["wider"] += not allowed <= free
        self.found["safe_unlocked"] += allowed != free
        self.found["own_targets"] += any(at.holds[m - 1] == at.mover for m in unruled)
        self.found["nothing_left"] += not (allowed or at.wrapped)
        self.found["only_own_left"] += not allowed and at.wrapped == (at.mover,)

    def _note_end(self, at: Position) -> None:
        everything = list(range(1, len(at.holds) + 1))
        for other in range(len(at.holds)):
            swapped = list(at.holds)
            swapped[0], swapped[other] = swapped[other], swapped[0]
            self.found["unequal_ends"] += sorted(swapped) != everything

    def result(self, n_games: int, n_positions: int) -> Survey:
        rounds = {"longest_chain": tuple(self.chain), "most_held": tuple(self.held)}
        numbers = {"n_games": n_games, "n_positions": n_positions}
        return Survey(**(self.found | numbers | rounds))  # type: ignore[arg-type]


def _count(at: Position, limits: Limits, games: dict[Position, int], seen: _Seen) -> int:
    if at not in games:
        seen.note(at)
        after = _successors(at, limits, labelled=limits.no_own_gift)
        games[at] = sum(_count(to, limits, games, seen) for to in after) if at.mover else 1
    return games[at]


def _successors(at: Position, limits: Limits, labelled: bool) -> Iterator[Position]:
    if at.mover:
        for victim in targets(at, limits=limits):
            yield steal(at, victim, limits=limits)
        for gift in may_open(at, limits=limits)[: None if labelled else 1]:
            yield unwrap(at, gift, limits=limits)
