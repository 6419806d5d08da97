"""What `params` tells can be given: each default is written as -p takes it."""

from __future__ import annotations

import pytest

from press.lab.form import written
from press.project.parameters import Parameters
from press.project.places import Project
from press.project.yaml_input import assignments

from .toy import ROOT

PAGES = [page for page in Project(ROOT).notebooks.values() if Parameters.of_page(page).rows()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_each_default_can_be_given(page) -> None:
    parameters = Parameters.of_page(page)
    defaults = parameters.validate({})
    given = assignments([f"{name}={written(value)}" for name, value in defaults.items()])
    assert parameters.validate(given) == defaults
