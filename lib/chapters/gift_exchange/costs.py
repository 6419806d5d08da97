"""The appendices: what it costs to simulate, and whether the paper holds one experiment or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from fnmatch import fnmatch
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd
from scipy.stats import norm

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, Condition
from parlor.games.gift_exchange.position import start
from parlor.games.gift_exchange.watch import Parties, draw, observe
from press import Effort, Finding, claim, in_parts

from .enumeration import longest_game
from .said import said
from .sets import AD, COR, CROWDS, FULL, IND, SC, Features
from .study import Study, changed, study
from .tables import share_within
from .words import named

LISTS = ("decorated.parameters", "appendix.*")  # entries on lists of symbols


SIZES = (8, 16, 32, 64)


def worst_looks(n: int) -> tuple[float, int, int]:
    """Looks where all always steal: in a decision, a chain, a game."""
    game, shorter = longest_game(n), longest_game(n - 1)
    chain = game.examined - shorter.examined  # that of the last round
    return chain / game.chain_decisions, chain, game.examined


def usual_looks(effort: Effort, n: int, features: Features) -> float:
    """Mean looks in a game: each decision of round k sees k - 1 gifts."""
    games = effort.of(full=2000, reduced=20) * 8 // n
    condition = Condition(n_players=n, valuation=COR, features=features)
    steals = observe(condition, n_games=games).mean("steals")
    return float(((steals + 1) * np.arange(n)).sum())


def table(effort: Effort) -> pd.DataFrame:
    """Gifts looked at in a game, at worst and in a mean game, by the number of players."""
    rows = []
    for n in effort.of(full=SIZES, reduced=(4, 8, 16)):
        looks = (*worst_looks(n), *(usual_looks(effort, n, s) for s in ((), FULL)))
        rows.append([n, *(f"{number:,.0f}" for number in looks)])
    heads = ["players", "a decision", "a chain", "a game", named(()), named(FULL)]
    return pd.DataFrame(rows, columns=heads)


@cache
def longest(effort: Effort) -> dict[str, Sequence[Fraction | int]]:
    """Looks where all always steal, for one player and more, exactly."""
    games = [longest_game(n) for n in range(1, effort.of(full=40, reduced=10))]
    examined = [game.examined for game in games]
    chains = [b - a for a, b in pairwise([0, *examined])]  # that of the last round
    decisions = [Fraction(c, g.chain_decisions) for c, g in zip(chains, games, strict=True)]
    return {"decision": decisions, "chain": chains, "game": examined}


def degree(counts: Sequence[Fraction | int]) -> int:
    """The degree of the polynomial in n by which counts for n = 1, 2, 3, ... go.

    Differences of a polynomial vanish after as many steps as its degree, and one more; those of
    anything else do not, and then as many steps are returned as there are.
    """
    steps = 0
    while any(counts):
        counts, steps = [b - a for a, b in pairwise(counts)], steps + 1
    return steps - 1


def bounded(counts: Sequence[Fraction | int], most: int, what: str) -> Finding:
    """Whether exact counts grow no faster than a power of n."""
    found = degree(counts)
    return Finding(
        found <= most,
        f"{what}, counted for up to {len(counts)} players, is a polynomial in n of degree {found}: "
        f"{', '.join(map(str, counts[:5]))}, ...",
    )


LOOKS = {  # the degree of each bound, and what is counted
    "decision": (1, "The number of looks in a decision"),
    "chain": (2, "The number of looks in the longest chain"),
    "game": (3, "The number of looks in the longest game"),
}


@claim(*(f"appendix.{name}" for name in LOOKS), of=longest)
def looks(found: dict[str, Sequence[Fraction | int]]) -> dict[str, Finding]:
    """Looks in a decision, in the longest chain and in the longest game."""
    return {f"appendix.{name}": bounded(found[name], *bound) for name, bound in LOOKS.items()}


def all_steal(n: int) -> Condition:
    """Games in which everybody always steals."""
    return Condition(n_players=n, valuation=COR, strategies=["always_steal"])


def entries_kept(n: int) -> int:
    """Numbers that a game of ours keeps: what it starts from, a position, and who robbed whom."""
    condition, at = all_steal(n), start(n)
    position = (getattr(at, field.name) for field in fields(at))
    arrays = [getattr(draw(condition, n_games=1), field.name) for field in fields(Parties)]
    history = observe(condition, n_games=2).robberies  # of all games together
    return sum(np.size(kept) for kept in (*arrays, *position, history))


@claim("appendix.space")
def space(effort: Effort) -> Finding:
    """What a game has to remember, by the definitions; and whether the history fills up."""
    sizes = SIZES[:3]
    kept = [entries_kept(n) for n in sizes]
    pairs = [int((observe(all_steal(n), n_games=20).robberies > 0).sum()) for n in sizes]
    return Finding(
        degree([entries_kept(n) for n in range(2, 10)]) <= 2,
        "Values, the history of thefts and what is kept by gift and by player are "
        f"{', '.join(map(str, kept))} numbers for {', '.join(map(str, sizes))} players. Twenty "
        f"games in which all steal fill {', '.join(map(str, pairs))} places of the history: no "
        "less than n squared will do.",
    )


def extra_steps(n: int) -> int:
    """Steps that all features add to the longest game, by the definitions.

    A look at a gift under SC adds up three costs; AD takes one step a decision, BS two for each
    wrapped gift at an opening, PI one for each wrapped gift when expected_value decides.
    """
    decisions = n * (n + 1) // 2
    at_openings = 2 * n * (n + 1) // 2
    beliefs = sum(k * (n - k + 1) for k in range(1, n + 1))
    return 3 * longest_game(n).examined + decisions + at_openings + beliefs


@claim("appendix.same_order")
def same_order(effort: Effort) -> Finding:
    """Whether features add no more than a constant factor."""
    ratio = [extra_steps(n) / longest_game(n).examined for n in SIZES]
    sizes = range(1, 12)
    plain, added = [longest_game(n).examined for n in sizes], [extra_steps(n) for n in sizes]
    return Finding(
        degree(added) <= degree(plain),
        f"By the definitions all features together add {', '.join(f'{r:.2f}' for r in ratio)} "
        f"times the looks of the longest game of {SIZES[0]} to {SIZES[-1]} players. Both are "
        f"polynomials in n, of degrees {degree(added)} and {degree(plain)}, so that the ratio "
        "settles.",
    )


@claim("appendix.frustration_feature", of=study)
def frustration_feature(it: Study) -> Finding:
    """To which feature frustration belongs."""
    n, usual, moved = it.effort.of(full=50, reduced=20), it.condition(IND, ()), {}
    names = ("frustration_gain", "frustration_decay")
    tripled = [replace(MAIN, **{name: 3 * getattr(MAIN, name)}) for name in names]
    for s in (SC, AD):
        one, *others = (replace(usual, features=s, reading=r) for r in (MAIN, *tripled))
        moved[s] = max(changed((one, other), n, what="") for other in others)
    return Finding(
        moved[SC] > 0,
        f"Three times the gain or decay of frustration changes {moved[SC]:.0%} of {n} games with "
        f"SC and up to {moved[AD]:.0%} of games with AD.",
    )


@cache
def agreement(effort: Effort) -> dict[tuple[str, str], float]:
    """Share of cells within three standard errors, by players and by table."""
    it = study(effort)
    return {(a, b): share_within(it, a, b) for a in CROWDS for b in CROWDS}


def opening(effort: Effort) -> dict[str, str]:
    """The same, for the chapter's opening."""
    fits = agreement(effort)
    swapped = {"main": "appendix", "appendix": "main"}
    own = {f"opening_{who}": fits[who, who] for who in swapped}
    theirs = {f"opening_{who}_swapped": fits[other, who] for who, other in swapped.items()}
    return {name: f"{100 * share:.0f} %" for name, share in (own | theirs).items()}


@claim("appendix.same_experiment")
def same_experiment(effort: Effort) -> Finding:
    """Whether the appendix tabulates the experiment of the main text, but for chance."""
    fits, cells = agreement(effort), study(effort).cells["appendix"]
    inside = float(norm.cdf(3) - norm.cdf(-3))  # of cells that differ by chance alone
    chance = Estimate(inside, (inside * (1 - inside) / len(cells)) ** 0.5)
    return Finding(
        not (chance - Estimate(fits["main", "appendix"], 0.0)).above(),
        f"The players of the main text reproduce {fits['main', 'main']:.0%} of its numbers within "
        f"three standard errors, but {fits['main', 'appendix']:.0%} of the appendix's; those of "
        f"the appendix, {fits['appendix', 'main']:.0%} (of the cells that do not speak of "
        f"expected_value) and {fits['appendix', 'appendix']:.0%}.",
    )


def uses(name: str) -> dict[str, int]:
    """In how many lines of the source each symbol of an entry stands, but for lists of symbols."""
    listed = [
        range(stretch.first, stretch.last + 1)
        for stretch in said.published.lines
        if any(fnmatch(entry, one) for entry in stretch.entries for one in LISTS)
    ]
    places = said.facts(name)["symbols"]
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
