"""A run beside earlier ones: what has become slower, beyond noise.

Times of two days are those of two machines, even on one. What is compared is the ratio to a rival
of the same version on the same processor: if we take more of its time than we did, we are slower.
"""

from __future__ import annotations

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
    """What has become slower since the latest earlier run that can be compared.

    A row is named if beside every rival that can be compared the ratio has fallen, by more than a
    tenth and so far that the middle halves of the samples do not meet.

    Returns
    -------
    list of dict
        `row`, `since` (a date), `times` (how many times slower) and `beside` (the rivals).
    """
    found = []
    for name, row in run["rows"].items():
        for old in earlier:
            if old["machine"]["processor"] != run["machine"]["processor"]:
                continue
            drops = _drops(row, old["ratios"].get(name, {}))
            if not drops:
                continue
            if all(drops.values()):
                told = sorted(drops.values())[len(drops) // 2]
                since, rivals = old["machine"]["date"], sorted(drops)
                found.append({"row": name, "since": since, "times": told, "beside": rivals})
            break
    return found


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
