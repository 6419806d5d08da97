"""Parameters: read from a page, checked against fuzzed input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.press.given import assignments
from parlor.press.keys import of_page
from parlor.press.parameters import Parameters
from parlor.press.project import BuildError, Project, UserError

ROOT = Path(__file__).resolve().parents[2]
PARAMETERS = Parameters.of_page(ROOT / "book/token_game.md")
NAMES = list(PARAMETERS.model.model_fields)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(), anything, max_size=4))
def test_anything_is_either_accepted_or_refused_in_one_line(values: dict[str, object]) -> None:
    try:
        accepted = PARAMETERS.validate(values)
    except UserError as error:
        assert len(str(error).splitlines()) == 1
        assert str(error).startswith("token_game: ")
        return
    assert list(accepted) == NAMES
    assert accepted["n_players"] <= len(accepted["prizes"])
    json.dumps(accepted, allow_nan=False)


@given(st.text())
def test_any_assignment_is_read_or_refused(text: str) -> None:
    try:
        (name,) = assignments([text])
    except UserError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert name == text.partition("=")[0].strip()


@given(st.integers(2, 14).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))))
def test_every_value_in_range_is_accepted(case: tuple[int, int]) -> None:
    n, m = case
    values = PARAMETERS.validate({"prizes": [1.0] * n, "n_players": m})
    assert values["n_players"] == m
    assert PARAMETERS.changed(values).keys() <= {"prizes", "n_players"}


def test_the_same_parameters_name_the_same_run() -> None:
    project, page = Project.here(), ROOT / "book/token_game.md"
    default = of_page(project, page, PARAMETERS.validate({}))
    assert of_page(project, page, PARAMETERS.validate({"n_players": 3})) == default
    assert of_page(project, page, PARAMETERS.validate({"n_players": 4})) != default


@pytest.mark.parametrize("source", ["n = 3", "print(1)", "n: int", "for i in range(3): pass"])
def test_a_parameters_cell_holds_parameters_only(source: str) -> None:
    with pytest.raises(BuildError, match="cannot hold"):
        Parameters.of_source("demo", source)


def test_a_default_that_its_own_range_excludes_is_refused() -> None:
    source = "from typing import Annotated\nfrom pydantic import Field\n"
    source += "n: Annotated[int, Field(ge=5)] = 3"
    with pytest.raises(UserError, match="n = 3 is not a whole number at least 5"):
        Parameters.of_source("demo", source).validate({})


@pytest.mark.parametrize(
    ("chapter", "given", "says"),
    [
        ("guts", {"mesh": 1}, "mesh = 1 is not a whole number from 2 to 501 or null"),
        ("guts", {"n_coalition": 5, "mesh": 501}, "too many coalitions on the mesh"),
        ("guts", {"n_coalition": 60, "mesh": 101}, "too many coalitions on the mesh"),
        ("goofspiel", {"prizes": []}, r"prizes = \[\] is not .* a list of 1 to 100 numbers"),
        ("goofspiel", {"prizes": [0, 0]}, "the mean of the prizes is from 1e-9"),
        ("goofspiel", {"prizes": [1e308, 1e308]}, "the mean of the prizes is from 1e-9"),
        ("goofspiel", {"prizes": [-1, 1]}, "not negative"),
        ("goofspiel", {"state": [1]}, "a list of 4 whole numbers"),
        ("yankee_swap", {"distribution": "beta(0,1)"}, "is not a text such as uniform"),
        ("yankee_swap", {"distribution": "beta(2, 0.0)"}, "is not a text such as uniform"),
        (
            "yankee_swap",
            {"distribution": "beta(" + "9" * 400 + ",1)"},
            "is not a text such as uniform",
        ),
        ("yankee_swap", {"distribution": []}, "a list of 1 to 100 numbers"),
    ],
)
def test_what_would_fail_in_the_run_is_refused_before_it(
    chapter: str, given: dict[str, object], says: str
) -> None:
    with pytest.raises(UserError, match=says) as error:
        Parameters.of_page(ROOT / f"book/{chapter}.md").validate(given)
    assert len(str(error.value).splitlines()) == 1 and "class" not in str(error.value)


@pytest.mark.parametrize(
    ("chapter", "given"),
    [
        ("guts", {"n_coalition": 6, "mesh": 101}),
        ("guts", {"n_coalition": 60, "mesh": 501, "structure": "bloc"}),
        ("guts", {"n_coalition": 60, "mesh": None}),
        ("goofspiel", {"prizes": [0, 1]}),
        ("yankee_swap", {"distribution": "beta(0.5, 2)"}),
    ],
)
def test_what_can_run_is_accepted(chapter: str, given: dict[str, object]) -> None:
    accepted = Parameters.of_page(ROOT / f"book/{chapter}.md").validate(given)
    assert given.items() <= accepted.items()


def test_conditions_may_use_what_the_cell_imports() -> None:
    source = "from math import comb\nn: int = 4\nassert comb(n, 2) < 10, 'few pairs'"
    parameters = Parameters.of_source("demo", source)
    assert parameters.validate({}) == {"n": 4}
    with pytest.raises(UserError, match=r"demo: few pairs \(given: n = 5\)"):
        parameters.validate({"n": 5})
