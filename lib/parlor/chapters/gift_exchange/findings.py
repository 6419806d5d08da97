"""What a section finds: claims and values with their evidence, which a chapter records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Claim:
    """Whether a claim of the source holds, and why."""

    entry: str
    holds: bool
    evidence: str


@dataclass(frozen=True)
class Value:
    """Our value of a published one, with both standard errors; a note goes on the card only."""

    entry: str
    computed: Any
    evidence: str = ""
    standard_error: float = 0.0
    printed_standard_error: float = 0.0
    note: str = ""


Finding = Claim | Value


def six_digits(value: float) -> float:
    """A value to the six digits that are recorded."""
    return float(f"{value:.6g}")


def record(chapter: Any, finding: Finding) -> Any:
    """Put a finding into a chapter's ledger; returns the check."""
    if isinstance(finding, Claim):
        return chapter.claim(finding.entry, bool(finding.holds), finding.evidence)
    check = chapter.check(
        finding.entry,
        finding.computed,
        evidence=finding.evidence,
        standard_error=finding.standard_error,
        printed_standard_error=finding.printed_standard_error,
    )
    return replace(check, evidence=f"{check.evidence} {finding.note}") if finding.note else check


def cards(chapter: Any, findings: Iterable[Finding]) -> Any:
    """Record findings and show them below each other."""
    return chapter.cards(*(record(chapter, finding) for finding in findings))
