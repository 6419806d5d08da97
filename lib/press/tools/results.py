"""What can be compared: a book, a run, a sweep, a folder of tables, a page, a git revision."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..run.manifest import MANIFEST
from ..run.project import COMMAND, Page, Project, UserError, kept_text, known_name
from ..run.runner import plan
from ..site.citation import git

_SWEEP = "answers.csv"  # in the folder of a sweep
_ANSWER = "answer"  # the table of an answer's numbers as they are printed
_SHARED = ("runs", "kept", "pieces", "numba")  # of `_build`, named by what they are made of
# columns that hold the error of another: of the one that they name, or of the one before
_ERRORS = {
    "deviation": ("standard error", "standard_error", "s.e.", "se"),
    "bound": ("gap", "bound", "error"),
}
# what a revision's own library is asked to do; it says on standard output where its runs are
_RUN = """
import json, signal, sys
from pathlib import Path
from press.run.project import BuildError, Project, UserError
from press.run.runner import execute, plan

signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
project = Project(Path.cwd())
try:
    runs = [plan(project, page) for page in project.notebooks.values()]
    todo = [run.page.address for run in runs if not run.finished]
    told = f"{len(todo)} of its {len(runs)} pages are to be run"
    print(f"{name}: {told}{': ' * bool(todo)}{', '.join(todo)}", file=sys.stderr, flush=True)
    execute(project, runs)
except (BuildError, UserError) as error:
    sys.exit(str(error))
print(json.dumps([str(run.folder) for run in runs]))
"""


@dataclass(frozen=True)
class Cell:
    """What stands in one place, as it is written, and how sure its numbers are.

    Attributes
    ----------
    text : str
        All of it.
    bound : float
        Its numbers are at most so far from the truth; 0 if no bound is known.
    deviation : float
        Their standard error; 0 if none is known.
    """

    text: str = ""
    bound: float = 0.0
    deviation: float = 0.0

    def with_error(self, kind: str, size: float) -> Cell:
        """Return the same with an error: a ``"bound"`` or a ``"deviation"``."""
        known = {"bound": self.bound, "deviation": self.deviation} | {kind: size}
        return Cell(self.text, known["bound"], known["deviation"])


@dataclass(frozen=True)
class Table:
    """Rows of cells under named columns.

    Attributes
    ----------
    kind : str
        ``"table"``, ``"entry"``, ``"value"``, ``"quantity"``, ``"sweep"`` or ``"data"``.
    name : str
        Its name, empty where there is one of a kind.
    columns : tuple of str
        The columns, in order.
    rows : tuple of dict
        Cells by column.
    keys : tuple of str
        The columns that say what a row is about; by default the first.
    """

    kind: str
    name: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    keys: tuple[str, ...]

    @classmethod
    def of(
        cls,
        kind: str,
        name: str,
        records: Iterable[Mapping[str, Any]],
        keys: tuple[str, ...] = (),
    ) -> Table:
        """Make a table of records as JSON or CSV have them; errors beside numbers go to them."""
        records = list(records)
        columns = tuple(dict.fromkeys(column for record in records for column in record))
        errors = error_columns(columns)
        rows = []
        for record in records:
            row = {column: Cell(as_text(value)) for column, value in record.items()}
            for column, (target, kind_of_error) in errors.items():
                size = _size(row.get(column, Cell()).text)
                if target in row and size:
                    row[target] = row[target].with_error(kind_of_error, size)
            rows.append(row)
        return cls(kind, name, columns, tuple(rows), keys or columns[:1])


def error_columns(columns: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Say which columns hold the errors of which.

    Parameters
    ----------
    columns : iterable of str
        The names, in order.

    Returns
    -------
    dict of str to tuple
        By the column of errors: the column of numbers, and ``"bound"`` or ``"deviation"``.

    Examples
    --------
    >>> error_columns(["seat", "mean", "s.e.", "value", "other", "value_error"])
    {'s.e.': ('mean', 'deviation'), 'value_error': ('value', 'bound')}
    """
    known = list(columns)
    found: dict[str, tuple[str, str]] = {}
    for place, column in enumerate(known):
        for kind, names in _ERRORS.items():
            end = next((name for name in names if column.lower().endswith(name)), None)
            if end is None:
                continue
            start = column[: len(column) - len(end)]
            target = start.rstrip(" _:,")
            if not start and place:
                found[column] = (known[place - 1], kind)
            elif start != target and target in known:
                found[column] = (target, kind)
            break
    return found


