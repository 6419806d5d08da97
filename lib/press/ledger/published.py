"""What is published, and what we think of it: every number and claim of the sources.

``data/published/<chapter>/`` holds

- ``source.yaml``: what the source is, its ``symbols``, see `Symbol`, and what else is told of it;
- ``lines.csv``: what stands in which lines of the source's text; see `Stretch`;
- ``<table>.csv``: a published table, one entry a row, with the columns `FIELDS` and any others
  that say where in the table it stands;
- ``claims.yaml``: the sentences. ``claims`` are the numbers and claims in prose, the same fields as
  a list of mappings; a claim in words may have its bounds there, ``low`` and ``high`` as the source
  prints them with its own ``words``, and the ``facts`` of the text by which its check decides it.
  All but facts is read as text, so that digits count. ``statements`` say what is derived from
  what; see `statements`.

What we think of it is in a file of its own, so that a change of opinion edits nothing published.
``verdicts.yaml`` holds

- ``entries``: by id the verdict expected today, alone or as ``verdict`` beside what else we think.
  An entry that does not agree has what is ``computed``, as `verdict.pinned` tells it: else a broken
  computation would pass where disagreement is expected. Why it differs, fails, holds in part only
  or cannot be tested is its diagnosis, a ``kind`` with an ``explanation``; of one that holds with a
  slip that misleads nobody it is the remark, with what its check has ``found``. ``yardstick`` names
  the rules by which it is judged, and ``justified`` says why its verdict is sound although no
  change of a solver has turned it;
- ``diagnoses``: those of several entries, which name it by ``diagnosis``;
- ``yardsticks``: the ``rule`` by which like claims are judged, and ``low`` and ``high`` where it
  sets bounds;
- ``stands``: why a statement stands although what it rests on fell.
"""

from __future__ import annotations

import csv
import fnmatch
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..project.data_files import reads
from ..project.errors import BuildError, UserError, known_name
from ..project.files import fault, line_of, text_of, yaml_of
from ..project.places import Project
from .statements import Argument
from .verdict import NAMED, UNCHECKED, VERDICTS, Bounds, Verdict, listed, parse, pinned

