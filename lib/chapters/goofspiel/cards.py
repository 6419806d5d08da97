"""What the lecture on the card game shows: openings, sizes, natural plans, aims and hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from parlor.games import goofspiel
from parlor.games.goofspiel.study import exploitability_of_bids

from . import figures, replies, tables
from .large_games import LongRun, shipped, shipped_to_win, verify
from .layered_replies import spoiled_win
from .openings import is_unimodal

SOLVED = 10  # cards of the largest game that the page solves
FEW = 5  # cards of the natural plans
AGAIN = 7  # cards of the largest states of the long runs that are solved again
SHOWN = 3  # of the largest games in the picture of odd and even bids
SEVEN = range(1, 8)
LEADS = (-8, -4, -2, -1, 0, 1, 2, 4, 8)  # points before the first prize


def study() -> SimpleNamespace:
    """Compute what the page shows: numbers in its prose, tables, and figures with alt text."""
    games = {n: goofspiel.solve(n) for n in range(4, SOLVED + 1)}
    runs = shipped()
    played, long = games[max(games)], runs[max(runs)]
    boards = {
        played.n_cards: np.array([played.opening(p) for p in range(1, played.n_cards + 1)]),
        long.n_cards: long.strategies,
    }
    points = goofspiel.solve_hands(SEVEN, SEVEN, SEVEN)
    winning = played_to_win(len(SEVEN))
    first = {lead: bids(played_to_win(len(SEVEN), lead=lead)) for lead in LEADS}
    stages = zip(points.openings, winning.openings, strict=True)
    given_away = max(
        -float((for_points.row @ to_win.payoffs).min()) for for_points, to_win in stages
    )
    low, high = range(1, 15, 2), range(2, 16, 2)
    to_win = shipped_to_win()
    between = apart(games, to_win)
    numbers = certified(runs, AGAIN) | strange(boards, played, long) | replies.facts() | {
        "aim_cards": len(SEVEN),
        "aim_loss": f"{given_away:.3f}",
        "aim_lead": f"{played_to_win(len(SEVEN), lead=1).value:.2f}",
        "ties_points": f"{-goofspiel.solve_hands(low, high, SEVEN).value:.2f}",
        "ties_winning": f"{-goofspiel.solve_hands(low, high, SEVEN, aim='winning').value:.2f}",
    } | behind(first) | punished(to_win, between)  # fmt: skip
    return SimpleNamespace(
        numbers=numbers,
        few=FEW,
        natural=tables.natural(FEW),
        losses=replies.table([5, 7, 9, 11, max(replies.LARGE)]),
        first_bids=tables.first_bids(long.strategies),
        sizes=tables.sizes(games, runs),
        exchange=exchanges(),
        apart=between,
        openings=figures.openings(boards),
        parities=figures.parities({n: runs[n].strategies for n in sorted(runs)[-SHOWN:]}),
        aims=figures.two_aims(bids(points), first),
    )


def bids(game: goofspiel.HandsSolution) -> np.ndarray:
    """Optimal chances of first bids, a row a prize."""
    return np.array([stage.row for stage in game.openings])


def behind(first: Mapping[int, np.ndarray], lead: int = 4) -> dict[str, Any]:
    """How often the best card is bid for the highest prize by who is behind, and by who leads."""
    return {
        "even_top": f"{first[0][-1, -1]:.2f}",
        "behind_top": f"{first[-lead][-1, -1]:.2f}",
        "behind_low": f"{first[-lead][-1, 0]:.2f}",
        "ahead_top": f"{first[lead][-1, -1]:.2f}",
    }


@cache
def played_to_win(n_cards: int, *, lead: int = 0) -> goofspiel.HandsSolution:
    """The game with the cards 1 to n of players who only want to end ahead."""
    cards = range(1, n_cards + 1)
    return goofspiel.solve_hands(cards, cards, cards, aim="winning", lead=lead)


def certified(runs: Mapping[int, LongRun], checked: int) -> dict[str, Any]:
    """What was checked of the long runs."""
    reports = [verify(run, max_cards=checked) for run in runs.values()]
    worst = max(report.certificate.error for report in reports)
    return {
        "again": sum(report.n_samples for report in reports),
        "worst": "below 1e-11" if worst < 1e-11 else worst,
        "long": max(runs),
        "long_states": f"{runs[max(runs)].n_states:,}",
    }


def strange(
    boards: Mapping[int, np.ndarray], played: goofspiel.GoofspielSolution, long: LongRun
) -> dict[str, Any]:
    """What is strange about optimal openings."""
    n, most = played.n_cards, long.n_cards
    openings = [played.opening_payoffs(p) for p in range(1, n + 1)]
    width = tables.freedom([*openings, *long.payoffs])
    matching = {cards: exploitability_of_bids(range(1, cards + 1)) for cards in range(3, most + 1)}
    simple = all(2 * loss == cards * (cards - 3) for cards, loss in matching.items())
    several = sum(not is_unimodal(row) for row in boards[most])
    return {
        "cards": n,
        "loss_match": matching[most],
        "all_points": sum(range(1, most + 1)),
        "ross_value": sum(a * (2 * a - most - 1) for a in range(1, most + 1)) / most,
        "formula_ok": "" if simple else " not",
        "width": "unique" if width < 1e-6 else f"free by up to {width:.1e}",
        "peaks": f"all {most}" if several == most else f"{several} of {most}",
        "left_out": len(figures.left_out(boards[most])),
        "one_parity": tables.of_one_parity(boards[most]),
        "top_card": f"{boards[most][-1, -1]:.3f}",
    }


def exchanges() -> pd.DataFrame:
    """What it is worth to have a card above all others in the place of each card 1 to 7."""
    rows = []
    for card in SEVEN:
        hand = [other for other in SEVEN if other != card] + [8]
        for_points = goofspiel.solve_hands(hand, SEVEN, SEVEN).value
        to_win = goofspiel.solve_hands(hand, SEVEN, SEVEN, aim="winning").value
        rows.append([card, round(for_points, 3), round(to_win, 3)])
    columns = ["card given for it", "points", "wins minus losses"]
    return pd.DataFrame(rows, columns=columns)


def apart(
    games: Mapping[int, goofspiel.GoofspielSolution], runs: Mapping[int, LongRun]
) -> pd.DataFrame:
    """How far apart play for points and play to win are, by the number of cards."""
    rows = []
    spoiled = replies.shipped()[replies.FOR_POINTS]
    for n in range(min(games), min(max(games), max(runs)) + 1):
        for_points = [games[n].opening(p) for p in range(1, n + 1)]
        if n in runs:
            payoffs, strategies, loss = runs[n].payoffs, runs[n].strategies, spoiled[n]
        else:
            payoffs = np.array([stage.payoffs for stage in played_to_win(n).openings])
            strategies, loss = bids(played_to_win(n)), spoiled_win(n)
        lies = 0.5 * np.abs(strategies - for_points).sum(1)
        first = max(
            -float((row @ game).min()) for row, game in zip(for_points, payoffs, strict=True)
        )
        rows.append([n, round(lies.mean(), 3), round(lies.max(), 3), round(first, 4), loss])
    return pd.DataFrame(
        rows,
        columns=[
            "cards", "moved, mean", "moved, most", "first bid loses", "game loses",
        ],
    ).round(4)  # fmt: skip


def punished(runs: Mapping[int, LongRun], between: pd.DataFrame) -> dict[str, Any]:
    """What was checked of the runs to win, and what play for points loses in the largest."""
    most = max(runs)
    report = verify(runs[most], max_cards=4)
    worst = report.certificate.error
    last = between.set_index("cards").loc[most]
    return {
        "win_cards": most,
        "win_games": f"{sum(layer.games for layer in runs[most].layers) / 1e6:.0f}",
        "win_gap": f"{runs[most].gap:.0e}",
        "win_worst": "below 1e-12" if worst < 1e-12 else f"{worst:.0e}",
        "win_again": report.n_samples,
        "win_first": f"{last['first bid loses']:.3f}",
        "win_spoiled": f"{last['game loses']:.2f}",
    }
