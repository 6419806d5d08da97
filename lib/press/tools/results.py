"""What can be compared: a book, a run, a git revision."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ..page.answer import Quantity
from ..project.errors import UserError
from ..project.places import Project
from ..site.citation import git

ITEMS = ("entry", "quantity", "value")  # kinds of places that stand in no table
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ANSWER = "answer"  # a table of what `results.json` has at full precision
_ERRORS = ("s.e.", "standard error", "gap", "error")  # of the column before them
# what a revision's own library is asked to do; it says on standard output where its runs are
_RUN = """
import json, signal, sys
from pathlib import Path
from press.project.errors import BuildError
from press.project.places import Project
from press.ask.runner import execute, plan

signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
project = Project(Path.cwd())
runs = [plan(project, page) for page in project.notebooks.values()]
try:
    execute(project, runs)
except BuildError as error:
    sys.exit(str(error))
print(json.dumps([str(run.folder) for run in runs]))
"""


class Place(NamedTuple):
    """Where a number or a text stands.

    Attributes
    ----------
    page : str
        The page whose run made it, such as ``"guts/audit"``.
    kind : str
        ``"table"``, ``"data"``, ``"entry"``, ``"value"`` or ``"quantity"``.
    name, row, column : str
        The name of a table, and where in it; where there is one of a kind, it has no name.
    """

    page: str
    kind: str
    name: str
    row: str
    column: str


class Cell(NamedTuple):
    """What stands there, as it is written, and its error; 0 if none is known."""

    text: str
    error: float = 0.0


Cells = dict[Place, Cell]


@dataclass(frozen=True)
class Side:
    """One of two things to compare: what the user calls it, and all that it holds."""

    name: str
    cells: Cells


def table(page: str, kind: str, name: str, records: Sequence[Mapping[str, Any]]) -> Cells:
    """Return the cells of a table.

    Parameters
    ----------
    page, kind, name : str
        As for `Place`.
    records : sequence of dict
        Its rows, as JSON has them. The first column says what a row is about; rows that it does not
        tell apart are numbered. An error in the column behind a number is that of the number, and
        its own: it may move as far.

    Returns
    -------
    dict of Place to Cell
        All of them.

    Examples
    --------
    >>> cells = table("", "table", "dice", [{"sides": 6, "V": [1, 2.5], "gap": 0.1}])
    >>> for place, cell in cells.items():
    ...     print(place.row, place.column, cell.text, cell.error)
    sides 6 sides 6 0.0
    sides 6 V[1] 1 0.1
    sides 6 V[2] 2.5 0.1
    sides 6 gap 0.1 0.1
    """
    columns = list(dict.fromkeys(column for record in records for column in record))
    errors: dict[str, str] = {}
    for column, after in pairwise(columns):
        if after in (*_ERRORS, f"{column}_error"):
            errors |= {column: after, after: after}
    cells: Cells = {}
    seen: Counter[str] = Counter()
    for record in records:
        row = _label(columns[0], record.get(columns[0]))
        seen[row] += 1
        if seen[row] > 1:
            row = f"{row} ({seen[row]})"
        for column, value in record.items():
            error = number(str(record.get(errors.get(column, ""))))
            cells |= _cells(Place(page, kind, name, row, column), value, error)
    return cells


def number(text: str) -> float | None:
    """Return the number that a text is, such as 0.5, 7/2 or 1,000; None if it is none.

    Examples
    --------
    >>> number("7/2"), number("1,000"), number("1,5"), number("inf")
    (3.5, 1000.0, None, None)
    """
    above, _, below = _THOUSANDS.sub("", text).partition("/")
    try:
        value = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None
    return value if abs(value) < float("inf") else None


def _label(column: str, value: Any) -> str:
    text = str(value)
    return text if number(text) is None else f"{column} {text}"


def _cells(place: Place, value: Any, error: float | None = None) -> Cells:
    """The numbers and texts of what JSON holds, each with its place in it."""
    if not isinstance(value, dict | list | tuple):
        return {place: Cell("" if value is None else str(value), abs(error or 0.0))}
    items = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    cells: Cells = {}
    for name, inner in items:
        cells |= _cells(place._replace(column=f"{place.column}[{name}]"), inner, error)
    return cells


def read(project: Project, text: str) -> Side:
    """Read what a user has named.

    Parameters
    ----------
    project : Project
        The checkout.
    text : str
        A folder: a book or a run; or a git revision, whose runs are made if need be.

    Returns
    -------
    Side
        What it holds.

    Raises
    ------
    UserError
        If it is none of these, or holds nothing that can be compared.
    """
    with suppress(OSError):  # a name that no file can have
        if Path(text).exists():
            return read_folder(Path(text))
    if commit := git(project, "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}"):
        return _of_revision(project, text, commit)
    raise UserError(f"{text}: is neither a folder nor a revision of git")


def read_folder(path: Path) -> Side:
    """Read the folder of a book or a run; a `UserError` says why it cannot be compared."""
    try:
        if (path / "results.json").is_file():
            cells = _of_runs([path])
        else:
            cells = _of_book(path / "downloads")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(f"{path}: cannot be read ({type(error).__name__}: {error})") from None
    if not cells:
        raise UserError(f"{path}: holds no book and no run")
    return Side(str(path), cells)


def _of_runs(folders: Iterable[Path]) -> Cells:
    """What the runs of some pages have made."""
    cells: Cells = {}
    for folder in folders:
        story = folder / "run.json"
        page = _json(story)["page"] if story.is_file() else ""
        cells |= _of_run(page, folder / "results.json", "{kind}/{name}.json")
    return cells


def _of_book(downloads: Path) -> Cells:
    """What the runs of a built book have made, whose files stand together by chapter."""
    cells: Cells = {}
    for path in downloads.glob("*/results-*.json"):
        chapter, name = path.parent.name, path.stem.removeprefix("results-")
        page = chapter if name in ("index", chapter) else f"{chapter}/{name}"
        cells |= _of_run(page, path, "{name}.json")
    return cells


def _of_run(page: str, results: Path, file: str) -> Cells:
    """What the run of a page has made, whose tables and data are in files beside its results."""
    report = _json(results)
    cells = _reported(page, report)
    for kind, key in (("table", "tables"), ("data", "data")):
        for name in (entry["name"] for entry in report.get(key, []) if entry["name"] != _ANSWER):
            content = _json(results.parent / file.format(kind=key, name=name))
            if isinstance(content, list) and all(isinstance(row, dict) for row in content):
                cells |= table(page, kind, name, content)
            else:
                cells |= _cells(Place(page, kind, name, "", ""), content)
    return cells


def _of_revision(project: Project, text: str, commit: str) -> Side:
    """The pages of a revision, run in a copy of its files by its own library if need be.

    Its ``_build`` is the project's own, where all is named by what it is made of: only what the
    revision does not share with what has been run costs anything.
    """
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        command = ["git", "-C", str(project.root), "archive", "--format=tar", commit]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as packed:
            subprocess.run(["tar", "-x", "-C", scratch], stdin=packed.stdout, check=True)
        if not (tree / "_toc.yml").is_file():
            raise UserError(f"{text}: git holds no book at this revision")
        lock = tree / project.lock.name
        if lock.is_file() and lock.read_bytes() != project.lock.read_bytes():
            print(f"{text}: has another lock; run with what is installed", file=sys.stderr)
        (tree / "_build").symlink_to(project.build.absolute(), target_is_directory=True)
        return Side(text, _of_runs(_run(tree, text)))


def _run(tree: Path, name: str) -> list[Path]:
    """Have the copy's own library run its pages; return where the results are."""
    own = tree / "lib"
    press = own if (own / "press").is_dir() else Path(__file__).parents[2]
    code = f"import sys; sys.path[:0] = {[str(own), str(press)]!r}; name = {name!r}\n{_RUN}"
    with subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", code],
        cwd=tree,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches us, who end it
    ) as process:
        try:
            output, _ = process.communicate()
        finally:
            process.terminate()
    if process.returncode:
        raise UserError(f"{name}: its pages cannot be run here; see above")
    return [Path(folder) for folder in json.loads(output.splitlines()[-1])]


def _reported(page: str, report: dict[str, Any]) -> Cells:
    """What ``results.json`` holds: verdicts, the numbers of an answer, values."""
    cells: Cells = {}
    for check in report.get("checks", []):
        place = Place(page, "entry", "", check["id"], "computed")
        error = check.get("standard_error") or check.get("error") or 0.0
        cells[place] = Cell(str(check.get("value", check["computed"])), error)
        cells[place._replace(column="verdict")] = Cell(check["verdict"])
    for content in report.get("answer", {}).get("quantities", []):
        quantity = Quantity.of_json(content)
        place = Place(page, "quantity", "", quantity.name, "")
        cells |= _cells(place, quantity.value, quantity.error)
    if "answer" not in report:  # whose numbers are printed as values too
        for name, text in report.get("values", {}).items():
            value = report.get("numbers", {}).get(name, text)
            cells |= _cells(Place(page, "value", "", name, ""), value)
    return cells


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
