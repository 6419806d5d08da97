"""What invalidates a run, and what does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from press.ask import keys
from press.ask.runner import plan
from press.project.places import Project

from .toy import Toy, processes_of, wait_until

FILES = {
    "_toc.yml": "",
    "lib/parlor/__init__.py": "from .games import chess\n",
    "lib/parlor/core/__init__.py": "",
    "lib/parlor/core/base.py": "ONE = 1\n",
    "lib/parlor/games/__init__.py": "from . import chess, draughts\n",
    "lib/parlor/games/chess/__init__.py": "from .rules import play\n",
    "lib/parlor/games/chess/rules.py": "from ...core.base import ONE\n",
    "lib/parlor/games/draughts/__init__.py": "",
    "lib/parlor/games/draughts/kings.py": "import parlor.games.chess.rules as rules\n",
    "lib/chapters/__init__.py": "",
    "lib/chapters/one/__init__.py": "",
    "lib/chapters/one/checks.py": "from parlor.games import (\n    chess,\n)\n",
    "lib/chapters/two/__init__.py": "",
    "lib/chapters/two/checks.py": "def check():\n    from ..one import checks\n",
}
ABOVE = {"parlor", "parlor.games"}
CHESS = ABOVE | {"parlor.games.chess", "parlor.core"}
ONE = CHESS | {"chapters", "chapters.one"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Project(tmp_path)


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("import numpy", set()),
        ("from parlor.games.chess import play", CHESS),
        ("from parlor.games import chess", CHESS),
        ("import parlor\nparlor.games.chess.play()", CHESS),
        ("def f():\n    from parlor.games.chess import rules", CHESS),
        ("import parlor", {"parlor"}),
        ("from parlor.games.draughts import *", CHESS | {"parlor.games.draughts"}),
        ("from chapters.one import checks", ONE),
        ("from chapters.two.checks import check", ONE | {"chapters.two"}),
        ("from press import Chapter", set()),
    ],
)
def test_what_some_code_uses(project: Project, code: str, used: set[str]) -> None:
    made = keys.of_code(project, "code", code, [code]).parts.keys()
    always = {"code", "installed packages", "Python"}
    assert made == used | always


def test_an_edit_names_what_uses_it_anew_and_nothing_else(project: Project) -> None:
    def names() -> list[str]:
        codes = ("import parlor.core", "import chapters.one", "import numpy")
        return [keys.of_code(project, "code", code, [code]).name for code in codes]

    before = names()
    rules = project.root / "lib/parlor/games/chess/rules.py"
    rules.write_text("from ...core.base import ONE\nTWO = ONE + 1\n", "utf-8")
    after = names()
    assert [old != new for old, new in zip(before, after, strict=True)] == [False, True, False]
    time = rules.stat()
    rules.write_text("from ...core.base import ONE\nTWO = ONE + 2\n", "utf-8")
    os.utime(rules, (time.st_atime, time.st_mtime))
    assert names()[1] != after[1], "whatever the file's time says"
    meant = names()
    rules.write_text(
        '"""Rules."""\nfrom ...core.base import ONE\nTWO = (ONE + 2)  # two\n', "utf-8"
    )
    assert names() == meant, "comments and docstrings are in no name"


def test_what_tests_are_installed_with_runs_nothing_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project.root / "site-packages"
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"purelib": str(folder)})
    (project.root / "requirements").mkdir()
    lock = "nash-py==1.0 \\\n    --hash=sha256:0\npypy-only==3.0 ; implementation_name == 'pypy'\n"
    project.lock.write_text(lock, "utf-8")
    dev = "nash-py==1.0\nRun.Tests==2.0\npypy-only==3.0 ; implementation_name != 'pypy'\n"
    (project.root / "requirements/dev.txt").write_text(dev, "utf-8")

    def name_with(*installed: str) -> str:
        for each in installed:
            (folder / each).mkdir(parents=True)
        return keys.of_code(project, "code", "import numpy", ["import numpy"]).name

    alone = name_with("nash_py-1.0.dist-info")
    assert name_with("run_tests-2.0.dist-info", "pypy_only-3.0.dist-info") == alone
    by_hand = name_with("fast_sums-1.0.dist-info")
    assert by_hand != alone, "nobody knows what uses it"
    assert name_with("nash_py-1.1.dist-info") != by_hand


def test_a_page_knows_nothing_of_other_games() -> None:
    project = Project.here()
    made = plan(project, project.lab("token_game")).made.parts
    assert {"parlor.games.token_game", "parlor.core", "press.page"} <= made.keys()
    assert not [name for name in made if "guts" in name or "yankee" in name or "gift" in name]
    assert not {"press.lab", "press.site", "press.ask"} & made.keys()


def test_what_an_edit_runs_again(built: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> str:
        return built.ask("why")[1]

    built.edit("book/demo.md", "# A demonstration", "# A demonstration, you see")
    (built.root / "lib/nim").mkdir()
    (built.root / "lib/nim/__init__.py").write_text("HEAPS = 3\n", "utf-8")
    assert told() == "demo: nothing has changed, its run is kept\n"
    monkeypatch.setattr(keys, "_installed", lambda project: "another nashpy")
    assert told() == "demo: will run again\n  installed packages: changed\n"
    monkeypatch.undo()
    built.edit("book/demo.md", ":tags: [answer]", ":tags: [answer, hide-input]")
    assert told() == "demo: will run again\n  code of demo: changed\n"
    built.edit("book/demo.md", ":tags: [answer, hide-input]", ":tags: [answer]")
    built.edit("lib/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    assert told() == "demo: will run again\n  die: changed\n"


def test_an_edit_while_a_run_is_under_way_fails_it(built: Toy) -> None:
    process = built.start("run", "demo", "-p", "pause=5.0")
    wait_until(lambda: bool(processes_of(built.root)))
    built.edit("lib/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    _, err = process.communicate(timeout=3600)
    assert process.returncode == 1
    assert "demo: it was edited while it ran: run it again" in err
    assert len(built.runs()) == 1


def test_an_import_that_the_key_cannot_see_fails_the_run(toy: Toy) -> None:
    (toy.root / "lib/nim").mkdir()
    (toy.root / "lib/nim/__init__.py").write_text("HEAPS = 3\n", "utf-8")
    (toy.root / "lib/helpers.py").write_text("ONE = 1\n", "utf-8")  # in no package
    toy.edit("book/demo.md", "import time\n", "import time, helpers\n__import__('ni' + 'm')\n")
    status, _, err = toy.ask("run", "demo")
    assert status == 1
    assert "demo: used in a way that the key cannot see: helpers, nim" in err


READS = """
import sqlite3
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

