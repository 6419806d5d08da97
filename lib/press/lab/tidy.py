"""The answers of a sweep as one table, a row a point, and as pictures.

CSV and Parquet hold the same: first the parameters that were given, then each quantity, its error
beside it. Their bytes depend on the answers alone, not on who gave them when.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import show
from ..page.answer import Quantity
from ..run.project import UserError, known_name
from .sweep import Finished, Sweep

if TYPE_CHECKING:
    from ..page.figures import Drawing

CSV, PARQUET = "answers.csv", "answers.parquet"
MANY = 20_000  # rows that are written at a time
MOST_LINES = 12  # of a picture
_LARGEST = 2**63  # of whole numbers that Parquet holds
_KINDS = {bool: "boolean", int: "whole number", float: "number", str: "text"}


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
    """

    name: str
    role: str
    of: str
    kind: str
    meaning: str


class Tidy:
    """The table of a sweep whose points have all been asked.

    Parameters
    ----------
    sweep : Sweep
        The points.
    kept : Finished
        Their answers.
    failed : dict of int to str
        Why points have none, by place.
    """

    def __init__(self, sweep: Sweep, kept: Finished, failed: dict[int, str]) -> None:
        self.sweep, self.kept, self.failed = sweep, kept, failed
        self.columns = self._found()

    def rows(self) -> Iterator[list[Any]]:
        """Yield the rows in the order of the points; what is missing is None."""
        for place in range(len(self.sweep.keys)):
            values, quantities = self._point(place)
            yield [self._cell(column, place, values, quantities) for column in self.columns]

    def write(self, folder: Path) -> None:
        """Write the table as CSV and as Parquet."""
        import pyarrow as pa
        from pyarrow import parquet

        types = {"number": pa.float64(), "whole number": pa.int64(), "boolean": pa.bool_()}
        schema = pa.schema([(c.name, types.get(c.kind, pa.string())) for c in self.columns])
        with (
            (folder / CSV).open("w", encoding="utf-8", newline="") as file,
            parquet.ParquetWriter(folder / PARQUET, schema, compression="zstd") as writer,
        ):
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow([column.name for column in self.columns])
            part: list[list[Any]] = []
            for row in self.rows():
                lines.writerow([_in_csv(cell) for cell in row])
                part.append(row)
                if len(part) == MANY:
                    writer.write_table(_table(part, schema))
                    part = []
            if part:
                writer.write_table(_table(part, schema))

    def records(self) -> list[dict[str, Any]]:
        """Return the rows by column, as JSON holds them: what is infinite or no number is None."""
        names = [column.name for column in self.columns]
        return [
            {
                name: json.loads(cell) if kind == "JSON" and cell is not None else _finite(cell)
                for name, kind, cell in zip(names, (c.kind for c in self.columns), row, strict=True)
            }
            for row in self.rows()
        ]

    def _point(self, place: int) -> tuple[dict[str, Any], dict[str, Quantity]]:
        values = self.sweep.given(place)
        if place in self.failed:
            return values, {}
        answer = self.kept[self.sweep.keys[place]]
        return values, {quantity.name: quantity for quantity in answer.quantities}

    def _found(self) -> list[Column]:
        """The columns, from what parameters and answers hold."""
        given: dict[str, list[type]] = {name: [] for name in self.sweep.design.names}
        seen: dict[str, _Seen] = {}
        for place in range(len(self.sweep.keys)):
            values, quantities = self._point(place)
            for name, types in given.items():
                _note(types, values[name])
            for quantity in quantities.values():
                seen.setdefault(quantity.name, _Seen(quantity)).note(quantity)
        fields = self.sweep.lab.parameters.model.model_fields
        found = [
            Column(name, "parameter", name, _kind(types), fields[name].description or "")
            for name, types in given.items()
        ]
        for name, what in seen.items():
            head = f"answer_{name}" if name in given else name
            found += [
                Column(f"{head}{end}", role, name, kind, meaning)
                for end, role, kind, meaning in what.columns()
            ]
        if self.failed:
            found.append(Column("failed", "failed", "", "text", "why there is no answer"))
        return found

    def _cell(
        self, column: Column, place: int, values: dict[str, Any], quantities: dict[str, Quantity]
    ) -> Any:
        if column.role == "failed":
            return self.failed.get(place)
        if column.role == "parameter":
            return _as(column.kind, values[column.of])
        quantity = quantities.get(column.of)
        if quantity is None:
            return None
        if column.role == "value":
            return _as(column.kind, _number(quantity.value))
        if column.role == "exact":
            return _exactly(quantity.value)
        return quantity.error if column.role == "error" else quantity.sure


class _Seen:
    """What the answers hold of one quantity."""

    def __init__(self, first: Quantity) -> None:
        self.meaning = first.meaning
        self.types: list[type] = []
        self.sure: dict[str, None] = {}
        self.error = self.exact = False

    def note(self, quantity: Quantity) -> None:
        _note(self.types, _number(quantity.value))
        self.error = self.error or quantity.error is not None
        self.exact = self.exact or _exactly(quantity.value) is not None
        self.sure[quantity.sure] = None

    def columns(self) -> Iterator[tuple[str, str, str, str]]:
        sure = ", ".join(filter(None, self.sure))
        yield "", "value", _kind(self.types), self.meaning
        if self.error:
            yield "_error", "error", "number", sure or "about how large the error is"
        if len(self.sure) > 1:
            yield "_sure", "sure", "text", "what the error is"
        if self.exact:
            yield "_exact", "exact", "text", "the value exactly"


