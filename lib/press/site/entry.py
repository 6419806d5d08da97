"""An entry of the ledger as HTML: a badge in a table, a card, a row of the ledger's page.

All of them lay out the same parts. Texts stand as they are: the site typesets whole pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..ledger.verdict import listed
from .addresses import slug
from .rows import Row

_PROVED = ("theorem", "counterexample")


def badge(verdict: str, href: str = "", anchor: str = "", title: str = "", label: str = "") -> str:
    """Return a verdict as a badge, a link if `href` is given, which is read out as its label."""
    tag = "a" if href else "span"
    values = {"class": f"pr-verdict pr-{slug(verdict)}", "id": anchor, "href": href}
    values |= {"aria-label": label or title, "title": title}
    attributes = "".join(f' {name}="{escape(text)}"' for name, text in values.items() if text)
    return f"<{tag}{attributes}>{escape(verdict)}</{tag}>"


def link(href: str, text: str, of: str = "", look: str = "") -> str:
    """Return a link. Who has the links alone read out hears of which entry each is."""
    look = look and f'class="{look}" '
    label = of and f' aria-label="{text}: {escape(of)}"'
    return f'<a {look}href="{href}"{label}>{text}</a>'


def tuples(texts: Iterable[str]) -> str:
    """Return tuples below each other; one that is too long is indented where it wraps."""
    return "".join(f'<span class="pr-tuple">{escape(text)}</span>' for text in texts)


def _parts(row: Row, up: str, label: str = "") -> dict[str, str]:
    """What is to be seen of an entry, each part as HTML; links are called after the `label`.

    These are the texts of the row's columns by their names, ``whose`` statement it is, the
    ``reason`` why it disagrees, and, of a claim of the book's own, what was known, its proof and
    how to recheck it, ``own``.
    """
    names = ("quantity", "where", "printed", "computed", "evidence")
    parts = {name: tuples(listed(row[name])) or escape(row[name]) for name in names}
    parts["whose"] = parts["own"] = parts["reason"] = ""
    if row["diagnosis"]:
        parts["reason"] = f"<b>{escape(row['diagnosis'])}.</b> {escape(row['explanation'])}"
    if status := row.get("status"):
        parts["whose"] = f"{escape(status.capitalize())}."
        sentences = [f"<b>Known before.</b> {escape(row['before'])}"]
        if row["proof"]:
            word = "Proof" if status in _PROVED else "What it rests on"
            page = row["proof"] if "/" in row["proof"] else f"{row['chapter']}/{row['proof']}"
            sentences.insert(0, f"{link(f'{up}book/{page}.html', word, label)}.")
        if row["recheck"]:
            sentences.append(f"Recheck it: <code>{escape(row['recheck'])}</code>.")
        parts["own"] = " ".join(sentences)
    return parts


def card(
    row: Row, up: str, *, reason: str | None = None, carried: str = "", below: str = ""
) -> str:
    """Return an entry with its verdict, what it rests on, and why it disagrees.

    Parameters
    ----------
    row : dict
        The entry; see `rows.rows_of`.
    up : str
        The way from the page to the top of the site.
    reason : str, optional
        What stands in the place of the entry's own reason, as HTML.
    carried : str, optional
        What rests on it, as HTML.
    below : str, optional
        What stands below it, as HTML.
    """
    parts = _parts(row, up, row["id"])
    printed = f": <b>{parts['printed']}</b>" if row["printed"] else ""
    computed = f"We compute {parts['computed']}. " if row["computed"] else ""
    why = [parts["reason"] if reason is None else reason, carried, parts["own"]]
    verdict = badge(row["verdict"], up + row["url"], label=f"{row['verdict']}: {row['id']}")
    label = f'<span class="pr-claim-label">{parts["whose"] or "The source"}</span>'
    html = (
        f'<p class="pr-claim-text">{label} {parts["quantity"]}{printed} '
        f'<small class="pr-claim-where">{parts["where"]}</small></p>'
        f'<p class="pr-claim-verdict">{verdict} '
        f"{computed}{parts['evidence']}</p>"
        + "".join(f'<p class="pr-claim-why">{part}</p>' for part in why if part)
        + below
    )
    if short := row.get("short"):  # a line of a list, which unfolds
        line = f"<summary>{label} {escape(short)}</summary>"
        html = f'<details class="pr-claim-fold">{line}{html}</details>'
    return f'<aside class="pr-claim" id="entry-{slug(row["id"])}">{html}</aside>'


def table_row(row: Row, title: str, place: int) -> str:
    """Return an entry as a row of the ledger's page, whose script reads the attributes.

    Parameters
    ----------
    row : dict
        The entry; see `rows.rows_of`.
    title : str
        What the entry's chapter is called.
    place : int
        Its place in the order of the sources.
    """
    parts = _parts(row, "../")
    name = row["url"].partition("#")[2]
    sorted_by = ("printed_value", "computed_value", "z")
    values: Row = {key: row[key] for key in ("chapter", "verdict", "diagnosis", "kind")}
    values |= {"where": place} | {
        key.partition("_")[0]: row[key] for key in sorted_by if row[key] is not None
    }
    data = "".join(
        f' data-{key}="{escape(str(value))}"' for key, value in values.items() if value != ""
    )
    data += " data-own" if parts["whose"] else ""
    error = f" <small>± {row['standard_error']:.2g}</small>" if row["standard_error"] else ""
    verdict = badge(row["verdict"], href=row["page"] and f"../{row['page']}")
    why = [parts["reason"], parts["evidence"], parts["own"]]
    if row["check"]:
        source = f"../{row['page'].partition('#')[0]}#{check_name(row['check'])}"
        title_of = escape(check_title(row["check"]))
        why.append(f'<a class="pr-by" href="{source}">{title_of}</a>')
    whose = f"<b>{parts['whose']}</b> " if parts["whose"] else ""
    return (
        f'<tr id="{name}"{data}><th scope="row">{whose}{parts["quantity"]} '
        f'<small class="pr-name"><a href="#{name}">{escape(row["id"])}</a></small></th>'
        f"<td>{parts['where']} <small>{escape(title)}</small></td>"
        f'<td class="pr-code">{parts["printed"]}</td>'
        f'<td class="pr-code">{parts["computed"]}{error}</td><td>{verdict}</td>'
        f"<td>{''.join(f'<p>{part}</p>' for part in why if part)}</td></tr>"
    )


def check_name(function: str) -> str:
    """Return the fragment of the address at which a page shows the source of a check.

    Examples
    --------
    >>> check_name("chapters.guts.coalitions.own_thresholds")
    'check-coalitions-own-thresholds'
    """
    return f"check-{slug('.'.join(function.split('.')[-2:]))}"


def check_title(function: str) -> str:
    """Return what the source of a check is called where it is shown."""
    return f"The check: {function.rpartition('.')[2]}"
