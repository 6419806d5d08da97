"""What is done to a page on its way out."""

import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from press.site import formulas


@pytest.mark.parametrize(
    "page",
    [
        "<pre>-1 $x$ 'a'</pre>",
        "<code>-1 <b>$x$</b></code>",
        '<script>var a = "-1", b = "$x$";</script>',
        '<a href="x-1.html">$8, $9</a>',
        "<math><mn>-1</mn></math>",
        "<!-- -1 -->",
        "<style>a{margin:-1px}</style>",
    ],
)
def test_code_scripts_and_money_are_left_alone(page):
    assert formulas.dress(page) == page


def test_text_beside_code_is_dressed():
    assert formulas.dress("<code>-1</code> -1 <p>-2</p>") == "<code>-1</code> −1 <p>−2</p>"
    assert formulas.dress("<p>&lt;$t$&gt;</p>").startswith("<p>&lt;<math>")


def test_what_holds_no_html_gets_text():
    svg = '<svg aria-label="$t_1$"><title>to -1 at $t_1$</title><text>-1</text></svg>'
    assert formulas.dress(svg) == (
        '<svg aria-label="t₁"><title>to −1 at t₁</title><text>−1</text></svg>'
    )


def test_quotes_look_beyond_tags():
    assert formulas.dress('<p>"<b>x</b>"</p>') == "<p>“<b>x</b>”</p>"


def _table(*rows: tuple[str, ...]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><tbody>{body}</tbody></table>"


def test_columns_of_numbers_are_marked_also_if_they_are_texts():
    shown = formulas.dress(_table(("-1.50", "1", "$3"), ("7e-05", "two", "")))
    assert shown.count('class="pr-num"') == 4
    assert "<td>two</td>" in shown and "<td>1</td>" in shown


def test_a_fault_in_a_formula_stops_the_page():
    with pytest.raises(formulas.mathml.TexError, match="nonsense"):
        formulas.dress(r"<td>$\nonsense$</td>")


def test_the_font_holds_what_is_shown_and_little_else():
    letters = formulas.characters("<math><mi>x</mi><mo>∑</mo><msqrt><mn>1</mn></msqrt></math> y")
    font = TTFont(BytesIO(formulas.subset("".join(sorted(letters)))))
    known = font.getBestCmap()
    assert {ord(letter) for letter in "𝑥∑1√"} <= known.keys()
    assert ord("y") not in known
    assert "MATH" in font
    # the larger sums are there, which have no character of their own
    assert len(font.getGlyphOrder()) > len(known) + 1


def test_the_font_is_the_same_every_time():
    assert formulas.subset("x") == formulas.subset("x")


def test_a_formula_stays_with_the_comma_and_the_parenthesis_beside_it():
    shown = formulas.dress("<p>where ($k$ players, $n$ gifts), and $m$ more</p>")
    glued = re.findall(r'<span class="pr-glue">(.*?)</span>', shown)
    assert [re.sub("<[^>]*>", "", one) for one in glued] == ["(k"]
    assert formulas.dress("<p>$x$, or $y$</p>").count("pr-glue") == 1
    assert "pr-glue" not in formulas.dress("<p>$x$ or $y$</p>")


def test_only_wide_tables_make_room_for_words():
    def shown(n_numbers: int, words: str) -> str:
        cells = "<td>1</td>" * n_numbers + f"<td>{words}</td>"
        return formulas.dress(f"<table><tr>{cells}</tr></table>")

    assert "pr-words" in shown(3, "by how much she is ahead of the others")
    assert "pr-long" in shown(3, "by how much " * 10)
    assert not re.search(
        "pr-words|pr-long", shown(3, "a few words") + shown(2, "by how much " * 10)
    )


def test_none_among_numbers_is_aligned_with_them():
    rows = "".join(f"<tr><td>{limit}</td><td>none</td></tr>" for limit in ("1", "2", "none"))
    assert formulas.dress(f"<table>{rows}</table>").count('<td class="pr-num">') == 3
