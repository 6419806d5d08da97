"""What the process of a page tells the command that has started it: lines of JSON."""

from __future__ import annotations

import json
import os
from typing import Any

_LONGEST = 2000  # letters of a text: a line that is shorter than a page of a pipe stays whole
_channel: tuple[int, str] | None = None  # the open file, and which page tells


def open_channel(file: int, page: str) -> None:
    """Let `tell` write to an open file, for a page."""
    global _channel
    _channel = file, page


def tell(**event: Any) -> None:
    """Tell what happens, such as ``tell(within="3 of 96 conditions")``; outside a run, nobody."""
    if _channel is None:
        return
    file, page = _channel
    short = {k: v[:_LONGEST] if isinstance(v, str) else v for k, v in event.items()}
    os.write(file, json.dumps({"page": page, **short}).encode() + b"\n")
