"""The book as a PDF: its lectures joined into one document, and printed by a Chromium.

On paper are the lectures, with what a reader of them needs: the story of the ledger, the glossary
and the works cited. Left out are the audits, the labs, the single entries of the ledger and the
reference of the library: they are for looking up, and the site does that better. Solutions of
exercises stand open, games to play are replaced by a line that says so, and folded code is gone.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from ..run.project import Project, UserError
from ..run.settings import settings
from ..site.citation import Edition, Work, epoch

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--allow-file-access-from-files",
]
_PLAIN = ("book/rerun", "book/glossary", "book/bibliography")
_DROPPED = (
    "script, noscript, style:not(svg style), button, input, template, [hidden], .headerlink, "
    ".pr-downloads, .pr-citing, .pr-claim-links, .pr-cited, details.hide, "
    "details.pr-check, .tag_parameters, .onlyprint, .sd-summary-state-marker"
)
_POINTERS = ("aria-labelledby", "aria-describedby", "aria-controls", "for", "headers")
_LONG = 8  # rows; a table of more may go over a page; see print.css

# What is still too wide when the page is set is made smaller until it fits.
_FIT = """() => {
  const broad = "table, math[display=block], pre, svg";
  for (const item of document.querySelectorAll(broad)) {
    const room = item.closest("section, li, dd, .proof, .pr-unfolded, body");
    const style = getComputedStyle(room);
    const width = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const wide = Math.max(item.scrollWidth, item.getBoundingClientRect().width);
    if (wide > width + 1) item.style.zoom = Math.max(width / wide, 0.4);
  }
  return document.fonts.ready.then(() => true);
}"""


@dataclass(frozen=True)
class Sheet:
    """A page of the site on paper.

    Attributes
    ----------
    anchor : str
        What its section and its ids begin with.
    title : str
        Its title.
    level : int
        1 for a chapter's first page, else 2.
    body : Tag
        Its section, whose headings begin at its level.
    """

    anchor: str
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


def print_book(project: Project, target: Path, chromium: str = "") -> int:
    """Print the lectures of the built book.

    Parameters
    ----------
    project : Project
        The checkout, whose book is built.
    target : Path
        The PDF.
    chromium : str, optional
        The Chromium to print with; by default one on the path.

    Returns
    -------
    int
        How many pages it has.

    Raises
    ------
    UserError
        If there is no Chromium, or the packages that the tests use are not installed.
    """
    executable = find_chromium(chromium)
    try:
        import pypdf
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise UserError(f"{error.name} is missing: pip install 'parlor-press[pdf]'") from None
    edition, config = Edition.of(project), settings(project)
    book = sheets(project.site, places(project), config["html"]["baseurl"])
    target.parent.mkdir(parents=True, exist_ok=True)
    source, draft = target.with_suffix(".html"), target.with_suffix(".draft.pdf")
    pages: dict[str, int] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=_QUIET)
        try:
            tab = browser.new_page(viewport={"width": 643, "height": 900})  # as wide as the text
            for _ in range(2):  # only the first print tells the pages of the contents
                source.write_text(whole(project, book, pages), "utf-8")
                tab.emulate_media(media="print", color_scheme="light")
                tab.goto(source.as_uri())
                tab.evaluate(_FIT)
                tab.pdf(
                    path=draft,
                    prefer_css_page_size=True,
                    print_background=True,
                    outline=True,
                    tagged=True,
                )
                reader = pypdf.PdfReader(draft)
                pages = {
                    name.lstrip("/"): page + 1
                    for name, there in reader.named_destinations.items()
                    if (page := reader.get_destination_page_number(there)) is not None
                }
        finally:
            browser.close()
    writer = pypdf.PdfWriter(clone_from=draft)
    moment = f"D:{edition.date.replace('-', '')}000000Z" if int(epoch(project)) else ""
    writer.metadata = {
        "/Title": config["title"],
        "/Author": config["author"],
        "/Subject": f"Version {edition.version}, commit {edition.commit}",
    } | ({"/CreationDate": moment, "/ModDate": moment} if moment else {})
    writer.page_mode = "/UseOutlines"
    writer.write(target)
    draft.unlink()
    source.unlink()
    return len(writer.pages)


def find_chromium(named: str = "") -> str:
    """Return the Chromium of this name, or one on the path; a `UserError` if there is none."""
    found = [path for name in ([named] if named else CHROMIUM) if (path := shutil.which(name))]
    if not found:
        missing = f"no Chromium '{named}'" if named else "no Chromium to print with"
        raise UserError(f"{missing}: install one of {', '.join(CHROMIUM)}, or name one: --chromium")
    return found[0]


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
    articles = {place: _article(_read(site, place)) for place, _ in wanted}
    anchors = {place: f"p{number}" for number, place in enumerate(articles, start=1)}
    known = {
        place: {str(tag["id"]) for tag in article.find_all(id=True)}
        for place, article in articles.items()
    }
    found: list[Sheet] = []
    for place, level in wanted:
        article, anchor = articles[place], anchors[place]
        title = article.find("h1")
        _mend_links(article, place, anchors, known, address)
        _prefix(article, anchor)
        if level > 1:
            for heading in article.find_all(re.compile("^h[1-5]$")):
                heading.name = f"h{int(heading.name[1]) + level - 1}"
        article.name, article["id"] = "section", anchor
        article["class"] = f"bd-article pr-sheet pr-level-{level}"
        told = title.get_text(" ", strip=True) if title else place
        found.append(Sheet(anchor, told, level, article))
    return found


def _read(site: Path, place: str) -> BeautifulSoup:
    from bs4 import BeautifulSoup

    return BeautifulSoup((site / f"{place}.html").read_text("utf-8"), "html.parser")


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
            line.insert_before(picture.wrap(page.new_tag("div", attrs={"class": "pr-still"})))
    for tag in article.select(_DROPPED):
        tag.decompose()
    for fold in article.find_all("details"):
        fold.name, fold["class"] = "div", "pr-unfolded"
        if summary := fold.find("summary"):
            summary.name, summary["class"] = "p", "pr-unfolded-title"
    for table in article.select("figure.pr-table table"):
        if len(table.select("tbody > tr")) > _LONG:
            _repeat_caption(page, table)
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
    for tag in (article, *article.find_all(True)):
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


def whole(project: Project, book: list[Sheet], pages: dict[str, int]) -> str:
    """Return the book as one page of HTML.

    Parameters
    ----------
    project : Project
        The checkout, whose book is built.
    book : list of Sheet
        Its pages on paper.
    pages : dict of str to int
        On which page an id stands, where that is known already.

    Returns
    -------
    str
        Cover, how to cite, contents, and the pages.
    """
    edition, config = Edition.of(project), settings(project)
    title, author = escape(config["title"]), escape(config["author"])
    front = _read(project.site, project.pages[0])
    work = Work.of(config)
    static = (project.site / "_static").as_uri()
    styles = ["pygments.css", *config["sphinx"]["config"]["html_css_files"]]
    links = "".join(f'<link rel="stylesheet" href="{static}/{name}">' for name in styles)
    paper = (project.assets / "paper.css").read_text("utf-8")
    legend = "book/ledger"
    verdicts = _piece(_read(project.site, legend), ".pr-legend") if legend in project.pages else ""
    return (
        f'<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
        f"<title>{title}</title>{links}<style>{paper}\n{_running_heads(book, config['title'])}"
        "</style></head><body>"
        f'<section class="bd-article pr-cover"><p class="pr-cover-title">{title}</p>'
        f"{_piece(front, '.pr-story')}"
        f"<p>{author}</p><p>Version {escape(edition.version)}, {escape(edition.date)}</p></section>"
        '<section class="pr-imprint"><p>This is the part of the book that is for reading: its '
        "lectures. Audits of every statement, labs, games to play and the ledger are on its site "
        f"{_where(config)}and in its repository.</p>"
        f"<p>{escape(edition.stamp(work.text))}</p><pre>{escape(edition.stamp(work.bibtex))}</pre>"
        "<p>Every computed number comes from the run that built the book.</p></section>"
        f'<nav class="pr-contents"><p class="pr-contents-title">Contents</p><ol>'
        f"{_contents(book, pages)}</ol></nav>"
        f'<section class="bd-article pr-sheet pr-preface"><h1 id="preface">What was found</h1>'
        f"{_piece(front, '.pr-games')}<h2>Verdicts</h2>{verdicts}</section>"
        f"{''.join(str(sheet.body) for sheet in book)}</body></html>"
    )


def _piece(page: BeautifulSoup, selector: str) -> str:
    """The part of a page that a selector finds, without links; nothing if none is there."""
    part = page.select_one(selector)
    if part is None:
        return ""
    for link in part.select("a[href]"):
        link.name = "span"
        del link["href"]
    return str(part)


def _where(config: dict[str, Any]) -> str:
    address = config["html"]["baseurl"]
    return f'(<a href="{escape(address)}">{escape(address)}</a>) ' if address else ""


def _contents(book: list[Sheet], pages: dict[str, int]) -> str:
    lines = [(1, "preface", "What was found")]
    for sheet in book:
        lines += [line for line in sheet.headings if line[0] < 3]
    return "".join(
        f'<li class="pr-contents-{level}"><a href="#{anchor}"><span>{escape(text)}</span>'
        f"<span>{pages.get(anchor, '')}</span></a></li>"
        for level, anchor, text in lines
    )


def _running_heads(book: list[Sheet], title: str) -> str:
    """A named page a sheet: the book's title at the left, the page's at the right."""
    return "\n".join(
        f"@page {sheet.anchor} {{ @top-left {{ content: {_quoted(title)} }} "
        f"@top-right {{ content: {_quoted(sheet.title)} }} }}\n"
        f"#{sheet.anchor} {{ page: {sheet.anchor} }}"
        for sheet in book
    )


def _quoted(text: str) -> str:
    return '"' + re.sub(r'["\\]', lambda mark: "\\" + mark[0], text) + '"'
