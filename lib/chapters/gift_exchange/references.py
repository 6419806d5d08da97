"""The list of references: what is cited, held against the works as our bibliography has them."""

from __future__ import annotations

from press import Effort, Finding, claim, in_parts

from ..works import work
from .said import said

ISBN = (10, 13)  # digits of such a number
CITED = [
    f"references.{name}"
    for name in ("trust", "betrayal", "quality", "acquisition", "pareto", "inertia")
]


@claim(*CITED)
def cited_for(effort: Effort) -> dict[str, Finding]:
    """Whether works have what they are cited for, by our bibliography."""
    found = {}
    for name in CITED:
        facts = said.facts(name)
        works = [work(key).fields for key in facts["works"]]
        told = " ".join(f"{fields['title']}. {fields['annotation']}" for fields in works)
        found[name] = Finding(
            in_parts(*(topic in told for topic in facts["topics"])),
            f"Our bibliography has of {'it' if len(works) == 1 else 'them'}: "
            + " ".join(fields["annotation"] for fields in works),
        )
    return found


@claim("references.inequity")
def first_stated(effort: Effort) -> Finding:
    """Whether the utility was proposed in the work that is cited for it."""
    theory = work("fehr1999theory").fields
    return Finding(
        int(theory["year"]) >= int(said.facts("references.inequity")["year"]),
        f"The same authors have it in an article of {theory['year']}, {theory['title']}.",
    )


@claim("references.recent")
def more_recent(effort: Effort) -> Finding:
    """Whether what is called more recent is later than all that is cited before it."""
    recent, before = (said.facts("references.recent")[x] for x in ("recent", "hypothesis"))
    told = [", ".join(f"{y} ({n})" for n, y in years.items()) for years in (recent, before)]
    return Finding(
        in_parts(*(year > max(before.values()) for year in recent.values())),
        f"Called more recent are works of {told[0]}; those on the hypothesis are of {told[1]}.",
    )


@claim("references.numbers")
def volume_and_pages(effort: Effort) -> Finding:
    """Whether a volume is other than a year, and pages are given."""
    volume, year, pages = said.facts("references.numbers").values()
    return Finding(
        in_parts(volume != year, bool(pages)),
        f"The book is of {year} and has the volume {volume}; the article's pages are "
        f"{pages or 'left blank'}.",
    )


@claim("references.names")
def names_and_number(effort: Effort) -> Finding:
    """Whether a work's authors stand there by their names, and a number is what it is called."""
    printed = said.facts("references.names")
    names = [" ".join(person.last_names) for person in work("gomes2022field").persons["author"]]
    digits = len(printed["isbn"])
    return Finding(
        in_parts(*(name in printed["names"] for name in names), digits in ISBN),
        f"The authors are {', '.join(names)}, of whom the list has "
        f"{', '.join(name for name in names if name in printed['names']) or 'none'}. The number "
        f"has {digits} digits, and an ISBN {' or '.join(map(str, ISBN))}.",
    )
