"""What it costs to simulate, and whether the paper holds one experiment or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from parlor.games.gift_exchange import MAIN, Condition, play
from parlor.games.gift_exchange.watch import observe
from parlor.games.trajectories.enumeration import longest_game

from .findings import Claim, Finding
from .samples import Features
from .study import AD, COR, FULL, SC, Study
from .tables import share_within
from .words import named


@dataclass(frozen=True)
class Looks:
    """How often a player who decides looks at an open gift, by number of players."""

    sizes: tuple[int, ...]
    worst: list[tuple[float, int, int]]  # in a decision, a chain, a game where all steal
    usual: dict[str, list[float]]  # in a mean game, by features

    def powers(self) -> list[float]:
        """Exponents of n at the last doubling: decision, chain, game, and the mean game."""
        rows = [*zip(*self.worst, strict=True), self.usual["BASE"]]
        return [float(steepness(row, self.sizes)[-1]) for row in rows]


def worst_looks(n: int) -> tuple[float, int, int]:
    """Looks where all always steal: in a decision, a chain, a game."""
    game, shorter = longest_game(n), longest_game(n - 1)
    chain = game.examined - shorter.examined  # that of the last round
    return chain / game.chain_decisions, chain, game.examined


def usual_looks(study: Study, n: int, features: Features) -> float:
    """Mean looks in a game: each decision of round k sees k - 1 gifts."""
    condition = Condition(study.seed, n, COR, features)
    steals = observe(condition, study.size(2000, 20) * 8 // n).mean("steals")
    return float(((steals + 1) * np.arange(n)).sum())


def steepness(counts: Sequence[float], sizes: Sequence[int]) -> np.ndarray:
    """Exponents of n between successive sizes."""
    return np.diff(np.log2(counts)) / np.diff(np.log2(sizes))


def count_looks(study: Study) -> Looks:
    """Gifts looked at in a game, at worst and on the usual table, by the number of players."""
    sizes = (4, 8, 16) if study.reduced else (8, 16, 32, 64)
    usual = {named(f): [usual_looks(study, n, f) for n in sizes] for f in ((), FULL)}
    return Looks(sizes, [worst_looks(n) for n in sizes], usual)


def table(looks: Looks) -> pd.DataFrame:
    """Looks by number of players."""
    rows = [
        [n] + [f"{number:,.0f}" for number in (*worst, *usual)]
        for n, worst, *usual in zip(looks.sizes, looks.worst, *looks.usual.values(), strict=True)
    ]
    return pd.DataFrame(rows, columns=["players", "a decision", "a chain", "a game", *looks.usual])


def bounds(looks: Looks) -> list[Finding]:
    """The source's bounds on powers of n."""
    *powers, mean = looks.powers()
    named_by = {
        "decision": "The number of looks in a decision",
        "chain": "The longest chain",
        "game": f"The longest game (the mean one: {mean:.2f})",
    }
    return [
        Claim(
            f"appendix.{entry}",
            power < most + 0.1,
            f"{what} grows like n to the power {power:.2f} at the last doubling of n.",
        )
        for most, power, (entry, what) in zip((1, 2, 3), powers, named_by.items(), strict=True)
    ]


def agreement(study: Study) -> dict[tuple[str, str], float]:
    """Share of cells within three standard errors, by players and by table."""
    crowds = ("main", "appendix")
    return {(a, b): share_within(study, a, b) for a in crowds for b in crowds}


def opening(fits: dict[tuple[str, str], float]) -> dict[str, str]:
    """The same, for the chapter's opening."""
    return {
        "opening_main": f"{fits['main', 'main']:.0%}",
        "opening_appendix": f"{fits['appendix', 'appendix']:.0%}",
        "opening_main_swapped": f"{fits['appendix', 'main']:.0%}",
        "opening_appendix_swapped": f"{fits['main', 'appendix']:.0%}",
    }


def changed_by_frustration(study: Study, features: Features) -> float:
    """Largest share of games that three times a constant of frustration changes."""
    shares = []
    for name in ("frustration_gain", "frustration_decay"):
        reading = replace(MAIN, **{name: 3 * getattr(MAIN, name)})
        one, two = (
            play(Condition(study.seed, features=features, reading=r), 50) for r in (reading, MAIN)
        )
        shares.append((one != two).mean())
    return float(max(shares))


def experiments(study: Study, fits: dict[tuple[str, str], float]) -> list[Finding]:
    """Two statements of the appendices."""
    moved = {f: changed_by_frustration(study, f) for f in (SC, AD)}
    return [
        Claim(
            "appendix.frustration_feature",
            moved[SC] > 0,
            "Three times the gain or decay of frustration changes "
            f"{moved[SC]:.0%} of games with SC and up to {moved[AD]:.0%} of "
            "games with AD.",
        ),
        Claim(
            "appendix.same_experiment",
            fits["main", "appendix"] > 0.98,
            f"The players of the main text reproduce {fits['main', 'main']:.0%}"
            " of its numbers within three standard errors, but "
            f"{fits['main', 'appendix']:.0%} of the appendix's; those of the "
            f"appendix, {fits['appendix', 'main']:.0%} (of the cells that do not "
            "speak of expected_value) and "
            f"{fits['appendix', 'appendix']:.0%}.",
        ),
    ]
