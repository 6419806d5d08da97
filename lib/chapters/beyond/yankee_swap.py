"""Our claims on the Yankee swap."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import numpy as np

from parlor.core.laws import Law, read
from parlor.games.yankee_swap.asymptotics import draw_asymptotics
from parlor.games.yankee_swap.bounds import seat_bounds
from parlor.games.yankee_swap.large import large_resteal
from parlor.games.yankee_swap.locked import draw_values
from parlor.games.yankee_swap.resteal import Resteal, solve_resteal
from press import Effort, Finding, claim, counted, greatest
from press.ledger.verdict import NOISE

from ..agreement import tally
from ..tolerances import CERTIFIED, DRAWN
from ..yankee_swap.phases import play_queue
from ..yankee_swap.queues import by_law
from .said import said

LAWS = (  # with the density at 0, and the coefficient by the theorem
    ("uniform", 1.0, 1.0),
    ("exponential", 1.0, 1 / 3),
    ("beta(1, 2)", 2.0, 2 / 3),
)
DECKS = {3: 400, 4: 300, 5: 200, 6: 100, 7: 60, 8: 50}


@cache
def equilibria(effort: Effort) -> dict[int, Resteal]:
    """The games that can be solved on fine decks."""
    decks = effort.of(full=DECKS, reduced={3: 50, 4: 50})
    return {n: solve_resteal(n, n_values=deck) for n, deck in decks.items()}


@claim("yankee_swap.robbed")
def robbed(effort: Effort) -> Finding:
    """Payoffs by seat and worths of boxes in equilibria solved by backward induction."""
    games = equilibria(effort)
    rises = min(float(np.diff(game.payoffs).min()) for game in games.values())
    held = [[game.holding_values(k) for k in range(n)] for n, game in games.items()]
    gain = np.concatenate([more - less for row in held for less, more in pairwise(row)])
    above = tally(~(gain < CERTIFIED))
    return Finding(
        rises > 0 and above.right == 0,
        f"Equilibria of three to {max(games)} players: from seat to seat payoffs rise by "
        f"{rises:.3f} or more. A box pays more if one more player acts in {above} cases, each a "
        f"value and a number of players to act (the largest gain is {gain.max():.0e}; below "
        f"{CERTIFIED:.0e} it counts as rounding).",
    )


@claim("yankee_swap.safe_box")
def safe_box(effort: Effort) -> Finding:
    """What the last but one takes, at all pairs of best boxes, in solved games."""
    games = equilibria(effort)
    taken, below = list[bool](), 0
    for n, game in games.items():
        if n >= 4:
            plane, good = game.decisions(n - 1), game.values[None, :] >= 9 / 16
            taken += (plane[(plane >= 0) & good] == 2).tolist()
            below += int(((plane == 1) & ~good).sum())
    return Finding(
        all(taken) and below > 0,
        rf"At {tally(taken)} pairs of best boxes of which the second is $\frac9{{16}}$ or more, in "
        f"games of four to {max(games)} players on decks, the last player but one takes the "
        f"second; below it she prefers the best at {below:,} pairs.",
    )


@claim("yankee_swap.late_seats")
def late_seats(effort: Effort) -> Finding:
    """The intervals against equilibria of few players, and against fitted play of 101."""

    def miss(n: int, payoffs: np.ndarray) -> np.ndarray:
        """By how much payoffs are outside of the seats' intervals."""
        found = seat_bounds(n)
        return np.maximum(found.lower - payoffs, payoffs - found.upper)

    few = equilibria(effort)
    outside = max(float((miss(n, game.payoffs) - game.error).max()) for n, game in few.items())
    n = effort.of(full=101, reduced=11)
    played = large_resteal(n, n_fit=effort.of(full=300, reduced=50), n_games=2000, seed=1)
    z = float((miss(n, played.payoffs) / played.payoffs_error).max())
    wide, known = seat_bounds(n).upper - seat_bounds(n).lower, said["yankee_swap.late_seats"]
    widths = [10**-digits for digits in (3, 4)]
    sure = [n - int(np.flatnonzero(wide >= width).max()) - 1 for width in widths]
    return Finding(
        outside <= 0 and z < NOISE and (effort.reduced or sure == [known.high, known.low]),
        f"Of {n} players the last {sure[0]} have intervals narrower than {widths[0]} and the last "
        f"{sure[1]} narrower than {widths[1]}. Equilibria of up to {max(few)} players lie in "
        "theirs; a policy fitted to games, which knows nothing of this, is outside by at most "
        f"{z:.1f} standard errors.",
    )


