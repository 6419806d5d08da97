"""What `params` tells can be given: each default is written as -p takes it."""

from __future__ import annotations

from press.lab.form import written
from press.project.parameters import Parameters
from press.project.places import Project
from press.project.yaml_input import assignments

from .toy import ROOT


def test_each_default_can_be_given() -> None:
    pages = map(Parameters.of_page, Project(ROOT).notebooks.values())
    asking = [parameters for parameters in pages if parameters.rows()]
    assert asking
    for parameters in asking:
        defaults = parameters.validate({})
        given = assignments([f"{name}={written(value)}" for name, value in defaults.items()])
        assert parameters.validate(given) == defaults
