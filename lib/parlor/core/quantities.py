"""Quantities: what an argument may be, said once for its check, its documentation and its form.

A quantity is declared where it belongs, as an annotated type::

    Players = Annotated[int, Integer(2, 2000)]

and named in the signature of whatever takes it, below the decorator `checked`::

    @checked
    def equilibrium_threshold(n_players: Players, *, weenie: bool = False) -> float: ...

Each call is checked then, and the docstring says what is allowed in the words of the error. A lab
declares its parameter by the same type: pydantic takes the bounds from it.

Beside annotated types, `checked` knows ``bool``, ``Literal[...]``, the classes of this library, and
any of these ``| None``. What depends on other arguments, a row as long as another, say, is checked
in the function by `checks`, on which all of this rests.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import sys
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from . import checks

T = TypeVar("T", bound=Callable[..., Any])


class Quantity(ABC):
    """What an argument may be.

    Attributes
    ----------
    allowed : str
        In words that follow "allowed are" or, of one thing, "allowed is".
    """

    allowed: str

    @abstractmethod
    def check(self, name: str, value: Any) -> Any:
        """Return the argument `value` as it is used, or raise an error that names it."""

    @property
    def __is_annotated_types_grouped_metadata__(self) -> Literal[True]:
        """By this pydantic knows that iterating gives the bounds, in annotated_types' terms."""
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(())


@dataclass(frozen=True)
class Integer(Quantity):
    """An integer from `low` to `high`, or from `low` up."""

    low: int
    high: int | None = None

    @property
    def allowed(self) -> str:  # type: ignore[override]
        """The integers of the range."""
        return f"are the integers {checks.span(self.low, self.high)}"

    def check(self, name: str, value: Any) -> int:
        """Return it as an int."""
        return checks.whole(name, value, self.low, self.high)

    def __iter__(self) -> Iterator[Any]:
        from annotated_types import Interval

        return iter(Interval(ge=self.low, le=self.high))


@dataclass(frozen=True)
class Number(Quantity):
    """A finite number in [low, high]; `words` where the range says too little."""

    low: float = -math.inf
    high: float = math.inf
    words: str = ""

    @property
    def allowed(self) -> str:  # type: ignore[override]
        """The numbers of the range."""
        return f"are {self._range}"

    @property
    def _range(self) -> str:
        return self.words or f"numbers from {self.low:g} to {self.high:g}"

    def check(self, name: str, value: Any) -> float:
        """Return it as a float."""
        return checks.number(name, value, self._range, self.low, self.high)

    def __iter__(self) -> Iterator[Any]:
        from annotated_types import Interval

        bounds = (x if math.isfinite(x) else None for x in (self.low, self.high))
        return iter(Interval(**dict(zip(("ge", "le"), bounds, strict=True))))


@dataclass(frozen=True)
class Row(Quantity):
    """From `shortest` to `longest` finite numbers in [low, high]; `words` say it otherwise."""

    shortest: int = 1
    longest: int | None = None
    low: float = -checks.LARGEST
    high: float = checks.LARGEST
    words: str = ""

    @property
    def allowed(self) -> str:  # type: ignore[override]
        """How many numbers of the range."""
        return f"are {self._range}"

    @property
    def _range(self) -> str:
        many = checks.span(self.shortest, self.longest)
        if self.longest is None:
            many = f"{self.shortest} or more"
        elif self.longest == self.shortest:
            many = str(self.shortest)
        return self.words or f"{many} numbers in [{self.low:g}, {self.high:g}]"

    def check(self, name: str, value: Any) -> checks.Floats:
        """Return it as a new array of float64."""
        sizes = (self.shortest, self.longest)
        return checks.numbers(name, value, self._range, self.low, self.high, sizes)

    def __iter__(self) -> Iterator[Any]:
        from annotated_types import Len

        return iter(Len(self.shortest, self.longest))


@dataclass(frozen=True)
class Choice(Quantity):
    """One of some values."""

    values: tuple[Any, ...]

    @property
    def allowed(self) -> str:  # type: ignore[override]
        """The values."""
        return f"are {', '.join(map(repr, self.values))}"

    def check(self, name: str, value: Any) -> Any:
        """Return the value that it is."""
        return checks.one_of(name, value, self.values)


@dataclass(frozen=True)
class Read(Quantity):
    """Whatever `reader` makes of the argument, called with its name and its value."""

    reader: Callable[[str, Any], Any]
    allowed: str

    def check(self, name: str, value: Any) -> Any:
        """Return what the reader makes of it."""
        return self.reader(name, value)


