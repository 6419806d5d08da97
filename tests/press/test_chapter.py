"""What a notebook leaves behind: each name once, and everything on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from press import Chapter, Effort, Value, claim, new_figure
from press.page.tables import shown
from press.project.places import Project


@pytest.fixture
def chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chapter:
    monkeypatch.setenv("PRESS_RUN", str(tmp_path))
    return Chapter("token_game")


@claim("prose.first_worth")
def worth(effort: Effort) -> Value:
    return Value(21)


def test_a_name_is_used_once_for_each_kind_and_an_entry_is_judged_once(chapter: Chapter) -> None:
    figure, _ = new_figure()
    chapter.data("own", [1], "Ours")
    chapter.figure("own", figure, "A caption", "Nothing is drawn")
    chapter.judge(worth)
    with pytest.raises(ValueError, match="'own' is taken, each of the data"):
        chapter.data("own", [2], "Ours")
    with pytest.raises(ValueError, match=r"'prose\.first_worth' is taken"):
        chapter.judge(worth)
    assert json.loads((chapter.folder / "data/own.json").read_text("utf-8")) == [1]


@pytest.mark.parametrize("broken", [float("nan"), float("-inf"), "nan antes"])
def test_what_is_not_finite_enters_no_table_and_no_text(chapter: Chapter, broken: object) -> None:
    frame = pd.DataFrame({"n": [1, 2], "value": [0.5, broken]})
    with pytest.raises(ArithmeticError, match=r"table gains, 'value', row 2: computed -?(nan|inf)"):
        chapter.table("gains", frame, "Gains")
    assert not list(chapter.folder.glob("tables/*"))
    with pytest.raises(ArithmeticError, match="not a finite number"):
        chapter.say(gain=broken)
    blank = pd.DataFrame({"n": [1, 2], "value": [0.5, ""]})
    chapter.table("blanks", blank, "What has no number is an empty text")


def test_numbers_of_a_column_have_one_form_and_texts_stay_as_printed() -> None:
    columns = {"n": [1, 2], "mean": [0, 0.375], "printed": ["0.5", "0.25"], "raw": [1 / 3, 2.0]}
    rows = [[cell["number"] for cell in row] for row in shown(pd.DataFrame(columns))["rows"]]
    assert rows == [["1", "0.000", "0.5", "0.3333333333"], ["2", "0.375", "0.25", "2"]]


def test_results_are_on_disk_at_once_outside_a_notebook(chapter: Chapter) -> None:
    chapter.say(worth=21, share=2 / 3, few=[], blank="", words=["a", "b"])
    found = json.loads((chapter.folder / "results.json").read_text("utf-8"))
    assert found["values"] == {
        "worth": "21", "share": "0.6666666667", "few": "none", "blank": "", "words": "a, b",
    }  # fmt: skip
    assert found["numbers"] == {"worth": 21, "share": 2 / 3}


def test_elsewhere_it_shows_itself_and_a_cell_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRESS_RUN", raising=False)
    monkeypatch.setattr(Project, "build", tmp_path)
    chapter = Chapter("token_game")
    for _ in range(2):
        figure, _axes = new_figure()
        blocks = [
            chapter.judge(worth),
            chapter.table("own", pd.DataFrame({"n": [2]}), "Ours"),
            chapter.figure("own", figure, "A caption", "Nothing is drawn"),
        ]
    card, table, drawing = (block._repr_mimebundle_()["text/html"] for block in blocks)
    assert "<b>match.</b> The source" in card and "21" in card
    assert "<td>2</td>" in table and "Ours" in table and "<svg" in drawing
    found = json.loads((chapter.folder / "results.json").read_text("utf-8"))
    assert [len(found[kind]) for kind in ("checks", "tables", "figures")] == [1, 1, 1]
    assert found["checks"][0]["computed"] == "21"
