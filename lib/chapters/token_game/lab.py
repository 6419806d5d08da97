"""The reader's own board: what may be asked, and how the answer is told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from parlor.games.token_game import Outcomes, solve, solve_continuous
from parlor.games.token_game.continuous import ContinuousOutcomes
from parlor.games.token_game.outcomes import MAX_PATHS
from parlor.games.token_game.stack_tree import MAX_STACKS
from press import Answer, Picture, Quantity, Table, show

if TYPE_CHECKING:
    import pandas as pd

    from press import Drawing

MOST_STACKS = max(MAX_STACKS.values())
MOST_PLAYERS = MOST_STACKS
MOST_MOVES = 10**8  # that are looked at: some seconds
SHOWN = 12  # payoffs that are told as numbers, ways that a page shows
Step = float | list[float]


def check_step(step: Step) -> Step:
    """Return a step, or one for each player, or a ValueError if it is not 1, 1/2, 1/3, ..."""
    for one in step if isinstance(step, list) else [step]:
        exact = Fraction(one).limit_denominator(10**6) if one > 0 else Fraction(2)
        if exact.numerator != 1 or abs(float(exact) - one) > 1e-12:
            raise ValueError(f"step: got {one}, allowed are 1, 1/2, 1/3, ...")
    return step


def in_seconds(
    prizes: Sequence[float], n_players: int, layout: str, ties: str, step: Step, continuous: bool
) -> bool:
    """Return whether a question has few enough moves to look at."""
    n, m = len(prizes), n_players
    most = MOST_MOVES // (20 if ties == "all" else 1)
    edges = n if layout == "clock" else n - 1
    if continuous:
        return (2 * edges) ** m <= most
    if step == 1:
        return sum(comb(n, k) * (n - k) for k in range(m)) <= 4 * most
    steps = step if isinstance(step, list) else [step] * m
    return prod(edges / one + 1 for one in steps) / factorial(m - 1) <= most


def all_can_place(n_stacks: int, n_players: int, layout: str, step: Step) -> bool:
    """Return whether each player finds a slot free, whatever those before her have done."""
    edges, ends = (n_stacks, 0) if layout == "clock" else (n_stacks - 1, 1)
    steps = step if isinstance(step, list) else [step] * n_players
    parts = [round(1 / one) for one in steps]  # of the way from a stack to the next
    for k, own in enumerate(parts):
        if edges * own + ends > k:
            continue  # she has more slots than there are players before her
        slots = [Fraction(place, own) for place in range(edges * own + ends)]
        stands = [[(slot * part).denominator == 1 for slot in slots] for part in parts[:k]]
        # whether different players can take all of her slots
        if (maximum_bipartite_matching(csr_array(stands)) >= 0).all():
            return False
    return True


def outcomes(
    prizes: Sequence[float], n_players: int, layout: str, ties: str, step: Step, continuous: bool
) -> Outcomes:
    """Solve the game that was asked for."""
    if continuous:
        return solve_continuous(prizes, n_players, layout=layout, ties=ties)
    return solve(prizes, n_players, layout=layout, step=step, ties=ties)


def answer(
    prizes: Sequence[float], n_players: int, layout: str, ties: str, step: Step, continuous: bool
) -> Answer:
    """Solve the game that was asked for, and tell its payoffs, ways to play and a picture."""
    game = outcomes(prizes, n_players, layout, ties, step, continuous)
    where = "anywhere" if continuous else "on the stacks" if step == 1 else f"with steps of {step}"
    many = f"{n_players} player{'s' * (n_players > 1)}"
    asked = f"A {layout} of {len(prizes)} stacks, {many}, tokens {where}, {ties} rule"
    firsts = [pay[0] for pay in game.payoffs]
    leads = [pay[0] - max(pay[1:]) for pay in game.payoffs if n_players > 1]
    told: list[tuple[str, Any, str]] = [
        ("payoffs", game.payoffs[:SHOWN],
         f"in order of moves{' (the first of them)' if len(game.payoffs) > SHOWN else ''}"),
        ("first", min(firsts), "what the first player takes at least"),
        ("first_most", max(firsts), "what the first player takes at most"),
        ("lead", min(leads, default=None), "by how much she is ahead of the best other at least"),
        ("lead_most", max(leads, default=None), "by how much she is ahead at most"),
        ("vectors", len(game.payoffs), "in how many ways the players can be paid"),
        ("ways", game.n_paths, f"how many {'classes of ' * continuous}ways to play there are"),
    ]  # fmt: skip

    def payoffs() -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame({"payoffs": game.payoffs})

    count = "1 way to play" if game.n_paths == 1 else f"{game.n_paths:,} ways to play"
    listed = "." if game.n_paths <= MAX_PATHS else ", too many to list."
    what = "expected payoffs" if ties == "average" else "payoffs"
    return Answer(
        f"{asked}.",
        tuple(Quantity(name, value, words, sure="exact") for name, value, words in told),
        (
            Table("own", lambda: ways(game), f"{asked}: {count}{listed}",
                  rows=SHOWN),
            Table("own_payoffs", payoffs, f"{asked}: {what}, in order of moves.", rows=SHOWN),
        ),
        (Picture("own", lambda: figure(prizes, layout, game), "What each seat takes over all ways "
                 "to play, and who takes which stack after the first of them."),),
        _said(game),
    )  # fmt: skip


def _said(game: Outcomes) -> str:
    """Where to go first, and what it brings."""
    firsts = [pay[0] for pay in game.payoffs]
    least, most = show(min(firsts)), show(max(firsts))
    takes = least if least == most else f"{least} to {most}"
    places = sorted({way[0] for way in game.paths}) if game.n_paths <= MAX_PATHS else []
    go = f"Go first to {' or '.join(map(show, places))}: you" if places else "You"
    others = ", ".join(map(show, game.payoffs[0][1:]))
    after = f"; the others take {others}" if others and len(game.payoffs) == 1 else ""
    return f"{go} take {takes} of {show(sum(game.prizes))}{after}."


def ways(game: Outcomes) -> pd.DataFrame:
    """Ways of optimal play with their payoffs, at most as many as are listed."""
    import pandas as pd

    paths = game.paths if game.n_paths <= MAX_PATHS else []
    rows = [[way, game.payoff_of(way)] for way in paths]
    frame = pd.DataFrame(rows, columns=["way to play", "payoffs when played so"])
    if isinstance(game, ContinuousOutcomes):
        from .continuous import along

        frame["where else each may go, the others before her having gone so"] = [
            along(game, way) for way in paths
        ]
    return frame


def figure(prizes: Sequence[float], layout: str, game: Outcomes) -> tuple[Drawing, str]:
    """What each seat takes in all ways to play, the board after one of them; the same in words."""
    from press import new_figure

    from .drawing import draw_board

    drawn, (left, right) = new_figure(ncols=2, narrow=5.8)
    seats = range(1, game.n_players + 1)
    by_seat = list(zip(*game.payoffs, strict=True))
    for seat, pay in zip(seats, by_seat, strict=True):
        left.plot([seat, seat], [min(pay), max(pay)], color="C0", lw=1)
        left.plot([seat] * len(set(pay)), sorted(set(pay)), "o", color="C0", ms=5)
    left.set(title="in all ways to play", xlabel="seat, in order of moves", ylabel="money")
    left.set(ylim=(0, 1.1 * max(map(max, by_seat))), xlim=(0.5, game.n_players + 0.5))
    if game.n_players <= 12:
        left.set_xticks(seats)
    spans = [f"{min(pay):g}" + (f" to {max(pay):g}" if max(pay) > min(pay) else "")
             for pay in by_seat[:12]]  # fmt: skip
    ways = "the only way" if game.n_paths == 1 else f"all {game.n_paths:,} ways"
    told = f"Payoffs by seat over {ways} to play: {', '.join(spans)}."
    if game.n_paths > MAX_PATHS:
        right.axis("off")
        return drawn, f"{told} There are too many ways to draw the board after one of them."
    path = game.paths[0]
    draw_board(right, prizes, path, layout)
    right.set(title="the board after the first")
    return drawn, (
        f"{told} Beside it, {len(prizes)} stacks with tokens on {show(path)}, which take "
        f"{show(game.payoff_of(path))}."
    )
