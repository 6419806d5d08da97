"""Checks of arguments: what they take, what they refuse, and how they say so."""

from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from parlor.core import checks


class Mute:
    def __repr__(self):
        raise RuntimeError


class Boxed:
    """What numpy can make no array of."""

    def __len__(self):
        raise RuntimeError

    __getitem__ = __len__


def refused(says, call, *args, kind=ValueError, **kwargs):
    with pytest.raises(kind, match=says) as caught:
        call("name", *args, **kwargs)
    assert type(caught.value) is kind
    text = str(caught.value)
    assert text.startswith("name")
    assert "\n" not in text
    assert len(text) < 300


NO_NUMBERS = [  # of a wrong type
    None,
    True,
    np.True_,
    "3",
    b"3",
    1j,
    Decimal(1),
    [],
    {1},
    object(),
    Mute(),
    np.ones(1),
]


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3)])
def test_whole(value):
    assert checks.whole("name", value, 3) == 3
    assert type(checks.whole("name", value, 0, 3)) is int


@pytest.mark.parametrize("value", [*NO_NUMBERS, 3.0, Fraction(3), np.nan])
def test_no_integer(value):
    refused("allowed are the integers 3 to 3", checks.whole, value, 3, 3, kind=TypeError)


@pytest.mark.parametrize("value", [2, 4, np.int8(4), 10**400, -(10**400)])
def test_integer_out_of_range(value):
    refused("allowed are the integers 3 to 3", checks.whole, value, 3, 3)


def test_whole_without_end():
    assert checks.whole("name", 10**400, 3) == 10**400
    refused("allowed are the integers from 3 up", checks.whole, 2, 3)


def test_seed():
    assert checks.seed(0) == 0
    assert checks.seed(2**63 - 1) == 2**63 - 1
    for kind, bad in [(ValueError, -1), (ValueError, 2**63)] + [
        (TypeError, bad) for bad in (1.7, True, "1", None, np.random.default_rng)
    ]:
        with pytest.raises(kind, match=r"^seed: got .*, and a numpy.random.Generator$"):
            checks.seed(bad)


def test_a_generator_draws_its_seed():
    drawn = [checks.seed(generator) for generator in [np.random.default_rng(1)] * 3]
    again = np.random.default_rng(1)
    assert drawn == [checks.seed(again) for _ in range(3)] and len(set(drawn)) == 3
    assert all(type(seed) is int and 0 <= seed < 2**63 for seed in drawn)


@pytest.mark.parametrize("value", [1, 1.0, np.float32(1), np.int64(1), Fraction(1)])
def test_number(value):
    assert checks.number("name", value, "numbers", 1, 1) == 1.0
    assert type(checks.number("name", value, "numbers")) is float
    assert checks.positive("name", value) == 1
    assert checks.probability("name", value) == 1


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_no_number(value):
    refused("allowed are numbers", checks.number, value, "numbers", kind=TypeError)
    refused("allowed are positive", checks.positive, value, kind=TypeError)
    refused("allowed are numbers from 0 to 1", checks.probability, value, kind=TypeError)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 10**400, np.float64("nan")])
def test_number_that_is_not_finite(value):
    refused("allowed are numbers", checks.number, value, "numbers")
    refused("allowed are positive", checks.positive, value)
    refused("allowed are numbers from 0 to 1", checks.probability, value)


def test_ends_of_numbers():
    assert checks.positive("name", 5e-324) == 5e-324
    refused("got 0", checks.positive, 0.0)
    refused("got -1", checks.probability, -1e-300)
    refused(r"got .*1\.0000000000000002", checks.probability, np.nextafter(1.0, 2))
    refused("got 3", checks.number, 3, "numbers", low=3.5)


@pytest.mark.parametrize("value", [3, np.int8(3), Fraction(np.int8(6), np.int8(2))])
def test_plain_numbers_do_not_overflow(value):
    assert checks.plain(value) ** 100 == 3**100
    assert type(checks.plain(np.float32(0.5))) is float


def test_flag():
    assert checks.flag("name", np.True_) is True
    for bad in (0, 1, "yes", None, [], np.array([True])):
        refused("True and False", checks.flag, bad, kind=TypeError)


def test_one_of():
    assert checks.one_of("name", "b", ("a", "b")) == "b"
    assert checks.one_of("name", None, ("a", None)) is None
    for bad in ("c", 1):
        refused("allowed are 'a', 'b', 3", checks.one_of, bad, ("a", "b", 3))
    for bad in (b"a", ["a"], True, None, np.array(["a", "b"]), Mute()):
        refused("allowed are 'a', 'b', 3", checks.one_of, bad, ("a", "b", 3), kind=TypeError)
    # equal to 1, and no number
    refused("allowed are 1, 2", checks.one_of, True, (1, 2), kind=TypeError)


def test_instance():
    assert checks.instance("name", 3, int) == 3
    refused("allowed is an object of str", checks.instance, 3, str, kind=TypeError)


class Tensor:
    """What NumPy can make an array of, and no more."""

    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0], dtype)


