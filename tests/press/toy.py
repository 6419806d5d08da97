"""A project of one small chapter, with the real press: for tests that break things on purpose."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.forkserver import set_forkserver_preload
from pathlib import Path
from unittest import mock

import pytest

from press import cli
from press.ask import processes

ROOT = Path(__file__).resolve().parents[2]

set_forkserver_preload(processes._SHARED)  # once for all runs and sweeps that tests ask for

CHAPTER = """\
---
kernelspec:
  name: python3
  display_name: Python 3
  language: python
---

# A demonstration

```{code-cell} ipython3
:tags: [parameters]

from typing import Annotated
from pydantic import Field
sides: Annotated[int, Field(ge=2, le=100, description="sides of the die")] = 6
pause: Annotated[float, Field(ge=0, le=3600)] = 0.0
label: str = "a die"
quick: bool = False
assert sides % 2 == 0, "sides is even"
```

```{code-cell} ipython3
import time
import pandas as pd
from chapters.demo import dice
from die import mean
from press import Chapter, new_figure

chapter = Chapter("demo", reduced=quick)
time.sleep(pause)
```

```{code-cell} ipython3
:tags: [answer]

from chapters.demo.own import roll

answer = roll(sides, label, pause)
```

```{code-cell} ipython3
chapter.answer(answer)
```

```{code-cell} ipython3
chapter.judge(dice)
```

```{code-cell} ipython3
frame = pd.DataFrame({"sides": [6], "mean": [mean(6)], "verdict": [chapter.found["mean"]]})
chapter.table("means", frame, "Mean of a die")
```

```{code-cell} ipython3
figure, axes = new_figure()
axes.plot([1, 2], [1, mean(6)])
chapter.figure("line", figure, "A line", "A line that rises")
```

