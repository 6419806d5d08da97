"""The book on paper: pages joined into one document, and its print."""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path
from typing import Any

import pypdf
import pytest

from browsing import CHROMIUM, find_chromium
from press.project.errors import UserError
from press.project.places import Project
from press.tools.paper import places, print_book, sheets

from .toy import ROOT, Toy

ONE = """<html><body><article class="bd-article"><section id="one"><h1>One<a class="headerlink"
href="#one">#</a></h1><p>See <a href="#part">here</a>, <a href="two.html#end">there</a>,
<a href="two.html#gone">and there</a>, <a href="audit.html#x">not there</a>,
<a href="https://example.org/">elsewhere</a>.</p>
<section id="part"><h2>Part</h2>
<svg viewBox="0 0 1 1"><defs><path id="mark"></path></defs><use href="#mark"></use>
</svg>
<details class="hide"><summary>Show code cell source</summary><pre>x = 1</pre></details>
<details class="sd-dropdown"><summary>Solution</summary><p>It is 3.</p></details>
<script>alert(1)</script>
</section></section></article></body></html>"""
TWO = """<article class="bd-article"><section id="two"><h1>Two</h1><section id="end"><h2>End</h2>
</section></section></article>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    for name, text in {"one": ONE, "two": TWO}.items():
        (tmp_path / f"book/{name}.html").write_text(text, "utf-8")
    return tmp_path


WANTED = [("book/one", 1), ("book/two", 2)]


def test_on_paper_are_a_chapters_lectures_and_its_plain_pages() -> None:
    found = places(Project(ROOT))
    assert ("book/guts/index", 1) in found and ("book/guts/weenie", 2) in found
    proofs = [place for place, level in found if place.startswith("book/beyond/") and level == 2]
    assert len(proofs) > 10, "proofs are plain pages"
    assert not [place for place, _ in found if place.endswith(("audit", "/lab"))]
    assert not [place for place, _ in found if place.startswith("book/reference")]


def test_links_lead_to_their_places_on_paper_or_to_the_site(site: Path) -> None:
    one, two = sheets(site, WANTED, "")
    links = {link.get_text(): link["href"] for link in one.select("a[href]")}
    assert links == {
        "here": "#p1-part",
        "there": "#p2-end",
        "and there": "#p2",
        "elsewhere": "https://example.org/",
    }
    assert two.find(id="p2-end") is not None
    assert one.select_one("use")["href"] == f"#{one.select_one('path')['id']}"
    assert "not there" in one.get_text(), "of a link to what is not on paper the text stays"
    one, _ = sheets(site, WANTED, "https://example.org/parlor/")
    link = one.find("a", string="not there")
    assert link["href"] == "https://example.org/parlor/book/audit.html#x"


def test_pages_are_one_document_of_what_makes_sense_on_paper(site: Path) -> None:
    one, two = sheets(site, WANTED, "")
    text = one.get_text()
    assert "It is 3." in text, "solutions stand open"
    assert "Show code" not in text and "alert" not in text
    assert not one.select("details, script, [tabindex]")
    headings = [(h.name, h.get_text()) for page in (one, two) for h in page.select("h1, h2, h3")]
    assert headings == [("h1", "One"), ("h2", "Part"), ("h2", "Two"), ("h3", "End")]


def test_a_game_is_a_picture_and_a_line(tab_of: Any) -> None:
    styles = (ROOT / "lib/press/assets/paper.css").read_text("utf-8")
    still = '<div class="pr-still"><p>It needs scripts.</p><svg></svg></div>'
    with tab_of() as tab:
        tab.set_content(
            f'<style>{styles}</style><div class="pr-play" aria-label="Dice">{still}</div>'
        )
        text = pypdf.PdfReader(io.BytesIO(tab.pdf())).pages[0].extract_text()
    assert "On the site this is a game to play: Dice." in text and "scripts" not in text


def test_without_a_chromium_there_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match="no Chromium 'none': install one of"):
        print_book(Project(tmp_path), tmp_path / "book.pdf", "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="no Chromium to print with: install one of"):
        print_book(Project(tmp_path), tmp_path / "book.pdf")


@pytest.mark.slow
def test_the_print_has_numbered_contents_and_an_outline(built: Toy) -> None:
    chromium = find_chromium()
    if not chromium:
        reason = f"no Chromium: none of {', '.join(CHROMIUM)} found, PARLOR_CHROMIUM not set"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    status, out, err = built.call("pdf", "--chromium", chromium)
    assert status == 0, err
    path = built.root / "_build/pdf/parlor-games-recomputed.pdf"
    assert str(path) in out
    offered = built.root / "_build/html/book.pdf"
    assert offered.read_bytes() == path.read_bytes()
    page = built.site()["book/index.html"].decode()
    assert '<a href="../book.pdf" download="parlor-games-recomputed.pdf">' in page
    reader = pypdf.PdfReader(path)
    assert reader.metadata.title == "Parlor Games, Recomputed"
    pages = [page.extract_text() for page in reader.pages]
    listed = next(n for n, text in enumerate(pages) if text.lstrip().startswith("Contents"))
    there = next(n for n in range(listed + 1, len(pages)) if "A demonstration" in pages[n])
    told = re.search(r"A demonstration\s*(\d+)", pages[listed])
    assert told is not None and int(told[1]) == there + 1
    assert not [page for page in pages if "Download" in page], "what the styles hide is hidden"
    titles = [item.title for item in reader.outline if not isinstance(item, list)]
    assert "A demonstration" in titles
    links = [note.get_object() for page in reader.pages for note in page.get("/Annots", [])]
    assert any("/Dest" in link or "/A" in link for link in links)
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in reader.pages
        for font in page["/Resources"].get("/Font", {}).values()
    }
    known = ("STIX", "Source", "DejaVu")
    assert fonts and all(name.startswith(known) for name in fonts), "of the project"


@pytest.mark.parametrize(
    ("makefile", "how"), [("book:\n", "pip install pikepdf"), ("x:\n\npdf: book\n", "make pdf")]
)
def test_what_it_needs_is_named_with_a_command_that_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, makefile: str, how: str
) -> None:
    (tmp_path / "Makefile").write_text(makefile, "utf-8")
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(UserError, match=f"pikepdf is missing: `{how}`"):
        print_book(Project(tmp_path), tmp_path / "book.pdf", sys.executable)
