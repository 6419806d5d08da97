"""Every public function takes what the field's others do, and refuses the rest by its name.

What is public stands in ``__all__`` of a module of the games, the solvers or the core: functions,
methods of classes, and the constructors of classes that a user makes, because a public function
takes them or an example makes one (not those of results). All of them are found by walking the
packages, and their valid arguments in the examples of the docstrings. One argument at a time is
replaced by something that it must not be: any other exception than a TypeError for a wrong type and
a ValueError for a wrong value fails, and so does an answer. What an argument may be is read off its
annotation. And one at a time is replaced by another form of the same: an array, a data frame, a
generator for its seed, a frozen distribution of SciPy.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import io
import json
import math
import os
import pkgutil
import re
import resource
import signal
import sys
import threading
import time
import typing
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import psutil
import pytest
from numba.core.registry import cpu_target
from scipy import stats

import parlor.core
import parlor.games
import parlor.solvers
from parlor.core import checks
from parlor.core.result import Result
from parlor.games.gift_exchange.watch import Parties

AT_LEAST = 140  # functions, constructors and methods with arguments
SECONDS = 10  # of a processor's time, for all calls of one of them
ASLEEP = 300  # seconds by the clock: many, since the machine may be busy with other things
MEMORY = 8 << 30  # bytes
DIED = f"the process died, or took longer than {SECONDS} s of a processor"

NOT_THEIRS = {  # beginnings of names of what takes no user's arguments, and why
    "parlor.core.checks.": "the checks themselves",
    "parlor.core.quantities.": "the same",
    "parlor.core.compiled.": "a decorator of our own functions",
    "parlor.core.places.": "paths written out in our own code",
    "parlor.core.draws.": "kernels",
    "parlor.games.token_game.outcomes.Outcomes.of": "made by solve, of what it has solved",
    "parlor.games.token_game.continuous.ContinuousOutcomes.of": "the same",
    "parlor.core.laws.Uniform.": "inner functions of the games, of numbers that were checked",
    "parlor.core.laws.Exponential.": "the same",
    "parlor.core.laws.Beta.": "the same",
    "parlor.core.laws.Discrete.": "the same",
    "parlor.core.laws.Frozen.": "the same",
}

# Valid all the same, though the annotation does not say so: {name: {parameter: labels}}, or "*".
ANY_STRATEGIES = {"[None]", "['1']", "[True]", "[nan]", "[10**400]", "[inf, -inf]", "[no text]"}
ANY_STRATEGIES |= {"array of bools", "array of objects", "array of texts", "array of dates"}
TWO_LAWS = {"stage_distributions": {"ragged"}}  # two rows of equally likely prizes
EMPTY = {"[]", "()", "empty array"}
NONE = {"''", *EMPTY}  # no feature, no gift
NOBODY = {"()", "{}"}
TEXTS = {"'3'", "''", "'nobody'"}
VALID: dict[str, dict[str, set[str]]] = {
    "parlor.core.estimate.Estimate": {"value": {"nan", "np.nan"}, "error": {"nan", "np.nan"}},
    "parlor.core.gambit.Decision": {"information": {"*"}},  # whatever is hashable
    "parlor.core.gambit.to_efg": {"title": TEXTS, "players": {"['1']", "array of texts"}},
    "parlor.core.gambit.to_nfg": {"title": TEXTS, "players": {"array of texts"}},
    "parlor.core.laws.Deterministic": {"value": {"*"}},  # refused as a value of Discrete
    "parlor.games.gift_exchange.condition.Condition": {"features": NONE, "policies": NOBODY},
    "parlor.games.gift_exchange.condition.configuration": {"features": NONE},
    "parlor.games.gift_exchange.statistics.simulate": {"features": NONE, "policies": NOBODY},
    "parlor.games.gift_exchange.position.Position": {"wrapped": NONE, "locked": NONE},
    "parlor.core.laws.read": {"name": {"*"}},  # the caller's name for it, in messages
    # the first mover's turn; nothing asked, nothing told
    "parlor.games.token_game.continuous.ContinuousOutcomes.replies": {"placed": EMPTY},
    "parlor.games.token_game.study.best_replies": {"placed": EMPTY},
    "parlor.games.nakai.recursion.values": TWO_LAWS,
    "parlor.solvers.double_oracle.solve": {"rows": ANY_STRATEGIES, "columns": ANY_STRATEGIES},
    "parlor.solvers.recursive_game.value_map": {"values": EMPTY},  # at no values
}

NO_TABLE = {Parties}  # of many games, a matrix each

AS_GIVEN = {"parlor.core.laws.readable", "parlor.games.token_game.board.check_prizes"}

# Parameters that have a default and may be given by position all the same: parts of the question.
BY_POSITION = {
    "parlor.core.estimate.Estimate.above.bound",
    "parlor.core.estimate.Estimate.interval.widths",
    "parlor.core.estimate.Estimate.sure.widths",
    "parlor.core.gambit.to_nashpy.B",
    "parlor.core.gambit.to_nfg.B",
    "parlor.core.laws.Deterministic.value",
    "parlor.core.laws.Exponential.mean",
    "parlor.core.laws.Uniform.low",
    "parlor.core.laws.Uniform.high",
    "parlor.games.guts.players.fictitious_play.n_players",
    "parlor.games.token_game.continuous.ContinuousOutcomes.replies.placed",
    "parlor.games.yankee_swap.large.large_resteal.n_players",
}

AMOUNTS = {"n_games", "n_rounds", "v0"}  # and where they begin
AS_EVER = {"parlor.games.yankee_swap.locked.simulate_locked.n_games"}  # others call it so

# Examples for those that no docstring calls, in the names of their own module.
EXAMPLES = {
    f"parlor.games.{name}": text
    for name, text in {
        "token_game.continuous.ContinuousOutcomes.payoff_of": (
            "solve_continuous([1, 2, 3], 2).payoff_of((2, 1))"
        ),
        "gift_exchange.reading.Reading": "Reading()",
    }.items()
}


class Mute:
    """An object whose text cannot be had."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


