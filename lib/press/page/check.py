"""A published entry beside what a run computes, and how a value is printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from ..ledger.published import Diagnosis, Entry
from . import html


@dataclass(frozen=True)
class Check:
    """A published entry beside what we compute.

    Attributes
    ----------
    chapter : str
        The chapter's name.
    entry : Entry
        What is published.
    computed : str
        What we compute, as text.
    verdict : str
        One of `verdict.VERDICTS`.
    evidence : str
        What the verdict rests on, from the run.
    diagnosis : Diagnosis or None
        Why it differs or fails.
    decided_by : str
        The function that decided it, with its module; empty if there is none.
    """

    chapter: str
    entry: Entry
    computed: str
    verdict: str
    evidence: str
    diagnosis: Diagnosis | None
    decided_by: str = ""

    @property
    def printed(self) -> str:
        """The value as printed in the source."""
        return self.entry.printed

    def __str__(self) -> str:
        return self.verdict

    def to_html(self) -> str:
        """Return the verdict as a badge that links to the ledger and is linked from there."""
        name = html.slug(self.entry.id)
        title = f"{self.entry.quantity}: {self.verdict}"
        target = f"{html.up()}book/ledger.html#{self.chapter}-{name}"
        return html.badge(self.verdict, href=target, anchor=f"entry-{name}", title=title)

    def card(self) -> str:
        """Return the entry with its verdict and evidence, as a card."""
        status = self.entry.columns.get("status", "")  # of a claim of ours
        whose = f"{status.capitalize()}." if status else "The source"
        lines = [
            f'<p class="pr-claim-text"><span class="pr-claim-label">{whose}</span> '
            f"{escape(self.entry.quantity)}"
            + (f": <b>{escape(self.printed)}</b>" if self.printed else "")
            + f' <small class="pr-claim-where">{escape(self.entry.where)}</small></p>',
            f'<p class="pr-claim-verdict">{self.to_html()} '
            + (f"We compute {escape(self.computed)}. " if self.computed else "")
            + f"{escape(self.evidence)}</p>",
        ]
        if self.diagnosis:
            lines.append(
                f'<p class="pr-claim-why"><b>{escape(self.diagnosis.kind)}.</b> '
                f"{escape(self.diagnosis.explanation)}</p>"
            )
        if self.decided_by:
            lines.append(html.source(self.decided_by))
        return f'<aside class="pr-claim">{"".join(lines)}</aside>'

    def _repr_html_(self) -> str:
        return self.card()


def show(value: Any) -> str:
    """Return a value as the book prints it: no needless digits, tuples in parentheses.

    Parameters
    ----------
    value : number, str, tuple or list
        The value.

    Returns
    -------
    str
        Its text.

    Examples
    --------
    >>> show((12.5, 12.0)), show([(1, 2), (2, 1)]), show(1234567)
    ('(12.5, 12)', '(1, 2), (2, 1)', '1,234,567')
    """
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if isinstance(value, list):
        return ", ".join(map(show, value))
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return re.sub(r"\.0+$", "", f"{float(value):,.10g}")
    return str(value)
