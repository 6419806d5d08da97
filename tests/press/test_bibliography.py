"""The works that the book cites."""

import re
from pathlib import Path

from pybtex.database import parse_file

from press.site.bibliography import labels

BOOK = Path(__file__).parents[2] / "book"


def test_no_two_works_have_one_label():
    found = labels(BOOK / "references.bib")
    assert len({*found.values()}) == len(found)


def test_works_say_where_they_can_be_found():
    # of the others we have seen the address; of these none, or none that could be confirmed
    entries = parse_file(str(BOOK / "references.bib")).entries
    without = {k for k, e in entries.items() if not {"doi", "url", "isbn"} & {*e.fields}}
    assert without == {"nakai1980goofspiel", "brown1951iterative", "prescott1977sequential"}


def test_every_work_is_cited():
    text = "".join(path.read_text("utf-8") for path in BOOK.rglob("*.md"))
    cited = {key for keys in re.findall(r"\{cite\}`([^`]*)`", text) for key in keys.split(",")}
    assert cited == {*labels(BOOK / "references.bib")}
