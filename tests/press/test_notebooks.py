"""Notebooks for download: nothing in them that only the site understands."""

from __future__ import annotations

import re

import nbformat
import pytest

from press.site import notebooks

from .toy import Toy

PAGES = {"book/dice/index": "Dice", "book/rerun": "Rerun"}
WORKS = {"ross1971": "Ross 1971", "kuhn": "Kuhn 1953"}


def plain(cell: nbformat.NotebookNode) -> nbformat.NotebookNode:
    page = nbformat.v4.new_notebook(cells=[cell])
    notebooks.make_plain(page, "book/dice/index", "../../", PAGES, WORKS)
    return page.cells[0]


CASES = {
    "a work": ("As in {cite}`ross1971,kuhn`.", "As in (Ross 1971; Kuhn 1953)."),
    "a term": (
        "A {term}`lottery <mixed strategy>`, a {term}`threshold`.",
        "A lottery, a threshold.",
    ),
    "a page": ("{doc}`more <../rerun>`", "[more](../../book/rerun.html)"),
    "a page without a text": ("{doc}`/book/rerun`", "[Rerun](../../book/rerun.html)"),
    "a link": ("[x](../rerun.md#now)", "[x](../../book/rerun.html#now)"),
    "a theorem's label": ("By {prf:ref}`dice-fair`.", "By dice-fair."),
    "an equation": ("$$\na=b\n$$ (dice-mean)\n", "$$\na=b\n\\tag{dice-mean}\n$$"),
    "an equation of the site": ("```{math}\n:label: dice-mean\na=b\n```", "$$\na=b\n$$"),
    "a theorem": (
        "```{prf:theorem} Fair\n:label: dice-fair\nIt is.\n```",
        "**Theorem** (Fair)\n\nIt is.\n",
    ),
    "a solution in an exercise": (
        "````{admonition} Why?\nAsk.\n\n```{dropdown} Solution\n3.5\n```\n````",
        "**Why?**\n\nAsk.\n\n**Solution**\n\n3.5\n\n",
    ),
    "a table without a title": ("```{list-table}\n* - a\n  - b\n```", "* - a\n  - b\n"),
    "HTML": ("```{raw} html\n<b>x</b>\n```", "<b>x</b>\n"),
    "code that shows what it looks like": (
        "```text\n:::{tip} and {{ a.b }}\n```",
        "```text\n:::{tip} and {{ a.b }}\n```",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_written_out(case: str) -> None:
    source, expected = CASES[case]
    assert plain(nbformat.v4.new_markdown_cell(source)).source == expected


def test_code_that_the_page_hides_is_folded() -> None:
    output = nbformat.v4.new_output("display_data", {"text/html": "<p>a</p>", "text/plain": "a"})
    told = {"tags": ["remove-input"]}
    cell = plain(nbformat.v4.new_code_cell("x", outputs=[output], metadata=told))
    assert cell.outputs[0].data == {"text/html": "<p>a</p>"}
    assert cell.metadata["jupyter"] == {"source_hidden": True}


def test_a_page_is_there_as_a_notebook_without_marks_of_the_site(finished: Toy) -> None:
    site = finished.site()
    name = "downloads/demo/demo.ipynb"
    assert f'href="../{name}"'.encode() in site["book/demo.html"]
    page = nbformat.reads(site[name].decode(), as_version=4)
    nbformat.validate(page)
    prose = "\n".join(cell.source for cell in page.cells if cell.cell_type == "markdown")
    assert "The mean is 3.50 ± 0.12." in prose and not re.search(r"\{\{|^`{3,}\{", prose, re.M)
