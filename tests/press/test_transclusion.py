"""What stands on a page although it was made elsewhere, and numbers typed into prose."""

from __future__ import annotations

import pytest

from press.ledger.published import Entry, Published
from press.run.project import BuildError
from press.site.transclusion import expand
from press.site.typed_numbers import typed_numbers


def test_a_block_of_another_page_is_put_where_it_is_asked_for() -> None:
    blocks = {"demo/table1": '<a href="../../downloads/demo/table1.csv">CSV</a>'}
    text = expand("Before.\n\n```{shown} table1\n```\n\nAfter.", blocks, "demo", "../")
    assert '<a href="../downloads/demo/table1.csv">CSV</a>' in text
    assert text.startswith("Before.") and text.endswith("After.") and "{shown}" not in text


def test_a_block_that_nobody_makes_is_told_with_the_nearest() -> None:
    with pytest.raises(BuildError, match=r"table2: no page makes it; nearest: demo/table1"):
        expand("```{shown} table2\n```", {"demo/table1": ""}, "demo", "../")


PUBLISHED = Published("demo", {}, {"a": Entry("a", "p. 1", "says", "0.0132")}, {})


@pytest.mark.parametrize(
    "text, found",
    [
        ("It is 0.6445 here.", ["0.6445"]),
        ("Of 1,248,000 games", ["1,248,000"]),
        ("$v = 0.6445$ and 12,345.", ["0.6445", "12,345"]),
        ("In 1980 it was 0.0132, and 12 of 99.", []),
        ("{{ demo.value }} and `0.6445` and [x](a/0.6445.md)", []),
        ("```{code-cell} ipython3\nx = 0.6445\n```\n", []),
        ("```shell\nmake 12345\n```\n", []),
        ("---\nnumber: 12345\n---\nText", []),
        ("Definition 3.13 says so", []),
        ("arXiv 2412.19855 and [arXiv 2412.19855](x)", []),
        ("````{prf:proof}\nIt.\n````\n\nIs 0.6445.\n\n```{code-cell} x\n0.508\n```", ["0.6445"]),
        ("````{x}\n```{dropdown} 0.508\n0.6445\n```\n```shell\n0.508\n```\n````", ["0.6445"]),
        ("```{prf:theorem} Name\n:label: t-123\nIt is 0.6445.\n```", ["0.6445"]),
    ],
)
def test_numbers_typed_into_prose(text: str, found: list[str]) -> None:
    assert [number for _, number in typed_numbers(text, PUBLISHED)] == found
