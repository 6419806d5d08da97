"""What larger questions cost, reckoned from what `benchmarks.scale` has measured.

Work is CPU seconds on the machine that was measured. On W workers a question takes the longest of:
its work over W, the scheduler's time for its tasks, this process's time for tasks and answers, and
what goes through this process's connection.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from .measurements import Told, read
from .units import rounded, size_told, time_told

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
    """

    name: str
    work: float
    tasks: float
    pieces: float
    moved: float

    def seconds(self, measured: Told, workers: int) -> tuple[float, str]:
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


def questions(measured: Told) -> list[Question]:
    """What the page reckons."""
    gift, cards, pieces = measured["gift"], measured["goofspiel"]["games"], PARTIES / PARTY
    found = [
        Question(f"a million points, {name.replace('_', ' ')}", POINTS * lab["seconds"],
                 POINTS, POINTS, POINTS * lab["bytes"])
        for name, lab in measured["labs"].items()
    ]  # fmt: skip
    found.append(Question("10⁹ gift exchanges of 29", PARTIES * gift["seconds"],
                          pieces, pieces, pieces * gift["bytes"]))  # fmt: skip
    return found + [
        Question(f"Goofspiel with {name} cards", game["games"] * stage_game(measured, int(name)),
                 game["tasks"], 0, 2 * game["given"])
        for name, game in cards.items()
        if int(name) >= 13
    ]  # fmt: skip


def stage_game(measured: Told, n_cards: int) -> float:
    """CPU seconds of a stage game: as measured, beyond that the most, growing as it has grown."""
    known = {int(name): value for name, value in measured["goofspiel"]["seconds"].items()}
    first, last = min(known), max(known)
    growth = max(1.0, (known[last] / known[first]) ** (1 / (last - first)))
    return known.get(n_cards, max(known.values()) * growth ** (n_cards - last))


def measured() -> Told:
    """What `benchmarks.scale` has measured."""
    return read("scale.json")


def machine(measured: Told) -> str:
    """On what all was measured."""
    m = measured["machine"]
    versions = ", ".join(
        f"{name} {m[name]}" for name in ("Python", "numpy", "numba", "distributed")
    )
    return (
        f"Measured by {measured['command']} on {m['date']}: {m['processor']}, {m['processors']} "
        f"processors, {versions}. Other work ran beside it (load {m['load']}), so that all times "
        "are CPU seconds and none is wall time."
    )


def tasks(measured: Told) -> pd.DataFrame:
    """What it costs to hand over a task, by who spends it."""
    dask, gigabyte = measured["dask"], measured["gigabyte"]
    rows = [
        ["process of this machine", time_told(measured["processes"]["client"]), "", "", ""],
        ["worker of dask", *(time_told(dask[who]) for who in _HANDS), f"{dask['bytes']:,}"],
        ["worker of dask, a gigabyte", *(time_told(gigabyte[who]) for who in _HANDS), ""],
        ["an answer that is kept", time_told(measured["kept"]), "", "", ""],
    ]
    return pd.DataFrame(rows, columns=["handed to a", "who asks", "scheduler", "worker", "bytes"])


def units(measured: Told) -> pd.DataFrame:
    """What the work itself costs."""
    rows = [
        [f"a point, {name.replace('_', ' ')}", time_told(one["seconds"]), _count(one)]
        for name, one in measured["labs"].items()
    ]
    gift = measured["gift"]
    rows.append(["a gift exchange of 29 players", time_told(gift["seconds"]), ""])
    rows.append(
        [f"a piece of {PARTY:,} such exchanges", time_told(PARTY * gift["seconds"]), _count(gift)]
    )
    for name, value in measured["goofspiel"]["seconds"].items():
        rows.append([f"a stage game of Goofspiel with {name} cards", time_told(value), ""])
    return pd.DataFrame(rows, columns=["what", "CPU time", "bytes that travel"])


def costs(measured: Told) -> pd.DataFrame:
    """How long each question takes, by the number of workers."""
    rows = []
    for question in questions(measured):
        times = [question.seconds(measured, workers)[0] for workers in WORKERS]
        rows.append([question.name, rounded(question.work / 3600), *map(time_told, times)])
    heads = ["question", "core-hours", *(f"{workers:,}" for workers in WORKERS)]
    return pd.DataFrame(rows, columns=heads)


def limits(measured: Told) -> pd.DataFrame:
    """What each question costs on the most workers."""
    rows = []
    for question in questions(measured):
        seconds, _ = question.seconds(measured, WORKERS[-1])
        reserved = WORKERS[-1] * seconds / 3600
        used = question.work / 3600 / reserved
        rows.append([question.name, rounded(reserved), f"{100 * used:.0f} %"])
    return pd.DataFrame(rows, columns=["question", "core-hours reserved", "of them used"])


def limit(measured: Told) -> str:
    """What sets the time of the questions on the most workers."""
    found = [one.seconds(measured, WORKERS[-1])[1] for one in questions(measured)]
    return " or ".join(LIMITS[name] for name in dict.fromkeys(found))


def alone(measured: Told, chapter: str) -> str:
    """How long a million points of a lab take in one process, without a scheduler."""
    each = measured["processes"]["client"] + measured["kept"] + measured["labs"][chapter]["seconds"]
    return time_told(POINTS * each)


def goofspiel(measured: Told) -> pd.DataFrame:
    """Work and bytes of Goofspiel: a column for each number of cards."""
    columns: dict[str, list[str]] = {
        "cards": [
            "stage games", "time of each", "tasks", "largest layer", "all layers",
            "sent to a worker, at most",
        ],
    }  # fmt: skip
    for name, game in measured["goofspiel"]["games"].items():
        seconds = stage_game(measured, int(name))
        rate = game["sent"] / (game["games"] * seconds) / 1e6
        columns[name] = [
            f"{game['games']:.2g}", time_told(seconds), f"{game['tasks']:,}",
            size_told(game["layer"]), size_told(game["given"]), f"{rate:.0f} MB/s",
        ]  # fmt: skip
    return pd.DataFrame(columns)


def _count(measured: Told) -> str:
    return f"{measured['bytes']:,}"
