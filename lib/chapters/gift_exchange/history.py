"""Section 1: what earlier papers have of the game, where its names come from, what is to follow."""

from __future__ import annotations

import re
from math import factorial

from parlor.games.trajectories.unlocked import words_without_lock
from press import Effort, Finding, claim, in_parts, show

from ..works import work
from .enumeration import trajectories
from .said import said


@claim("history.first")
def earliest(effort: Effort) -> Finding:
    """Whether nothing older than the first description is known."""
    told = work("wright2022white").fields["annotation"]
    years = [int(year) for year in re.findall(r"\b\d{4}\b", told)]
    return Finding(
        min(years) >= said.facts("history.first")["year"],
        f"Our bibliography has of an article on the history of such parties: {told}",
    )


@claim("history.content", "history.prior")
def history(effort: Effort) -> dict[str, Finding]:
    """Whether the works that the source cites have nothing of the mathematics of its game."""
    sizes = range(1, effort.of(full=6, reduced=5))
    theirs = [words_without_lock(n, total_limit=1) for n in sizes]
    listed = [sum(1 for _ in trajectories(n, total_limit=1)) for n in sizes]
    same = [count * factorial(n) for n, count in zip(sizes, theirs, strict=True)] == listed
    evidence = (
        "Two paragraphs earlier the source cites a paper by Applegate and Sloane on the game. They "
        f"count, with one theft a gift, {show(theirs)} games of {min(sizes)} to {max(sizes)} "
        "players. "
        "Times the orders in which the gifts can be opened, these are "
        + ("" if same else "not ")
        + f"the games by the source's rules, which we listed one by one: {show(listed)}."
    )
    return {name: Finding(not same, evidence) for name in ("history.content", "history.prior")}


@claim("history.whitman")
def whitman(effort: Effort) -> Finding:
    """What stands in Whitman's preface beside the Yankee swap."""
    told = work("whitman1855leaves").fields["annotation"]
    facts = said.facts("history.whitman")
    return Finding(
        in_parts(facts["term"] in told, any(word in told for word in facts["trade"])),
        f"Our bibliography has of the book: {told}",
    )


@claim("history.plan")
def plan(effort: Effort) -> Finding:
    """Whether as many parts are named as are announced."""
    facts = said.facts("history.plan")
    announced, named = facts["announced"], facts["named"]
    return Finding(
        len(named) == announced,
        f"Announced are {announced} parts; named as one is {', '.join(named)}, and then come "
        "sections by their numbers.",
    )