def _note(types: list[type], value: Any) -> None:
    if value is not None and type(value) not in types:
        types.append(type(value))


def _kind(types: list[type]) -> str:
    if set(types) == {int, float}:
        return "number"
    if len(types) == 1:
        return _KINDS.get(types[0], "JSON")
    return "JSON" if types else "number"


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


def _table(rows: list[list[Any]], schema: Any) -> Any:
    import pyarrow as pa

    arrays = [
        pa.array(cells, type=field.type)
        for cells, field in zip(zip(*rows, strict=True), schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def draw(tidy: Tidy, y: str, x: str) -> tuple[Drawing, str, str]:
    """Draw a quantity against a parameter, a line for each combination of the others that vary.

    Parameters
    ----------
    tidy : Tidy
        The table.
    y : str
        A quantity.
    x : str
        A parameter that was given.

    Returns
    -------
    figure : Drawing
        Bands are two standard errors, or what bounds and estimates of errors leave.
    caption, alt : str
        What it shows, and what one who does not see it should know.

    Raises
    ------
    UserError
        If there is nothing to draw.
    """
    from ..page.figures import new_figure

    across, up = _column(tidy, x, "parameter"), _column(tidy, y, "value")
    error = next((c for c in tidy.columns if c.role == "error" and c.of == up.of), None)
    names = [c.name for c in tidy.columns]
    others = [
        names.index(name) for name in tidy.sweep.design.varying if name != x and name in names
    ]
    at, value = names.index(across.name), names.index(up.name)
    lines: dict[tuple[Any, ...], list[tuple[Any, float, float]]] = {}
    standard = set()
    for place, row in enumerate(tidy.rows()):
        if row[value] is None or row[at] is None:
            continue
        wide = row[names.index(error.name)] if error else None
        if wide:
            sure = tidy.kept[tidy.sweep.keys[place]][up.of].sure
            standard.add(sure == "standard error")
            wide *= 2 if sure == "standard error" else 1
        key = tuple(row[other] for other in others)
        lines.setdefault(key, []).append((row[at], float(row[value]), wide or 0.0))
    if not lines:
        raise UserError(f"--plot {y} {x}: no point has both")
    alone = all(len(points) == 1 for points in lines.values())  # a sample: points, no lines
    if alone:
        lines = {(): [points[0] for points in lines.values()]}
    if len(lines) > MOST_LINES:
        told = ", ".join(names[other] for other in others)
        raise UserError(
            f"--plot {y} {x}: {len(lines):,} lines are more than can be told apart; give fewer "
            f"values to {told}"
        )
    words = not all(isinstance(p[0], int | float) for points in lines.values() for p in points)
    ticks = list(dict.fromkeys(p[0] for points in lines.values() for p in points))
    figure, axes = new_figure()
    for number, (key, points) in enumerate(lines.items()):
        found = [(ticks.index(p[0]) if words else p[0], *p[1:]) for p in points]
        found = found if words else sorted(found)
        xs, ys, errors = map(list, zip(*found, strict=True))
        label = ", ".join(f"{names[o]} = {_said(v)}" for o, v in zip(others, key, strict=False))
        colour, style = f"C{number % 6}", "-" if number < 6 else "--"
        if alone:
            axes.errorbar(xs, ys, errors if any(errors) else None, fmt="o", ms=4, color=colour)
            continue
        mark = "o" if len(xs) <= 40 else ""
        axes.plot(xs, ys, style, marker=mark, ms=3.5, color=colour, label=label)
        if any(errors):
            low = [y - e for y, e in zip(ys, errors, strict=True)]
            high = [y + e for y, e in zip(ys, errors, strict=True)]
            axes.fill_between(xs, low, high, color=colour, alpha=0.2, lw=0)
    if words:
        axes.set_xticks(range(len(ticks)), [_said(tick) for tick in ticks])
    axes.set(xlabel=_spelled(x), ylabel=_spelled(y))
    if len(lines) > 1:
        axes.legend(ncols=1 + (len(lines) > 6))
    bands = "" if not error else "; bands: " + " and ".join(
        "two standard errors" if one else "how large the error may be" for one in sorted(standard)
    )  # fmt: skip
    every = [(height, place) for points in lines.values() for place, height, _ in points]
    least, most = (pick(every, key=lambda point: point[0]) for pick in (min, max))
    meaning = f": {up.meaning}" if up.meaning else ""
    return (
        figure,
        f"{_spelled(y).capitalize()} by {_spelled(x)}{meaning}{bands if standard else ''}.",
        f"{len(every)} points{f' on {len(lines)} lines' if len(lines) > 1 else ''}. The lowest is "
        f"{least[0]:.6g} at {x} = {_said(least[1])}, the highest {most[0]:.6g} at {x} = "
        f"{_said(most[1])}.",
    )


def _column(tidy: Tidy, name: str, role: str) -> Column:
    found = {c.name: c for c in tidy.columns if c.role == role}
    drawn = {
        n: c for n, c in found.items() if role == "parameter" or c.kind not in ("text", "JSON")
    }
    what = "quantity that can be drawn" if role == "value" else "parameter that was given"
    return drawn[known_name(name, list(drawn), what)]


def _spelled(name: str) -> str:
    return name.replace("_", " ")


def _said(value: Any) -> str:
    return show(value).lower() if isinstance(value, bool) else show(value)
