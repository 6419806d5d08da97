"""CONTRIBUTING.md, followed step by step: a new chapter is added to a small book."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from press.run.project import Project, UserError
from press.tools.new import new

from .toy import ROOT, Toy

STEPS = re.split(r"^\*\*\d+\. ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), flags=re.MULTILINE)
TABLE = "data/published/nim_sums/table1.csv"
VERDICTS = "data/published/nim_sums/verdicts.csv"
NEW = (
    "book/nim_sums/index.md", "book/nim_sums/audit.md", "book/nim_sums/lab.md",
    "book/nim_sums/sliders.yaml",
    "book/found/nim_sums.md", "book/reference/nim_sums.md", TABLE, VERDICTS,
    "data/published/nim_sums/claims.yaml", "data/published/nim_sums/source.yaml",
    "data/published/nim_sums/lines.csv", "lib/chapters/nim_sums/__init__.py",
    "lib/chapters/nim_sums/lab.py", "lib/chapters/nim_sums/means.py",
    "tests/chapters/nim_sums/test_means.py",
    "lib/parlor/games/nim_sums/__init__.py", "lib/parlor/games/nim_sums/solution.py",
    "tests/games/nim_sums/test_solution.py",
)  # fmt: skip


def commands(step: int) -> list[list[str]]:
    """What the step's blocks of shell say, as arguments."""
    blocks = re.findall(r"^```shell\n(.*?)^```", STEPS[step], re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def follow(toy: Toy, step: int) -> list[tuple[int, str, str]]:
    """Run what a step says, `make book` as the command that it calls."""
    told = []
    for command in commands(step):
        if command == ["make", "book"]:
            told.append(toy.call("build"))
        elif command[0] == ".venv/bin/parlor":
            told.append(toy.call(*command[1:]))
        else:
            assert command[0] == ".venv/bin/python"
            done = subprocess.run(
                [sys.executable, *command[1:], "-p", "no:cacheprovider"],
                capture_output=True,
                text=True,
                cwd=toy.root,
                env=os.environ | {"PYTHONPATH": str(toy.root / "lib")},
            )
            told.append((done.returncode, done.stdout, done.stderr))
    return told


@pytest.mark.slow
def test_a_chapter_is_added_as_contributing_says(tmp_path: Path) -> None:
    toy = Toy.make(tmp_path / "toy")
    shutil.copy(ROOT / "pyproject.toml", toy.root)
    assert toy.call("run", "demo")[0] == 0
    demo = toy.runs()

    # 1. the skeleton builds, and does not run the other chapter again
    written, built = follow(toy, 1)
    assert written[0] == 0 and set(NEW) <= set(written[1].splitlines()), written
    assert built[0] == 0, built[2]
    assert "7 entries: 4 match, 2 holds, 1 pending" in built[1]
    assert toy.runs() == demo
    site = toy.root / "_build/html/book"
    assert "is worth 13/2" in (site / "nim_sums/lab.html").read_text("utf-8")
    lecture = (site / "nim_sums/index.html").read_text("utf-8")
    assert "table-table1" in lecture and "The check: between" in lecture
    assert 'Nim sums<span class="pr-share"' in (site / "ledger.html").read_text("utf-8")
    assert "solve(n_faces)</code>" in (site / "reference/nim_sums.html").read_text("utf-8")
    assert 'id="nim-sums-mean-6"' in (site / "ledger.html").read_text("utf-8").replace("_", "-")

    # 2. a misprint is recorded with the source; 3. and 4. the game and its tests are there
    toy.edit(TABLE, "die of 6 faces,6,3.5", "die of 6 faces,6,3.6")
    (tests,) = follow(toy, 4)
    assert tests[0] == 0 and "6 passed" in tests[1] + tests[2], tests

    # 5. its checks have tests, and its lab answers
    checked, asked = follow(toy, 5)
    assert checked[0] == 0 and "2 passed" in checked[1] + checked[2], checked
    assert asked[0] == 0 and "21/2" in asked[1], asked

    # 6. the chapter alone: why it runs again, and what does not agree
    why, ledger, check = follow(toy, 6)
    assert why[0] == 0 and "data/published/nim_sums" in why[1]
    assert ledger[0] == 1 and "differs  nim_sums mean.6" in ledger[1]
    assert "printed 3.6, computed 3.5" in ledger[2]
    assert check[0] == 0 and "verdict    holds" in check[1]

    # 7. the build names printed beside computed, as the step shows, and keeps the last book
    (failed,) = follow(toy, 7)
    shown = re.search(r"^```text\n(.*?)^```", STEPS[7], re.DOTALL | re.MULTILINE)
    assert shown is not None
    assert (failed[0], failed[2].splitlines()[-1]) == (1, shown[1].strip())
    assert (site / "nim_sums/index.html").is_file()
    assert toy.runs() == demo

    # and is content once the disagreement is recorded with its diagnosis
    toy.edit(VERDICTS, "mean.6,match,", "mean.6,differs,slip")
    (toy.root / "data/published/nim_sums/diagnoses.yaml").write_text(
        "slip: {kind: misprint, explanation: (1 + 6) / 2 is 3.5}\n", "utf-8"
    )
    (mended,) = follow(toy, 7)
    assert mended[0] == 0, mended[2]
    assert "7 entries: 3 match, 1 differs, 2 holds, 1 pending" in mended[1]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A small project with the whole package of games, and a new chapter."""
    toy = Toy.make(tmp_path_factory.mktemp("new") / "toy")
    pages = re.findall(r"book/\S+", (ROOT / "_toc.yml").read_text("utf-8"))
    for name in ["_toc.yml", "lib/parlor/games/__init__.py", *(f"{page}.md" for page in pages)]:
        (toy.root / name).parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(ROOT / name, toy.root / name)
    assert toy.call("new", "nim_sums", "--title", "Nim sums, added")[0] == 0
    return toy


def test_it_stands_behind_the_others(written: Toy) -> None:
    pages = re.findall(r"book/\S+", (written.root / "_toc.yml").read_text("utf-8"))
    assert pages.index("book/nim_sums/lab") == pages.index("book/ledger") - 1
    assert pages.index("book/reference/nim_sums") == pages.index("book/reference/solvers") - 1
    source = (written.root / "data/published/nim_sums/source.yaml").read_text("utf-8")
    assert "order: 2\n" in source and "title: Nim sums, added\n" in source
    assert "nim_sums_source" in (written.root / "book/references.bib").read_text("utf-8")


def test_its_game_is_found_like_the_others(written: Toy) -> None:
    code = "import parlor; print(parlor.games.nim_sums.solve(6), dir(parlor.games))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(written.root / "lib")},
    )
    assert "Roll(n_faces=6, mean=Fraction(7, 2); exact)" in told.stdout, told.stderr
    assert "'nim_sums'" in told.stdout


def test_what_its_lecture_shows_can_be_copied(written: Toy) -> None:
    page = (written.root / "book/nim_sums/index.md").read_text("utf-8")
    cells = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    shown = [cell for cell in cells if not cell.startswith(":tags:")]
    assert shown
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(shown)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(written.root / "lib")},
    )
    assert done.returncode == 0, done.stderr


def test_its_code_is_as_the_checks_want_it(written: Toy) -> None:
    made = [*(name for name in NEW if name.endswith(".py")), "lib/parlor/games/__init__.py"]
    shutil.copy(ROOT / "pyproject.toml", written.root)
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", *made],
            capture_output=True,
            text=True,
            cwd=written.root,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["Nim"], "'Nim' is no name for a chapter"),
        (["class"], "'class' is no name for a chapter"),
        (["../nim"], "'../nim' is no name for a chapter"),
        (["nim", "--title", "N: {m}"], "is no title for a chapter"),
        (["nim_sums"], "exists already"),
        (["index"], "'index' is no name for a chapter: a page or folder has it"),
        (["lab"], "'lab' is no name for a chapter: a page or folder has it"),
        (["glossary"], "'glossary' is no name for a chapter: a page or folder has it"),
        (["n" * 300], "is no name for a chapter: it has more than 60 letters"),
        (["N" * 6000], "is no name for a chapter: small letters"),
    ],
)
def test_what_is_no_new_chapter_is_refused(
    written: Toy, arguments: list[str], message: str
) -> None:
    before = written.tree()
    status, out, err = written.call("new", *arguments)
    assert status == 2 and out == ""
    assert message in err and len(err.splitlines()) == 1
    assert written.tree() == before


def contents(*entries: str) -> str:
    return "\n".join(["format: jb-book", "root: book/index", "chapters:", *entries, ""])


@pytest.fixture
def begun(tmp_path: Path) -> Project:
    """A project of one chapter, read anew."""
    new(Project(tmp_path / "paper"), "nim", "Nim")
    return Project(tmp_path / "paper")


def test_chapters_follow_one_another(begun: Project) -> None:
    for name in ("chess", "n" * 60):
        new(Project(begun.root), name, "Another")
    last = "n" * 60
    names = [
        f"{name}/{page}" for name in ("nim", "chess", last) for page in ("index", "audit", "lab")
    ]
    names = ["index", *names, "ledger", "reference/nim", "reference/chess", f"reference/{last}"]
    assert Project(begun.root).pages == [f"book/{name}" for name in names]


@pytest.mark.parametrize("name", ["index", "audit", "ledger", "found"])
def test_a_project_begins_with_no_name_of_its_own(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="a page or folder has it"):
        new(Project(tmp_path / "paper"), name, "Nim")
    assert not (tmp_path / "paper").exists()


def test_the_root_and_words_beside_are_no_entries(begun: Project) -> None:
    """Nor are titles and comments; entries may be in quotes and have more below them."""
    text = contents(
        "# - file: book/nim/index",
        "- file: 'book/nim/index'  # in quotes",
        "  title: In book/nim/",
        "  sections:",
        '  - file: "book/nim/audit"',
        "  - file: book/nim/lab",
        "    title: The lab of book/nim",
        "  # below it",
        "  - url: https://example.org",
        "- file: book/ledger",
        "  title: book/nim/",
    )
    (begun.root / "_toc.yml").write_text(text, "utf-8")
    pages = begun.pages
    new(begun, "chess", "Chess")
    assert Project(begun.root).pages == [
        *pages[:4], "book/chess/index", "book/chess/audit", "book/chess/lab", "book/ledger",
        "book/reference/chess",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "entry",
    [
        "  - {file: book/nim/index, sections: [{file: book/nim/lab}]}",
        "  - title: Nim\n    file: book/nim/index",
        "  - file: book/ledger",
    ],
)
def test_contents_in_which_no_place_is_found_stay_as_they_are(begun: Project, entry: str) -> None:
    (begun.root / "_toc.yml").write_text(contents(entry), "utf-8")
    before = sorted(begun.root.rglob("*"))
    with pytest.raises(UserError, match=r"_toc\.yml: found no place for 'chess'"):
        new(begun, "chess", "Chess")
    assert sorted(begun.root.rglob("*")) == before
    assert (begun.root / "_toc.yml").read_text("utf-8") == contents(entry)