def leaving(law: Law, n: int, k: int, rng: np.random.Generator, plays: int) -> float:
    """What the best other action brings more than the k-th best box, at a random table.

    With k players to act, all later ones take the k-th best. As the same boxes come whatever the
    mover does, one play shows what each box leads to, and a fresh one. The action is chosen on half
    of the plays and measured on the other, so that chance does not favour it.
    """
    boxes = np.sort(law.quantile(rng.random(n - k)))[::-1]
    least_first = (-boxes).tolist()  # as `bisect` looks through a list
    paid = np.zeros((2, n - k + 1))  # whoever holds each box, and the mover if she opens one
    for play in range(plays):
        table, owner, mover = least_first.copy(), [*range(n - k)], n - k
        for to_act, fresh in zip(range(k, 0, -1), -law.quantile(rng.random(k)), strict=True):
            if to_act < k:
                mover, owner[to_act - 1] = owner[to_act - 1], -1
            place = bisect_left(table, fresh)
            table.insert(place, fresh)
            owner.insert(place, mover)
        holds = np.array(owner)
        paid[play % 2][holds[holds >= 0]] -= np.array(table)[holds >= 0] / (plays / 2)
    gain = paid - boxes[k - 1]
    gain[:, k - 1] = -np.inf
    return float(gain[1, gain[0].argmax()])


@claim("yankee_swap.late_boxes")
def late_boxes(effort: Effort) -> Finding:
    """The best deviation from the rule at random tables, before the last seats and among them."""
    rng, n, plays = np.random.default_rng(21), effort.of(full=101, reduced=41), 100
    tables, worst, least = effort.of(full=12, reduced=4), -np.inf, np.inf
    laws = [read(name) for name in ("beta(2, 5)", "beta(0.5, 0.5)", "beta(5, 1)")]
    for law in laws:
        better = float(law.exceed(law.mean))
        last = n * better / (1 + better)
        inside, outside = (
            np.array([leaving(law, n, round(share * last), rng, plays) for _ in range(tables)])
            for share in (0.75, 1.25)
        )
        worst = greatest(worst, float(inside.mean() / (inside.std() / np.sqrt(tables))))
        least = min(least, float(outside.mean() / (outside.std() / np.sqrt(tables))))
    return Finding(
        worst < NOISE < least or (effort.reduced and worst < NOISE),
        f"With {n} players and boxes of {len(laws)} distributions we played on from {tables} "
        "random tables each, everybody behind the mover taking the $k$-th best box. With three "
        "quarters of the claim's seats to act, the best other action brings "
        f"{'less' if worst < 0 else 'more'} than that box by {abs(worst):.1f} standard errors at "
        f"{'least' if worst < 0 else 'most'}; with five quarters it brings more, by {least:.1f} at "
        "least.",
    )