def as_text(value: Any) -> str:
    """Return a value as JSON has it as a text; lists as CSV has them."""
    if value is None or value != value:
        return ""
    if isinstance(value, list | tuple):
        return f"({', '.join(map(as_text, value))})"
    if isinstance(value, dict):
        return f"({', '.join(f'{name}: {as_text(inner)}' for name, inner in value.items())})"
    return repr(value) if isinstance(value, float) else str(value)


def _size(text: str) -> float:
    try:
        size = abs(float(text))
    except ValueError:
        return 0.0
    return size if 0 < size < float("inf") else 0.0


@dataclass(frozen=True)
class Results:
    """What one page's run has made: its tables by kind and name, and what it was asked with."""

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


def read(project: Project, text: str) -> Side:
    """Read what a user has named.

    Parameters
    ----------
    project : Project
        The checkout.
    text : str
        A folder or CSV file; the key of a run or sweep, or its beginning; a page or chapter, which
        means its finished runs with default parameters; or a git revision, whose runs are made if
        need be.

    Returns
    -------
    Side
        What it holds.

    Raises
    ------
    UserError
        If there is no such thing, or it cannot be read.
    """
    path = Path(text)
    try:
        if path.exists():
            return read_folder(path)
    except (OSError, ValueError):  # a name that no file can have
        pass
    kept = [*project.build.glob("runs/*/*"), *project.build.glob("sweeps/*/*")]
    runs = sorted(run for run in kept if len(text) >= 6 and run.name.startswith(text))
    if len(runs) > 1:
        named = ", ".join(f"{run.parent.name}/{run.name}" for run in runs)
        raise UserError(f"{text}: several runs begin so: {named}")
    if runs:
        return read_folder(runs[0], text)
    if text in project.chapters or text in project.notebooks:
        return _of_pages(project, project.chapters.get(text) or [project.page(text)], text)
    if not text.startswith("-"):
        commit = git(project, "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}")
        if commit:
            return _of_revision(project, text, commit)
    if "/" in text and (path.suffix or path.parts[0] not in project.chapters):
        raise UserError(f"{text}: there is no such folder, file or revision")
    known_name(text, [*project.chapters, *project.notebooks], "run, folder, revision or page")
    raise AssertionError


