"""Sections 5.2 and C.3: who would break a coalition."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, payoffs
from parlor.games.guts.asynchronous import hold_down
from parlor.games.guts.rounds import against
from press import Effort, Finding, claim, in_parts, show

from ..agreement import largest_difference, tally
from ..tolerances import CERTIFIED, ROUNDING
from .said import said
from .solutions import continuum

FAIR = equilibrium_threshold(3)
PLAN = float(said.value("duel.own")), 0.0, float(said.value("duel.beside"))  # with a pseudo-bloc
DRAWN_BY_LOT = FAIR, 0.0, 0.913  # a leader drawn by lot, and the best the other can hold above
SPOILED = 0.0, 0.01, 0.01  # player 1 holds always, the others almost always
Table = tuple[float, float, float]


@cache
def payoffs_at_fair(mesh: int) -> np.ndarray:
    """Everybody's payoff by the thresholds of players 2 and 3, player 1 at 1/sqrt(2)."""
    fine = np.linspace(0, 1, mesh)
    return np.array([[payoffs((FAIR, float(a), float(b))) for b in fine] for a in fine])


def best_of(table: Table, player: int, mesh: int = 1001) -> tuple[float, float]:
    """A player's best threshold with the others where they are, and how much it gains."""
    grid = np.linspace(0, 1, mesh)
    earned, _ = against((*table[player + 1 :], *table[:player]), grid)
    best = int(earned.argmax())
    return float(grid[best]), float(earned[best] - payoffs(table)[player])


def replies_in_turn(own: float, follows: bool, mesh: int) -> list[float]:
    """Best replies in turn from a leader and 0.86: what the moving player moves to."""
    table, moves = [own, 0.0, 0.86], []
    for step in range(16):
        player = (2, 1)[step % 2]
        table[player], _ = best_of((table[0], table[1], table[2]), player, mesh)
        moves.append(table[player])
        if follows:
            table[0], _ = best_of((table[0], table[1], table[2]), 0, mesh)
    return moves


@claim("break.pseudo")
def not_for_both(effort: Effort) -> Finding:
    """The pseudo-bloc does not let both partners gain while player 1 loses."""
    grid = np.linspace(0.5, 1, effort.of(full=201, reduced=51)).tolist()
    fixed = [payoffs((PLAN[0], 0.0, q)) for q in grid]
    both = tally(a < 0 and min(b, c) > 0 for a, b, c in fixed)
    drawn = -payoff(DRAWN_BY_LOT) / 2
    return Finding(
        in_parts(both.right == 0, drawn <= 0),
        f"If the leader is fixed, the thresholds {show(PLAN)} pay "
        f"{show(tuple(round(p, 4) for p in payoffs(PLAN)))}, and both partners gain while player 1 "
        f"loses at {both} thresholds of the leader's partner from {grid[0]:g} to {grid[-1]:g}. If "
        f"the leader is drawn at random, each gains {drawn:.4f} by {show(DRAWN_BY_LOT[1:])} "
        r"against $1/\sqrt{2}$.",
    )


def spoiled(paid: np.ndarray) -> np.ndarray:
    """Where player 1 loses while neither partner does, of payoffs with a row a table."""
    return (paid[..., 0] < -ROUNDING) & (paid[..., 1:].min(-1) >= -ROUNDING)


@claim("break.any")
def no_strategy_at_all(effort: Effort) -> Finding:
    """No strategy lets player 2 gain and 3 be neutral while 1 loses."""
    low = payoffs(SPOILED)
    lost = tally(spoiled(payoffs_at_fair(effort.of(full=201, reduced=41))).ravel())
    return Finding(
        in_parts(lost.right == 0, not (low[0] < 0 < min(low[1:]))),
        r"If player 1 keeps to $1/\sqrt{2}$, as the source's next paragraph has it, "
        f"{lost} pairs of thresholds on a mesh make her lose while neither partner does. But if "
        f"she does not, the thresholds {show(SPOILED)}, for example, pay "
        f"{show(tuple(round(p, 4) for p in low))}.",
    )


