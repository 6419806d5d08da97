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
MOST = 1_500_000  # bytes that a page loads, compressed
TITLE = 300_000


@pytest.mark.parametrize("name", PLACES)
def test_a_page_is_there_light_and_shows_nothing_of_its_source(site: Path, name: str) -> None:
    html = (site / f"{name}.html").read_text(encoding="utf-8")
    found = links.weights(site, site / f"{name}.html")
    heaviest = sorted(found.items(), key=lambda pair: -pair[1])[:5]
    assert len(found) > 3
    assert sum(found.values()) <= (TITLE if name == PLACES[0] else MOST), heaviest
    if name.count("/") > 1:  # a fence that ends too early leaves roles as they were typed
        text = re.sub(r"<[^>]*>", "", SOURCES.sub("", html))
        assert not re.findall(r"\{[a-z:]+\}`|`{3,}\{", text)


def test_root_leads_to_the_title_page(site: Path) -> None:
    root = links.read_page((site / "index.html").read_text(encoding="utf-8"))
    assert len(root.links) >= 2, "a redirect and a link for whoever it does not serve"
    assert len(set(root.links)) == 1
    assert (site / root.links[0]).is_file()


def test_links_resolve_and_nothing_is_loaded_from_outside(site: Path) -> None:
    assert links.faults(site) == []


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


def test_ids_are_unique(site: Path) -> None:
    pages = links.pages_of(site)
    assert {path: page.repeated for path, page in pages.items() if page.repeated} == {}


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


# Canaries: each checker must see what was planted.


def test_canary_a_heavy_page_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("p { background: url(b.png) }")
    (tmp_path / "b.png").write_bytes(bytes(10_000))
    (tmp_path / "index.html").write_text('<link rel="stylesheet" href="a.css">')
    assert sum(links.weights(tmp_path, tmp_path / "index.html").values()) > 10_000


PLANTED = [
    '<script src="https://cdn.example/x.js"></script>',
    "<script src='//cdn.example/x.js'></script>",
    '<link rel="stylesheet" href="https://fonts.example/css">',
    '<link rel="preconnect" href="https://fonts.example">',
    '<link rel="shortcut icon" href="http://cdn.example/favicon.ico">',
    '<img alt="" src="https://cdn.example/x.png">',
    '<img alt="" srcset="a.png 1x, https://cdn.example/b.png 2x">',
    '<p style="background: url(https://cdn.example/x.png)">',
    "<style>@import 'https://cdn.example/x.css';</style>",
    '<svg><image href="https://cdn.example/x.png"/></svg>',
]


def test_canary_outside_resources_are_seen(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>t</title>{''.join(PLANTED)}")
    (tmp_path / "x.css").write_text(
        "@import url(https://cdn.example/x.css); p { background: url('//cdn.example/x') }"
    )
    seen = [fault for fault in links.faults(tmp_path) if "loaded from outside" in fault]
    assert len(seen) == len(PLANTED) + 2


def test_ordinary_links_out_and_data_addresses_are_no_loads(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="https://example.org/">x</a><img alt="" src="data:image/png;base64,AA==">'
        '<link rel="canonical" href="https://example.org/">'
    )
    (tmp_path / "x.css").write_text("/* url(https://example.org/) */ p { mask: url(data:,) }")
    assert links.faults(tmp_path) == []


BROKEN = {
    "missing.html": "no such file", "other.html#nowhere": "no such id", "#nowhere": "no such id",
    "../outside.html": "leaves the site", "/other.html": "root of the host", "folder/": "folder",
}  # fmt: skip


def test_canary_broken_links_are_seen(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "other.html").write_text('<p id="here">x</p>')
    planted = [f'<a href="{address}">x</a>' for address in ("other.html#here", *BROKEN)]
    (tmp_path / "index.html").write_text("".join(planted))
    found = links.faults(tmp_path)
    assert len(found) == len(BROKEN)
    assert all(why in told for why, told in zip(BROKEN.values(), found, strict=True))


def test_what_a_codecheck_looks_at_is_there(site: Path) -> None:
    manifest = yaml.safe_load((ROOT / "codecheck.yml").read_text("utf-8"))["manifest"]
    missing = [item["file"] for item in manifest if not (ROOT / item["file"]).is_file()]
    assert not missing
