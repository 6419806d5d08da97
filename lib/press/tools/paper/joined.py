"""The pages of the site that go on paper, joined into one document.

On paper are the lectures, with what a reader of them needs: the story of the ledger, the glossary
and the works cited. Left out are the audits, the labs, the single entries of the ledger and the
reference of the library: they are for looking up, and the site does that better. Solutions of
exercises stand open, games to play are replaced by a line that says so, and folded code is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from ...run.project import Project

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_PLAIN = ("book/rerun", "book/glossary", "book/bibliography")
_DROPPED = (
    "script, noscript, style:not(svg style), button, input, template, [hidden], .headerlink, "
    ".pr-downloads, .pr-citing, .pr-claim-links, .pr-cited, details.hide, "
    "details.pr-check, .tag_parameters, .onlyprint"
)
_POINTERS = ("aria-labelledby", "aria-describedby", "aria-controls", "for", "headers")


@dataclass(frozen=True)
class Sheet:
    """A page of the site on paper.

    Attributes
    ----------
    place : str
        Where it stands in the site, without a suffix; empty for what only paper has.
    anchor : str
        What its section and its ids begin with.
    chapter : str
        The title of its chapter.
    title : str
        Its own title.
    level : int
        1 for a chapter's first page, else 2.
    body : Tag
        Its section, whose headings begin at its level.
    """

    place: str
    anchor: str
    chapter: str
    title: str
    level: int
    body: Tag

    @property
    def headings(self) -> list[tuple[int, str, str]]:
        """Level, id and text of its title and of its sections."""
        found = []
        for heading in self.body.find_all(("h1", "h2", "h3")):
            level = int(heading.name[1])
            holder = heading if heading.get("id") else heading.find_parent("section")
            if level <= self.level + 1 and holder is not None and holder.get("id"):
                found.append((level, str(holder["id"]), heading.get_text(" ", strip=True)))
        return found


def places(project: Project) -> list[tuple[str, int]]:
    """Return the pages that go on paper, in order, each with its level."""
    found, begun = [], set()
    for place in project.pages:
        folder, name = place.split("/")[-2:]
        chapter = name if folder == "book" else folder
        if chapter in project.chapters and not re.match("audit|lab", name):
            found.append((place, 2 if chapter in begun else 1))
            begun.add(chapter)
    return [*found, *((place, 1) for place in _PLAIN if place in project.pages)]


def sheets(site: Path, wanted: list[tuple[str, int]], address: str) -> list[Sheet]:
    """Return pages of a site as they are on paper.

    Parameters
    ----------
    site : Path
        The built book.
    wanted : list of tuple
        The pages and their levels, from `places`.
    address : str
        Where the book is published: there lead links to what is not on paper. Without an address
        such a link is left as its text.

    Returns
    -------
    list of Sheet
        In the same order.
    """
    from bs4 import BeautifulSoup

    read = {
        place: _article(BeautifulSoup((site / f"{place}.html").read_text("utf-8"), "html.parser"))
        for place, _ in wanted
    }
    anchors = {place: f"p{number}" for number, place in enumerate(read, start=1)}
    known = {
        place: {str(tag["id"]) for tag in article.find_all(id=True)}
        for place, article in read.items()
    }
    found: list[Sheet] = []
    chapter = ""
    for place, level in wanted:
        article = read[place]
        title = article.find("h1")
        told = title.get_text(" ", strip=True) if title else place
        chapter = told if level == 1 else chapter
        _mend_links(article, place, anchors, known, address)
        _prefix(article, anchors[place])
        _demote(article, level - 1)
        article.name, article["id"] = "section", anchors[place]
        article["class"] = f"bd-article pr-sheet pr-level-{level}"
        found.append(Sheet(place, anchors[place], chapter, told, level, article))
    return found


def piece(page: BeautifulSoup, selector: str) -> str:
    """Return the part of a page that a selector finds, without links; nothing if none is there."""
    part = page.select_one(selector)
    if part is None:
        return ""
    for link in part.select("a[href]"):
        link.name = "span"
        del link["href"]
    return str(part)


def _article(page: BeautifulSoup) -> Tag:
    """What a page says, without what makes sense on a screen only."""
    article = page.select_one("article.bd-article")
    if article is None:
        raise ValueError("a page of the site has no article")
    for game in article.select(".pr-play"):
        line = page.new_tag("p", attrs={"class": "pr-on-site"})
        line.string = f"On the site this is a game to play: {game.get('aria-label', 'a game')}."
        picture = game.select_one(".pr-still svg, .pr-still table")
        game.replace_with(line)
        if picture is not None:
            still = page.new_tag("div", attrs={"class": "pr-still"})
            still.append(picture)
            line.insert_before(still)
    for tag in article.select(_DROPPED):
        tag.decompose()
    for fold in article.find_all("details"):
        fold.name, fold["class"] = "div", "pr-unfolded"
        if summary := fold.find("summary"):
            summary.name, summary["class"] = "p", "pr-unfolded-title"
    for icon in article.select(".sd-summary-state-marker"):
        icon.decompose()
    for table in article.select("figure.pr-table table"):
        if len(table.select("tbody > tr")) > 8:  # it may go over a page; see print.css
            _repeat_caption(page, table)
    for tag in article.select("[tabindex], [role=region]"):
        del tag["tabindex"], tag["role"]
    return article


def _repeat_caption(page: BeautifulSoup, table: Tag) -> None:
    """Put the caption of a table of more than a page into its head, which each page repeats."""
    frame, head = table.find_parent("figure"), table.find("thead")
    caption = frame.find("figcaption") if frame is not None else None
    if caption is not None and head is not None:
        columns = len(head.find_all("th"))
        row = page.new_tag("tr", attrs={"class": "pr-caption"})
        caption.name, caption["colspan"] = "th", str(columns)
        row.append(caption.extract())
        head.insert(0, row)


def _mend_links(
    article: Tag, place: str, anchors: dict[str, str], known: dict[str, set[str]], address: str
) -> None:
    """Let links lead to their places on paper, else to the site, else nowhere."""
    for link in article.select("a[href]"):
        href = str(link["href"])
        if re.match(r"[a-z]+:", href):
            continue
        path, _, fragment = href.partition("#")
        target = place
        if path:
            target = normpath(join(dirname(place), path.partition("?")[0])).removesuffix(".html")
        if target in anchors:
            there = f"-{fragment}" if fragment in known[target] else ""
            link["href"] = f"#{anchors[target]}{there}"
        elif address:
            path = normpath(join(dirname(place), path))
            link["href"] = f"{address}{path}{'#' if fragment else ''}{fragment}"
        else:  # what it looks like stays, such as a verdict's badge
            link.name = "span"
            del link["href"]


def _prefix(article: Tag, anchor: str) -> None:
    """Give ids their page's prefix, so that those of two pages stay apart."""
    for tag in _with_self(article):
        if "id" in tag.attrs:
            tag["id"] = f"{anchor}-{tag['id']}"
        for name, value in list(tag.attrs.items()):
            if not isinstance(value, str):
                continue
            if name in _POINTERS:
                tag[name] = " ".join(f"{anchor}-{one}" for one in value.split())
            elif "url(#" in value:
                tag[name] = value.replace("url(#", f"url(#{anchor}-")
            elif name == "xlink:href" or (name == "href" and tag.name == "use"):
                tag[name] = value.replace("#", f"#{anchor}-", 1)
        if tag.name == "style" and tag.string:
            tag.string = re.sub(r"#(?=[a-zA-Z_][\w-]*\s*[{,.>])", f"#{anchor}-", tag.string)


def _demote(article: Tag, by: int) -> None:
    if by:
        for heading in article.find_all(re.compile("^h[1-5]$")):
            heading.name = f"h{int(heading.name[1]) + by}"


def _with_self(tag: Tag) -> Iterator[Tag]:
    yield tag
    yield from tag.find_all(True)
