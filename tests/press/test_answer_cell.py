"""A lab asked without a notebook."""

from __future__ import annotations

import pytest

from press.ask.answer_cell import Lab, run_cell
from press.project.errors import BuildError, UserError
from press.project.places import Project

from .toy import Toy

PROJECT = Project.here()


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
