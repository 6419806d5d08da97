"""Chains of steals that go on for ever, which the chain lock is there to prevent."""

from __future__ import annotations

from parlor.core.checks import whole

from .position import Limits, Position, start, steal, targets, unwrap

__all__ = ["endless_chain"]


def endless_chain(n_open: int, limits: Limits) -> int:
    """Find a chain of steals without end and tell how soon a position comes back.

    Parameters
    ----------
    n_open : int
        Gifts open and in hands when the chain starts, 1 to 4.
    limits : Limits
        What restricts a steal.

    Returns
    -------
    int
        Fewest steals after which a position of the chain is met again; 0 if every chain ends.

    Raises
    ------
    ValueError
        If the number of gifts is not in that range.

    Examples
    --------
    >>> endless_chain(1, Limits(round_limit=0, chain_lock=False))
    2
    """
    n = whole("n_open", n_open, 1, 4)
    position = start(n + 1)
    for gift in range(1, n + 1):
        position = unwrap(position, gift)
    depth_of: dict[Position, int] = {}
    best = 0

    def follow(at: Position, depth: int) -> None:
        nonlocal best
        key = _same_future(at, limits)
        if key in depth_of:
            length = depth - depth_of[key]
            best = min(best or length, length)
            return
        depth_of[key] = depth
        for victim in targets(at, limits):
            follow(steal(at, victim, limits), depth + 1)
        del depth_of[key]

    follow(position, 0)
    return best


def _same_future(at: Position, limits: Limits) -> Position:
    """The position without what no limit looks at."""
    none = (0,) * len(at.holds)
    return at._replace(
        locked=at.locked if limits.chain_lock else (),
        in_round=at.in_round if limits.round_limit else none,
        in_total=at.in_total if limits.total_limit else none,
    )