class Bad(NamedTuple):
    """A value that is no argument, unless the annotation names one of `unless`."""

    label: str
    make: Callable[[], object]
    unless: tuple[type, ...] = ()

    @property
    def kinds(self) -> tuple[type[Exception], ...]:
        """The errors that may refuse it: what NumPy makes no number and no array of has one."""
        return (TypeError,) if self.label in NO_TYPE else (TypeError, ValueError)


NO_TYPE = {"1j", "Decimal", "b'3'", "bytearray", "set()", "{1, 2}", "generator", "iterator"}
NO_TYPE |= {"object()", "a module", "no text", "np.True_", "True", "masked"}


def _bad() -> list[Bad]:
    nothing = type(None)
    return [
        Bad("None", lambda: None, (nothing,)),
        Bad("True", lambda: True, (bool,)),
        Bad("np.True_", lambda: np.True_, (bool,)),
        Bad("nan", lambda: float("nan")),
        Bad("inf", lambda: float("inf")),
        Bad("-inf", lambda: -np.inf),
        Bad("np.nan", lambda: np.float64("nan")),
        Bad("-1", lambda: -1, (float,)),
        Bad("1.5", lambda: 1.5, (float,)),
        Bad("np.float32(1.5)", lambda: np.float32(1.5), (float,)),
        Bad("-10**400", lambda: -(10**400)),
        Bad("10**400", lambda: 10**400),
        Bad("1j", lambda: 1j),
        Bad("Decimal", lambda: Decimal("1.5")),
        Bad("'3'", lambda: "3"),
        Bad("''", lambda: ""),
        Bad("'nobody'", lambda: "nobody"),
        Bad("b'3'", lambda: b"3"),
        Bad("bytearray", lambda: bytearray(b"\1\2")),
        Bad("[]", list),
        Bad("()", tuple),
        Bad("{}", dict),
        Bad("set()", set),
        Bad("{1, 2}", lambda: {1, 2}),
        Bad("{'a': 'b'}", lambda: {"a": "b"}),
        Bad("[None]", lambda: [None]),
        Bad("['1']", lambda: ["1"]),
        Bad("[True]", lambda: [True]),
        Bad("[nan]", lambda: [float("nan")]),
        Bad("[10**400]", lambda: [10**400]),
        Bad("[inf, -inf]", lambda: [np.inf, -np.inf]),
        Bad("ragged", lambda: [[1, 2], [3]]),
        Bad("nested", lambda: [[[[[1]]]]]),
        Bad("generator", lambda: (i for i in (1, 2))),
        Bad("iterator", lambda: iter([1, 2])),
        Bad("frame", lambda: pd.DataFrame({"a": [1, 2], "b": [3, 4]})),
        Bad("series", lambda: pd.Series([1.0, 2.0])),
        Bad("masked", lambda: np.ma.masked_array([1.0, 2.0], mask=[0, 1])),
        Bad("array of bools", lambda: np.array([True, False])),
        Bad("array of objects", lambda: np.array([object()], dtype=object)),
        Bad("array of texts", lambda: np.array(["a", "b"])),
        Bad("array of dates", lambda: np.array(["2020-01-01"], dtype="datetime64[D]")),
        Bad("array of no axis", lambda: np.array(1.0)),
        Bad("empty array", lambda: np.empty((0, 3))),
        Bad("object()", object),
        Bad("a class", lambda: int, (Callable,)),  # type: ignore[arg-type]
        Bad("a module", lambda: np),
        Bad("a function", lambda: len, (Callable,)),  # type: ignore[arg-type]
        Bad("no text", Mute),
        Bad("[no text]", lambda: [Mute()]),
    ]


