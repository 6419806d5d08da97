"""A sweep: a lab asked at many points, each answer kept as soon as it is there.

A lab's finished points lie in one store, named by what its answers are made of. So a sweep that was
stopped goes on, and a finer one asks only what is new, whoever asked first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..run.long_work import alone
from ..run.progress import bar
from ..run.project import Project, UserError, digest_text
from ..run.store import Store, store_of
from ..run.workers import completed, executor
from ..run.yaml_input import cut, load_file, printable
from .grid import Design
from .lab import Lab, solve


@dataclass(frozen=True)
class Sweep:
    """A lab and the points at which it is asked.

    Attributes
    ----------
    lab : Lab
        The lab.
    design : Design
        The points, each once and each allowed.
    keys : sequence of str
        Their names; see `Point`.
    left_out : int
        Points that are not allowed, if they were to be left out.
    """

    lab: Lab
    design: Design
    keys: Sequence[str]
    left_out: int = 0

    @classmethod
    def of(cls, lab: Lab, design: Design, skip: bool = False) -> Sweep:
        """Check every point before the first is asked.

        Parameters
        ----------
        lab : Lab
            The lab.
        design : Design
            The points.
        skip : bool
            Whether points that are not allowed are left out; they are refused otherwise.

        Returns
        -------
        Sweep
            Points that ask the same are one.

        Raises
        ------
        UserError
            For the first point that is not allowed, or if none is left.
        """
        found: dict[str, tuple[Any, ...]] = {}
        left_out = 0
        for number, row in enumerate(design.rows, start=1):
            try:
                point = lab.point(dict(zip(design.names, row, strict=True)))
            except UserError as error:
                if not skip:
                    at = f", at point {number:,} of {len(design.rows):,}" * (len(design.rows) > 1)
                    hint = "; --skip leaves out what is not allowed" if at else ""
                    raise UserError(f"{error}{at}{hint}") from None
                left_out += 1
                continue
            found.setdefault(point.key, tuple(point.values[name] for name in design.names))
        if not found:
            raise UserError(f"{lab.page.address}: none of {left_out:,} points is allowed")
        return cls(lab, Design(design.names, list(found.values())), list(found), left_out)

    @property
    def name(self) -> str:
        """The name of the whole sweep: equal for equal points, in one order, of one lab."""
        return digest_text(self.lab.name, *self.design.names, *self.keys)

    def given(self, place: int) -> dict[str, Any]:
        """Return the values, at a place, of the parameters that were given."""
        return dict(zip(self.design.names, self.design.rows[place], strict=True))


@dataclass(frozen=True)
class Outcome:
    """What became of a sweep's points.

    Attributes
    ----------
    before : int
        Points that were finished when it began.
    failed : dict of int to str
        Why points failed, by place.
    """

    before: int
    failed: dict[int, str]


def given_values(file: Path | None, texts: Sequence[str]) -> dict[str, Any]:
    """Return what a file and ``-p NAME=VALUES`` give: texts of the grammar of `grid`, or lists.

    Parameters
    ----------
    file : Path, optional
        A mapping in YAML: from names to texts, to ``{values: [...]}`` or to one value.
    texts : sequence of str
        Such as ``["n_players=2..6", "layout=line,clock"]``; they go before what the file has.

    Returns
    -------
    dict
        Texts and lists by name.

    Examples
    --------
    >>> given_values(None, ["n=1..3", "prizes=[1,2],[1,3]"])
    {'n': '1..3', 'prizes': '[1,2],[1,3]'}
    """
    found: dict[str, Any] = {}
    for name, value in (load_file(file) if file else {}).items():
        several = isinstance(value, dict) and list(value) == ["values"]
        found[name] = value if isinstance(value, str) else value["values"] if several else [value]
        if not isinstance(found[name], str | list) or not found[name]:
            raise UserError(f"-f {file}: {name}: values is a list of at least one")
    given: dict[str, str] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise UserError(f"-p '{cut(text)}': write name=values")
        if name in given:
            raise UserError(f"-p {cut(name)}: is given twice")
        given[name] = values
    return found | given


def answers_file(project: Project, lab: Lab) -> Path:
    """Return the file of the store of a lab's finished points."""
    return store_of(project, "sweeps", f"{lab.page.folder}-{lab.name}")


def ask(code: str, values: dict[str, Any]) -> dict[str, Any] | str:
    """Answer one point, in whatever process, as JSON holds it; or say why it failed."""
    alone.set(True)  # all processors are busy with other points
    try:
        return solve(code, values).as_json()
    except Exception as error:
        return cut(printable(" ".join(f"{type(error).__name__}: {error}".split())), 200)


def gather(
    sweep: Sweep, kept: Store, start: Callable[[], AbstractContextManager[Executor]] = executor
) -> Outcome:
    """Ask what has not been asked, keep each answer as soon as it is there, say how far it is.

    Parameters
    ----------
    sweep : Sweep
        The points.
    kept : Store
        Where answers are kept; see `answers_file`.
    start : callable
        Starts what asks, if there is anything to ask.

    Returns
    -------
    Outcome
        What became of all of them.
    """
    todo = [place for place, key in enumerate(sweep.keys) if kept.get(key) is None]
    before = len(sweep.keys) - len(todo)
    name = sweep.lab.page.address
    told = f"{name}: {len(sweep.keys):,} points"
    told += f", {sweep.left_out:,} left out as not allowed" if sweep.left_out else ""
    told += f", {before:,} of them finished before" if before else ""
    print(told, file=sys.stderr)
    failed: dict[int, str] = {}
    if todo:
        validate = sweep.lab.parameters.validate
        jobs = ({"code": sweep.lab.code, "values": validate(sweep.given(place))} for place in todo)
        with start() as pool, bar(name, len(todo)) as advance:
            for index, answer in completed(pool, ask, jobs):
                if isinstance(answer, dict):
                    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
                    kept.put(sweep.keys[todo[index]], text.encode())
                else:
                    failed[todo[index]] = str(answer)
                advance()
    return Outcome(before, dict(sorted(failed.items())))


def answers(sweep: Sweep, kept: Store) -> Iterator[dict[str, Any] | None]:
    """Yield the answers in the order of the points, as JSON has them; None where there is none."""
    for key in sweep.keys:
        content = kept.get(key)
        yield None if content is None else json.loads(content)
