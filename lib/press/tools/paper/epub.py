"""The lectures as an EPUB 3: the same pages as on paper, a file each, for a reader's own type.

Formulas are MathML and figures SVG on the site already, which EPUB takes as they are. The file is
made with the standard library alone, is the same for the same book, and holds nothing that runs.
"""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ...run.edition import Edition, Work, epoch, settings
from ...run.project import Project
from .joined import Sheet, piece, places, sheets

if TYPE_CHECKING:
    from bs4 import Tag

STYLE = "book/assets/epub.css"
_TYPE = "application/xhtml+xml"
_SPACES = {
    "svg": {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
    },
    "math": {"xmlns": "http://www.w3.org/1998/Math/MathML"},
}
# HTML knows no case, XML does: names of SVG as it writes them.
_NAMES = {
    name.lower(): name
    for name in ("clipPath", "linearGradient", "radialGradient", "viewBox", "preserveAspectRatio",
                 "clipPathUnits", "gradientUnits", "gradientTransform", "patternUnits",
                 "patternTransform", "textLength", "lengthAdjust", "refX", "refY", "markerWidth",
                 "markerHeight")
}  # fmt: skip


def write_epub(project: Project, target: Path) -> int:
    """Write the lectures of the built book as an EPUB.

    Parameters
    ----------
    project : Project
        The checkout, whose book is built.
    target : Path
        The file.

    Returns
    -------
    int
        How many pages of the site it holds.
    """
    from bs4 import BeautifulSoup

    config = settings(project)
    edition = Edition.of(project)
    book = sheets(project.site, places(project), config["html"]["baseurl"])
    front = BeautifulSoup((project.site / "book/index.html").read_text("utf-8"), "html.parser")
    work = Work(config["title"], config["author"], address=config["html"]["baseurl"])
    cover = (
        f"<h1>{escape(config['title'])}</h1>{piece(front, '.pr-story')}"
        f"<p>{escape(config['author'])}</p><p>Version {escape(edition.version)}, "
        f"{escape(edition.date)}</p><p>This is the part of the book that is for reading. Audits of "
        "every statement, labs, games to play and the ledger are on its site.</p>"
        f"<p>{escape(edition.stamp(work.text))}</p>"
    )
    pages = {"cover.xhtml": (config["title"], _written(BeautifulSoup(cover, "html.parser"), {}))}
    files = {sheet.anchor: f"{sheet.anchor}.xhtml" for sheet in book}
    pages |= {files[one.anchor]: (one.title, _written(one.body, files)) for one in book}
    content = {name: _page(title, text) for name, (title, text) in pages.items()}
    content["contents.xhtml"] = _contents(book, files)
    content["book.css"] = (project.root / STYLE).read_text("utf-8")
    content["book.opf"] = _package(config, edition, int(epoch(project)), list(pages), content)
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="book/book.opf" '
        'media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    parts = {"META-INF/container.xml": container}
    parts |= {f"book/{name}": text for name, text in sorted(content.items())}
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as whole:
        # what it is comes first, and as it is
        whole.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name)  # of 1980, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            whole.writestr(entry, text)
    return len(book)


def _written(body: Tag, files: dict[str, str]) -> str:
    """A page's section as XML, its links leading into the files of the book."""
    for tag in body.select("link, script"):
        tag.decompose()
    for tag in [body, *body.find_all(True)]:
        tag.name = _NAMES.get(tag.name, tag.name)
        tag.attrs = {
            _NAMES.get(name, name): value
            for name, value in tag.attrs.items()
            if not name.startswith("on")
        }
        tag.attrs.update(_SPACES.get(tag.name, {}))
        link = str(tag.get("href", ""))
        if tag.name == "a" and link.startswith("#"):
            sheet = link[1:].partition("-")[0]
            tag["href"] = files[sheet] + (link if link[1:] != sheet else "")
    return body.decode(formatter="minimal")


def _page(title: str, body: str, spaces: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml"{spaces} lang="en" xml:lang="en"><head>'
        f'<title>{escape(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/>'
        f"</head><body>{body}</body></html>"
    )


def _contents(book: list[Sheet], files: dict[str, str]) -> str:
    """The table of contents: chapters, and below each its other pages."""
    lines: list[str] = []
    for number, sheet in enumerate(book):
        inner = sheet.level > 1
        lines.append(f'<li><a href="{files[sheet.anchor]}">{escape(sheet.title)}</a>')
        follows = book[number + 1].level > 1 if number + 1 < len(book) else False
        lines.append("</li>" if inner or not follows else "<ol>")
        lines.append("</ol></li>" if inner and not follows else "")
    body = f'<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>{"".join(lines)}</ol></nav>'
    return _page("Contents", body, ' xmlns:epub="http://www.idpf.org/2007/ops"')


def _package(
    config: dict, edition: Edition, seconds: int, order: list[str], content: dict[str, str]
) -> str:
    """What the book is, what it holds, and in which order."""
    told = {
        "dc:title": config["title"],
        "dc:creator": config["author"],
        "dc:language": "en",
        "dc:rights": "MIT licence",
        "dc:description": f"Version {edition.version}, commit {edition.commit}",
    }
    address = config["html"]["baseurl"] or f"urn:parlor-games:{edition.version}"
    moment = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    items = [_item(name, text) for name, text in sorted(content.items())]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" '
        'version="3.0" unique-identifier="id" xml:lang="en">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">{escape(address)}</dc:identifier>'
        + "".join(f"<{name}>{escape(value)}</{name}>" for name, value in told.items())
        + f'<meta property="dcterms:modified">{moment}</meta></metadata>'
        + f"<manifest>{''.join(items)}</manifest><spine>"
        + "".join(f'<itemref idref="{_id(name)}"/>' for name in order)
        + "</spine></package>"
    )


def _item(name: str, text: str) -> str:
    """A line of the manifest, with what a reader has to be able to show."""
    kind = _TYPE if name.endswith(".xhtml") else "text/css"
    has = {"nav": name == "contents.xhtml", "mathml": "<math" in text, "svg": "<svg" in text}
    named = " ".join(one for one, there in has.items() if there and kind == _TYPE)
    told = f' properties="{named}"' if named else ""
    return f'<item id="{_id(name)}" href="{name}" media-type="{kind}"{told}/>'


def _id(name: str) -> str:
    return name.replace(".", "-")