BAD = _bad()


@dataclass(frozen=True)
class Entry:
    """A public function, constructor or method."""

    name: str
    call: Callable[..., Any]  # as found: a plain function, a class, or the method's function
    owner: type | None  # of a method

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def function(self) -> Callable[..., Any]:
        return self.call.__init__ if inspect.isclass(self.call) else self.call  # type: ignore[misc]

    @property
    def parameters(self) -> list[inspect.Parameter]:
        found = list(inspect.signature(self.call).parameters.values())
        return found[1:] if self.owner and self.takes_self else found

    @property
    def takes_self(self) -> bool:
        return not isinstance(inspect.getattr_static(self.owner, self.short), staticmethod)


def modules() -> Iterator[Any]:
    for package in (parlor.core, parlor.solvers, parlor.games):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


@cache
def entries() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    classes: dict[str, Entry] = {}
    for module in modules():
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            home = f"{getattr(value, '__module__', '')}.{name}"
            if inspect.isfunction(value):
                found[home] = Entry(home, value, None)
            elif inspect.isclass(value) and home.startswith("parlor."):
                if not issubclass(value, Result | Enum | Exception):
                    classes[home] = Entry(home, value, None)
                for method in _methods(value):
                    function = inspect.getattr_static(value, method)
                    function = getattr(function, "__func__", function)
                    found[f"{home}.{method}"] = Entry(f"{home}.{method}", function, value)
    taken = {word for e in found.values() for p in e.parameters for word in _words(p.annotation)}
    found |= {n: e for n, e in classes.items() if e.short in taken or arguments(e)}
    outside = tuple(NOT_THEIRS)
    return {n: e for n, e in found.items() if e.parameters and not n.startswith(outside)}


def _words(annotation: Any) -> list[str]:
    return re.findall(r"\w+", str(annotation))


def _methods(owner: type) -> Iterator[str]:
    for name in dir(owner):
        value = inspect.getattr_static(owner, name)
        value = getattr(value, "__func__", value)
        ours = getattr(value, "__module__", None) or ""
        if not name.startswith("_") and inspect.isfunction(value) and ours.startswith("parlor."):
            yield name


def results() -> set[type[Result]]:
    """All kinds of results."""
    values = (value for module in modules() for value in vars(module).values())
    return {v for v in values if inspect.isclass(v) and issubclass(v, Result) and is_dataclass(v)}


def unlike_results(kind: type[Result]) -> list[str]:
    """Which of the rules of `Result` a kind of results does not follow."""
    types_of = " ".join(str(field.type) for field in fields(kind))  # type: ignore[arg-type]
    unhashable = re.search(r"\b(ndarray|Floats|Ints|list|dict)\b", types_of)
    alone = kind.__eq__ is object.__eq__
    rules = {
        "an array, a list or a dict has no hash: eq=False": alone or not unhashable,
        "it has no hash": kind.__hash__ is not None,  # type: ignore[comparison-overlap]
        "__iter__ does not say what it unpacks into": getattr(kind, "__iter__", kind).__doc__,
        "no to_frame": hasattr(kind, "to_frame") or not unhashable or kind in NO_TABLE,
    }
    return [rule for rule, kept in rules.items() if not kept]


