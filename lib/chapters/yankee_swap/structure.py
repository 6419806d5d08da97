"""Key structural observations."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from parlor.games.yankee_swap.exact import resteal_closed_form
from press import Effort, Finding, claim, show

from .crowd import first_boxes, large
from .holding import last_two
from .readings import LITERAL, reading
from .recursion import every_position, opening_beside
from .small import holding_three, solutions, solved


@claim("locked.best")
def best(effort: Effort) -> Finding:
    """In the locked game: the best box that may be stolen, if above the threshold."""
    checks = every_position(effort.of(full=4, reduced=2))
    gain = max(check.largest_gain for check in checks)
    return Finding(
        gain == 0,
        f"{sum(check.n_actions for check in checks):,} actions at "
        f"{sum(check.n_positions for check in checks)} positions of small decks, in fractions: "
        f"the largest gain of any other action is {gain}.",
    )


@claim("resteal.punished")
def punished(effort: Effort) -> Finding:
    """Whether a very high box is worth less to its holder than a lower one."""
    three = solved(3, effort.of(full=400, reduced=30))
    held = three.holding_values(1)
    peak = float(three.values[held.argmax()])
    return Finding(
        bool(held[-1] < held.max() - 0.01),
        f"Three players, one to act: holding a box is worth most, {float(held.max()):.4f}, at v = "
        f"{peak:.2f}; a box of value 1 is worth {holding_three(1.0):.4f} to its holder.",
    )


@claim("resteal.flat", "resteal.mean")
def wide(effort: Effort) -> dict[str, Finding]:
    """What the first player's boxes above one half are worth, with more and more players."""
    games = solutions(effort.reduced)
    few = {n: game.holding_values(n - 1) for n, game in games.items() if n > 2}
    spread = {n: float(h[h.size // 2 :].std()) for n, h in few.items()}
    excess = {n: float(h[h.size // 2 :].mean() / h.mean() - 1) for n, h in few.items()}
    first, last = min(few), max(few)
    crowd = effort.of(full=101, reduced=21)
    game = large(crowd, effort.of(full=300, reduced=50), effort.of(full=2000, reduced=200))
    mean, between, error = first_boxes(game, effort.of(full=500, reduced=20))
    beyond = mean / float(game.payoffs[0]) - 1
    noise = np.hypot(error, game.payoffs_error[0]) / float(game.payoffs[0])
    falls = list(excess.values()) == sorted(excess.values(), reverse=True)
    narrow = spread[last] < spread[first] / 2
    return {
        "resteal.flat": Finding(
            "not refuted" if narrow and between < spread[first] / 2 else False,
            "Above one half, what the first player's box is worth has a standard deviation, over "
            f"its value, of {spread[first]:.3f} with {first} players and {spread[last]:.3f} with "
            f"{last}. Among {crowd}, approximately, boxes from .3 to .9 are worth {mean:.3f}, "
            f"with a standard deviation of {between:.3f} where the noise of a box is {error:.3f}.",
        ),
        "resteal.mean": Finding(
            "not refuted" if falls and beyond < excess[first] else False,
            f"To the first player a box above one half is worth {100 * excess[first]:.0f} % more "
            f"than the mean of all with {first} players and {100 * excess[last]:.0f} % more with "
            f"{last}, falling all the way; among {crowd}, approximately, boxes from .3 up "
            f"{100 * beyond:.0f} +- {100 * noise:.0f} %. That it tends to nothing is neither "
            "proved nor contradicted.",
        ),
    }


@claim("resteal.expropriated")
def expropriated(effort: Effort) -> Finding:
    """Whether any box above the average is taken in the end, and another opened for it."""
    n = effort.of(full=101, reduced=8)
    before = float(resteal_closed_form(n)[-2])
    second = float(solved(4, effort.of(full=400, reduced=30)).actions[2][2])
    _, kept, _ = map(float, last_two(np.float64(0.9), np.float64(0.8)))  # type: ignore[arg-type]
    return Finding(
        "partly" if second > 0 and before > 0.6 else second == 0,
        "There is one theft a turn, and what is taken at rank k with k to act is kept: beside .9 "
        f"the last but one takes .8, and is paid {show(kept)}. The last but one of {n} is paid "
        f"{before:.4f} on average, where a box that is taken from everybody would leave a draw.",
    )


@claim("resteal.lottery")
def lottery(effort: Effort) -> Finding:
    """Whether early players are paid what a draw brings, whatever they do."""
    crowd = effort.of(full=101, reduced=21)
    game = large(crowd, effort.of(full=300, reduced=50), effort.of(full=2000, reduced=200))
    _, between, error = first_boxes(game, effort.of(full=500, reduced=20))
    indifferent = between < 3 * error
    pay = game.payoffs
    draw = abs(float(pay[0]) - 0.5) < 0.05
    few = {n: solution.payoffs for n, solution in solutions(effort.reduced).items() if n > 2}
    more = {n: 100 * float(found[1] / found[0] - 1) for n, found in (*few.items(), (crowd, pay))}
    return Finding(
        True if indifferent and draw else "partly" if indifferent else False,
        f"Among {crowd}, approximately: what the first player gets does not depend on which box "
        "from .3 up was opened, within the noise. But it is no draw of a box: seats 1, 2, 3 and "
        f"10 are paid {float(pay[0]):.3f}, {float(pay[1]):.3f}, {float(pay[2]):.3f} and "
        f"{float(pay[9]):.3f}, a box {show(0.5)}. Seat 2, who may choose, gets "
        f"{more[min(few)]:.0f} % more than seat 1 among {min(few)} players, {more[max(few)]:.0f} "
        f"% among {max(few)}, {more[crowd]:.0f} % here.",
    )


@claim("resteal.pool_iid")
def pool_iid(effort: Effort) -> Finding:
    """Whether the boxes held are independent draws: as a heap, and by who holds them."""
    games = effort.of(full=200_000, reduced=2000)
    played = large(6, effort.of(full=300, reduced=50), games)
    opens = float(played.actions[-1][0])
    error = float(np.sqrt(0.5**5 / games))
    two = solved(2, effort.of(full=400, reduced=30)).payoffs
    heap = abs(opens - 0.5**5) < 4 * error
    alike = abs(two[0] - two[1]) < 0.01
    return Finding(
        True if heap and alike else "partly" if heap else False,
        f"As a heap they are: in {games:,} games of six the last finds none above one half in "
        f"{opens:.4f}, and among independent draws it would be {0.5**5:.4f}. By holder they are "
        f"not: of two players the first holds {float(two[0]):.3f} on average, the second "
        f"{float(two[1]):.3f}.",
    )


@claim("resteal.uniform")
def uniform(effort: Effort) -> Finding:
    """Whether the boxes beside a fresh one are uniform, as h and s_k take them to be."""
    cards = effort.of(full=400, reduced=30)
    assumed = float(solved(3, cards).holding_values(1).mean())
    opens = float(solved(3, cards).actions[1][0])
    real = float(opening_beside(Fraction(1, 5), cards))
    return Finding(
        abs(assumed - real) < 1e-3,
        "Three players: the second opens a box only if the one on the table is below 3/8 (in "
        f"{opens:.3f} of games), and then the fresh box is the one at risk: opening is worth "
        f"{real:.4f}. Beside a uniform box, as in h, it would be worth {assumed:.4f}.",
    )


@claim("resteal.defined")
def defined(effort: Effort) -> Finding:
    """Whether the recurrences are well defined."""
    n = effort.of(full=101, reduced=8)
    found = reading(LITERAL, n)
    whole = len(found.thresholds) == n and found.steals_above
    return Finding(
        "partly" if whole and found.jumps else whole,
        f"Read as a rule, steal if $h(v, k-1) > s_k$, they are: one threshold for each of {n} $k$, "
        rf"$\tau_1 = \tau_2 = {found.thresholds[1]:.6f}$, $\tau_3 = {found.thresholds[2]:.6f}$, "
        rf"with $s_2 = {found.turn_values[1]:.6f}$. The equation $h(\tau_k, k-1) = s_k$ has no "
        f"solution at $k = {show(found.jumps)}$, where $h$ jumps across $s_k$.",
    )
