"""The book as a PDF: its lectures joined into one document, and printed by a Chromium.

On paper are the lectures, with what a reader of them needs: the story of the ledger, the glossary
and the works cited. Left out are the audits, the labs, the single entries of the ledger and the
reference of the library: they are for looking up, and the site does that better. Solutions of
exercises stand open, games to play are replaced by a line that says so, and folded code is gone.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import matplotlib as mpl
from bs4 import BeautifulSoup, Tag
from markupsafe import Markup

from ..project.errors import BuildError, UserError
from ..project.files import text_of
from ..project.places import Project
from ..project.settings import settings
from ..project.templates import html
from ..site import math_font, styles
from ..site.citation import Edition, cite

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = ["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
# Fonts of print that matplotlib brings, beside that of the text: weight, style, end of the file.
_FONTS = ((400, "normal", ""), (700, "normal", "-Bold"), (400, "italic", "-Oblique"))
_PLAIN = ("book/rerun", "book/glossary", "book/bibliography")


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
        If there is no Chromium, or the packages of the extra `pdf` are not installed.
    BuildError
        If it prints nothing.
    """
    executable = find_chromium(chromium)
    try:
        import pikepdf
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        makefile = project.root / "Makefile"
        made = makefile.is_file() and "\npdf:" in text_of(makefile)
        how = "`make pdf` installs it" if made else f"`pip install {error.name}`"
        raise UserError(f"{error.name} is missing: {how}") from None
    lectures = sheets(project.site, places(project), settings(project)["html"]["baseurl"])
    pages: dict[str, int] = {}
    faces = _faces(project.site / "_static")
    with project.scratch("pdf") as folder:
        source, pdf = folder / "book.html", folder / target.name
        try:
            with (
                sync_playwright() as playwright,
                playwright.chromium.launch(executable_path=executable, args=_QUIET) as browser,
            ):
                tab = browser.new_page(viewport={"width": 643, "height": 900})  # as the text
                for _ in range(2):  # only the first print tells the pages of the contents
                    source.write_text(whole(project, lectures, faces, pages), "utf-8")
                    tab.emulate_media(media="print", color_scheme="light")
                    tab.goto(source.as_uri())
                    tab.pdf(
                        path=pdf,
                        prefer_css_page_size=True,
                        print_background=True,
                        outline=True,
                        tagged=True,
                    )
                    with pikepdf.open(pdf, allow_overwriting_input=True) as printed:
                        pages = _destinations(printed)
                        count = len(printed.pages)
                        # a screen reader's part is the largest, and Chromium leaves it as text
                        streams = pikepdf.ObjectStreamMode.generate
                        printed.save(pdf, object_stream_mode=streams)
        except Error as error:
            why = str(error).strip().partition("\n")[0]
            raise BuildError(f"{executable} prints nothing: {why}") from None
        target.parent.mkdir(parents=True, exist_ok=True)
        pdf.replace(target)
    return count


def _destinations(printed: Any) -> dict[str, int]:
    """On which page each place is that a link leads to."""
    numbers = {page.obj.objgen: place for place, page in enumerate(printed.pages, 1)}
    destinations = printed.Root.Dests.items()
    return {name.lstrip("/"): numbers[there[0].objgen] for name, there in destinations}


def find_chromium(named: str = "") -> str:
    """Return the Chromium of this name, or one on the path; a `UserError` if there is none."""
    paths = [path for name in ([named] if named else CHROMIUM) if (path := shutil.which(name))]
    if not paths:
        missing = f"no Chromium '{named}'" if named else "no Chromium to print with"
        raise UserError(f"{missing}: install one of {', '.join(CHROMIUM)}, or name one: --chromium")
    return paths[0]


def places(project: Project) -> list[tuple[str, int]]:
    """Return the pages that go on paper, in order, each with the level of its title."""
    pages, begun = [], set()
    for place in project.pages:
        folder, name = place.split("/")[-2:]
        chapter = name if folder == "book" else folder
        if chapter in project.chapters and not re.match("audit|lab", name):
            pages.append((place, 2 if chapter in begun else 1))
            begun.add(chapter)
    return [*pages, *((place, 1) for place in _PLAIN if place in project.pages)]


