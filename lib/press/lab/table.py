"""The answers of a sweep as one table, a row a point, and as a picture.

First stand the parameters that were given, then each quantity with its error and what this is. The
cells depend on the answers alone, not on who gave them when.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..run.manifest import write_manifest
from ..run.project import Project, UserError, digest_text, known_name
from ..run.store import Store
from .sweep import Outcome, Sweep, answers

if TYPE_CHECKING:
    from ..page.figures import Drawing

KIND = "sweep"  # of a folder
SHOWN, NUMBERS = 20, 6  # rows and numbers of each that are printed
LEGEND = 12  # lines that one can still tell apart
_LARGEST = 2**63  # of whole numbers that Parquet holds


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

    Attributes
    ----------
    frame : pandas.DataFrame
        The table.
    columns : list of dict
        What its columns are, in their order: ``name``; ``role``, which is ``"parameter"``,
        ``"value"``, ``"error"``, ``"sure"`` (what the error is), ``"exact"`` (the value where a
        float says less) or ``"failed"``; ``of``, the parameter or quantity; ``meaning``.
    """

    def __init__(self, sweep: Sweep, kept: Store, outcome: Outcome) -> None:
        import pandas as pd

        self.sweep, self.outcome = sweep, outcome
        fields = sweep.lab.parameters.model.model_fields
        columns = {
            name: {"role": "parameter", "of": name, "meaning": fields[name].description or ""}
            for name in sweep.design.names
        }
        rows = []
        for place, answer in enumerate(answers(sweep, kept)):
            row = {name: _cell(value) for name, value in sweep.given(place).items()}
            row["failed"] = outcome.failed.get(place)
            for quantity in answer["quantities"] if answer else ():
                for head, role, value in _cells(quantity, sweep.design.names):
                    meaning = quantity["meaning"] if role == "value" else role
                    columns.setdefault(
                        head, {"role": role, "of": quantity["name"], "meaning": meaning}
                    )
                    row[head] = value
            rows.append(row)
        if outcome.failed:
            columns["failed"] = {"role": "failed", "of": "", "meaning": "why there is no answer"}
        frame = pd.DataFrame(rows, columns=list(columns), dtype=object)
        self.frame = frame.convert_dtypes(convert_floating=False)
        self.columns = [{"name": name, **about} for name, about in columns.items()]

    def names(self, role: str) -> list[str]:
        """Return the columns of a role."""
        return [column["name"] for column in self.columns if column["role"] == role]


def _cells(quantity: dict[str, Any], taken: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    """The cells of a quantity, as an answer tells it, with their columns and roles."""
    name, value, exact = quantity["name"], quantity["value"], quantity.get("exact")
    head = f"answer_{name}" if name in taken else name
    if isinstance(value, int) and abs(value) >= _LARGEST:
        value, exact = float(value), str(value)
    yield head, "value", _cell(value)
    if quantity["error"] is not None:
        yield f"{head}_error", "error", quantity["error"]
        yield f"{head}_sure", "sure", quantity["sure"]
    if exact is not None:
        yield f"{head}_exact", "exact", _cell(exact)


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def write(
    project: Project, table: Table, plot: tuple[str, str] | None, about: dict[str, Any]
) -> Path:
    """Write the table, the picture and what explains them; whole, or not at all.

    Parameters
    ----------
    project : Project
        The project.
    table : Table
        The table.
    plot : (str, str), optional
        What to draw: a quantity, and the parameter against which it is drawn.
    about : dict
        What else ``run.json`` says: where it comes from, and the command.

    Returns
    -------
    Path
        The folder.
    """
    sweep, failed = table.sweep, table.outcome.failed
    key = digest_text(sweep.name, json.dumps([plot, failed, sweep.left_out]))
    folder = project.build / "sweeps" / sweep.lab.page.folder / key
    with project.scratch("sweep") as scratch:
        made = scratch / "result"
        made.mkdir()
        if plot:
            figure, alt = draw(table, *plot)
            figure.save(made / "figures", "{}-by-{}".format(*plot), alt)
        table.frame.to_csv(made / "answers.csv", index=False, lineterminator="\n")
        table.frame.to_parquet(made / "answers.parquet", index=False)
        every = sweep.lab.parameters.validate(sweep.given(0))
        story = {
            "kind": KIND,
            "page": sweep.lab.page.address,
            "key": key,
            "points": len(sweep.keys),
            "defaults": {name: every[name] for name in every if name not in sweep.design.names},
            "columns": table.columns,
            "failed": [{"row": row + 1, "why": why} for row, why in failed.items()],
            "left_out": sweep.left_out,
            "made": sweep.lab.made,
            **about,
        }
        text = json.dumps(story, indent=2, ensure_ascii=False, allow_nan=False)
        (made / "run.json").write_text(text + "\n", "utf-8")
        write_manifest(made, key, kind=KIND)
        project.publish(made, folder, replace=True)
    return folder


def print_table(table: Table, folder: Path, as_json: bool) -> None:
    """Print why points failed, a few rows and where all are; or all of them as JSON."""
    sweep, frame = table.sweep, table.frame
    for place, why in list(table.outcome.failed.items())[:SHOWN]:
        at = ", ".join(f"{name} = {value}" for name, value in sweep.given(place).items())
        print(f"failed at {at}: {why}", file=sys.stderr)
    if as_json:
        told = {
            "page": sweep.lab.page.address,
            "folder": str(folder),
            "points": len(sweep.keys),
            "finished_before": table.outcome.before,
            "failed": len(table.outcome.failed),
            "left_out": sweep.left_out,
            "columns": table.columns,
            "rows": frame.astype(object).where(frame.notna(), None).to_dict("records"),
        }
        print(json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False))
        return
    numbers = [c["name"] for c in table.columns if c["role"] in ("value", "error")][:NUMBERS]
    shown = frame[[*table.names("parameter"), *numbers]].head(SHOWN)
    print(shown.to_string(index=False, na_rep="", float_format="{:.6g}".format))
    if len(sweep.keys) > SHOWN:
        print(f"and {len(sweep.keys) - SHOWN:,} more")
    print(f"The table: {folder / 'answers.csv'}")


def draw(table: Table, y: str, x: str) -> tuple[Drawing, str]:
    """Draw a quantity against a parameter, a line for each combination of the others that vary.

    Parameters
    ----------
    table : Table
        The table.
    y, x : str
        A quantity, and a parameter that was given.

    Returns
    -------
    figure : Drawing
        With bars for errors.
    alt : str
        What one who does not see it should know.

    Raises
    ------
    UserError
        If the quantity is unknown or no number.
    """
    from pandas.api.types import is_numeric_dtype

    from ..page.figures import new_figure

    frame = table.frame.dropna(subset=[known_name(y, table.names("value"), "quantity"), x])
    if not is_numeric_dtype(frame[y]):
        raise UserError(f"--plot {y} {x}: {y} is no number")
    others = [name for name in table.names("parameter") if name != x and len({*frame[name]}) > 1]
    lines = list(frame.groupby(others, dropna=False, sort=False)) if others else [((), frame)]
    figure, axes = new_figure()
    for values, line in lines:
        label = ", ".join(f"{n} = {value}" for n, value in zip(others, values, strict=True))
        bars = line.get(f"{y}_error")
        axes.errorbar(line[x], line[y].astype(float), bars, marker=".", label=label)
    axes.set(xlabel=x.replace("_", " "), ylabel=y.replace("_", " "))
    if 1 < len(lines) <= LEGEND:
        axes.legend()
    return (
        figure,
        f"{y} by {x}, {len(frame)} points from {frame[y].min():.6g} to {frame[y].max():.6g}",
    )
