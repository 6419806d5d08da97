"""A row measured: times in turn, memory apart, whether the answers agree."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from .apart import LATE, Apart, apart
from .row import Row, Way
from .sides import beside

LIMIT = 10.0  # seconds that one call may take
COLD = 100.0  # and if it compiles first
SHORT = 2.0  # seconds below which a call is made again, as the first may have compiled
TIE = 0.05  # ratios this close to 1 are a tie

Told = dict[str, Any]


def measure(row: Row, *, budget: float = 4.0) -> Told:
    """Measure all ways of a row.

    Parameters
    ----------
    row : Row
        What is asked.
    budget : float
        Seconds for the samples of a rival and of ours beside it.

    Returns
    -------
    dict
        `ours`: seconds, peak, certificate, error; `rivals`, by name: state (a key of `STATES`),
        ratio, seconds, peak, differs, certificate, version, error; `base`: bytes of a process
        that has been asked nothing yet.
    """
    given = row.given()
    base = apart(lambda: None).peak
    ours = _alone(row, row.ours, given)
    found: Told = {
        "name": row.name, "what": row.what, "certified": row.certified, "base": base,
        "ours": _about(row, row.ours, given, ours), "rivals": {},
    }  # fmt: skip
    times: list[float] = []
    for rival in row.rivals:
        told: Told = {
            "kind": rival.kind, "package": rival.package, "version": rival.version(),
            "share": rival.share,
        }  # fmt: skip
        found["rivals"][rival.name] = told
        if not told["version"]:
            told["state"] = "not installed"
            continue
        theirs = _alone(row, rival, given)
        told |= _about(row, rival, given, theirs)
        if theirs.error or ours.error:
            told["state"] = "too long" if theirs.error == LATE else "failed"
            continue
        differs = float(row.differs(ours.answer, theirs.answer))
        told["differs"] = differs if math.isfinite(differs) else None
        sides = beside(
            partial(_ask, row.ours, _prepared(row.ours, given)),
            partial(_ask, rival, _prepared(rival, given)),
            budget=budget,
        )  # fmt: skip
        times.extend(sides.ours)
        found["ours"]["seconds"] = min(times)
        told["seconds"] = min(sides.theirs) / rival.share
        told["ratio"] = sides.ratio(rival.share)
        told["samples"] = len(sides.theirs)
        told["state"] = _state(row, rival, told)
    return found


STATES = {
    "won": "we are first",
    "tied": f"no further apart than the spread, or {TIE:.0%}",
    "lost": "the other is first",
    "wrong": "its answer is not ours",
    "failed": "it gives no answer",
    "too long": f"no answer within {LIMIT:.0f} seconds",
    "not installed": "its package is not there",
}


def _state(row: Row, rival: Way, told: Told) -> str:
    """Who is first; an answer that is off does not count, however quick."""
    allowed = row.within + (told["certificate"] or 0.0 if rival.loose else 0.0)
    if told["differs"] is None or not told["differs"] <= allowed:
        return "wrong"
    ratio = told["ratio"]
    if ratio["low"] > 1 + TIE:
        return "won"
    return "lost" if ratio["high"] < 1 / (1 + TIE) else "tied"


def _about(row: Row, way: Way, given: Any, came: Apart) -> Told:
    sure = row.certificate(given, came.answer) if row.certificate and not came.error else None
    return {
        "seconds": came.seconds / way.share,
        "peak": came.peak,
        "certificate": sure if sure is None or math.isfinite(sure) else None,
        "error": came.error,
    }


def _alone(row: Row, way: Way, given: Any) -> Apart:
    """Ask once in a process of its own, and again where compiling may have taken the memory."""
    if row.tiny:
        apart(partial(_asked, way, row.tiny()), COLD)
    ready = partial(_asked, way, given)
    came = apart(ready, LIMIT if way.kind else COLD)
    again = not row.tiny and not came.error and came.seconds < SHORT
    return apart(ready, LIMIT) if again else came


def _asked(way: Way, given: Any) -> Any:
    return _ask(way, _prepared(way, given))


def _prepared(way: Way, given: Any) -> Any:
    return way.prepare(given) if way.prepare else given


def _ask(way: Way, given: Any) -> Any:
    return way.call(given)
