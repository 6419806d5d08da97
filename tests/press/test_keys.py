"""What results are named by: all that can change them, and nothing else."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from parlor.core.estimate import Estimate
from press.run import keys, long_work, modules, pieces
from press.run.modules import Library
from press.run.project import Project
from press.run.runner import plan

from .toy import Toy, kernels_of

FILES = {
    "parlor/__init__.py": "",
    "parlor/core/__init__.py": "",
    "parlor/core/base.py": "ONE = 1\n",
    "parlor/core/face.py": "",
    "parlor/games/__init__.py": "def __getattr__(name):\n    if name == 'chess':\n"
    "        from . import chess\n        return chess\n",
    "parlor/games/chess/__init__.py": "from .rules import play\n",
    "parlor/games/chess/rules.py": "from parlor.core.base import ONE\n\ndef play():\n"
    '    """Play."""\n    return data_file("book.json"), ONE  # a comment\n',
    "parlor/games/chess/study.py": "from . import rules\n",
    "parlor/games/draughts/__init__.py": "from parlor.core.face import shown\n"
    "if TYPE_CHECKING:\n    from .huffs import huff\n    from .kings import crown\n"
    "__getattr__, __dir__ = shown(__name__, __path__, ['crown', 'huff'])\n",
    "parlor/games/draughts/huffs.py": "",
    "parlor/games/draughts/kings.py": "import parlor.core.base\n",
    "parlor/games/go.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
    "    from .chess import study\n",
    "parlor/press/__init__.py": "def __getattr__(name):\n    if name == 'Chapter':\n"
    "        from .chapter import Chapter\n        return Chapter\n"
    "    from .figures import show\n    return show\n",
    "parlor/press/chapter.py": "import parlor.core.base\n",
    "parlor/press/figures.py": "",
}
CHESS = {"parlor", "parlor.core", "parlor.core.base", "parlor.games", "parlor.games.chess"}
CHESS |= {"parlor.games.chess.rules"}
DRAUGHTS = {"parlor", "parlor.core", "parlor.core.face", "parlor.games", "parlor.games.draughts"}
KINGS = DRAUGHTS | {"parlor.games.draughts.kings", "parlor.core.base"}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Library(tmp_path)


@pytest.mark.parametrize(
    ("code", "reached"),
    [
        ("import numpy", set()),
        ("from parlor.games.chess import play", CHESS),
        ("from parlor.games import chess", CHESS),
        ("import parlor\nparlor.games.chess.play()", CHESS),
        ("from parlor import games as g\ng.chess.rules.play()", CHESS),
        ("def f():\n    from parlor.games.chess import rules", CHESS),
        ("from parlor.games.chess import study", CHESS | {"parlor.games.chess.study"}),
        ("import parlor.games.go", {"parlor", "parlor.games", "parlor.games.go"}),
        (
            "from press import Chapter",
            {"parlor", "press", "press.page.chapter", "parlor.core", "parlor.core.base"},
        ),
        ("from parlor.games.draughts import huff", DRAUGHTS | {"parlor.games.draughts.huffs"}),
        ("import parlor\nparlor.games.draughts.crown(1)", KINGS),
        ("import parlor\ngame = parlor.games.draughts", KINGS | {"parlor.games.draughts.huffs"}),
        ("import parlor.games.draughts as d", KINGS | {"parlor.games.draughts.huffs"}),
        ("from parlor.games import draughts", KINGS | {"parlor.games.draughts.huffs"}),
        ("from parlor.games.draughts import *", KINGS | {"parlor.games.draughts.huffs"}),
        ("from parlor.games.draughts.kings import crown", KINGS),
        ("from press import show", {"parlor", "press", "press.page.figures"}),
    ],
)
def test_what_some_code_imports(library: Library, code: str, reached: set[str]) -> None:
    assert library.reached(library.imports(modules.outline(code))) == reached


def test_comments_and_docstrings_do_not_change_a_digest(library: Library) -> None:
    rules = library.folder / "parlor/games/chess/rules.py"
    before = library.outline("parlor.games.chess.rules").digest
    rules.write_text(rules.read_text().replace("Play.", "Play it!").replace("# a c", "# my c"))
    assert Library(library.folder).outline("parlor.games.chess.rules").digest == before
    rules.write_text(rules.read_text().replace("ONE  #", "ONE + 0  #"))
    assert Library(library.folder).outline("parlor.games.chess.rules").digest != before


def test_data_files_are_seen(library: Library) -> None:
    assert library.outline("parlor.games.chess.rules").data == ["book.json"]


def test_a_page_knows_nothing_of_other_games() -> None:
    project = Project.here()
    made = plan(project, project.lab("token_game")).made
    assert "parlor.games.token_game.solution" in made and "parlor.core.checks" in made
    strangers = [name for name in made if "guts" in name or "yankee" in name or "gift" in name]
    assert not strangers
    assert not {"press.cli", "press.lab.serve", "press.site"} & made.keys()
    assert "press.page.figures" in made  # figures are drawn by the run


def test_outlines_are_kept_and_read_again_when_damaged(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    (library.folder / "lib").symlink_to(library.folder)
    (library.folder / "requirements.txt").touch()
    project = Project(library.folder)

    def asked() -> tuple[dict[str, str], int]:
        """What a new process finds, and how many sources it reads."""
        read: list[object] = []
        true = modules.outline
        with monkeypatch.context() as patch:
            patch.setattr(modules, "outline", lambda source: read.append(source) or true(source))
            patch.setattr(modules, "_known", {})
            modules.forget()
            found = keys.of_module(project, "parlor.games.chess")
            modules.remember(project)
        modules.forget()
        return found, len(read)

    first, whole = asked()
    assert whole >= 4
    assert asked() == (first, 0)
    kept = library.folder / "_build/outlines.json"
    rules = library.folder / "parlor/games/chess/rules.py"
    rules.write_text(rules.read_text().replace("ONE  #", "ONE + 0  #"))
    edited, read = asked()
    assert edited != first and read == 1
    digest = edited["parlor.games.chess.rules"]
    for damage in (b"", b"\xff", b"{}", kept.read_bytes().replace(digest.encode(), b"0" * 16)):
        kept.write_bytes(damage)
        assert asked() == (edited, whole)


def test_what_only_the_ledger_shows_runs_nothing_again(tmp_path: Path) -> None:
    for name in ("claims.yaml", "lines.csv", "justified.yaml"):
        (tmp_path / name).write_text("old")
    but = keys._OF_THE_LEDGER
    before = keys.digest_folder(tmp_path, but)
    (tmp_path / "lines.csv").write_text("new")
    (tmp_path / "justified.yaml").write_text("new")
    assert keys.digest_folder(tmp_path, but) == before
    (tmp_path / "claims.yaml").write_text("new")
    assert keys.digest_folder(tmp_path, but) != before


def test_what_an_edit_runs_again(built: Toy) -> None:
    assert built.call("why")[1] == "demo: nothing has changed, its run is kept\n"
    first = built.runs()
    built.edit("book/demo.md", "# A demonstration", "# A demonstration, you see")
    built.edit("lib/press/page/html.py", "Return a verdict as a badge", "Return a badge")
    (built.root / "lib/parlor/games/nim.py").write_text("HEAPS = 3\n", "utf-8")
    status, _, err = built.call("build")
    assert status == 0 and "cells to run" not in err, err
    assert "you see" in (built.root / "_build/html/book/demo.html").read_text("utf-8")
    assert built.runs() == first

    built.edit("lib/parlor/games/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    told = built.call("why", "demo")[1]
    assert told == (
        "demo: will run again\n  parlor.games.die: changed\n"
        "  finished pieces of chapters.demo.dice.checks: made again\n"
    )
    assert built.call("build")[0] == 0
    assert len(built.runs()) == 2

    status, out, _ = built.call("clean", "--dry-run")
    assert status == 0 and "runs" in out and "last build" in out and len(built.runs()) == 2
    (built.root / "_build/tmp/a-99999999999999999999-b").mkdir()
    (built.root / "_build/logs").mkdir(exist_ok=True)
    (built.root / "_build/logs/x").symlink_to("/")
    (built.root / "_build/runs/x").symlink_to(built.root / "book")
    status, _, err = built.call("clean")
    assert status == 0 and err == f"left alone: {built.root}/_build/runs/x: is a link\n"
    assert (built.root / "book/assets").is_dir()
    (built.root / "_build/runs/x").unlink()
    assert len(built.runs()) == 1 and built.runs() != first
    assert built.call("build")[2] == ""  # what the book uses is still there


def test_an_edit_while_a_run_is_under_way_fails_it(built: Toy) -> None:
    process = built.start("run", "demo", "-p", "pause=6.0")
    deadline = time.monotonic() + 60
    while not kernels_of(built.root) and time.monotonic() < deadline:
        time.sleep(0.1)
    built.edit("lib/parlor/games/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 1
    assert "demo: it was edited while it ran: run it again" in err
    assert len(built.runs()) == 1


def test_an_import_that_the_key_cannot_see_fails_the_run(built: Toy) -> None:
    (built.root / "lib/parlor/games/nim.py").write_text("HEAPS = 3\n", "utf-8")
    built.edit("book/demo.md", "import time\n", "import time\n__import__('parlor.games.nim')\n")
    status, _, err = built.call("build")
    assert status == 1
    assert "demo: used in a way that the run's key cannot see: parlor.games.nim" in err


def double(number: int) -> object:
    return Estimate(2.0 * number, 0.5), np.arange(number), Fraction(1, 3), {"a": (None, "b")}


def test_pieces_are_kept_and_made_again_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work.Project, "here", classmethod(lambda cls: Project(tmp_path)))
    monkeypatch.setattr(keys, "of_module", lambda project, module: {})
    made: list[int] = []

    def work(number: int) -> object:
        made.append(number)
        return double(number)

    def ask() -> list[object]:
        return [result for _, result in long_work.in_pieces("numbers", work, [{"number": 3}])]

    first = ask()
    second = ask()
    assert made == [3]
    assert repr(first) == repr(second)
    (store,) = pieces.stores(Project(tmp_path))
    with sqlite3.connect(store) as base:
        base.execute("update pieces set content = ?", (b"\x80\x05K\x07.",))
    assert repr(ask()) == repr(first) and made == [3, 3]
    for damage in (b"", b"no database at all" * 100):
        store.write_bytes(damage)
        assert repr(ask()) == repr(first)
    assert made == [3] * 4
    store.unlink()
    store.mkdir()
    assert repr(ask()) == repr(first)


def test_an_old_process_neither_reads_nor_writes_pieces_of_new_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work.Project, "here", classmethod(lambda cls: Project(tmp_path)))
    monkeypatch.setattr(keys, "of_module", lambda project, module: {})
    monkeypatch.setattr(keys, "edited_since", lambda project, module, moment: True)
    assert [r for _, r in long_work.in_pieces("numbers", double, [{"number": 3}])]
    assert pieces.stores(Project(tmp_path)) == []


def test_a_process_knows_to_some_hundredths_when_it_began() -> None:
    say = "from press.run.pieces import _began; print(_began())"
    before = time.time()
    done = subprocess.run([sys.executable, "-c", say], capture_output=True, text=True, check=True)
    assert before - 0.05 < float(done.stdout) < time.time()


def test_an_edit_after_a_moment_is_seen(library: Library) -> None:
    project = Project(library.folder)
    (library.folder / "lib").symlink_to(library.folder)
    base = library.folder / "parlor/core/base.py"
    for path in library.folder.rglob("*.py"):
        os.utime(path, (100.0, 100.0))
    assert not keys.edited_since(project, "parlor.games.chess", 200.0)
    os.utime(base, (300.0, 300.0))
    assert keys.edited_since(project, "parlor.games.chess", 200.0)
    assert not keys.edited_since(project, "parlor.games.go", 200.0)


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch /tmp/parlor-evil",)


@pytest.mark.parametrize("bad", [Evil(), print, os.path.join, subprocess.Popen])
def test_a_piece_cannot_run_code(bad: object) -> None:
    import hashlib
    import pickle

    content = pickle.dumps([bad])
    with pytest.raises(ValueError, match="a piece cannot hold"):
        pieces._read(hashlib.sha256(content).digest(), content)


SCRIPT = """
import json, sys
from parlor.games.toy import kernel
print(json.dumps(kernel(1.0)))
"""


def test_no_stale_code_in_a_plain_script(tmp_path: Path) -> None:
    """A callee and a constant in other modules are edited between two runs of a script."""
    import shutil

    root = tmp_path / "checkout"
    shutil.copytree(Project.here().root / "lib/parlor/core", root / "lib/parlor/core")
    (root / "_toc.yml").write_text("")
    games = root / "lib/parlor/games"
    games.mkdir()
    for name in ("lib/parlor/__init__.py", "lib/parlor/games/__init__.py"):
        (root / name).write_text("")
    callee, constants = games / "callee.py", games / "constants.py"
    callee.write_text("from parlor.core.compiled import njit\n@njit\ndef f(x):\n    return x + 1\n")
    constants.write_text("SHIFT = 10.0\n")
    (games / "toy.py").write_text(
        "from parlor.core.compiled import njit\nfrom . import constants as of\n"
        "from .callee import f\n@njit\ndef kernel(x):\n    return f(x) + of.SHIFT\n"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")}
    environment |= {"PYTHONPATH": str(root / "lib"), "PYTHONDONTWRITEBYTECODE": "1"}

    def run() -> float:
        command = [sys.executable, "-c", SCRIPT]
        return json.loads(subprocess.check_output(command, env=environment, text=True))

    def stored() -> int:
        return len(list((root / "_build/numba").rglob("*.bin")))

    assert run() == 12.0
    files = stored()
    assert files == 2
    assert run() == 12.0 and stored() == files
    callee.write_text(callee.read_text().replace("x + 1", "x + 2"))
    assert run() == 13.0 and stored() == files + 2
    constants.write_text("SHIFT = 20.0\n")
    assert run() == 23.0 and stored() == files + 3
    callee.write_text(callee.read_text().replace("@njit", "# a comment\n@njit"))
    assert run() == 23.0 and stored() == files + 3
    for file in (root / "_build/numba").rglob("*.bin"):
        file.write_bytes(file.read_bytes()[:-1])  # damaged: compiled again
    assert run() == 23.0
