"""What is printed of a run: its answer as a table or as JSON."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ..ask.runner import Run
from ..ledger.published import Published
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
    told = results.get("answer")
    verdicts: Counter[str] = Counter()
    if results["checks"]:
        source = Published.load(run.project.root / "data/published" / run.page.chapter)
        verdicts.update(map(source.judged, results["checks"]))
    if as_json:
        content = {
            "page": run.page.address,
            "parameters": run.parameters,
            "answer": told,
            "verdicts": verdicts,
            "key": run.key,
            "folder": str(folder),
            **({"html": str(page)} if page else {}),
            "seconds": run.story()["wall_seconds"],
        }
        print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
        return
    if told:
        answer = Answer.of_json(told)
        print(answer.asked)
        table(["what", "value", "how sure", "meaning"], answer.rows)
    elif verdicts:
        print(f"Verdicts: {', '.join(f'{n} {verdict}' for verdict, n in verdicts.items())}")
    print(f"The result: {_pasted(folder)}")
    if page:
        print(f"The page: {_pasted(page)}")


def table(heads: list[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a small table, as wide as it wants to be where it goes to no terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    width = None if sys.stdout.isatty() else WIDTH
    shown = Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        shown.add_row(*row)
    Console(markup=False, highlight=False, width=width).print(shown)


def _pasted(path: Path) -> str:
    """A path as a shell reads it, on one line."""
    return shlex.quote(printable(str(path)).replace("\n", "\\n"))
