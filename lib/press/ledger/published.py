"""What is published, and what we think of it: every number and claim of the sources.

It is read from ``data/published/<chapter>/``; `files` says what may stand there.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..project.data_files import reads
from ..project.errors import BuildError, known_name
from ..project.files import Texts, fault, yaml_of
from ..project.places import Project
from ..project.records import Kind, csv_rows, known, record_of, slips
from .schema import Diagnosis, Opinions, Row, Rule, Sentences, Source, Stretch, Symbol
from .statements import Argument, called
from .verdict import NAMED, UNCHECKED, Bounds, Verdict, listed, parse, pinned


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
    bounds : Bounds, optional
        Between which numbers it vouches for something.
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
    bounds: Bounds | None = None
    columns: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> dict[str, Any]:
        """What else the text says, by which its check decides it."""
        return self.columns.get("facts", {})


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
    yardsticks : dict of str to Rule
        The rules by which like claims are judged, by name.
    symbols : tuple of Symbol
        The symbols of the source; empty if nobody has told.
    lines : list of Stretch
        What stands in which lines of the source, in order; empty if nobody has told.
    argument : Argument
        What the source derives from what; empty if nobody has told.
    folder : Path
        Where it was read.
    """

    chapter: str
    source: dict[str, Any]
    entries: dict[str, Entry]
    yardsticks: dict[str, Rule] = field(default_factory=dict)
    symbols: tuple[Symbol, ...] = ()
    lines: list[Stretch] = field(default_factory=list)
    argument: Argument = field(default_factory=Argument)
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
        names = (f"{name}.yaml" for name in ("source", "claims", "verdicts"))
        about, claims, verdicts = (folder / name for name in names)
        source = record_of(about, Source, told := yaml_of(about))
        said, thought = _texts(claims, Sentences), _texts(verdicts, Opinions)
        tables = [folder / f"{table}.csv" for table in source.tables]
        rows: list[tuple[Row, AbstractContextManager[None]]] = [
            (row, slips(table, line=line))
            for table in tables
            for line, row in csv_rows(table, Row).items()
        ]
        rows += [(one, slips(claims, "claims", at)) for at, one in enumerate(said.claims)]
        entries: dict[str, Entry] = {}
        for row, here in rows:
            with here:
                if row.id in entries:
                    raise ValueError(f"{row.id}: this id stands there twice")
            with slips(verdicts, "entries", row.id):
                opinion, diagnosis = thought.of(row.id)
            entries[row.id] = Entry(
                *(row.id, row.where, row.quantity, row.printed, row.unit),
                expected=opinion.verdict,
                diagnosis=diagnosis,
                computed=opinion.computed,
                yardsticks=opinion.yardstick,
                justified=opinion.justified,
                bounds=row.bounds,
                columns=row.model_dump(exclude_unset=True),
            )
        for name in thought.entries:
            with slips(verdicts, "entries", name):
                known(name, entries, "entry")
        for place, claim in enumerate(said.claims if told.get("ours") else ()):
            with slips(claims, "claims", place):
                claim.is_ours(entries[claim.id].expected)
        for place, symbol in enumerate(source.symbols):
            if symbol.entry:
                with slips(about, "symbols", place):
                    known(symbol.entry, entries, "entry")
        statements = [one.name for one in said.statements]
        for name in thought.stands:
            with slips(verdicts, "stands", name):
                known(name, statements, "statement")
        with slips(claims):
            argument = Argument.of(said.statements, thought.stands, entries)
        with slips(folder / "lines.csv"):
            lines = _stretches(folder / "lines.csv", source, entries)
        rules = thought.yardsticks
        return cls(folder.name, told, entries, rules, source.symbols, lines, argument, folder)

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

    def bounds(self, name: str) -> Bounds:
        """Return between which numbers an entry, or a yardstick, vouches for something.

        Raises
        ------
        UserError
            If there is no such entry.
        BuildError
            If it has no bounds of its own, and none by its yardstick.
        """
        if name in self.yardsticks:
            setting = [self.yardsticks[name].bounds]
        else:
            entry = self.entry(name)
            setting = [entry.bounds, *(self.yardsticks[rule].bounds for rule in entry.yardsticks)]
        for bounds in filter(None, setting):
            return bounds
        why = f"{name}: it has neither low nor high nor a yardstick that has"
        raise fault(self.folder / "claims.yaml", why)

    def entry(self, name: str) -> Entry:
        """Return the entry called `name`; a `UserError` names the nearest if there is none."""
        return self.entries[known_name(name, list(self.entries), f"entry of {self.chapter}")]

    def told(self, entry: Entry) -> dict[str, Any]:
        """Return what is recorded of an entry, as tables and cards have it."""
        diagnosis = entry.diagnosis or Diagnosis()
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


def _texts(path: Path, kind: type[Kind]) -> Kind:
    """What a file of texts holds; one that is not there holds nothing."""
    told = yaml_of(path, loader=Texts) if path.is_file() else {}
    return record_of(path, kind, told)


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


def _stretches(path: Path, source: Source, entries: Collection[str]) -> list[Stretch]:
    """The lines of a source: each in one stretch, and each entry in one.

    One on a symbol stands wherever the symbol does, so that it may have no stretch.
    """
    if not path.is_file():
        return []
    stretches, end = csv_rows(path, Stretch), 0
    places: dict[str, list[int]] = {name: [] for name in entries}
    for line, one in stretches.items():
        with slips(path, line=line):
            if one.first != end + 1 or one.last < one.first:
                raise ValueError(f"it is {one.first} to {one.last}, and {end} ends the one before")
            for name in called(one.entries, entries):
                places[name].append(one.first)
        end = one.last
    if end != source.lines:
        raise ValueError(f"the stretches end with line {end}, the source with {source.lines}")
    anywhere = {symbol.entry for symbol in source.symbols}
    for name, where in places.items():
        if len(where) != 1 and (where or name not in anywhere):
            raise ValueError(f"{name} stands in {len(where)} stretches: {where}")
    return [*stretches.values()]
