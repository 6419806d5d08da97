"""The answers of a sweep as one table, a row a point, and as a picture.

CSV and Parquet hold the same: first the parameters that were given, then each quantity, its error
beside it. Their cells depend on the answers alone, not on who gave them when.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import show
from ..run.manifest import is_whole, write_manifest
from ..run.project import Project, UserError, digest_text, known_name
from ..run.store import Store
from ..run.yaml_input import cut
from .sweep import Outcome, Sweep, answers

if TYPE_CHECKING:
    import pandas as pd

    from ..page.figures import Drawing

KIND = "sweep"  # of a folder
CSV, PARQUET = "answers.csv", "answers.parquet"
SHOWN, NUMBERS = 20, 6  # rows and numbers of each that are printed
MOST_LINES = 12  # of a picture
Plot = tuple[str, str]  # a quantity, and the parameter against which it is drawn
_LARGEST = 2**63  # of whole numbers that Parquet holds
_KINDS = {bool: "boolean", int: "whole number", float: "number", str: "text"}
_TYPES = {"number": "float64", "whole number": "Int64", "boolean": "boolean"}  # of pandas


@dataclass(frozen=True)
class Column:
    """A column of the table.

    Attributes
    ----------
    name : str
        Its head.
    role : str
        ``"parameter"``, ``"value"``, ``"error"``, ``"sure"`` (what the error is, where that
        differs from row to row), ``"exact"`` (the value as a fraction or a long number) or
        ``"failed"``.
    of : str
        The parameter or quantity.
    kind : str
        ``"number"``, ``"whole number"``, ``"boolean"``, ``"text"``, or ``"JSON"`` for lists.
    meaning : str
        What it is.
    cells : list
        What stands in it; what is missing is None.
    """

    name: str
    role: str
    of: str
    kind: str
    meaning: str
    cells: list[Any] = field(repr=False)

    def about(self) -> dict[str, str]:
        """Return all but the cells."""
        return {name: value for name, value in vars(self).items() if name != "cells"}

    def as_json(self) -> list[Any]:
        """Return the cells as JSON holds them: what is infinite or no number is None."""
        if self.kind == "JSON":
            return [None if cell is None else json.loads(cell) for cell in self.cells]
        return [_finite(cell) for cell in self.cells]


class Table:
    """The table of a sweep whose points have all been asked.

    Parameters
    ----------
    sweep : Sweep
        The points.
    kept : Store
        Their answers.
    outcome : Outcome
        Which points have none, and why.
    """

    def __init__(self, sweep: Sweep, kept: Store, outcome: Outcome) -> None:
        self.sweep, self.outcome = sweep, outcome
        fields = sweep.lab.parameters.model.model_fields
        names, rows = sweep.design.names, sweep.design.rows
        self.columns = [
            _column(name, "parameter", name, fields[name].description or "", values)
            for name, values in zip(names, map(list, zip(*rows, strict=True)), strict=False)
        ]
        found: dict[str, list[list[Any]]] = {}  # values, errors and what these are, by quantity
        meanings: dict[str, str] = {}
        for place, answer in enumerate(answers(sweep, kept)):
            for quantity in answer.quantities if answer else ():
                parts = found.setdefault(quantity.name, [[None] * len(rows) for _ in range(3)])
                meanings.setdefault(quantity.name, quantity.meaning)
                told = (quantity.value, quantity.error, quantity.sure)
                for part, cell in zip(parts, told, strict=True):
                    part[place] = cell
        for name, (values, errors, sure) in found.items():
            head = f"answer_{name}" if name in names else name
            self.columns.append(
                _column(head, "value", name, meanings[name], list(map(_number, values)))
            )
            kinds = list(dict.fromkeys(one for one in sure if one is not None))
            if _any(errors):
                meaning = ", ".join(filter(None, kinds)) or "about how large the error is"
                self.columns.append(
                    Column(f"{head}_error", "error", name, "number", meaning, errors)
                )
            if len(kinds) > 1:
                self.columns.append(
                    Column(f"{head}_sure", "sure", name, "text", "what the error is", sure)
                )
            exact = list(map(_exactly, values))
            if _any(exact):
                self.columns.append(
                    Column(f"{head}_exact", "exact", name, "text", "the value exactly", exact)
                )
        if outcome.failed:
            why = [outcome.failed.get(place) for place in range(len(rows))]
            self.columns.append(
                Column("failed", "failed", "", "text", "why there is no answer", why)
            )

    def frame(self) -> pd.DataFrame:
        """Return it with a type for each column."""
        import pandas as pd

        return pd.DataFrame(
            {c.name: pd.Series(c.cells, dtype=_TYPES.get(c.kind, "string")) for c in self.columns}
        )

    def write(self, folder: Path) -> None:
        """Write it as CSV and as Parquet."""
        with (folder / CSV).open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow([column.name for column in self.columns])
            lines.writerows(zip(*(map(_in_csv, c.cells) for c in self.columns), strict=True))
        self.frame().to_parquet(folder / PARQUET, index=False)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows by column, as JSON holds them."""
        names = [column.name for column in self.columns]
        rows = zip(*(column.as_json() for column in self.columns), strict=True)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def column(self, name: str, role: str, what: str) -> Column:
        """Return a column by its name; a `UserError` with the nearest name if there is none."""
        found = {c.name: c for c in self.columns if c.role == role}
        return found[known_name(name, list(found), what)]