FIELDS = ("id", "where", "quantity", "printed", "unit")
# what the book's own claims have besides; their statement stands whole in `quantity`
OURS = ("status", "short", "before", "proof", "recheck")
CLAIM = (*FIELDS, "low", "high", "words", "facts", *OURS)  # in claims.yaml
STRETCHES = ("entries", "definition", "motivation", "proof", "heading", "reference")
NEEDED = {"order": int, "title": str, "summary": str}  # of source.yaml
# what claims.yaml holds, and verdicts.yaml
SENTENCES: dict[str, type] = dict.fromkeys(("claims", "statements"), list)
OPINIONS: dict[str, type] = dict.fromkeys(("entries", "diagnoses", "yardsticks", "stands"), dict)
REASON = ("kind", "explanation", "found")  # of a diagnosis
OPINION = ("verdict", "computed", "diagnosis", *REASON, "yardstick", "justified")  # of an entry
REMARK = "remark"
STATUSES = {  # of the book's own claims; and the verdict of one that is as it should be
    "theorem": ("holds", "proved on its page; the check tried cases of it by another method"),
    "computation": ("holds", "computed exactly, or with an error that is certified"),
    "simulation": ("holds", "estimated from random games; the errors are statistical"),
    "conjecture": ("not refuted", "believed; the check says how much it has survived"),
    "counterexample": ("holds", "refutes what one might believe, by an example"),
}
# what each kind says; the last two, by their place, are of what is not testable, and of what holds
DIAGNOSES = {
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
    diagnosis : Diagnosis, optional
        Why it does not agree, or its remark.
    computed : str
        What is computed where it does not agree to the letter; see `verdict.pinned`.
    yardsticks : tuple of str
        The rules by which it is judged.
    justified : str
        Why its verdict is sound although no change of a solver has turned it.
    columns : dict of str to object
        All that stands in its row: texts, but for the facts of a claim.
    """

    id: str
    where: str
    quantity: str
    printed: str = ""
    unit: str = ""
    expected: str = "pending"
    diagnosis: Diagnosis | None = None
    computed: str = ""
    yardsticks: tuple[str, ...] = ()
    justified: str = ""
    columns: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> dict[str, Any]:
        """What else the text says, by which its check decides it."""
        return self.columns.get("facts", {})


@dataclass(frozen=True)
class Yardstick:
    """A rule by which like claims are judged, with the bounds it sets, and the claims' ids."""

    rule: str
    bounds: Bounds | None
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Symbol:
    """A symbol of a source.

    Attributes
    ----------
    symbol, meaning : str
        The symbol, and what it means.
    where : str
        Where it is defined; empty if it is nowhere.
    otherwise : str
        Where and as what it is used otherwise, or before.
    entry : str
        The entry that judges it; one that is defined, and used in one way alone, needs none.
    """

    symbol: str
    meaning: str
    where: str = ""
    otherwise: str = ""
    entry: str = ""


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
    yardsticks : dict of str to Yardstick
        The rules by which like claims are judged, by name.
    folder : Path
        Where it was read, and where the rest is that only the ledger's own page shows.
    """

    chapter: str
    source: dict[str, Any]
    entries: dict[str, Entry]
    yardsticks: dict[str, Yardstick] = field(default_factory=dict)
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
        source = yaml_of(folder / "source.yaml")
        if not isinstance(source, dict):
            raise fault(folder / "source.yaml", "it is not a mapping of names")
        for name, kind in NEEDED.items():
            if not isinstance(source.get(name), kind) or not str(source[name]):
                what = "whole number" if kind is int else "text"
                raise fault(folder / "source.yaml", f"{name}: is missing, or no {what}")
        rows: list[dict[str, Any]] = []
        for table in source.get("tables", []):
            rows += _csv(folder / f"{table}.csv", FIELDS[:3], _read_printed)
        rows += _claims(folder / "claims.yaml")
        path = folder / "verdicts.yaml"
        parts = _parts(path, OPINIONS)
        shared = {
            name: _diagnosis(path, name, mapping, ("diagnoses", name))
            for name, mapping in parts["diagnoses"].items()
        }
        opinions = {name: _opinion(path, parts, name, shared) for name in parts["entries"]}
        entries: dict[str, Entry] = {}
        for row in rows:
            known: dict[str, Any] = {name: str(row[name]) for name in FIELDS if row.get(name)}
            if known["id"] in entries:
                where = f"data/published/{folder.name}"
                raise BuildError(f"{where}: {known['id']}: this id stands there twice")
            opinion = opinions.pop(known["id"], {})
            entries[known["id"]] = Entry(**known, **opinion, columns=row)
            if source.get("ours") and (why := _not_ours(entries[known["id"]])):
                raise fault(folder / "claims.yaml", f"{known['id']}: {why}")
        if opinions:
            line = line_of(path, "entries", next(iter(opinions)))
            raise fault(path, f"no such entries: {', '.join(sorted(opinions))}", line)
        rules = {
            name: _yardstick(path, name, mapping, entries)
            for name, mapping in parts["yardsticks"].items()
        }
        return cls(folder.name, source, entries, rules, folder)

    def by_the_letter(self, entry: Entry) -> Verdict:
        """Return what the check of an entry is expected to find: a slip, if it has a remark."""
        return (entry.diagnosis and entry.diagnosis.found) or entry.expected

    def judged(self, check: dict[str, Any]) -> Verdict:
        """Return the verdict on an entry: that of its check, but for a slip that is a remark."""
        entry, verdict = self.entry(check["id"]), str(check["verdict"])
        return entry.expected if verdict == self.by_the_letter(entry) else verdict

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
        anywhere = {symbol.entry for symbol in self.symbols}
        return _stretches(path, self.source.get("lines"), list(self.entries), anywhere)

    @cached_property
    def symbols(self) -> list[Symbol]:
        """The symbols of the source; empty if nobody has told."""
        path, fields = self.folder / "source.yaml", tuple(Symbol.__dataclass_fields__)
        symbols = []
        for number, row in enumerate(self.source.get("symbols") or []):
            where = ("symbols", number)
            _need(path, f"symbol {number + 1}", row, fields[:2], where, fields)
            symbol = Symbol(**{name: str(text) for name, text in row.items()})
            if symbol.entry and symbol.entry not in self.entries:
                raise fault(path, f"no such entry: {symbol.entry}", line_of(path, *where))
            if (symbol.otherwise or not symbol.where) and not symbol.entry:
                raise fault(path, f"{symbol.symbol}: no entry judges it", line_of(path, *where))
            symbols.append(symbol)
        return symbols

    @cached_property
    def argument(self) -> Argument:
        """What the source derives from what; empty if nobody has told."""
        path = self.folder / "claims.yaml"
        rows = _parts(path, SENTENCES)["statements"]
        stands = _parts(self.folder / "verdicts.yaml", OPINIONS)["stands"]
        try:
            return Argument.read(rows, stands, self.entries)
        except (ValueError, TypeError) as error:
            raise fault(path, str(error)) from None

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
        for rule in entry.yardsticks:
            if bounds := self.yardsticks[rule].bounds:
                return bounds
        raise fault(path, f"{name}: it has neither low nor high nor a yardstick that has")

    def entry(self, name: str) -> Entry:
        """Return the entry called `name`; a `UserError` names the nearest if there is none."""
        return self.entries[known_name(name, list(self.entries), f"entry of {self.chapter}")]

    def told(self, entry: Entry) -> dict[str, Any]:
        """Return what is recorded of an entry, as tables and cards have it."""
        diagnosis = entry.diagnosis or Diagnosis("", "")
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
                it = "" if self.source.get("ours") else "it "  # whose claim is a sentence
                why = f"{it}{entry.quantity}; {check['evidence']}"
                if check["computed"]:
                    why = f"printed {entry.printed}, computed {check['computed']}"
                slip = " as its remark says" * (wanted != entry.expected)
                got = f"expected '{wanted}'{slip}, got '{check['verdict']}': {why}"
                problems.append(f"{self.chapter}: {entry.id}: {got}")
            elif wanted in NAMED and entry.computed != (got := pinned(check)):
                why = f"expected '{entry.computed}' beside '{wanted}' (verdicts.yaml)"
                problems.append(f"{self.chapter}: {entry.id}: {check['check']}: {why}, got '{got}'")
        expected = {name: entry.expected for name, entry in self.entries.items()}
        verdicts = expected | {check["id"]: self.judged(check) for check in checks}
        problems += [
            f"{self.chapter}: '{name}' holds, what it rests on does not: why? "
            "(verdicts.yaml, below stands)"
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
        """The bounds of a claim in words: its own, else those of its first yardstick with any."""
        return self.published.bounds(name)

    def facts(self, name: str) -> dict[str, Any]:
        """Return the facts of the text by which the check of a claim decides it."""
        return self.published.entry(name).facts

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


def _stretches(
    path: Path, whole: int | None, entries: list[str], anywhere: set[str]
) -> list[Stretch]:
    """The lines of a source, `whole` in all: each in one stretch, and each entry in one.

    One on a symbol stands wherever the symbol does, so that it may have no stretch.
    """
    stretches, end = [], 0
    places: dict[str, list[int]] = {name: [] for name in entries}
    for row in _csv(path, ("first", "last", "kind", "entries", "note")):
        try:
            first, last, patterns = int(row["first"]), int(row["last"]), row["entries"].split()
        except ValueError as error:
            raise fault(path, str(error)) from None
        stretches.append(Stretch(first, last, row["kind"], tuple(patterns), row["note"]))
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
        if len(where) != 1 and (where or name not in anywhere):
            raise fault(path, f"{name} stands in {len(where)} stretches: {where}")
    return stretches


def _claims(path: Path) -> list[dict[str, Any]]:
    claims: list[dict[str, Any]] = []
    for number, row in enumerate(_parts(path, SENTENCES)["claims"]):
        where = ("claims", number)
        _need(path, f"claim {number + 1}", row, FIELDS[:3], where, CLAIM)
        typed = yaml_of(path)["claims"][number]  # facts alone are no texts
        claims.append({name: typed[name] if name == "facts" else row[name] for name in row})
        try:
            _read_printed(row)
        except ValueError as error:
            raise fault(path, str(error), line_of(path, *where)) from None
    return claims


def _bounds(path: Path, name: str, mapping: dict[str, Any]) -> Bounds | None:
    """The bounds that a claim or a yardstick sets, if it does; they go with words."""
    low, high, words = (str(mapping.get(key, "")) for key in ("low", "high", "words"))
    if not low and not high:
        return None
    if not words:
        raise fault(path, f"{name}: low and high stand beside the source's own words")
    try:
        return Bounds.of(low, high, words)
    except ValueError as error:
        raise fault(path, f"{name}: {error}") from None


def _opinion(
    path: Path, parts: dict[str, Any], name: str, shared: dict[str, Diagnosis]
) -> dict[str, Any]:
    """What we think of an entry, as fields of it: a verdict, and a diagnosis that fits it."""
    where, own = ("entries", name), parts["entries"][name]
    own = own if isinstance(own, dict) else {"verdict": own}
    _need(path, name, own, OPINION[:1], where, OPINION)
    rules = own.get("yardstick") or []
    fields = {
        "expected": own["verdict"],
        "computed": own.get("computed", ""),
        "diagnosis": shared.get(own.get("diagnosis", "")),
        "yardsticks": (rules,) if isinstance(rules, str) else tuple(rules),
        "justified": own.get("justified", ""),
    }
    if {*REASON} & own.keys():
        fields["diagnosis"] = _diagnosis(path, name, own, where)
    why = _wrong(own, fields["diagnosis"])
    if strays := sorted({*fields["yardsticks"]} - parts["yardsticks"].keys()):
        why = f"no such yardsticks: {', '.join(strays)}"
    if why:
        raise fault(path, f"{name}: {why}", line_of(path, *where))
    return fields


def _wrong(own: dict[str, str], diagnosis: Diagnosis | None) -> str:
    """Why a verdict and its diagnosis cannot be, if so."""
    verdict, named = own["verdict"], own.get("diagnosis", "")
    if verdict not in VERDICTS:
        return f"unknown verdict '{verdict}'"
    if named and {*REASON} & own.keys():
        return "a diagnosis is told here, or by its name, and not both"
    if named and not diagnosis:
        return f"no diagnosis '{named}' below diagnoses"
    *kinds, outside, remark = DIAGNOSES
    wanted = dict.fromkeys(NAMED, kinds) | {"not testable": [outside], "holds": [remark]}
    if verdict not in wanted:
        none = f"'{verdict}' has no diagnosis, as {', '.join(wanted)} have"
        return none if diagnosis else ""
    if not diagnosis:
        return (
            "" if verdict == "holds" else f"'{verdict}' needs a diagnosis: {', '.join(REASON[:2])}"
        )
    if diagnosis.kind not in wanted[verdict]:
        return f"the kind of a diagnosis of '{verdict}' is {' or '.join(wanted[verdict])}"
    return ""


def _not_ours(entry: Entry) -> str:
    """Why an entry can be no claim of the book's own, if so."""
    status = entry.columns.get("status", "")
    if status not in STATUSES:
        return f"a claim of ours has a status: {', '.join(STATUSES)}"
    if entry.expected != (wanted := STATUSES[status][0]):
        return f"a {status} of ours is expected '{wanted}', and not '{entry.expected}'"
    return "" if entry.columns.get("before") else "a claim of ours says what was known before"


def _diagnosis(path: Path, name: str, mapping: Any, where: tuple[str, ...]) -> Diagnosis:
    """A diagnosis, shared or an entry's own."""
    _need(path, f"{name}: a diagnosis", mapping, REASON[:2], where)
    if (mapping["kind"] == REMARK) != (mapping.get("found") in ("partly", "fails")):
        why = f"{name}: a remark, and no other, is found: partly or fails"
        raise fault(path, why, line_of(path, *where))
    return Diagnosis(**{key: mapping[key] for key in REASON if key in mapping})


def _yardstick(path: Path, name: str, mapping: Any, entries: dict[str, Entry]) -> Yardstick:
    fields = ("rule", "low", "high")
    _need(path, f"{name}: a yardstick", mapping, fields[:1], ("yardsticks", name), fields)
    some = tuple(entry.id for entry in entries.values() if name in entry.yardsticks)
    bounds = _bounds(path, name, mapping | {"words": mapping["rule"]})
    return Yardstick(mapping["rule"], bounds, some)


def _need(
    path: Path,
    what: str,
    mapping: Any,
    names: tuple[str, ...],
    where: tuple[str | int, ...],
    allowed: tuple[str, ...] = (),
) -> None:
    """Refuse what is no mapping, or lacks one of these names, or has others than are allowed."""
    if not isinstance(mapping, dict) or any(mapping.get(name, "") in ("", None) for name in names):
        raise fault(path, f"{what} does not say {', '.join(names)}", line_of(path, *where))
    for name in mapping if allowed else ():
        try:
            known_name(str(name), list(allowed), "field")
        except UserError as error:
            raise fault(path, f"{what}: {error}", line_of(path, *where)) from None


def _read_printed(row: dict[str, Any]) -> None:
    """Read what is printed in a row, or raise a ValueError that says why it is no value."""
    printed = str(row.get("printed") or "")
    for text in listed(printed) or [printed]:
        for number in text.strip("()").split(",") if listed(printed) else filter(None, [text]):
            try:
                parse(number)
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


def _parts(path: Path, kinds: dict[str, type]) -> dict[str, Any]:
    """The parts of a file, empty where they are not there; each value is a text."""
    parts = yaml_of(path, needed=False, texts=True) or {}
    if not isinstance(parts, dict) or parts.keys() - kinds.keys():
        raise fault(path, f"it is not a mapping of {', '.join(kinds)}", 1)
    for name, part in parts.items():
        if part and not isinstance(part, kinds[name]):
            what = "list" if kinds[name] is list else "mapping of names"
            raise fault(path, f"{name}: it is no {what}", line_of(path, name))
    return {name: parts.get(name) or kind() for name, kind in kinds.items()}
