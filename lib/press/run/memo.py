"""What was made before, for as long as what it is made of stays the same."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .project import digest_text, kept_text

FOLDER = "made"  # in _build


class Memo:
    """Remembers what was made; texts also for the next process.

    Parameters
    ----------
    folder : Path, optional
        Where texts are kept, a file each; by default nowhere.
    maker : str
        A name of the code that makes them.
    """

    def __init__(self, folder: Path | None = None, maker: str = "") -> None:
        self._folder = folder
        self._maker = maker
        self._kept: dict[str, tuple[Any, Any]] = {}

    def once(self, what: str, of: object, make: Callable[[], Any]) -> Any:
        """Return what `make` makes of `of`, which it made already if that is what it was."""
        if what not in self._kept or self._kept[what][0] != of:
            self._kept[what] = (of, make())
        return self._kept[what][1]

    def text(self, what: str, of: tuple[str, ...], make: Callable[[], str]) -> str:
        """Return the text that `make` makes of `of`, which perhaps another process has made.

        Parameters
        ----------
        what : str
            What it is; of each only the last is kept.
        of : tuple of str
            All that it is made of, besides the code that makes it.
        make : callable
            Makes it.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> memo = Memo()
        >>> memo.text("sum", ("1", "2"), lambda: "3"), memo.text("sum", ("1", "2"), lambda: "4")
        ('3', '3')
        """
        name = digest_text(self._maker, *of)
        kept: str = self.once(what, name, partial(self._text, what, name, make))
        return kept

    def forget(self) -> None:
        """Make everything again that is no text."""
        self._kept.clear()

    def _text(self, what: str, name: str, make: Callable[[], str]) -> str:
        if self._folder is None:
            return make()
        path = self._folder / quote(what, safe="")
        with suppress(OSError, ValueError):
            head, _, text = kept_text(path).partition("\n")
            if head == digest_text(name, text):
                return text
        text = make()
        with suppress(OSError):  # it saves time, no more
            self._folder.mkdir(parents=True, exist_ok=True)
            aside = path.with_name(f"{path.name}.{os.getpid()}")
            aside.write_bytes(f"{digest_text(name, text)}\n{text}".encode())
            aside.replace(path)
        return text
