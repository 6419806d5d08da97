"""A sweep from the command line: what it is given, how far it is, and the folder that it leaves."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ..page.answer import Answer
from ..run.manifest import is_whole, write_manifest
from ..run.progress import Count, spoken
from ..run.project import Project, Stopped, UserError, digest_text, known_name
from ..run.yaml_input import load_file
from ..tools.delivery import shown
from ..tools.provenance import cite, command, origin, title, write_notes
from .executors import Dask, Processes
from .sweep import Finished, Outcome, Sweep, gather, missing
from .tidy import CSV, PARQUET, Column, Tidy, draw

KIND = "sweep"
SHOWN, NUMBERS = 20, 4  # rows and quantities that are printed
Plots = Sequence[tuple[str, str]]


def given_values(file: Path | None, texts: Sequence[str]) -> dict[str, Any]:
    """Return what a file and ``-p NAME=VALUES`` give: texts of the grammar of `grid`, or lists.

    Parameters
    ----------
    file : Path, optional
        A mapping in YAML: from names to texts, to ``{values: [...]}`` or to one value.
    texts : sequence of str
        Such as ``["n_players=2..6", "layout=line,clock"]``; they go before what the file has.

    Returns
    -------
    dict
        Texts and lists by name.

    Examples
    --------
    >>> given_values(None, ["n=1..3", "prizes=[1,2],[1,3]"])
    {'n': '1..3', 'prizes': '[1,2],[1,3]'}
    """
    found: dict[str, Any] = {}
    for name, value in (load_file(file) if file else {}).items():
        several = isinstance(value, dict) and list(value) == ["values"]
        found[name] = value if isinstance(value, str) else value["values"] if several else [value]
        if not isinstance(found[name], str | list) or not found[name]:
            raise UserError(f"-f {file}: {name}: values is a list of at least one")
    given: dict[str, str] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise UserError(f"-p '{shown(text)}': write name=values")
        if name in given:
            raise UserError(f"-p {shown(name)}: is given twice")
        given[name] = values
    return found | given


def plots(sweep: Sweep, quantities: str, x: str) -> Plots:
    """Return what is to be drawn; a `UserError` if it is against what was not given."""
    known_name(x, list(sweep.design.names), "parameter that was given")
    return [(name.strip(), x) for name in dict.fromkeys(quantities.split(","))]


def asked(
    sweep: Sweep, kept: Finished, start: Callable[[], AbstractContextManager[Processes | Dask]]
) -> Outcome:
    """Ask what has not been asked, and say how far it is.

    Parameters
    ----------
    sweep : Sweep
        The points.
    kept : Finished
        Where answers are kept.
    start : callable
        Starts what asks; called if there is anything to ask.

    Returns
    -------
    Outcome
        What became of all points.

    Raises
    ------
    Stopped
        If the user stops the work: what is finished is kept.
    """
    todo = missing(sweep, kept)
    outcome = Outcome(before=len(sweep.keys) - len(todo))
    name = sweep.lab.page.address
    told = f"{name}: {len(sweep.keys):,} points"
    told += f", {sweep.left_out:,} left out as not allowed" if sweep.left_out else ""
    told += f", {outcome.before:,} of them finished before" if outcome.before else ""
    if not todo:
        print(told, file=sys.stderr)
        return outcome
    begun = time.monotonic()
    with start() as pool:
        each = kept.seconds()
        rest = each * len(todo) / max(pool.workers, 1) if each else 0.0
        print(f"{told}; about {spoken(rest)}" if each else told, file=sys.stderr)

        def step(now: Outcome) -> None:
            outcome.new, outcome.failed = now.new, now.failed
            count.show(now.new + len(now.failed), len(now.failed))

        try:
            with Count(name, len(todo)) as count:
                outcome = gather(sweep, kept, todo, pool, step)
        except Stopped:
            done = outcome.before + outcome.new
            print(f"{name}: {done:,} of {len(sweep.keys):,} points are kept", file=sys.stderr)
            raise
    print(f"{name}: asked in {spoken(time.monotonic() - begun)}", file=sys.stderr)
    return outcome


def key_of(sweep: Sweep, plots: Plots, failed: dict[int, str]) -> str:
    """Return the name of a sweep's folder, by all that it holds."""
    return digest_text(sweep.name, json.dumps([list(plots), failed, sweep.left_out]))


