"""The index of the search: what of a page becomes a place, and with which text."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from contextlib import closing
from pathlib import Path

from press.ask.store import Store
from press.ledger.published import Published
from press.site.search import FILE, places, write_index

PAGE = """<h1>for paper</h1><article class="bd-article"><section id="guts">
<h1>Guts<a class="headerlink" href="#guts">#</a></h1><p>Hold or drop,<br>in chips.</p>
<section id="price"><h2>The price</h2><p>It is <math><mo>&minus;</mo><mn>0.0132</mn>
<annotation encoding="application/x-tex">-0.0132</annotation></math>.</p>
<pre>code()</pre><svg><text>axis</text></svg><table><tr><td>1</td><td>2</td></tr></table>
<aside class="pr-claim" id="entry-a"><p>an entry</p></aside><p>Then.</p></section>
<dl><dt id="term-ruin">ruin</dt><dd><p>No chip left.</p></dd></dl><p>After.</p></section></article>
"""


def test_a_place_has_its_headings_and_text_without_code() -> None:
    told = {place["anchor"]: place for place in places(PAGE)}
    assert [place["title"] for place in told.values()] == ["Guts", "The price", "ruin"]
    assert told["price"]["path"] == ["Guts"]
    assert told["price"]["text"] == "It is \N{MINUS SIGN}0.0132 . 1 2 Then."
    assert told["guts"]["text"] == "Hold or drop, in chips. After."
    assert (told["term-ruin"]["kind"], told["term-ruin"]["text"]) == ("term", "No chip left.")


def test_tables_of_runs_are_left_out_and_a_page_without_an_article_has_no_places() -> None:
    framed = PAGE.replace("<table>", '<div class="pr-scroll"><table>')
    framed = framed.replace("</table>", "</table></div>")
    assert places(framed)[1]["text"] == "It is \N{MINUS SIGN}0.0132 . Then."
    assert places("<p>nothing</p>") == []


def test_the_index_holds_sections_and_entries(tmp_path: Path) -> None:
    for name in ("book/guts/index", "book/ledger"):
        path = tmp_path / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE, "utf-8")
    (tmp_path / FILE).parent.mkdir()
    row = dict.fromkeys(["printed", "computed", "diagnosis", "explanation"], "") | {
        "id": "price", "chapter": "guts", "quantity": "is worth", "where": "Section 1",
        "printed": ".0132", "verdict": "match", "group": "agree",
        "url": "book/ledger.html#guts-price",
    }  # fmt: skip
    source = Published("guts", {"title": "Guts", "summary": "J. Scarfe"}, {})
    with closing(Store(tmp_path / "known.sqlite")) as known:
        for _ in range(2):  # the second time from what is known
            write_index(
                tmp_path, ["book/guts/index", "book/ledger"], [row], {"guts": source}, known
            )
    script = (tmp_path / FILE).read_text("utf-8")
    index = json.loads(zlib.decompress(b64decode(script.partition('atob("')[2].partition('"')[0])))
    found = index["places"]
    entry = found[-1]
    assert index["pages"][entry["page"]] == "book/ledger.html"
    assert (entry["text"], entry["anchor"]) == ("printed .0132 · match · price", "guts-price")
    assert {place["group"] for place in found} == {"Guts"}