def read_folder(path: Path, name: str = "") -> Side:
    """Read a folder: a book, a run, a sweep, tables; or one table in a file.

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
        sweep = path.parent if path.name == _SWEEP else path
        if (sweep / _SWEEP).is_file() and (sweep / "run.json").is_file():
            return Side(name, dict([_of_sweep(sweep)]))
        if path.is_file():
            return Side(name, {"": _results([_table_of(path, "table")])})
        if (path / "results.json").is_file():
            return Side(name, dict([_of_run(path)]))
        if (path / "downloads").is_dir():
            return Side(name, _of_book(path / "downloads"))
        tables = _tables_of(path / "tables" if (path / "tables").is_dir() else path, "table")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(f"{name}: cannot be read ({type(error).__name__}: {error})") from None
    if not tables:
        raise UserError(f"{name}: holds no book, run, sweep or table")
    return Side(name, {"": _results(tables)})


def _results(tables: Iterable[Table], parameters: dict[str, Any] | None = None) -> Results:
    return Results({(table.kind, table.name): table for table in tables}, parameters or {})


def _of_run(folder: Path) -> tuple[str, Results]:
    """The page of a run, and what the run has made."""
    told = _json(folder / "results.json")
    about = _json(folder / "run.json") if (folder / "run.json").is_file() else {}
    tables = [*_tables_of(folder / "tables", "table"), *_tables_of(folder / "data", "data")]
    if "answer" in told:
        tables = [table for table in tables if table.name != _ANSWER]
    return about.get("page", ""), _results([*_reported(told), *tables], about.get("parameters"))


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


def _of_pages(project: Project, pages: list[Page], name: str) -> Side:
    """The finished runs of pages, as the book has them; a `UserError` if one is missing."""
    runs = [plan(project, page) for page in pages]
    if missing := [run.page.address for run in runs if not run.finished]:
        raise UserError(f"{name}: not run yet: {', '.join(missing)}; `{COMMAND} build` runs all")
    return Side(name, dict(_of_run(run.folder) for run in runs))


def _of_sweep(folder: Path) -> tuple[str, Results]:
    """The table of a sweep: a row a point, named by all parameters, whichever were given."""
    story = _json(folder / "run.json")
    roles = {column["name"]: column for column in story["columns"]}
    fixed = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in story["defaults"].items()
    }
    keys = [name for name, one in roles.items() if one["role"] == "parameter"]
    values = {one["of"]: name for name, one in roles.items() if one["role"] == "value"}
    rows = []
    for told in _csv(folder / _SWEEP):
        row = {name: Cell(text) for name, text in (told | fixed).items()}
        for name, one in roles.items():
            value = values.get(one["of"], "")
            if one["role"] == "exact" and told[name]:
                row[value] = replace(row[value], text=told[name])
            if one["role"] == "error" and told[name]:
                sure = told.get(f"{value}_sure") or one["meaning"]
                kind = "deviation" if sure == "standard error" else "bound"
                row[value] = row[value].with_error(kind, float(told[name]))
        rows.append(row)
    columns = (*keys, *fixed, *values.values())
    return story["page"], _results([Table("sweep", "", columns, tuple(rows), (*keys, *fixed))])


def _of_revision(project: Project, text: str, commit: str) -> Side:
    """The pages of a revision, run in a copy of its files by its own library if need be.

    Runs, compiled kernels and what else is kept are shared with the project's own, as long as the
    lock is the same: they are named by what they are made of, so that only what the revision does
    not share with what has been run costs anything.
    """
    name = f"{text} ({commit[:10]})" if not commit.startswith(text) else text
    with project.scratch("revision") as scratch:
        tree = scratch / "tree"
        _unpack(project, commit, tree, name)
        lock = tree / project.lock.name
        same = not lock.is_file() or lock.read_bytes() == project.lock.read_bytes()
        (tree / "_build").mkdir()
        for kept in _SHARED if same else ():
            (project.build / kept).mkdir(exist_ok=True)
            (tree / "_build" / kept).symlink_to(project.build / kept, target_is_directory=True)
        try:
            pages = dict(_of_run(folder) for folder in _run(tree, name))
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise UserError(f"{name}: its runs cannot be read ({error})") from None
    note = f"{name}: has another lock, and was run with the packages that are installed here"
    return Side(name, pages, () if same else (note,))


def _unpack(project: Project, commit: str, tree: Path, name: str) -> None:
    tree.mkdir()
    command = ["git", "-C", str(project.root), "archive", "--format=tar", commit]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as packing:
        assert packing.stdout
        with tarfile.open(fileobj=packing.stdout, mode="r|") as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
            archive.extractall(tree)
    if packing.returncode or not (tree / "_toc.yml").is_file():
        raise UserError(f"{name}: git holds no book at this revision")
    if (tree / "lib/parlor/press").is_dir():
        raise UserError(f"{name}: is too old; its press was a part of the library")


def _run(tree: Path, name: str) -> list[Path]:
    """Have the copy's own library run its pages; return where the results are."""
    own = tree / "lib"
    press = own if (own / "press").is_dir() else Path(__file__).parents[2]
    code = f"import sys; sys.path[:0] = {[str(own), str(press)]!r}; name = {name!r}\n{_RUN}"
    process = subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", code],
        cwd=tree,
        # a revision of long ago looks for its project there
        env=os.environ | {"PRESS_PROJECT": str(tree.resolve())},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches us, who end it
    )
    try:
        told, _ = process.communicate()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    if process.returncode:
        raise UserError(f"{name}: its pages cannot be run here; see above")
    return [Path(folder) for folder in json.loads(told.splitlines()[-1])]


def _reported(told: dict[str, Any]) -> list[Table]:
    """What ``results.json`` holds: verdicts, the numbers of an answer, values."""
    entries = tuple(
        {
            "id": Cell(check["id"]),
            "verdict": Cell(check["verdict"]),
            "computed": Cell(
                as_text(check.get("value", check["computed"])),
                float(check.get("error") or 0),
                float(check.get("standard_error") or 0),
            ),
        }
        for check in told.get("checks", [])
    )
    answer = told.get("answer", {"quantities": []})["quantities"]
    printed = {"own_asked", *(f"own_{one['name']}" for one in answer)}  # the answer, rounded
    exact = told.get("numbers", {})
    values = [
        {"name": name, "value": exact.get(name, text)}
        for name, text in told.get("values", {}).items()
        if not answer or name not in printed
    ]
    return [
        Table("entry", "", ("id", "verdict", "computed"), entries, ("id",)),
        Table("quantity", "", ("name", "value"), tuple(map(_quantity, answer)), ("name",)),
        Table.of("value", "", values, ("name",)),
    ]


def _quantity(told: dict[str, Any]) -> dict[str, Cell]:
    """A number of a lab's answer, with its error."""
    kind = "deviation" if told["sure"] == "standard error" else "bound"
    value = Cell(as_text(_exact(told["value"], told.get("exact"))))
    return {
        "name": Cell(told["name"]),
        "value": value.with_error(kind, float(told["error"] or 0)),
    }


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