ROOT = Path(ROOT)
sqlite3.connect(ROOT / "data/x.db").close()
names = [path.name for path in (ROOT / "data/many").glob("*")]
table = files("die").joinpath("table.txt").read_text("utf-8")
with suppress(FileNotFoundError):
    (ROOT / "late.txt").read_text("utf-8")
"""


def test_whatever_a_run_looks_into_is_looked_at_again(toy: Toy) -> None:
    (toy.root / "data/many").mkdir()
    for name in ("data/x.db", "data/many/a.txt", "lib/die/table.txt"):
        (toy.root / name).touch()
    toy.edit("book/demo.md", "import time\n", READS.replace("(ROOT)", f"({str(toy.root)!r})"))
    toy.edit("book/demo.md", "time.sleep(pause)", "")
    assert toy.ask("run", "demo")[0] == 0
    assert "kept" in toy.ask("why")[1]
    for name, told in (
        ("data/x.db", "data/x.db"),
        ("data/many/b.txt", "data/many"),
        ("lib/die/table.txt", "lib/die/table.txt"),
        ("late.txt", "late.txt"),
    ):
        path = toy.root / name
        there = path.exists()
        path.write_text("new", "utf-8")
        assert f"  {told}: changed" in toy.ask("why")[1]
        path.write_text("", "utf-8")
        if not there:
            path.unlink()
    edited = (
        "import subprocess\nsubprocess.run(['sh', '-c', f'echo new > {ROOT}/data/x.db'])\nnames = "
    )
    toy.edit("book/demo.md", "names = ", edited)
    status, _, err = toy.ask("run", "demo")
    assert status == 1 and "demo: data/x.db was edited while it was read: ask again" in err
