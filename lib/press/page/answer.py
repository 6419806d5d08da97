"""The answer of a lab: numbers with their errors, tables, and figures that are drawn on demand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from ..ledger.findings import plain
from ..ledger.verdict import show

if TYPE_CHECKING:
    import pandas as pd

    from .figures import Drawing

Sure = Literal["exact", "bound", "standard error", ""]
_ERRORS = {"bound": "error at most", "standard error": "standard error", "": "error about"}


@dataclass(frozen=True)
class Quantity:
    """A number of an answer, and how sure it is.

    Attributes
    ----------
    name : str
        What programs, tables and ``{{ chapter.lab_NAME }}`` call it: letters, digits and ``_``.
    value : number, str, bool, None or list
        At full precision; a `Fraction` stays one. NumPy's numbers become Python's, tuples lists.
    meaning : str
        What it is, in a few words.
    error : float, optional
        How large the error may be, in units of the value.
    sure : {"exact", "bound", "standard error", ""}
        What the error is: a bound, a standard error, an estimate if it is empty; ``"exact"`` goes
        without one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> value = Quantity("value", 0.123456789, "of a game", 0.00234, "standard error")
    >>> value.told, value.certainty
    ('0.1235 ± 0.0023', 'standard error 0.0023')
    >>> Quantity("mean", Fraction(7, 2), sure="exact").as_json()
    {'name': 'mean', 'value': 3.5, 'exact': '7/2', 'error': None, 'sure': 'exact', 'meaning': ''}
    """

    name: str
    value: Any
    meaning: str = ""
    error: float | None = None
    sure: Sure = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _plain(self.value))
        object.__setattr__(self, "error", _plain(self.error))

    @property
    def told(self) -> str:
        """The value as a sentence prints it: to the digits that its error leaves, six at most."""
        noise = self.error or 0.0 if self.sure == "standard error" else 0.0
        # below, an error is rounding, and the value would have more digits than a float
        if isinstance(self.value, Real) and 1e-11 < noise < math.inf:
            digits = max(0, 1 - math.floor(math.log10(noise)))
            return f"{float(self.value):,.{digits}f} ± {noise:,.{digits}f}"
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if isinstance(self.value, float) and math.isinf(self.value):
            return "infinity" if self.value > 0 else "minus infinity"
        return "none" if self.value is None else show(_rounded(self.value))

    @property
    def certainty(self) -> str:
        """How sure it is, in words; empty if nothing is known."""
        if self.error is None or self.sure == "exact":
            return self.sure
        return f"{_ERRORS[self.sure]} {self.error:.2g}"

    def as_json(self) -> dict[str, Any]:
        """Return what JSON can hold: a fraction, and what is infinite, as a text beside it."""
        content: dict[str, Any] = {"name": self.name, "value": plain(self.value)}
        lost = isinstance(self.value, float) and content["value"] is None
        if lost or isinstance(self.value, Fraction):
            content["exact"] = str(self.value)
        return content | {"error": plain(self.error), "sure": self.sure, "meaning": self.meaning}

    @classmethod
    def of_json(cls, content: dict[str, Any]) -> Quantity:
        """Return the quantity that `as_json` told."""
        fields = dict(content)
        exact = fields.pop("exact", None)
        if exact is not None:
            fields["value"] = float(exact) if fields["value"] is None else Fraction(exact)
        return cls(**fields)


def _rounded(value: Any) -> Any:
    """A value, or a list of them, to six digits; whole numbers stay, since they may be exact."""
    if isinstance(value, list | tuple):
        return type(value)(map(_rounded, value))
    cut = isinstance(value, float) and not value.is_integer()
    return float(f"{value:.6g}") if cut else value


@dataclass(frozen=True)
class Table:
    """A table of an answer.

    Attributes
    ----------
    name : str
        Its name within the chapter.
    make : callable
        Returns the data frame; called when `frame` is first asked for.
    caption : str
        What it shows.
    rows : int, optional
        How many rows a page shows at most.
    digits : int
        To how many decimals a page shows numbers; the frame has them at full precision.
    """

    name: str
    make: Callable[[], pd.DataFrame]
    caption: str
    rows: int | None = None
    digits: int = 6

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The table itself."""
        return self.make()


@dataclass(frozen=True)
class Picture:
    """A figure of an answer.

    Attributes
    ----------
    name : str
        Its name within the chapter.
    draw : callable
        Draws on a `new_figure`; returns the figure, and what one who does not see it should know.
    caption : str
        What it shows.
    """

    name: str
    draw: Callable[[], tuple[Drawing, str]]
    caption: str


@dataclass(frozen=True)
class Answer:
    """What a lab answers.

    Attributes
    ----------
    asked : str
        What was solved, in one sentence.
    quantities : tuple of Quantity
        Numbers with their errors, the most important first.
    tables : tuple of Table
        The details.
    figures : tuple of Picture
        What is drawn of it, when it is shown.
    said : str
        The answer in a sentence or two, with which it begins.

    Examples
    --------
    >>> answer = Answer("A die of 6 sides.", (Quantity("mean", 3.5, sure="exact"),))
    >>> answer["mean"].value, Answer.of_json(answer.as_json()) == answer
    (3.5, True)
    """

    asked: str
    quantities: tuple[Quantity, ...]
    tables: tuple[Table, ...] = ()
    figures: tuple[Picture, ...] = ()
    said: str = ""
    COLUMNS: ClassVar = ["what", "value", "how sure", "name"]

    def __post_init__(self) -> None:
        names = [quantity.name for quantity in self.quantities]
        if len(set(names)) < len(names):
            raise ValueError(f"quantities of one name: {', '.join(names)}")

    def __getitem__(self, name: str) -> Quantity:
        return {quantity.name: quantity for quantity in self.quantities}[name]

    @property
    def rows(self) -> list[list[str]]:
        """The quantities as texts, below `COLUMNS`."""
        return [[q.meaning or q.name, q.told, q.certainty, q.name] for q in self.quantities]

    def as_json(self) -> dict[str, Any]:
        """Return the sentences and the quantities at full precision; tables and figures not."""
        quantities = [q.as_json() for q in self.quantities]
        return {"asked": self.asked, "said": self.said, "quantities": quantities}

    @classmethod
    def of_json(cls, content: dict[str, Any]) -> Answer:
        """Return the answer that `as_json` told, without tables and figures."""
        quantities = tuple(map(Quantity.of_json, content["quantities"]))
        return cls(content["asked"], quantities, said=content["said"])


def _plain(value: Any) -> Any:
    """A value of Python's own types, no negative zero; what stands in a list is a tuple."""
    if isinstance(value, list | tuple):
        items = map(_plain, value)
        return [tuple(item) if isinstance(item, list) else item for item in items]
    if hasattr(value, "tolist"):  # NumPy's
        return _plain(value.tolist())
    if isinstance(value, float):
        if math.isnan(value):
            raise ArithmeticError("a quantity is not a number")
        return value + 0.0
    if value is None or isinstance(value, bool | int | str | Fraction):
        return value
    raise TypeError(f"a quantity cannot hold {value!r}")
