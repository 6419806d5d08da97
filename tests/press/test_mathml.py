"""Formulas become MathML, and nothing else does."""

import re

import pytest

from press.site import mathml
from press.site.numerals import printed


@pytest.mark.parametrize(
    "text",
    ["pays $8, $10 or ($5)", "from $1-$2", "$ 5 and 3$", "the $5/$6 game", "no formula", "a $"],
)
def test_money_is_no_formula(text):
    assert "<math" not in mathml.typeset(text)


def test_a_text_is_escaped_and_its_formulas_are_set():
    assert mathml.typeset("a<b, $k<1$ & $\\{x\\}$").count("<math>") == 2
    assert mathml.typeset("a<b & c") == "a&lt;b &amp; c"
    assert "<annotation" not in mathml.typeset("$x_1$")


def test_a_mere_number_is_text():
    assert mathml.typeset("from $-1$ to $1{,}000$ and $0.5$, $x$").count("<math>") == 2
    assert mathml.typeset("$-1.5$") == "−1.5"


def test_a_fault_names_the_formula():
    with pytest.raises(mathml.TexError, match=r"\\nonsense"):
        mathml.typeset("so $\\nonsense$")


def test_a_sign_is_told_from_an_operation():
    forms = re.findall(r'form="(\w+)">−', mathml.inline("a - b = -c"))
    assert forms == ["infix", "prefix"]


def test_a_large_bracket_with_an_exponent_stands_in_a_row():
    """Else a browser draws it small."""
    shown = mathml.inline(r"\bigl(x\bigr)^2")
    assert re.search(r"<msup><mrow><mo [^>]*>\)</mo></mrow><mn>2</mn></msup>", shown)


def test_a_root_is_as_high_as_a_line():
    """Else its sign hangs below a low letter."""
    assert re.search(
        r'<msqrt><mspace [^>]*height="0.72em" ?/><mi>r</mi>', mathml.inline(r"\sqrt r")
    )


def test_letters_of_other_alphabets_are_characters():
    shown = mathml.inline(r"\mathbb{E}\mathbf{x}\mathcal{L}")
    assert "mathvariant" not in shown
    assert "𝔼" in shown and "𝐱" in shown and "ℒ" in shown


def test_a_long_formula_wraps_and_a_short_one_does_not():
    long = "t_{k+1}=t_k-f(0)t_k^2-f'(0)t_k^3+o(t_k^3)-f''(0)t_k^4"
    assert "<wbr>" not in mathml.display("t_k=t_{k-1}")
    pieces = mathml.display(long).split("<wbr>")
    assert len(pieces) > 1
    assert all(piece.count("<math") == piece.count("</math") == 1 for piece in pieces)
    # nothing is lost between the pieces
    assert re.sub(r"<wbr>|<[^>]*>", "", mathml.display(long)) == re.sub(
        r"<[^>]*>", "", mathml._math([mathml._tree(long, True)], "")
    )


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("$t_{k-1}^2/2$", "tₖ₋₁²/2"),
        (r"$\frac{a+1}{b}$", "(a + 1)/b"),
        (r"$\bar h_k\le-1$", "h̄ₖ ≤ −1"),
        (r"$\sqrt{x}$", "√x"),
        ("$10^{395.3}$", "10 to the 395.3"),
    ],
)
def test_a_formula_can_be_written_out(tex, text):
    assert mathml.plain(tex) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-0.5", "−0.5"),
        ("(-3, 2-1, -$4)", "(−3, 2-1, −$4)"),
        ("-0.000.", "0.000."),
        ("-0.0001", "−0.0001"),
        ("7e-05 and 0e+00, 1e6", "7\u00a0×\u00a010⁻⁵ and 0, 10⁶"),
        ("2026-11-22, x-1, e-5", "2026-11-22, x-1, e-5"),
        ("the player's 'own' \"box\"", "the player’s ‘own’ “box”"),
    ],
)
def test_numbers_and_quotes(text, shown):
    assert printed(text) == shown


def test_published_and_computed_stay_on_one_line():
    told = printed("-0.7 (-1.0%) | -0.3 (-0.4%)")
    assert " " not in told and told.count("\N{NO-BREAK SPACE}") == 4
    assert printed("a word | and others, as in code") == "a word | and others, as in code"