def sheets(site: Path, wanted: list[tuple[str, int]], address: str) -> list[Tag]:
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
    list of Tag
        A section each, in the same order, whose headings begin at the page's level.
    """
    articles = {place: _article(_read(site, place)) for place, _ in wanted}
    anchors = {place: f"p{number}" for number, place in enumerate(articles, start=1)}
    for place, level in wanted:
        article, anchor = articles[place], anchors[place]
        for tag in article.select("[id]:not(svg *)"):  # those of figures are unique in the book
            tag["id"] = f"{anchor}-{tag['id']}"
        for heading in article.find_all(re.compile("^h[1-5]$")):
            heading.name = f"h{int(heading.name[1]) + level - 1}"
        article.name, article["id"] = "section", anchor
        article["class"] = f"bd-article pr-sheet pr-level-{level}"
    ids = {tag["id"] for article in articles.values() for tag in article.find_all(id=True)}
    for place, article in articles.items():
        _mend_links(article, place, anchors, ids, address)
    return list(articles.values())


def _read(site: Path, place: str) -> BeautifulSoup:
    return BeautifulSoup((site / f"{place}.html").read_text("utf-8"), "html.parser")


def _article(page: BeautifulSoup) -> Tag:
    """What a page says, unfolded; what makes sense on a screen alone is hidden by `paper.css`."""
    article = page.select_one("article.bd-article")
    assert article
    for tag in article.select("script, .headerlink, [hidden], details.hide, .pr-check"):
        tag.decompose()
    for fold in article.find_all("details"):
        fold.name, fold["class"] = "div", "pr-unfolded"
        if summary := fold.find("summary"):
            summary.name, summary["class"] = "p", "pr-unfolded-title"
    return article


def _mend_links(
    article: Tag, place: str, anchors: dict[str, str], ids: set[Any], address: str
) -> None:
    """Let links lead to their places on paper, else to the site, else nowhere."""
    for link in article.select("a[href]"):
        path, _, fragment = str(link["href"]).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        there = normpath(join(dirname(place), path)) if path else f"{place}.html"
        anchor = anchors.get(there.partition("?")[0].removesuffix(".html"))
        if anchor:
            inside = f"{anchor}-{fragment}"
            link["href"] = f"#{inside if inside in ids else anchor}"
        elif address:
            link["href"] = f"{address}{there}{'#' if fragment else ''}{fragment}"
        else:
            _unlink(link)


def _unlink(link: Tag) -> None:
    """Leave of a link what it looks like, such as a verdict's badge."""
    link.name = "span"
    del link["href"]


def whole(project: Project, lectures: list[Tag], faces: str, pages: dict[str, int]) -> str:
    """Return the book as one page of HTML: cover, how to cite, contents, and the lectures.

    Parameters
    ----------
    project : Project
        The checkout, whose book is built.
    lectures : list of Tag
        Its pages on paper.
    faces : str
        The rules of a style sheet that bring its fonts.
    pages : dict of str to int
        On which page an id stands, where that is known already.
    """
    edition, config = Edition.of(project), settings(project)
    address = config["html"]["baseurl"]
    citation, bibtex = map(edition.stamp, cite(config["title"], config["author"], address))
    homes = (project.root / "book/assets/static", project.assets / "static")
    names = config["sphinx"]["config"]["html_css_files"]
    files = [path for name in names for home in homes if (path := home / name).is_file()]
    return html(
        "paper.html",
        book=config,
        edition=edition,
        styles=[path.as_uri() for path in (*files, project.assets / "paper.css")],
        fonts=Markup(faces),
        story=_piece(project, project.pages[0], ".pr-story"),
        citation=citation,
        bibtex=bibtex,
        contents=_contents(lectures),
        pages=pages,
        games=_piece(project, project.pages[0], ".pr-games"),
        verdicts=_piece(project, "book/ledger", ".pr-legend"),
        lectures=[Markup(lecture) for lecture in lectures],
    )


def _faces(static: Path) -> str:
    """The rules that bring the fonts, so that a print is the same on every machine."""
    folder = Path(mpl.get_data_path(), "fonts", "ttf")
    formulas = (static / styles.FONT).as_uri()
    faces = re.findall("@font-face{[^}]*}", (static / styles.SHEET).read_text("utf-8"))
    faces.append(f"@font-face{{font-family:{math_font.FAMILY};src:url({formulas})}}")
    for family in ("DejaVu Sans", "DejaVu Sans Mono"):
        for weight, style, end in _FONTS:
            file = (folder / f"{family.replace(' ', '')}{end}.ttf").as_uri()
            looks = f"font-family:'{family}';font-weight:{weight};font-style:{style}"
            faces.append(f"@font-face{{{looks};src:url({file})}}")
    return "".join(faces)


def _piece(project: Project, place: str, selector: str) -> Markup:
    """The part of a page that a selector finds, without links; nothing if none is there."""
    if place not in project.pages:
        return Markup()
    part = _read(project.site, place).select_one(selector)
    for link in part.select("a[href]") if part else ():
        _unlink(link)
    return Markup(part or "")


def _contents(lectures: list[Tag]) -> list[tuple[str, str, str]]:
    """The titles of chapters and what is next below: level, where it leads, and its text."""
    lines = [("1", "preface", "What was found")]
    for lecture in lectures:
        for heading in lecture.find_all(("h1", "h2")):
            section = heading.find_parent("section") or lecture
            lines.append((heading.name[1], str(section["id"]), heading.get_text(" ", strip=True)))
    return lines
