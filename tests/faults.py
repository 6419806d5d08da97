"""Change what checks rest on, and see whether their verdicts turn.

Run as `python -m tests.faults CHAPTER ...`; `make faults` does all. A check of a claim must be able
to come out otherwise. Each is run at reduced effort, and it is noted which functions of games,
solvers and chapters it calls. Then these are made to return something else, one at a time:
numbers a little or much larger, the opposite truth, the reverse order, all the time or every other
time. The bounds that the source sets for a claim are moved too. If no such fault turns the
verdict, and none makes the check fail outright, the claim is listed: its check is replaced, or
`verdicts.yaml` says in a sentence why the verdict is sound. A justification of what can turn is
listed too.
"""

from __future__ import annotations

import argparse
import copy
import functools
import itertools
import math
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from press import Effort, Finding, Said
from press.ledger import findings
from press.ledger.published import Published, load_all
from press.ledger.verdict import Bounds
from press.project.places import Project

RAISES = "raises"
ROOMS = ("parlor.games.", "parlor.solvers.", "chapters.")


def larger(found: Any, by: float) -> Any:
    """Return a result with all its numbers moved and its truths reversed."""
    move = functools.partial(larger, by=by)
    match found:
        case bool() | np.bool_():
            return not found
        case Fraction():
            return found + 1
        case int() | np.integer():
            return found + (round(by * abs(int(found))) or 1)
        case float() | np.floating():
            return found * (1 + by) + by
        case np.ndarray() if found.dtype.kind in "iufb":
            return (
                ~found
                if found.dtype.kind == "b"
                else found + (1 if found.dtype.kind in "iu" else by * (1 + abs(found)))
            )
        case dict():
            return {key: move(inner) for key, inner in found.items()}
        case tuple() if hasattr(found, "_fields"):
            return type(found)(*map(move, found))
        case tuple() | list() | set() | frozenset():
            return type(found)(map(move, found))
        case Iterator():
            return map(move, found)
        case _ if is_dataclass(found) and not isinstance(found, type):
            made = copy.copy(found)
            for field in fields(found):
                object.__setattr__(made, field.name, move(getattr(found, field.name)))
            return made
        case _:
            return found


def backwards(found: Any) -> Any:
    """Return a result with its sequences, or those in its fields, in the reverse order."""
    if isinstance(found, np.ndarray | list | tuple) and not hasattr(found, "_fields"):
        return found[::-1]
    if is_dataclass(found) and not isinstance(found, type):
        made = copy.copy(found)
        for field in fields(found):
            object.__setattr__(made, field.name, backwards(getattr(found, field.name)))
        return made
    return found


