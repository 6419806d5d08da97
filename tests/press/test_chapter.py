"""What a notebook leaves behind: each name once, and everything on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlor.press import Chapter, new_figure


@pytest.fixture
def chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chapter:
    monkeypatch.setenv("PARLOR_RUN", str(tmp_path))
    return Chapter("token_game")


def test_a_name_is_used_once_for_each_kind(chapter: Chapter) -> None:
    figure, _ = new_figure()
    chapter.data("own", [1])
    chapter.figure("own", figure, "A caption", "Nothing is drawn")
    with pytest.raises(ValueError, match="name: 'own' is taken"):
        chapter.data("own", [2])
    assert json.loads((chapter.folder / "data/own.json").read_text("utf-8")) == [1]


def test_a_value_is_checked_once(chapter: Chapter) -> None:
    chapter.check("prose.first_worth", 21)
    with pytest.raises(ValueError, match="checked already"):
        chapter.check("prose.first_worth", 21)


def test_results_are_on_disk_at_once_outside_a_notebook(chapter: Chapter) -> None:
    chapter.say(worth=21)
    found = json.loads((chapter.folder / "results.json").read_text("utf-8"))
    assert found["values"] == {"worth": "21"}
