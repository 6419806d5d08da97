"""Every gate of the press is shown to fail when it should, on a project made to be broken."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from .toy import Toy, processes_of, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see kernels")


MARKS = "{cite}`no` [a](b) {{ no.value }} **c** | <i>d</i>"  # a value and a title are text
EDITS = [  # of all kinds, each on a page or a piece of one of its own
    ("book/demo.md", "# A demonstration", "# Another demonstration"),
    ("book/demo.md", "The mean is {{", "$$1+1$$ (two)\n\nThe mean is {{"),
    ("book/demo.md", '"a die"', f"'<script>alert(1)</script> $x{{$ $x_1$ {MARKS}'"),
    ("book/demo.md", "# Another demonstration", "# Another {{ demo.lab_asked }}"),
    ("data/published/demo/source.yaml", "title: Dice", f"title: '- Dice {MARKS}'"),
    ("data/published/demo/source.yaml", "tables:", "lines: 2\ntables:"),
    ("book/index.md", "# Toy\n", "# Toy\n\nSee [](#demo/figure-line).\n"),
    ("book/index.md", "# Toy\n", "# Toy\n\n```{include} ../generated/sources.md\n```\n"),
    ("lib/chapters/demo/dice.py", "A fair die.", "An even die."),
    ("book/assets/static/own.css", "top", "left"),
    ("_toc.yml", "  - file: book/ledger", "  - file: book/other\n  - file: book/ledger"),
]


def test_what_is_built_after_edits_is_what_two_at_once_build_after_a_killed_one(
    built: Toy,
) -> None:
    for edit in EDITS:
        built.edit(*edit)
    lines = built.root / "data/published/demo/lines.csv"
    lines.write_text("first,last,kind,entries,note\n1,2,entries,mean later fair,\n", "utf-8")
    source = built.root / "data/published/other/source.yaml"
    source.parent.mkdir()  # a chapter of no entries yet, which changes no row of the whole
    source.write_text("order: 2\ntitle: Other\nsummary: Another\ntables: []\n", "utf-8")
    head = (built.root / "book/demo.md").read_text("utf-8").partition("# Another")[0]
    cell = "from press import Chapter\n\nChapter('other')"
    page = f"{head}# Other\n\n```{{code-cell}} ipython3\n{cell}\n```\n"
    (built.root / "book/other.md").write_text(page, "utf-8")
    built.do("build")
    assert {"book/other.html", "downloads/other/other.ipynb"} <= built.site().keys()

    after = built.site()
    shown = after["book/demo.html"].decode()
    assert "<script>alert" not in shown.lower() and "&lt;script&gt;alert(1)" in shown
    assert "$x{$" in shown and "<msub>" in shown
    for page, place in [("demo", "h1"), ("demo", "section > p"), ("index", "tbody"),
                        ("ledger", "tbody")]:  # fmt: skip
        soup = BeautifulSoup(after[f"book/{page}.html"], "html.parser")
        assert any(MARKS in one.text for one in soup.select(place)), (page, place)
    for kept in (built.root / "_build").iterdir():
        if kept.name != "runs" and kept.is_dir():
            shutil.rmtree(kept)
    process = built.start("build")
    assert process.stderr and process.stderr.readline() == "building the pages\n"
    time.sleep(1)  # into the work of Sphinx
    process.kill()
    process.communicate()
    both = [built.start("build"), built.start("build")]  # what has outlived it must not write
    told = [process.communicate(timeout=3600) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert all("3 entries: 1 match, 1 holds, 1 pending" in out for out, _ in told)
    assert built.site() == after


def test_a_build_that_fails_says_why_and_keeps_the_last_book(built: Toy) -> None:
    before, runs = built.site(), built.runs()
    built.edit("book/demo.md", "time.sleep(pause)", "raise RuntimeError('on purpose')")
    status, _, err = built.ask("build")
    assert status == 1 and "Traceback" not in err
    assert "cell [2] raised RuntimeError: on purpose" in err
    (log,) = (built.root / "_build/logs").glob("demo-*.log")
    assert "on purpose" in log.read_text("utf-8")
    built.edit("book/demo.md", "raise RuntimeError('on purpose')", "time.sleep(pause)")
    assert built.runs() == runs and list((built.root / "_build/tmp").iterdir()) == []

    built.edit("book/index.md", "# Toy\n", "# Toy\n\n[nowhere](nowhere.md)\n")
    status, _, err = built.ask("build")
    (line,) = [line for line in err.splitlines() if line.startswith("press: ")]
    assert status == 1 and line.startswith("press: book/index.md:3: WARNING") and "nowhere" in line

    built.edit("lib/die/__init__.py", "(sides + 1) / 2", "sides / 2")
    built.edit("data/published/demo/verdicts.yaml", "later: pending", "later: match")
    status, _, err = built.ask("build")
    assert status == 1 and len(built.runs()) == 2
    assert "demo: mean: expected 'match', got 'differs'" in err
    assert "demo: fair: expected 'holds', got 'fails'" in err
    assert "demo: later: published, not pending, and without a check" in err
    assert built.site() == before


THROW = """

def throw(number):
    from pathlib import Path
    with (Path(__file__).parents[2] / "thrown.log").open("a") as log:
        log.write(f"{number} ")
    if number == 3:
        import time
        time.sleep(60 if not (Path(__file__).parents[2] / "again").exists() else 0)
    return number
"""


def _kept(toy: Toy) -> int:
    """How many pieces of work are kept."""
    (file,) = (toy.root / "_build/kept/pieces").glob("*.sqlite")
    with closing(sqlite3.connect(file)) as store:
        return store.execute("select count(*) from kept").fetchone()[0]


def test_work_that_was_stopped_leaves_nothing_but_its_finished_pieces(toy: Toy) -> None:
    toy.edit("lib/die/__init__.py", "/ 2\n", "/ 2\n" + THROW)
    toy.edit("book/demo.md", "import mean\n", "import mean, throw\nfrom press import in_pieces\n")
    throws = '[made for _, made in in_pieces("throws", throw, [{"number": k} for k in range(60)])]'
    toy.edit("book/demo.md", "time.sleep(pause)", f"chapter.say(thrown=tuple({throws}))")
    process = toy.start("run", "demo")
    log = toy.root / "thrown.log"
    wait_until(lambda: log.exists() and "3" in log.read_text("utf-8").split())
    wait_until(lambda: _kept(toy) > 5)  # others are finished beside it
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=3600)
    assert process.returncode == 130 and "press: stopped" in err and "Traceback" not in err
    wait_until(lambda: not processes_of(toy.root))
    assert toy.runs() == [] and list((toy.root / "_build/tmp").iterdir()) == []
    before, kept = log.read_text("utf-8").split(), _kept(toy)
    (toy.root / "again").touch()
    toy.do("run", "demo")
    after = log.read_text("utf-8").split()[len(before) :]
    assert "3" in after and len(after) == 60 - kept
    assert sorted(map(int, {*before, *after})) == [*range(60)]
    results = json.loads((toy.run_folder() / "results.json").read_text("utf-8"))
    assert results["values"]["thrown"] == str(tuple(range(60)))