def key_of(sweep: Sweep, plot: Plot | None, failed: dict[int, str]) -> str:
    """Return the name of a sweep's folder, by all that it holds."""
    return digest_text(sweep.name, json.dumps([plot, failed, sweep.left_out]))


def write(
    project: Project, table: Table, plot: Plot | None, about: dict[str, Any]
) -> tuple[Path, str]:
    """Write the table, the picture and what explains them; whole, or not at all.

    Parameters
    ----------
    project : Project
        The project.
    table : Table
        The table.
    plot : (str, str), optional
        What to draw.
    about : dict
        What else ``run.json`` says: where it comes from, and the command.

    Returns
    -------
    folder : Path
        Where it is.
    key : str
        Its name.
    """
    sweep, failed = table.sweep, table.outcome.failed
    key = key_of(sweep, plot, failed)
    folder = project.build / "sweeps" / sweep.lab.page.folder / key
    if is_whole(folder, key):
        return folder, key
    drawn = draw(table, *plot) if plot else None  # before anything is written
    with project.scratch("sweep") as scratch:
        made = scratch / "result"
        made.mkdir()
        table.write(made)
        figures = {}
        if plot and drawn:
            from ..page.figures import save_svg

            figure, alt = drawn
            name = "{}-by-{}".format(*plot)
            save_svg(made / "figures", name, figure, alt)
            figures[f"figures/{name}.svg"] = alt
        every = sweep.lab.parameters.validate(sweep.given(0))
        story = {
            "kind": KIND,
            "page": sweep.lab.page.address,
            "key": key,
            "points": len(sweep.keys),
            "varying": list(sweep.design.varying),
            "defaults": {name: every[name] for name in every if name not in sweep.design.names},
            "columns": [column.about() for column in table.columns],
            "failed": [{"row": row + 1, "why": why} for row, why in failed.items()],
            "left_out": sweep.left_out,
            "figures": figures,
            "made": sweep.lab.made,
            **about,
        }
        text = json.dumps(story, indent=2, ensure_ascii=False, allow_nan=False)
        (made / "run.json").write_text(text + "\n", "utf-8")
        write_manifest(made, key, kind=KIND)
        project.publish(made, folder, replace=True)
    return folder, key


def print_table(table: Table, folder: Path, as_json: bool) -> None:
    """Print why points failed, a few rows and where all are; or all of them as JSON."""
    sweep, outcome = table.sweep, table.outcome
    for place, why in list(outcome.failed.items())[:SHOWN]:
        at = ", ".join(f"{name} = {_said(value)}" for name, value in sweep.given(place).items())
        print(f"failed at {at}: {why}", file=sys.stderr)
    if as_json:
        told = {
            "page": sweep.lab.page.address,
            "folder": str(folder),
            "points": len(sweep.keys),
            "finished_before": outcome.before,
            "failed": len(outcome.failed),
            "left_out": sweep.left_out,
            "columns": [column.about() for column in table.columns],
            "rows": table.records(),
        }
        print(json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False))
        return
    numbers = [c.name for c in table.columns if c.role in ("value", "error")][:NUMBERS]
    varying = sweep.design.varying or sweep.design.names
    shown = table.frame()[[*varying, *numbers]].head(SHOWN)
    print(shown.to_string(index=False, na_rep="", float_format="{:.6g}".format))
    if len(sweep.keys) > SHOWN:
        print(f"and {len(sweep.keys) - SHOWN:,} more")
    print(f"The table: {folder / CSV}")


