"""No check types a number that decides: what the source vouches for is data, tolerances have names.

Looked at is what is folded under the cards of checks: they, and what they call of their chapter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from press.ledger import findings
from press.project.places import Project
from press.site.book import Book
from press.site.cards import Cards

PROJECT = Project(Path(__file__).parents[2])
CHAPTERS = ("beyond", "gift_exchange", "goofspiel", "guts", "token_game", "yankee_swap")
MARGINS = {"above", "below", "little"}  # methods that compare with their argument
PLAIN = {0.0, 0.5, 1.0}  # half, all, nothing: what a share or a probability is held against
# Numbers in words of evidence that are names: of tables, equations, and what TeX has.
NAMES = re.compile(
    r"\$[^$]*\$|\((?:[A-Z]\.)?\d[\d.]*\)|[A-Z]\d\b|"
    r"(?:Tables?|Sections?|Figures?|Lemmas?|Propositions?|Theorems?|Remarks?|Algorithms?|"
    r"Corollar\w+|Definitions?|Appendix|Equations?|Examples?|Hypothes\w+|Conjectures?|parts?|Steps?|"
    r"[Ss]eats?|[Pp]layers?|[Rr]ounds?|[Pp]atterns?)"
    r" [\dA-Z.]+(?:(?:,| and| or| to) [\dA-Z.]+)*"
)


@cache
def folded(chapter: str) -> list[ast.AST]:
    """The code of a chapter's checks and of what they call, as pages show it."""
    checks = [f"{check.__module__}.{check.__name__}" for check in findings.of_chapter(chapter)]
    rows = [{"check": check, "page": "page.html#"} for check in checks]
    folds = Cards(Book(PROJECT, {}, [], {}), "page", "").checks(rows)
    found = [ast.parse(fold[part]) for fold in folds for part in ("code", "calls") if fold[part]]
    assert len(found) >= len(set(checks))
    return found


def typed(node: ast.AST) -> Iterator[str]:
    """The comparisons of a definition with a float that has no name."""
    for part in ast.walk(node):
        sides: list[ast.expr] = []
        if isinstance(part, ast.Compare):
            sides = [part.left, *part.comparators]
        elif isinstance(part, ast.Call) and getattr(part.func, "attr", "") in MARGINS:
            sides = list(part.args)
        numbers = [one.value for side in sides for one in _constants(side)]
        if any(isinstance(number, float) and number not in PLAIN for number in numbers):
            yield ast.unparse(part)


def _constants(side: ast.expr) -> Iterator[ast.Constant]:
    """The constants of one side, but those that a call inside it is given."""
    if isinstance(side, ast.Constant):
        yield side
    elif isinstance(side, ast.UnaryOp | ast.BinOp):
        for inner in ast.iter_child_nodes(side):
            if isinstance(inner, ast.expr):
                yield from _constants(inner)


def numerals(node: ast.AST) -> Iterator[str]:
    """The words of evidence with a number typed into them."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in (
            "Finding",
            "Value",
        ):
            continue
        formats = {  # what stands behind a colon says how a number is written
            id(part.format_spec) for part in ast.walk(call) if isinstance(part, ast.FormattedValue)
        }
        for part in ast.walk(call):
            if isinstance(part, ast.JoinedStr) and id(part) not in formats:
                text = "".join(
                    str(one.value) if isinstance(one, ast.Constant) else "{}" for one in part.values
                )
                if re.search(r"\d", NAMES.sub("", text)):
                    yield text


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_check_types_a_threshold(chapter: str) -> None:
    found = [text for node in folded(chapter) for text in typed(node)]
    assert not found, "\n".join([f"{len(found)} thresholds:", *found])


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_numbers_in_evidence_come_from_the_computation(chapter: str) -> None:
    found = [text for node in folded(chapter) for text in numerals(node)]
    assert not found, "\n".join([f"{len(found)} numbers:", *found])


def test_a_typed_threshold_is_seen() -> None:
    wrong = ["x < 1e-9", "0.26 < x", "abs(x) < y + 1e-3", "e.above(0.05)", "x > -1e-12"]
    right = ["x < ROUNDING", "x > 0.5", "x in said['a']", "f(0.3) < y", "e.above()", "n == 12"]
    assert [text for text in wrong if not [*typed(ast.parse(text))]] == []
    assert [text for text in right if [*typed(ast.parse(text))]] == []
    assert [*numerals(ast.parse("Finding(True, f'in 40 deals {x:.3f}')"))]
    assert not [*numerals(ast.parse("Finding(True, f'in {n} deals {x:.3f}')"))]
    assert not [*numerals(ast.parse("Finding(True, f'By (14) and $x_1$ Table 12 has {x:.3f}')"))]
