"""The book as a PDF: printed by Chromium, twice, since only the first print tells the pages."""

from __future__ import annotations

import os
import re
import shutil
from html import escape
from pathlib import Path

from ...run.edition import Edition, Work, epoch, settings
from ...run.project import Project, UserError
from .joined import Sheet, piece, places, sheets

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
          "--allow-file-access-from-files"]  # fmt: skip

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


def find_chromium() -> str:
    """Return a Chromium that is on the machine; a `UserError` says how to name one."""
    given = os.environ.get("PARLOR_CHROMIUM")
    found = [given] if given else [path for name in CHROMIUM if (path := shutil.which(name))]
    if not found or not shutil.which(found[0]):
        raise UserError(
            f"no Chromium to print with: install one of {', '.join(CHROMIUM)}, or give its path "
            "in PARLOR_CHROMIUM"
        )
    return found[0]


def print_book(project: Project, target: Path) -> int:
    """Print the lectures of the built book.

    Parameters
    ----------
    project : Project
        The checkout, whose book is built.
    target : Path
        The PDF.

    Returns
    -------
    int
        How many pages it has.

    Raises
    ------
    UserError
        If there is no Chromium, or the packages that the tests use are not installed.
    """
    chromium = find_chromium()
    try:
        import pypdf
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise UserError(f"{error.name} is missing: `make pdf` installs it") from None
    address = settings(project)["html"]["baseurl"]
    book = sheets(project.site, places(project), address)
    target.parent.mkdir(parents=True, exist_ok=True)
    source, draft = target.with_suffix(".html"), target.with_suffix(".draft.pdf")
    pages: dict[str, int] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_QUIET)
        try:
            tab = browser.new_page(viewport={"width": 643, "height": 900})  # as wide as the text
            for _ in range(2):
                source.write_text(whole(project, book, pages), "utf-8")
                tab.emulate_media(media="print", color_scheme="light")
                tab.goto(source.as_uri())
                tab.evaluate(_FIT)
                tab.pdf(path=draft, prefer_css_page_size=True, print_background=True, outline=True,
                        tagged=True)  # fmt: skip
                reader = pypdf.PdfReader(draft)
                pages = {
                    name.lstrip("/"): page + 1
                    for name, there in reader.named_destinations.items()
                    if (page := reader.get_destination_page_number(there)) is not None
                }
        finally:
            browser.close()
    writer = pypdf.PdfWriter(clone_from=draft)
    edition = Edition.of(project)
    config = settings(project)
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
    from bs4 import BeautifulSoup

    config = settings(project)
    edition = Edition.of(project)
    title, author = escape(config["title"]), escape(config["author"])
    front = BeautifulSoup((project.site / "book/index.html").read_text("utf-8"), "html.parser")
    told = BeautifulSoup((project.site / "book/ledger.html").read_text("utf-8"), "html.parser")
    work = Work(config["title"], config["author"], address=config["html"]["baseurl"])
    static = (project.site / "_static").as_uri()
    styles = ["pygments.css", *config["sphinx"]["config"]["html_css_files"]]
    links = "".join(f'<link rel="stylesheet" href="{static}/{name}">' for name in styles)
    paper = (project.assets / "paper.css").read_text("utf-8")
    return (
        f'<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
        f"<title>{title}</title>{links}<style>{paper}\n{_running_heads(book, config['title'])}"
        "</style></head><body>"
        f'<section class="bd-article pr-cover"><p class="pr-cover-title">{title}</p>'
        f"{piece(front, '.pr-story')}"
        f"<p>{author}</p><p>Version {escape(edition.version)}, {escape(edition.date)}</p></section>"
        '<section class="pr-imprint"><p>This is the part of the book that is for reading: its '
        "lectures. Audits of every statement, labs, games to play and the ledger are on its site "
        f"{_where(config)}and in its repository.</p>"
        f"<p>{escape(edition.stamp(work.text))}</p><pre>{escape(edition.stamp(work.bibtex))}</pre>"
        "<p>MIT licence. Every computed number comes from the run that built the book.</p>"
        "</section>"
        f'<nav class="pr-contents"><p class="pr-contents-title">Contents</p><ol>'
        f"{_contents(book, pages)}</ol></nav>"
        f'<section class="bd-article pr-sheet pr-preface"><h1 id="preface">What was found</h1>'
        f"{piece(front, '.pr-games')}<h2>Verdicts</h2>{piece(told, '.pr-legend')}</section>"
        f"{''.join(str(sheet.body) for sheet in book)}</body></html>"
    )


def _where(config: dict) -> str:
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
    """A named page a sheet: the book's or chapter's title at the left, the page's at the right."""
    rules = []
    for sheet in book:
        left = sheet.chapter if sheet.level > 1 else title
        rules.append(
            f"@page {sheet.anchor} {{ @top-left {{ content: {_quoted(left)} }} "
            f"@top-right {{ content: {_quoted(sheet.title)} }} }}\n"
            f"#{sheet.anchor} {{ page: {sheet.anchor} }}"
        )
    return "\n".join(rules)


def _quoted(text: str) -> str:
    return '"' + re.sub(r'["\\]', lambda mark: "\\" + mark[0], text) + '"'
