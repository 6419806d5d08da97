"""Key structural observations."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from press import Effort, Finding, claim, in_parts, show
from press.ledger.verdict import NOISE

from ...tolerances import CERTIFIED, DRAWN
from ..few_players import Resteal, holding_three, solutions, three, two
from ..many_players import FIRST_BOXES, first_boxes, large
from ..plays import pool_off, queue_games
from ..queues import bounds, law
from ..readings import Recurrence, is_rule, literal
from ..recursion import opening_beside
from ..said import said


@claim("resteal.punished", of=three)
def punished(game: Resteal) -> Finding:
    """Whether a very high box is worth less to its holder than a lower one."""
    held = game.holding_values(1)
    return Finding(
        bool(held[-1] < held.max() - CERTIFIED),
        "Among three players, when only the last is still to act, holding a box is worth most if "
        f"its value is {float(game.values[held.argmax()]):.2f}: it then brings "
        f"{float(held.max()):.4f}. A perfect box, of value one, brings {holding_three(1.0):.4f}.",
    )


@claim("resteal.doubly")
def doubly(effort: Effort) -> Finding:
    """By the text: in how many ways high boxes are said to be punished."""
    twice = said["resteal.doubly"]
    ways = said.facts("resteal.doubly")["points"]
    return Finding(
        len(ways) in twice,
        f"For {twice.printed[0]} punishments it names {len(ways)}: {', '.join(ways)}.",
    )


def fitted(effort: Effort) -> tuple[np.ndarray, tuple[float, float, float]]:
    """Payoffs of many by a fitted strategy, and what `first_boxes` says of the first one's."""
    fit, games = effort.of(full=300, reduced=50), effort.of(full=2000, reduced=200)
    game = large(effort.of(full=101, reduced=21), fit, games)
    return game.payoffs, first_boxes(game, effort.of(full=500, reduced=20))


