"""What our own claims rest on: places and programs exist, and what pages prove is at its place."""

from __future__ import annotations

from press.project.places import Project
from tests.published import SOURCES

PROJECT = Project.here()
CLAIMS = SOURCES["beyond"]


def test_places_of_lemmas_and_programs_exist() -> None:
    for name, one in CLAIMS.argument.statements.items():
        if one.at.endswith(".py"):
            assert (PROJECT.root / one.at).is_file(), name
        elif one.at:
            page, _, label = one.at.partition("#")
            text = (PROJECT.root / f"book/{page}.md").read_text("utf-8")
            assert f":label: {label}\n" in text, name


def test_what_a_program_certifies_is_rechecked_by_it() -> None:
    statements = CLAIMS.argument.statements
    for one in statements.values():
        for below in one.rests_on:
            if statements[below].at.endswith(".py"):
                again = " ".join(CLAIMS.entries[name].columns["recheck"] for name in one.entries)
                assert statements[below].at.split("/")[-1].removesuffix(".py") in again, one.name
