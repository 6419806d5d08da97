"""What the checks on guts rest on, against slower ways to it; they can come out otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, count, permutations, product
from math import comb
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from chapters.guts import (
    bot,
    coalitions,
    defection,
    duel,
    equilibrium,
    introduction,
    learning,
    overshoot,
    partners,
    payments,
    recursion,
    rounds,
    small_games,
    solutions,
    text,
    theorems,
    two_against_two,
    weenie,
)
from parlor.core.literature import games
from parlor.games.guts import payoff, small, stakes_multiplier
from parlor.solvers import fictitious_play, recursive_game, zero_sum
from press import Effort, Finding, Value
from press.ledger.findings import checks_of, entries_of
from tests.published import SOURCES

PUBLISHED = SOURCES["guts"]
QUICK = (equilibrium, introduction, overshoot, partners, text, payments, small_games, theorems,
         weenie)  # fmt: skip


@pytest.mark.parametrize("section", QUICK, ids=lambda m: m.__name__.rsplit(".", 1)[1])
def test_reduced_checks_agree_with_the_expected_verdicts(section: ModuleType) -> None:
    for check in checks_of(section):
        entries = entries_of(PUBLISHED, check)
        told = check(Effort(reduced=True))
        found = told if isinstance(told, dict) else {entries[0].id: told}
        assert found.keys() == {entry.id for entry in entries}
        for entry in entries:
            finding = found[entry.id]
            if isinstance(finding, Value):
                continue
            assert isinstance(finding, Finding)
            assert finding.verdict == PUBLISHED.by_the_letter(entry), entry.id
            words = re.sub(r"\$[^$]*\$", "", finding.evidence)  # formulas have braces of their own
            assert "{" not in words.replace("{(", ""), entry.id


def test_a_year_is_held_against_the_bibliography(monkeypatch: pytest.MonkeyPatch) -> None:
    assert text.year_of_robinson(Effort()).verdict == "fails"
    monkeypatch.setattr(text, "work", lambda key: SimpleNamespace(fields={"year": "1959"}))
    assert text.year_of_robinson(Effort()).verdict == "holds"


def test_hands_counted_out_pay_what_formulas_say() -> None:
    for others in product(range(6), repeat=2):
        gains, dropping = rounds.gains_of_holding(others, 5)
        for line in range(6):
            table = [t / 5 for t in (line, *others)]
            assert float(dropping + sum(gains[line:]) / 5) == pytest.approx(payoff(table))


def test_returns_of_a_round_add_up() -> None:
    assert rounds.returns(3, 2) == (3, -3, 0)
    assert rounds.returns(5, 3) == (6, -4, 1)
    for n in range(2, 8):
        for r in range(1, n + 1):
            win, lose, drop = rounds.returns(n, r)
            assert win + (r - 1) * lose + (n - r) * drop == 0


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_steps_are_counted(n: int) -> None:
    assert rounds.steps_of_alpha(n) == n * (3**n - 2**n)
    assert rounds.steps_of_beta(n) == n * 2**n
    full = sum(comb(n, h) * (2**h - 1) for h in range(n + 1))
    assert rounds.steps_of_alpha(n) == n * full


def test_thresholds_against_a_mix_on_a_grid() -> None:
    grid = np.linspace(0, 1, 11)
    mix = [((0.5, 0.5), 0.5), ((0.0, 0.9), 0.5)]
    paid, grown = rounds.against_mix(mix, grid)
    for p, alpha, beta in zip(grid, paid, grown, strict=True):
        assert alpha == pytest.approx(sum(w * payoff((p, *a)) for a, w in mix))
        assert beta == pytest.approx(sum(w * stakes_multiplier((p, *a)) for a, w in mix))
    worth = paid / (1 - grown)
    assert rounds.worth_of(mix, grid[1:]) == pytest.approx(worth[1:])


def test_slopes_cross_where_nobody_moves() -> None:
    for n, weenie_rule, share in ((2, False, 2), (4, False, 2), (3, True, 3)):
        [at] = equilibrium.crossings(n, weenie_rule)
        assert at == pytest.approx(share ** (-1 / (n - 1)), abs=0.01)
        p = 0.6
        slope = (n - 1) * (1 - share * p ** (n - 1))
        assert equilibrium.slope_at(p, n, weenie_rule) == pytest.approx(slope, abs=1e-4)


def test_the_product_game_is_symmetric_and_has_a_linked_optimum_that_is_none() -> None:
    A = partners.PRODUCT
    for a, b, c in product(range(3), repeat=3):
        assert A[a, b, c] == A[a, c, b]
        assert A[a, b, c] + A[b, a, c] + A[c, a, b] == 0
    y, z = np.eye(3)[0], np.array([0, 0.75, 0.25])
    apart = np.einsum("abc,b,c", A, y, z).max()
    assert apart == pytest.approx(small.synchronous(A).value)
    # neither pair alone does it
    assert min(A[:, 0, 1].max(), A[:, 0, 2].max()) > apart + 0.1


def test_the_tangent_game_touches_and_leaves() -> None:
    v = np.linspace(-0.5, 0.5, 11)
    drift = recursive_game.value_map(*theorems.TANGENT, v.tolist()) - v
    assert drift == pytest.approx(v**2 / 4, abs=1e-12)
    assert zero_sum.solve(theorems.TANGENT[0]).value == pytest.approx(0, abs=1e-12)


def test_the_game_of_three_has_three() -> None:
    three = games("parlor_2026")["three"].matrices
    kinds = [k for _, k in recursive_game.fixed_points(*three, -3, 3, cells=60)]
    assert kinds == ["attracting", "repelling", "attracting"]


def test_the_mended_h_is_the_least_alpha() -> None:
    p3, least = weenie.least_over_p2(11)
    for c, value in zip(p3, least, strict=True):
        brute = min(weenie.alpha(weenie.ROOT, float(b), float(c)) for b in np.linspace(0, 1, 501))
        assert value <= brute + 1e-12
        assert value == pytest.approx(brute, abs=1e-4)
    assert weenie.right_h(p3) == pytest.approx(least, abs=1e-9)
    assert abs(weenie.printed_h(p3) - least).max() > 0.1


def test_a_payoff_that_is_least_away_from_the_ends_of_p2_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = weenie.alpha  # the same where p2 is p1 or p3
    monkeypatch.setattr(
        weenie, "alpha", lambda a, b, c: real(a, b, c) - 10 * abs((b - a) * (b - c))
    )
    found = weenie.cases_one_and_three(Effort(True))
    assert found["weenie.case1_end"].verdict == found["weenie.case3_end"].verdict == "fails"


def test_joint_deviations_by_hand() -> None:
    assert small_games.at("C5", 3, 2, 3) == (-8, 16, -8)
    gain, moved = small_games.best_pair("C5", each=False)
    assert gain == 9 and sorted(moved) == [2, 3, 3]
    assert small_games.best_pair("C5", each=True)[0] == 0
    gain, moved = small_games.best_pair("C6", each=True)
    assert gain > 0 and 4 in moved
    for table in permutations((1, 2, 3)):
        assert sum(small_games.at("C5", *table)) == 0


def test_a_traitor_plays_with_player_one() -> None:
    gain, moved = small_games.best_pair("C7", each=True, pairs=small_games.WITH_PLAYER_ONE)
    paid = small_games.at("C7", *moved)
    assert gain > 0 and paid[0] > -2 and moved[0] != 1


def test_mixed_points_are_no_coalition() -> None:
    """From this past play of C5 goes to (0, 1, 0) beside (6/7, 0, 1/7) twice."""
    U, rng = small.payoffs(small_games.GAMES["C5"]), np.random.default_rng(0)
    start = [rng.dirichlet(np.ones(3)) for _ in range(3)]
    run = fictitious_play.play_three(U, n_rounds=1500, start=start, seed=0)
    assert sorted(max(mix) for mix in run.mixes) == pytest.approx([6 / 7, 6 / 7, 1], abs=0.01)
    assert not small_games.settles(run)


def test_play_that_stands_still_elsewhere_is_no_coalition() -> None:
    """C6 goes to (14/15, 0, 1/15, 0) twice beside 2, C5 stays where all play 1: plays look pure."""
    U, rng = small.payoffs(small_games.GAMES["C6"]), np.random.default_rng(42)
    mixed = [rng.dirichlet(np.ones(4)) for _ in range(3)]
    one = [np.eye(3)[0]] * 3
    alike = small.payoffs(small_games.GAMES["C5"])
    for name, run in {
        "C6": fictitious_play.play_three(U, n_rounds=1500, start=mixed, seed=42),
        "C5": fictitious_play.play_three(alike, n_rounds=300, start=one, ties="first", seed=0),
    }.items():
        assert small_games.settles(run)
        assert not small_games.ends_at_coalition(name, run)


def test_a_range_of_partners_names_no_number_that_was_not_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved_for: set[int] = set()

    def noted(n_coalition: int) -> object:
        solved_for.add(n_coalition)
        return solutions.continuum(n_coalition)

    monkeypatch.setattr(coalitions, "continuum", noted)
    told = coalitions.two_plans(Effort()).evidence
    named = re.findall(r"of ([\d, to]+) partners", told)[0]
    spans = [list(map(int, span.split(" to "))) for span in named.split(", ")]
    assert solved_for == {N for span in spans for N in range(span[0], span[-1] + 1)}


def test_as_many_pairs_are_compared_as_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = [0]

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*table: Any) -> Any:
            compared[0] += 1
            return function(*table)

        return call

    effort = Effort(reduced=True)
    partners.conjecture(effort)  # what is cached is not counted
    monkeypatch.setattr(partners, "payoff", noted(payoff))
    monkeypatch.setattr(partners.printed, "three", noted(partners.printed.three))
    told = partners.conjecture(effort).evidence
    assert f"at all {compared[0]} pairs" in told


def test_games_without_a_fixed_point_are_all_games_whose_lines_stay_above() -> None:
    """The least of a convex maximum less V is where two lines cross, or it falls for ever."""
    without = 0
    for a, b, _ in overshoot.random_lines(400):
        lines = list(zip(a[:, 0].tolist(), b[:, 0].tolist(), strict=True))
        crossed = [(c - a) / (b - d) for (a, b), (c, d) in combinations(lines, 2)]
        above = all(max(a + b * v for a, b in lines) > v for v in crossed)
        without += above and min(b for _, b in lines) < 1 < max(b for _, b in lines)
    told = overshoot.none_or_many(Effort()).evidence
    assert f"{without} have no fixed point" in told
    assert without < sum(not found for *_, found in overshoot.random_lines(400))


def test_replies_in_turn_are_best_replies() -> None:
    first, second, *_ = defection.replies_in_turn(defection.FAIR, False, 101)
    grid = np.linspace(0, 1, 101)
    own = [payoff((p, defection.FAIR, 0.0)) for p in grid]
    assert first == grid[int(np.argmax(own))]
    own = [payoff((p, defection.FAIR, first)) for p in grid]
    assert second == grid[int(np.argmax(own))]


def test_shapley_cycles_and_matching_pennies_settle() -> None:
    assert learning.shapley(20_000).gap > 0.05
    run = learning.pennies(20_000)
    assert run.gap < 0.02
    assert learning.last_rise(run) > 1000


def test_a_programme_that_is_no_game_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    made = learning._as_game
    monkeypatch.setattr(learning, "_as_game", lambda M, b, c: made(M, -b, c))
    assert learning.linear_programme(Effort(True)).verdict == "fails"


def test_a_gap_that_falls_and_rises_again_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    gap, seen = learning._scaled_gap, count()
    monkeypatch.setattr(
        learning, "_scaled_gap", lambda *now: gap(*now) * (0.5 if next(seen) % 7 == 3 else 1)
    )
    assert learning.continuous(Effort(True)).verdict == "fails"


def test_an_optimum_beside_others_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_against_two, "payoffs", lambda thresholds: [0.0] * len(thresholds))
    assert two_against_two.both_alike(Effort(True)).verdict == "fails"


def test_mixes_of_table_1() -> None:
    solution = solutions.on_mesh(6)
    assert coalitions.spread(coalitions.own_of(solution)) == [0.83, 0.84]
    assert coalitions.spread(coalitions.bloc_of(solution)) == [0.86, 0.87]
    found = coalitions.own_thresholds(Effort())["table1.own.6"]
    assert found.computed == pytest.approx(0.835) and found.errors["error"] == pytest.approx(0.005)


def test_two_against_two_as_a_whole_game_is_fair() -> None:
    A, B = two_against_two.whole_game(5)
    assert pytest.approx(-A.T) == A
    assert pytest.approx(B.T) == B
    assert recursive_game.iterate(A, B, v0=-2.0, n_rounds=80)[-1] == pytest.approx(0, abs=1e-6)
    least, pair = two_against_two.worst_for((0.8, 0.8))
    assert least == pytest.approx(-0.2081, abs=1e-4) and pair == (0.0, 0.95)


def test_the_bot_is_played_by_other_thresholds_too() -> None:
    calm, bold = (bot.played(2, own, 20_000).winnings for own in (None, 0.0))
    assert bold.std() > calm.std()


def test_random_games_are_the_same_each_time() -> None:
    one, two = ([g[0].sum() for g in recursion.random_games(3, 4)] for _ in "ab")
    assert one == two
    assert duel.printed_mix(0.86)[1] == ((0.0, 0.86), pytest.approx(0.14))
