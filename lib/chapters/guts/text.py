"""What the text alone decides: references and history by the bibliography, passages by each other.

What the paper says of itself (which works it lists and cites, what it reports of its runs) are the
facts in ``claims.yaml``.
"""

from __future__ import annotations

from typing import Any

from press import Effort, Finding, claim, in_parts

from ..works import work
from .said import said


def listed(things: Any) -> str:
    """Things in words: ``"3, 4 and 5"``."""
    *some, last = map(str, things)
    return f"{', '.join(some)} and {last}" if some else last


@claim("history.shapley")
def without_end(effort: Effort) -> Finding:
    """Stochastic games as our bibliography has them of Shapley's paper."""
    fields = work("shapley1953stochastic").fields
    note, year = fields["annotation"], fields["year"]
    told = {word: word in note for word in ("from state to state", "payoffs")}
    endless = "ends the game" not in note
    return Finding(
        in_parts(*told.values(), endless),
        f"Our bibliography has of Shapley's paper of {year}: {note[0].lower()}{note[1:]}",
    )


@claim("runtime.limits")
def limits(effort: Effort) -> Finding:
    """Which of the paper's computations were kept on a coarse mesh for their cost."""
    facts = said.facts("runtime.limits")
    meshes, coarse = facts["meshes"], facts["coarse"]
    free = {name: mesh for name, mesh in meshes.items() if mesh > coarse}
    kept = [name for name in meshes if name not in free]
    return Finding(
        in_parts(*(name in free for name in meshes)),
        f"The paper keeps {listed(kept)} to a mesh of {coarse}, and names the cost as the reason. "
        f"It ran {listed(free)} on {listed(free.values())} points.",
    )


@claim("history.robinson")
def first_name(effort: Effort) -> Finding:
    """The name of the author of [R]."""
    article = work("robinson1951iterative")
    (author,) = article.persons["author"]
    name = " ".join([*author.first_names, *author.last_names])
    return Finding(
        said.facts("history.robinson")["name"] == name,
        f"The author of the article of {article.fields['year']} is {name}.",
    )


def dated(entry: str, key: str) -> Finding:
    """Whether a work is of the year that is printed."""
    year = work(key).fields["year"]
    return Finding(said.published.entry(entry).printed == year, f"The volume is of {year}.")


@claim("references.robinson")
def year_of_robinson(effort: Effort) -> Finding:
    """The year of volume 54."""
    return dated("references.robinson", "robinson1951iterative")


@claim("references.shapley")
def year_of_shapley(effort: Effort) -> Finding:
    """The year of the volume, number 52 of its series."""
    return dated("references.shapley", "shapley1964topics")


@claim("references.brown")
def title_of_brown(effort: Effort) -> Finding:
    """The title of the article."""
    title = work("brown1951iterative").fields["title"]
    printed = said.facts("references.brown")["title"]
    return Finding(printed.lower() == title.lower(), f"The article is called {title}.")


@claim("references.rand")
def memorandum(effort: Effort) -> Finding:
    """The number of the memorandum."""
    number = work("shapley1962nonconvergence").fields["number"]
    return Finding(
        said.facts("references.rand")["number"] == number,
        f"RAND's own catalogue has it as {number}.",
    )


@claim("references.uncited")
def uncited(effort: Effort) -> Finding:
    """Which works of the list the text cites, and what the page is about that it cites for [N]."""
    facts = said.facts("references.uncited")
    missing = [key for key in facts["listed"] if key not in facts["cited"]]
    page = facts["page"]
    return Finding(
        in_parts(not missing, "symmetric" in page.lower()),
        f"Of {len(facts['listed'])} works in the list the text cites all but "
        f"[{listed(missing)}]. The page [W2] is called {page}, and is cited beside Nash's article.",
    )


@claim("references.name")
def name(effort: Effort) -> Finding:
    """The second author of [vNM]."""
    _, second = work("vonneumann1944theory").persons["author"]
    (right,) = second.last_names
    printed = said.facts("references.name")["name"]
    return Finding(printed == right, f"The second author is {right}.")


@claim("references.heading")
def numbers_of_players(effort: Effort) -> Finding:
    """Which numbers of players a section is headed with, and which it reports on."""
    facts = said.facts("references.heading")
    least, sizes = facts["headed"], facts["reported"]
    return Finding(
        in_parts(*(n >= least for n in sizes)),
        f"The section is about {least} players and more, and reports on {listed(sizes)}.",
    )


@claim("references.parts")
def parts_by_name(effort: Effort) -> Finding:
    """How the text refers to its own parts, and what they are called."""
    parts = said.facts("references.parts")["parts"]
    wrong = [f"{printed} stands for {name}" for printed, name in parts.items() if printed != name]
    return Finding(not wrong, f"In the text {listed(wrong)}.")
