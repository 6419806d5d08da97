"""An author's slip of any kind is one line, which names the file."""

from __future__ import annotations

import shutil

from .toy import Toy

CHECKS = "lib/chapters/demo/dice.py"
SLIPS = [  # what other tests hold against the function that reads it is not built once more
    ("book/demo.md", "quick: bool =", "quick: bool = =", ["cell: ", "book/demo.md, line 18"]),
    ("book/demo.md", "sides: Annotated[int", "sides: Annotated[integer", ["demo.md, line 15"]),
    ("book/demo.md", "label: str =", "label: 5 =", ["book/demo.md: the parameters cell: "]),
    ("book/demo.md", "chapter.judge(dice)", "", ["'mean' has not been decided", "line 50)"]),
    ("book/demo.md", "chapter.judge(dice)", "\n\nchapter.judge(", ["book/demo.md, line 48)"]),
    ("book/demo.md", 'die")] = 6', 'die")] = 1', ["demo.md, line 13: demo: sides = 1 is"]),
    ("book/demo.md", "  name: python3", "  name: [python3", ["book/demo.md"]),
    ("book/demo.md", "# A", "\udcff", ["demo.md"]),
    ("book/demo.md", "[parameters]", "[params]", ["demo.md, line 11: no tag", "'parameters'?"]),
    ("book/demo.md", "lab_mean }}", "lab_mean }", ["demo.md, line 60: {{ demo.lab_mean }:"]),
    ("book/demo.md", "The mean is", "```{shown} no\n```\n", ["line 60: no piece of a page"]),
    ("_config.yml", "title:", "title: [", ["_config.yml"]),
    ("_config.yml", "html:", "html: 5\nhtm:", ["_config.yml, line 6: html: it is no"]),
    ("_toc.yml", "book/ledger", "book/leger", ["_toc.yml, line", "no page book/leger.md"]),
    ("data/published/demo/numbers.csv", "3.5", "x", ["demo/numbers.csv, line 2: printed: 'x'"]),
    (CHECKS, "def fair(", "def fair((", [CHECKS, "line"]),
    (CHECKS, "A fair", "A f\udce4r", ["dice.py, line 15: it is not UTF-8"]),
    (CHECKS, '"fair")', '"fare")', [f"'fair'? ({CHECKS}, line 13)"]),
    (CHECKS, "Finding(mean", "(mean", ["or a Value, not tuple (lib/chapters"]),
]


def test_a_slip_is_one_line_that_names_its_file_and_so_is_a_page_that_is_missing(
    built: Toy,
) -> None:
    for name, old, new, told in SLIPS:
        path = built.root / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8", "surrogateescape")  # or no text at all
        status, _, err = built.ask("build")
        path.write_text(text, "utf-8")
        lines = [line for line in err.splitlines() if line.startswith("press: ")]
        assert status in (1, 2) and len(lines) == 1 and "Traceback" not in err, err
        assert all(part in lines[0] for part in told), lines[0]
    shutil.copytree(built.root / "data/published/demo", built.root / "data/published/lost")
    status, _, err = built.ask("build")
    assert status == 1 and "lost: published, and no page in _toc.yml decides it" in err


def test_an_exception_names_the_line_of_the_author_s_that_it_came_by(toy: Toy) -> None:
    toy.edit("lib/die/__init__.py", "    return (sides", "    _ = {}[sides]\n    return (sides")
    status, _, err = toy.ask("run", "demo")
    assert status == 1
    assert "raised KeyError: 6 (lib/die/__init__.py, line 2)" in err
    toy.edit("lib/die/__init__.py", "    _ = {}[sides]\n", "")
    toy.edit(CHECKS, "    return Value(", "    {}['six']\n    return Value(")
    for words in (["run", "demo"], ["check", "demo", "mean"]):
        status, _, err = toy.ask(*words)
        assert status == 1 and err.count("\n") <= 4
        assert f"six_sides: KeyError: 'six' ({CHECKS}, line 10)" in err
    for old, new, why in [
        ("    {}['six']\n", "    ]\n", f"unmatched ']' ({CHECKS}, line 10)"),
        ("    ]\n", "", ""),
        ("import mean", "import mid", "ImportError: cannot import name 'mid'"),
    ]:
        toy.edit(CHECKS, old, new)
        status, _, err = toy.ask("check", "demo", "mean")
        assert not why or (status == 1 and f"press: {why}" in err and err.count("\n") == 1), err
    toy.edit("book/demo.md", "answer = roll(", "answer = {}[sides] or roll(")
    toy.edit(CHECKS, "import mid", "import mean")
    status, out, err = toy.ask("sweep", "demo", "-p", "sides=6,8")
    assert status == 1 and "KeyError: 6 (book/demo.md, line 38)" in out + err, out + err
