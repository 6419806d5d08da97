"""A run beside earlier ones: what has become slower, beyond noise.

Times of two days are those of two machines, even on one. What is compared is the ratio to a rival
of the same version on the same processor: if we take more of its time than we did, we are slower.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

KEPT = 20  # runs
DROP = 1.1  # a ratio has to fall by more than a tenth

Told = dict[str, Any]


def summary(run: Told) -> Told:
    """What is kept of a run when the next one takes its place."""
    ratios = {
        name: {
            rival: told["ratio"] | {"version": told["version"]}
            for rival, told in row["rivals"].items()
            if "ratio" in told
        }
        for name, row in run["rows"].items()
    }
    machine = {name: run["machine"][name] for name in ("date", "processor", "load")}
    return {"machine": machine, "ratios": ratios}


def kept(last: Told | None) -> list[Told]:
    """The earlier runs to keep beside a new one, the latest first."""
    return [] if last is None else [summary(last), *last.get("earlier", [])][:KEPT]


def slower(run: Told, earlier: list[Told]) -> list[Told]:
    """What is slower than in every earlier run that can be compared.

    A row is named if beside every rival that can be compared the ratio has fallen, by more than a
    tenth and so far that the middle halves of the samples do not meet.

    Returns
    -------
    list of dict
        `row`, `since` (a date), `times` (how many times slower) and `beside` (the rivals), all
        beside the latest earlier run.
    """
    found = []
    for name, row in run["rows"].items():
        olds = [old for old in earlier if _same(old["machine"], run["machine"])]
        drops = [(old, _drops(row, old["ratios"].get(name, {}))) for old in olds]
        drops = [(old, one) for old, one in drops if one]
        if drops and all(all(one.values()) for _, one in drops):
            old, one = drops[0]
            times = sorted(one.values())[len(one) // 2]
            told = {"since": old["machine"]["date"], "times": times, "beside": sorted(one)}
            found.append({"row": name, **told})
    return found


def _same(one: Told, other: Told) -> bool:
    return bool(one["processor"] == other["processor"])


def confirmed(run: Told, earlier: list[Told], again: Callable[[str], Told]) -> list[Told]:
    """What has become slower and still is when it is measured `again`, by its name.

    One process may take twice as long as the next for no reason of ours, from where its memory
    lies. The second measurement takes the first one's place.
    """
    for one in slower(run, earlier):
        run["rows"][one["row"]] = again(one["row"])
    return slower(run, earlier)


def _drops(row: Told, old: Told) -> dict[str, float]:
    """How many times slower we are beside each rival that can be compared; 0 if within noise."""
    found = {}
    for rival, told in row["rivals"].items():
        before = old.get(rival)
        if "ratio" not in told or not before or before["version"] != told["version"]:
            continue
        now = told["ratio"]
        times = before["median"] / now["median"]
        apart = now["high"] < before["low"]
        found[rival] = times if apart and times > DROP else 0.0
    return found