@claim("resteal.flat", "resteal.mean")
def wide(effort: Effort) -> dict[str, Finding]:
    """What boxes above one half are worth, with more and more players to come."""
    few = {n: game.holding_values(n - 1) for n, game in solutions(effort.reduced).items() if n > 2}
    spread = {n: float(h[h.size // 2 :].std() / h[h.size // 2 :].mean()) for n, h in few.items()}
    excess = {n: float(h[h.size // 2 :].mean() / h.mean() - 1) for n, h in few.items()}
    first, last = min(few), max(few)
    many, high, phases = law(), law().values > 0.5, (1, 10, 100)
    told = [many.worths[phase] for phase in phases]
    apart = [float(w[high].std() / w[high].mean()) for w in told]
    beyond = [float(w[high].mean() / w.mean() - 1) for w in told]
    pay, (mean, between, error) = fitted(effort)
    near = said["resteal.flat"]
    flat = all(one in near for one in (*spread.values(), *apart))
    rises = np.diff(1 / np.array(beyond))  # alike if it goes to zero like one over a logarithm
    vanishes = nearer(excess.values(), beyond) and abs(rises[1] / rises[0] - 1) in near
    known = (
        "By the formula for many players, which is conjectured to hold in equilibrium, these are "
        f"{{}} at the ends of phases {phases[0]}, {phases[1]} and {phases[2]}, counted from the "
        "last."
    )
    return {
        "resteal.flat": Finding(
            "not refuted" if flat and nearer(spread.values(), apart) else False,
            "What a box above one half is worth to the first player varies with its value: the "
            f"standard deviation is {100 * spread[first]:.1f} % of the mean with {first} players "
            f"and {100 * spread[last]:.1f} % with {last}. "
            + known.format(", ".join(f"{100 * x:.2f} %" for x in apart))
            + f" With {pay.size} players and a fitted strategy boxes from {FIRST_BOXES[0]} to "
            f"{FIRST_BOXES[-1]} are worth {mean:.3f} on average, with a standard deviation of "
            f"{between:.3f} and a standard error of {error:.3f}.",
        ),
        "resteal.mean": Finding(
            "not refuted" if vanishes else False,
            "To the first player a box above one half is worth more than an average box, but less "
            f"and less so: {100 * excess[first]:.0f} % more with {first} players and "
            f"{100 * excess[last]:.0f} % more with {last}. "
            + known.format(", ".join(f"{100 * x:.1f} %" for x in beyond))
            + " They fall like one over a logarithm: from each to the next the reciprocal rises by "
            f"{rises[0]:.2f} and {rises[1]:.2f}.",
        ),
    }


def nearer(*rows: Iterable[float]) -> bool:
    """Whether the last number is less than the first, in each of several rows."""
    return all(last < first for first, *_, last in rows)


@claim("resteal.expropriated")
def expropriated(effort: Effort) -> Finding:
    """Whether many players to come take any box above the average from its holder."""
    sizes, games = effort.of(full=(8, 21, 101), reduced=(6, 21)), effort.of(full=500, reduced=60)
    played = {n: queue_games(n, games, 2) for n in sizes}
    first = 3  # seats with all players but these, or more, to come
    lost = [found.share_lost(range(first)) for found in played.values()]
    crowd = max(sizes)
    late = played[crowd].share_lost(range(crowd // 2, crowd))
    rises = nearer([1 - share for share in lost])
    nearly_all = rises and lost[-1] in said["resteal.expropriated"]
    return Finding(
        "not refuted" if nearly_all else in_parts(lost[-1] > 0, rises),
        f"In {games} games each of {', '.join(map(str, sizes))} players who follow the queue, of "
        f"the boxes above one half that the first {first} seats open or take "
        f"{', '.join(f'{100 * share:.1f} %' for share in lost)} are taken from them in the end; of "
        f"those of the second half of {crowd} seats {100 * late:.0f} %.",
    )


@claim("resteal.lottery")
def lottery(effort: Effort) -> Finding:
    """Whether early players are paid what a draw brings, whatever they do."""
    pay, (mean, between, error) = fitted(effort)
    proved = bounds(pay.size).upper
    less = int(np.argmax(proved >= 0.5))  # of the first seats, all that cannot be paid a draw
    return Finding(
        in_parts(between / mean in said["resteal.lottery"], less == 0),
        f"With {pay.size} players and a fitted strategy it hardly matters which box the first "
        f"player opens, if its value is {FIRST_BOXES[0]} or more: from box to box her payoff has a "
        f"standard deviation of {100 * (between / mean):.0f} % of its mean, with a standard "
        f"error of {100 * (error / mean):.0f} % for each. But early players are paid less than a "
        f"draw of a box, which brings {show(0.5)}: seats 1, 2, 3 and 10 get "
        f"{', '.join(f'{pay[seat - 1]:.3f}' for seat in (1, 2, 3, 10))}, and in any equilibrium "
        f"the first {less} seats are paid less, the very first {float(proved[0]):.3f} at most.",
    )


@claim("resteal.pool_iid")
def pool_iid(effort: Effort) -> Finding:
    """Whether the boxes held are independent draws: as a heap, and by who holds them."""
    n, games = 6, effort.of(full=20_000, reduced=1000)
    found = queue_games(n, games, 1)
    off = pool_off(found.tables)
    means = found.held.mean(axis=0)
    errors = found.held.std(axis=0, ddof=1) / np.sqrt(games)
    by_holder = float((np.abs(means - 0.5) / errors).max())
    few = two(effort).payoffs
    return Finding(
        in_parts(off < NOISE, by_holder < NOISE),
        f"In {games:,} games of {n} players who follow the queue the mean of each rank on the "
        f"table at each stage, and of each product of two ranks, is within {off:.2f} standard "
        "errors of that of independent draws. But what a given seat holds is no such draw: in the "
        f"end the first holds {means[0]:.3f} on average and the last {means[-1]:.3f}; in the "
        f"equilibrium of two players it is {few[0]:.3f} and {few[1]:.3f}.",
    )


def moment_off(boxes: np.ndarray, power: int) -> float:
    """By how many standard errors a moment of some boxes is off that of uniform ones."""
    seen = boxes**power
    return float(abs(seen.mean() - 1 / (power + 1)) / (seen.std(ddof=1) / np.sqrt(seen.size)))


@claim("resteal.uniform")
def uniform(effort: Effort) -> Finding:
    """Whether the boxes beside a fresh one are uniform, as h and s_k take them to be."""
    game = three(effort)
    assumed, opens = float(game.holding_values(1).mean()), float(game.actions[1][0])
    real = float(opening_beside(Fraction(1, 5), len(game.values)))
    tables = queue_games(6, effort.of(full=20_000, reduced=1000), 1).tables
    fresh = np.diff(np.nansum(tables, axis=2), axis=1)  # no box leaves the table
    pairs = tables[:, 1, 0]
    best, error = float(pairs.mean()), float(pairs.std() / np.sqrt(pairs.size))
    return Finding(
        in_parts(
            all(moment_off(fresh, power) < NOISE for power in (1, 2)),
            abs(assumed - real) < DRAWN and abs(best - 0.5) < NOISE * error,
        ),
        f"A box that is opened is uniform: the mean of {fresh.size:,} is {fresh.mean():.3f}. But "
        "what is beside it is not: the second of three opens a box only beside a poor one (in "
        f"{opens:.3f} of games), where opening it is worth {real:.4f}; beside a uniform box, as in "
        f"$h$, it would be worth {assumed:.4f}. And $v^*$, which enters $s_k$, is the best box on "
        f"the table: in {pairs.size:,} games the best of two has the mean {best:.3f}.",
    )


@claim("resteal.defined", of=literal)
def defined(found: Recurrence) -> Finding:
    """Whether the recurrences are well defined."""
    return Finding(
        in_parts(is_rule(found), not found.jumps),
        "Read as a rule, steal if $h(v, k-1) > s_k$, they are: one threshold for each of "
        rf"{found.n_players} $k$, $\tau_1 = \tau_2 = {found.thresholds[1]:.6f}$, $\tau_3 = "
        rf"{found.thresholds[2]:.6f}$, with $s_2 = {found.turn_values[1]:.6f}$. The equation "
        r"$h(\tau_k, k-1) = s_k$ has no solution at $k = "
        f"{', '.join(map(str, found.jumps))}$, where $h$ jumps across $s_k$.",
    )
