"""What can be compared: a book, a run, a sweep, a folder of tables, a git revision."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...run import modules
from ...run.manifest import MANIFEST
from ...run.project import BuildError, Page, Project, UserError, kept_text
from .cells import Table

PROSE = frozenset({"evidence", "caption", "alt"})  # sentences: only their numbers count
SWEEP = "answers.csv"  # in the folder of a sweep
_OF_A_POINT = ("parameter", "value", "failed")  # columns that say what it is, and what it holds
_ANSWER = "answer"  # the table of an answer's numbers as they are printed
_ERRORS = ("error", "standard_error")


@dataclass(frozen=True)
class Results:
    """What one page's run has made.

    Attributes
    ----------
    tables : dict
        Its tables by kind and name; entries, values and captions are tables of one kind each.
    parameters : dict
        What it was asked with.
    """

    tables: dict[tuple[str, str], Table]
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """One of two things to compare.

    Attributes
    ----------
    name : str
        What the user calls it.
    pages : dict of str to Results
        What it holds by page; a folder of tables is a page without a name.
    notes : tuple of str
        What else the user should know of it.
    """

    name: str
    pages: dict[str, Results]
    notes: tuple[str, ...] = ()

    @classmethod
    def of_tables(cls, name: str, tables: Mapping[str, Iterable[Mapping[str, Any]]]) -> Side:
        """Make a side of tables: lists of records, by name."""
        found = [Table.of("table", key, records) for key, records in tables.items()]
        return cls(name, {"": _results(found)})


def read_folder(path: Path, name: str = "") -> Side:
    """Read a folder: a book, a run, all runs of a project, a sweep, tables; or one table.

    Parameters
    ----------
    path : Path
        The folder, or a CSV or JSON file with one table.
    name : str, optional
        What to call it; by default its path.

    Returns
    -------
    Side
        What it holds.

    Raises
    ------
    UserError
        If it holds nothing that can be compared.
    """
    name = name or str(path)
    try:
        if path.name == SWEEP and _is_sweep(path.parent):
            path = path.parent
        if path.is_file():
            return Side(name, {"": _results([_table_of(path, "table")])})
        if _is_sweep(path):
            return Side(name, dict([_of_sweep(path)]))
        if (path / "results.json").is_file():
            return Side(name, dict([of_run(path)]))
        if (path / "downloads").is_dir():
            return Side(name, _of_book(path / "downloads"))
        runs = sorted(path.glob("*/*/results.json"))
        if runs:
            return _of_runs(path, [run.parent for run in runs], name)
        folder = path / "tables" if (path / "tables").is_dir() else path
        tables = _tables_of(folder, "table")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(f"{name}: cannot be read ({type(error).__name__}: {error})") from None
    if not tables:
        raise UserError(f"{name}: holds no book, run, sweep or table")
    return Side(name, {"": _results(tables)})


def _results(tables: Iterable[Table], parameters: dict[str, Any] | None = None) -> Results:
    return Results({(table.kind, table.name): table for table in tables}, parameters or {})


def of_run(folder: Path) -> tuple[str, Results]:
    """Return the page of a run, and what the run has made."""
    told = _json(folder / "results.json")
    about = _json(folder / "run.json") if (folder / "run.json").is_file() else {}
    tables = [*_tables_of(folder / "tables", "table"), *_tables_of(folder / "data", "data")]
    if "answer" in told:
        tables = [table for table in tables if table.name != _ANSWER]
    return about.get("page", ""), _results([*_reported(told), *tables], about.get("parameters"))


def _is_sweep(folder: Path) -> bool:
    story = folder / "run.json"
    return story.is_file() and _json(story).get("kind") == "sweep"


def _of_sweep(folder: Path) -> tuple[str, Results]:
    """The table of a sweep: a row a point, named by all parameters, whichever were given."""
    story = _json(folder / "run.json")
    roles = {column["name"]: column for column in story["columns"]}
    fixed = {name: _as_in_csv(value) for name, value in story["defaults"].items()}
    keys = (*(name for name, one in roles.items() if one["role"] == "parameter"), *fixed)
    values = {one["of"]: name for name, one in roles.items() if one["role"] == "value"}
    rows = []
    for told in _csv(folder / SWEEP):
        row = {name: told[name] for name in roles if roles[name]["role"] in _OF_A_POINT} | fixed
        row |= {values[one["of"]]: told[name] for name, one in roles.items()
                if one["role"] == "exact" and told[name]}  # fmt: skip
        rows.append((row, told))
    table = Table.of("sweep", "", [row for row, _ in rows], keys)
    for cells, (_, told) in zip(table.rows, rows, strict=True):
        for name, one in roles.items():
            if one["role"] == "error" and told[name]:
                sure = told.get(f"{values[one['of']]}_sure") or one["meaning"]
                kind = "deviation" if sure == "standard error" else "bound"
                value = values[one["of"]]
                cells[value] = cells[value].with_error(**{kind: float(told[name])})
    return story["page"], _results([table])


def _as_in_csv(value: Any) -> Any:
    """A parameter as a sweep's table writes it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _of_book(downloads: Path) -> dict[str, Results]:
    """The pages of a built book, whose runs' files stand together by chapter."""
    found = {}
    for path in sorted(downloads.glob("*/results-*.json")):
        chapter, page = path.parent.name, path.stem.removeprefix("results-")
        told = _json(path)
        tables = [
            _table_of(path.with_name(f"{one['name']}.json"), kind)
            for kind, listed in (("table", "tables"), ("data", "data"))
            for one in told.get(listed, [])
            if "answer" not in told or one["name"] != _ANSWER
        ]
        address = chapter if page in ("index", chapter) else f"{chapter}/{page}"
        found[address] = _results([*_reported(told), *tables])
    if not found:
        raise ValueError("no results in its downloads")
    return found


