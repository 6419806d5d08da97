"""Our solvers beside others: tables, pictures and sentences from what was measured.

`make bench` writes ``data/benchmarks.json`` and `make growth` ``data/growth.json``; all that is
said here is in these. Ratios are what counts: on another machine times are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from .measurements import Told, read
from .units import rounded, size_told, time_told

DATED = ("source", "plain")  # the kinds that say what the years are worth
LIBRARIES = ("library",)
QUICKEST = "quantecon, minmax"  # of the other solvers of matrix games
TENTH = 1.1  # times as long, from which on we call a game lost
VAGUE = 1000  # bounds of a forecast this many times apart say nothing


def benchmarks() -> Told:
    """What `make bench` has measured."""
    return read("benchmarks.json")


def growth() -> Told:
    """What `make growth` has measured."""
    return read("growth.json")


def timed(run: Told, kinds: Sequence[str]) -> Iterator[tuple[str, str, Told]]:
    """Yield question, rival and what was measured of it, where a rival of these kinds was timed."""
    for row in run["rows"].values():
        for name, told in row["rivals"].items():
            if told["kind"] in kinds and "ratio" in told:
                yield row["what"], name, told


def comparisons(run: Told, kinds: Sequence[str]) -> pd.DataFrame:
    """Each question beside each rival of some kinds."""
    return pd.DataFrame(
        [
            _compared(row, name, told)
            for row in run["rows"].values()
            for name, told in row["rivals"].items()
            if told["kind"] in kinds
        ],
        columns=[
            "question", "other way", "times as long", "answers", "certificates", "who is first",
        ],
    )  # fmt: skip


def _compared(row: Told, rival: str, theirs: Told) -> list[str]:
    times = agree = ""
    if ratio := theirs.get("ratio"):
        spread = f"{rounded(ratio['low'])} to {rounded(ratio['high'])}"
        times = f"{rounded(ratio['median'])} ({spread})"
        apart = theirs["differs"]
        unit = " standard errors" if "standard errors" in row["certified"] else ""
        agree = f"{_small(apart)}{unit} apart" if apart else "equal"
        if apart is None:
            agree = "no number"
    sure = [one.get("certificate") for one in (row["ours"], theirs)]
    certificates = " / ".join(_small(value) for value in sure if value is not None)
    first = {"won": "ours", "lost": "the other"}.get(theirs["state"], theirs["state"])
    if first == "failed":
        first = f"failed: {theirs['error'] or row['ours']['error']}"
    return [row["what"], rival, times, agree, certificates, first]


def _small(value: float) -> str:
    return f"{value:.2g}" if value == 0 or value >= 0.001 else f"{value:.0e}"


def growths(grown: Told) -> pd.DataFrame:
    """How the time of each solver grows, and how far it was followed."""
    rows = []
    for one in grown["solvers"].values():
        if not one["points"]:
            continue
        last, line = one["points"][-1], one["time"]
        like = foretold = ""
        if _leads_far(line):
            off = (line["high"] - line["low"]) / 2
            like = f"$n^{{{line['x']:.2f}}}$" if one["law"] == "power" else f"${line['x']:.2f}^n$"
            like += f" (±{off:.2f})"
            foretold = f"{line['foretold']:.2f} times" if "foretold" in line else ""
        rows.append(
            {
                "solver": _plain(one["what"]),
                "largest in time": f"{last['size']:,} {one['size']}: "
                f"{time_told(last['seconds'])}, {size_told(last['memory'])}",
                "grows like": like or "too few points to say",
                "theory says": one["theory"],
                "last one, over its forecast": foretold,
            }
        )
    return pd.DataFrame(rows)


def _leads_far(line: Told | None) -> bool:
    """Whether a line says anything about far larger questions."""
    return line is not None and bool(line["far_high"] <= VAGUE * line["far_low"])


def large(grown: Told) -> Iterator[tuple[str, str, Told]]:
    """Yield solver, size and line of each question that is far larger than what was measured."""
    for one in grown["solvers"].values():
        if one["points"] and _leads_far(one["time"]):
            yield _plain(one["what"]), f"{one['far']:,} {one['size']}", one["time"]


def limits(run: Told) -> pd.DataFrame:
    """Kernels beside the least that the machine could do, and where the rest goes."""
    return pd.DataFrame(
        [
            {
                "kernel": f"{_plain(one['what'])}: {one['count']:,} {one['unit']}",
                "takes": f"{time_told(one['seconds'] / one['count'])} each",
                "bound": one["bound"],
                "times as long": f"{rounded(one['away']['median'])} "
                f"({rounded(one['away']['low'])} to {rounded(one['away']['high'])})",
                "where the rest goes": one["rest"],
            }
            for one in run["limits"].values()
        ]
    )


def pages_and_solvers(run: Told, grown: Told) -> Iterator[tuple[str, float]]:
    """Yield what the process of each page, and of each solver at its largest, was and needed."""
    for name, peak in sorted(run["memory"].items()):
        yield f"the page {name}", peak
    for one in grown["solvers"].values():
        for point in one["points"][-1:]:
            what = f"{_plain(one['what'])}: {point['size']:,} {one['size']}"
            yield what, one["base"] + point["memory"]


def values(run: Told, grown: Told) -> dict[str, str]:
    """What the page says in words, by name."""
    every = [told for row in run["rows"].values() for told in row["rivals"].values()]
    states = [told["state"] for told in every]
    bases = [one["base"] for one in [*grown["solvers"].values(), *run["rows"].values()]]
    found = {state: f"{states.count(state):,}" for state in ("won", "tied", "wrong")}
    found |= {
        "rows": str(len(run["rows"])),
        "comparisons": str(len(every)),
        "unanswered": str(sum(state in ("failed", "too long") for state in states)),
        "neither": str(sum(len(r["rivals"]) for r in run["rows"].values() if r["ours"]["error"])),
        "solvers": str(len(grown["solvers"])),
        "longest": time_told(grown["seconds"]),
        "machine": _machine(run, grown),
        "behind": _behind(run),
        "bases": f"{size_told(min(bases))} to {size_told(max(bases))}",
        "page_most": size_told(max(run["memory"].values())),
        "slower": _slower(run),
    }
    for kind in DATED:
        ratios = [
            told["ratio"]["median"]
            for told in every
            if told["kind"] == kind and told["state"] in ("won", "tied", "lost")
        ]
        if ratios:
            found |= {f"{kind}_least": rounded(min(ratios)), f"{kind}_most": rounded(max(ratios))}
    away = [one["away"]["median"] for one in run["limits"].values()]
    found |= race(run, QUICKEST)
    return found | {"away_least": rounded(min(away)), "away_most": rounded(max(away))}


def race(run: Told, rival: str) -> dict[str, str]:
    """What is said of the race with a rival, by name."""
    games = run["race"]["games"]
    ratios = np.array([game["rivals"][rival]["ratio"]["median"] for game in games])
    worst = games[int(ratios.argmin())]
    shape = "{} by {}".format(*worst["shape"])
    return {
        "race_games": str(len(games)),
        "race_mean": rounded(float(np.exp(np.log(ratios).mean()))),
        "race_behind": str((ratios < 1 / TENTH).sum() or "none"),
        "race_worst": f"{rounded(float(1 / ratios.min()))} times their time on a game of {shape} "
        f"({worst['kind']})",
        "race_gap": _small(max(game["gap"] for game in games)),
        "race_their_gap": _small(max(game["rivals"][rival]["gap"] for game in games)),
    }


def _behind(run: Told) -> str:
    """The comparisons in which the other is first, as a list; or that there is none."""
    found = [
        f"- {row['what']}: {rival} takes {rounded(theirs['ratio']['median'])} times as long as ours"
        for row in run["rows"].values()
        for rival, theirs in row["rivals"].items()
        if theirs["state"] == "lost"
    ]
    if not found:
        return "In this run we were first or tied wherever the other's answer is right."
    return "\n".join(["The comparisons in which we are behind:", "", *found])


def _slower(run: Told) -> str:
    """What has become slower since the run before."""
    if not run["earlier"]:
        return "This is the first run that was kept."
    if not run["slower"]:
        since = run["earlier"][0]["machine"]["date"]
        return f"Beside the run before, of {since}, no row has become slower beyond noise."
    today = run["machine"]["date"]
    lines = []
    for one in run["slower"]:
        same = one["since"] == today
        when = "an earlier run of the same day" if same else f"the run of {one['since']}"
        row, times = run["rows"][one["row"]], one["times"]
        now, then = (time_told(row["ours"]["seconds"] / by) for by in (1, times))
        beside = " and to ".join(one["beside"])
        lines.append(
            f"- {row['what']}: **{rounded(times)} times slower** than in {when} ({now} instead of "
            f"{then}), by the ratio to {beside}"
        )
    return "\n".join(lines)


def _machine(run: Told, grown: Told) -> str:
    """On what all was measured, and beside which versions of others."""

    def one(of: Told) -> str:
        told = of["machine"]
        names = ("Python", "numpy", "scipy", "numba")
        versions = ", ".join(f"{name} {told[name]}" for name in names)
        return (
            f"{of['command']} on {told['date']}: {told['processor']}, one of its "
            f"{told['processors']} processors, {versions}, load {told['load']}"
        )

    packages = {
        told["package"]: told["version"] or "not installed"
        for row in run["rows"].values()
        for told in row["rivals"].values()
        if told.get("package")
    }
    rivals = ", ".join(f"{name} {number}" for name, number in sorted(packages.items()))
    return (
        f"Measured by {one(run)}; growth by {one(grown)}. Beside us: {rivals}. Other work ran on "
        "the machine, so times are CPU seconds."
    )


def _plain(text: str) -> str:
    """A name without the marks of code, which no cell of a table needs."""
    return text.replace("`", "")
