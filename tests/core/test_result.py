"""Results: a short text, with the certificate last."""

from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import numpy as np
import pytest

from parlor.core.result import EXACT, Certificate, Result


@dataclass(frozen=True, eq=False, repr=False)
class Solved(Result):
    value: float
    name: str
    mix: np.ndarray
    paths: list[Any]
    few: tuple[int, ...]
    _kept: dict[str, int] = field(default_factory=dict)

    @property
    def certificate(self):
        return Certificate("duality gap", 1.26e-15)


def solved(**more):
    given = {"value": 1 / 3, "name": "guts", "mix": np.eye(3)} | more
    return Solved(**{"paths": list(range(1000)), "few": (1, 2)} | given)


def test_text_is_short():
    assert repr(solved()) == (
        "Solved(value=0.333333, name='guts', mix=<array 3x3>, paths=<list of 1000>, few=(1, 2); "
        "duality gap 1.3e-15)"
    )
    assert "name=<str>" in repr(solved(name="x" * 100))
    assert "value=0.5" in repr(solved(value=np.float32(0.5)))


def test_frozen():
    with pytest.raises(FrozenInstanceError):
        solved().value = 2


def test_certificate_is_asked_for():
    @dataclass(frozen=True, repr=False)
    class Without(Result):
        value: float

    with pytest.raises(TypeError, match="certificate"):
        Without(1.0)


def test_text_of_certificates():
    assert str(EXACT) == "exact"
    assert str(Certificate("standard error", 0.0123)) == "standard error 0.012"
