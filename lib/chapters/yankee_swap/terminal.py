"""The last player and the last but one."""

from __future__ import annotations

from scipy.integrate import quad

from parlor.core.laws import read as law
from parlor.games import yankee_swap
from parlor.games.yankee_swap import draw_values, locked_seat_payoffs
from parlor.games.yankee_swap.exact import check_locked
from press import Effort, Finding, Value, claim, show
from press.ledger.verdict import NOISE

from .axioms import best_of_pool, played
from .plays import hundred, stories
from .said import said


@claim("terminal.greedy")
def greedy(effort: Effort) -> Finding:
    """The last player does best to take the best box she may, if better than a fresh one."""
    deck = range(effort.of(full=7, reduced=4))
    right = check_locked(4, distribution=deck)
    moved = []
    for by in (-2, 2):  # another threshold of the last player alone
        limits = [right.draw_values[0] + by, *right.draw_values[1:]]
        moved.append(check_locked(4, distribution=deck, thresholds=limits).largest_gain)
    return Finding(
        right.largest_gain == 0 and min(moved) > 0,
        f"With four players and {len(deck)} values, at every position and in exact arithmetic, "
        "nobody gains by another action. If the last player's threshold were lower or higher by "
        f"two of these values, she could gain up to {moved[0]} or {moved[1]} by another action.",
    )


@claim("terminal.mean")
def mean(effort: Effort) -> Value:
    """The mean of a fresh box: the integral over what the games draw from."""
    return Value(quad(law("uniform").quantile, 0, 1)[0])


@claim("terminal.t1")
def last_threshold(effort: Effort) -> Value:
    """What opening a box is worth with nobody to come."""
    return Value(draw_values(1)[0])


@claim("terminal.power")
def power(effort: Effort) -> Finding:
    """No open box above one half: (1/2)^(N-1), locked or not, in games really played."""
    games = effort.of(full=400_000, reduced=4000)
    n, crowd = 6, 101
    six, error = best_of_pool(n, games)
    many = effort.of(full=400_000, reduced=400)
    hundred, _ = best_of_pool(crowd, many)
    return Finding(
        abs(six - 0.5 ** (n - 1)) < NOISE * error and hundred == 0,
        f"In simulated games of {n} players the last sees no box above one half in a share of "
        f"{six:.5f} +- {error:.5f}, and $(1/2)^5 = {0.5 ** (n - 1):.5f}$. Among {crowd} players, "
        f"in {many:,} games, the share is {show(hundred)}.",
    )


@claim("terminal.certain")
def certain(effort: Effort) -> Finding:
    """How often the last of 101 players steals."""
    games = effort.of(full=400_000, reduced=400)
    found = played(101, games)
    exact = float(yankee_swap.locked_steal_probabilities(101)[-1])
    return Finding(
        exact in said["terminal.certain"],
        f"She steals with probability {exact:g}, and did so in {float(found.steal_rates[-1]):.4f} "
        f"of {games:,} games. The best open box, locked or not, beats "
        f"her threshold in {float(found.best_rates[-1]):.4f} of them.",
    )


@claim("terminal.rule")
def rule(effort: Effort) -> Finding:
    """Whether the last player can take the best of all open boxes."""
    n, games = 101, effort.of(full=400_000, reduced=400)
    told, found = hundred(effort), played(n, games)
    above, steals = float(found.best_rates[-1]), float(found.steal_rates[-1])
    return Finding(
        above == steals,
        f"The best of {n - 1} open boxes is above $t_1$ in {above:.4f} of {games:,} games, and "
        f"the last player steals in {steals:.4f}. In {told.best_free} of {told.n_games:,} games "
        f"that box was still free when the last of {n} came; in the others it was locked.",
    )


@claim("penultimate.t0")
def replacement(effort: Effort) -> Value:
    """What a replacement is worth that nobody can take: a fresh box, kept; and in games."""
    told = stories(3, effort.of(full=40_000, reduced=4000), 2)
    parts = effort.of(full=10, reduced=4)
    solved = check_locked(
        3, distribution=range(1, 2 * parts, 2)
    )  # a uniform box in steps, 2 parts long
    return Value(
        float(solved.draw_values[0] / (2 * parts)),
        evidence=f"The value is that of three players, solved exactly with {parts} equally likely "
        f"values; no change of an action gains more than {solved.largest_gain}. In "
        f"{told.n_games:,} games of three with uniform boxes, whoever opened the last box was paid "
        f"{float(told.worth[0]):.4f} +- {float(told.worth_error[0]):.4f}.",
    )


@claim("penultimate.side")
def side(effort: Effort) -> Finding:
    """Which of the last but one's boxes the last player takes."""
    told = stories(2, effort.of(full=20_000, reduced=2000), 3)
    last = quad(lambda x: x, 0, 0.5)[0] + quad(lambda x: 0.5, 0.5, 1)[0]  # by the printed sides
    best = float(locked_seat_payoffs(2)[-1])
    return Finding(
        last >= best,
        f"In {told.n_games:,} games of two the last player takes {told.above_taken:,} of the "
        f"{told.above:,} boxes above $t_1$, and {told.below - told.below_kept} of the "
        f"{told.below:,} below it. By the printed sides she would be paid {last:g}, where she can "
        f"have {best:g}.",
    )


@claim("penultimate.t2")
def second_threshold(effort: Effort) -> Finding:
    """The formula for t_2, against games of two in which the first was paid that."""
    formula = quad(lambda x: x, 0, 0.5)[0] + quad(lambda x: 0.5, 0.5, 1)[0]
    told = stories(2, effort.of(full=20_000, reduced=2000), 3)
    z = abs(told.worth[1] - formula) / told.worth_error[1]
    return Finding(
        bool(z < NOISE),
        f"The integral is {formula:g}; {told.n_games:,} games of two pay the first "
        f"{float(told.worth[1]):.4f} +- {float(told.worth_error[1]):.4f}.",
    )
