"""Section 7.3 and Definition 7.3: what steal limits leave of welfare, and the best assignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations, product
from operator import ge

import numpy as np
import pandas as pd

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import Condition, GameStatistics, play, simulate
from parlor.games.gift_exchange.watch import draw
from press import Effort, Finding, claim, show

from ..paired import PairedStatistics, difference, play_each
from ..sets import AD, COR, FULL, IND, MODELS, SC, SETS, Features
from ..study import Study, study
from ..theory import best_assignment, shared_favourites
from ..words import by_model, listed, named

CAPS = (1, 2, 3, 4, 5, 6, 8, 10, None)
COSTLY = ((COR, ()), (COR, SC), (COR, AD), (COR, FULL), (IND, SC))
FEW = (1, 2, 3, 4, 6, None)


@cache
def play_capped(effort: Effort) -> dict[str, list[GameStatistics]]:
    """Games without features by valuation model and limit."""
    return {
        v: [simulate(effort.of(full=500, reduced=20), valuation=v, total_limit=cap) for cap in CAPS]
        for v in MODELS
    }


@cache
def costly_limits(effort: Effort) -> dict[tuple[str, Features], dict[int | None, PairedStatistics]]:
    """Welfare by limit where theft costs something: the same games under each limit."""
    conditions = {
        ((v, f), cap): Condition(valuation=v, features=f, total_limit=cap)
        for (v, f), cap in product(COSTLY, FEW)
    }
    n_games = effort.of(full=4000, reduced=20)
    played = play_each("limits", conditions, ["welfare", "steals"], n_games)
    return {place: {cap: played[place, cap] for cap in FEW} for place in COSTLY}


def gain(row: Mapping[int | None, PairedStatistics], cap: int | None) -> Estimate:
    """Welfare under a limit less that without one."""
    return difference(row[cap], row[None], "welfare")


def best_limit(row: Mapping[int | None, PairedStatistics]) -> int | None:
    """The limit of the largest welfare."""
    return max(row, key=lambda cap: row[cap].values["welfare"])  # noqa: PD011


def limits_table(effort: Effort) -> pd.DataFrame:
    """Welfare by limit and features, and what the best limit gains over none."""
    rows = []
    for (v, f), row in costly_limits(effort).items():
        best = best_limit(row)
        means = (f"{row[cap].values['welfare']:.4f}" for cap in FEW)  # noqa: PD011
        more = f"{gain(row, best):+.4f}" if best else ""
        rows.append([v, named(f), *means, best or "none", more])
    heads = [f"limit {cap}" if cap else "no limit" for cap in FEW]
    return pd.DataFrame(
        rows, columns=["valuation", "features", *heads, "best", "gain over no limit"]
    )


@cache
def wishes(effort: Effort) -> dict[str, np.ndarray]:
    """Values of gifts to players, of some games of each model."""
    return {
        v: draw(Condition(valuation=v), n_games=effort.of(full=100, reduced=5)).values  # noqa: PD011
        for v in MODELS
    }


def best_welfare(values: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Mean value under the best assignment of the gifts."""
    return {
        v: float(np.mean([best_assignment(one)[1] for one in games])) for v, games in values.items()
    }


def out_of_reach(capped: Mapping[str, Sequence[GameStatistics]], ideal: Mapping[str, float]) -> str:
    """By how much the best assignment beats games without a limit, by model."""
    return by_model({v: f"{ideal[v] - row[-1].welfare:.2f}" for v, row in capped.items()})


CLASH = ((0.9, 0.8), (0.7, 0.1))  # two players' values of two gifts


@claim("future.grand")
def grand(effort: Effort) -> Finding:
    """Whether every gift can go to whoever values it most."""
    doubled = {v: np.mean([*map(shared_favourites, x)]) for v, x in wishes(effort).items()}
    gifts, mean = best_assignment(np.array(CLASH))
    return Finding(
        max(doubled.values()) == 0,
        f"In {listed(doubled, '.0%')} of games somebody is the keenest on two gifts. Two players "
        f"with values {CLASH!s}: player 1 is the keenest on both, but the best assignment gives "
        f"them gifts {show([int(g) + 1 for g in gifts])}, with a mean of {mean:.2f}.",
    )


def efficient(values: Sequence[Sequence[float]]) -> list[tuple[int, ...]]:
    """The Pareto efficient assignments: none gives somebody more and nobody less."""
    ways = permutations(range(len(values)))
    worth = {a: [values[i][g] for i, g in enumerate(a)] for a in ways}

    def beaten(mine: list[float]) -> bool:
        better = (all(map(ge, theirs, mine)) for theirs in worth.values() if theirs != mine)
        return any(better)

    return [a for a, mine in worth.items() if not beaten(mine)]


@claim("future.pareto")
def pareto(effort: Effort) -> Finding:
    """Pareto efficiency is not that each gift goes to its keenest taker."""
    keenest = [int(row.argmax()) for row in np.array(CLASH).T]
    found = efficient(CLASH)
    same = [a for a in found if all(a[keenest[g]] == g for g in (0, 1))]
    return Finding(
        len(found) == len(same),
        f"With values {CLASH!s} {len(found)} of two assignments are Pareto efficient, and "
        f"{len(same) or 'neither'} of them gives each gift to the player who values it most.",
    )


@claim("future.envy", of=study)
def envy(it: Study) -> Finding:
    """Whether the swap takes away some of player 1's envy."""
    n = it.effort.of(full=500, reduced=20)
    seen = {named(f): play(it.condition(COR, f), n_games=n) for f in ((), SC, SETS[-1])}
    before, after = ({f: s[f"swap_envy_{x}"] for f, s in seen.items()} for x in ("before", "after"))
    told = {f: f"{before[f].mean():.3f} and {after[f].mean():.3f}" for f in seen}
    return Finding(
        all(of_sample(before[f] - after[f]).above() for f in seen),
        "The mean envy of player 1 before and after the swap is, with correlated valuations, "
        f"{by_model(told)}.",
    )