def _of_runs(path: Path, runs: list[Path], name: str) -> Side:
    """A project's folder of runs: of each page the run of the book, or the only one."""
    by_page: dict[str, list[Path]] = {}
    for run in runs:
        by_page.setdefault(run.parent.name, []).append(run)
    current: dict[str, Path] = {}
    root = path.resolve().parent.parent
    if (root / "_toc.yml").is_file():
        current = {run.parent.name: run for run in _current(Project(root))}
    pages: dict[str, Results] = {}
    for page, found in by_page.items():
        chosen = current.get(page) or (found[0] if len(found) == 1 else None)
        if chosen is None:
            raise UserError(f"{name}: holds {len(found)} runs of {page}: name one of them")
        pages.update([of_run(chosen)])
    return Side(name, pages)


def _current(project: Project) -> list[Path]:
    """The folders of the finished runs with which the book is built today."""
    from ...run.runner import plan

    modules.forget()
    try:
        runs = [plan(project, page) for page in project.notebooks.values()]
    except (BuildError, UserError, OSError, SyntaxError):  # another project's, of another press
        return []
    return [run.folder for run in runs if run.finished]


def of_pages(project: Project, pages: list[Page], name: str) -> Side:
    """Return the finished runs of pages, as the book has them; a `UserError` if one is missing."""
    from ...run.runner import plan

    modules.forget()  # an edit since the last call counts
    runs = [plan(project, page) for page in pages]
    if missing := [run.page.address for run in runs if not run.finished]:
        raise UserError(f"{name}: not run yet: {', '.join(missing)}; `parlor build` runs all pages")
    return Side(name, dict(of_run(run.folder) for run in runs))


def runs_of(project: Project) -> list[Path]:
    """Return the folders of all runs and sweeps that a project keeps."""
    found = [*project.build.glob("runs/*/*"), *project.build.glob("sweeps/*/*")]
    return sorted(run for run in found if (run / "run.json").is_file())


def _reported(told: dict[str, Any]) -> list[Table]:
    """What ``results.json`` holds: verdicts, values, captions."""
    entries = []
    for check in told.get("checks", []):
        computed = check.get("value", check["computed"])
        entries.append({name: check[name] for name in ("id", "verdict", "evidence")})
        entries[-1]["computed"] = computed
    table = Table.of("entry", "", entries, ("id",), PROSE)
    for row, check in zip(table.rows, told.get("checks", []), strict=True):
        bound, deviation = (float(check.get(name) or 0) for name in _ERRORS)
        row["computed"] = row["computed"].with_error(bound, deviation)
    answer = told.get("answer", {"quantities": []})
    quantities = answer["quantities"]
    printed = {"own_asked", *(f"own_{one['name']}" for one in quantities)}  # the answer, rounded
    exact = told.get("numbers", {})
    values = [
        {"name": name, "value": exact.get(name, text)}
        for name, text in told.get("values", {}).items()
        if not quantities or name not in printed
    ]
    captions = [
        {"name": f"{kind[:-1]} {one['name']}", "caption": one["caption"], "alt": one.get("alt", "")}
        for kind in ("tables", "figures")
        for one in told.get(kind, [])
        if not quantities  # which say what was asked, and the answer
    ]
    return [
        table,
        _quantities(quantities),
        Table.of("value", "", values, ("name",)),
        Table.of("caption", "", captions, ("name",), PROSE),
    ]


def _quantities(told: list[dict[str, Any]]) -> Table:
    """The numbers of a lab's answer, each with its error."""
    rows = [{"name": one["name"], "value": _exact(one["value"], one.get("exact"))} for one in told]
    table = Table.of("quantity", "", rows, ("name",))
    for row, one in zip(table.rows, told, strict=True):
        kind = "deviation" if one["sure"] == "standard error" else "bound"
        row["value"] = row["value"].with_error(**{kind: float(one["error"] or 0)})
    return table


def _exact(value: Any, text: Any) -> Any:
    """A number as JSON has it, or the text of it where that says more."""
    if isinstance(text, list):
        return [_exact(inner, told) for inner, told in zip(value, text, strict=True)]
    return value if text is None else text


def _tables_of(folder: Path, kind: str) -> list[Table]:
    """The tables of a folder; of one that is there as JSON and as CSV, the JSON."""
    names = {path.stem: path for path in sorted(folder.glob("*.csv"))}
    names |= {path.stem: path for path in sorted(folder.glob("*.json")) if path.name != MANIFEST}
    return [_table_of(path, kind) for _, path in sorted(names.items())]


def _table_of(path: Path, kind: str) -> Table:
    if path.suffix.lower() == ".csv":
        return Table.of(kind, path.stem, _csv(path))
    content = _json(path)
    if isinstance(content, list) and all(isinstance(row, dict) for row in content):
        return Table.of(kind, path.stem, content)
    leaves = [{"place": place, "value": value} for place, value in _leaves("", content)]
    return Table.of(kind, path.stem, leaves, ("place",))


def _csv(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(kept_text(path), newline="")))
    if any(None in row or None in row.values() for row in rows):
        raise ValueError(f"{path.name} has a row with more cells than columns, or fewer")
    return rows


def _leaves(place: str, content: Any) -> Iterable[tuple[str, Any]]:
    """What a file of data holds, each number or text by its place in it."""
    if isinstance(content, dict):
        for name, inner in content.items():
            yield from _leaves(f"{place}.{name}" if place else str(name), inner)
    elif isinstance(content, list):
        for index, inner in enumerate(content):
            yield from _leaves(f"{place}[{index}]", inner)
    else:
        yield place or "all", content


def _json(path: Path) -> Any:
    return json.loads(kept_text(path))
