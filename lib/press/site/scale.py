"""What larger questions cost, reckoned from what `benchmarks.scale` has measured.

Work is CPU seconds on the machine that was measured. On W workers a question takes the longest of:
its work over W, the scheduler's time for its tasks, this process's time for tasks and answers, and
what goes through this process's connection.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..run.project import Project

FILE = "data/scale.json"
LINK = 1.25e9  # bytes a second: 10 Gbit
START = 30.0  # seconds until workers are there and have loaded what is compiled
WORKERS = (1, 10, 100, 1000)
POINTS, PARTIES = 10**6, 10**9
PARTY = 20_000_000 // 29**2  # games of a piece of the lab's party of 29
_HANDS = ("client", "scheduler", "workers")
LIMITS = {
    "work": "the work itself",
    "scheduler": "the scheduler",
    "client": "the process that asked",
    "link": "its connection",
}


@dataclass(frozen=True)
class Question:
    """Something large.

    Attributes
    ----------
    name : str
        What it is, in words.
    work : float
        CPU seconds.
    tasks : float
        Tasks at least.
    pieces : float
        Answers that the process that asked has to keep.
    moved : float
        Bytes through the connection of the process that asked.
    memory : float
        Bytes of the largest thing that has to be held or kept on disk.
    """

    name: str
    work: float
    tasks: float
    pieces: float
    moved: float
    memory: float = 0.0

    def seconds(self, measured: dict[str, Any], workers: int) -> tuple[float, str]:
        """How long it takes, and what limits it: a key of `LIMITS`."""
        dask, gigabyte = measured["dask"], measured["gigabyte"]
        times = {
            "work": self.work / workers,
            "scheduler": self.tasks * dask["scheduler"] + self.moved / 1e9 * gigabyte["scheduler"],
            "client": self.tasks * dask["client"]
            + self.pieces * measured["kept"]
            + self.moved / 1e9 * gigabyte["client"],
            "link": self.moved / LINK,
        }
        limit = max(times, key=lambda name: times[name])
        return START + times[limit], limit


def questions(measured: dict[str, Any]) -> list[Question]:
    """What the page reckons."""
    found = [
        Question(
            f"a million points of the lab of {name.replace('_', ' ')}",
            POINTS * lab["seconds"],
            POINTS,
            POINTS,
            POINTS * lab["bytes"],
        )
        for name, lab in measured["labs"].items()
    ]
    gift = measured["gift"]
    pieces = PARTIES / PARTY
    found.append(
        Question(
            "a thousand million gift exchanges of 29",
            PARTIES * gift["seconds"],
            pieces,
            pieces,
            pieces * gift["bytes"],
        )
    )
    cards = measured["goofspiel"]
    for name, game in cards["games"].items():
        if int(name) >= 13:
            found.append(
                Question(
                    f"Goofspiel with {name} cards",
                    game["games"] * stage_game(measured, int(name)),
                    game["tasks"],
                    0,
                    2 * game["given"],
                    2 * game["layer"],
                )
            )
    return found


def stage_game(measured: dict[str, Any], n_cards: int) -> float:
    """CPU seconds of a stage game: as measured, beyond that the most, growing as it has grown."""
    known = {int(name): value for name, value in measured["goofspiel"]["seconds"].items()}
    first, last = min(known), max(known)
    growth = max(1.0, (known[last] / known[first]) ** (1 / (last - first)))
    return known.get(n_cards, max(known.values()) * growth ** (n_cards - last))


def pieces(project: Project) -> dict[str, str]:
    """Return what the page on scale includes, by file; nothing if nothing was measured."""
    file = project.root / FILE
    if not file.is_file():
        return {}
    measured = json.loads(file.read_text("utf-8"))
    return {
        "scale_machine.md": _machine(measured),
        "scale_tasks.md": _tasks(measured),
        "scale_units.md": _units(measured),
        "scale_costs.md": _costs(measured),
        "scale_limits.md": _limits(measured),
        "scale_goofspiel.md": _goofspiel(measured),
    }


def _machine(measured: dict[str, Any]) -> str:
    m = measured["machine"]
    versions = ", ".join(
        f"{name} {m[name]}" for name in ("Python", "numpy", "numba", "distributed")
    )
    return (
        f"Measured by `{measured['command']}` on {m['date']}: {m['processor']}, {m['processors']} "
        f"processors, {versions}. Other work ran beside it (load {m['load']}), so that all times "
        "are CPU seconds and none is wall time."
    )


def _tasks(measured: dict[str, Any]) -> str:
    dask, gigabyte = measured["dask"], measured["gigabyte"]
    rows = [
        ["process of this machine", time_told(measured["processes"]["client"]), "", "", ""],
        ["worker of dask", *(time_told(dask[who]) for who in _HANDS), f"{dask['bytes']:,}"],
        ["worker of dask, a gigabyte", *(time_told(gigabyte[who]) for who in _HANDS), ""],
        ["an answer that is kept", time_told(measured["kept"]), "", "", ""],
    ]
    title = "CPU time of handing over a task, or a gigabyte that goes to workers and comes back"
    return _table(1, title, ["handed to a", "who asks", "scheduler", "worker", "bytes"], rows)


def _units(measured: dict[str, Any]) -> str:
    rows = [
        [f"a point of the lab of {name.replace('_', ' ')}", time_told(one["seconds"]), _count(one)]
        for name, one in measured["labs"].items()
    ]
    gift = measured["gift"]
    rows.append(["a gift exchange of 29 players", time_told(gift["seconds"]), ""])
    rows.append([f"{PARTY:,} of them, a piece", time_told(PARTY * gift["seconds"]), _count(gift)])
    for name, value in measured["goofspiel"]["seconds"].items():
        rows.append([f"a stage game of Goofspiel with {name} cards", time_told(value), ""])
    return _table(2, "CPU time of the work", ["what", "CPU time", "bytes that travel"], rows)


def _costs(measured: dict[str, Any]) -> str:
    rows = []
    for question in questions(measured):
        times = [question.seconds(measured, workers)[0] for workers in WORKERS]
        rows.append([question.name, f"{rounded(question.work / 3600)}", *map(time_told, times)])
    heads = ["question", "core-hours of work", *(f"{w:,}" for w in WORKERS)]
    return _table(3, "Time on so many workers", heads, rows)


def _limits(measured: dict[str, Any]) -> str:
    rows = []
    for question in questions(measured):
        seconds, limit = question.seconds(measured, WORKERS[-1])
        reserved = WORKERS[-1] * seconds / 3600
        used = question.work / 3600 / reserved
        rows.append([question.name, LIMITS[limit], rounded(reserved), f"{used:.0%}"])
    heads = ["question", f"what sets its time on {WORKERS[-1]:,} workers", "core-hours reserved"]
    title = "What sets the time on a thousand workers, and what it costs"
    return _table(4, title, [*heads, "of them used"], rows, texts=2)


def _goofspiel(measured: dict[str, Any]) -> str:
    rows = []
    for name, game in measured["goofspiel"]["games"].items():
        seconds = stage_game(measured, int(name))
        rate = game["sent"] / (game["games"] * seconds) / 1e6
        sizes = [size_told(game["layer"]), size_told(game["given"]), f"{rate:.0f} MB/s"]
        counts = [f"{game['games']:.2g}", time_told(seconds), f"{game['tasks']:,}"]
        rows.append([name, *counts, *sizes])
    heads = ["cards", "stage games", "each", "tasks", "largest layer", "all layers"]
    title = (
        "Goofspiel: work and bytes. A stage game beyond those measured is reckoned with the "
        "longest time measured, or longer if times grew"
    )
    return _table(5, title, [*heads, "a worker is sent, at most"], rows)


def _table(number: int, title: str, heads: list[str], rows: list[list[str]], texts: int = 1) -> str:
    """A table in Markdown; after the first columns, which hold texts, it is set to the right."""
    rule = [":--" if k < texts else "--:" for k in range(len(heads))]
    lines = ("| " + " | ".join(row) + " |" for row in [heads, rule, *rows])
    start = f'<figure class="pr-table" id="table-{number}"><figcaption>'
    caption = f"{start}<b>Table {number}.</b> {title}.</figcaption>"
    return "\n\n".join([_raw(caption), "\n".join(lines), _raw("</figure>")])


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"


def _count(measured: dict[str, Any]) -> str:
    return f"{measured['bytes']:,}"


def time_told(seconds: float) -> str:
    """A time in words, to two digits."""
    units: list[tuple[float, str]] = [
        (86400 * 365.25, "years"), (86400, "days"), (3600, "h"), (60, "min"), (1, "s"),
        (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"),
    ]  # fmt: skip
    least = {"days": 1.5, "h": 1.5, "min": 1.5}  # 66 min, but 1.1 s
    known = (pair for pair in units if seconds >= pair[0] * least.get(pair[1], 1))
    size, unit = next(known, units[-1])
    return f"{rounded(seconds / size)} {unit}"


def size_told(size: float) -> str:
    """A number of bytes in words, to two digits."""
    unit = next((u for u in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")) if size >= u[0]), (1e3, "kB"))
    return f"{rounded(size / unit[0])} {unit[1]}"


def rounded(value: float) -> str:
    """A number to two digits, or to its last whole one."""
    return f"{value:,.0f}" if value >= 99.5 else f"{float(f'{value:.2g}'):g}"
