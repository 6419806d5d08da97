"""Parameters: read from a page, checked against fuzzed input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from press.project.errors import BuildError, UserError
from press.project.parameters import Parameters, allowed
from press.project.places import Page, Project
from press.project.user_input import load_file, read_yaml

PAGE = Project.here().page_asked("token_game")
PARAMETERS = Parameters.of_page(PAGE)
NAMES = list(PARAMETERS.model.model_fields)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@settings(max_examples=30)
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


@pytest.mark.parametrize("source", ["n = 3", "print(1)", "n: int", "for i in range(3): pass"])
def test_a_parameters_cell_holds_parameters_only(source: str) -> None:
    with pytest.raises(SyntaxError, match="cannot hold"):
        Parameters.of_source("demo", source)


@pytest.mark.parametrize(
    ("chapter", "given", "says"),
    [
        ("guts", {"mesh": 1}, "mesh = 1 is not a whole number from 2 to 2001 or null"),
        ("guts", {"n_coalition": 5, "mesh": 501}, "too many coalitions on the mesh"),
        ("goofspiel", {"prizes": []}, r"prizes = \[\] is not a list of 1 to 10 numbers"),
        ("goofspiel", {"prizes": [-1, *[1] * 6]}, "a prize is from 0 to 1e9"),
        ("goofspiel", {"prizes": [1, 2]}, "hand, opponent_hand and prizes are equally many"),
        ("goofspiel", {"laws": [[0, 0]]}, r"laws\[0\]: .*allowed are means from 1e-09"),
        ("goofspiel", {"aim": "winning", "prizes": [1, 2, 3, 4, 5, 6, 7.5]}, "prizes are whole"),
        ("yankee_swap", {"distribution": "beta(0,1)"}, "distribution: .*allowed are"),
        ("token_game", {"prizes": [1e308] * 3}, "prizes.*got 1e.308"),
        ("yankee_swap", {"distribution": []}, "a list of 1 to 100 numbers"),
    ],
)
def test_what_would_fail_in_the_run_is_refused_before_it(
    chapter: str, given: dict[str, object], says: str
) -> None:
    with pytest.raises(UserError, match=says) as error:
        Parameters.of_page(Project.here().page_asked(chapter)).validate(given)
    assert len(str(error.value).splitlines()) == 1 and "class" not in str(error.value)


def test_conditions_may_use_what_the_cell_imports() -> None:
    source = "from math import comb\nn: int = 4\nassert comb(n, 2) < 10, 'few pairs'"
    parameters = Parameters.of_source("demo", source)
    assert parameters.validate({}) == {"n": 4}
    with pytest.raises(UserError, match=r"demo: few pairs \(given: n = 5\)"):
        parameters.validate({"n": 5})
    limit = "from math import e\nn: int = 2\nassert n <= e, f'at most {e:.1f}'"
    with pytest.raises(UserError, match=r"demo: at most 2\.7 \(given: n = 3\)"):
        Parameters.of_source("demo", limit).validate({"n": 3})
    asked = Parameters.of_source("demo", "n: int = 4\nassert 1 / n < 1, 'n is not zero'")
    with pytest.raises(UserError, match=r"demo: n is not zero \(given: n = 0\)"):
        asked.validate({"n": 0})  # a condition that cannot be asked does not hold


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("!!python/object:os.system x", "for the tag"), ("{a: 1, b: 2, a: 3}", "a stands there"),
        ("9" * 5000, "digits"), ("a: b: c", "not allowed here"), ('"\\ud800"', "control charact"),
        ("[" * 500, "recursion"),
    ],
)  # fmt: skip
def test_what_no_parameter_needs_is_refused(text: str, why: str) -> None:
    with pytest.raises(UserError, match=f"the value cannot be read as YAML: .*{why}") as error:
        read_yaml(text)
    assert len(str(error.value)) < 150


def test_a_file_is_read_as_one_types_and_holds_a_mapping(tmp_path: Path) -> None:
    file = tmp_path / "given.yaml"
    file.write_text("- 1\n", "utf-8")
    with pytest.raises(UserError, match=f"-f {file}: holds no mapping"):
        load_file(file)
    file.write_text("\ufeffa: 010\n", "utf-8")
    assert load_file(file) == {"a": 10}


def test_a_slip_in_a_module_that_is_imported_is_told_as_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "_toc.yml").touch()
    (tmp_path / "lib/crooked.py").write_text("SIDES = 6\ndef x(:\n", "utf-8")
    cell = "```{code-cell} ipython3\n:tags: [parameters]\nfrom crooked import SIDES\n```\n"
    (tmp_path / "lab.md").write_text(f"# Lab\n\n{cell}", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    with pytest.raises(BuildError, match=r"invalid syntax \(lib/crooked\.py, line 2\)"):
        Parameters.of_page(Page("demo", tmp_path / "lab.md", "book/demo/lab"))


@pytest.mark.parametrize(
    ("kind", "phrase"),
    [
        ("int", "a whole number"),
        ("Annotated[float, Field(gt=0, le=1)]", "a number above 0 at most 1"),
        ("Annotated[float, Field(ge=0, lt=1)]", "a number at least 0 below 1"),
        ("Literal['a']", "one of a"),
        ("list[int]", "a list of whole numbers"),
        ("Annotated[list[list[float]], Field(max_length=3)]", "a list of 0 to 3 lists of numbers"),
        ("dict[str, bool]", "true or false by name: texts"),
        ("Annotated[str, Field(examples=['b'])] | None", "a text such as b or null"),
    ],
)
def test_what_is_allowed_is_said_in_words(kind: str, phrase: str) -> None:
    head = "from typing import Annotated, Literal\nfrom pydantic import Field\n"
    declared = Parameters.of_source("demo", f"{head}x: {kind} = None")
    assert allowed(declared.schemas["x"]) == phrase