def draw(table: Table, y: str, x: str) -> tuple[Drawing, str]:
    """Draw a quantity against a parameter, a line for each combination of the others that vary.

    Parameters
    ----------
    table : Table
        The table.
    y : str
        A quantity.
    x : str
        A parameter that was given.

    Returns
    -------
    figure : Drawing
        With bars for errors.
    alt : str
        What one who does not see it should know.

    Raises
    ------
    UserError
        If there is nothing to draw.
    """
    from ..page.figures import new_figure

    across = table.column(x, "parameter", "parameter that was given")
    up = table.column(y, "value", "quantity")
    if up.kind in ("text", "JSON"):
        raise UserError(f"--plot {y} {x}: {y} is no number")
    error = next((c for c in table.columns if c.role == "error" and c.of == up.of), None)
    others = [c for c in table.columns[: len(table.sweep.design.names)]
              if c.name in table.sweep.design.varying and c is not across]  # fmt: skip
    lines: dict[str, list[tuple[Any, float, float]]] = {}
    for place, value in enumerate(up.cells):
        if value is not None and across.cells[place] is not None:
            label = ", ".join(f"{other.name} = {_said(other.cells[place])}" for other in others)
            at = across.cells[place]
            point = (at if across.kind in _TYPES else _said(at), float(value))
            bar = error.cells[place] if error else None
            lines.setdefault(label, []).append((*point, bar or 0.0))
    if not 0 < len(lines) <= MOST_LINES:
        told = "no point has both" if not lines else f"{len(lines):,} lines are too many"
        raise UserError(f"--plot {y} {x}: {told}")
    figure, axes = new_figure()
    for label, points in lines.items():
        places, values, bars = zip(*points, strict=True)
        axes.errorbar(places, values, bars if any(bars) else None, marker=".", label=label)
    axes.set(xlabel=x.replace("_", " "), ylabel=y.replace("_", " "))
    if len(lines) > 1:
        axes.legend()
    every = [(value, at) for points in lines.values() for at, value, _ in points]
    low, high = min(every, key=lambda one: one[0]), max(every, key=lambda one: one[0])
    of_bars = f" Bars: {error.meaning}." if error else ""
    return figure, (
        f"{y} by {x}, {len(every)} points. The lowest is {low[0]:.6g} at {_said(low[1])}, the "
        f"highest {high[0]:.6g} at {_said(high[1])}.{of_bars}"
    )


def _column(name: str, role: str, of: str, meaning: str, values: list[Any]) -> Column:
    """A column of the kind that its values have."""
    types = {type(value) for value in values if value is not None}
    if len(types) == 1:
        kind = _KINDS.get(types.pop(), "JSON")
    else:
        kind = "JSON" if types - {int, float} else "number"
    return Column(name, role, of, kind, meaning, [_as(kind, value) for value in values])


def _as(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind == "JSON":
        return json.dumps(_finite(value), ensure_ascii=False)
    return float(value) if kind == "number" else value


def _number(value: Any) -> Any:
    """A value with floats in the place of fractions and of whole numbers that are too long."""
    if isinstance(value, list):
        return [_number(item) for item in value]
    long = isinstance(value, int) and not -_LARGEST <= value < _LARGEST
    return float(value) if long or isinstance(value, Fraction) else value


def _exactly(value: Any) -> str | None:
    """A value as text, where a number in the table says less."""
    if isinstance(value, list):
        return json.dumps(value, default=str) if _number(value) != value or _holds(value) else None
    if isinstance(value, Fraction) or (isinstance(value, int) and _number(value) is not value):
        return str(value)
    return None


def _holds(values: list[Any]) -> bool:
    """Whether there is a fraction in a list."""
    return any(_holds(v) if isinstance(v, list) else isinstance(v, Fraction) for v in values)


def _any(cells: Iterable[Any]) -> bool:
    return any(cell is not None for cell in cells)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    return value


def _in_csv(cell: Any) -> Any:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else cell


def _said(value: Any) -> str:
    return cut(show(value).lower() if isinstance(value, bool) else show(value))
