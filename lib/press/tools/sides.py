"""What can be compared: a book, a run, a git revision, each as one frame of all that it holds."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd

from ..project.errors import UserError
from ..project.places import Project
from ..site.citation import git

# Where something stands: the page whose run made it; whether that is a table, data, an entry, a
# quantity or a value, and its name; and in a table the row and the column.
PLACE = ("page", "kind", "name", "row", "column")
# one thing at a place: what stands in front of `text` and `error` is `PLACE`
Cell = tuple[str, str, str, str, str, str, float]

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


def read(project: Project, text: str) -> pd.DataFrame:
    """Read what a user has named.

    Parameters
    ----------
    project : Project
        The checkout.
    text : str
        A folder: a book or a run; or a git revision, whose runs are made if need be.

    Returns
    -------
    pandas.DataFrame
        What it holds; see `framed`.

    Raises
    ------
    UserError
        If it is none of these, or holds nothing that can be compared.
    """
    with suppress(OSError):  # a name that no file can have
        if Path(text).exists():
            return _of_folder(Path(text))
    if commit := git(project, "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}"):
        return framed(_of_revision(project, text, commit))
    raise UserError(f"{text}: is neither a folder nor a revision of git")


def framed(cells: Sequence[Cell]) -> pd.DataFrame:
    """Return cells as a frame, by their places.

    Its columns are ``text``, what stands there as it is written; ``number``, what that is as a
    number; and ``error``, 0 if none is known.
    """
    frame = pd.DataFrame(cells, columns=[*PLACE, "text", "error"]).set_index([*PLACE])
    return frame.assign(number=frame["text"].map(number), error=frame["error"].fillna(0.0).abs())


def table(page: str, kind: str, name: str, records: Sequence[Mapping[str, Any]]) -> Iterator[Cell]:
    """Yield the cells of a table.

    Parameters
    ----------
    page, kind, name : str
        Where it is.
    records : sequence of dict
        Its rows, as JSON has them. The first column says what a row is about; rows that it does not
        tell apart are numbered. An error in the column behind a number is that of the number, and
        its own: it may move as far.

    Yields
    ------
    tuple
        Each cell.

    Examples
    --------
    >>> for cell in table("", "table", "dice", [{"sides": 6, "V": [1, 2.5], "gap": 0.1}]):
    ...     print(*cell[3:])
    sides 6 sides 6 nan
    sides 6 V[1] 1 0.1
    sides 6 V[2] 2.5 0.1
    sides 6 gap 0.1 0.1
    """
    columns = list(dict.fromkeys(column for record in records for column in record))
    errors: dict[str, str] = {}
    for column, after in pairwise(columns):
        if after in (*_ERRORS, f"{column}_error"):
            errors |= {column: after, after: after}
    seen: Counter[str] = Counter()
    for record in records:
        row = str(record.get(columns[0]))
        if not math.isnan(number(row)):
            row = f"{columns[0]} {row}"
        seen[row] += 1
        if seen[row] > 1:
            row = f"{row} ({seen[row]})"
        for column, value in record.items():
            error = number(str(record.get(errors.get(column, ""))))
            yield from _cells((page, kind, name, row, column), value, error)


def number(text: str) -> float:
    """Return the number that a text is, such as 0.5, 7/2 or 1,000; not a number if it is none.

    Examples
    --------
    >>> number("7/2"), number("1,000"), number("1,5"), number("inf")
    (3.5, 1000.0, nan, nan)
    """
    above, _, below = _THOUSANDS.sub("", text).partition("/")
    try:
        value = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return math.nan
    return value if math.isfinite(value) else math.nan


def _cells(place: tuple[str, str, str, str, str], value: Any, error: float) -> Iterator[Cell]:
    """The numbers and texts of what JSON holds, each with its place in it."""
    if not isinstance(value, dict | list):
        yield (*place, "" if value is None else str(value), error)
        return
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value, start=1):
        yield from _cells((*place[:4], f"{place[4]}[{name}]"), inner, error)


def _of_folder(path: Path) -> pd.DataFrame:
    """The folder of a book or a run; a `UserError` says why it cannot be compared."""
    try:
        is_run = (path / "results.json").is_file()
        frame = framed([*(_of_run(path) if is_run else _of_book(path / "downloads"))])
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: cannot be read ({type(error).__name__}: {error})") from None
    if frame.empty:
        raise UserError(f"{path}: holds no book and no run")
    return frame


def _of_run(folder: Path) -> Iterator[Cell]:
    page = _json(folder / "run.json")["page"]
    return _of_results(page, folder / "results.json", "{kind}/{name}.json")


def _of_book(downloads: Path) -> Iterator[Cell]:
    """What the runs of a built book have made, whose files stand together by chapter."""
    for path in downloads.glob("*/results-*.json"):
        chapter, name = path.parent.name, path.stem.removeprefix("results-")
        page = chapter if name in ("index", chapter) else f"{chapter}/{name}"
        yield from _of_results(page, path, "{name}.json")


def _of_results(page: str, results: Path, file: str) -> Iterator[Cell]:
    """What the run of a page has made, whose tables and data are in files beside its results."""
    report = _json(results)
    for check in report["checks"]:
        error = check.get("standard_error") or check.get("error") or 0.0
        place = (page, "entry", check["id"], "")
        yield (*place, "computed", str(check.get("value", check["computed"])), error)
        yield (*place, "verdict", check["verdict"], 0.0)
    if answer := report.get("answer"):
        for quantity in answer["quantities"]:
            value, error = quantity.get("exact", quantity["value"]), quantity["error"]
            yield from _cells((page, "quantity", quantity["name"], "", ""), value, error)
    else:  # what an answer says is printed as values too
        for name, value in (report["values"] | report["numbers"]).items():
            yield from _cells((page, "value", name, "", ""), value, 0.0)
    for kind, key in (("table", "tables"), ("data", "data")):
        for name in (entry["name"] for entry in report[key] if entry["name"] != _ANSWER):
            content = _json(results.parent / file.format(kind=key, name=name))
            if isinstance(content, list) and all(isinstance(row, dict) for row in content):
                yield from table(page, kind, name, content)
            else:
                yield from _cells((page, kind, name, "", ""), content, 0.0)


def _of_revision(project: Project, text: str, commit: str) -> list[Cell]:
    """The pages of a revision, run in a copy of its files by its own library if need be.

    Its ``_build`` is the project's own, where all is named by what it is made of: only what the
    revision does not share with what has been run costs anything.
    """
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        command = ["git", "-C", str(project.root), "archive", "--format=tar", commit]
        files = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", scratch], input=files, check=True)
        if not (tree / "_toc.yml").is_file():
            raise UserError(f"{text}: git holds no book at this revision")
        lock = tree / project.lock.name
        if lock.is_file() and lock.read_bytes() != project.lock.read_bytes():
            print(f"{text}: has another lock; run with what is installed", file=sys.stderr)
        (tree / "_build").symlink_to(project.build.absolute(), target_is_directory=True)
        return [cell for folder in _run(tree, text) for cell in _of_run(folder)]


def _run(tree: Path, name: str) -> list[Path]:
    """Have the copy's own library run its pages; return where the results are."""
    own = tree / "lib"
    press = own if (own / "press").is_dir() else Path(__file__).parents[2]
    code = f"import sys; sys.path[:0] = {[str(own), str(press)]!r}\n{_RUN}"
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


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
