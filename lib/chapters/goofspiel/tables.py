"""The tables of the pages on Goofspiel, and the numbers that stand in their prose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from parlor.games.goofspiel import GoofspielSolution
from parlor.games.goofspiel.study import NATURAL, exploitability
from parlor.games.nakai.recursion import StageValues, State, states
from parlor.games.nakai.regions import regions
from press import Check

from . import MODULES
from .fluid import fluid, without_low
from .large_games import LongRun
from .openings import optimal_range

SECTIONS = {  # of the paper, and the module that decides what stands there
    "Abstract and introduction": "introduction",
    "2. The recursion, Lemmas 1 to 3": "recursion",
    "3. One player decides: Lemma 4": "lemma4",
    "3. Both must play: Lemma 5": "lemma5",
    "3. Player II must play: Lemma 6": "lemma6",
    "3. One type of cards: Propositions 1 and 2": "proposition1",
    "3. Player I must play: Proposition 3": "proposition3",
    "3. Proposition 4 and the order of choices": "proposition4",
    "3. The worked example": "example",
    "4. Prizes that are always 1: Proposition 5": "proposition5",
    "Symbols": "symbols",
}
FIRST_PRIZES = {23: 0.348, 2: 0.938, 45: 0.215}  # of the game on the page, by its seed
VERDICTS = ("holds", "partly", "fails")  # of others nobody can decide


def verdicts_by_section(entries: Iterable[str], found: Mapping[str, Check]) -> pd.DataFrame:
    """Count what became of all entries by section; numbers that match hold, others fail."""
    alike = {"match": "holds", "differs": "fails"}
    rows = []
    for section, module in SECTIONS.items():
        stems = MODULES.get(module, module).split()
        some = [name for name in entries if name.split(".")[0] in stems]
        verdicts = [found[name].verdict for name in some if name in found]
        counts = [[alike.get(one, one) for one in verdicts].count(name) for name in VERDICTS]
        rows.append([section, *counts, len(some) - sum(counts)])
    frame = pd.DataFrame(rows, columns=["section", *VERDICTS, "nobody can decide"])
    total = ["all", *(int(frame[name].sum()) for name in frame.columns[1:])]
    return pd.concat([frame, pd.DataFrame([total], columns=frame.columns)], ignore_index=True)


def repairs(found: Mapping[str, Check]) -> pd.DataFrame:
    """What fails, holds in part or has a remark, by its reason: where, what, and of what kind."""
    places: dict[tuple[str, str], list[str]] = {}
    for check in found.values():
        if check.row["diagnosis"]:
            reason = check.row["diagnosis"], check.row["explanation"]
            places.setdefault(reason, []).append(check.row["where"])
    return pd.DataFrame(
        [["; ".join(dict.fromkeys(where)), *reason] for reason, where in places.items()],
        columns=["where", "kind", "what is wrong, and what should stand there"],
    )


def sizes(games: Mapping[int, GoofspielSolution], runs: Mapping[int, LongRun]) -> pd.DataFrame:
    """States, stage games and gaps of the card game by its number of cards."""
    rows = [
        [n, game.n_states, max(g.games for g in game.layers), f"{game.gap:.0e}"]
        for n, game in (dict(runs) | dict(games)).items()
    ]
    columns = ["cards", "situations", "games in the largest layer", "gap"]
    return pd.DataFrame(rows, columns=columns).sort_values("cards", ignore_index=True)


def natural(n_cards: int) -> pd.DataFrame:
    """What natural strategies lose to a best reply, exactly."""
    losses = {name: exploitability(n_cards, how) for name, how in NATURAL.items()}
    rows = [[name, loss, round(float(loss), 4)] for name, loss in losses.items()]
    return pd.DataFrame(rows, columns=["strategy", "loses", "points"])


def freedom(games: Sequence[np.ndarray]) -> float:
    """By how much a probability may vary among the optimal strategies of symmetric games."""
    spread = [optimal_range(game) for game in games]
    return max(float((high - low).max()) for low, high in spread)


def of_one_parity(odds: np.ndarray) -> int:
    """For how many prizes more than nine tenths go to cards of one parity.

    >>> of_one_parity(np.array([[0.5, 0.02, 0.48], [0.2, 0.4, 0.4]]))
    1
    """
    return sum(bool(max(row[::2].sum(), row[1::2].sum()) > 0.9) for row in odds)


def first_bids(odds: np.ndarray) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Chances of first bids, a row a prize and a column a card: the lower cards, and the rest.

    >>> first_bids(np.array([[1.0, 0.0], [0.25, 0.75]]))[1]
       prize     2
    0      1  0.00
    1      2  0.75
    """
    cards = range(1, len(odds) + 1)
    frame = pd.DataFrame(odds, columns=[str(card) for card in cards])
    low, high = frame.iloc[:, : len(odds) // 2], frame.iloc[:, len(odds) // 2 :]
    prizes = pd.Series(cards, name="prize")
    return pd.concat([prizes, low], axis=1), pd.concat([prizes, high], axis=1)


def stage(table: StageValues, state: State, prize: float) -> pd.DataFrame:
    """The stage game of a state at a prize, without what is not allowed."""
    game = table.matrix(*state, prize)
    keep = ~np.isnan(game).all(1)
    names = np.array(["low", "high", "pass"])[keep]
    return pd.DataFrame({"player I": names, "middle": game[keep, 0], "pass": game[keep, 1]}).round(
        4
    )


def limits(table: StageValues, horizon: Sequence[int], steps: int) -> pd.DataFrame:
    """Values per prize for growing numbers of prizes, and their limit; shares in quarters."""
    rows = []
    for parts in ((1, 0, 2), (2, 1, 2), (1, 1, 2), (1, 2, 3), (3, 1, 1)):
        limit = fluid(parts[0] / 4, parts[1] / 4, parts[2] / 4, n_steps=steps)
        seen = [table.v(n, *(part * n // 4 for part in parts)) / n for n in horizon]
        rows.append([tuple(part / 4 for part in parts), *seen, limit])
    columns = ["high, low, middle per prize", *(f"n = {n}" for n in horizon), "limit"]
    return pd.DataFrame(rows, columns=columns).round(6)


def facts_of_limits(frame: pd.DataFrame, horizon: Sequence[int]) -> dict[str, object]:
    """How far the values of `limits` are from their limit, and this from its closed form."""
    limit = frame["limit"]
    off = np.array([n * (frame[f"n = {n}"] - limit).abs() for n in horizon])
    first = frame["high, low, middle per prize"].iloc[0]
    closed = abs(without_low(first[0], first[2]) - float(limit.iloc[0]))
    return {
        "fluid_far": max(horizon),
        "fluid_scaled": f"{off.max():.3f}",
        "fluid_doubled": f"{np.diff(off, axis=0).max():.3f}",
        "fluid_closed": "1e-5" if closed < 1e-5 else f"{closed:.1e}",
    }


def facts_of_play(table: StageValues) -> dict[str, object]:
    """What the game on the page shows in the positions that its prose sets up."""
    cheap, dear, case = (FIRST_PRIZES[seed] for seed in (23, 2, 45))
    high = {x: table.strategy(6, 3, 1, 4, x)[0][1] for x in (cheap, dear)}
    return {
        "play_cheap": cheap,
        "play_dear": dear,
        "play_case": case,
        "play_cheap_high": f"{100 * high[cheap]:.0f}",
        "play_dear_high": f"{100 * high[dear]:.0f}",
    }


def facts_of_regions(table: StageValues) -> dict[str, object]:
    """How many states there are, and how often Proposition 3's forgotten case occurs."""
    every = list(states(table.n_max))
    must = [s for s in every if s[1] and s[2] and s[1] + s[2] == s[0] > s[3]]
    case = [s for s in must if any(r.choice == "high, M" for r in regions(table, *s))]
    return {"n_scanned": len(every), "case_share": round(100 * len(case) / len(must))}
