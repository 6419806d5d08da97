"""An entry is decided in the module, or the folder, that the first part of its id names."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest

from press.ledger import findings
from press.ledger.verdict import UNCHECKED
from tests.published import SOURCES


def modules_of(chapter: str) -> dict[str, str]:
    """The modules of those first parts that are not called like one."""
    told: dict[str, str] = getattr(importlib.import_module(f"chapters.{chapter}"), "MODULES", {})
    return {prefix: module for module, some in told.items() for prefix in some.split()}


@pytest.mark.parametrize("chapter", SOURCES)
def test_every_entry_has_one_check_or_cannot_be_tested(chapter: str) -> None:
    source = SOURCES[chapter]
    checks = findings.of_chapter(chapter)
    decided = Counter(one.id for check in checks for one in findings.entries_of(source, check))
    assert decided == {n: 1 for n, one in source.entries.items() if one.expected not in UNCHECKED}


@pytest.mark.parametrize("chapter", SOURCES)
def test_an_entry_is_decided_where_its_id_says(chapter: str) -> None:
    modules = modules_of(chapter)
    decided = {
        (entry.id.partition(".")[0], check.__module__.split(".")[2])
        for check in findings.of_chapter(chapter)
        for entry in findings.entries_of(SOURCES[chapter], check)
    }
    assert {(prefix, modules.get(prefix, prefix)) for prefix, _ in decided} == decided
    assert modules.keys() <= {prefix for prefix, _ in decided}, "no such entries"
