"""Where things stand in the project."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from parlor.core.places import checkout


class UserError(Exception):
    """Something the user gave is wrong. Its text is one line, and nothing on disk has changed."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.split()))


class Stopped(BaseException):
    """The user stops the work. Not a KeyboardInterrupt, which typer would swallow."""


class BuildError(Exception):
    """The build cannot go on. Its text says what failed, a line each."""


def known_name(name: str, known: list[str], kind: str) -> str:
    """Return `name` if it is known, else raise a `UserError` that names the nearest.

    Parameters
    ----------
    name : str
        What the user gave.
    known : list of str
        The names that exist.
    kind : str
        What is named, for the message: ``"chapter"``, ``"parameter"``.

    Returns
    -------
    str
        `name`, unchanged.

    Raises
    ------
    UserError
        If `name` is not in `known`.

    Examples
    --------
    >>> known_name("guts", ["guts", "goofspiel"], "chapter")
    'guts'
    """
    if name in known:
        return name
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
    raise UserError(f"no {kind} '{name}'; {hint}")


@dataclass(frozen=True)
class Project:
    """A checkout of the book.

    Attributes
    ----------
    root : Path
        The folder that holds ``_toc.yml``.
    """

    root: Path

    @classmethod
    def here(cls) -> Project:
        """Return the checkout that this copy of the library belongs to."""
        root = checkout()
        if root is None:
            raise UserError("this needs a clone of the book: here is the library without its pages")
        return cls(root)

    @property
    def build(self) -> Path:
        """The folder of everything generated."""
        return self.root / "_build"

    @property
    def site(self) -> Path:
        """The folder of the finished book."""
        return self.build / "html"

    @cached_property
    def pages(self) -> list[str]:
        """The pages of the table of contents, in order, without a suffix."""
        lines = (self.root / "_toc.yml").read_text("utf-8").splitlines()
        found = [re.match(r"\s*(?:- )?(?:root|file):\s*(\S+)\s*$", line) for line in lines]
        return [match[1] for match in found if match]

    @cached_property
    def chapters(self) -> dict[str, Path]:
        """The pages that are notebooks: name to source, in the book's order."""
        sources = [self.root / f"{page}.md" for page in self.pages]
        missing = [path for path in sources if not path.is_file()]
        if missing:
            names = ", ".join(str(path.relative_to(self.root)) for path in missing)
            raise BuildError(f"_toc.yml names pages that do not exist: {names}")
        return {path.stem: path for path in sources if _is_notebook(path)}

    def chapter(self, name: str) -> Path:
        """Return the source of the chapter called `name`; a `UserError` if there is none."""
        return self.chapters[known_name(name, list(self.chapters), "chapter")]

    @property
    def pieces(self) -> Path:
        """The folder of finished pieces of long work; see `pieces`."""
        return self.build / "pieces"

    @property
    def kernels(self) -> Path:
        """The folder of compiled kernels; see `parlor.core.compiled`."""
        return self.build / "numba"

    def run_folder(self, chapter: str, key: str) -> Path:
        """Return where the run of `chapter` named `key` is kept."""
        return self.build / "runs" / chapter / key

    def publish(self, new: Path, target: Path, replace: bool) -> None:
        """Give a finished folder its name: whole, or not at all.

        Parameters
        ----------
        new : Path
            A complete folder below ``_build/tmp``.
        target : Path
            Where it goes, below ``_build``.
        replace : bool
            Whether it takes the place of what stands there; if not, that stays.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        with (self.build / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another build may be at this point too
            if os.path.lexists(target):
                if not replace:
                    return
                target.rename(new.with_name(f"{new.name}-old"))
            new.rename(target)

    @contextmanager
    def scratch(self, purpose: str) -> Iterator[Path]:
        """Yield an empty folder beside the results, gone afterwards unless it was renamed."""
        parent = self.build / "tmp"
        parent.mkdir(parents=True, exist_ok=True)
        # `parlor clean` sees from the number whether the process is still there
        folder = Path(tempfile.mkdtemp(prefix=f"{purpose}-{os.getpid()}-", dir=parent))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def digest_text(*parts: str) -> str:
    """Return 16 hexadecimal digits that change when any of `parts` does."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def digest_files(root: Path, names: list[str]) -> str:
    """Return a hash of the files and folders `names` below `root`, compiled code left out."""
    digest = hashlib.sha256()
    for name in names:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                head = f"{path.relative_to(root).as_posix()}\0{len(content)}\0"
                digest.update(head.encode() + content)
    return digest.hexdigest()


def _is_notebook(page: Path) -> bool:
    head = page.read_text("utf-8").split("\n---", 1)[0]
    return head.startswith("---") and "kernelspec:" in head
