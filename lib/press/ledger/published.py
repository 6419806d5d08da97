"""What is published, and what we think of it: every number and claim of the sources.

``data/published/<chapter>/`` holds

- ``source.yaml``: what the source is;
- ``<table>.csv``: a published table, one entry a row, with the columns `FIELDS` and any others
  that say where in the table it stands;
- ``claims.yaml``: the numbers and claims in prose, the same fields as a list of mappings. A claim
  in words has its bounds there, ``low`` and ``high`` as the source prints them with its own
  ``words``, or names a ``yardstick``;
- ``statements.yaml``: what the source derives from what; see `statements`;
- ``lines.csv``: what stands in which lines of the source's text; see `Stretch`.

What we think of it is in files of its own, so that a change of opinion edits nothing published:

- ``verdicts.csv``: the verdict expected today of each entry, and the name of its diagnosis. An
  entry that does not agree has what is ``computed`` besides, as `verdict.pinned` tells it: else a
  broken computation would pass where disagreement is expected;
- ``diagnoses.yaml``: why an entry differs, fails, holds in part only, or cannot be tested; and of
  one that holds with a slip that misleads nobody the remark, with what its check has ``found``;
- ``yardsticks.yaml``: by which rule like claims are judged: by name the ``rule``, and ``low`` and
  ``high`` where it sets bounds;
- ``stands.yaml``: why a statement stands although what it rests on fell;
- ``justified.yaml``: why a verdict is sound that no change of a solver has turned.
"""

from __future__ import annotations

import csv
import fnmatch
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..project.data_files import reads
from ..project.errors import BuildError, known_name
from ..project.files import fault, text_of, yaml_of
from ..project.places import Project
from .statements import Argument
from .verdict import NAMED, UNCHECKED, VERDICTS, Bounds, Verdict, listed, parse, pinned

FIELDS = ("id", "where", "quantity", "printed", "unit")
STRETCHES = ("entries", "definition", "motivation", "proof", "heading", "reference")
NEEDED = {"order": int, "title": str, "summary": str}  # of source.yaml
REMARK = "remark"
DIAGNOSES = {  # the kinds, and what each says; the last two are of what is not testable, and holds
    "misprint": "what is printed is not what the source's own method or proof gives; the entry has "
    "what should stand there, and that is verified",
    "method error": "the source's method leads astray; we emulate it and find its number",
    "underspecified": "the source leaves something open on which the result depends; the entry "
    "says what we assumed, and what other readings give",
    "wrong": "it is not so, and the entry has a counterexample, the smallest where we know it",
    "unexplained": "it differs, and we do not know why",
    "outside": "it is about something outside the games, such as how long the authors' computer "
    "took, so no computation here can decide it; the entry says what stands in the way",
    REMARK: "its letter is wrong, and nothing that a reader relies on, so it holds; the entry says "
    "what the slip is, and why it misleads nobody",
}


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
        The name of its diagnosis, empty where it agrees without a remark.
    computed : str
        What is computed where it does not agree to the letter; see `verdict.pinned`.
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
    computed: str = ""
    columns: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Diagnosis:
    """Why an entry differs, fails, cannot be tested, or has a remark.

    Attributes
    ----------
    kind : str
        A key of `DIAGNOSES`.
    explanation : str
        In words.
    found : str
        Of a remark, the verdict of the entry's check, which goes by the letter.
    """

    kind: str
    explanation: str
    found: str = ""


