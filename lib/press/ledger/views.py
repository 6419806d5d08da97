"""Addresses of views of the ledger: the entries of a chapter, of a verdict, with a text.

The ledger's script reads them; without it they lead to the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from .verdict import AGREES, VERDICTS

PAGE = "ledger.html"  # in the folder of the book's plain pages

# Of everything that disagrees the ledger says why; what is open nobody has decided either way.
GROUPS: dict[str, tuple[str, ...]] = {
    "agree": AGREES,
    "disagree": ("differs", "partly", "fails"),
    "open": ("not refuted", "not decidable", "not testable", "pending", "not run"),
}
# What a reader is told that a group is, in the words of the title page.
TOLD = {
    "agree": "hold",
    "disagree": "do not hold as they stand",
    "open": "nobody can decide",
}
KINDS = ("number", "tuple", "list", "claim")  # what an entry is


def slug(text: str) -> str:
    """Return `text` as the fragment of an address: lower-case letters, digits and hyphens.

    Examples
    --------
    >>> slug("line.payoffs.3")
    'line-payoffs-3'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def group_of(verdict: str) -> str:
    """Return the group of `GROUPS` that a verdict belongs to.

    Examples
    --------
    >>> group_of("within noise"), group_of("partly"), group_of("not testable")
    ('agree', 'disagree', 'open')
    """
    return next(group for group, verdicts in GROUPS.items() if verdict in verdicts)


def view(
    *,
    chapters: Iterable[str] = (),
    verdicts: Iterable[str] = (),
    diagnoses: Iterable[str] = (),
    kinds: Iterable[str] = (),
    text: str = "",
    entry: str = "",
) -> str:
    """Return the address of a view of the ledger, for a page in the folder ``book``.

    Parameters
    ----------
    chapters : iterable of str, optional
        Only these chapters.
    verdicts : iterable of str, optional
        Only these verdicts; a group of `GROUPS` stands for all of its.
    diagnoses : iterable of str, optional
        Only these kinds of diagnosis, such as ``"misprint"``.
    kinds : iterable of str, optional
        Only these of `KINDS`.
    text : str, optional
        Only what holds all these words.
    entry : str, optional
        The entry at which to open: `anchor` of it.

    Returns
    -------
    str
        A relative address, not yet escaped for an attribute.

    Raises
    ------
    ValueError
        If there is no such verdict or kind.

    Examples
    --------
    >>> view(verdicts=["disagree"], chapters=["guts"])
    'ledger.html?chapter=guts&verdict=disagree'
    >>> view(text="0.0132", entry=anchor("guts", "table1.value.2"))
    'ledger.html?find=0.0132#guts-table1-value-2'
    """
    chosen = {
        "chapter": list(chapters),
        "verdict": list(verdicts),
        "diagnosis": list(diagnoses),
        "kind": list(kinds),
    }
    for name, known in (("verdict", {*GROUPS, *VERDICTS}), ("kind", set(KINDS))):
        if strays := sorted(set(chosen[name]) - known):
            raise ValueError(f"no {name} of the ledger: {', '.join(strays)}")
    parts = [f"{name}={','.join(map(_plain, values))}" for name, values in chosen.items() if values]
    if text:
        parts.append(f"find={quote(text)}")
    return PAGE + ("?" + "&".join(parts) if parts else "") + (f"#{entry}" if entry else "")


def anchor(chapter: str, name: str) -> str:
    """Return the fragment of an entry's address in the ledger.

    Examples
    --------
    >>> anchor("gift_exchange", "table3.mean.12")
    'gift_exchange-table3-mean-12'
    """
    return f"{chapter}-{slug(name)}"


def _plain(value: str) -> str:
    """A choice as the address has it: chapters as they are, blanks as hyphens."""
    return quote(value.replace(" ", "-"))
