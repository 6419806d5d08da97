"""What is kept between two commands."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from press.ask.store import Store


def test_what_is_damaged_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "kind/name.sqlite"
    store = Store(file)
    store.put("a", b"content")
    assert Store(file).get("a") == b"content"
    with sqlite3.connect(file) as base:
        base.execute("update kept set content = ?", (b"contend",))
    assert store.get("a") is None
    store.close()
    file.write_bytes(b"no database at all" * 100)
    store = Store(file)
    assert store.get("a") is None
    store.put("a", b"again")
    assert Store(file).get("a") == b"again"