def test_all_results_follow_the_same_rules() -> None:
    assert len(results()) >= 40
    assert {
        f"{k.__module__}.{k.__name__}": found for k in results() if (found := unlike_results(k))
    } == {}


def test_seeds_may_be_generators_everywhere() -> None:
    seeded = [e for e in entries().values() if "seed" in (p.name for p in e.parameters)]
    assert len(seeded) >= 14
    for entry in seeded:
        (seed,) = (p.annotation for p in entry.parameters if p.name == "seed")
        assert seed == "Seed", entry.name
        told = inspect.getdoc(entry.call) or ""
        assert "seed : int or numpy.random.Generator\n" in told, entry.name


class Called(BaseException):
    """The function under test has been called, with these arguments."""


def arguments(entry: Entry) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Valid arguments (of a method: its object first), None if no example calls it."""
    home = entry.owner or entry.call
    if entry.name in EXAMPLES:
        face = home.__module__.rpartition(".")[0]  # of the package
        return _example(entry, f">>> {EXAMPLES[entry.name]}", home.__module__, face)
    own = [inspect.getdoc(entry.call), inspect.getdoc(entry.owner)]
    for module, text in [(home.__module__, text) for text in own] + _texts(home.__module__):
        if text and f"{entry.short}(" in text and (found := _example(entry, text, module)):
            return found
    return None


@cache
def _texts(name: str) -> list[tuple[str, str | None]]:
    """All docstrings with examples of a module and of its package's other ones."""
    package = ".".join(name.split(".")[:3])
    names = [name, *(n for n in sorted(sys.modules) if n.startswith(package) and n != name)]
    found = []
    for module in names:
        for value in vars(sys.modules[module]).values():
            if getattr(value, "__module__", "") == module:
                inner = vars(value).values() if inspect.isclass(value) else ()
                found += [(module, inspect.getdoc(v)) for v in (value, *inner) if callable(v)]
    return [(module, text) for module, text in found if text and ">>>" in text]


def _example(entry: Entry, text: str, *modules: str) -> Any:
    """What an example calls the function with."""

    def record(*args: Any, **kwargs: Any) -> None:
        raise Called(args, kwargs)

    names: dict[str, Any] = {}
    for module in modules:
        names |= {**vars(sys.modules[module]), **names}
    kept = None
    if entry.owner:
        kept = inspect.getattr_static(entry.owner, entry.short)
        patched = record if inspect.isfunction(kept) else type(kept)(record)
        setattr(entry.owner, entry.short, patched)
    try:
        for example in doctest.DocTestParser().get_examples(text):
            for name, value in list(names.items()):
                if value is entry.call and not entry.owner:
                    names[name] = record
            with redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                exec(compile(example.source, "<example>", "single"), names)
    except Called as called:
        return called.args
    except Exception:
        return None
    finally:
        if entry.owner:
            setattr(entry.owner, entry.short, kept)
    return None


def allowed(entry: Entry) -> dict[str, set[Any]]:
    """The types that each parameter's annotation names, at any depth outside of containers."""
    try:
        hints = typing.get_type_hints(entry.function)
    except (NameError, TypeError):
        hints = {}
    return {p.name: _types(hints.get(p.name, p.annotation)) for p in entry.parameters}


def _types(hint: Any) -> set[Any]:
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return _types(typing.get_args(hint)[0])
    if origin in (typing.Union, type(int | str)):
        return set().union(*map(_types, typing.get_args(hint)))
    return {origin or hint}


def faults(entry: Entry, most: int = 20) -> list[str]:
    """What is wrong with the answers to bad arguments, the first `most`; for `apart`."""
    given = arguments(entry)
    limit()  # the example may have compiled a kernel
    if given is None:
        return ["no example calls it: give it one, or an entry in EXAMPLES"]
    args, kwargs = given
    if not entry.owner or not entry.takes_self:
        bound = inspect.signature(entry.call).bind(*args, **kwargs)
    elif inspect.ismethod(getattr(entry.owner, entry.short)):  # a class method
        bound = inspect.signature(entry.call).bind(entry.owner, *args, **kwargs)
    else:
        bound = inspect.signature(entry.call).bind(*args, **kwargs)
    types = allowed(entry)
    found = []
    for parameter in entry.parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        excused = VALID.get(entry.name, {}).get(parameter.name, set())
        for bad in BAD:
            maybe = bool(types[parameter.name] & set(bad.unless)) or bad.label in excused
            maybe |= bad.label == "None" and parameter.default is None
            maybe |= bad.label in ("frame", "series") and types[parameter.name] != {int}
            if "*" in excused or (maybe and float not in bad.unless):
                continue
            trial = dict(bound.arguments)
            value = bad.make()
            if parameter.kind is parameter.VAR_POSITIONAL:
                trial[parameter.name] = (value, *trial.get(parameter.name, ())[1:])
            else:
                trial[parameter.name] = value
            trial_of = inspect.BoundArguments(bound.signature, trial)
            says = _outcome(entry, trial_of, parameter.name, bad.kinds)
            if says and not (maybe and says == "an answer"):
                found.append(f"{parameter.name} = {bad.label}: {says}")
            if len(found) == most:
                return found
    return found


