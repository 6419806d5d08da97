"""The reference: every public name of games and solvers is there, once, with its docstring."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import griffe
import pytest

from press.project.errors import BuildError
from press.site.reference import expand

from .toy import ROOT


def test_every_public_name_is_described(site: Path) -> None:
    parlor: Any = griffe.load("parlor", search_paths=[ROOT / "lib"], allow_inspection=False)
    packages = parlor["games"].modules | {name: parlor[name] for name in ("solvers", "core")}
    for name, package in packages.items():
        page = (site / f"book/reference/{name}.html").read_text("utf-8")
        ids = Counter(re.findall(r'<dt class="sig sig-object" id="([\w.]+)">', page))
        assert set(ids.values()) == {1}, name
        modules = (package, *package.modules.values())
        public = {str(each) for module in modules for each in module.exports or ()}
        assert public and public <= {found.rpartition(".")[2] for found in ids}, name


def test_what_cannot_be_described_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "parlor").mkdir()
    (tmp_path / "parlor/__init__.py").write_text('"""A die."""\n\n__all__ = ["mode"]\n', "utf-8")
    for name in ("parlor", "parlor.die"):
        with pytest.raises(BuildError, match=rf"{name}: '(mode|die)' is not defined"):
            expand(f"```{{reference}} {name}\n```", tmp_path)


DIE = '''"""Dice, of which two are thrown 6**2 ways and three 6**3."""

__all__ = ["Loaded", "mean"]


def mean(a: int, /, b: int = 2, *rest, c: str = "x", **d):
    """Mean."""


class Thrown:
    """A throw."""

    def total(self):
        """Pips."""

    def again(self):
        """Throw again."""


class Loaded(Thrown):
    """A loaded throw."""

    def total(self, n=1):
        """Its own."""

    def _hidden(self):
        """No."""
'''


def test_signatures_and_what_a_base_gives(tmp_path: Path) -> None:
    (tmp_path / "parlor").mkdir()
    (tmp_path / "parlor/__init__.py").touch()
    (tmp_path / "parlor/die.py").write_text(DIE, "utf-8")
    page = expand("```{reference} parlor.die\n```", tmp_path)
    assert "thrown 6**2 ways and three 6**3." in page  # and no bold type in between
    shown = re.findall(r'id="parlor.die.[\w.]+"><code>(.*?)</code></dt>', page)
    signature = "mean(a: int, /, b: int = 2, *rest, c: str = 'x', **d)"
    assert sorted(shown) == ["again()", "class Loaded", signature, "total(n=1)"]
    assert "Its own." in page and "Pips." not in page