@dataclass(frozen=True)
class _Instance(Quantity):
    kind: type
    allowed = ""  # the docstring names the class

    def check(self, name: str, value: Any) -> Any:
        return checks.instance(name, value, self.kind)


class _Flag(Quantity):
    allowed = ""  # the docstring says bool

    def check(self, name: str, value: Any) -> bool:
        return checks.flag(name, value)


@dataclass(frozen=True)
class _Optional(Quantity):
    one: Quantity

    @property
    def allowed(self) -> str:  # type: ignore[override]
        return f"{self.one.allowed}, and None"

    def check(self, name: str, value: Any) -> Any:
        if value is None:
            return None
        try:
            return self.one.check(name, value)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{error}, and None") from None


class _Seed(Integer):
    """An integer, or a generator that draws one."""

    @property
    def allowed(self) -> str:  # type: ignore[override]
        """The integers of the range, and generators."""
        return f"{super().allowed}, and a numpy.random.Generator"

    def check(self, name: str, value: Any) -> int:
        """Return it as an int."""
        return checks.seed(value, name)


if TYPE_CHECKING:
    Seed = Any  # of who calls; in the function it is an int
else:
    Seed = Annotated[int, _Seed(0, checks.SEEDS)]
Probability = Annotated[float, Number(0, 1)]
Positive = Annotated[float, Number(checks.LEAST, words="positive numbers")]


def checked(wanted: T) -> T:
    """Check the arguments of a function or of a data class by what its annotations declare.

    Parameters
    ----------
    wanted : function or class
        Annotations of which none is a quantity are let through.

    Returns
    -------
    function or class
        The same: a function in a wrapper, a class with its ``__init__`` in one. Its docstring
        says at each parameter that it describes what is allowed.
    """
    function: Any = wanted.__init__ if isinstance(wanted, type) else wanted  # type: ignore[misc]
    declared = _declared(wanted)
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = [
            declared[name].check(name, value) if name in declared else value
            for name, value in zip(names, args, strict=False)
        ]
        for name in kwargs.keys() & declared.keys():
            kwargs[name] = declared[name].check(name, kwargs[name])
        return function(*given, *args[len(names) :], **kwargs)

    doc = _told(wanted.__doc__ or "", declared)
    if isinstance(wanted, type):
        wanted.__init__, wanted.__doc__ = call, doc  # type: ignore[misc]
        return wanted
    call.__doc__ = doc
    return call  # type: ignore[return-value]


def _declared(wanted: Any) -> dict[str, Quantity]:
    """The quantities that annotations name, by the argument."""
    scope = vars(sys.modules[wanted.__module__])
    quantities = {}
    for name, annotation in inspect.get_annotations(wanted).items():
        alone = types.SimpleNamespace(__annotations__={name: annotation})
        try:
            kind = typing.get_type_hints(alone, scope, include_extras=True)[name]
        except NameError:  # a class that is known to type checkers alone
            continue
        if name != "return" and (quantity := _quantity(kind)):
            quantities[name] = quantity
    return quantities


def _quantity(kind: Any) -> Quantity | None:
    """The quantity that an annotation is, if it is one."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return next((item for item in inner[1:] if isinstance(item, Quantity)), _quantity(inner[0]))
    if origin in (typing.Union, types.UnionType) and types.NoneType in inner:
        quantity = _quantity(typing.Union[tuple(x for x in inner if x is not types.NoneType)])  # noqa: UP007
        return quantity and _Optional(quantity)
    if origin is Literal:
        return Choice(inner)
    if kind is bool:
        return _Flag()
    ours = isinstance(kind, type) and kind.__module__.startswith("parlor.")
    return _Instance(kind) if ours else None


def _told(doc: str, quantities: dict[str, Quantity]) -> str:
    """A docstring in which each parameter that it describes ends with what is allowed."""

    def complete(block: re.Match[str]) -> str:
        names = block["names"].split(", ")
        by_words: dict[str, list[str]] = {}
        for name in names:
            if name in quantities and (words := quantities[name].allowed):
                by_words.setdefault(words, []).append(name)
        lines = []
        for words, some in by_words.items():
            whose = "" if some == names else f" for {', '.join(f'`{name}`' for name in some)}"
            lines.append(f"{block['margin']}    Allowed{whose} {words}.\n")
        return block[0] + "".join(lines)

    return _PARAMETER.sub(complete, doc) if quantities else doc


_PARAMETER = re.compile(  # "name : type" and the lines that are set in below it
    r"^(?P<margin> *)(?P<names>\w+(?:, \w+)*) : .+\n(?:(?P=margin) +\S.*\n)+", re.MULTILINE
)