def _outcome(
    entry: Entry, bound: inspect.BoundArguments, name: str, kinds: tuple[type[Exception], ...]
) -> str:
    """What comes of a call; nothing if it is refused as it should be."""
    try:
        with redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            answer = entry.call(*bound.args, **bound.kwargs)
            if inspect.isgenerator(answer):  # the checks may come with the first value
                next(answer, None)
    except kinds as error:
        head, got, _ = _text(error).partition("got ")
        kind = type(error).__name__
        named = re.search(rf"\b{name}\b", head) and (got or kind == "ValueError")
        return "" if named else f"a {kind} that does not begin with it: {_text(error)}"
    except Exception as error:
        return f"{type(error).__name__}: {_text(error)}"
    return "an answer"


def _text(error: Exception) -> str:
    try:
        return " ".join(str(error).split())[:200]
    except RuntimeError:  # it shows an object that has no text
        return "?"


def limit(seconds: int = SECONDS) -> None:
    """Have this process killed after so much more of a processor's time."""
    end = math.ceil(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))  # it may get more


def apart(work: Callable[[], list[str]]) -> list[str]:
    """What `work` finds, in a process of its own: a kernel cannot be interrupted otherwise."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            most = psutil.Process().memory_info().vms + MEMORY  # V8 reserves a lot, and uses little
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(writing, "w") as file:
                json.dump(work(), file)
        finally:
            os._exit(0)
    os.close(writing)
    killer = threading.Timer(ASLEEP, os.kill, (child, signal.SIGKILL))  # it waits in vain
    killer.start()
    with os.fdopen(reading) as file:
        text = file.read()
    killer.cancel()
    os.waitpid(child, 0)
    return json.loads(text) if text else [DIED]


@pytest.fixture(scope="module", autouse=True)
def ready_to_fork() -> None:
    """Do once what each child would do: register numba's functions."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def test_a_call_without_an_end_is_killed() -> None:
    def endless() -> list[str]:
        limit(1)
        while True:
            pass

    assert apart(endless) == [DIED]


def test_how_many_are_found() -> None:
    assert len(entries()) >= AT_LEAST
    assert not EXAMPLES.keys() - entries().keys()
    assert not VALID.keys() - entries().keys()


def options_by_position(entry: Entry) -> set[str]:
    """Defaulted parameters that can be given by position."""
    return {
        f"{entry.name}.{p.name}"
        for p in entry.parameters
        if p.default is not p.empty and p.kind is not p.KEYWORD_ONLY
    }


def test_options_are_given_by_name_only() -> None:
    found = set().union(*map(options_by_position, entries().values()))
    assert sorted(found - BY_POSITION) == [], "put * before them"
    assert sorted(BY_POSITION - found) == [], "no longer there"


def test_an_option_by_position_is_found() -> None:
    def solve(n_players: int, mesh: int = 101, *, seed: int = 42) -> None: ...

    assert options_by_position(Entry("parlor.solve", solve, None)) == {"parlor.solve.mesh"}


def amounts_by_position(entry: Entry) -> set[str]:
    """What says how much is played, after the game itself, and can be given by position."""
    return {
        f"{entry.name}.{p.name}"
        for p in entry.parameters[1:]
        if p.name in AMOUNTS and p.kind is not p.KEYWORD_ONLY
    }


def test_how_much_is_played_is_given_by_name() -> None:
    found = set().union(*map(amounts_by_position, entries().values()))
    assert sorted(found ^ AS_EVER) == []


