"""What stands in a file that people write, as a model says it: the first slip is told in a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, model_validator

from .errors import BuildError, UserError, known_name
from .files import fault, line_of, text_of

Kind = TypeVar("Kind", bound=BaseModel)
_WORDS = {  # for what pydantic calls an error; a rule of ours has its own
    "missing": "it is missing",
    "string_too_short": "it is empty",
    "string_type": "it is no text",
    "int_type": "it is no whole number",
    "int_parsing": "it is no whole number",
    "tuple_type": "it is no list",
    "list_type": "it is no list",
    "dict_type": "it is no mapping",
    "model_type": "it is no mapping",
}


class Slip(ValueError):
    """What a rule finds wrong, and where in the file: names in mappings, places in lists."""

    def __init__(self, why: str, *where: str | int) -> None:
        super().__init__(why)
        self.where = where


class Record(BaseModel):
    """Something that stands in a file: nobody changes it, and it has no fields but its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _named(cls, told: Any) -> Any:
        """Name the field that an unknown one is meant for."""
        if isinstance(told, dict) and cls.model_config["extra"] == "forbid":
            fields = [field.alias or name for name, field in cls.model_fields.items()]
            for name in told:
                known(str(name), fields, "field")
        return told


def one_of(names: Collection[str], kind: str) -> AfterValidator:
    """Return what refuses a text that is none of some names, for the annotation of a field."""
    return AfterValidator(lambda text: known(text, names, kind))


def known(name: str, names: Collection[str], kind: str) -> str:
    """Return a name that is one of some, else raise a ValueError; see `errors.known_name`."""
    try:
        return known_name(name, names, kind)
    except UserError as error:  # which pydantic does not take for a slip
        raise ValueError(str(error)) from None


def record_of(path: Path, kind: type[Kind], told: Any, line: int | None = None) -> Kind:
    """Return what a file holds, as what it should be.

    Parameters
    ----------
    path : Path
        The file.
    kind : type of pydantic.BaseModel
        What it should be.
    told : object
        What it holds, as texts or as `files.yaml_of` reads it.
    line : int, optional
        Where that stands; in YAML it is looked for.

    Returns
    -------
    pydantic.BaseModel
        Of this kind.

    Raises
    ------
    BuildError
        If it is not, with the line of the first slip.
    """
    if told is None:
        raise fault(path, "it is empty")
    try:
        return kind.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        why = _WORDS.get(first["type"]) or first["msg"].removeprefix("Value error, ")
        raise _slip(path, why, first["loc"], line) from None


def csv_rows(path: Path, kind: type[Kind]) -> dict[int, Kind]:
    """Return the rows of a table in CSV by their lines, as what they should be; see `record_of`."""
    text, found = io.StringIO(text_of(path), newline=""), dict[int, Kind]()
    reader = csv.DictReader(text, strict=True)
    try:
        if reader.fieldnames is None:
            raise fault(path, "it is empty")
        for row in reader:
            if None in row or None in row.values():
                raise fault(path, "this row has not as many cells as the first", reader.line_num)
            found[reader.line_num] = record_of(path, kind, row, reader.line_num)
    except csv.Error as error:
        line = max(found, default=1) + 1  # in which the row begins
        raise fault(path, f"cannot be read as CSV: {error}", line) from None
    return found


@contextmanager
def at(*where: str | int) -> Iterator[None]:
    """Say of what a rule finds wrong, by a ValueError, where in the file it is."""
    try:
        yield
    except ValueError as error:
        raise Slip(str(error), *where) from None


@contextmanager
def slips(path: Path, *where: str | int, line: int | None = None) -> Iterator[None]:
    """Tell what a rule finds wrong as a slip somewhere in a file."""
    try:
        yield
    except (ValueError, UserError, SyntaxError) as error:
        why = getattr(error, "msg", str(error))  # without the place in a line of code
        raise _slip(path, why, (*where, *getattr(error, "where", ())), line) from None


def _slip(path: Path, why: str, where: Sequence[str | int], line: int | None = None) -> BuildError:
    """What is wrong somewhere in a file, in one line; in YAML its number is looked for."""
    if not where:
        return fault(path, why, line)
    steps = " ".join(str(step + 1) if isinstance(step, int) else step for step in where)
    return fault(path, f"{steps}: {why}", line or line_of(path, *where))
