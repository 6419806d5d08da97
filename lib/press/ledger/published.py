"""The ledger: every published number and claim, and what became of it.

``data/published/<chapter>/`` holds

- ``source.yaml``: what the source is;
- ``<table>.csv``: a published table, one entry a row, with the columns `FIELDS` and any others
  that say where in the table it stands;
- ``claims.yaml``: the numbers and claims in prose, the same fields as a list of mappings;
- ``lines.csv``: what stands in which lines of the source's text; see `Stretch`.

What we think of it is in files of its own, so that a change of opinion edits nothing published:

- ``verdicts.csv``: the verdict expected today of each entry, and the name of its diagnosis;
- ``diagnoses.yaml``: why an entry differs, fails, holds in part only, or cannot be tested;
- ``justified.yaml``: why a verdict is sound that no change of a solver has turned.
"""

from __future__ import annotations

import csv
import fnmatch
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from ..run.keys import digest_folder
from ..run.project import BuildError, known_name
from .verdict import UNCHECKED, VERDICTS

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where PyYAML has it
FIELDS = ("id", "where", "quantity", "printed", "unit")
STRETCHES = ("entries", "definition", "motivation", "proof", "heading", "reference")
NEEDED = ("order", "title", "summary")  # of source.yaml
KINDS = ("misprint", "method error", "underspecified", "wrong", "unexplained")
OUTSIDE = "outside"  # the kind of a diagnosis that says why an entry cannot be tested


@dataclass(frozen=True)
class Entry:
    """One published number, list or claim.

    Attributes
    ----------
    id : str
        Its name within the chapter, such as ``"line.payoffs.3"``.
    where : str
        Where it stands in the source.
    quantity : str
        What it is; for a claim, the claim in our words.
    printed : str
        The value as printed; empty for a claim.
    unit : str
        The unit to which the source vouches for it, if coarser than its digits.
    expected : str
        The verdict expected today.
    diagnosis : str
        The name of its diagnosis, empty where it agrees.
    columns : dict of str to str
        All that stands in its row.
    """

    id: str
    where: str
    quantity: str
    printed: str = ""
    unit: str = ""
    expected: str = "pending"
    diagnosis: str = ""
    columns: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Diagnosis:
    """Why an entry differs or fails, one of `KINDS`, or is `OUTSIDE`; with an explanation."""

    kind: str
    explanation: str


