"""The answers of a sweep as one table, a row a point, and as a picture.

First stand the parameters that were given, then each quantity with its error and what this is. The
cells depend on the answers alone, not on who gave them when.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..project.files import digest_text
from ..project.places import Project
from .manifest import write_manifest
from .sweep import Sweep

if TYPE_CHECKING:
    from ..page.figures import Drawing

SHOWN, NUMBERS = 20, 6  # rows and quantities of each that are printed
_LARGEST = 2**63  # of whole numbers in a column of pandas


class SweepTable:
    """The table of a sweep whose points have all been asked.

    Parameters
    ----------
    sweep : Sweep
        The points.
    answers : list
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

    def __init__(self, sweep: Sweep, answers: list[dict[str, Any] | str]) -> None:
        import pandas as pd

        self.sweep = sweep
        fields = sweep.lab.parameters.model.model_fields
        about = {name: ("parameter", fields[name].description or "") for name in sweep.names}
        self.failed = sum(isinstance(answer, str) for answer in answers)
        rows = []
        for given, answer in zip(sweep.points.values(), answers, strict=True):
            row = {name: _cell(value) for name, value in given.items()}
            if isinstance(answer, str):
                row["failed"] = answer
            else:
                for quantity in answer["quantities"]:
                    for name, role, value in _cells(quantity, given):
                        meaning = quantity["meaning"] if role == "value" else role
                        about.setdefault(name, (role, meaning))
                        row[name] = value
            rows.append(row)
        if self.failed:
            about["failed"] = ("failed", "why there is no answer")
        frame = pd.DataFrame(rows, columns=list(about), dtype=object).convert_dtypes()
        # whole numbers know what is missing; of others it is not a number
        self.frame = frame.astype(dict.fromkeys(frame.select_dtypes("Float64"), float))
        self.columns = [
            {"name": name, "role": role, "meaning": meaning}
            for name, (role, meaning) in about.items()
        ]

    def write(self, project: Project, plot: tuple[str, str] | None, origin: dict[str, Any]) -> Path:
        """Write the table, the picture and what explains them; whole, or not at all.

        Parameters
        ----------
        project : Project
            The project.
        plot : (str, str), optional
            What to draw: a quantity, and the parameter against which it is drawn.
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
        with project.scratch("sweep") as scratch:
            result = scratch / "result"
            result.mkdir()
            if plot:
                figure, alt = self.draw(*plot)
                figure.save(result / "figures", "{}-by-{}".format(*plot), alt)
            self.frame.to_csv(result / "answers.csv", index=False, lineterminator="\n")
            given = next(iter(sweep.points.values()))
            defaults = lab.parameters.validate(given)
            story = {
                "page": lab.page.address,
                "key": key,
                "points": len(sweep.points),
                "defaults": {name: defaults[name] for name in defaults if name not in given},
                "columns": self.columns,
                "left_out": sweep.left_out,
                "made": lab.made.parts,
                **origin,
            }
            text = json.dumps(story, indent=2, ensure_ascii=False, allow_nan=False)
            (result / "run.json").write_text(text + "\n", "utf-8")
            write_manifest(result, key)
            project.publish(result, folder, replace=True)
        return folder

    def show(self, folder: Path, as_json: bool) -> None:
        """Print why points failed, a few rows and where all are; or all of them as JSON."""
        frame, names, points = self.frame, self.sweep.names, len(self.frame)
        if self.failed:
            failed = frame.dropna(subset="failed")[[*names, "failed"]].head(SHOWN)
            print(failed.to_string(index=False), file=sys.stderr)
        if as_json:
            content = {
                "page": self.sweep.lab.page.address,
                "folder": str(folder),
                "points": points,
                "failed": self.failed,
                "left_out": self.sweep.left_out,
                "columns": self.columns,
                "rows": [
                    {name: _in_json(value) for name, value in row.items()}
                    for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
                ],
            }
            print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
            return
        numbers = self._names("value", "error")[:NUMBERS]
        head = frame[[*names, *numbers]].head(SHOWN)
        digits = "{:.6g}".format
        print(head.to_string(index=False, na_rep="", float_format=digits, max_colwidth=40))
        if points > SHOWN:
            print(f"and {points - SHOWN:,} more")
        if left := self._names("value", "error")[NUMBERS:]:
            print(f"and of each {', '.join(left)}")
        print(f"The table: {folder / 'answers.csv'}")

    def draw(self, y: str, x: str) -> tuple[Drawing, str]:
        """Draw a quantity against a parameter, a line for each combination of the others.

        Parameters
        ----------
        y, x : str
            One of `drawable`, and a parameter that was given.

        Returns
        -------
        figure : Drawing
            With bars for errors.
        alt : str
            What one who does not see it should know.
        """
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
        return figure, f"{y} by {x}, {len(frame)} points from {low:.6g} to {high:.6g}"

    @property
    def quantities(self) -> list[str]:
        """What is told of each point."""
        return self._names("value")

    @property
    def drawable(self) -> list[str]:
        """The quantities that are numbers."""
        numeric = self.frame.select_dtypes("number").columns
        return [name for name in self.quantities if name in numeric]

    def _names(self, *roles: str) -> list[str]:
        """The columns of some roles."""
        return [column["name"] for column in self.columns if column["role"] in roles]


def _cells(quantity: dict[str, Any], given: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The cells of a quantity, as an answer tells it, with their columns and roles."""
    name, value, exact = quantity["name"], quantity["value"], quantity.get("exact")
    head = f"answer_{name}" if name in given else name
    if value is None and exact is not None:  # infinite, which JSON does not know
        value, exact = float(exact), None
    if isinstance(value, int) and abs(value) >= _LARGEST:
        value, exact = float(value), str(value)
    yield head, "value", _cell(value)
    if quantity["error"] is not None:
        yield f"{head}_error", "error", quantity["error"]
        yield f"{head}_sure", "sure", quantity["sure"]
    if exact is not None:
        yield f"{head}_exact", "exact", exact


def _in_json(value: Any) -> Any:
    """A cell as JSON can hold it: what is infinite is a text there."""
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
