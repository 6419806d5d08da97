"""What the command line says to good and bad input."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from press.cli import _why
from press.run.manifest import is_whole
from press.run.parameters import Parameters
from press.run.project import Project, UserError, known_name

from .toy import Toy


@pytest.fixture(scope="module")
def toy(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    made = finished.copy(tmp_path_factory.mktemp("cli") / "toy")
    shutil.rmtree(made.root / "_build/html")
    return made


BAD = {
    "wrong type": (["-p", "sides=banana"], "sides = 'banana' is not a whole number from 2 to 100"),
    "out of range": (["-p", "sides=-1"], "sides = -1 is not a whole number from 2 to 100"),
    "boolean": (["-p", "sides=true"], "sides = True is not a whole number"),
    "unknown name": (["-p", "sdes=3"], "no parameter 'sdes'; did you mean 'sides'?"),
    "condition": (["-p", "sides=3"], "sides is even (given: sides = 3)"),
    "no value": (["-p", "sides"], "write name=value"),
    "bad YAML": (["-p", "sides=[1"], "cannot be read as YAML"),
    "infinite": (["-p", "pause=.inf"], "pause = inf is not a number from 0 to 60"),
    "missing file": (["-f", "none.yaml"], "-f none.yaml: No such file or directory"),
    "unreadable YAML": (["-f", "broken.yaml"], "-f broken.yaml, line 2: cannot be read as YAML"),
    "YAML without names": (["-f", "list.yaml"], "holds no mapping from names to values"),
    "not text": (["-f", "binary.yaml"], "-f binary.yaml"),
    "folder in a file": (["--out", "../file/out"], "cannot be written (Not a directory)"),
    "folder in use": (["--out", "../notes"], "--out ../notes: is not empty"),
    "folder of ours": (["--out", "book/new"], "--out book/new: is in the project itself"),
    "new folder in the project": (["--out", "proofs/x"], "--out proofs/x: is in the project"),
    "folder through a link": (["--out", "../link/x"], "--out ../link/x: is in the project"),
    "the project": (["--out", "."], "--out .: is in the project itself"),
    "link": (["--out", "../link"], "--out ../link: is a symbolic link"),
    "file": (["--out", "../file"], "--out ../file: is a file"),
    "tag": (["-p", "sides=!!int 6"], "tags such as tag:yaml.org,2002:int are not allowed"),
    "name twice": (["-p", "sides=6", "-p", "sides=8"], "-p sides: is given twice"),
    "file twice": (["-f", "one.yaml", "-f", "one.yaml"], "-f is given twice"),
    "nested": (["-p", "sides=" + "[" * 3000], "more than 20 levels of brackets"),
    "endless": (["-f", "/dev/zero"], "-f /dev/zero: is not a plain file"),
    "escape codes": (["-p", "\x1b[31mred=6"], r"no parameter '\x1b[31mred'"),
    "control characters": (["-f", "escape.yaml"], "-f escape.yaml, line 1: control characters"),
    "folder of the system": (["--out", "/proc/parlor"], "--out /proc/parlor: cannot be written"),
    "page without folder": (["--page"], "--page needs --out DIR"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_changes_nothing(toy: Toy, case: str) -> None:
    (toy.root / "broken.yaml").write_text("sides: 6\n  x: [\n", "utf-8")
    (toy.root / "list.yaml").write_text("- 1\n- 2\n", "utf-8")
    (toy.root / "binary.yaml").write_bytes(b"\xff\xfe\x00\x01")
    (toy.root / "one.yaml").write_text("sides: 6\n", "utf-8")
    (toy.root / "escape.yaml").write_text('"\\e[31mred": 6\n', "utf-8")
    beside = toy.root.parent
    (beside / "notes").mkdir(exist_ok=True)
    (beside / "notes/mine.txt").write_text("mine", "utf-8")
    (beside / "file").touch()
    (beside / "link").unlink(missing_ok=True)
    (beside / "link").symlink_to(toy.root)
    arguments, message = BAD[case]
    before = toy.tree()
    status, out, err = toy.ask("run", "demo", *arguments)
    assert status == 2
    assert message in err
    assert err.startswith("press: ") and len(err.splitlines()) == 1 and out == ""
    assert toy.tree() == before


def test_what_went_wrong_with_a_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("x", "y"):
        (tmp_path / "a" / name).symlink_to("nowhere")
    with pytest.raises(shutil.Error) as error:
        shutil.copytree(tmp_path / "a", tmp_path / "b")
    assert re.fullmatch(r"/\S+/b/[xy]: .*No such file.*", _why(error.value))
    assert _why(OSError(28, "No space left", "x")) == "[Errno 28] No space left: 'x'"


def test_an_unknown_chapter_names_the_nearest(toy: Toy) -> None:
    status, _, err = toy.ask("run", "dmo")
    assert (status, err) == (2, "press: no page 'dmo'; did you mean 'demo'?\n")


def test_many_names_are_told_by_their_beginnings_and_none_twice() -> None:
    entries = [f"table{t}.value.{row}" for t in (1, 2) for row in range(30)] + ["plain", "plain"]
    with pytest.raises(UserError) as refused:
        known_name("xyzzy", entries, "entry of demo")
    assert str(refused.value) == "no entry of demo 'xyzzy'; known: table1.*, table2.*, plain"
    with pytest.raises(UserError, match=r"known: one, two$"):
        known_name("xyzzy", ["one", "two", "one"], "page")


def test_a_run_leaves_its_result_where_it_was_asked_to(toy: Toy, tmp_path: Path) -> None:
    (toy.root / "given.yaml").write_text("sides: 20\nlabel: an icosahedron\n", "utf-8")
    out = tmp_path / "result"
    status, text, err = toy.call(
        "run", "demo", "-f", "given.yaml", "-p", "sides=8", "--out", str(out)
    )
    assert status == 0, err
    assert re.search(r"^mean +4\.50 ± 0\.12 +standard error 0\.12 +what a throw shows", text, re.M)
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert names == {
        "blocks.json", "demo.ipynb", "manifest.json", "results.json", "run.json",
        "tables/means.csv", "tables/means.json", "figures/demo-line.svg",
        "tables/answer.csv", "tables/answer.json", "tables/own.csv", "tables/own.json",
        "figures/demo-own.svg", "README.txt", "citation.bib",
    }  # fmt: skip
    run = json.loads((out / "run.json").read_text("utf-8"))
    assert run["parameters"] == {
        "sides": 8, "pause": 0.0, "label": "an icosahedron", "quick": False,
    }  # fmt: skip
    assert run["wall_seconds"] > 0 and run["peak_memory_mib"] > 0
    assert run["command"] == ".venv/bin/parlor run demo -p sides=8 -p 'label=an icosahedron'"
    assert run["date"] == "2023-11-14T22:13:20+00:00" and run["commit"] == "unknown"
    readme = (out / "README.txt").read_text("utf-8")
    assert "sides  8" in readme.replace("   ", "  ") and run["command"] in readme
    assert "4.50 ± 0.12; standard error 0.12; what a throw shows" in readme
    assert run["citation"] in " ".join(readme.split())
    assert "run with sides = 8" in (out / "citation.bib").read_text("utf-8")
    assert "sides = 8" in (out / "demo.ipynb").read_text("utf-8")


def test_an_answer_for_programs(toy: Toy) -> None:
    status, text, err = toy.call("run", "demo", "-p", "sides=6", "--json")
    assert status == 0, err
    told = json.loads(text)
    mean, least, even = told["answer"]["quantities"]
    assert (mean["value"], mean["error"], mean["sure"]) == (3.5, 0.125, "standard error")
    assert (least["value"], least["exact"], even["value"]) == (1 / 6, "1/6", False)
    assert told["parameters"]["sides"] == 6 and told["seconds"] > 0
    results = json.loads((Path(told["folder"]) / "results.json").read_text("utf-8"))
    assert results["answer"] == told["answer"]


def test_a_folder_that_exists_is_filled_if_it_is_empty_and_its_path_can_be_pasted(
    toy: Toy, tmp_path: Path
) -> None:
    out = tmp_path / "my result"
    out.mkdir()
    status, text, _ = toy.call("run", "demo", "-p", "sides=8", "--out", str(out))
    assert status == 0 and f"The result: '{out}'\n" in text
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert is_whole(out, json.loads((out / "run.json").read_text("utf-8"))["key"])
    status, _, err = toy.call("run", "demo", "-p", "sides=8", "--out", str(out))
    assert (status, err) == (2, f"press: --out {out}: is not empty\n")
    assert {path: path.read_bytes() for path in before} == before


def test_a_rerun_with_its_page_says_that_it_is_one(toy: Toy, tmp_path: Path) -> None:
    out = tmp_path / "rerun"
    status, text, err = toy.call(
        "run", "demo", "-p", "sides=8", "-p", "quick=true", "--out", str(out), "--page"
    )
    assert status == 0, err
    page = (out / "html/book/demo.html").read_text("utf-8")
    assert "A rerun" in page and "The mean is 4.50 ± 0.12. A die with 8 sides." in page
    for plain in ("book/index", "book/ledger", "search"):
        other = re.sub("<[^>]+>", "", (out / f"html/{plain}.html").read_text("utf-8"))
        assert "A rerun" in other and "sides = 8" in other
    assert f"The page: {out}/html/book/demo.html" in text
    ledger = json.loads((out / "html/downloads/ledger.json").read_text("utf-8"))
    assert {row["id"]: row["verdict"] for row in ledger} == {
        "mean": "match", "later": "pending", "fair": "not run",
    }  # fmt: skip
    assert not (toy.root / "_build/html").exists(), "the book itself is left alone"


def test_a_full_disk_is_one_line_and_leaves_no_half_result(toy: Toy, tmp_path: Path) -> None:
    assert toy.call("run", "demo")[0] == 0
    tmp = toy.root / "_build/tmp"
    tmp.rmdir()
    tmp.write_text("in the way", "utf-8")
    status, _, err = toy.call("run", "demo", "-p", "sides=12")
    tmp.unlink()
    assert status == 1
    assert "File exists" in err and "Traceback" not in err


def test_numbers_in_scientific_notation_are_numbers(toy: Toy) -> None:
    status, _, err = toy.ask("run", "demo", "-p", "pause=1e2")
    assert (status, err) == (
        2, "press: demo: pause = 100.0 is not a number from 0 to 60 (default 0.0)\n",
    )  # fmt: skip


def test_defaults_given_explicitly_are_the_same_run(toy: Toy) -> None:
    assert toy.call("run", "demo")[0] == 0
    runs = toy.runs()
    assert toy.call("run", "demo", "-p", "sides=6")[0] == 0
    assert toy.runs() == runs


def test_params_alone_lists_the_chapters(toy: Toy) -> None:
    status, out, _ = toy.ask("params")
    assert status == 0
    assert "demo" in out and "sides, pause, label, quick" in out


def test_params_lists_what_can_be_asked(toy: Toy) -> None:
    status, out, _ = toy.ask("params", "demo")
    assert status == 0
    assert "a whole number from 2 to 100" in out and "sides of the die" in out


def test_a_chapter_alone_is_its_lab_and_its_first_page_has_a_name_too() -> None:
    project = Project.here()
    assert project.lab("guts").place == "book/guts/lab"
    assert project.lab("guts/index").place == project.page("guts").place == "book/guts/index"
    assert project.lab("guts/weenie").place == "book/guts/weenie"
    with pytest.raises(UserError, match="did you mean"):
        project.lab("guts/inde")


def test_a_page_without_parameters_says_so() -> None:
    with pytest.raises(UserError, match="no parameter 'mesh'; there are none"):
        Parameters.of_page(Project.here().page("guts/index")).validate({"mesh": 3})


def test_the_ledger_as_text_and_as_json(toy: Toy) -> None:
    status, out, _ = toy.call("ledger")
    assert status == 0 and "3 entries: 1 match, 1 holds, 1 pending" in out
    status, out, _ = toy.call("ledger", "demo", "--json")
    assert status == 0
    rows = json.loads(out)
    assert [row["verdict"] for row in rows] == ["match", "pending", "holds"]
    assert rows[0]["printed_value"] == rows[0]["computed_value"] == 3.5
    assert rows[0]["page"] == "book/demo.html#entry-mean"


@pytest.mark.parametrize("command", ["build", "run", "params", "ledger", "serve"])
def test_help_helps(toy: Toy, command: str) -> None:
    status, out, _ = toy.ask(command, "--help")
    assert status == 0 and "Usage" in out


def test_serving_without_a_book_says_what_to_do(toy: Toy) -> None:
    status, _, err = toy.ask("serve")
    assert (status, err) == (2, "press: there is no book yet: run `press build` first\n")
