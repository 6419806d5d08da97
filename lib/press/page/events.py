"""What the process of a page tells the command that has started it."""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any

_LONGEST = 1000  # letters of a text, at most 4 bytes each: a pipe keeps 4096 bytes whole
_channel: tuple[Connection, str] | None = None  # and which page tells


def open_channel(channel: Connection, page: str) -> None:
    """Let `tell` send by a channel, for a page."""
    global _channel
    _channel = channel, page


def tell(**event: Any) -> None:
    """Tell what happens, such as ``tell(within="3 of 96 conditions")``; outside a run, nobody."""
    if _channel is not None:
        channel, page = _channel
        short = {k: v[:_LONGEST] if isinstance(v, str) else v for k, v in event.items()}
        channel.send({"page": page, **short})
