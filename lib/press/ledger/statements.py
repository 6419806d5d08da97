"""What a source derives from what: its statements, each with those that it rests on.

``claims.yaml`` lists the statements in the source's order::

    statements:
    - name: Lemma 6
      says: the recursion for the constants A
      entries: [lemma6.*]
      rests_on: [Lemma 5, (6)]
      contradicts: [Table 2]

A statement that is no entry says ``at``, instead of ``entries``, where it is: a page of the book
and the label of what it proves, ``guts/index#guts-structure``, or a program of ``proofs``.

``verdicts.yaml`` holds our opinion: below ``stands``, by name, why a statement stands although
what it rests on fell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import filter as matching
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .verdict import AGREES

KEYS = ("name", "says", "entries", "rests_on", "contradicts", "at")


@dataclass(frozen=True)
class Statement:
    """A statement of a source: a lemma, a table, an algorithm, a conclusion.

    Attributes
    ----------
    name : str
        What the source calls it.
    says : str
        What it says, in a few words.
    entries : tuple of str
        The ids of its entries.
    rests_on, contradicts : tuple of str
        The names of statements that the source derives it from, and that it cannot be true with.
    stands : str
        Why it stands although something that it rests on fell; empty where that is not so.
    at : str
        Where it is proved or computed if it has no entries.
    patterns : tuple of str
        Its entries as they are told: ids, and patterns such as ``"table3.*"``.
    """

    name: str
    says: str
    entries: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    stands: str = ""
    at: str = ""
    patterns: tuple[str, ...] = ()

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
        >>> Statement("Lemma 6", "", ("a", "b")).state({"a": "holds", "b": "partly"})
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
    def read(cls, rows: list[Any], stands: Mapping[str, str], entries: Iterable[str]) -> Argument:
        """Read what a source derives from what.

        Parameters
        ----------
        rows : list
            What ``claims.yaml`` says of them.
        stands : mapping of str to str
            What ``verdicts.yaml`` says of them.
        entries : iterable of str
            The source's entries.

        Returns
        -------
        Argument
            The statements.

        Raises
        ------
        ValueError
            If a statement lacks something, names what is not there, or rests on itself.
        """
        known, statements, taken = list(entries), {}, dict[str, str]()
        for row in rows:
            if not isinstance(row, dict) or not {*KEYS[:2]} <= row.keys() <= {*KEYS}:
                raise ValueError(f"a statement has {', '.join(KEYS)}: {row}")
            if ("entries" in row) == ("at" in row):
                raise ValueError(f"a statement has either entries or a place: {row}")
            name = str(row["name"])
            if name in statements:
                raise ValueError(f"'{name}' stands there twice")
            ids = []
            for pattern in row.get("entries", ()):
                if not (some := matching(known, pattern)):
                    raise ValueError(f"'{name}': no entry is called {pattern}")
                ids += some
            for entry in ids:
                if taken.setdefault(entry, name) != name:
                    raise ValueError(f"{entry} belongs to '{taken[entry]}' and to '{name}'")
            rests, against = (tuple(map(str, row.get(key, ()))) for key in KEYS[3:5])
            statements[name] = Statement(
                name,
                str(row["says"]),
                tuple(dict.fromkeys(ids)),
                rests,
                against,
                stands.get(name, ""),
                str(row.get("at", "")),
                tuple(row.get("entries", ())),
            )
        named = {
            other
            for statement in statements.values()
            for other in (*statement.rests_on, *statement.contradicts)
        }
        if strays := sorted((named | {*stands}) - statements.keys()):
            raise ValueError(f"no such statements: {', '.join(strays)}")
        try:
            TopologicalSorter(
                {name: statement.rests_on for name, statement in statements.items()}
            ).prepare()
        except CycleError as error:
            raise ValueError(f"'{error.args[1][0]}' rests on itself") from None
        return cls(statements)

    @cached_property
    def of_entry(self) -> dict[str, Statement]:
        """The statement that an entry belongs to."""
        return {
            entry: statement
            for statement in self.statements.values()
            for entry in statement.entries
        }

    def resting_on(self, name: str) -> list[Statement]:
        """Return the statements that the source derives from one directly."""
        return [statement for statement in self.statements.values() if name in statement.rests_on]

    def told(self, names: Iterable[str]) -> list[str]:
        """Return the ids and patterns of statements' entries, in the source's order."""
        wanted = set(names)
        every = self.statements.values()
        return [
            pattern
            for statement in every
            if statement.name in wanted
            for pattern in statement.patterns
        ]

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
