"""What the process of a page tells the command that has started it."""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any

_channel: Connection | None = None


def open_channel(channel: Connection) -> None:
    """Let `tell` send by a channel."""
    global _channel
    _channel = channel


def tell(**event: Any) -> None:
    """Tell what happens, such as ``tell(within="3 of 96 conditions")``; outside a run, nobody."""
    if _channel is not None:
        _channel.send(event)