@pytest.mark.parametrize(
    "value",
    [
        [1, 2], (1, 2), range(1, 3), np.array([1, 2]), np.array([1.0, 2.0]), pd.Series([1, 2]),
        pd.Series([1.0, 2.0], index=["b", "a"]), pd.Index([1, 2]), pd.array([1, 2]), deque([1, 2]),
        np.array([1, 2], np.float32), np.array([1, Fraction(2)], object), Tensor(),
    ],
)  # fmt: skip
def test_items(value):
    assert checks.items("name", value, "rows", 2, 2) == [1, 2]
    assert checks.numbers("name", value, "rows").tolist() == [1.0, 2.0]
    refused("got 2 entries", checks.items, value, "rows", 3)
    refused("got 2 entries", checks.items, value, "rows", 0, 1)


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "12", b"12", bytearray(b"12"), {1, 2}, {1: 2}, iter([1, 2]), (i for i in (1, 2)),
        np.ma.masked_array([1, 2], [0, 1]), np.array(3.0), Mute(), memoryview(b"12"), pd.Series,
        Boxed(),
    ],
)  # fmt: skip
def test_no_items(value):
    refused("allowed is rows", checks.items, value, "rows", kind=TypeError)
    refused("allowed is rows", checks.numbers, value, "rows", kind=TypeError)


@pytest.mark.parametrize("value", [np.eye(2), pd.DataFrame({"a": [1.0, 0.0], "b": [0.0, 1.0]})])
def test_rows_of_rows(value):
    assert [row.tolist() for row in checks.items("name", value, "rows", 2, 2)] == [[1, 0], [0, 1]]
    refused("^name: got .* allowed is rows", checks.numbers, value, "rows")


@pytest.mark.parametrize("entry", [np.nan, np.inf, 10**400, 1e151])
def test_entry_that_is_out_of_range(entry):
    with pytest.raises(ValueError, match=r"^name\[1\]: got .*, allowed are numbers"):
        checks.numbers("name", [0, entry], "numbers")


@pytest.mark.parametrize("entry", [None, True, "1", [1], 1j, Mute()])
def test_entry_that_is_no_number(entry):
    with pytest.raises(TypeError, match=r"^name\[1\]: got .*, allowed are numbers"):
        checks.numbers("name", [0, entry], "numbers")


def test_rows_of_bools_are_no_numbers():
    with pytest.raises(TypeError, match=r"^name\[0\]: got True"):
        checks.numbers("name", np.array([True]), "numbers")


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2]], ((1, 2),), [np.array([1, 2])], [(1.0, Fraction(2))], np.array([[1, 2]], np.int8),
        np.array([[1, 2]], dtype=object), np.asfortranarray([[1.0, 2.0]]), [range(1, 3)],
        pd.DataFrame({"a": [1.0], "b": [2]}), [pd.Series([1, 2])], [Tensor()],
    ],
)  # fmt: skip
def test_table(value):
    found = checks.table("name", value, "table")
    assert found.tolist() == [[1, 2]]
    assert found.dtype == np.float64
    assert found.flags.c_contiguous


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "12", {1}, {1: 2}, iter([1]), pd.DataFrame({"a": ["1"]}), [[1, None]], [[True, 2]],
         [[True, 2.0]], [[True]], np.eye(2, dtype=bool), [["1"]], [b"1"], [[1j]],
        np.array([[1j]]), np.array(["1"]), np.array([["2020-01-01"]], dtype="datetime64[D]"),
        np.ma.masked_array([[1, 2]], mask=[[0, 1]]), [np.ma.masked_array([1, 2], mask=[0, 1])],
        [{1, 2}], [{1: 2}], [Mute()], [Boxed()], Boxed(), [[object()]], pd.Series([True]),
    ],
)  # fmt: skip
def test_no_table(value):
    refused("got .*, no table", checks.table, value, "table", kind=TypeError)


@pytest.mark.parametrize("value", [[[1, 2], [3]], [[10**400]], [pd.Series([1.0]), [2, 3]]])
def test_table_of_wrong_values(value):
    refused("got .*, no table", checks.table, value, "table")


def test_lists_that_never_end():
    deep, inside = [], []
    for _ in range(10_000):
        deep = [deep]
    inside.append(inside)
    for value in (deep, inside):
        refused("no table", checks.table, value, "table")


def test_size_of_entries():
    assert checks.table("name", [[2.0]], "table", 2.0).tolist() == [[2.0]]
    assert np.isnan(checks.table("name", [[np.nan]], "table")).all()  # unless a size is stated
    says = r"at \(1, 0\), allowed are numbers in \[-2, 2\]$"
    for bad in (np.nan, -np.inf, -2.5):
        refused(says, checks.table, [[1], [bad]], "table", 2.0)


def test_shown():
    assert checks.shown("a\n b") == r"'a\n b'"
    assert checks.shown(Mute()) == "a Mute"
    assert checks.shown(pd.DataFrame({"a": [1, 2]})) == "a 0 1 1 2"
    long = checks.shown("x" * 10**6)
    assert len(long) == 60
    assert long.endswith("...")


class Wild(float):
    """A number that cannot be read."""

    def __float__(self):
        raise RuntimeError("no number")


class WildRow(list):
    """A row that cannot be read."""

    def __iter__(self):
        raise RuntimeError("no row")


def test_classes_of_the_users_own():
    for kind, call in (
        (ValueError, lambda: checks.number("x", Wild(1), "numbers")),
        (TypeError, lambda: checks.items("x", WildRow([1]), "a row")),
        (ValueError, lambda: checks.table("x", [[Wild(1)]], "matrix")),
        (ValueError, lambda: checks.table("x", WildRow([[1.0]]), "matrix")),
    ):
        with pytest.raises(kind, match=r"^x: got "):
            call()