@claim("break.incentive", "break.not_nash")
def incentive(effort: Effort) -> dict[str, Finding]:
    """Members of the winning coalition can gain by breaking it, in each of its plans."""
    own = continuum(2).player_one[0][0]
    (bloc, _), (led, _) = continuum(2).coalition
    # the last member leaves: the leader is the first
    moves = [best_of((own, *plan), 2) for plan in (bloc, led)]  # type: ignore[arg-type]
    (alone, beside), gains = zip(*moves, strict=True)
    return {
        "break.incentive": Finding(
            min(gains) > CERTIFIED,
            f"In the bloc {show(tuple(round(q, 3) for q in bloc))} a member who leaves alone gains "
            f"{gains[0]:.4f} by holding above {alone:.3f}. Beside the leader, who always holds, "
            f"the other gains {gains[1]:.3f} by holding above {beside:.3f}.",
        ),
        "break.not_nash": Finding(
            min(gains) > CERTIFIED,
            f"The strategy blends two pairs of thresholds. In the first a member gains "
            f"{gains[0]:.5f} by leaving alone, and in the second {gains[1]:.3f}.",
        ),
    }


def blocs_at_fair(effort: Effort) -> tuple[np.ndarray, list[float]]:
    """Blocs, and what each leaves player 1 at 1/sqrt(2)."""
    grid = np.linspace(0, 1, effort.of(full=2001, reduced=201))
    return grid, [payoff((FAIR, q, q)) for q in grid.tolist()]


@claim("break.winning_bloc")
def winning_is_no_bloc(effort: Effort) -> Finding:
    """The winning strategy of players 2 and 3 is a bloc strategy."""
    grid, paid = blocs_at_fair(effort)
    plans = [allies for allies, _ in continuum(2).coalition]
    return Finding(
        min(paid) < -CERTIFIED,
        rf"Against $1/\sqrt{{2}}$ the best of {grid.size:,} blocs leaves player 1 {min(paid):.0e}, "
        "and no blend of blocs leaves her less than the best of them. The winning strategy blends "
        f"the pairs of thresholds {show([tuple(round(p, 3) for p in plan) for plan in plans])}.",
    )


@claim("break.no_advantage")
def no_advantage_apart(effort: Effort) -> Finding:
    """Two players who cannot communicate gain nothing over player 1 by teaming up."""
    found = hold_down(2, V=0.0, n_starts=effort.of(full=20, reduced=4))
    return Finding(
        found.value > -CERTIFIED,
        f"From {found.n_starts} starts independent partners hold player 1 to "
        f"{abs(found.value):.0e} in a round if she replies, at {found.own:.4f}; that they cannot "
        "do better is proved in the lecture. But the source's reason does not show it: if she "
        rf"keeps to $1/\sqrt{{2}}$ whatever they do, the thresholds {show(DRAWN_BY_LOT[1:])} cost "
        f"her {-payoff(DRAWN_BY_LOT):.3f}.",
    )


@claim("break.partner", "break.approach")
def partner_of_a_leader(effort: Effort) -> dict[str, Finding]:
    """The partner of a player at 0 should play close to 1/sqrt(2), and so both approach it."""
    mesh = effort.of(full=1001, reduced=101)
    turns = {own: replies_in_turn(own, False, mesh) for own in (PLAN[0], FAIR)}
    first = [abs(moves[0] - FAIR) for moves in turns.values()]
    along = replies_in_turn(PLAN[0], True, mesh)
    ends = [*(moves[-1] for moves in turns.values()), along[-1]]
    near = said["break.approach"].verdict(abs(p - FAIR) for p in ends)
    return {
        "break.partner": Finding(
            said["break.partner"].verdict(first),
            f"The best threshold beside a leader who always holds is {turns[PLAN[0]][0]:.2f} if "
            rf"player 1 is at {PLAN[0]:g}, and {turns[FAIR][0]:.2f} if she is at $1/\sqrt{{2}} = "
            f"{FAIR:.4f}$.",
        ),
        "break.approach": Finding(
            "not refuted" if near == "holds" else near,
            rf"If the partners start from {show(PLAN[1:])} and reply in turn to each other and to "
            r"player 1 at $1/\sqrt{2}$, they move to "
            f"{show([round(p, 3) for p in turns[FAIR][:5]])} and so on, and end at {ends[1]:.3f}. "
            f"They end at {ends[0]:.3f} if she is at {PLAN[0]:g}, and at {ends[2]:.3f} if she "
            "replies too.",
        ),
    }