@dataclass(frozen=True)
class Yardstick:
    """A rule by which like claims are judged, with the bounds it sets, and the claims' ids."""

    rule: str
    bounds: Bounds | None
    entries: tuple[str, ...]


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
        ``title``, ``cite``, ``summary`` and what else is told of the source.
    entries : dict of str to Entry
        Its numbers and claims by id, in the source's order.
    diagnoses : dict of str to Diagnosis
        The diagnoses by name.
    folder : Path
        Where it was read, and where the rest is that only the ledger's own page shows.
    """

    chapter: str
    source: dict[str, Any]
    entries: dict[str, Entry]
    diagnoses: dict[str, Diagnosis]
    folder: Path = Path()

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
        for name, kind in NEEDED.items():
            if not isinstance(source.get(name), kind) or not str(source[name]):
                what = "whole number" if kind is int else "text"
                raise fault(folder / "source.yaml", f"{name}: is missing, or no {what}")
        rows: list[dict[str, Any]] = []
        for table in source.get("tables", []):
            rows += _csv(folder / f"{table}.csv", FIELDS[:3], _read_printed)
        rows += _claims(folder / "claims.yaml")
        opinions: dict[str, dict[str, Any]] = {}
        if (folder / "verdicts.csv").is_file():
            wanted = ("id", "expected", "diagnosis")
            for row in _csv(folder / "verdicts.csv", wanted):
                if row["id"] in opinions:
                    raise fault(folder / "verdicts.csv", f"{row['id']} stands there twice")
                opinions[row.pop("id")] = row
        entries: dict[str, Entry] = {}
        for row in rows:
            told = {name: str(row[name]) for name in FIELDS if row.get(name)}
            if told["id"] in entries:
                where = f"data/published/{folder.name}"
                raise BuildError(f"{where}: {told['id']}: this id stands there twice")
            entries[told["id"]] = Entry(**told, **opinions.pop(told["id"], {}), columns=row)
        _refuse_strays(folder / "verdicts.csv", opinions, [])
        found = cls(folder.name, source, entries, _diagnoses(folder / "diagnoses.yaml"), folder)
        for entry in entries.values():
            if why := found._wrong(entry):
                raise fault(folder / "verdicts.csv", f"{entry.id}: {why}")
        return found

    def _wrong(self, entry: Entry) -> str:
        """Why an opinion of an entry cannot be, if so: a verdict, and a diagnosis that fits it."""
        if entry.expected not in VERDICTS:
            return f"unknown verdict '{entry.expected}'"
        *kinds, outside, remark = DIAGNOSES
        wanted = dict.fromkeys(NAMED, kinds) | {"not testable": [outside], "holds": [remark]}
        kinds = wanted.get(entry.expected, [])
        if not kinds:
            none = f"'{entry.expected}' has no diagnosis, as {', '.join(wanted)} have"
            return none if entry.diagnosis else ""
        if not entry.diagnosis:
            return "" if kinds == [remark] else f"'{entry.expected}' needs a diagnosis"
        if entry.diagnosis not in self.diagnoses:
            return f"no diagnosis '{entry.diagnosis}' in diagnoses.yaml"
        if self.diagnoses[entry.diagnosis].kind not in kinds:
            return f"the kind of a diagnosis of '{entry.expected}' is {' or '.join(kinds)}"
        return ""

    def by_the_letter(self, entry: Entry) -> Verdict:
        """Return what the check of an entry is expected to find: a slip, if it has a remark."""
        diagnosis = self.diagnoses.get(entry.diagnosis)
        return (diagnosis and diagnosis.found) or entry.expected

    def judged(self, check: dict[str, Any]) -> Verdict:
        """Return the verdict on an entry: that of its check, but for a slip that is a remark."""
        entry, found = self.entry(check["id"]), str(check["verdict"])
        return entry.expected if found == self.by_the_letter(entry) else found

    @property
    def is_judged(self) -> bool:
        """Whether a verdict is expected of any entry."""
        return any(entry.expected not in UNCHECKED for entry in self.entries.values())

    @cached_property
    def lines(self) -> list[Stretch]:
        """What stands in which lines of the source, in order; empty if nobody has told."""
        path = self.folder / "lines.csv"
        if not path.is_file():
            return []
        return _stretches(path, self.source.get("lines"), list(self.entries))

    @cached_property
    def justified(self) -> dict[str, str]:
        """Why a verdict is sound although no change of a solver has turned it, by entry."""
        path = self.folder / "justified.yaml"
        found = _mapping(path, needed=False)
        _refuse_strays(path, found, self.entries)
        return {name: str(why) for name, why in found.items()}

    @cached_property
    def argument(self) -> Argument:
        """What the source derives from what; empty if nobody has told."""
        path = self.folder / "statements.yaml"
        told = yaml_of(path, needed=False) or []
        stands = _mapping(self.folder / "stands.yaml", needed=False)
        try:
            return Argument.read(told, stands, self.entries)
        except (ValueError, TypeError) as error:
            raise fault(path, str(error)) from None

    @cached_property
    def yardsticks(self) -> dict[str, Yardstick]:
        """The rules by which like claims are judged, by name."""
        path = self.folder / "yardsticks.yaml"
        rules = _mapping(path, needed=False)
        named = {name: _listed(entry.columns, "yardstick") for name, entry in self.entries.items()}
        if strays := {rule for some in named.values() for rule in some} - rules.keys():
            raise fault(path, f"no such yardsticks: {', '.join(sorted(strays))}")
        found = {}
        for name, told in rules.items():
            _need(path, f"{name}: a yardstick", told, ("rule",))
            some = tuple(entry for entry, rules_of in named.items() if name in rules_of)
            bounds = _bounds(path, name, told | {"words": told["rule"]})
            found[name] = Yardstick(told["rule"], bounds, some)
        return found

    def bounds(self, name: str) -> Bounds:
        """Return between which numbers an entry, or a yardstick, vouches for something.

        Raises
        ------
        UserError
            If there is no such entry.
        BuildError
            If it has no bounds of its own, and none by its yardstick.
        """
        if name in self.yardsticks and (ruled := self.yardsticks[name].bounds):
            return ruled
        entry, path = self.entry(name), self.folder / "claims.yaml"
        if own := _bounds(path, name, entry.columns):
            return own
        for rule in _listed(entry.columns, "yardstick"):
            if bounds := self.yardsticks[rule].bounds:
                return bounds
        raise fault(path, f"{name}: it has neither low nor high nor a yardstick that has")

    def entry(self, name: str) -> Entry:
        """Return the entry called `name`; a `UserError` names the nearest if there is none."""
        return self.entries[known_name(name, list(self.entries), f"entry of {self.chapter}")]

    def told(self, entry: Entry) -> dict[str, Any]:
        """Return what is recorded of an entry, as tables and cards have it."""
        diagnosis = self.diagnoses.get(entry.diagnosis, Diagnosis("", ""))
        return {
            "id": entry.id,
            "where": entry.where,
            "quantity": entry.quantity,
            "printed": entry.printed,
            "diagnosis": diagnosis.kind,
            "explanation": diagnosis.explanation,
            "status": entry.columns.get("status", ""),
        }

    def audit(self, checks: list[dict[str, Any]], whole: bool = True) -> list[str]:
        """Hold checks against what is expected.

        Parameters
        ----------
        checks : list of dict
            Checks, each with ``id``, ``verdict``, ``computed``, ``evidence`` and ``check``.
        whole : bool, default True
            Whether these are all of them.

        Returns
        -------
        list of str
            A line for each verdict that is not the expected one, or comes with another number where
            disagreement is expected, for each entry without a check and each check on an entry that
            expects none. Empty if all is as expected.
        """
        problems = []
        for check in checks:
            entry = self.entry(check["id"])
            wanted = self.by_the_letter(entry)
            if wanted != check["verdict"]:
                why = f"it {entry.quantity}; {check['evidence']}"
                if check["computed"]:
                    why = f"printed {entry.printed}, computed {check['computed']}"
                slip = " as its remark says" * (wanted != entry.expected)
                got = f"expected '{wanted}'{slip}, got '{check['verdict']}': {why}"
                problems.append(f"{self.chapter}: {entry.id}: {got}")
            elif wanted in NAMED and entry.computed != (got := pinned(check)):
                why = f"expected '{entry.computed}' beside '{wanted}' (verdicts.csv)"
                problems.append(f"{self.chapter}: {entry.id}: {check['check']}: {why}, got '{got}'")
        if whole:
            verdicts = {check["id"]: self.judged(check) for check in checks}
            problems += [
                f"{self.chapter}: '{name}' holds, what it rests on does not: why? (stands.yaml)"
                for name in self.argument.unexplained(verdicts)
            ]
        decided = {check["id"] for check in checks}
        return problems + [
            f"{self.chapter}: {name}: published, not pending, and without a check"
            for name, entry in self.entries.items()
            if whole and entry.expected not in UNCHECKED and name not in decided
        ]


class Said:
    """What a chapter's source says: printed values, and the bounds of its claims.

    Parameters
    ----------
    chapter : str
        The chapter. Nothing is read before it is asked for.

    Examples
    --------
    >>> said = Said("token_game")
    >>> said.value("line.payoffs.10")[0]
    Fraction(10, 1)
    """

    def __init__(self, chapter: str) -> None:
        self._chapter = chapter

    @property
    def published(self) -> Published:
        """All that is recorded of the source; who asks has read it, however long ago it was."""
        reads(*self._recorded.folder.iterdir())
        return self._recorded

    @cached_property
    def _recorded(self) -> Published:
        return Published.load(Project.here().root / "data" / "published" / self._chapter)

    def __getitem__(self, name: str) -> Bounds:
        """The bounds of a claim in words; see `Published.bounds`."""
        return self.published.bounds(name)

    def value(self, name: str) -> Any:
        """Return what is printed of an entry: a number, or a tuple of numbers, as fractions."""
        printed = self.published.entry(name).printed
        if tuples := listed(printed):
            return tuple(parse(text)[0] for text in tuples[0].strip("()").split(","))
        return parse(printed)[0]


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
    ordered = sorted(map(Published.load, folders), key=lambda source: source.source["order"])
    return Sources({source.chapter: source for source in ordered})


def _refuse_strays(path: Path, names: Iterable[str], known: Iterable[str]) -> None:
    if strays := sorted({*names} - {*known}):
        raise fault(path, f"no such entries: {', '.join(strays)}")


def _stretches(path: Path, whole: int | None, entries: list[str]) -> list[Stretch]:
    """The lines of a source, `whole` in all: each in one stretch, and each entry in one."""
    found, end = [], 0
    places: dict[str, list[int]] = {name: [] for name in entries}
    for row in _csv(path, ("first", "last", "kind", "entries", "note")):
        try:
            first, last, patterns = int(row["first"]), int(row["last"]), row["entries"].split()
        except ValueError as error:
            raise fault(path, str(error)) from None
        found.append(Stretch(first, last, row["kind"], tuple(patterns), row["note"]))
        if row["kind"] not in STRETCHES:
            raise fault(path, f"unknown kind '{row['kind']}'")
        if first != end + 1 or last < first:
            raise fault(path, f"line {first}: the stretch before ends with line {end}")
        named = {pattern: fnmatch.filter(entries, pattern) for pattern in patterns}
        for pattern, names in named.items():
            if not names:
                raise fault(path, f"line {first}: no entry is called {pattern}")
        for name in set().union(*named.values()):
            places[name].append(first)
        end = last
    if end != whole:
        raise fault(path, f"the stretches end with line {end}, the source with {whole}")
    for name, where in places.items():
        if len(where) != 1:
            raise fault(path, f"{name} stands in {len(where)} stretches: {where}")
    return found


def _claims(path: Path) -> list[dict[str, Any]]:
    found = yaml_of(path, needed=False) or []
    if not isinstance(found, list):
        raise fault(path, "it is not a list of claims")
    for number, row in enumerate(found, start=1):
        _need(path, f"claim {number}", row, FIELDS[:3])
        try:
            _read_printed(row)
        except ValueError as error:
            raise fault(path, str(error)) from None
    return found


def _bounds(path: Path, name: str, told: dict[str, Any]) -> Bounds | None:
    """The bounds that a claim or a yardstick sets, if it does; they go with words."""
    low, high, words = (str(told.get(key, "")) for key in ("low", "high", "words"))
    if not low and not high:
        return None
    if not words:
        raise fault(path, f"{name}: bounds stand beside the source's own words")
    try:
        return Bounds.of(low, high, words)
    except ValueError as error:
        raise fault(path, f"{name}: {error}") from None


def _listed(told: dict[str, Any], key: str) -> list[str]:
    found = told.get(key) or []
    return [found] if isinstance(found, str) else list(map(str, found))


def _diagnoses(path: Path) -> dict[str, Diagnosis]:
    found = _mapping(path, needed=False)
    for name, told in found.items():
        _need(path, f"{name}: a diagnosis", told, ("kind", "explanation"))
        if (told["kind"] == REMARK) != (told.get("found") in ("partly", "fails")):
            raise fault(path, f"{name}: a remark, and no other, is found: partly or fails")
    return {name: Diagnosis(**told) for name, told in found.items()}


def _need(path: Path, what: str, told: Any, names: tuple[str, ...]) -> None:
    """Refuse what is no mapping, or lacks one of these names."""
    if not isinstance(told, dict) or any(told.get(name, "") in ("", None) for name in names):
        raise fault(path, f"{what} does not say {', '.join(names)}")


def _read_printed(row: dict[str, Any]) -> None:
    """Read what is printed in a row, or raise a ValueError that says why it is no value."""
    printed = str(row.get("printed") or "")
    for text in listed(printed) or [printed]:
        for one in text.strip("()").split(",") if listed(printed) else filter(None, [text]):
            try:
                parse(one)
            except ValueError as error:
                raise ValueError(f"{row['id']}: printed: {error}") from None


def _csv(
    path: Path, needed: tuple[str, ...], check: Callable[[dict[str, Any]], None] | None = None
) -> list[dict[str, Any]]:
    reader = csv.DictReader(io.StringIO(text_of(path)))
    if missing := [name for name in needed if name not in (reader.fieldnames or [])]:
        raise fault(path, f"there is no column {', '.join(missing)}", 1)
    rows = []
    for row in reader:
        if None in row or None in row.values():
            raise fault(path, "this row has not as many cells as the first", reader.line_num)
        if not row[needed[0]]:
            raise fault(path, f"this row has no {needed[0]}", reader.line_num)
        try:
            if check:
                check(row)
        except ValueError as error:
            raise fault(path, str(error), reader.line_num) from None
        rows.append(row)
    return rows


def _mapping(path: Path, needed: bool = True) -> dict[str, Any]:
    found = yaml_of(path, needed) or {}
    if not isinstance(found, dict):
        raise fault(path, "it is not a mapping of names")
    return found
