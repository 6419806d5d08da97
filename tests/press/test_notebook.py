"""A page and the run of its code."""

from pathlib import Path

import pytest

from press.project import notebook
from press.project.errors import BuildError

PAGE = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {name: python3, display_name: Python 3, language: python}
---

# Old words

```{code-cell} ipython3
1 + 1
```
"""


def test_prose_may_change_after_a_run_and_code_may_not(tmp_path: Path) -> None:
    page, ran = tmp_path / "page.md", tmp_path / "page.ipynb"
    page.write_text(PAGE, "utf-8")
    ran.write_text(notebook.dumps(notebook.read_page(page)), "utf-8")
    page.write_text(PAGE.replace("Old words", "New words"), "utf-8")
    assert "New words" in notebook.join(page, ran).cells[0].source
    for code in ("1 + 2", "1 + 1\n```\n\n```{code-cell} ipython3\n3"):
        page.write_text(PAGE.replace("1 + 1", code), "utf-8")
        with pytest.raises(BuildError, match="was edited since it ran"):
            notebook.join(page, ran)
