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
        table(answer.COLUMNS, answer.rows)
    elif verdicts:
        print(f"Verdicts: {', '.join(f'{n} {verdict}' for verdict, n in verdicts.items())}")
    print(f"The result: {shlex.quote(str(folder))}")
    if page:
        print(f"The page: {shlex.quote(str(page))}")


def print_entry(published: Published, entry: Entry, rows: list[dict[str, Any]]) -> None:
    """Print what became of an entry, and on what that rests."""
    row = next(row for row in rows if row["id"] == entry.id)
    diagnosis, verdict = entry.diagnosis, published.judged(row)
    told = {
        "entry": entry.quantity if "status" in entry.columns else f"the source: {entry.quantity}",
        "where": entry.where,
        "printed": entry.printed,
        "computed": row["computed"],
        "verdict": f"{verdict}: {VERDICTS[verdict]}",
        "evidence": row["evidence"],
        "turns": row.get("turns") and f"by {row['turns']} of the last printed digit's units",
        "because": diagnosis and f"{diagnosis.kind}: {diagnosis.explanation}",
        "check": row["check"],
    }
    print(*(f"{name:<10} {text}" for name, text in told.items() if text), sep="\n")


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
