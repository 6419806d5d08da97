"""Sections 1, 3 and 4.1: hands, what a round pays, and what computing that costs."""

from __future__ import annotations

from itertools import product
from operator import le, lt
from typing import Any

from parlor.games.guts import payoff, payoffs, stakes_multiplier
from parlor.games.guts.play import deal
from press import Effort, Finding, claim, greatest, in_parts, show
from press.ledger.verdict import NOISE

from ..agreement import Cases, agrees, largest_difference, tally
from ..tolerances import ROUNDING
from . import printed
from .rounds import (
    TENTHS,
    pairs_of_tenths,
    returns,
    steps_of_alpha,
    steps_of_beta,
    steps_of_pseudo_bloc,
    tables_of_five,
    triples_of_tenths,
)
from .said import said


@claim("payoff.alpha_cost", "payoff.beta_cost")
def costs(effort: Effort) -> dict[str, Finding]:
    """The algorithms take of the order of n 3^n and of n 2^n steps."""
    many, more = range(2, effort.of(full=13, reduced=8)), range(2, effort.of(full=17, reduced=8))
    alpha = [steps_of_alpha(n) / (n * 3**n) for n in many]
    beta = [steps_of_beta(n) / (n * 2**n) for n in more]
    exact = all(steps_of_alpha(n) == n * (3**n - 2**n) for n in many)
    return {
        "payoff.alpha_cost": Finding(
            said["payoff.alpha_cost"].verdict([alpha[-1] / alpha[0]]),
            f"We ran through the algorithm's cases: for {many[0]} players they update "
            f"{alpha[0]:.2f} $n 3^n$ payoffs, and for {many[-1]} players {alpha[-1]:.3f} $n 3^n$. "
            f"The exact number is {'' if exact else 'not always '}$n (3^n - 2^n)$.",
        ),
        "payoff.beta_cost": Finding(
            said["payoff.beta_cost"].verdict([beta[-1] / beta[0]]),
            f"We ran through the algorithm's cases for {more[0]} to {more[-1]} players: the number "
            f"of factors that they multiply is {show(sorted(set(beta)))} times $n 2^n$.",
        ),
    }


@claim("payoff.accounting")
def accounting(effort: Effort) -> Finding:
    """With r holders the winner gets n + r - 2, the others who hold r - 2 - n, the rest r - 2."""
    tables = [(n, r) for n in range(2, effort.of(full=9, reduced=5)) for r in range(1, n + 1)]
    off = 0.0
    for n, r in tables:
        win, lose, drop = returns(n, r)
        wanted = [(win + (r - 1) * lose) / r] * r + [drop] * (n - r)
        paid = payoffs([0.0] * r + [1.0] * (n - r))
        off = greatest(off, largest_difference(paid, wanted))
    n = 5
    three = returns(n, 3)
    return Finding(
        off < ROUNDING and three == (n + 1, -(n - 1), 1),
        f"At {len(tables)} tables where some always hold and the others never do, our payoffs "
        f"differ by at most {off:.0e} from these returns, shared among the holders. With {n} "
        f"players of whom three hold the returns are {show(three)}.",
    )


@claim("payoff.zero_sum")
def zero_sum(effort: Effort) -> Finding:
    """The payoffs of a round add up to nothing, in every outcome and so in expectation."""
    tables = tables_of_five(effort.of(full=40, reduced=4))
    worst = greatest(*(abs(sum(payoffs(table))) for table in tables))
    exact = greatest(*(float(abs(sum(printed.alpha_by_subsets(table)))) for table in tables))
    outcomes = [(n, r, returns(n, r)) for n in range(2, 12) for r in range(1, n + 1)]
    left = [win + (r - 1) * lose + (n - r) * drop for n, r, (win, lose, drop) in outcomes]
    return Finding(
        worst < ROUNDING and exact == 0 and not any(left),
        f"In all {len(outcomes)} outcomes of a round of {outcomes[0][0]} to {outcomes[-1][0]} "
        f"players the returns add up to zero. At {len(tables)} random tables of five players the "
        f"payoffs do, exactly by the source's algorithm and within {worst:.0e} by ours.",
    )


@claim("payoff.nobody")
def stakes_by_holders(effort: Effort) -> Finding:
    """With r holders the stakes are multiplied by r - 1, in every event."""
    n = 5
    found = [stakes_multiplier([0.0] * r + [1.0] * (n - r)) for r in range(n + 1)]
    return Finding(
        in_parts(*(one == r - 1 for r, one in enumerate(found))),
        f"With none to all of {n} players holding the stakes are multiplied by {show(found)}.",
    )


@agrees(
    "payoff.two",
    "At all {count} pairs of thresholds in tenths the formula differs from our payoffs by at most "
    "{off}.",
)
def two_players(effort: Effort) -> Cases:
    """Alpha for two players, (3.1)."""
    return ((printed.two(*p), payoff(p)) for p in pairs_of_tenths())


@agrees(
    "payoff.three",
    "At {count} triples of different thresholds in tenths, in all six orders, the formula differs "
    "from our payoffs by at most {off}.",
)
def three_players(effort: Effort) -> Cases:
    """Alpha for three players, the six cases of (3.2)."""
    return ((printed.three(*p)[1], payoff(p)) for p in triples_of_tenths(effort.reduced))


