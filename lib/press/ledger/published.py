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
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ..run.keys import digest_folder
from ..run.project import BuildError, known_name
from .verdict import UNCHECKED, VERDICTS

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where PyYAML has it
FIELDS = ("id", "where", "quantity", "printed", "unit")
STRETCHES = ("entries", "definition", "motivation", "proof", "heading", "reference")
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
    justified : str
        Why its verdict is sound although no change of a solver has turned it.
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
    justified: str = ""
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
    lines : list of Stretch
        What stands in which lines of the source, in order.
    """

    chapter: str
    source: dict[str, Any]
    entries: dict[str, Entry]
    diagnoses: dict[str, Diagnosis]
    lines: list[Stretch] = field(default_factory=list)

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
            If an entry is malformed, doubled, or has a verdict that wants a diagnosis and none.
        """
        source = _yaml(folder / "source.yaml")
        diagnoses = {k: Diagnosis(**v) for k, v in (_yaml(folder / "diagnoses.yaml") or {}).items()}
        rows: list[dict[str, Any]] = []
        for table in source.get("tables", []):
            rows += _csv(folder / f"{table}.csv")
        rows += _yaml(folder / "claims.yaml") or []
        opinions = {row.pop("id"): row for row in _csv(folder / "verdicts.csv")}
        justified = _yaml(folder / "justified.yaml") or {}
        entries: dict[str, Entry] = {}
        for row in rows:
            told = {name: str(row[name]) for name in FIELDS if row.get(name)}
            told |= opinions.pop(told["id"], {"expected": "pending"})
            entry = Entry(**told, justified=justified.pop(told["id"], ""), columns=row)
            _check_entry(folder.name, entry, entries, diagnoses)
            entries[entry.id] = entry
        if strays := sorted({*opinions, *justified}):
            raise BuildError(f"data/published/{folder.name}: no such entries: {', '.join(strays)}")
        lines = _stretches(folder, source, list(entries))
        return cls(folder.name, source, entries, diagnoses, lines)

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

    def totals(self, checks: list[dict[str, Any]]) -> dict[str, int]:
        """Count what became of the entries.

        Parameters
        ----------
        checks : list of dict
            The checks of a run.

        Returns
        -------
        dict of str to int
            A count for each verdict that occurs, in the order of `verdict.VERDICTS`.
        """
        found = {check["id"]: check for check in checks}
        counts = Counter(self.verdict(name, found) for name in self.entries)
        return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}


def load_all(data: Path) -> dict[str, Published]:
    """Read every source under ``data/published``, in the book's order.

    Parameters
    ----------
    data : Path
        The project's ``data`` folder.

    Returns
    -------
    dict of str to Published
        The sources by chapter, ordered by the ``order`` of their ``source.yaml``.
    """
    folders = [path.parent for path in (data / "published").glob("*/source.yaml")]
    found = [_loaded(folder, digest_folder(folder)) for folder in folders]
    return {source.chapter: source for source in sorted(found, key=lambda s: s.source["order"])}


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


def _stretches(folder: Path, source: dict[str, Any], entries: list[str]) -> list[Stretch]:
    """The lines of a source: each in one stretch, each entry in one; empty if there is no file."""
    rows = _csv(folder / "lines.csv")
    found = [
        Stretch(int(row["first"]), int(row["last"]), row["kind"], tuple(row["entries"].split()),
                row["note"])
        for row in rows
    ]  # fmt: skip
    problems = [f"unknown kind '{one.kind}'" for one in found if one.kind not in STRETCHES]
    ends = [0, *(one.last for one in found)]
    problems += [
        f"line {one.first}: the stretch before ends with line {end}"
        for end, one in zip(ends, found, strict=False)
        if one.first != end + 1 or one.last < one.first
    ]
    if found and ends[-1] != source["lines"]:
        problems.append(
            f"the stretches end with line {ends[-1]}, the source with {source['lines']}"
        )
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
        raise BuildError(
            "\n".join(f"data/published/{folder.name}/lines.csv: {p}" for p in problems)
        )
    return found


def _called(pattern: str, entries: dict[str, Any]) -> list[str]:
    """The entries that a name, or a pattern of names, is of."""
    if pattern in entries:
        return [pattern]
    return fnmatch.filter(entries, pattern)


def _csv(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _yaml(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), _LOADER) if path.is_file() else None
