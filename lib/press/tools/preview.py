"""The built book, kept up to date page by page while its sources are edited.

What is shown is a copy of the book. After an edit Sphinx, kept warm in a process of its own, reads
and writes the pages that it touches, as a whole build would to the byte. What lies beside pages
(the search's index, notebooks, tables) and pages that only name others follow when there is time.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import yaml

from ..ledger import entries
from ..ledger.published import load_all
from ..run import isolation, keys
from ..run.project import BuildError, Project
from ..run.runner import Run
from ..site import build
from ..site.bind import shape_of, taken
from ..site.build import add_files, checks_of, generated, joined, staged, values_of
from ..site.citation import Edition

_VALUE = re.compile(r"\{\{\s*(\w+)\.(\w+)\s*\}\}")
FOLDER = "watch"  # in _build


@dataclass
class Preview:
    """The book while it is edited; see `previewing`.

    Attributes
    ----------
    project : Project
        The project.
    site : Path
        The folder of what is shown.
    behind : set of str
        Pages that may name others as they were.
    """

    project: Project
    site: Path
    behind: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        kept = self.project.build / "site"
        self._stage = kept / "stage"
        self._written = self.project.build / FOLDER / "html"
        self._doctrees = self.project.build / FOLDER / "doctrees"
        for folder in (self._written, self._doctrees):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(kept / "_build" / ".doctrees", self._doctrees)
        copy_site(self.project.site, self.site)
        self._first: dict[str, bytes] = {}  # of the stage, before the first edit
        told = yaml.safe_load((self._stage / "_config.yml").read_text("utf-8"))
        self._values: dict[str, Any] = told["sphinx"]["config"]["myst_substitutions"]
        self._memo = keys.memo_of(self.project, build.__name__)
        self._rest: tuple[Any, ...] | None = None
        self._sphinx: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start Sphinx, which takes seconds; `update` waits for it."""
        private = self.project.build / FOLDER / "private"
        environment = isolation.environment(private) | {"SOURCE_DATE_EPOCH": "0", "NO_COLOR": "1"}
        self._log: IO[str] = (self.project.build / FOLDER / "log.txt").open("w", encoding="utf-8")
        folders = [str(path) for path in (self._stage, self._doctrees, self._written)]
        self._sphinx = subprocess.Popen(
            isolation.python("press.tools.warm", *folders),
            env=environment,
            cwd=private,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,  # Ctrl-C reaches us alone
        )
        self._ready = False

    def forget(self) -> None:
        """Read the sources of functions and docstrings again."""
        self._memo.forget()

    def update(self, runs: dict[str, Run]) -> list[str]:
        """Bring the pages up to date that an edit has touched.

        Parameters
        ----------
        runs : dict of str to Run
            A finished run for each page that is a notebook, by address.

        Returns
        -------
        list of str
            The pages that have changed, such as ``"book/guts/index"``.

        Raises
        ------
        BuildError
            If Sphinx warns of anything; the pages are shown nevertheless.
        """
        project, memo = self.project, self._memo
        made = [keys.digest_folder(project.root / "data" / "published")]
        published = memo.once("published", made, lambda: load_all(project.root / "data"))
        results = {address: run.results() for address, run in runs.items()}
        checks = checks_of(runs.values())
        rows = [
            row
            for name in published
            for row in entries.rows_of(published[name], checks.get(name, []))
        ]
        book = joined(project, runs, rows, memo)
        texts = staged(project, runs, results, book, rows, memo)
        about = (json.dumps(rows), [path.read_text("utf-8") for path in self._cards()])
        texts |= memo.once(
            "generated", about, lambda: generated(project, published, checks, rows, memo)
        )
        values = values_of(runs, results)
        again = self._naming(texts, values)
        self._values = values
        del texts["_config.yml"]  # its values are handed on below
        for name, text in texts.items():
            self._write(name, text)
        self._rest = (runs, book, published, rows, memo)
        return self._ask(again, [])

    def go_on(self) -> list[str]:
        """Do a piece of what can wait; return the pages that have changed."""
        if self.behind:
            return self._ask([], [self.behind.pop()])
        if self._rest is not None:
            add_files(self.project, self.site, *self._rest)
            self._rest = None
        return []

    @property
    def waiting(self) -> bool:
        """Whether there is something for `go_on`."""
        return bool(self.behind) or self._rest is not None

    def close(self) -> None:
        """End Sphinx, and leave the last build as it was."""
        if self._sphinx is not None:
            self._sphinx.terminate()
            self._sphinx.wait()
            self._log.close()
        for name, content in self._first.items():
            (self._stage / name).write_bytes(content)

    def _cards(self) -> list[Path]:
        return sorted((self.project.root / "book" / "found").glob("*.md"))

    def _naming(self, texts: dict[str, str], values: dict[str, Any]) -> list[str]:
        """The pages that name a value which is another now."""
        return [
            name.rpartition(".")[0]
            for name, text in texts.items()
            if not name.startswith(("generated/", "_"))
            and any(
                values.get(chapter, {}).get(value) != self._values.get(chapter, {}).get(value)
                for chapter, value in _VALUE.findall(text)
            )
        ]

    def _write(self, name: str, text: str) -> None:
        """Give a file of the stage today's text, if it has another."""
        path = self._stage / name
        old = path.read_bytes()
        if old == text.encode():
            return
        self._first.setdefault(name, old)
        page = name.rpartition(".")[0]
        if page in self.project.pages and shape_of(name, old.decode()) != shape_of(name, text):
            self.behind |= {*self.project.pages, "search"}
        path.write_text(text, "utf-8")

    def _ask(self, again: list[str], write: list[str]) -> list[str]:
        """Let Sphinx read and write; show what it has written."""
        if self._sphinx is None or self._sphinx.poll() is not None:
            self.start()
        assert self._sphinx and self._sphinx.stdin and self._sphinx.stdout
        if not self._ready:
            self._answer()
            self._ready = True
        job = {"values": self._values, "again": again, "write": write}
        try:
            self._sphinx.stdin.write(json.dumps(job) + "\n")
            self._sphinx.stdin.flush()
        except BrokenPipeError:
            pass  # told below
        told = self._answer()
        edition = Edition.of(self.project)
        changed = [name for name in told["written"] if self._show(name, edition)]
        self.behind -= set(told["written"])
        if told["warnings"]:
            raise BuildError("\n".join(told["warnings"]))
        return changed

    def _answer(self) -> dict[str, Any]:
        assert self._sphinx and self._sphinx.stdout
        line = self._sphinx.stdout.readline()
        if not line:
            log = self.project.build / FOLDER / "log.txt"
            last = log.read_text("utf-8").strip().splitlines()[-1:]
            raise BuildError("\n".join([*last, "Sphinx has ended; the next edit starts it again"]))
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _show(self, name: str, edition: Edition) -> bool:
        """Put a page that Sphinx has written where it is shown; return whether it is another."""
        text = (self._written / f"{name}.html").read_text("utf-8")
        text = edition.stamp(text)
        target = self.site / f"{name}.html"
        if target.is_file() and target.read_text("utf-8") == text:
            return False
        new = target.with_suffix(".new")
        new.write_text(text, "utf-8")
        new.replace(target)
        return True


@contextmanager
def previewing(project: Project, site: Path) -> Iterator[Preview]:
    """Yield the preview of a book that has just been built; no other process builds meanwhile.

    Parameters
    ----------
    project : Project
        The project.
    site : Path
        Where the preview goes.
    """
    with taken(project) as kept:
        if kept is None or not (kept / "stage").is_dir():
            raise BuildError("another process builds the book: try again when it has ended")
        preview = Preview(project, site)
        try:
            preview.start()
            yield preview
        finally:
            preview.close()


def copy_site(built: Path, site: Path) -> None:
    """Make `site` a copy of a built book; what is being read of it stays whole."""
    new = site.with_name("new")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(built, new)
    old = site.with_name("old")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    new.rename(site)
    shutil.rmtree(old, ignore_errors=True)
