"""An author's slip of any kind is one line, which names the file."""

from __future__ import annotations

import pytest

from .toy import Toy

SLIPS = {
    "syntax of a check": (
        "lib/chapters/demo/dice.py", "def fair(", "def fair((", ["dice.py", "line"],
    ),
    "syntax of a game": ("lib/die/__init__.py", "return (", "return ((", ["__init__.py"]),
    "syntax of the parameters": (
        "book/demo.md", "quick: bool =", "quick: bool = =", ["book/demo.md", "line 6"],
    ),
    "an unknown name in the parameters": (
        "book/demo.md", "sides: Annotated[int", "sides: Annotated[integer", ["book/demo.md"],
    ),
    "head of a page": ("book/demo.md", "  name: python3", "  name: [python3", ["book/demo.md"]),
    "YAML of the claims": (
        "data/published/demo/claims.yaml", "- {id", "- [id", ["published/demo/claims.yaml"],
    ),
    "YAML of the contents": ("_toc.yml", "root: book/index", "root: [book", ["_toc.yml, line"]),
    "a link to no page": (
        "book/demo.md", "The mean is {{", "{doc}`nowhere` {{", ["book/demo.md", "nowhere"],
    ),
    "a table that no page makes": (
        "book/demo.md", "The mean is {{", "```{shown} none\n```\n{{", ["book/demo.md: {shown}"],
    ),
    "YAML of the settings": ("_config.yml", "title:", "title: [", ["_config.yml"]),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_one_line_that_names_its_file(built: Toy, slip: str) -> None:
    name, old, new, told = SLIPS[slip]
    built.edit(name, old, new)
    status, _, err = built.call("build")
    lines = [line for line in err.splitlines() if line.startswith("press: ")]
    assert status in (1, 2) and len(lines) == 1 and "Traceback" not in err, err
    assert all(part in lines[0] for part in told), lines[0]


@pytest.mark.parametrize(
    "name",
    [
        "book/demo.md",
        "book/index.md",
        "data/published/demo/claims.yaml",
        "_config.yml",
        "book/references.bib",
        "CITATION.cff",
    ],
)
def test_a_file_that_is_no_text_is_named(built: Toy, name: str) -> None:
    path = built.root / name
    with path.open("ab") as file:
        file.write(b"\xff\xfe")
    status, _, err = built.call("build")
    assert status == 1 and "Traceback" not in err, err
    assert path.name in err.splitlines()[-1]


def test_a_missing_file_is_named(toy: Toy) -> None:
    (toy.root / "data/published/demo/numbers.csv").unlink()
    status, _, err = toy.call("build")
    assert status == 1 and "numbers.csv" in err and "Traceback" not in err
