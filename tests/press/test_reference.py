"""The reference: every public name of games and solvers is there, once, with its docstring."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from parlor.press.project import BuildError
from parlor.press.site.reference import expand

from .toy import ROOT

PAGES = {path.stem: path for path in (ROOT / "book/reference").glob("*.md") if path.stem != "index"}


@cache
def built(name: str) -> str:
    """A page of the reference as Sphinx reads it."""
    return expand(PAGES[name].read_text("utf-8"), ROOT / "lib")


def test_there_is_a_page_for_every_game_for_solvers_and_core() -> None:
    games = {face.parent.name for face in (ROOT / "lib/parlor/games").glob("*/__init__.py")}
    assert set(PAGES) == games | {"solvers", "core"}
    contents = (ROOT / "_toc.yml").read_text("utf-8")
    assert all(f"book/reference/{name}\n" in contents for name in PAGES)


def public(package: Path) -> set[str]:
    """What the modules of a package hand on."""
    found: set[str] = set()
    for path in package.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                found |= set(ast.literal_eval(node.value))
    return found


@pytest.mark.parametrize("name", sorted(set(PAGES) - {"core"}))
def test_every_public_name_is_described(name: str) -> None:
    package = ROOT / "lib/parlor" / (name if name == "solvers" else f"games/{name}")
    ids = Counter(re.findall(r'<dt class="sig sig-object" id="([\w.]+)">', built(name)))
    assert set(ids.values()) == {1}
    assert public(package) <= {found.rpartition(".")[2] for found in ids}
    assert "{reference}" not in built(name)


def test_a_function_is_laid_out_with_its_arguments_and_example() -> None:
    page = built("guts")
    assert "<code>solve_coalition(n_coalition, " in page
    assert "<dt><b>n_coalition</b>: int</dt>" in page
    assert '<span class="gp">&gt;&gt;&gt; </span>' in page


FACE = '"""A die."""\n\nfrom .rolls import mean\n\n__all__ = ["mean"]\n'
BAD = {
    "no module parlor.dye": ("parlor.dye", FACE, ""),
    "parlor.die hands on mode": ("parlor.die", FACE.replace('"mean"', '"mode"'), ""),
    "'.. note::' is not understood": ("parlor.die", FACE, "    .. note:: this"),
}


@pytest.mark.parametrize("message", BAD)
def test_what_cannot_be_described_fails_the_build(tmp_path: Path, message: str) -> None:
    name, face, told = BAD[message]
    folder = tmp_path / "parlor/die"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(face, "utf-8")
    text = f'"""Rolls."""\n\ndef mean(sides=6, *, fair=True):\n    """Mean.\n\n{told}\n    """\n'
    (folder / "rolls.py").write_text(text, "utf-8")
    with pytest.raises(BuildError, match=re.escape(message)):
        expand(f"```{{reference}} {name}\n```", tmp_path)


def test_signatures_keep_their_stars_and_defaults(tmp_path: Path) -> None:
    folder = tmp_path / "parlor/die"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "__all__ = ['MOST', 'mean', 'Die']\nMOST = 6  # sides\n"
        "def mean(a: int, /, b: int = 2, *rest, c: str = 'x', **d):\n    '''Mean.'''\n"
        "def mode(a, *, b=1): ...\nclass Die:\n    '''A die.'''\n"
        "    def roll(self, n=1):\n        '''Roll.'''\n"
        "    def _hidden(self):\n        '''No.'''\n",
        "utf-8",
    )
    page = expand("```{reference} parlor.die\n```", tmp_path)
    shown = re.findall(r"<code>(.*?)</code></dt>", page)
    assert shown == [
        "class Die",
        "roll(n=1)",
        "MOST = 6",
        "mean(a, b=2, *rest, c=&#x27;x&#x27;, **d)",
    ]
    assert "<p>sides</p>" in page
