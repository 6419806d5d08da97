"""What is printed of a run: how long it will take, and its answer as a table or as JSON."""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from ..page.answer import Answer
from ..run.progress import spoken
from ..run.project import Project, kept_text
from ..run.runner import Run
from .delivery import pasted

WIDTH = 200  # of a table that goes into a file or to another program


def before(project: Project, run: Run) -> str:
    """Return in a line about how long a run will take, by earlier ones of the page."""
    times = []
    for path in project.run_folder(run.page, run.key).parent.glob("*/run.json"):
        try:
            times.append(float(json.loads(kept_text(path))["wall_seconds"]))
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            continue  # cut off, or not ours
    if not times:
        return f"{run.page.address}: the first run here"
    return f"{run.page.address}: about {spoken(statistics.median(times))}, as earlier runs"


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
    verdicts = Counter(check["verdict"] for check in results["checks"])
    if as_json:
        content: dict[str, Any] = {
            "page": run.page.address,
            "parameters": run.parameters,
            "answer": told,
            "verdicts": dict(verdicts),
            "key": run.key,
            "folder": str(folder),
            **({"html": str(page)} if page else {}),
            "seconds": json.loads((run.folder / "run.json").read_text("utf-8"))["wall_seconds"],
        }
        print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
        return
    if told:
        answer = Answer.of_json(told)
        print(answer.asked)
        table(
            ["what", "value", "how sure", "meaning"],
            [[q.name, q.told, q.certainty, q.meaning] for q in answer.quantities],
        )
    elif verdicts:
        print(f"Verdicts: {', '.join(f'{n} {verdict}' for verdict, n in verdicts.items())}")
    print(f"The result: {pasted(folder)}")
    if page:
        print(f"The page: {pasted(page)}")


def table(heads: list[str], rows: list[list[str]]) -> None:
    """Print a small table, as wide as it wants to be where it goes to no terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    width = None if sys.stdout.isatty() else WIDTH
    shown = Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        shown.add_row(*row)
    Console(markup=False, highlight=False, width=width).print(shown)
