"""What links lead to on other pages, as it is told in boxes."""

import pytest

from press.site.boxes import definitions

GLOSSARY = """<dl class="glossary"><dt id="term-die">die<a class="headerlink" href="#term-die">#</a>
</dt><dd><p>See <a class="reference internal" href="dice/index.html#rules">rules</a>.</p></dd>
<dt id="term-sum">sum</dt><dd><p>What two show.</p></dd></dl>"""
LECTURE = """<p><a class="reference internal" href="../glossary.html#term-die">die</a>
<a class="reference internal" href="#fair">Theorem 1.1</a>
<a class="pr-ref" href="../../book/dice/index.html#figure-sums">Figure 1.1</a></p>
<figure class="pr-figure" id="figure-sums"><svg></svg><figcaption><b><a class="pr-ref"
 href="../../book/dice/index.html#figure-sums">Figure 1.1.</a></b> Sums.</figcaption></figure>
<div class="proof theorem admonition" id="fair"><p class="admonition-title">Theorem</p>
<section class="theorem-content" id="fair-content"><p>Fair.</p></section></div>"""
AUDIT = """<a class="pr-ref" href="../../book/dice/index.html#figure-sums">Figure 1.1</a>
<a class="reference internal" href="index.html#fair">Theorem 1.1</a>
<a class="reference internal" href="index.html#rules">a heading</a>
<b><a class="pr-ref" href="../../book/dice/index.html#figure-copied">Figure 1.2.</a></b>"""


@pytest.fixture
def found(tmp_path):
    pages = {"book/glossary": GLOSSARY, "book/dice/index": LECTURE, "book/dice/audit": AUDIT}
    for name, text in pages.items():
        path = tmp_path / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return definitions(tmp_path, pages)


def test_what_is_asked_for_from_another_page_is_told(found):
    assert list(found) == [
        "book/dice/index.html#fair",
        "book/dice/index.html#figure-sums",
        "book/glossary.html#term-die",
    ]
    assert found["book/dice/index.html#figure-sums"].startswith("<figcaption>")
    assert "Fair." in found["book/dice/index.html#fair"]


def test_links_in_it_begin_at_the_top_and_it_has_no_ids(found):
    told = found["book/glossary.html#term-die"]
    assert 'href="{root}book/dice/index.html#rules"' in told
    assert not any("id=" in shown or "headerlink" in shown for shown in found.values())
