"""Pages are run side by side, each in a process of its own, and kept for what they are made of."""

from __future__ import annotations

import py_compile
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from press.ask.runner import Pages, Run, execute, plan, refuse_edited
from press.project.data_files import digest_of
from press.project.errors import BuildError
from press.project.places import Page, Project

HEAD = "---\nkernelspec:\n  name: python3\n  display_name: Python\n---\n\n# A page\n\n"


@pytest.fixture
def project(
    knowing: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Project:
    knowing(tmp_path)
    (tmp_path / "_toc.yml").write_text("root: book/a\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def touch(project: Project, *names: str) -> None:
    """Make empty files, with their folders."""
    for name in names:
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).touch()


def page(project: Project, name: str, *cells: str) -> Page:
    path = project.root / f"book/{name}.md"
    path.parent.mkdir(exist_ok=True)
    told = "\n".join(f"```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)
    path.write_text(HEAD + told, "utf-8")
    return Page(name, path, f"book/{name}")


def test_failures_are_told_together(project: Project) -> None:
    pages = [
        page(project, "short", "1 / 0"),
        page(project, "long", *["1"] * 9),
        page(project, "middling", "import os", "os.kill(os.getpid(), 9)", "1"),
        page(project, "left", "%matplotlib inline", "exit()"),
    ]
    runs = [plan(project, one) for one in pages]
    with pytest.raises(BuildError) as error:
        execute(project, runs)
    left, middling, short = sorted(str(error.value).splitlines())
    why = "raised SystemExit: a page is run to its end (book/left.md, line 14) (details:"
    assert left.startswith(f"left: cell [2] {why}")
    assert middling.startswith("middling: its process ended before its time, perhaps since there")
    why = "raised ZeroDivisionError: division by zero (book/short.md, line 10) (details:"
    assert short.startswith(f"short: cell [1] {why}")
    assert [run.finished for run in runs] == [False, True, False, False]
    assert list((project.root / "_build/tmp").iterdir()) == []


def said(run: Run) -> str:
    """The value of a page's last line."""
    return nbformat.read(run.notebook, as_version=4).cells[-1].outputs[-1].data["text/plain"]


WARNS = "import os, sys, warnings\nwarnings.warn('beware of it')\nos.write(2, b'from below')"


def test_a_page_displays_what_it_would_in_jupyter_and_what_libraries_say_is_in_its_log(
    project: Project,
) -> None:
    cells = ("print('said')", "from IPython.display import HTML, display\ndisplay(HTML('<b>'))\n7")
    run = plan(project, page(project, "shown", *cells, f"{WARNS};"))
    heard: dict[str, Any] = {}
    Pages(project, many=False).execute([run], hear=lambda _, event: heard.update(event))
    first, second, third = nbformat.read(run.notebook, as_version=4).cells[1:]
    assert [one.text for one in first.outputs] == ["said\n"]
    display, result = second.outputs
    assert display.data["text/html"] == "<b>" and display.output_type == "display_data"
    assert (result.data["text/plain"], result.execution_count) == ("7", 2)
    assert third.outputs == []
    log = (project.root / heard["log"]).read_text("utf-8")
    assert "beware of it" in heard["printed"] and "from below" in log


SEEN = """
import die
import sqlite3
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

ROOT = Path({root!r})
sqlite3.connect(ROOT / "data/x.db").close()
names = [path.name for path in (ROOT / "data/many").glob("*")]
table = files(die).joinpath("table.txt").read_text("utf-8")
link = (ROOT / "data/link.txt").read_text("utf-8")
sys.path.append(str(ROOT / "apart"))
import helper
with suppress(FileNotFoundError):
    (ROOT / "late.txt").read_text("utf-8")
"""


def test_whatever_a_run_looks_into_is_looked_at_again(project: Project) -> None:
    touch(project, "data/many/a.txt", "data/x.db", "lib/die/table.txt", "lib/die/__init__.py")
    touch(project, "apart/helper.py", "one.txt")
    py_compile.compile(str(project.root / "apart/helper.py"))  # which is all that Python reads
    link = project.root / "data/link.txt"
    link.symlink_to("../one.txt")
    code = SEEN.format(root=str(project.root))
    run = plan(project, page(project, "seen", code))
    execute(project, [run])
    assert run.finished
    looked = ("data/x.db", "data/many/b.txt", "lib/die/table.txt", "late.txt")
    for name in (*looked, "apart/helper.py", "one.txt"):
        path = project.root / name
        there = path.exists()
        path.write_text("new", "utf-8")
        assert not run.finished, name
        path.write_text("", "utf-8")
        if not there:
            path.unlink()
        assert run.finished, name
    link.unlink()
    link.symlink_to("../other.txt")
    (project.root / "other.txt").write_text("new", "utf-8")
    assert not run.finished


EDITS = {
    "code": (
        "(ROOT / 'lib/die/__init__.py').write_text('SIX = 7'); import die",
        "has other code than lies here: die; nothing of it is kept",
    ),
    "data": (
        "(ROOT / 'x.txt').read_text(); __import__('os').system(f'echo new > {ROOT}/x.txt')",
        "x.txt was edited since it was read",
    ),
    "there and back": (  # by another program, whose writing this process does not hear
        "sh = __import__('os').system\n"
        "for name in ('one', 'other', 'one'):\n"
        "    sh(f'printf {name} > {ROOT}/y.txt'); (ROOT / 'y.txt').read_text()",
        "y.txt was edited since it was read",
    ),
    "back unread": (
        "(ROOT / 'z.txt').write_text('one'); sh = __import__('os').system\n"
        "sh(f'cp {ROOT}/z.txt {ROOT}/w.txt'); (ROOT / 'w.txt').open('r+').read()\n"
        "for name in ('other', 'one'):\n    sh(f'printf {name} > {ROOT}/w.txt')",
        "w.txt was edited since it was read",
    ),
    "unseen": ("__import__('ni' + 'm'); import helpers", "the key cannot see: helpers, nim"),
}


def test_what_nobody_knows_what_it_was_made_of_fails_and_is_not_kept(project: Project) -> None:
    touch(project, "lib/die/__init__.py", "lib/nim/__init__.py", "lib/helpers.py", "x.txt")
    head = f"from pathlib import Path\nROOT = Path({str(project.root)!r})\n"
    for name, (edit, told) in EDITS.items():
        run = plan(project, page(project, name, head + edit))
        with pytest.raises(BuildError, match=told):
            execute(project, [run])
        assert not run.finished


def test_a_page_is_executed_as_it_was_when_it_was_asked_for(project: Project) -> None:
    run = plan(project, page(project, "a", "1"))
    page(project, "a", "2")
    with pytest.raises(BuildError, match="a: edited meanwhile; the same command goes on"):
        execute(project, [run])
    assert said(run) == "1" and run.finished, "kept, for it may be asked for again"


DEFAULT = """```{code-cell} ipython3
:tags: [parameters]
from edited_die import SIDES
sides: int = SIDES
```
"""


def test_a_default_that_the_library_has_no_more_is_not_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(project.root / "lib")
    module = project.root / "lib/edited_die/__init__.py"
    module.parent.mkdir(parents=True)
    module.write_text("SIDES = 6\n", "utf-8")
    asked = page(project, "a", "1")
    asked.path.write_text(asked.path.read_text("utf-8") + DEFAULT, "utf-8")
    try:
        plan(project, asked)  # as a server does that has begun before the edit
        module.write_text("SIDES = 8\n", "utf-8")
        run = plan(project, asked)
        with pytest.raises(BuildError, match="its parameters were edited: ask again"):
            execute(project, [run])
    finally:
        sys.modules.pop("edited_die", None)
    assert not run.finished


def test_what_a_run_compiles_itself_is_no_edit(tmp_path: Path) -> None:
    (tmp_path / "helper.py").touch()
    before = digest_of(tmp_path)  # as Python lists it, which looks for the module
    (tmp_path / "__pycache__").mkdir()
    assert digest_of(tmp_path) == before
    (tmp_path / "other.py").touch()
    assert digest_of(tmp_path) != before


def test_a_finished_run_is_no_part_of_a_book_once_it_was_edited(project: Project) -> None:
    (project.root / "x.txt").touch()
    run = plan(project, page(project, "a", "open('../../../../x.txt').read()"))
    execute(project, [run])
    refuse_edited([run])
    (project.root / "x.txt").write_text("new", "utf-8")
    with pytest.raises(BuildError, match="a: edited meanwhile; the same command goes on"):
        refuse_edited([run])


PIECES = """
from pathlib import Path
from die import worth
from press import in_pieces
module = Path({module!r})
text = module.read_text()
module.write_text(text.replace("1", "2"))
found = list(in_pieces("dice", worth, [{{}}]))
module.write_text(text)
found
"""


def test_pieces_are_of_the_code_that_the_page_was_asked_with(project: Project) -> None:
    module = project.root / "lib/die/__init__.py"
    module.parent.mkdir(parents=True)
    for worth in (2, 1):  # the pieces of 2 are kept, and what lies there while 1 is asked
        module.write_text(f"def worth():\n    return {worth}\n", "utf-8")
        run = plan(project, page(project, "a", PIECES.format(module=str(module))))
        execute(project, [run])
        assert said(run) == f"[({{}}, {worth})]"


def test_a_piece_is_also_of_the_code_that_its_arguments_bring_with_them(project: Project) -> None:
    touch(project, "lib/die/__init__.py", "lib/solver/__init__.py")
    solver, die = project.root / "lib/solver/__init__.py", project.root / "lib/die/__init__.py"
    solver.write_text("def worth(of):\n    return of.worth()\n", "utf-8")  # it knows no die
    asks = "from die import Die; from solver import worth; from press import in_pieces\n"
    asks += "[found for _, found in in_pieces('dice', worth, [{'of': Die()}])]"
    for number in (1, 2):
        die.write_text(f"class Die:\n    def worth(self):\n        return {number}\n", "utf-8")
        run = plan(project, page(project, "a", asks))
        execute(project, [run])
        assert said(run) == f"[{number}]"


BOUND = """
class Die:
    def __init__(self, sides):
        self.sides = sides
    def worth(self):
        return self.sides

def bound(sides):
    def worth():
        return sides
    return worth
"""


@pytest.mark.parametrize("work", ["Die({sides}).worth", "bound({sides})"])
def test_a_piece_that_is_bound_to_more_than_its_arguments_is_not_handed_out_for_another(
    project: Project, work: str
) -> None:
    touch(project, "lib/die/__init__.py")
    (project.root / "lib/die/__init__.py").write_text(BOUND, "utf-8")
    asks = "from die import Die, bound; from press import in_pieces\n"
    asks += f"[found for _, found in in_pieces('dice', {work}, [{{{{}}}}])]"
    for sides in (4, 6):
        run = plan(project, page(project, "a", asks.format(sides=sides)))
        execute(project, [run])
        assert said(run) == f"[{sides}]"


REMEMBERS = """
from functools import cache
from pathlib import Path

@cache
def worth():
    return int((Path(__file__).parents[2] / "data/published/a/worth.txt").read_text())
"""


def test_a_piece_is_also_of_what_the_page_around_it_has_read_and_remembers(
    project: Project,
) -> None:
    touch(project, "lib/die/__init__.py", "data/published/a/worth.txt")
    (project.root / "lib/die/__init__.py").write_text(REMEMBERS, "utf-8")
    asks = "from die import worth; from press import in_pieces\n"
    asks += "[worth(), *(found for _, found in in_pieces('dice', worth, [{}]))]"
    for number in (1, 2):
        (project.root / "data/published/a/worth.txt").write_text(str(number), "utf-8")
        run = plan(project, page(project, "a", asks))
        execute(project, [run])
        assert said(run) == f"[{number}, {number}]"


KERNEL = """
from pathlib import Path
import numba
COUNT = int((Path(__file__).parents[2] / "data/count.txt").read_text())

@numba.njit(cache=True)
def worth():
    return 10 * rate() + COUNT + LATER

LATER = int((Path(__file__).parents[2] / "data/later.txt").read_text())
from die.rate import rate
"""
CELL = "import numba; from die.kernel import worth\nsides = {sides}\n"
CELL += "@numba.njit(cache=True)\ndef thrown():\n    return sides\n\n(worth(), thrown())"


def test_numba_goes_on_with_nothing_that_it_has_compiled_of_something_else(
    project: Project,
) -> None:
    touch(project, "lib/die/__init__.py", "lib/die/rate.py", "data/count.txt")
    (project.root / "lib/die/kernel.py").write_text(KERNEL, "utf-8")
    asked = ((1, 1, 1, 0), (2, 1, 1, 0), (2, 2, 1, 0), (2, 2, 2, 3))
    for rate, count, sides, later in asked:
        code = f"import numba\n\n@numba.njit\ndef rate():\n    return {rate}\n"
        (project.root / "lib/die/rate.py").write_text(code, "utf-8")
        (project.root / "data/count.txt").write_text(str(count), "utf-8")
        (project.root / "data/later.txt").write_text(str(later), "utf-8")
        run = plan(project, page(project, "a", CELL.format(sides=sides)))
        execute(project, [run])
        assert said(run) == str((10 * rate + count + later, sides))
    assert not [*(project.root / "lib").rglob("*.nbi")]


def test_what_is_declared_or_the_chapter_s_counts_before_it_is_there(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside, own = tmp_path_factory.mktemp("outside") / "x.txt", project.root / "data/a"
    run = plan(project, page(project, "a", f"import press; press.reads({str(outside)!r})"))
    execute(project, [run])
    assert run.finished
    outside.touch()
    assert not run.finished
    outside.unlink()
    assert run.finished
    own.mkdir(parents=True)
    assert not run.finished
