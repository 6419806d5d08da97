"""The built files, without a browser: pages exist, links resolve, nothing loads from outside."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup

import links
from browsing import PLACES, ROOT

SOURCES = re.compile(r'<details class="pr-check".*?</details>', re.DOTALL)  # of checks
DIRECTIVE = re.compile(r"^ *(`{3,}|:{3,})\{|\{\{|\{[a-z:]+\}`")


def test_links_resolve_and_ids_are_unique(site: Path) -> None:
    assert links.faults(site) == []


@pytest.mark.parametrize("name", PLACES)
def test_a_page_shows_nothing_of_its_source(site: Path, name: str) -> None:
    """A fence that ends too early leaves roles as they were typed."""
    text = re.sub(r"<[^>]*>", "", SOURCES.sub("", (site / f"{name}.html").read_text("utf-8")))
    assert name.count("/") == 1 or not re.findall(r"\{[a-z:]+\}`|`{3,}\{", text)


# What stood on a first page and stands behind it now: the old address leads to where it went.
MOVED = yaml.safe_load(Path(__file__).with_name("moved.yaml").read_text("utf-8"))


@pytest.mark.parametrize("place", MOVED)
def test_what_has_moved_is_found_from_its_old_address(site: Path, place: str) -> None:
    """It stands on the page, or an empty anchor does, in a line that leads there."""
    page = BeautifulSoup((site / f"book/{place}.html").read_text(encoding="utf-8"), "html.parser")
    for name in MOVED[place].split():
        anchor = page.find(id=name)
        assert anchor is not None, name
        if anchor.name == "span":
            near = anchor.find_parent(["li", "p", "section"])
            assert near.find("a", href=re.compile(r"\.html")), name


def test_notebooks_for_download_are_executed_and_read_well_elsewhere(site: Path) -> None:
    notebooks = [*site.glob("downloads/*/*.ipynb")]
    assert len(notebooks) > 30
    for path in notebooks:
        cells = nbformat.read(path, as_version=4).cells
        assert any(cell.get("outputs") for cell in cells), f"{path} was not executed"
        prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        lines = SOURCES.sub("", prose).splitlines()  # Python, whose braces are its own
        assert not [line for line in lines if DIRECTIVE.search(line)], f"{path}: for the site only"


def test_tables_and_figures_have_their_chapters_number(site: Path) -> None:
    chapters = dict.fromkeys(p.split("/")[1] for p in PLACES if p.endswith("/lab"))
    for order, folder in enumerate(chapters, start=1):
        for name in [name for name in PLACES if name.split("/")[1] == folder]:
            text = (site / f"{name}.html").read_text("utf-8")
            frames = re.findall(r'<figure class="pr-(table|figure)" id="[\w-]+">', text)
            heads = r"<figcaption>\s*(?:<p>)?<b><a [^>]*>(?:Table|Figure) (\d+)\.\d+\.</a></b>"
            numbers = re.findall(heads, text)
            assert len(numbers) == len(frames), name
            theorems = re.findall(r'class="caption-number">\w+ (\d+)\.\d+ ', text)
            equations = re.findall(r'class="eqno">\((\d+)\.\d+\)', text)
            assert {int(number) for number in numbers + theorems + equations} <= {order}, name


BROKEN = {
    "missing.html": "no such file", "other.html#nowhere": "no such id", "#nowhere": "no such id",
    "../outside.html": "leaves the site", "/other.html": "root of the host", "folder/": "folder",
}  # fmt: skip


def test_canary_broken_links_and_a_second_id_are_seen(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "other.html").write_text('<p id="here">x</p>')
    sound = ("other.html#here", "https://example.org/")
    planted = [f'<a href="{address}">x</a>' for address in (*sound, *BROKEN)]
    (tmp_path / "index.html").write_text(f"{'<p id=one>' * 2}{''.join(planted)}")
    found = links.faults(tmp_path)
    whys = [*BROKEN.values(), "twice"]
    assert len(found) == len(whys)
    assert all(why in told for why, told in zip(whys, found, strict=True))


def test_what_a_codecheck_looks_at_is_there(site: Path) -> None:
    manifest = yaml.safe_load((ROOT / "codecheck.yml").read_text("utf-8"))["manifest"]
    missing = [item["file"] for item in manifest if not (ROOT / item["file"]).is_file()]
    assert not missing