def test_an_amount_by_position_is_found() -> None:
    def play(n_games: int, n_rounds: int, *, v0: float) -> None: ...

    assert amounts_by_position(Entry("parlor.play", play, None)) == {"parlor.play.n_rounds"}


def conventions(entry: Entry) -> list[str]:
    """What is wrong with the answers to other forms of the same arguments; for `apart`."""
    fixed = inspect.isclass(entry.call) or (entry.owner and not entry.takes_self)
    if fixed or entry.name in AS_GIVEN:
        return []
    limit(6 * SECONDS)
    args, kwargs = arguments(entry)  # type: ignore[misc]
    bound = inspect.signature(entry.call).bind(*args, **kwargs)
    usual, found = _answer(entry, bound, {}), []
    for name, label, same, other in _forms(entry, bound.arguments):
        first = _answer(entry, bound, {name: same()})
        second = _answer(entry, bound, {name: other()})
        if first != second:
            found.append(f"{name} as {label}: {second[:300]}, and not {first[:300]}")
    if usual.startswith(("unhashable", "unreadable")):
        found.append(usual[:300])
    return found


def _answer(entry: Entry, bound: inspect.BoundArguments, changed: dict[str, Any]) -> str:
    """The text of what comes of a call, with whether it can be hashed if it is a result."""
    bound = inspect.BoundArguments(bound.signature, bound.arguments | changed)
    try:
        with redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            answer = entry.call(*bound.args, **bound.kwargs)
    except (TypeError, ValueError, ArithmeticError) as error:
        return f"{type(error).__name__}: {_text(error).partition('got ')[0]}"
    if inspect.isgenerator(answer):
        return "a generator"
    if not isinstance(answer, Result):
        return repr(answer)
    try:
        hash(answer)
    except TypeError as error:
        return str(error)
    if "array(" in repr(answer):
        return f"unreadable: {answer!r}"
    return repr({name: value for name, value in vars(answer).items() if not name.startswith("_")})


def _forms(
    entry: Entry, given: dict[str, Any]
) -> Iterator[tuple[str, str, Callable[[], Any], Callable[[], Any]]]:
    """Arguments in a form, its name, and in another one that has to give the same answer."""
    for parameter in entry.parameters:
        name, value = parameter.name, given.get(parameter.name)
        if name == "seed":
            drawn = checks.seed(np.random.default_rng(7))
            yield name, "a generator", lambda d=drawn: d, lambda: np.random.default_rng(7)
        if name == "distribution":
            yield name, "SciPy's", lambda: "uniform", stats.uniform
            yield name, "SciPy's", lambda: {1: 0.5, 2: 0.5}, lambda: stats.randint(1, 3)
        rows = isinstance(value, list | tuple | range | np.ndarray) and len(value) > 0
        if rows and checks._all_real(value):
            try:
                array = np.array(value, dtype=None)
            except ValueError:  # ragged
                continue
            yield name, "an array", lambda v=value: v, lambda a=array: a
            yield name, "objects", lambda v=value: v, lambda a=array: a.astype(object)
            if array.ndim <= 2:
                frame = pd.Series if array.ndim == 1 else pd.DataFrame
                yield name, "pandas'", lambda v=value: v, lambda f=frame, a=array: f(a)
            narrow = array.astype(np.float32)
            if array.dtype.kind == "f" and (narrow == array).all():
                yield name, "float32", lambda v=value: v, lambda n=narrow: n


def by_module() -> dict[str, list[Entry]]:
    """All of them, by their modules."""
    found: dict[str, list[Entry]] = {}
    for name in sorted(entries()):
        entry = entries()[name]
        found.setdefault((entry.owner or entry.call).__module__, []).append(entry)
    return found


@pytest.mark.parametrize("module", by_module())
def test_arguments(module: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad ones are refused, and other forms of good ones bring the same; in a process for all."""
    monkeypatch.chdir(tmp_path)  # a text may be a folder's name

    def told(*of: Entry) -> list[str]:
        return [f"{e.name}: {fault}" for e in of for fault in (*faults(e), *conventions(e))]

    every = by_module()[module]
    found = apart(lambda: told(*every))
    if found == [DIED]:  # of which?
        found = [f"{e.name}: {one}" for e in every for one in apart(lambda e=e: told(e))]
    assert not found, "\n".join(found)
