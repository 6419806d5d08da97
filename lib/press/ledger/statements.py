"""What a source derives from what: its statements, each with those that it rests on.

``claims.yaml`` lists them in the source's order, and ``verdicts.yaml`` says why one stands although
what it rests on fell; see `files`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import filter as matching
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from typing import Self

from pydantic import model_validator

from ..project.records import Record, Slip, at, known
from .verdict import AGREES


class Statement(Record):
    """A statement of a source: a lemma, a table, an algorithm, a conclusion.

    Attributes
    ----------
    name : str
        What the source calls it.
    says : str
        What it says, in a few words.
    entries : tuple of str
        The ids of its entries; in the file also patterns such as ``"table3.*"``.
    rests_on, contradicts : tuple of str
        The names of statements that the source derives it from, and that it cannot be true with.
    at : str
        Where it is proved or computed if it has no entries: a page of the book and the label of
        what it proves, ``guts/index#guts-structure``, or a program of ``proofs``.
    stands : str
        Why it stands although something that it rests on fell, which the file does not say.
    patterns : tuple of str
        Its entries as the file tells them.
    """

    name: str
    says: str
    entries: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    at: str = ""
    stands: str = ""
    patterns: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _placed(self) -> Self:
        if bool(self.entries) == bool(self.at):
            raise ValueError("a statement has either entries or a place")
        return self

    def state(self, verdicts: Mapping[str, str]) -> str:
        """Return what became of it: the gravest of its entries' verdicts decides.

        Parameters
        ----------
        verdicts : mapping of str to str
            The verdicts by entry.

        Returns
        -------
        str
            ``"fell"``, ``"partly"``, ``"open"`` or ``"stands"``, as what has no entries does.

        Examples
        --------
        >>> lemma = Statement(name="Lemma 6", says="A grows", entries=("a", "b"))
        >>> lemma.state({"a": "holds", "b": "partly"})
        'partly'
        """
        own = [verdicts.get(name, "not run") for name in self.entries]
        if any(verdict in ("fails", "differs") for verdict in own):
            return "fell"
        if "partly" in own:
            return "partly"
        agree = not own or any(verdict in AGREES for verdict in own)
        return "stands" if agree else "open"


@dataclass(frozen=True)
class Argument:
    """The statements of a source and what they rest on.

    Attributes
    ----------
    statements : dict of str to Statement
        By name, in the source's order.
    """

    statements: dict[str, Statement] = field(default_factory=dict)

    @classmethod
    def of(
        cls, told: Collection[Statement], stands: Mapping[str, str], entries: Collection[str]
    ) -> Argument:
        """Return what a source derives from what.

        Parameters
        ----------
        told : collection of Statement
            Its statements as the file tells them, in its order.
        stands : mapping of str to str
            Why some of them stand, by name.
        entries : collection of str
            The source's entries.

        Returns
        -------
        Argument
            The statements.

        Raises
        ------
        ValueError
            If a statement stands there twice, names what is not there, or rests on itself, or two
            have the same entry.
        """
        statements, taken = dict[str, Statement](), dict[str, str]()
        names = [one.name for one in told]
        for place, one in enumerate(told):
            with at("statements", place):
                if one.name in statements:
                    raise ValueError(f"'{one.name}' stands there twice")
                for other in (*one.rests_on, *one.contradicts):
                    known(other, names, "statement")
                ids = called(one.entries, entries)
                for entry in ids:
                    if taken.setdefault(entry, one.name) != one.name:
                        raise ValueError(f"{entry} belongs to '{taken[entry]}', too")
            found = {"entries": ids, "patterns": one.entries, "stands": stands.get(one.name, "")}
            statements[one.name] = one.model_copy(update=found)
        try:
            TopologicalSorter({one.name: one.rests_on for one in told}).prepare()
        except CycleError as error:
            name = error.args[1][0]
            raise Slip(f"'{name}' rests on itself", "statements", names.index(name)) from None
        return cls(statements)

    @cached_property
    def of_entry(self) -> dict[str, Statement]:
        """The statement that an entry belongs to."""
        return {entry: one for one in self.statements.values() for entry in one.entries}

    def resting_on(self, name: str) -> list[Statement]:
        """Return the statements that the source derives from one directly."""
        return [statement for statement in self.statements.values() if name in statement.rests_on]

    def told(self, names: Iterable[str]) -> list[str]:
        """Return the ids and patterns of statements' entries, in the source's order."""
        wanted = set(names)
        own = [one.patterns for name, one in self.statements.items() if name in wanted]
        return list(chain(*own))

    def unexplained(self, verdicts: Mapping[str, str]) -> list[str]:
        """Return the names of statements that stand on what fell, and nobody says why.

        Parameters
        ----------
        verdicts : mapping of str to str
            The verdicts by entry.
        """
        states = {name: statement.state(verdicts) for name, statement in self.statements.items()}
        return [
            name
            for name, statement in self.statements.items()
            if states[name] == "stands" and not statement.stands
            if any(states[below] == "fell" for below in statement.rests_on)
        ]


def called(patterns: Iterable[str], ids: Collection[str]) -> tuple[str, ...]:
    """Return the ids that some patterns mean, each once.

    Raises
    ------
    ValueError
        If one means none.

    Examples
    --------
    >>> called(["a.*", "b"], ["a.1", "a.2", "b"])
    ('a.1', 'a.2', 'b')
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        some = [pattern] if pattern in ids else matching(ids, pattern)
        if not some:
            raise ValueError(f"no entry is called {pattern}")
        found |= dict.fromkeys(some)
    return tuple(found)
