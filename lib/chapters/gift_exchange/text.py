"""What the text alone decides: whether places of the source fit each other."""

from __future__ import annotations

from fnmatch import fnmatch
from math import factorial

from parlor.games.gift_exchange import MAIN
from parlor.games.trajectories.enumeration import trajectories
from parlor.games.trajectories.unlocked import words_without_lock
from press import Effort, Finding, claim, counted, show

from ..tolerances import CERTIFIED
from .people import CONSTANTS
from .said import in_parts, said

LISTS = ("decorated.parameters", "appendix.*")  # entries on lists of symbols


@claim("history.content", "history.prior")
def history(effort: Effort) -> dict[str, Finding]:
    """Whether the works that the source cites have nothing of the mathematics of its game."""
    sizes = range(1, effort.of(full=6, reduced=5))
    theirs = [words_without_lock(n, 1) for n in sizes]
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


@claim("design.estimated", "design.calibrated")
def estimated(effort: Effort) -> dict[str, Finding]:
    """Whether the constants look chosen: estimates are not round."""
    twentieths = [20 * getattr(MAIN, name) for name in CONSTANTS]
    chosen = [abs(x - round(x)) < CERTIFIED for x in twentieths]
    evidence = (
        f"Of the simulation's constants {counted(sum(chosen), len(chosen))} are printed as "
        "multiples of 0.05, without an error. Nothing is said of data from which they could be "
        "estimated."
    )
    return {
        "design.estimated": Finding(not all(chosen), evidence),
        "design.calibrated": Finding(all(chosen), evidence),
    }


def uses(name: str) -> dict[str, int]:
    """In how many lines of the source each symbol of an entry stands, but for lists of symbols."""
    listed = [
        range(stretch.first, stretch.last + 1)
        for stretch in said.published.lines
        if any(fnmatch(entry, one) for entry in stretch.entries for one in LISTS)
    ]
    places = said.published.entry(name).columns["symbols"]
    return {
        symbol: sum(not any(line in lines for lines in listed) for line in stands)
        for symbol, stands in places.items()
    }


@claim("appendix.symbols", "appendix.delta")
def symbols(effort: Effort) -> dict[str, Finding]:
    """Whether symbols that are listed are used."""
    found = {name: uses(name) for name in ("appendix.symbols", "appendix.delta")}
    return {
        name: Finding(
            in_parts(*(count > 0 for count in used.values())),
            "Lines of the source, but for lists of symbols, in which it stands: "
            + ", ".join(f"{count} (${symbol}$)" for symbol, count in used.items())
            + ".",
        )
        for name, used in found.items()
    }
