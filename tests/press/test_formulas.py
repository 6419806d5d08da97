"""Formulas and numbers are set in the text of a page, and nothing else is."""

import re

import pytest

from press.site import formulas
from press.site.typesetting import dress


@pytest.mark.parametrize("tex", [r"\nonsense", r"\frac{1}", "a_b_c"])
def test_what_is_no_tex_is_told_in_a_line_with_the_formula(tex):
    with pytest.raises(formulas.TexError) as told:
        formulas.inline(tex)
    assert tex in str(told.value) and "\n" not in str(told.value)
    shown = dress(f"<td>so ${tex}$</td>")
    assert shown == f"<td>so ${tex}$</td>", "in data it may be the text of a parameter"


def lines(formula: str) -> list[str]:
    """What may stand on a line of its own."""
    return [re.sub("<[^>]*>", "", piece) for piece in formula.split("<wbr>")]


def test_a_formula_breaks_after_a_relation_and_a_long_one_after_an_operation():
    assert lines(formulas.inline("a+b")) == ["a+b"]
    assert lines(formulas.inline("a+b=-c")) == ["a+b=", "−c"]
    long = lines(formulas.inline("t_k-f(0)t_k^2-f'(0)t_k^3+o(t_k^3)-f''(0)t_k^4"))
    assert len(long) == 5 and not any("−" in piece[:-1] for piece in long)


def test_within_brackets_a_formula_breaks_after_a_comma_if_it_is_long_or_displayed():
    short, long = "w(k=n,l-1)", r"w(k=n,l-1)+\alpha+\beta-\gamma"
    assert lines(formulas.inline(short)) == ["w(k=n,l−1)"]
    assert lines(formulas.displayed(short)) == ["w(k=n,", "l−1)"]
    assert lines(formulas.inline(long)) == ["w(k=n,", "l−1)+", "α+", "β−", "γ"]
    assert lines(formulas.displayed(long)) == lines(formulas.inline(long))
    assert formulas.displayed("a+b").count('displaystyle="true"') == 2
    assert formulas.displayed("a").startswith('<math display="block">'), "what fits is one formula"


def test_a_prime_stands_beside_its_letter_and_room_between_lines_is_no_text():
    """It is raised in fonts already, and would be raised twice."""
    assert formulas.inline("f'").startswith("<math><mrow><mi>f</mi><mo ")
    assert "<mrow><msub><mi>f</mi><mi>k</mi></msub><mo " in formulas.inline("x^2+f_k'")
    assert "[1ex]" not in formulas.translated(r"\begin{aligned}a\\[1ex]b\end{aligned}", True)


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"$\bar h_k\le-1$", "h̄ₖ ≤ −1"),
        (r"$\sqrt{x} + \log 3$", "√x + log 3"),
        ("$10^{395.3}$", "10^395.3"),
    ],
)
def test_a_formula_can_be_written_out(tex: str, text: str) -> None:
    assert formulas.plain(tex) == text


MONEY = ["pays $8, $10 or ($5)", "from $1-$2", "$ 5 and 3$", "the $5/$6 game"]
SVG = '<svg aria-label="{0}"><title>to {1} at {0}</title><text>{1}</text></svg>'


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        *((text, text) for text in MONEY),
        ("from $-1.5$ on", "from −1.5 on"),  # a mere number is text
        ("(-3, 2-1, -$4)", "(−3, 2-1, −$4)"),
        ("-0.000.", "0.000."),
        ("7e-05 and 0e+00, 1e6", "7\u00a0×\u00a010⁻⁵ and 0, 10⁶"),
        ("2026-11-22, x-1, e-5", "2026-11-22, x-1, e-5"),
        ("<pre>-1 $x$</pre>", "<pre>-1 $x$</pre>"),
        ("<math><mn>-1</mn></math>", "<math><mn>-1</mn></math>"),
        ('<script>"-1", "$x$";</script>', '<script>"-1", "$x$";</script>'),
        ('<a href="x-1.html">$8, $9</a>', '<a href="x-1.html">$8, $9</a>'),
        ("<code>-1</code> -1 <p>-2</p>", "<code>-1</code> −1 <p>−2</p>"),
        ("<p>&lt;$t$&gt;</p>", "<p>&lt;<math><mi>t</mi></math>&gt;</p>"),
        (SVG.format("$t_1$", "-1"), SVG.format("t₁", "−1")),  # what holds no HTML gets text
    ],
)
def test_formulas_and_numbers_are_set_and_nothing_else(page: str, shown: str) -> None:
    assert dress(page) == shown


def test_a_formula_stays_with_what_stands_beside_it():
    shown = dress(
        "<p>where ($k$ players, $n$ gifts), the $k$-th at $d$\u00a0=\u00a0-1, and $m$ more</p>"
    )
    glued = re.findall(r'<span class="pr-glue">(.*?)</span>', shown)
    assert [re.sub("<[^>]*>", "", one) for one in glued] == ["(k", "k-th", "d\u00a0=\u00a0−1,"]
    assert dress("<p>$x$, or $y$</p>").count("pr-glue") == 1
    assert "pr-glue" not in dress("<p>$x$ or $y$</p>")
