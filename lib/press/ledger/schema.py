"""What may stand in the files of ``data/published/<chapter>/``, and in which of them.

All values are texts, with or without quotes, so that digits count, but for facts and for what
``source.yaml`` holds. What is published:

- ``source.yaml``: what the source is, its ``symbols``, and what else is told of it; see `Source`;
- ``lines.csv``: what stands in which lines of the source's text; see `Stretch`;
- ``<table>.csv``: a published table, one entry a row; see `Row`;
- ``claims.yaml``: the sentences; see `Sentences`.

What we think of it is in a file of its own, so that a change of opinion edits nothing published:
``verdicts.yaml``; see `Opinions`.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, model_validator

from ..project.records import Record, known, one_of
from .statements import Statement
from .verdict import NAMED, VERDICTS, Bounds, Verdict, listed, parse

Text = Annotated[str, Field(min_length=1)]
STRETCHES = ("entries", "definition", "motivation", "proof", "heading", "reference")
# what the book's own claims have besides; their statement stands whole in `quantity`
OURS = ("status", "short", "before", "proof", "recheck")
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


def _readable(printed: str) -> str:
    """What is printed in a row; a ValueError says why it is no value."""
    tuples = listed(printed)
    numbers = ",".join(text.strip("()") for text in tuples).split(",") if tuples else [printed]
    for number in numbers if printed else ():
        parse(number)
    return printed


def _several(names: Any) -> Any:
    """Names, or one that stands alone."""
    return [names] if isinstance(names, str) else names


class Symbol(Record):
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

    @model_validator(mode="after")
    def _judged(self) -> Self:
        if (self.otherwise or not self.where) and not self.entry:
            raise ValueError(f"{self.symbol}: no entry judges it")
        return self


class Source(Record):
    """What a source is.

    Attributes
    ----------
    order : int
        Its place in the book.
    title, summary : str
        Of its chapter, and of the source.
    tables : tuple of str
        Its tables, each a file.
    lines : int, optional
        How many lines its text has.
    symbols : tuple of Symbol
        Its symbols; empty if nobody has told.
    """

    model_config = ConfigDict(extra="allow")
    order: int
    title: Text
    summary: Text
    tables: tuple[str, ...] = ()
    lines: int | None = None
    symbols: tuple[Symbol, ...] = ()


class Stretch(Record):
    """Lines of a source's text, from 1: which, one of `STRETCHES`, patterns of ids, and a note."""

    first: int
    last: int
    kind: Annotated[str, one_of(STRETCHES, "kind")]
    entries: Annotated[tuple[str, ...], BeforeValidator(str.split)] = ()
    note: str = ""


class Bounded(Record):
    """What may set bounds.

    Attributes
    ----------
    low, high : str
        Its bounds as the source prints them, if it sets any.
    words : str
        The source's own words, which have these bounds.
    """

    low: str = ""
    high: str = ""
    words: str = ""

    @property
    def bounds(self) -> Bounds | None:
        """Between which numbers it vouches for something."""
        return Bounds.of(self.low, self.high, self.words) if self.low or self.high else None

    @model_validator(mode="after")
    def _worded(self) -> Self:
        if self.bounds and not self.words:
            raise ValueError("low and high stand beside the source's own words")
        return self


class Row(Bounded):
    """A number of a table, beside what else says where in it that stands.

    Attributes
    ----------
    id : str
        Its name within the chapter, such as ``"line.payoffs.3"``.
    where : str
        Where it stands in the source.
    quantity : str
        What it is; for a claim, the claim in our words.
    printed : str
        The value as printed.
    unit : str
        The unit to which the source vouches for it, if coarser than its digits.
    """

    model_config = ConfigDict(extra="allow")
    id: Text
    where: str
    quantity: str
    printed: Annotated[Text, AfterValidator(_readable)]
    unit: str = ""


class Claim(Row):
    """A number or a claim in prose.

    Attributes
    ----------
    printed : str
        The value as printed; empty for a claim.
    facts : dict of str to object
        What else the text says, by which its check decides it.
    status, short, before, proof, recheck : str
        What a claim of the book's own has besides; see `OURS`.
    """

    model_config = ConfigDict(extra="forbid")
    printed: Annotated[str, AfterValidator(_readable)] = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    status: Annotated[str, one_of(STATUSES, "status")] = ""
    short: str = ""
    before: str = ""
    proof: str = ""
    recheck: str = ""

    def is_ours(self, expected: Verdict) -> None:
        """Raise a ValueError if the book cannot claim this with that verdict."""
        if not self.status or not self.before:
            raise ValueError("a claim of ours says its status, and what was known before")
        wanted, _ = STATUSES[self.status]
        if expected != wanted:
            raise ValueError(f"a {self.status} of ours is expected '{wanted}', not '{expected}'")


