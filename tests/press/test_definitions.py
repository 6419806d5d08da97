"""What links lead to on other pages, as it is told in boxes."""

from press.site.definitions import definitions

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


def test_words_theorems_and_captions_are_told() -> None:
    found = definitions("book/glossary.html", GLOSSARY) | definitions("book/a.html", LECTURE)
    assert list(found) == [
        "book/glossary.html#term-die",
        "book/glossary.html#term-sum",
        "book/a.html#fair",
        "book/a.html#figure-sums",
    ]
    assert found["book/a.html#figure-sums"].startswith("<figcaption>")
    assert "Fair." in found["book/a.html#fair"]


def test_links_in_it_begin_at_the_top_and_it_has_no_ids() -> None:
    told = definitions("book/glossary.html", GLOSSARY)["book/glossary.html#term-die"]
    assert 'href="{root}book/dice/index.html#rules"' in told
    assert "id=" not in told and "headerlink" not in told
