"""What is printed of a run, its answer as a table or as JSON; and of an entry."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..ask.runner import Run
from ..ledger.published import Entry, Published
from ..ledger.verdict import VERDICTS
from ..page.answer import Answer
from ..project.text import printable

WIDTH = 200  # of a table that goes into a file or to another program


def print_run(run: Run, folder: Path, page: Path | None, as_json: bool) -> None:
    """Print what a finished run has found.

    Parameters
    ----------
    run : Run
        The run.
    folder : Path
        Where its result is.
    page : Path, optional
        Its page of the book.
    as_json : bool
        Whether as JSON, at full precision.
    """
    results = run.results()
    raw = results.get("answer")
    verdicts: Counter[str] = Counter()
    if results["checks"]:
        source = Published.load(run.project.root / "data/published" / run.page.chapter)
        verdicts.update(map(source.judged, results["checks"]))
    if as_json:
        content = {
            "page": run.page.address,
            "parameters": run.parameters,
            "answer": raw,
            "verdicts": verdicts,
            "key": run.key,
            "folder": str(folder),
            **({"html": str(page)} if page else {}),
            "seconds": run.story()["wall_seconds"],
        }
        print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
        return
    if raw:
        answer = Answer.of_json(raw)
        print("\n".join(filter(None, (answer.asked, answer.said))))
        rows = [[meaning, *cells, name] for name, *cells, meaning in answer.rows]
        table(["what", "value", "how sure", "name"], rows)
    elif verdicts:
        print(f"Verdicts: {', '.join(f'{n} {verdict}' for verdict, n in verdicts.items())}")
    print(f"The result: {_pasted(folder)}")
    if page:
        print(f"The page: {_pasted(page)}")


def print_entry(published: Published, entry: Entry, rows: list[dict[str, Any]]) -> None:
    """Print what became of an entry, and on what that rests."""
    row = next(row for row in rows if row["id"] == entry.id)
    diagnosis, verdict = entry.diagnosis, published.judged(row)
    lines = [
        f"entry      {'' if 'status' in entry.columns else 'the source: '}{entry.quantity}",
        f"where      {entry.where}",
        f"printed    {entry.printed}",
        f"computed   {row['computed']}",
        f"verdict    {verdict}: {VERDICTS[verdict]}",
        f"evidence   {row['evidence']}",
        f"turns      by {row.get('turns')} of the last printed digit's units",
        f"because    {diagnosis.kind}: {diagnosis.explanation}" if diagnosis else "",
        f"check      {row['check']}",
    ]
    print(*(line for line in lines if line[11:] and "by None" not in line), sep="\n")


def table(heads: list[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a small table, as wide as it wants to be where it goes to no terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    width = None if sys.stdout.isatty() else WIDTH
    grid = Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        grid.add_row(*row)
    Console(markup=False, highlight=False, width=width).print(grid)


def _pasted(path: Path) -> str:
    """A path as a shell reads it, on one line."""
    return shlex.quote(printable(str(path)).replace("\n", "\\n"))
