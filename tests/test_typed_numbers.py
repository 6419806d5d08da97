"""Numbers in the prose of lectures come from runs, or are the source's own."""

from __future__ import annotations

import pytest

from press.ledger.published import Entry, Published
from press.project.places import Project
from tests.published import SOURCES

from .typed_numbers import typed_numbers

PROJECT = Project.here()
PUBLISHED = Published("demo", {}, {"a": Entry("a", "p. 1", "says", "0.0132")})


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
def test_numbers_typed_into_prose_are_found(text: str, found: list[str]) -> None:
    assert [number for _, number in typed_numbers(text, PUBLISHED)] == found


def test_no_number_is_typed_into_prose_that_a_run_could_give() -> None:
    published = SOURCES
    pages = [page for page in PROJECT.notebooks.values() if page.place.count("/") > 1]
    assert pages
    for page in pages:
        found = typed_numbers(page.path.read_text("utf-8"), published[page.chapter])
        assert not found, page.address
