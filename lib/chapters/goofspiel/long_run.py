"""The command of Goofspiel's long runs.

    python -m chapters.goofspiel.long_run --cards 12 --output data/games/goofspiel.json

solves the game in threads of this machine, ``--jobs`` of them, or by the workers of a dask
scheduler, ``--scheduler`` or ``--cluster``: the same bytes everywhere.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from parlor.games.goofspiel.long_run import load, run, run_to_win, save
from press.run.project import BuildError, UserError
from press.run.workers import executor

PAUSE = 5.0  # seconds between two lines of progress on a layer, in a log


def main() -> None:
    """Run from the command line; progress goes to the standard error."""
    parser = argparse.ArgumentParser(prog="long_run", description="Solve Goofspiel.")
    parser.add_argument("--cards", type=int, required=True, help="cards in either hand, 1 to 16")
    parser.add_argument("--to-win", action="store_true", help="only winning counts; one process")
    parser.add_argument("--folder", type=Path, help="keeps what is finished of two layers")
    parser.add_argument("--output", type=Path, required=True, help="JSON; other games in it stay")
    parser.add_argument("--jobs", type=int, help="threads, by default one a processor")
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="of dask")
    parser.add_argument("--cluster", metavar="KIND", help="starts workers of dask")
    given = parser.parse_args()
    started = time.monotonic()
    live = os.isatty(2)
    start, end = ("\r", "") if live else ("", "\n")
    told: dict[int, float] = {}  # when, by layer

    def progress(cards: int, games: int, most: int) -> None:
        if not live and time.monotonic() < told.get(cards, -PAUSE) + PAUSE:
            return
        told[cards] = time.monotonic()
        print(
            f"{start}layer {cards} of {given.cards - 1}: {games / 1e6:8.1f} of at most "
            f"{most / 1e6:.1f} million games, {time.monotonic() - started:.0f} s",
            end=end,
            file=sys.stderr,
            flush=True,
        )

    try:  # what is wrong with the output is said before the long part
        if not given.output.parent.is_dir():
            raise ValueError(f"--output: got {given.output}, in a folder that does not exist")
        if given.jobs is not None and given.jobs < 1:
            raise ValueError(f"--jobs: got {given.jobs}, allowed are 1 and more")
        runs = load(given.output) if given.output.exists() else {}
        if given.to_win:
            found = run_to_win(given.cards, progress=progress)
        else:
            with executor(given.jobs, given.scheduler, given.cluster, threads=True) as pool:
                found = run(given.cards, folder=given.folder, progress=progress, executor=pool)
    except (ValueError, UserError, BuildError) as error:
        sys.exit(str(error))
    save(given.output, runs | {given.cards: found})
    print(
        f"\n{given.cards} cards: {found.n_states} states, largest gap {found.gap:.1e}, "
        f"{time.monotonic() - started:.0f} s",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
