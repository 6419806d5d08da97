"""What the checks have in common: the solved game, and a statement held against it in all states.

A value is judged by its largest difference from the direct solver over all states that it covers, a
strategy by its largest exploitability in the stage game, over the middles of all intervals between
thresholds (the print's, the repair's and the solver's own breakpoints), an inequality by its
largest violation. Where an array has several misprints each is judged alone, with the rest
repaired, so that none hides behind another.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial, wraps
from itertools import pairwise
from typing import Any

from parlor.core.laws import Law
from parlor.games.nakai.recursion import StageValues, State, gap_at, values
from parlor.games.nakai.regions import Region, regions
from press import Effort, Finding, claim, greatest, show

from ..tolerances import CERTIFIED, ROUNDING
from .printed import Strategy

LAWS = ("uniform", "exponential")
THOUSAND = 1000  # from here on three digits are written out, not as a power of ten
STAGES = 12
Case = tuple[State, float]
Cases = Callable[[StageValues], Iterable[Case]]
Rule = tuple[State, Callable[[float], Strategy], tuple[float, ...]]
WITHIN = ", to within {}"
TRIED = ": at a prize between any two thresholds nobody gains more than {} by another choice"
COMPLETED = (
    "The lines define these entries so that the sums come out: what is checked is that the values "
    "which they name are those of the game."
)


def stages(effort: Effort) -> int:
    """Stages of the games that formulas are held against."""
    return effort.of(full=STAGES, reduced=4)


@cache
def tables(effort: Effort) -> dict[str, StageValues]:
    """The game solved for two laws of the prizes."""
    return {law: values(stages(effort), distribution=law) for law in LAWS}


@cache
def uniform(effort: Effort) -> StageValues:
    """The game solved for uniform prizes."""
    return tables(effort)["uniform"]


def law_at(table: StageValues, n: int = 1) -> Law:
    """Law of the prize with n stages to go."""
    return table.prizes[n - 1]


def deviations(
    *entries: str, repaired: Callable[..., Iterable[Case]] | None = None, **more: Any
) -> Callable[[Callable[..., Iterable[Case]]], Callable[[Effort], Any]]:
    """Mark a statement's deviations by state as the check of `entries`, with options of `held`.

    Of several entries it is handed which, and so is `repaired`.
    """

    def mark(cases: Callable[..., Iterable[Case]]) -> Callable[[Effort], Any]:
        @claim(*entries)
        @wraps(cases)
        def check(effort: Effort) -> Finding | dict[str, Finding]:
            def found(**which: str) -> Finding:
                mended = repaired and partial(repaired, **which)
                return held(effort, partial(cases, **which), repaired=mended, **more)

            return found() if len(entries) == 1 else {name: found(entry=name) for name in entries}

        return check

    return mark


def held(
    effort: Effort,
    cases: Cases,
    *,
    repaired: Cases | None = None,
    note: str = "",
    partly: bool = False,
    yes_or_no: bool = False,
    play: bool = False,
    undefined: str = "undefined",
) -> Finding:
    """Hold a statement against the solved games: its deviation in every state that it covers.

    Parameters
    ----------
    effort : Effort
        How many stages.
    cases : callable
        The deviations of the statement as printed, with their states, for a solved game.
    repaired : callable, optional
        Those of the statement as repaired, if it is known to be misprinted.
    note : str, optional
        A sentence on why it is so.
    partly : bool, default False
        Whether it holds in part if it deviates in some states and is right in others.
    yes_or_no : bool, default False
        Whether a deviation is 1 where the statement is not true.
    play : bool, default False
        Whether a deviation is what a player gains by leaving the strategies.
    undefined : str, optional
        What the statement is where the deviation is infinite.

    Returns
    -------
    Finding
        It holds if nothing deviates by more than rounding.
    """
    found = {law: summed_up(cases(t)) for law, t in tables(effort).items()}
    verdict: bool | str = not any(one.missed for one in found.values())
    if not verdict and partly:
        verdict = "partly" if all(one.missed < one.states for one in found.values()) else False
    sentence = _sentence(found, yes_or_no, play, undefined)
    if repaired is not None:
        rest = summed_up(case for t in tables(effort).values() for case in repaired(t)).worst
        verdict = "not decidable" if rest > CERTIFIED else verdict
        if rest > CERTIFIED:
            sentence += f" Even repaired it is off by {told(rest)} at worst."
        else:
            within = "" if yes_or_no else f", to within {told(rest)}"
            sentence += f" Repaired, it holds in every state{within}."
    return Finding(verdict, f"{sentence} {note}".strip())


def _sentence(found: Mapping[str, Deviations], yes_or_no: bool, play: bool, undefined: str) -> str:
    """What was found in states, in words: a state counts once however much of it is compared."""
    one = next(iter(found.values()))
    size = "one stage" if one.stages == 1 else f"up to {one.stages} stages"
    states = f"{one.states:,} states that it covers, with {size}"
    prizes = f"for {' and for '.join(found)} prizes"
    if any(each.missed for each in found.values()):
        where = for_each({law: _where(each) for law, each in found.items()})
        what = "exploitable" if play else "off"
        size = for_each({law: _by_how_much(each, what, undefined) for law, each in found.items()})
        off = "" if yes_or_no else f"; it is {size}{', at the prizes that we tried' * play}"
        return f"Of the {states}, it fails {where}{off}."
    if yes_or_no:
        return f"It is true in all {states}, {prizes}."
    worst = told(greatest(*(each.worst for each in found.values())))
    return f"It holds in all {states}, {prizes}{(TRIED if play else WITHIN).format(worst)}."


def _where(found: Deviations) -> str:
    """In which states a statement fails."""
    first = f", first in $(n, k, l, m)$ = {show(found.first)}," if found.missed else ""
    number = "all" if found.missed == found.states else f"{found.missed:,}"
    return f"in {number if found.missed else 'none'}{first}"


def _by_how_much(found: Deviations, what: str, undefined: str) -> str:
    """How far off a statement is, at its first exception if it is somewhere undefined."""
    if not found.undefined:
        return f"{what} by up to {told(found.worst)}" if found.missed else "right"
    here = f"{what} by {told(found.at_first)} there and " if math.isfinite(found.at_first) else ""
    return f"{here}{undefined} in {found.undefined:,}"


def for_each(found: Mapping[str, str]) -> str:
    """What is found for each distribution of the prizes, said once where it is the same.

    >>> for_each({"uniform": "in 5", "exponential": "in 5"})
    'in 5 for uniform and for exponential prizes'
    >>> for_each({"uniform": "in 5", "exponential": "in 6"})
    'in 5 for uniform prizes and in 6 for exponential prizes'
    """
    if len(set(found.values())) == 1:
        return f"{next(iter(found.values()))} for {' and for '.join(found)} prizes"
    return " and ".join(f"{what} for {law} prizes" for law, what in found.items())


def of_range(named: Iterable[Any], meant: Iterable[Any], others: bool = False) -> bool | str:
    """Whether a printed range is right.

    Parameters
    ----------
    named : iterable
        The indices that the print names.
    meant : iterable
        Those for which what is said of them can be so.
    others : bool, default False
        Whether the paper leaves the cases outside to a similar argument.

    Examples
    --------
    >>> of_range([1, 2], [1, 2]), of_range([1, 2], [1]), of_range([1], [1, 2], others=True)
    (True, False, 'partly')
    """
    named, meant = set(named), set(meant)
    if named - meant or (meant - named and not others):
        return False
    return "partly" if meant - named else True


def printed_range(
    entry: str, evidence: str, *, others: bool = False, most: int = STAGES
) -> Callable[[Callable[[int], tuple[Iterable[Any], Iterable[Any]]]], Callable[[Effort], Finding]]:
    """Make a check of what tells, up to a number of stages, the `named` and the `meant` indices.

    Parameters
    ----------
    entry : str
        The claim that it decides.
    evidence : str
        A sentence with the stages ``{n}`` and how many are ``{named}``, ``{meant}``, ``{wrong}`` in
        the print and ``{left}`` out; the ``{first}`` of those that are wrong, else left out.
    others : bool, default False
        As for `of_range`.
    most : int, optional
        Stages.
    """

    def mark(
        indices: Callable[[int], tuple[Iterable[Any], Iterable[Any]]],
    ) -> Callable[[Effort], Finding]:
        @claim(entry)
        @wraps(indices)
        def check(effort: Effort) -> Finding:
            n = effort.of(full=most, reduced=4)
            named, meant = map(set, indices(n))
            wrong, left = named - meant, meant - named
            told = {"named": named, "meant": meant, "wrong": wrong, "left": left}
            counts = {name: f"{len(some):,}" for name, some in told.items()}
            first = show(min(wrong or left, default=()))
            return Finding(
                of_range(named, meant, others), evidence.format(n=n, first=first, **counts)
            )

        return check

    return mark


@dataclass(frozen=True)
class Deviations:
    """By how much a statement is off, over all cases of all games.

    Attributes
    ----------
    worst : float
        The largest deviation; infinite if it is somewhere undefined.
    first : tuple of int, optional
        The first state by n, k, l, m that shows one.
    at_first : float
        That deviation.
    missed, undefined, count, states : int
        States that show one, states where it is undefined, cases, and states.
    stages : int
        The most stages of a state.
    """

    worst: float
    first: State | None
    at_first: float
    missed: int
    undefined: int
    count: int
    states: int
    stages: int


def summed_up(cases: Iterable[Case]) -> Deviations:
    """Return what deviates by more than rounding.

    >>> found = summed_up([((2, 1, 0, 1), 0.0), ((3, 1, 0, 1), -2.0), ((2, 2, 0, 1), float("nan"))])
    >>> found.worst, found.first, found.missed, found.states
    (inf, (2, 2, 0, 1), 2, 3)
    """
    off: dict[State, float] = {}
    count = 0
    for state, difference in cases:
        count += 1
        size = abs(difference) if math.isfinite(difference) else math.inf
        off[state] = greatest(off.get(state, 0.0), float(size))
    missed = {state: size for state, size in off.items() if size > CERTIFIED}
    first = min(missed, default=None)
    at_first = missed[first] if first else 0.0
    undefined = sum(map(math.isinf, missed.values()))
    worst = max(off.values(), default=0.0)
    stages = max((n for n, *_ in off), default=0)
    return Deviations(worst, first, at_first, len(missed), undefined, count, len(off), stages)


def told(deviation: float) -> str:
    """A deviation in words: rounding, or three digits.

    >>> told(1e-16), told(0.12345)
    ('1e-12', '0.123')
    >>> told(4943.2)
    '4,940'
    """
    size = max(deviation, ROUNDING)
    return f"{float(f'{size:.3g}'):,.0f}" if size >= THOUSAND else f"{size:.3g}"


def every_state(n_max: int) -> Iterator[State]:
    """All states with up to n_max stages, also those in which a side has no card."""
    for n in range(1, n_max + 1):
        for k in range(n + 1):
            for l in range(n + 1 - k):
                yield from ((n, k, l, m) for m in range(n + 1))


def pairs(n_max: int, first: int = 1) -> list[tuple[int, int]]:
    """All (n, i) with first <= i <= n."""
    return [(n, i) for n in range(1, n_max + 1) for i in range(first, n + 1)]


def between(n_max: int) -> list[tuple[int, int]]:
    """All (n, l) with 0 < l < n."""
    return [(n, l) for n in range(2, n_max + 1) for l in range(1, n)]


@cache
def pieces(table: StageValues, state: State) -> tuple[Region, ...]:
    """The solver's own regions of a state, which many statements are held against."""
    return regions(table, *state)


def prizes_to_try(table: StageValues, state: State, thresholds: Iterable[float] = ()) -> list:
    """The middles of the intervals between thresholds and the solver's own breakpoints."""
    own = pieces(table, state)
    low, high = own[0].low, own[-1].high
    inner = [x for x in thresholds if low < x < high]
    cuts = sorted({low, *inner, *(piece.high for piece in own)})
    return [(a + b) / 2 for a, b in pairwise(cuts) if b - a > CERTIFIED]


def gaps(table: StageValues, rules: Iterable[Rule]) -> Iterator[Case]:
    """Largest exploitability of each state's strategies: infinite for what is no strategy."""
    for state, rule, thresholds in rules:
        prizes = prizes_to_try(table, state, thresholds)
        yield state, max((gap_at(table, state, x, *rule(x)) for x in prizes), default=0.0)
