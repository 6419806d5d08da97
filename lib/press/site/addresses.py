"""Addresses of views of the ledger: the entries of a chapter, of a verdict, of a reason.

The ledger's script reads them; without it they lead to the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlencode

from ..ledger.verdict import AGREES

PAGE = "ledger.html"  # in the folder of the book's plain pages

# Of everything that disagrees the ledger says why; what is open nobody has decided either way.
GROUPS: dict[str, tuple[str, ...]] = {
    "agree": AGREES,
    "disagree": ("differs", "partly", "fails"),
    "open": ("not refuted", "not decidable", "answered", "not testable", "pending", "not run"),
}
# What a reader is told that a group is.
TOLD = {
    "agree": "hold",
    "disagree": "do not hold as they stand",
    "open": "are not decided",
}


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

    Returns
    -------
    str
        A relative address, not yet escaped for an attribute.

    Examples
    --------
    >>> view(verdicts=["disagree"], chapters=["guts"])
    'ledger.html?chapter=guts&verdict=disagree'
    """
    chosen = {"chapter": chapters, "verdict": verdicts, "diagnosis": diagnoses}
    texts = {name: ",".join(values).replace(" ", "-") for name, values in chosen.items()}
    query = urlencode({name: text for name, text in texts.items() if text}, safe=",")
    return f"{PAGE}?{query}" if query else PAGE


def anchor(chapter: str, name: str) -> str:
    """Return the fragment of an entry's address in the ledger.

    Examples
    --------
    >>> anchor("gift_exchange", "table3.mean.12")
    'gift_exchange-table3-mean-12'
    """
    return f"{chapter}-{slug(name)}"