def write(
    project: Project, sweep: Sweep, tidy: Tidy, plots: Plots, made_again: str
) -> tuple[Path, str]:
    """Write the table, the pictures and what explains them; whole, or not at all.

    Parameters
    ----------
    project : Project
        The checkout.
    sweep : Sweep
        The points.
    tidy : Tidy
        The table.
    plots : sequence of (str, str)
        What to draw: quantity and parameter.
    made_again : str
        The command that makes it again.

    Returns
    -------
    folder : Path
        Where it is.
    key : str
        Its name.
    """
    key = key_of(sweep, plots, tidy.failed)
    page = sweep.lab.page
    folder = project.build / "sweeps" / page.folder / key
    if is_whole(folder, key):
        return folder, key
    drawings = [draw(tidy, y, x) for y, x in plots]  # before anything is written
    if drawings:
        from ..page.figures import save_svg
    with project.scratch("sweep") as scratch:
        made = scratch / "result"
        made.mkdir()
        tidy.write(made)
        figures = {}
        for (y, x), (figure, caption, alt) in zip(plots, drawings, strict=True):
            save_svg(made / "figures", f"{y}-by-{x}", figure, alt)
            figures[f"figures/{y}-by-{x}.svg"] = f"{caption} {alt}"
        values = sweep.point(0).values
        fixed = {name: v for name, v in values.items() if name not in sweep.design.names}
        varying = ", ".join(sweep.design.varying) or "one point"
        citation = cite(project, page, f"a sweep of {len(sweep.keys):,} points over {varying}", key)
        story = {
            "kind": KIND,
            "page": page.address,
            "key": key,
            "points": len(sweep.keys),
            "varying": list(sweep.design.varying),
            "defaults": fixed,
            "columns": [vars(column) for column in tidy.columns],
            "failed": [{"row": row + 1, "why": why} for row, why in tidy.failed.items()],
            "left_out": sweep.left_out,
            "figures": figures,
            "made": sweep.lab.made,
            **origin(project),
            "command": made_again,
            "citation": citation.text,
        }
        text = json.dumps(story, indent=2, ensure_ascii=False, allow_nan=False)
        (made / "run.json").write_text(text + "\n", "utf-8")
        write_notes(
            made,
            f"{title(project, page)}: a sweep over {varying}",
            _explained(sweep, tidy, fixed, figures),
            story,
            citation,
        )
        write_manifest(made, key, kind=KIND)
        project.publish(made, folder, replace=True)
    return folder, key


def _explained(
    sweep: Sweep, tidy: Tidy, fixed: dict[str, Any], figures: dict[str, str]
) -> list[str]:
    """What the folder holds, paragraph by paragraph."""
    rows = [
        f"The page {sweep.lab.page.address} was asked at {len(sweep.keys):,} points. {CSV} has a "
        f"row for each (UTF-8, commas, a head; what is missing is empty, lists are JSON), {PARQUET}"
        " the same with types. The columns:",
        "\n".join(f"  {column.name}: {_of(column)}" for column in tidy.columns) + "\n",
    ]
    if fixed:
        rows += [
            "At all points:",
            "\n".join(f"  {name} = {shown(value)}" for name, value in fixed.items()) + "\n",
        ]
    rows += [f"{name}: {told}" for name, told in figures.items()]
    if tidy.failed:
        rows.append(f"{len(tidy.failed):,} points failed: the column failed says why.")
    if sweep.left_out:
        rows.append(f"{sweep.left_out:,} points that the page does not allow were left out.")
    return rows


def _of(column: Column) -> str:
    what = {"error": f"error of {column.of}", "exact": f"{column.of} exactly"}.get(column.role, "")
    parts = [what, column.role if column.role == "parameter" else "", column.meaning, column.kind]
    return ", ".join(filter(None, parts))


def print_sweep(tidy: Tidy, outcome: Outcome, folder: Path, as_json: bool) -> None:
    """Print what a sweep has found: a few rows and where all are, or all of them as JSON."""
    sweep = tidy.sweep
    for place, why in list(outcome.failed.items())[:SHOWN]:
        at = ", ".join(f"{name} = {shown(value)}" for name, value in sweep.given(place).items())
        print(f"failed at {at}: {why}", file=sys.stderr)
    if as_json:
        told = {
            "page": sweep.lab.page.address,
            "folder": str(folder),
            "points": len(sweep.keys),
            "finished_before": outcome.before,
            "failed": len(outcome.failed),
            "left_out": sweep.left_out,
            "columns": [vars(column) for column in tidy.columns],
            "rows": tidy.records(),
        }
        print(json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False))
        return
    from ..tools.report import table

    heads = list(sweep.design.varying or sweep.design.names)
    answers: list[tuple[int, Answer]] = [
        (place, tidy.kept[sweep.keys[place]])
        for place in range(min(SHOWN, len(sweep.keys)))
        if place not in outcome.failed
    ]
    names = list(dict.fromkeys(q.name for _, answer in answers for q in answer.quantities))
    names = names[:NUMBERS]
    rows = []
    for place, answer in answers:
        found = {quantity.name: quantity.told for quantity in answer.quantities}
        values = sweep.given(place)
        cells = [shown(values[name]) for name in heads] + [found.get(name, "") for name in names]
        rows.append(cells)
    table([*heads, *names], rows)
    more = len(sweep.keys) - len(outcome.failed) - len(rows)
    if more > 0:
        print(f"and {more:,} more")
    print(f"The table: {folder / CSV}")


def made_again(
    project: Project, sweep: Sweep, given: dict[str, Any], options: Sequence[str]
) -> str:
    """Return the command that asks the same again; a list of a file is written out."""
    told = {
        name: value
        if isinstance(value, str)
        else ",".join(json.dumps(item, ensure_ascii=False) for item in value)
        for name, value in given.items()
    }
    return command(project, "sweep", sweep.lab.page, told, *options)