@claim("break.bloc")
def no_bloc_gains(effort: Effort) -> Finding:
    """No bloc gains against 1/sqrt(2)."""
    q, paid = blocs_at_fair(effort)
    above, below = (q - FAIR) * (4 * q * q - 2), 2 * (FAIR - q) * (1 - FAIR**2 - FAIR * q)
    off = largest_difference(paid, np.where(q > FAIR, above, below))
    return Finding(
        min(paid) > -ROUNDING and off < ROUNDING,
        r"At $p = 1/\sqrt{2}$ player 1's payoff against a bloc at $q$ is $(q - p)(4 q^2 - 2)$ if "
        f"$q > p$ and $2 (p - q)(1 - p^2 - p q)$ if $q < p$ (within {off:.0e}), and neither is "
        f"negative. The least on a mesh of {q.size:,} blocs is {min(paid):.0e}.",
    )


@claim("break.third")
def third_gains_nothing(effort: Effort) -> Finding:
    """Player 3 gains nothing when 1 and 2 play 1/sqrt(2)."""
    grid = np.linspace(0, 1, effort.of(full=2001, reduced=201))
    gains = np.array([payoffs((FAIR, FAIR, b))[2] for b in grid.tolist()])
    tie = grid[abs(gains) < ROUNDING]
    return Finding(
        gains.max() < ROUNDING,
        f"By {grid.size:,} thresholds player 3 gains at most {gains.max():.0e}. The {tie.size:,} "
        f"of them up to {tie.max():.4g} pay him zero; by the others he loses, at most "
        f"{-gains.min():.3f}.",
    )


@claim("break.pair")
def no_pair(effort: Effort) -> Finding:
    """Against 1/sqrt(2) no pair makes player 1 lose without either of them losing."""
    mesh = effort.of(full=201, reduced=41)
    at_fair = payoffs_at_fair(mesh)
    pure = int(spoiled(at_fair).sum())
    rng, tries = np.random.default_rng(0), effort.of(full=20_000, reduced=500)
    paid = np.zeros((tries, 3))
    for n in range(tries):  # independent mixes of two thresholds each
        (i, k), (j, m) = rng.integers(0, mesh, (2, 2)).tolist()
        y, z = rng.dirichlet(np.ones(2), 2)
        paid[n] = np.einsum("a,b,abc", y, z, at_fair[np.ix_((i, k), (j, m))])
    mixed = int(spoiled(paid).sum())
    return Finding(
        "not refuted" if pure == mixed == 0 else False,
        f"We found {pure or 'no'} such pairs among ${mesh}^2$ pairs of thresholds, and "
        f"{mixed or 'none'} among {tries:,} random pairs of independent mixes of two thresholds.",
    )


@claim("break.only")
def only_pure_equilibrium(effort: Effort) -> Finding:
    """With pooled winnings the symmetric equilibrium is the only pure one."""
    x = np.linspace(0, 1, effort.of(full=51, reduced=21))
    paid = [[against((b, c), x)[0] for c in x.tolist()] for b in x.tolist()]
    cube = np.moveaxis(np.array(paid), 2, 0)
    alone = cube >= cube.max(0, keepdims=True) - ROUNDING
    second = cube <= cube.min(1, keepdims=True) + ROUNDING
    third = cube <= cube.min(2, keepdims=True) + ROUNDING
    pure = [tuple(np.round(x[list(i)], 2).tolist()) for i in np.argwhere(alone & second & third)]
    near = max((abs(p - FAIR) for table in pure for p in table), default=1.0)
    return Finding(
        "not refuted" if len(pure) == 1 and near < 1 / (x.size - 1) else False,
        f"A search through all triples of {x.size} thresholds on a mesh finds {len(pure)} pure "
        f"equilibri{'um' if len(pure) == 1 else 'a'}: {show(pure)}, at most {near:.3f} away from "
        rf"$1/\sqrt{{2}}$.",
    )