@dataclass(frozen=True)
class Stretch:
    """Lines of a source's text, from 1: which, one of `STRETCHES`, patterns of ids, and a note."""

    first: int
    last: int
    kind: str
    entries: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Published:
    """All that is recorded of one source.

    Attributes
    ----------
    chapter : str
        The chapter's name.
    source : dict
        ``title``, ``author``, ``cite`` and ``summary`` of the source.
    entries : dict of str to Entry
        Its numbers and claims by id, in the source's order.
    diagnoses : dict of str to Diagnosis
        The diagnoses by name.
    folder : Path, optional
        Where it was read, and where the rest is that only the ledger's own page shows.
    """

    chapter: str
    source: dict[str, Any]
    entries: dict[str, Entry]
    diagnoses: dict[str, Diagnosis]
    folder: Path | None = None

    @classmethod
    def load(cls, folder: Path) -> Published:
        """Read a folder of ``data/published``.

        Parameters
        ----------
        folder : Path
            The folder; its name is the chapter's.

        Returns
        -------
        Published
            What it holds.

        Raises
        ------
        BuildError
            If a file cannot be read, or an entry is malformed, doubled, or has a verdict that wants
            a diagnosis and none.
        """
        source = _mapping(folder / "source.yaml")
        if missing := [name for name in NEEDED if name not in source]:
            raise _fault(folder / "source.yaml", f"it does not say {', '.join(missing)}")
        diagnoses = _diagnoses(folder / "diagnoses.yaml")
        rows: list[dict[str, Any]] = []
        for table in source.get("tables", []):
            rows += _csv(folder / f"{table}.csv", FIELDS[:3])
        rows += _claims(folder / "claims.yaml")
        opinions = {row.pop("id"): row for row in _opinions(folder / "verdicts.csv")}
        entries: dict[str, Entry] = {}
        for row in rows:
            told = {name: str(row[name]) for name in FIELDS if row.get(name)}
            told |= opinions.pop(told["id"], {"expected": "pending"})
            entry = Entry(**told, columns=row)
            _check_entry(folder.name, entry, entries, diagnoses)
            entries[entry.id] = entry
        _refuse_strays(folder / "verdicts.csv", opinions, [])
        return cls(folder.name, source, entries, diagnoses, folder)

    @cached_property
    def lines(self) -> list[Stretch]:
        """What stands in which lines of the source, in order; empty if nobody has told."""
        return _stretches(self.folder, self.source, list(self.entries)) if self.folder else []

    @cached_property
    def justified(self) -> dict[str, str]:
        """Why a verdict is sound although no change of a solver has turned it, by entry."""
        if self.folder is None:
            return {}
        path = self.folder / "justified.yaml"
        found = _mapping(path) if path.is_file() else {}
        _refuse_strays(path, found, self.entries)
        return {name: str(why) for name, why in found.items()}

    def entry(self, name: str) -> Entry:
        """Return the entry called `name`; a `UserError` names the nearest if there is none."""
        return self.entries[known_name(name, list(self.entries), f"entry of {self.chapter}")]

    def audit(self, checks: list[dict[str, Any]], whole: bool = True) -> list[str]:
        """Hold checks against what is expected.

        Parameters
        ----------
        checks : list of dict
            Checks, each with ``id``, ``verdict``, ``computed`` and ``evidence``.
        whole : bool, default True
            Whether these are all of them.

        Returns
        -------
        list of str
            A line for each verdict that is not the expected one, each entry without a check and
            each check on an entry that expects none. Empty if all is as expected.
        """
        found = {check["id"]: check for check in checks}
        problems = [
            f"{self.chapter}: {name}: expected '{entry.expected}', got '{check['verdict']}': "
            + self._beside(entry, check)
            for name, check in found.items()
            if (entry := self.entry(name)).expected != check["verdict"]
        ]
        return problems + [
            f"{self.chapter}: {name}: published, not pending, and without a check"
            for name, entry in self.entries.items()
            if whole and entry.expected not in UNCHECKED and name not in found
        ]

    @staticmethod
    def _beside(entry: Entry, check: dict[str, Any]) -> str:
        """What is published beside what was computed; of a claim, what it rests on."""
        if check["computed"]:
            return f"printed {entry.printed}, computed {check['computed']}"
        return f"it {entry.quantity}; {check['evidence']}"

    def verdict(self, name: str, checks: dict[str, dict[str, Any]]) -> str:
        """Return what became of an entry in a run.

        Parameters
        ----------
        name : str
            The entry's id.
        checks : dict of str to dict
            The run's checks by id.

        Returns
        -------
        str
            The verdict; without a check what is expected, or ``"not run"`` if the book has a check
            but this run has not.
        """
        if name in checks:
            return str(checks[name]["verdict"])
        expected = self.entries[name].expected
        return expected if expected in UNCHECKED else "not run"


class Sources(dict[str, Published]):
    """The sources by chapter, in the book's order."""

    def __missing__(self, chapter: str) -> Published:
        raise BuildError(f"data/published/{chapter}/source.yaml: there is no such file")


def load_all(data: Path) -> Sources:
    """Read every source under ``data/published``, in the book's order.

    Parameters
    ----------
    data : Path
        The project's ``data`` folder.

    Returns
    -------
    Sources
        By chapter, ordered by the ``order`` of their ``source.yaml``.

    Raises
    ------
    BuildError
        If one cannot be read; see `Published.load`.
    """
    folders = [path for path in (data / "published").glob("[!.]*") if path.is_dir()]
    found = [_loaded(folder, digest_folder(folder)) for folder in folders]
    ordered = sorted(found, key=lambda source: source.source["order"])
    return Sources({source.chapter: source for source in ordered})


@lru_cache(32)
def _loaded(folder: Path, content: str) -> Published:
    """What a folder holds, read once for as long as its `content`, a hash, is the same."""
    return Published.load(folder)


def _check_entry(
    chapter: str, entry: Entry, known: dict[str, Entry], diagnoses: dict[str, Diagnosis]
) -> None:
    def refuse(why: str) -> BuildError:
        return BuildError(f"data/published/{chapter}: {entry.id}: {why}")

    if entry.id in known:
        raise refuse("this id stands there twice")
    if entry.expected not in VERDICTS:
        raise refuse(f"unknown verdict '{entry.expected}'")
    wanted = dict.fromkeys(("differs", "fails", "partly"), KINDS) | {"not testable": (OUTSIDE,)}
    kinds = wanted.get(entry.expected, ())
    if bool(kinds) != bool(entry.diagnosis):
        raise refuse(f"a diagnosis goes with {', '.join(wanted)} only")
    if kinds and entry.diagnosis not in diagnoses:
        raise refuse(f"no diagnosis '{entry.diagnosis}' in diagnoses.yaml")
    if kinds and diagnoses[entry.diagnosis].kind not in kinds:
        raise refuse(f"the kind of a diagnosis of '{entry.expected}' is {' or '.join(kinds)}")