@claim("payoff.ties")
def equal_thresholds(effort: Effort) -> Finding:
    """The six cases of (3.2) and of (B.2) cover all thresholds."""
    order = {"<": lt, "<=": le}[said.facts("payoff.ties")["order"]]
    triples: list[tuple[Any, ...]] = list(product(TENTHS, repeat=3))
    covered = tally(order(a, b) and order(b, c) for a, b, c in map(sorted, triples))
    equal = [p for p in triples if len({*p}) < len(p)]
    off = greatest(*(
        abs(float(printed.three(*p, weenie=rule)[1]) - payoff(p, weenie=rule))
        for p in equal for rule in (False, True)
    ))  # fmt: skip
    return Finding(
        in_parts(covered.all, off < ROUNDING),
        f"The cases cover {covered} triples of thresholds in tenths. At the {len(equal)} with "
        "equal ones the line of a case beside them differs from our payoffs by at most "
        f"{off:.0e}.",
    )


@claim("payoff.beta")
def beta_of_two_and_three(effort: Effort) -> Finding:
    """Beta for two and three players."""
    pairs, triples = pairs_of_tenths(), triples_of_tenths(effort.reduced)
    ours = [stakes_multiplier(p) for p in pairs + triples]
    theirs = [p * q + (1 - p) * (1 - q) for p, q in pairs]
    theirs += [2 - sum(p) + 2 * p[0] * p[1] * p[2] for p in triples]
    off = largest_difference(ours, theirs)
    return Finding(
        off < ROUNDING,
        f"At {len(pairs)} pairs and {len(triples)} triples of thresholds in tenths the formulas "
        f"differ from our multipliers by at most {off:.0e}.",
    )


@claim("payoff.alpha_algorithm")
def algorithm_of_alpha(effort: Effort) -> Finding:
    """Everybody's alpha by the algorithm over who drops, loses and contends."""
    tables = tables_of_five(effort.of(full=40, reduced=4))
    whole, bare = (
        [largest_difference(payoffs(p), printed.alpha_by_subsets(p, lose=lose)) for p in tables]
        for lose in (True, False)
    )
    three = 0.64, 0.0, 0.86
    dealt = deal(three, n_rounds=effort.of(full=1_000_000, reduced=20_000), seed=1)
    z = abs(dealt.payoff - payoff(three)) / dealt.payoff_error
    return Finding(
        in_parts(max(whole) < ROUNDING and z < NOISE, min(bare) <= ROUNDING),
        f"At {len(tables)} random tables of five players everybody's payoff differs from ours by "
        f"at most {max(whole):.0e}, and by {min(bare):.2f} at least if the algorithm is repeated, "
        "as its last step says, for all who may drop alone. In "
        f"{dealt.n_rounds:,} deals to three players with the thresholds {show(three)} player 1's "
        f"mean payoff agrees with ours within {z:.1f} standard errors.",
    )


@agrees(
    "payoff.beta_algorithm",
    "At {count} random tables of five players the algorithm's multiplier differs from ours by at "
    "most {off}.",
)
def algorithm_of_beta(effort: Effort) -> Cases:
    """Beta by running through who drops."""
    tables = tables_of_five(effort.of(full=40, reduced=4))
    return ((printed.beta_by_subsets(p), stakes_multiplier(p)) for p in tables)


@claim("payoff.index")
def index_of_a_column(effort: Effort) -> Finding:
    """The i-th strategy of column x is the floor of (x mod N^i) / N^(i-1)."""
    mesh, partners = 5, 4
    places = range(1, partners + 1)
    columns = {sum(j * mesh**k for k, j in enumerate(plan)): plan
               for plan in product(range(mesh), repeat=partners)}  # fmt: skip
    right = tally(
        tuple((column % mesh**i) // mesh ** (i - 1) for i in places) == plan
        for column, plan in columns.items()
    )
    return Finding(
        right.all,
        f"The formula reads {right} columns for {partners} partners on {mesh} thresholds rightly.",
    )


@claim("payoff.pseudo_bloc")
def algorithm_of_pseudo_blocs(effort: Effort) -> Finding:
    """Alpha against pseudo-blocs in O(n^2) steps."""
    tables = [(*p[:2], *(p[2],) * 5) for p in tables_of_five(effort.of(full=40, reduced=4))]
    theirs = [printed.pseudo_bloc(p[0], p[1], p[2], 7) for p in tables]
    off = largest_difference(map(payoff, tables), theirs)
    sizes = (10, 20, 40, 80, 160)
    shares = [steps_of_pseudo_bloc(n) / n**2 for n in sizes]
    return Finding(
        off < ROUNDING and shares[-1] / shares[0] in said["payoff.pseudo_bloc"],
        f"At {len(tables)} random tables of seven players, five of them alike, the algorithm's "
        f"payoff differs from ours by at most {off:.0e}. It has {shares[0]:.2f} $n^2$ cases for "
        f"{sizes[0]} players and {shares[-1]:.2f} $n^2$ for {sizes[-1]}.",
    )
