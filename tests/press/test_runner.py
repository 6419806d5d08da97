"""The runs of a book, side by side."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from parlor.press import runner
from parlor.press.project import Project


def test_the_longest_page_begins_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    begun: list[str] = []
    monkeypatch.setattr(runner, "_execute_one", lambda project, run, *_: begun.append(run.name))
    runs = []
    for name, cells in (("short", 1), ("long", 9), ("middling", 3)):
        path = tmp_path / f"{name}.md"
        path.write_text("```{code-cell} ipython3\n1\n```\n\nWords.\n\n" * cells, "utf-8")
        page: Any = SimpleNamespace(path=path, address=name)
        runs.append(SimpleNamespace(name=name, page=page, finished=False))
    wanted: Any = runs
    runner.execute(Project(tmp_path), wanted, workers=1)
    assert begun == ["long", "middling", "short"]