def _refuse_strays(path: Path, names: Iterable[str], known: Iterable[str]) -> None:
    if strays := sorted({*names} - {*known}):
        raise _fault(path, f"no such entries: {', '.join(strays)}")


def _stretches(folder: Path, source: dict[str, Any], entries: list[str]) -> list[Stretch]:
    """The lines of a source: each in one stretch, each entry in one; empty if there is no file."""
    path = folder / "lines.csv"
    rows = _csv(path, ("first", "last", "kind", "entries", "note")) if path.is_file() else []
    try:
        found = [
            Stretch(int(row["first"]), int(row["last"]), row["kind"],
                    tuple(row["entries"].split()), row["note"])
            for row in rows
        ]  # fmt: skip
    except ValueError as error:
        raise _fault(path, str(error)) from None
    problems = [f"unknown kind '{one.kind}'" for one in found if one.kind not in STRETCHES]
    ends = [0, *(one.last for one in found)]
    problems += [
        f"line {one.first}: the stretch before ends with line {end}"
        for end, one in zip(ends, found, strict=False)
        if one.first != end + 1 or one.last < one.first
    ]
    whole = source.get("lines")
    if found and ends[-1] != whole:
        problems.append(f"the stretches end with line {ends[-1]}, the source with {whole}")
    places: dict[str, list[int]] = {name: [] for name in entries}
    for one in found:
        matches = {pattern: _called(pattern, places) for pattern in one.entries}
        for name in set().union(*matches.values()):
            places[name].append(one.first)
        problems += [
            f"line {one.first}: no entry is called {pattern}"
            for pattern, names in matches.items()
            if not names
        ]
    problems += [
        f"{name} stands in {len(where)} stretches: {where}"
        for name, where in places.items()
        if found and len(where) != 1
    ]
    if problems:
        raise BuildError("\n".join(str(_fault(path, problem)) for problem in problems))
    return found


def _called(pattern: str, entries: dict[str, Any]) -> list[str]:
    """The entries that a name, or a pattern of names, is of."""
    if pattern in entries:
        return [pattern]
    return fnmatch.filter(entries, pattern)


def _claims(path: Path) -> list[dict[str, Any]]:
    found = _yaml(path) if path.is_file() else []
    if not isinstance(found, list | None):
        raise _fault(path, "it is not a list of claims")
    for number, row in enumerate(found or [], start=1):
        if not isinstance(row, dict) or not all(row.get(name) for name in FIELDS[:3]):
            raise _fault(path, f"claim {number} does not say {', '.join(FIELDS[:3])}")
    return found or []


def _diagnoses(path: Path) -> dict[str, Diagnosis]:
    found = _mapping(path) if path.is_file() else {}
    for name, told in found.items():
        if not isinstance(told, dict) or told.keys() != {"kind", "explanation"}:
            raise _fault(path, f"{name}: a diagnosis has a kind and an explanation")
    return {name: Diagnosis(**told) for name, told in found.items()}


def _opinions(path: Path) -> list[dict[str, Any]]:
    return _csv(path, ("id", "expected", "diagnosis")) if path.is_file() else []


def _csv(path: Path, needed: tuple[str, ...]) -> list[dict[str, Any]]:
    reader = csv.DictReader(io.StringIO(_text(path)))
    if missing := [name for name in needed if name not in (reader.fieldnames or [])]:
        raise _fault(path, f"there is no column {', '.join(missing)}", 1)
    rows = []
    for row in reader:
        if None in row or None in row.values():
            raise _fault(path, "this row has not as many cells as the first", reader.line_num)
        if not row[needed[0]]:
            raise _fault(path, f"this row has no {needed[0]}", reader.line_num)
        rows.append(row)
    return rows


def _mapping(path: Path) -> dict[str, Any]:
    found = _yaml(path)
    if not isinstance(found, dict | None):
        raise _fault(path, "it is not a mapping of names")
    return found or {}


def _yaml(path: Path) -> Any:
    try:
        return yaml.load(_text(path), _LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise _fault(path, error.problem or "is no YAML", mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise _fault(path, str(error).partition("\n")[0]) from None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise _fault(path, "there is no such file") from None
    except UnicodeDecodeError as error:
        raise _fault(
            path, "it is not UTF-8", error.object[: error.start].count(b"\n") + 1
        ) from None


def _fault(path: Path, why: str, line: int | None = None) -> BuildError:
    """What is wrong with a file of ``data/published``, in one line."""
    place = f"data/published/{path.parent.name}/{path.name}"
    return BuildError(f"{place}, line {line}: {why}" if line else f"{place}: {why}")
