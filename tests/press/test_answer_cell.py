"""A lab asked without a notebook, once or many times."""

from __future__ import annotations

import json

import pytest

from press.ask.answer_cell import Lab, run_cell
from press.project.errors import BuildError, UserError
from press.project.places import Project

from .toy import Toy

PROJECT = Project.here()
LABS = [name for name in PROJECT.notebooks if name.endswith("/lab")]


@pytest.mark.parametrize("name", LABS)
def test_the_defaults_of_each_lab_are_answered(name: str) -> None:
    lab = Lab.of(PROJECT, PROJECT.page(name))
    answer = run_cell(lab.code, json.loads(json.dumps(lab.parameters.validate({}))))
    assert answer.asked.endswith(".") and answer.tables and answer.figures
    assert answer.quantities and all(quantity.meaning for quantity in answer.quantities)
    json.dumps(answer.as_json(), allow_nan=False)
    ours = {made for made in lab.made.parts if made.startswith("press")}
    assert ours == {"press.ledger", "press.page"}, "how it is asked is not what it is made of"


def test_its_name_changes_with_what_answers_only(toy: Toy) -> None:
    project = Project(toy.root)

    def name() -> str:
        return Lab.of(project, project.page("demo")).made.name

    before = name()
    toy.edit("book/demo.md", "# A demonstration", "# Another one")
    toy.edit("book/demo.md", "chapter.judge(dice)", "chapter.judge(dice, dice)")
    assert name() == before
    toy.edit("lib/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    assert name() != before


def test_a_page_without_an_answer_is_no_lab() -> None:
    with pytest.raises(UserError, match="guts: is no lab"):
        Lab.of(PROJECT, PROJECT.page("guts"))
    with pytest.raises(BuildError, match="makes no Answer"):
        run_cell("answer = 3", {})
