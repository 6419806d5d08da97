"""The ledger: its page, its rows and its totals."""

from __future__ import annotations

from collections import Counter
from html import escape
from math import erf, sqrt
from typing import Any

from .. import html
from ..ledger import STRETCHES, Published
from ..verdict import NOISE, VERDICTS

_KINDS = {
    "entries": "hold entries of this ledger",
    "definition": "define",
    "motivation": "motivate or tell",
    "proof": "prove",
    "heading": "are headings or blank",
    "reference": "refer to others",
}
Checks = dict[str, list[dict[str, Any]]]  # by chapter


def totals(published: dict[str, Published], checks: Checks) -> dict[str, int]:
    """Count the verdicts of all sources.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    checks : dict of str to list
        The checks of each chapter that has been run.

    Returns
    -------
    dict of str to int
        A count for each verdict that occurs, in the order of `verdict.VERDICTS`.
    """
    counts: Counter[str] = Counter()
    for chapter, source in published.items():
        counts.update(source.totals(checks.get(chapter, [])))
    return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}


def legend() -> str:
    """Return what each verdict means, as a definition list."""
    items = "".join(
        f"<dt>{html.badge(verdict)}</dt><dd>{escape(meaning)}</dd>"
        for verdict, meaning in VERDICTS.items()
        if verdict != "not run"
    )
    return f'<dl class="pr-legend">{items}</dl>'


def ledger_table(source: Published, checks: list[dict[str, Any]] | None) -> str:
    """Return one source's part of the ledger.

    Parameters
    ----------
    source : Published
        What is published.
    checks : list of dict or None
        The checks of the chapter's run; None if there is no such chapter yet.

    Returns
    -------
    str
        The totals and a row an entry, or one sentence.
    """
    if checks is None:
        return "<p>This source has not been begun: none of its numbers is recorded yet.</p>"
    found = {check["id"]: check for check in checks}
    rows = "".join(_row(source, name, found) for name in source.entries)
    columns = ("Entry", "Where and what", "Published", "Computed", "Verdict", "Because")
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    counts = "".join(
        f"<li>{html.badge(verdict)} {count}</li>"
        for verdict, count in source.totals(checks).items()
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    caption = f"{source.source['title']}: all entries"
    name = f"ledger-{source.chapter}"
    shown = html.moved(html.table(source.chapter, name, table, caption), "../")
    return f'<ul class="pr-counts">{counts}</ul>{coverage(source)}{shown}'


def coverage(source: Published) -> str:
    """Return what becomes of the lines of a source, as a sentence; nothing if nobody has said."""
    if not source.lines:
        return ""
    counts: Counter[str] = Counter()
    for stretch in source.lines:
        counts[stretch.kind] += stretch.last - stretch.first + 1
    kinds = ", ".join(f"{counts[kind]:,} {_KINDS[kind]}" for kind in STRETCHES if counts[kind])
    return f"<p>All {sum(counts.values()):,} lines of the source are accounted for: {kinds}.</p>"


def noise(checks: Checks) -> str:
    """Return how far published values lie from ours in standard errors, all of them as a whole.

    Parameters
    ----------
    checks : dict of str to list
        The checks of each chapter.

    Returns
    -------
    str
        A sentence, and a table of the shares within 1, 2, ... standard errors beside those of
        a normal law. Nothing if no check has such a distance.
    """
    found = [abs(check["z"]) for rows in checks.values() for check in rows if "z" in check]
    if not found:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{most}</th>'
        f'<td class="pr-num">{sum(z <= most for z in found) / len(found):.1%}</td>'
        f'<td class="pr-num">{erf(most / sqrt(2)):.1%}</td></tr>'
        for most in range(1, NOISE + 1)
    )
    columns = ("at most, standard errors", "of the comparisons", "of a normal law")
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return (
        f"<p>{len(found):,} published values come from simulations, theirs or ours. One that is at "
        f"most {NOISE} standard errors away counts as within noise; so many are how far away:</p>"
        '<figure class="pr-table"><div class="pr-scroll" tabindex="0" role="region" '
        f'aria-label="Distances in standard errors"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></figure>"
    )


def ledger_rows(source: Published, checks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one source's part of the ledger as plain rows, for downloads and the command line."""
    found = {check["id"]: check for check in checks}
    rows = []
    for entry in source.entries.values():
        check = found.get(entry.id, {})
        diagnosis = source.diagnoses.get(entry.diagnosis)
        rows.append(
            {
                "chapter": source.chapter,
                "id": entry.id,
                "where": entry.where,
                "quantity": entry.quantity,
                "printed": entry.printed,
                "computed": check.get("computed", ""),
                "verdict": source.verdict(entry.id, found),
                "evidence": check.get("evidence", ""),
                "turns": check.get("turns") or "",
                "z": check.get("z", ""),
                "justified": entry.justified,
                "diagnosis": diagnosis.kind if diagnosis else "",
                "explanation": diagnosis.explanation if diagnosis else "",
            }
        )
    return rows


def ledger(published: dict[str, Published], checks: Checks) -> str:
    """Return the ledger of all sources, a section each, in MyST Markdown."""
    return "\n".join(
        f"## {source.source['title']}\n\n```{{raw}} html\n"
        f"{ledger_table(source, checks.get(chapter))}\n```\n"
        for chapter, source in published.items()
    )


def _row(source: Published, entry_id: str, checks: dict[str, dict[str, Any]]) -> str:
    entry, check = source.entries[entry_id], checks.get(entry_id, {})
    name = html.slug(entry_id)
    verdict = source.verdict(entry_id, checks)
    link = f"../{check['page']}.html#entry-{name}" if check else ""
    diagnosis = source.diagnoses.get(entry.diagnosis)
    because = escape(check.get("evidence", ""))
    if diagnosis:
        because = f"<b>{diagnosis.kind}.</b> {escape(diagnosis.explanation)} {because}"
    return (
        f'<tr id="{source.chapter}-{name}"><th scope="row">{escape(entry_id)}</th>'
        f'<td class="pr-text">{escape(entry.quantity)}<br>'
        f"<small>{escape(entry.where)}</small></td>"
        f'<td class="pr-code">{_lines(entry.printed)}</td>'
        f'<td class="pr-code">{_lines(check.get("computed", ""))}</td>'
        f"<td>{html.badge(verdict, href=link)}</td>"
        f'<td class="pr-text">{because}</td></tr>'
    )


def _lines(text: str) -> str:
    return html.tuples(html.listed(text)) or escape(text)