The mean is {{ demo.lab_mean }}. {{ demo.lab_asked }}
"""

CHECKS = '''\
"""What the source says of dice."""

from die import mean
from press import Effort, Finding, Value, claim


@claim("mean")
def six_sides(effort: Effort) -> Value:
    return Value(mean(6))


@claim("fair")
def fair(effort: Effort) -> Finding:
    """A fair die."""
    return Finding(mean(6) == 3.5, f"The mean is {mean(6)}.")
'''

OWN = '''\
"""The answer of the lab."""

import time
from fractions import Fraction
from pathlib import Path

from die import mean
from press import Answer, Picture, Quantity, Table, new_figure


def roll(sides, label, pause):
    if label == "loaded" and sides > 4:
        raise ArithmeticError("a loaded die")
    time.sleep(pause / 100)
    build = Path(__file__).parents[3] / "_build"
    build.mkdir(exist_ok=True)
    with (build / "asked.txt").open("a") as file:
        file.write(f"{sides} {label}\\n")

    def frame():
        import pandas as pd

        return pd.DataFrame({"side": range(1, sides + 1)})

    def draw():
        figure, axes = new_figure()
        axes.plot([1, sides], [1, sides])
        return figure, f"A line from 1 to {sides}"

    return Answer(
        f"{label.capitalize()} with {sides} sides.",
        (
            Quantity("mean", mean(sides), "what a throw shows", 0.125, "standard error"),
            Quantity("least", Fraction(1, sides), "its chance of a one", sure="exact"),
            Quantity("even", sides % 4 == 0),
        ),
        (Table("own", frame, "Its sides", rows=4),),
        (Picture("own", draw, "Its sides, drawn"),),
    )
'''

FILES = {
    "_toc.yml": "format: jb-book\nroot: book/index\nchapters:\n  - file: book/demo\n"
    "  - file: book/ledger\n",
    "requirements.txt": "# none\n",
    "book/index.md": "# Toy\n\n```{raw} html\n:file: ../generated/story.html\n```\n",
    "book/ledger.md": "# Ledger\n\n```{raw} html\n:file: ../generated/ledger.html\n```\n"
    "\n```{include} ../generated/coverage.md\n```\n",
    "book/demo.md": CHAPTER,
    "book/references.bib": "",
    "book/assets/static/own.css": ".own { top: 0 }\n",
    "lib/chapters/__init__.py": "",
    "lib/chapters/demo/__init__.py": "",
    "lib/chapters/demo/dice.py": CHECKS,
    "lib/chapters/demo/own.py": OWN,
    "lib/die/__init__.py": "def mean(sides):\n    return (sides + 1) / 2\n",
    "data/published/demo/source.yaml": "order: 1\ntitle: Dice\nsummary: A die\ntables: [numbers]\n",
    "data/published/demo/numbers.csv": "id,where,quantity,printed\n"
    "mean,page 1,mean of a die,3.5\nlater,page 2,something else,7\n",
    "data/published/demo/claims.yaml": "claims:\n- {id: fair, where: page 1, quantity: says so}\n",
    "data/published/demo/verdicts.yaml": "entries:\n  mean: match\n  later: pending\n"
    "  fair: holds\n",
}


@dataclass(frozen=True)
class Toy:
    """A toy project in a folder of its own."""

    root: Path

    @classmethod
    def make(cls, root: Path) -> Toy:
        root.mkdir(parents=True)
        config = (ROOT / "_config.yml").read_text("utf-8")
        (root / "_config.yml").write_text(re.sub("wheels: .*", "", config), "utf-8")
        for name, text in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        return cls(root)

    def copy(self, root: Path) -> Toy:
        """Copy this project with all that it has built."""
        shutil.copytree(self.root, root)
        return Toy(root)

    def start(
        self, *arguments: str, settings: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start the command line without waiting, with the variables `settings`."""
        environment = {"SOURCE_DATE_EPOCH": "1700000000"}
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "press", *arguments],
            env=os.environ | environment | (settings or {}),
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def call(self, *arguments: str, settings: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Run the command line as one types it; return its exit status, output and errors."""
        process = self.start(*arguments, settings=settings)
        out, err = process.communicate(timeout=3600)
        return process.returncode, out, err

    def ask(self, *arguments: str) -> tuple[int, str, str]:
        """Do what `call` does in this process, which takes a quarter of the time."""
        out, err = io.StringIO(), io.StringIO()
        handlers = {number: signal.getsignal(number) for number in cli.STOPS}
        with (
            contextlib.chdir(self.root),
            mock.patch.object(sys, "argv", ["parlor", *arguments]),
            mock.patch.object(sys, "path", [*sys.path]),
            mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": "1700000000"}),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as end,
        ):
            cli.main()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        return int(end.value.code or 0), out.getvalue(), err.getvalue()

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace `old` by `new` in a file; it must be there."""
        path = self.root / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def site(self) -> dict[str, bytes]:
        """Every file of the book, with its content."""
        top = self.root / "_build/html"
        return {
            p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*") if p.is_file()
        }

    def run_folder(self) -> Path:
        """The folder of the only run."""
        (name,) = self.runs()
        return self.root / "_build/runs/demo" / name

    def run_folder_of(self, sides: int) -> Path:
        """The folder of the run for a die of so many sides."""
        for name in self.runs():
            run = self.root / "_build/runs/demo" / name
            if json.loads((run / "run.json").read_text("utf-8"))["parameters"]["sides"] == sides:
                return run
        raise AssertionError(f"no run for {sides} sides")

    def runs(self) -> list[str]:
        """The keys of the finished runs of the one chapter."""
        return sorted(path.name for path in (self.root / "_build/runs/demo").glob("*"))

    def tree(self) -> dict[str, bytes]:
        """Every file below the root, with its content."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }


def with_scripts(content: str, *names: str) -> str:
    """A page with some of the press's scripts and the style of forms, as the press alone has it."""
    assets = ROOT / "lib/press/assets/static"
    scripts = "".join(f"<script>{(assets / name).read_text('utf-8')}</script>" for name in names)
    style = (assets / "form.css").read_text("utf-8")
    return f"<!doctype html><title>demo</title>{scripts}<style>{style}</style>{content}"


def wait_until(condition: Callable[[], object], seconds: float = 1800) -> None:
    """Wait until something is so, on a machine that has other things to do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


def processes_of(root: Path) -> list[Path]:
    """Folders of the processes alive that execute pages of the project at `root`."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            folder = link.readlink()
            if folder.is_relative_to(root / "_build/tmp"):
                found.append(folder)
    return found
