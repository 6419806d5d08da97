"""The index of the search: what of a page becomes a place, and with which text."""

from __future__ import annotations

from press.site.search import places

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
