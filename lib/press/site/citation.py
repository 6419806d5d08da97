"""Which book this is, whose, and how to cite it: the whole, or a page.

Version, commit and date are stamped on the finished pages last. Until then marks stand in their
places, so that a commit that changes no page costs no page.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ..project.files import digest_files, yaml_of
from ..project.places import Project
from ..project.templates import html
from .addresses import slug

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

UNKNOWN = "unknown"
# what the book is made of: a change elsewhere does not make it another book than its commit's
INPUTS = ["lib", "data", "book", "_config.yml", "_toc.yml", "requirements.txt"]
_CODE = ["lib", "data", "book/assets/static/play", "_toc.yml"]  # what its wheels hold
_INDENT = re.compile(r"\n\s+(?=<)")
_MARK = re.compile(r"@@(version|commit|date|year|code)@@")


@dataclass(frozen=True)
class Edition:
    """What tells this book from earlier and later ones.

    Attributes
    ----------
    version : str
        That of ``CITATION.cff``.
    commit : str
        The last commit, ``"unknown"`` without git; it says if files have changed since.
    date : str
        The commit's date in the form 2026-11-22, or else the date of the version.
    code : str
        A hash of the code and data that a notebook of the book uses.
    """

    version: str
    commit: str
    date: str
    code: str

    @classmethod
    def of(cls, project: Project) -> Edition:
        """Return the edition that a checkout makes."""
        cff = cff_of(project)
        commit = git(project, "rev-parse", "--short=10", "HEAD")
        if commit and git(project, "status", "--porcelain", "--", *INPUTS):
            commit += " with changes"
        date = str(cff.get("date-released", UNKNOWN))
        committed = ("log", "-1", "--no-show-signature", "--format=%ct")
        if seconds := os.environ.get("SOURCE_DATE_EPOCH") or git(project, *committed):
            date = datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
        # with a letter, since packaging drops the zeros before a number
        code = f"h{digest_files(project.root, _CODE)[:8]}"
        return cls(str(cff.get("version", UNKNOWN)), commit or UNKNOWN, date, code)

    @property
    def year(self) -> str:
        """The year of its date."""
        return self.date[:4] if self.date != UNKNOWN else "n.d."

    def stamp(self, text: str) -> str:
        """Return a text with what its marks stand for."""
        return _MARK.sub(lambda mark: str(getattr(self, mark[1])), text)


def cff_of(project: Project) -> dict[str, Any]:
    """Return what ``CITATION.cff`` tells, if there is one."""
    return yaml_of(project.root / "CITATION.cff", needed=False) or {}


def cite(book: str, authors: str, address: str, part: str = "", name: str = "") -> tuple[str, str]:
    """Return how to cite the book, or a part of it: in words, and in BibTeX.

    Parameters
    ----------
    book, authors : str
        The book's title and authors.
    address : str
        Where it stands, or the part; empty if the book has no address.
    part, name : str, optional
        The title of a page, or what is cited of it, and its name within the book.

    Returns
    -------
    tuple of str
        With marks for the edition; see `Edition.stamp`.
    """
    edition = "ersion @@version@@ of @@date@@, commit @@commit@@"
    inside = f"\u201c{part}\u201d. In " if part else ""
    end = f" {address}" if address else ""
    fields = {
        "author": f"{{{authors}}}",
        "title": part or book,
        "booktitle": part and book,
        "year": "@@year@@",
        "note": f"V{edition}",
        "url": address,
    }
    kind, key = "incollection" if part else "misc", slug(f"{book} {name}")
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    words = f"{authors} (@@year@@). {inside}{book}, v{edition}.{end}"
    return words, f"@{kind}{{{key},\n{lines}}}"


def boxes(words: str, bibtex: str) -> Markup:
    """Return both as HTML, each with what the site's copy button looks for."""
    return html("colophon.html#boxes", words=words, bibtex=bibtex)


def foot(project: Project, config: dict[str, Any]) -> str:
    """Return the line in the foot of each page, with marks for the edition."""
    return str(html("colophon.html#foot", author=config["author"], cff=cff_of(project)))


def colophon(project: Project, config: dict[str, Any]) -> Markup:
    """Return what is known of the book, as a list of HTML, and how to cite it.

    Parameters
    ----------
    project : Project
        Its ``CITATION.cff`` tells of authors, licence and DOI.
    config : dict
        Its settings.
    """
    author, address = config["author"], config["html"]["baseurl"]
    return html(
        "colophon.html#colophon",
        author=author,
        cff=cff_of(project),
        address=address,
        clone=config["repository"]["url"],
        cited=cite(config["title"], author, address),
    )


def stamp_pages(site: Path, edition: Edition) -> None:
    """Put an edition in the place of its marks on all pages of a site.

    What indents the frame around a page's text is left out.
    """
    for path in site.rglob("*.html"):
        frame, begins, rest = path.read_text("utf-8").partition("<article")
        text = _INDENT.sub("\n", frame) + begins + rest
        path.write_text(edition.stamp(text), "utf-8")


def git(project: Project, *arguments: str) -> str:
    """Return what git says of the project; nothing without git, or if it is of something else."""
    # nobody's own commands wait for these, which only read
    command = ["git", "--no-optional-locks", f"--git-dir={project.root / '.git'}", *arguments]
    try:
        answer = subprocess.run(command, cwd=project.root, capture_output=True, errors="replace")
    except OSError:  # no git here
        return ""
    return "" if answer.returncode else answer.stdout.strip()


def _plain(title: str) -> str:
    """A title without its markup and number."""
    return re.sub(r"^[\d.]+ ", "", " ".join(unescape(re.sub(r"<[^>]*>", "", title)).split()))


def titled(context: dict[str, Any]) -> str:
    """Return what a page is called outside the book: its title behind those of the pages above."""
    title = _plain(context.get("title", ""))
    above = [_plain(parent["title"]) for parent in context.get("parents", [])]
    return ": ".join([*(name for name in above if name.lower() not in title.lower()), title])


def _cite(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say how to cite a page; the title page has a section of its own for that."""
    if doctree is None or name == app.config.root_doc:
        return
    own = name.removeprefix("book/").removesuffix("/index")
    address = context.get("pageurl") or ""
    context["cite"] = boxes(
        *cite(app.config.project, app.config.author, address, titled(context), own)
    )


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("html-page-context", _cite)