@claim("yankee_swap.early_seats")
def early_seats(effort: Effort) -> Finding:
    """Games played by the strategy, which does not use the formula, against the formula."""
    sizes, games = effort.of(full=(101, 300), reduced=(21,)), effort.of(full=2000, reduced=200)
    off, total, played = [], [], {}
    for n in sizes:
        play = play_queue(n, n_games=games if n < 200 else games // 4, seed=2)
        played[n] = play.n_games
        says = by_law(n)
        bands = np.array_split(np.arange(n), 9)[1:]
        off.append(max(abs(float((play.payoffs - says)[band].mean())) for band in bands))
        total.append(abs(float(play.payoffs.mean()) - 0.5) * np.sqrt(12 * n * play.n_games))
    return Finding(
        off == sorted(off, reverse=True) and off[-1] < DRAWN and max(total) < NOISE,
        f"We played {' and '.join(f'{g:,} games of {n}' for n, g in played.items())} players by "
        "this strategy. Means over ninths of the seats, the first ninth left out, differ from the "
        f"formula by {' and '.join(f'{x:.4f}' for x in off)} at most. All payoffs add up to half a "
        f"box for each player, within {max(total):.1f} standard errors.",
    )


@claim("yankee_swap.equilibrium_law")
def equilibrium_law(effort: Effort) -> Finding:
    """Where the equilibrium is known, against games played by the strategy."""
    off, away, steps = {}, {}, {}
    for n, game in equilibria(effort).items():
        if n < 6 and not effort.reduced:
            continue
        play = play_queue(n, n_games=effort.of(full=100_000, reduced=1000), seed=3)
        off[n] = float(np.abs(play.payoffs - game.payoffs).max())
        away[n] = float(np.abs(by_law(n) - game.payoffs).max())
        steps[n] = float(np.diff(game.payoffs).min())  # from a seat to the next
    crowd = effort.of(full=101, reduced=21)
    proved, says = seat_bounds(crowd), by_law(crowd)
    outside = float(np.maximum(proved.lower - says, says - proved.upper).max())
    # few games leave more noise than that
    most = min(steps.values()) if effort.reduced else DRAWN
    return Finding(
        "not refuted" if max(off.values()) < most and outside < CERTIFIED else False,
        f"We solved games of {', '.join(map(str, off))} players on fine decks. What the queue pays "
        "a seat differs from what the equilibrium pays it by "
        f"{', '.join(f'{x:.4f}' for x in off.values())} at most, while from seat to seat the "
        f"equilibrium pays {min(steps.values()):.3f} more at least. The formula, which is for many "
        f"players, is off by {', '.join(f'{x:.3f}' for x in away.values())} at most. Of {crowd} "
        "seats it pays none outside the proved interval by more than "
        f"{max(outside, 0.0):.0e}.",
    )


@claim("yankee_swap.logarithm")
def logarithm(effort: Effort) -> Finding:
    """Coefficients measured from the recurrence, and the constant by the library's series."""
    k = effort.of(full=20_000, reduced=2000)
    off = []
    for law, density, wanted in LAWS:
        t = draw_values(2 * k, distribution=law)
        y = 2 / (density * t[[k - 1, 2 * k - 1]])
        off.append(abs((y[1] - y[0] - k) / np.log(2) - wanted))
    constant = draw_asymptotics().constant
    return Finding(
        max(off) < DRAWN and constant in said["yankee_swap.logarithm"],
        f"For {', '.join(law for law, *_ in LAWS)} boxes the coefficient, measured from thresholds "
        f"{k:,} and {2 * k:,}, is off by {float(max(off)):.0e} at most. The constant by Abel's "
        f"series is {constant:.13f}.",
    )


def worths(
    n_values: int, to_act: int, table: tuple[int, ...]
) -> tuple[tuple[Fraction, ...], Fraction]:
    """What each box of a table, best first, is worth to a thief, and what a fresh one is.

    Boxes are drawn from the values 1, ..., `n_values` without replacement; `to_act` players are to
    act, the thief included.
    """
    unseen = [x for x in range(1, n_values + 1) if x not in table]
    taken, fresh = [Fraction(0)] * len(table), Fraction(0)
    for x in unseen:
        new = tuple(sorted((*table, x), reverse=True))
        held = dict(zip(new, holding(n_values, to_act - 1, new), strict=True))
        fresh += held[x] / len(unseen)
        taken = [worth + held[box] / len(unseen) for worth, box in zip(taken, table, strict=True)]
    return tuple(taken), fresh


@cache
def holding(n_values: int, to_act: int, table: tuple[int, ...]) -> tuple[Fraction, ...]:
    """What it is worth to hold each box of a table just before the next player acts."""
    if to_act == 0:
        return tuple(map(Fraction, table))
    taken, fresh = worths(n_values, to_act, table)
    best = max(taken, default=fresh)
    robbed = taken.index(best) if best > fresh else -1  # of equals the best box
    return tuple(fresh if place == robbed else worth for place, worth in enumerate(taken))


@claim("yankee_swap.only_best")
def only_best(effort: Effort) -> Finding:
    """Every position of small games, with every box a candidate, in fractions."""
    n_values, count, low, unsafe = effort.of(full=9, reduced=7), 0, 0, 0
    for size in range(1, n_values):
        for boxes in combinations(range(1, n_values + 1), size):
            table = boxes[::-1]
            for to_act in range(1, min(size, n_values - size) + 1):
                taken, fresh = worths(n_values, to_act, table)
                count += 1
                low += max(taken[to_act:], default=fresh) > max(*taken[:to_act], fresh)
                unsafe += taken[to_act - 1] != table[to_act - 1]
    return Finding(
        low == unsafe == 0,
        f"We solved games with {n_values} boxes of different values, with every box a candidate. "
        f"In {counted(count - low, count)} positions no box beyond the $k$ best pays more, and in "
        f"{counted(count - unsafe, count)} the $k$-th best, once taken, is worth its value.",
    )
