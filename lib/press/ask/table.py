"""The answers of a sweep as one table, a row a point, and as a picture.

First stand the parameters that were given, then each quantity with its error and what this is. The
cells depend on the answers alone, not on who gave them when.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..page.answer import Answer
from ..project.files import digest_text
from ..project.places import Project
from .manifest import write_manifest
from .sweep import Sweep

ROWS, COLUMNS = 20, 12  # that are printed at most
_LARGEST = 2**63  # of whole numbers in a column of pandas


class SweepTable:
    """The table of a sweep whose points have all been asked.

    Parameters
    ----------
    sweep : Sweep
        The points.
    answers : dict
        The answer at each of them; see `gather`.

    Attributes
    ----------
    frame : pandas.DataFrame
        The table.
    columns : list of dict
        What its columns are, in their order: ``name``; ``role``, which is ``"parameter"``,
        ``"value"``, ``"error"``, ``"sure"`` (what the error is), ``"exact"`` (the value where a
        float says less) or ``"failed"``; ``meaning``.
    failed : int
        How many points have no answer.
    """

    def __init__(self, sweep: Sweep, answers: dict[str, Answer | str]) -> None:
        import pandas as pd

        self.sweep = sweep
        self.failed = sum(isinstance(answer, str) for answer in answers.values())
        rows, columns = [], dict[str, dict[str, str]]()
        for key in sweep.points:
            row = {}
            for name, role, meaning, cell in _cells(sweep, key, answers[key]):
                columns.setdefault(name, {"name": name, "role": role, "meaning": meaning})
                row[name] = cell
            rows.append(row)
        if self.failed:
            columns["failed"] = columns.pop("failed")  # stands last
        self.columns = list(columns.values())
        frame = pd.DataFrame(rows, columns=list(columns), dtype=object).convert_dtypes()
        # whole numbers know what is missing; of others it is not a number
        self.frame = frame.astype(dict.fromkeys(frame.select_dtypes("Float64"), float))

    @property
    def numbers(self) -> list[str]:
        """The quantities that can be drawn."""
        numeric = self.frame.select_dtypes("number").columns
        return [name for name in self._names("value") if name in numeric]

    def write(self, project: Project, plot: tuple[str, str] | None, origin: dict[str, Any]) -> Path:
        """Write the table, the picture and what explains them; whole, or not at all.

        Parameters
        ----------
        project : Project
            The project.
        plot : (str, str), optional
            What to draw: one of `numbers`, and the parameter against which it is drawn.
        origin : dict
            Where it comes from, and the command.

        Returns
        -------
        Path
            The folder.
        """
        sweep, lab = self.sweep, self.sweep.lab
        key = digest_text(lab.made.name, *sweep.names, *sweep.points, *(plot or ()))
        folder = project.build / "sweeps" / lab.page.folder / key
        values = next(iter(sweep.points.values()))
        story = {
            "page": lab.page.address,
            "key": key,
            "points": len(sweep.points),
            "defaults": {name: values[name] for name in values if name not in sweep.names},
            "columns": self.columns,
            "left_out": sweep.left_out,
            "made": lab.made.parts,
            **origin,
        }
        text = json.dumps(story, indent=2, ensure_ascii=False, allow_nan=False)
        with project.scratch("sweep") as scratch:
            result = scratch / "result"
            result.mkdir()
            (result / "run.json").write_text(text + "\n", "utf-8")
            self.frame.to_csv(result / "answers.csv", index=False, lineterminator="\n")
            if plot:
                self._draw(result / "figures", *plot)
            write_manifest(result, key)
            project.publish(result, folder)
        return folder

    def show(self, folder: Path, as_json: bool) -> None:
        """Print why points failed, and a part of the table; or as JSON what `folder` holds."""
        frame = self.frame
        if self.failed:
            failed = frame.dropna(subset="failed")[[*self.sweep.names, "failed"]]
            print(failed.to_string(index=False, max_rows=ROWS), file=sys.stderr)
        if as_json:
            story = json.loads((folder / "run.json").read_text("utf-8"))
            cells = frame.astype(object).where(frame.notna(), None).to_dict("records")
            rows = [{name: _in_json(cell) for name, cell in row.items()} for row in cells]
            story |= {"folder": str(folder), "failed": self.failed, "rows": rows}
            print(json.dumps(story, indent=1, ensure_ascii=False, allow_nan=False))
            return
        shown = frame[self._names("parameter", "value", "error")]
        text = shown.to_string(
            index=False, max_rows=ROWS, max_cols=COLUMNS, max_colwidth=40, show_dimensions=True
        )
        print(f"{text}\nThe table: {folder / 'answers.csv'}")

    def _draw(self, folder: Path, y: str, x: str) -> None:
        """Draw a quantity against a parameter, a line for each combination of the others."""
        from ..page.figures import new_figure

        frame = self.frame.dropna(subset=[y, x])
        others = [name for name in self.sweep.names if name != x]
        lines = list(frame.groupby(others, dropna=False, sort=False)) if others else [((), frame)]
        figure, axes = new_figure()
        for values, line in lines:
            label = ", ".join(f"{n} = {value}" for n, value in zip(others, values, strict=True))
            bars = line.get(f"{y}_error")
            axes.errorbar(line[x], line[y].astype(float), bars, marker=".", label=label)
        axes.set(xlabel=x.replace("_", " "), ylabel=y.replace("_", " "))
        if len(lines) > 1:
            axes.legend()
        low, high = frame[y].min(), frame[y].max()
        alt = f"{y} by {x}, {len(frame)} points from {low:.6g} to {high:.6g}"
        figure.save(folder, f"{y}-by-{x}", alt)

    def _names(self, *roles: str) -> list[str]:
        """The columns of some roles."""
        return [column["name"] for column in self.columns if column["role"] in roles]


def _cells(sweep: Sweep, key: str, answer: Answer | str) -> Iterator[tuple[str, str, str, Any]]:
    """The cells of a point: of each its column, the role and the meaning of that, the content."""
    fields = sweep.lab.parameters.model.model_fields
    for name in sweep.names:
        yield name, "parameter", fields[name].description or "", _cell(sweep.points[key][name])
    if isinstance(answer, str):
        yield "failed", "failed", "why there is no answer", answer
        return
    for quantity in answer.quantities:
        value = quantity.value
        name = f"answer_{quantity.name}" if quantity.name in sweep.names else quantity.name
        large = isinstance(value, int) and abs(value) >= _LARGEST
        is_cut = large or isinstance(value, Fraction)
        yield name, "value", quantity.meaning, float(value) if is_cut else _cell(value)
        if quantity.error is not None:
            yield f"{name}_error", "error", "error", quantity.error
            yield f"{name}_sure", "sure", "sure", quantity.sure
        if is_cut:
            yield f"{name}_exact", "exact", "exact", str(value)


def _in_json(value: Any) -> Any:
    """A cell as JSON can hold it: what is infinite is a text there."""
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