def every_other(fault: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a fault that happens at the second call, the fourth, and so on."""
    turns = itertools.cycle([False, True])
    return lambda found: fault(found) if next(turns) else found


FAULTS: dict[str, Callable[[], Callable[[Any], Any]]] = {
    "a little more": lambda: functools.partial(larger, by=0.02),
    "much more": lambda: functools.partial(larger, by=1.0),
    "much less": lambda: functools.partial(larger, by=-0.6),
    "backwards": lambda: backwards,
    "every other time more": lambda: every_other(functools.partial(larger, by=1.0)),
}


@dataclass
class Case:
    """A claim, and the first fault that turned its verdict, if any did."""

    entry: str
    turned_by: str
    tried: int
    seconds: float


def _in_a_room(name: str) -> bool:
    """Whether a module computes: one that all chapters share says what was found.

    To change a tally, or an agreement within rounding, would turn a check that looks at nothing.
    """
    return name.startswith(ROOMS) and name.count(".") > 1


def _is_function(thing: Any) -> bool:
    inner = getattr(thing, "__wrapped__", getattr(thing, "py_func", thing))
    return (
        isinstance(inner, FunctionType)
        and _in_a_room(str(inner.__module__))
        and not hasattr(thing, "decides")
    )


def places_of() -> dict[int, tuple[Any, list[tuple[ModuleType, str]]]]:
    """Return the functions that checks can rest on, and every place that holds each."""
    modules = [module for name, module in list(sys.modules.items()) if _in_a_room(name)]
    found: dict[int, tuple[Any, list[tuple[ModuleType, str]]]] = {}
    for module in modules:
        for name, thing in list(vars(module).items()):
            if _is_function(thing) and not name.startswith("__"):
                found.setdefault(id(thing), (thing, []))[1].append((module, name))
    return found


@contextmanager
def replaced(places: list[tuple[ModuleType, str]], new: Any) -> Iterator[None]:
    """Put something in all places that hold a function, for a while."""
    old = [getattr(module, name) for module, name in places]
    for module, name in places:
        setattr(module, name, new)
    try:
        yield
    finally:
        for (module, name), thing in zip(places, old, strict=True):
            setattr(module, name, thing)


def forget() -> None:
    """Empty the caches of all that is judged by: our own claims rest on other chapters."""
    for name, module in list(sys.modules.items()):
        if name.startswith(ROOMS):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def verdicts(check: Callable[..., Any], entries: list[str]) -> dict[str, str]:
    """Run a check at reduced effort; what cannot be run at all has turned."""
    forget()
    try:
        told = check(Effort(reduced=True))
    except Exception as error:
        return dict.fromkeys(entries, f"{RAISES} {type(error).__name__}")
    found = told if isinstance(told, dict) else {entries[0]: told}
    return {name: one.verdict for name, one in found.items() if isinstance(one, Finding)}


def in_time(work: Callable[[], dict[str, str]], patience: float) -> dict[str, str] | None:
    """Do work in a process of its own; None if it dies, or a fault sends it round and round."""
    fork = multiprocessing.get_context("fork")
    reader, writer = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: writer.send(work()))
    process.start()
    writer.close()
    try:
        return reader.recv() if reader.poll(patience) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def called(check: Callable[..., Any]) -> list[tuple[Any, list[tuple[Any, str]]]]:
    """Return the functions that a check calls, each with the places that hold it."""
    seen: dict[int, tuple[Any, list[tuple[Any, str]]]] = {}

    def profiled(frame: Any, event: str, _: Any) -> None:
        if event == "call" and (code := by_code.get(frame.f_code)):
            seen.setdefault(id(code[0]), code)

    places = places_of()
    by_code = {}
    for thing, where in places.values():
        inner = getattr(thing, "__wrapped__", getattr(thing, "py_func", thing))
        by_code[inner.__code__] = (thing, where)
    forget()
    threading.setprofile(profiled)  # work in pieces is done in threads
    sys.setprofile(profiled)
    try:
        check(Effort(reduced=True))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    # compiled functions make no frame: those that the chapter's own modules name are tried too
    own = set(map(id, vars(sys.modules[check.__module__]).values()))
    compiled = [one for name, one in places.items() if hasattr(one[0], "py_func") and name in own]
    return list({id(one[0]): one for one in [*seen.values(), *compiled]}.values())


def judge(published: Published, check: Callable[..., Any], seconds: float) -> list[Case]:
    """Try to turn the verdicts of a check."""
    entries = [entry.id for entry in findings.entries_of(published, check)]
    start = time.perf_counter()
    base = verdicts(check, entries)
    patience = 5 + 10 * (time.perf_counter() - start)
    turned: dict[str, str] = {}
    open_, tried = set(base), 0
    for thing, where in called(check) if base else []:
        for how, make in FAULTS.items():
            fault = make()
            if not open_ or time.perf_counter() - start > seconds:
                break

            @functools.wraps(getattr(thing, "py_func", thing))
            def wrong(*given: Any, _thing: Any = thing, _fault: Any = fault, **more: Any) -> Any:
                return _fault(_thing(*given, **more))

            with replaced(where, wrong):
                now = in_time(lambda: verdicts(check, entries), patience)
            now = now or dict.fromkeys(entries, f"{RAISES} nothing and does not end")
            tried += 1
            for name in sorted(open_):
                if now.get(name) != base[name]:
                    told = f"{thing.__module__}.{thing.__name__}, {how}: {now.get(name)}"
                    turned.setdefault(name, told)
                    if not str(now.get(name)).startswith(
                        RAISES
                    ):  # that would do, a verdict is better
                        turned[name] = told
                        open_.discard(name)
    for how, by in (("higher", 1.0), ("lower", -1.0)):
        if open_ & {
            name
            for name in base
            if {"low", "high"} & published.entry(name).columns.keys()
            or published.entry(name).yardsticks
        }:
            with replaced([(Said, "__getitem__")], functools.partialmethod(elsewhere, by=by)):
                now = verdicts(check, entries)
            tried += 1
            for name in sorted(name for name in open_ if now[name] != base[name]):
                turned[name] = f"the claim's bounds, {how}: {now[name]}"
                open_.discard(name)
    forget()
    took = time.perf_counter() - start
    return [Case(name, turned.get(name, ""), tried, took) for name in base]


def elsewhere(said: Said, name: str, by: float) -> Bounds:
    """Return the bounds of a claim, moved by what they span, or by the one that there is."""
    bounds = said.published.bounds(name)
    sides = [abs(side) for side in (bounds.low, bounds.high) if math.isfinite(side)]
    span = bounds.high - bounds.low if len(sides) == 2 else sides[0]
    return Bounds(bounds.low + by * (span or 1), bounds.high + by * (span or 1), bounds.words)


def tell(published: Published, case: Case) -> str:
    """Print what became of a claim, and return what is wrong with that."""
    name, why = f"{published.chapter} {case.entry}", published.entry(case.entry).justified
    if case.turned_by:
        print(f"{name}: turned by {case.turned_by}", flush=True)
        by_verdict = f": {RAISES} " not in case.turned_by
        return f"{name}: justified, and can turn" if why and by_verdict else ""
    print(f"{name}: {why or 'NOTHING TURNS IT'} ({case.tried} faults)", flush=True)
    return "" if why else f"{name}: no fault turns it"


def main() -> int:
    """List the claims that nothing turns; the exit status says whether one is not justified."""
    project = Project.here()
    parser = argparse.ArgumentParser(prog="faults", description=__doc__.split("\n\n")[0])
    parser.add_argument("chapters", nargs="*", default=[], help="by default all")
    parser.add_argument("--entry", action="append", default=[], help="only this entry; repeatable")
    parser.add_argument("--seconds", type=float, default=300, help="for a check")
    given = parser.parse_args()
    known = load_all(project.root / "data")
    problems = []
    for chapter in given.chapters or list(project.chapters):
        published = known[chapter]
        cases: list[Case] = []
        for check in findings.of_chapter(chapter):
            names = {entry.id for entry in findings.entries_of(published, check)}
            if not given.entry or names & set(given.entry):
                found = judge(published, check, given.seconds)
                problems += [problem for case in found if (problem := tell(published, case))]
                cases += found
        turned = sum(bool(case.turned_by) for case in cases)
        print(f"{chapter}: {turned} of {len(cases)} claims can turn")
    print("\n".join(problems))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