class Sentences(Record):
    """What ``claims.yaml`` holds: the claims, and what the source derives from what."""

    claims: tuple[Claim, ...] = ()
    statements: tuple[Statement, ...] = ()


class Diagnosis(Record):
    """Why an entry differs, fails, cannot be tested, or has a remark.

    Attributes
    ----------
    kind : str
        A key of `DIAGNOSES`; empty if there is no diagnosis.
    explanation : str
        In words.
    found : str
        Of a remark, the verdict of the entry's check, which goes by the letter.
    """

    kind: Annotated[str, one_of(DIAGNOSES, "kind of a diagnosis")] = ""
    explanation: str = ""
    found: Annotated[str, one_of(("partly", "fails"), "finding of a remark")] = ""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if bool(self.kind) != bool(self.explanation):
            raise ValueError("a diagnosis says its kind and an explanation")
        if (self.kind == REMARK) != bool(self.found):
            raise ValueError("a remark, and no other, is found: partly or fails")
        return self


class Opinion(Diagnosis):
    """What we think of an entry: its verdict, alone or beside what else we think.

    It is the entry's diagnosis, too, if it says one.

    Attributes
    ----------
    verdict : str
        The one that is expected today.
    computed : str
        What is computed where it does not agree, as `verdict.pinned` tells it: else a broken
        computation would pass where disagreement is expected.
    diagnosis : str
        The name of its diagnosis if several entries have it; one of its own it says itself.
    yardstick : tuple of str
        The names of the rules by which it is judged, or of the one.
    justified : str
        Why its verdict is sound although no change of a solver has turned it.
    """

    verdict: Annotated[str, one_of(VERDICTS, "verdict")]
    computed: str = ""
    diagnosis: str = ""
    yardstick: Annotated[tuple[str, ...], BeforeValidator(_several)] = ()
    justified: str = ""

    @model_validator(mode="before")
    @classmethod
    def _alone(cls, told: Any) -> Any:
        return {"verdict": told} if isinstance(told, str) else told


class Rule(Bounded):
    """A rule by which like claims are judged: its words, and its bounds if it sets any."""

    words: str = Field(alias="rule")


class Opinions(Record):
    """What ``verdicts.yaml`` holds.

    Attributes
    ----------
    diagnoses : dict of str to Diagnosis
        Those of several entries, by name.
    yardsticks : dict of str to Rule
        The rules by which like claims are judged, by name.
    entries : dict of str to Opinion
        What we think of each entry.
    stands : dict of str to str
        Why a statement stands although what it rests on fell.
    """

    diagnoses: dict[str, Diagnosis] = Field(default_factory=dict)
    yardsticks: dict[str, Rule] = Field(default_factory=dict)
    entries: dict[str, Opinion] = Field(default_factory=dict)
    stands: dict[str, str] = Field(default_factory=dict)

    def of(self, entry: str) -> tuple[Opinion, Diagnosis | None]:
        """Return what we think of an entry, and its diagnosis.

        Raises
        ------
        ValueError
            If its opinion names what is not there, or has a diagnosis that does not fit it.
        """
        own = self.entries.get(entry, Opinion(verdict="pending"))
        for rule in own.yardstick:
            known(rule, self.yardsticks, "yardstick")
        found: Diagnosis = own
        if own.diagnosis and own.kind:
            raise ValueError("a diagnosis is told here, or by its name, and not both")
        if own.diagnosis:
            found = self.diagnoses[known(own.diagnosis, self.diagnoses, "diagnosis")]
        *kinds, outside, remark = DIAGNOSES
        fitting = dict.fromkeys(NAMED, kinds)
        fitting |= {"not testable": [outside], "holds": ["", remark]}
        some = fitting.get(own.verdict, [""])
        if found.kind not in some:
            told = " or ".join(kind or "none" for kind in some)
            kind = found.kind or "none"
            raise ValueError(f"the diagnosis of '{own.verdict}' is {told}, and not {kind}")
        return own, found if found.kind else None
