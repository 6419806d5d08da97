"""What the command line says to good and bad input."""

from __future__ import annotations

import json
import os
import re
import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

from press.ask.manifest import is_whole
from press.page.block import MIME
from press.project.errors import UserError, known_name
from press.project.places import NAMED, Project

from .toy import Toy


@pytest.fixture(scope="module")
def toy(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The finished project without its site, and beside it what a result cannot be put into."""
    made = finished.copy(tmp_path_factory.mktemp("cli") / "toy")
    shutil.rmtree(made.root / "_build/html")
    (made.root / "broken.yaml").write_text("sides: 6\n  x: [\n", "utf-8")
    beside = made.root.parent
    (beside / "notes").mkdir()
    (beside / "notes/mine.txt").write_text("mine", "utf-8")
    (beside / "file").touch()
    (beside / "link").symlink_to(made.root)
    return made


BAD = [
    (["-p", "sides=banana"], "sides = banana is not a whole number from 2 to 100"),
    (["-p", "sdes=3"], "no parameter 'sdes'; did you mean 'sides'?"),
    (["-p", "sides=3"], "sides is even (given: sides = 3)"),
    (["-p", "sides"], "write name=value"),
    (["-p", "pause=1e4"], "pause = 10000.0 is not a number from 0 to 3600 (default 0.0)"),
    (["-p", "sides=6", "-p", "sides=8"], "-p sides: is given twice"),
    (["-p", "\x1b[31mred=6"], r"no parameter '\x1b[31mred'"),
    (["-f", "none.yaml"], "-f none.yaml: there is no such file"),
    (["-f", "broken.yaml"], "-f broken.yaml, line 2: cannot be read as YAML"),
    (["--out", "../file/out"], "cannot be written (Not a directory)"),
    (["--out", "../notes"], "--out ../notes: is not empty"),
    (["--out", "book/new"], "--out book/new: is in the project itself"),
    (["--out", "../link/x"], "--out ../link/x: is in the project"),
    (["--page"], "--page needs --out DIR"),
]


def test_bad_input_is_one_line_and_changes_nothing(toy: Toy) -> None:
    before = toy.tree()
    for arguments, message in BAD:
        status, out, err = toy.ask("run", "demo", *arguments)
        assert (status, out) == (2, "") and message in err
        assert err.startswith("press: ") and len(err.splitlines()) == 1
    told = toy.ask("run", "dmo")
    assert told == (2, "", "press: no page 'dmo'; did you mean 'demo'?\n")
    assert toy.tree() == before


def test_many_names_are_told_by_their_beginnings_and_none_twice() -> None:
    entries = [f"table{t}.value.{row}" for t in (1, 2) for row in range(30)] + ["plain", "plain"]
    with pytest.raises(UserError) as refused:
        known_name("xyzzy", entries, "entry of demo")
    assert str(refused.value) == "no entry of demo 'xyzzy'; known: table1.*, table2.*, plain"
    with pytest.raises(UserError, match=r"known: one, two$"):
        known_name("xyzzy", ["one", "two", "one"], "page")


def test_a_run_leaves_its_result_where_it_was_asked_to(toy: Toy, tmp_path: Path) -> None:
    (toy.root / "given.yaml").write_text("sides: 20\nlabel: an icosahedron\n", "utf-8")
    out = tmp_path / "my result"
    out.mkdir()
    given = ("-f", "given.yaml", "-p", "sides=8", "-p", "quick=true")
    text = toy.do("run", "demo", *given, "--out", str(out), "--page")
    assert re.search(r"^what a throw shows +4\.50 ± 0\.12 +standard error 0\.12 +mean", text, re.M)
    assert f"The result: '{out}'\n" in text
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert names >= {
        "demo.ipynb", "results.json", "README.txt", "citation.bib", "tables/means.csv",
        "tables/own.csv", "figures/demo-line.svg", "figures/demo-own.svg",
    }  # fmt: skip
    run = json.loads((out / "run.json").read_text("utf-8"))
    assert is_whole(out, run["key"])
    asked = {"sides": 8, "pause": 0.0, "label": "an icosahedron", "quick": True}
    assert run["parameters"] == asked
    assert run["wall_seconds"] > 0 and run["peak_memory_mib"] > 0
    command = ".venv/bin/parlor run demo -p sides=8 -p 'label=an icosahedron' -p quick=true"
    assert run["command"] == command
    assert run["date"] == "2023-11-14T22:13:20+00:00" and run["commit"] == "unknown"
    readme = (out / "README.txt").read_text("utf-8")
    assert run["command"] in readme and run["citation"] in " ".join(readme.split())
    assert "4.50 ± 0.12; standard error 0.12; what a throw shows" in readme
    assert "run with sides = 8" in (out / "citation.bib").read_text("utf-8")
    notebook = (out / "demo.ipynb").read_text("utf-8")
    assert "sides = 8" in notebook and MIME not in notebook
    assert 'src=\\"figures/demo-line.svg\\"' in notebook, "it shows what lies beside it"

    # and the book with its page, which says that it is a rerun
    assert f"The page: '{out}/html/book/demo.html'" in text
    page = (out / "html/book/demo.html").read_text("utf-8")
    assert "The mean is 4.50\u00a0±\u00a00.12. An icosahedron with 8 sides." in page
    for name in ("book/demo", "book/index", "book/ledger", "search"):
        told = re.sub("<[^>]+>", "", (out / f"html/{name}.html").read_text("utf-8"))
        assert "A rerun" in told and "sides = 8" in told
    ledger = json.loads((out / "html/downloads/ledger.json").read_text("utf-8"))
    verdicts = {row["id"]: row["verdict"] for row in ledger}
    assert verdicts == {"mean": "match", "later": "pending", "fair": "not run"}
    assert not (toy.root / "_build/html").exists(), "the book itself is left alone"


def test_an_answer_for_programs_of_a_run_that_is_there(toy: Toy) -> None:
    runs = toy.runs()
    status, text, err = toy.ask("run", "demo", "-p", "sides=6", "--json")
    assert (status, err) == (0, "") and toy.runs() == runs, "six are the default"
    told = json.loads(text)
    mean, least, even = told["answer"]["quantities"]
    assert (mean["value"], mean["error"], mean["sure"]) == (3.5, 0.125, "standard error")
    assert (least["value"], least["exact"], even["value"]) == (1 / 6, "1/6", False)
    assert told["parameters"]["sides"] == 6 and told["seconds"] > 0
    results = json.loads((Path(told["folder"]) / "results.json").read_text("utf-8"))
    assert results["answer"] == told["answer"]
    asked = toy.root / "_build/asked.txt"
    before = asked.read_text("utf-8")
    toy.do("run", "demo", "--force")
    assert asked.read_text("utf-8") == f"{before}6 a die\n", "asked again"


def test_params_lists_what_can_be_asked(toy: Toy) -> None:
    out = toy.do("params")
    assert "demo" in out and "sides, pause, label, quick" in out
    out = toy.do("params", "demo")
    assert "a whole number from 2 to 100" in out and "sides of the die" in out
    page = toy.root / "book/demo.md"
    text = page.read_text("utf-8")
    page.write_text(text.replace(":tags: [parameters]", ""), "utf-8")
    told = toy.ask("params", "demo")
    page.write_text(text, "utf-8")
    assert told == (0, "demo has no parameters\n", "")


def test_the_version_is_that_of_the_press(toy: Toy) -> None:
    assert toy.ask("--version") == (0, f"press: parlor-press {version('parlor-press')}\n", "")


def test_a_chapter_alone_is_its_lab_and_its_first_page_has_a_name_too() -> None:
    project = Project.here()
    assert project.page_asked("guts").place == "book/guts/lab"
    assert project.page_asked("guts/index").place == project.page("guts").place == "book/guts/index"
    assert project.page_asked("guts/weenie").place == "book/guts/weenie"
    with pytest.raises(UserError, match="did you mean"):
        project.page_asked("guts/inde")


def test_the_ledger_as_text_and_as_json(toy: Toy) -> None:
    assert "3 entries: 1 match, 1 holds, 1 pending" in toy.do("ledger")
    rows = json.loads(toy.do("ledger", "demo", "--json"))
    assert [row["verdict"] for row in rows] == ["match", "pending", "holds"]
    assert rows[0]["printed_value"] == rows[0]["computed_value"] == 3.5
    assert rows[0]["page"] == "book/demo.html#entry-mean"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["swep", "demo"], "No such command 'swep'. Did you mean 'sweep'?"),
        (["sweep", "demo", "--plott", "a"], "No such option: --plott (Possible options:"),
        (["run"], "Missing argument 'PAGE'. (parlor run -h says what there is)"),
        (["serve"], "no book yet, or an old one: run `parlor build` first"),
        (["pdf"], "parlor build` first"),
    ],
)
def test_wrong_words_are_told_in_a_line(toy: Toy, words: list[str], told: str) -> None:
    status, out, err = toy.ask(*words)
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
    assert told.replace("parlor", "press") in err


def test_python_without_assertions_is_refused(toy: Toy) -> None:
    status, out, err = toy.call("params", settings={"PYTHONOPTIMIZE": "1"})
    assert (status, out) == (2, "") and "PYTHONOPTIMIZE" in err and len(err.splitlines()) == 1


def test_whoever_stands_elsewhere_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = Toy.make(tmp_path / "outer")
    inner = Toy.make(outer.root / "inner")
    empty = tmp_path / "a_paper"
    empty.mkdir()
    monkeypatch.setenv(NAMED, str(inner.root))
    told = f"press: working on {inner.root}, as {NAMED} says\n"
    for stands in (outer.root, empty):
        assert Toy(stands).ask("params") == (0, inner.do("params"), told)
    assert inner.ask("params")[2] == ""
    monkeypatch.setenv(NAMED, str(outer.root))
    assert "as PRESS_PROJECT says" in inner.ask("params")[2]
    assert Toy(empty).ask("new", "dice")[2] == "" and (empty / "_toc.yml").is_file()


def test_check_executes_the_bytes_that_lie_there(toy: Toy) -> None:
    own = {"PYTHONDONTWRITEBYTECODE": ""}
    assert toy.call("check", "demo", "mean", settings=own)[0] == 0
    path = toy.root / "lib/die/__init__.py"
    time = path.stat()
    toy.edit("lib/die/__init__.py", "/ 2", "/ 3")
    os.utime(path, ns=(time.st_atime_ns, time.st_mtime_ns))  # as an edit within the same second
    status, out, _ = toy.call("check", "demo", "mean", settings=own)
    assert status == 1 and "2.33" in out
    toy.edit("lib/die/__init__.py", "/ 3", "/ 2")
