"""Quantities: one declaration checks the call, completes the docstring and bounds the form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pydantic import Field, TypeAdapter, ValidationError

from parlor.core.quantities import (
    Integer,
    Number,
    Positive,
    Probability,
    Read,
    Row,
    Seed,
    checked,
)
from parlor.core.result import Certificate

Players = Annotated[int, Integer(2, 9)]
Shares = Annotated[list[float], Row(1, 3, 0.0, 1.0)]
Word = Annotated[str, Read(lambda name, value: f"{name} {value}", "are words")]


@checked
def play(
    players: Players,
    shares: Shares = (1.0,),  # type: ignore[assignment]
    *,
    limit: Players | None = None,
    rate: Annotated[float | None, Number(0.0, 2.0)] = 1.0,
    layout: Literal["line", "clock"] = "line",
    loud: bool = False,
    word: Word = "",
    sure: Certificate | None = None,
    other: Any = None,
) -> dict[str, Any]:
    """Play.

    Parameters
    ----------
    players : int
        At the table.
    shares : list of float
        Of what is there, and what it is
        good for.
    limit, rate : int, float
        Of thefts.
    other
        Anything.

    Returns
    -------
    dict
        All of it.
    """
    return dict(locals())


def test_arguments_are_as_they_are_used() -> None:
    got = play(np.int8(3), [1, 0], loud=np.True_, rate=2, word="a", other=print)
    assert type(got["players"]) is int
    assert got["shares"].tolist() == [1.0, 0.0]
    assert got["loud"] is True
    assert got["rate"] == 2.0
    assert got["word"] == "word a"
    assert got["other"] is print


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ({"players": 1}, ValueError, "players: got 1, allowed are the integers 2 to 9"),
        ({"players": True}, TypeError, "players: got True, allowed are the integers 2 to 9"),
        ({"limit": 0}, ValueError, "limit: got 0, allowed are the integers 2 to 9, and None"),
        ({"rate": "x"}, TypeError, "rate: got 'x', allowed are numbers from 0 to 2"),
        ({"layout": "ring"}, ValueError, "layout: got 'ring', allowed are 'line', 'clock'"),
        ({"loud": 1}, TypeError, "loud: got 1, allowed are True and False"),
        ({"shares": []}, ValueError, "shares: got 0 entries, allowed is 1 to 3 numbers in [0, 1]"),
        ({"shares": [2]}, ValueError, "shares[0]: got 2, allowed are 1 to 3 numbers in [0, 1]"),
        ({"sure": 1}, TypeError, "sure: got 1, allowed is an object of Certificate, and None"),
    ],
)
def test_refusals(given: dict[str, Any], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as caught:
        play(**({"players": 2} | given))
    assert str(caught.value) == says


def test_what_is_wrong_with_a_call_is_said_by_python() -> None:
    for call in (lambda: play(), lambda: play(2, [1], 3), lambda: play(2, nobody=1)):  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="play"):
            call()


def test_the_docstring_says_what_is_allowed() -> None:
    lines = [line.strip() for line in str(play.__doc__).splitlines()]
    at = lines.index("At the table.")
    assert lines[at + 1] == "Allowed are the integers 2 to 9."
    assert lines[lines.index("good for.") + 1] == "Allowed are 1 to 3 numbers in [0, 1]."
    both = lines.index("Of thefts.")
    assert lines[both + 1] == "Allowed for `limit` are the integers 2 to 9, and None."
    assert lines[both + 2] == "Allowed for `rate` are numbers from 0 to 2."


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Row(0, None, 0.0, 1.0), "are 0 or more numbers in [0, 1]"),
        (Row(3, 3, 0.0, 1.0), "are 3 numbers in [0, 1]"),
        (Row(1, 3, 0.0, 1.0), "are 1 to 3 numbers in [0, 1]"),
        (Row(1, None, 0.0, 1.0, "probabilities"), "are probabilities"),
    ],
)
def test_a_row_says_how_many(row: Row, says: str) -> None:
    assert row.allowed == says


def test_parameters_that_are_told_together_are_not_told_apart_in_vain() -> None:
    @checked
    def call(low: Probability, high: Probability) -> None:
        """Call.

        Parameters
        ----------
        low, high : float
            The ends.
        """

    assert str(call.__doc__).count("Allowed are numbers from 0 to 1.") == 1
    assert " for " not in str(call.__doc__)


def test_the_rest_of_the_docstring() -> None:
    lines = [line.strip() for line in str(play.__doc__).splitlines()]
    assert "Allowed" not in lines[lines.index("Anything.") + 1]
    assert lines.count("Returns") == 1


def test_a_data_class_is_checked_when_it_is_made() -> None:
    @checked
    @dataclass(frozen=True)
    class Table:
        """A table.

        Attributes
        ----------
        players : int
            Around it.
        """

        players: Annotated[int, Integer(2, 9)]

    assert Table(np.int64(3)).players == 3
    assert "Allowed are the integers 2 to 9." in str(Table.__doc__)
    with pytest.raises(ValueError, match="players: got 10"):
        Table(players=10)


def test_forms_have_the_same_bounds() -> None:
    kind: Any = TypeAdapter(Annotated[Players | None, Field(description="players")])
    assert kind.validate_python(9) == 9
    assert kind.validate_python(None) is None
    with pytest.raises(ValidationError, match="greater than or equal to 2"):
        kind.validate_python(1)
    assert TypeAdapter(Players).json_schema() == {"maximum": 9, "minimum": 2, "type": "integer"}
    assert TypeAdapter(Probability).json_schema()["maximum"] == 1
    assert TypeAdapter(Shares).json_schema()["maxItems"] == 3
    assert TypeAdapter(Seed).json_schema()["minimum"] == 0


def test_common_quantities() -> None:
    @checked
    def call(*, scale: Positive = 1.0) -> float:
        return scale

    assert call(scale=2) == 2.0
    with pytest.raises(ValueError, match="scale: got 0, allowed are positive numbers"):
        call(scale=0)
