"""What a public function returns: frozen, with its certificate and a short text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from math import isnan, log10, nan
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EXACT", "Certificate", "ExactResult", "GapResult", "MatrixResult", "Result"]


@dataclass(frozen=True)
class Certificate:
    """How sure a result is.

    Attributes
    ----------
    kind : str
        What was measured: ``"duality gap"``, ``"exploitability"``, ``"standard error"``,
        ``"error bound"``, ``"exact"``, ...
    error : float
        By how much the result may be off, in its units; 0 for exact arithmetic. NaN if that is not
        known: the result is an ``"upper bound"``, or what came out of a ``"chi-square test"``.
    """

    kind: str
    error: float = nan

    def __str__(self) -> str:
        alone = self.kind == "exact" or isnan(self.error)
        return self.kind if alone else f"{self.kind} {self.error:.2g}"


WIDTH = 40  # characters of a field
EXACT = Certificate("exact", 0.0)


class Result(ABC):
    """The base of all results. Its subclasses are frozen data classes with ``repr=False``.

    Numbers and short texts stand in its repr, arrays with their shape, and last its certificate; a
    field that is a word of the certificate's kind, as a gap or regret, is said there alone.

    All can be hashed: they are equal if all their fields are, and those with a field that has no
    hash, an array, a list or a dict, are equal to themselves alone (``eq=False``).
    """

    _shown: ClassVar[tuple[str, ...]] = ()  # properties that stand in the repr too

    @property
    @abstractmethod
    def certificate(self) -> Certificate:
        """How sure the result is."""

    def __repr__(self) -> str:
        certificate = self.certificate
        parts = [
            f"{field.name}={_brief(getattr(self, field.name))}"
            for field in fields(self)  # type: ignore[arg-type]
            if field.repr
            and not field.name.startswith("_")
            and field.name not in certificate.kind.split()
        ]
        parts += [f"{name}={_brief(getattr(self, name))}" for name in self._shown]
        return f"{type(self).__name__}({', '.join(parts)}; {certificate})"


class ExactResult(Result):
    """The base of results of exact arithmetic."""

    @property
    def certificate(self) -> Certificate:
        """All arithmetic is exact."""
        return EXACT


class GapResult(Result):
    """The base of results that know their duality gap, in units of the payoffs."""

    gap: float

    @property
    def certificate(self) -> Certificate:
        """The duality gap, in units of the payoffs."""
        return Certificate("duality gap", self.gap)


class MatrixResult(GapResult):
    """The base of results with a mix of either player, into which they unpack.

    ``row, column = solve(A)`` has the mixes, as an equilibrium of Nashpy.
    """

    row: Any
    column: Any
    _labels: tuple[Any, Any] | None = None  # of strategies, where the payoffs came with some

    def __iter__(self) -> Iterator[Any]:
        """Unpacks into row, column."""
        return iter((self.row, self.column))

    def to_frame(self) -> pd.DataFrame:
        """Both mixes: player, strategy by its label or its number from 0, and probability."""
        rows, columns = self._labels or (range(len(self.row)), range(len(self.column)))
        mixes = [("row", *pair) for pair in zip(rows, self.row, strict=True)]
        mixes += [("column", *pair) for pair in zip(columns, self.column, strict=True)]
        return data_frame(mixes, columns=["player", "strategy", "probability"])


def data_frame(data: Any, **options: Any) -> pd.DataFrame:
    """A pandas data frame; without pandas, which nothing else here needs, a clear error."""
    try:
        from pandas import DataFrame
    except ModuleNotFoundError:
        raise ModuleNotFoundError("a data frame is one of pandas, which is not installed") from None
    return DataFrame(data, **options)


def _brief(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"<array {'x'.join(map(str, value.shape))}>"
    if isinstance(value, tuple) and any(isinstance(entry, np.ndarray) for entry in value):
        entries = f"({', '.join(map(_brief, value))})"
        return entries if len(entries) <= WIDTH else f"<tuple of {len(value)}>"
    if isinstance(value, float | np.floating):
        return f"{float(value):.6g}"
    if isinstance(value, int) and abs(value) >= 10**WIDTH:
        return f"<int of {_digits(abs(value))} digits>"
    text = repr(value) if _least(value) <= WIDTH else None
    if text is not None and len(text) <= WIDTH:
        return text
    many = isinstance(value, list | tuple | dict | set)
    return f"<{type(value).__name__} of {len(value)}>" if many else f"<{type(value).__name__}>"


def _least(value: Any) -> int:
    """A bound from below on the length of a repr, without it: huge integers have none."""
    if isinstance(value, int):
        return value.bit_length() * 3 // 10
    if isinstance(value, Fraction):
        return _least(value.numerator) + _least(value.denominator)
    if not isinstance(value, list | tuple | dict | set):
        return 1
    if len(value) > WIDTH:
        return len(value)
    entries = [*value, *value.values()] if isinstance(value, dict) else value
    return sum(map(_least, entries))


def _digits(size: int) -> int:
    """How many decimal digits a positive integer has."""
    near = round(log10(size))
    return near + int(size >= 10**near)
