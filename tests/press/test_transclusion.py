"""What stands on a page although it was made elsewhere."""

from __future__ import annotations

import pytest

from press.run.project import BuildError
from press.site.transclusion import expand


def test_a_block_of_another_page_is_put_where_it_is_asked_for() -> None:
    blocks = {"demo/table1": '<a href="../../downloads/demo/table1.csv">CSV</a>'}
    text = expand("Before.\n\n```{shown} table1\n```\n\nAfter.", blocks, "demo", "../")
    assert '<a href="../downloads/demo/table1.csv">CSV</a>' in text
    assert text.startswith("Before.") and text.endswith("After.") and "{shown}" not in text


def test_a_block_that_nobody_makes_is_told_with_the_nearest() -> None:
    with pytest.raises(BuildError, match=r"table2: no page makes it; nearest: demo/table1"):
        expand("```{shown} table2\n```", {"demo/table1": ""}, "demo", "../")
