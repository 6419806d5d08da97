"""Check every proof's certificate and every exact computation beside it: `make verify`.

Each program is run by itself, in its own folder, with the standard library alone: nothing of the
project's solvers is imported, so that what they say is not taken for granted. A program that finds
something wrong ends with an error; then so does this one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ARGUMENTS = {
    "equal_teams": ["2", "3", "5"],
    "guts_two_plans": ["verify", "guts_two_plans.json"],
    "resteal_bounds": ["verify", "resteal-101.json"],
    "weenie_safe": ["3", "4"],
    "weenie_broken": [str(friends) for friends in range(5, 16)],
}


def programs() -> list[Path]:
    """Every program beside a proof."""
    return sorted(HERE.glob("*/*.py"))


def run(program: Path) -> subprocess.CompletedProcess[str]:
    """Run one program, deaf to the user's settings, and return what it printed."""
    command = [sys.executable, "-E", "-s", program.name, *ARGUMENTS.get(program.stem, [])]
    return subprocess.run(command, cwd=program.parent, capture_output=True, text=True, check=False)


def main() -> int:
    """Run what is asked for; status 1 if anything does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    known = {program.stem: program for program in programs()}
    parser.add_argument("names", nargs="*", help=f"by default all: {', '.join(known)}")
    asked = parser.parse_args().names or list(known)
    if unknown := [name for name in asked if name not in known]:
        parser.error(f"no program is called {', '.join(unknown)}")
    wrong = 0
    for name in asked:
        start = time.perf_counter()
        done = run(known[name])
        told = f"{known[name].relative_to(HERE)}: {time.perf_counter() - start:.1f} s"
        if done.returncode:
            wrong += 1
            print(f"{told}: DOES NOT HOLD\n{done.stdout}{done.stderr}")
        else:
            print(f"{told}: holds", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
