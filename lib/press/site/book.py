"""What the pages of a book are made of, read from finished runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ask.runner import Checks, Run, decided
from ..ledger.published import Published, load_all
from ..page.chapter import PIECES
from ..project import notebook
from ..project.errors import BuildError
from ..project.places import Page, Project
from . import formulas, numbering
from . import ledger_rows as ledger
from .pieces import Piece, Pieces

if TYPE_CHECKING:
    from nbformat import NotebookNode


@dataclass(frozen=True)
class Book:
    """What the pages of a book are made of.

    Attributes
    ----------
    project : Project
        The project.
    published : dict of str to Published
        What is recorded of the sources, by chapter.
    rows : list of dict
        The entries of the ledger.
    pieces : dict of str to Piece
        What runs have left and pages show.
    runs : dict of str to Run
        A finished run for each page that is a notebook, by address.
    values : dict of str to object
        What runs have given names, by chapter and name: ``"guts.price"``.
    numbers : dict of str to Number
        What tables and figures are called, by chapter and id.
    pages : dict of str to NotebookNode
        The pages that are notebooks, by address: today's text with the outputs of their runs.
    """

    project: Project
    published: dict[str, Published]
    rows: list[ledger.Row]
    pieces: Pieces
    runs: dict[str, Run] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    numbers: numbering.Numbers = field(default_factory=dict)
    pages: dict[str, NotebookNode] = field(default_factory=dict)

    @classmethod
    def of(cls, project: Project, runs: dict[str, Run]) -> Book:
        """Return the book of a project from finished runs."""
        published = load_all(project.root / "data")
        pages = {name: notebook.join(run.page.path, run.notebook) for name, run in runs.items()}
        # what pages show of a chapter's ledger as a whole
        pieces = {
            piece.key: piece
            for name in published
            for piece in (Piece("map", name), Piece("yardsticks", name))
        }
        for run in runs.values():
            for piece in _left(run.page, run.folder):
                if piece.key in pieces:
                    why = f"another page has made {piece.key} already"
                    raise BuildError(f"{run.page.address}: {why}")
                pieces[piece.key] = piece
        in_order = ((page, pages[name]) for name, page in project.notebooks.items())
        return cls(
            project,
            published,
            _rows(published, decided(runs.values())),
            pieces,
            runs,
            values_of(runs),
            numbering.assign(in_order, pieces),
            pages,
        )

    @classmethod
    def alone(cls, project: Project, page: Page, folder: Path) -> Book:
        """Return what a finished run holds in its folder, by itself."""
        source = project.root / "data/published" / page.chapter
        published = {page.chapter: Published.load(source)} if source.is_dir() else {}
        checks = json.loads((folder / "results.json").read_text("utf-8"))["checks"]
        rows = _rows(published, {page.chapter: checks})
        return cls(project, published, rows, {piece.key: piece for piece in _left(page, folder)})

    @property
    def totals(self) -> dict[str, int]:
        """The ledger's totals."""
        return ledger.totals(ledger.theirs(self.rows))


def values_of(runs: Mapping[str, Run]) -> dict[str, Any]:
    """Return the named values of all pages by chapter and name; each name is given once."""
    values: dict[str, Any] = {}
    for address, run in runs.items():
        for name, value in run.results()["values"].items():
            name = f"{run.page.chapter}.{name}"
            if name in values:
                raise BuildError(f"{address}: another page has given {name} already")
            values[name] = formulas.in_markdown(value) if isinstance(value, str) else value
    return values


def _rows(published: Mapping[str, Published], checks: Mapping[str, Checks]) -> list[ledger.Row]:
    return [
        row
        for name, source in published.items()
        for row in ledger.rows_of(source, checks.get(name, []))
    ]


def _left(page: Page, folder: Path) -> Iterator[Piece]:
    """What a run has left in its folder."""
    for check in json.loads((folder / "results.json").read_text("utf-8"))["checks"]:
        yield Piece("entry", page.chapter, check["id"])
    path = folder / PIECES
    blocks = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    for kind, named in blocks.items():
        yield from (Piece(kind, page.chapter, name, content) for name, content in named.items())
