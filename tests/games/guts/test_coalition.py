"""Coalitions in guts against whole matrices, brute force and the continuum."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from parlor.games.guts import (
    continuum,
    equilibrium_threshold,
    mesh_game,
    payoff,
    payoffs,
    solve_coalition,
    stakes_multiplier,
    weenie,
)
from parlor.games.guts.coalition import pair_payoffs, two_against_two
from parlor.games.guts.continuum import large_coalition
from parlor.games.guts.kernels import against_grid, best_bloc, best_of_all, mesh_mix
from parlor.games.guts.weenie import strongest_coalition
from parlor.solvers import recursive_game, zero_sum

from . import oracle

GAMES = [
    (1, 21, "full"),
    (2, 21, "full"),
    (2, 21, "bloc"),
    (3, 11, "full"),
    (3, 21, "pseudo-bloc"),
    (4, 6, "full"),
    (5, 5, "full"),
]


def whole(N, mesh, structure, weenie):
    """Both matrices, all coalitions written down."""
    if structure == "full":
        return tuple(mesh_game(N, mesh, weenie=weenie))
    grid = np.arange(mesh) / (mesh - 1)
    if structure == "bloc":
        columns = [(q,) * N for q in grid]
    else:
        columns = [(a, *(q,) * (N - 1)) for a in grid for q in grid]
    pairs = [against_grid(np.array(c), grid, weenie) for c in columns]
    return np.array([a for a, _ in pairs]).T, np.array([b for _, b in pairs]).T


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize(("N", "mesh", "structure"), GAMES)
def test_whole_matrix(N, mesh, structure, weenie):
    A, B = whole(N, mesh, structure, weenie)
    by_matrix = recursive_game.solve(A, B, v0=-1.0)
    solved = solve_coalition(N, mesh=mesh, structure=structure, weenie=weenie)
    if not solved.enters:
        assert by_matrix.value <= -1 + 1e-12 and solved.value == -1
        return
    assert solved.value == pytest.approx(by_matrix.value, abs=1e-12)
    assert solved.gap < 1e-13 and solved.margin > 0
    assert recursive_game.solve(A, B, v0=0.0).value == pytest.approx(solved.value, abs=1e-12)


@pytest.mark.parametrize(
    ("N", "mesh", "structure", "weenie"),
    [
        (2, 4, "bloc", True),
        (2, 5, "bloc", False),
        (4, 8, "bloc", False),
        (4, 11, "bloc", True),
        (5, 8, "pseudo-bloc", True),
    ],
)
def test_coarse_blocs_may_lose(N, mesh, structure, weenie):
    """Restricted coalitions cannot play as player 1 does, so V may be positive."""
    A, B = whole(N, mesh, structure, weenie)
    solved = solve_coalition(N, mesh=mesh, structure=structure, weenie=weenie)
    assert solved.value > 0.05 and solved.gap < 1e-13
    assert solved.value == pytest.approx(recursive_game.solve(A, B, v0=-1.0).value, abs=1e-10)


def test_a_coarse_bloc_may_lose_everything():
    A, B = whole(5, 8, "bloc", True)
    solved = solve_coalition(5, mesh=8, structure="bloc", weenie=True)
    assert recursive_game.solve(A, B, v0=-1.0).value == np.inf == solved.value
    row = np.zeros(8)
    for own, probability in solved.player_one:
        row[round(own * 7)] = probability
    for V in (-1.0, 0.0, 1.0, 1e6):  # repeating the row raises V from anywhere
        assert (row @ (A + B * V)).min() > V


@pytest.mark.parametrize(
    ("N", "mesh", "structure", "weenie"),
    [
        (1, 21, "full", False),
        (1, 101, "full", True),
        (5, 6, "full", True),
        (2, None, "full", True),
        (2, None, "bloc", False),
        (200, None, "bloc", False),
    ],
)
def test_no_edge_is_no_rounding_error(N, mesh, structure, weenie):
    solved = solve_coalition(N, mesh=mesh, structure=structure, weenie=weenie)
    assert -1e-12 < solved.value <= 0 and solved.gap < 1e-11


@pytest.mark.parametrize("weenie", [False, True])
def test_matrix_from_the_rules(weenie):
    """One row of one small game in rational numbers."""
    grid = [Fraction(k, 4) for k in range(5)]
    game = mesh_game(2, 5, weenie=weenie)
    A, B = game
    assert [*map(Fraction, game.thresholds)] == grid
    assert [*game.plans] == list(combinations_with_replacement(game.thresholds, 2))
    assert (game.stage(-0.5) == A - 0.5 * B).all()
    exact = [
        [oracle.by_cells((p, *c), weenie) for c in combinations_with_replacement(grid, 2)]
        for p in grid
    ]
    assert pytest.approx(np.array([[float(a) for a, _ in row] for row in exact]), abs=1e-14) == A
    assert pytest.approx(np.array([[float(b) for _, b in row] for row in exact]), abs=1e-14) == B


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize("N", [1, 2, 3, 4])
def test_best_reply_by_brute_force(N, weenie):
    mesh = 9
    grid = np.arange(mesh) / (mesh - 1)
    A, B = whole(N, mesh, "full", weenie)
    rng = np.random.default_rng(N)
    for c in (0.0, 0.6, 1.0):
        row = rng.dirichlet(np.ones(mesh) / 2)
        totals = row @ (A + (c - 1) * B)
        mix = mesh_mix(grid, row, N)
        value, index = best_of_all(N, mix, c, weenie)
        assert value == pytest.approx(totals.min(), abs=1e-13)
        p = [(t, *grid[index]) for t in grid]
        attained = [
            payoff(q, weenie=weenie) + (c - 1) * stakes_multiplier(q, weenie=weenie) for q in p
        ]
        assert row @ attained == pytest.approx(value, abs=1e-12)
        if N > 1:
            kept = [len(set(t[1:])) == 1 or len(set(t[:-1])) == 1
                    for t in combinations_with_replacement(range(mesh), N)]  # fmt: skip
            value, _ = best_bloc(N, mix, c, weenie, True)
            assert value == pytest.approx(totals[kept].min(), abs=1e-13)


def test_mesh_approaches_continuum():
    true = solve_coalition(2, mesh=None).value
    errors = [abs(solve_coalition(2, mesh=m).value - true) for m in (21, 101, 501)]
    assert errors[0] > errors[1] > errors[2] and errors[2] < 1e-7


@pytest.mark.parametrize("weenie", [False, True])
def test_the_search_in_the_continuum_begins_at_the_equilibrium(weenie):
    for N in range(1, 8):
        game = continuum.Game(N, "full", weenie, doubles=True)
        holds = equilibrium_threshold(N + 1, weenie=weenie)
        assert game.met == [(pytest.approx(holds, abs=1e-15),) * N]


@pytest.mark.parametrize("N", [2, 3, 4, 7, 15])
def test_continuum(N):
    solved = solve_coalition(N, mesh=None)
    assert solved.gap < 1e-13 and solved.margin > 0 and solved.multiplier < 1
    assert solved.stages < 20  # steps of Newton's method double the digits
    assert len(solved.player_one) == 1 and len(solved.coalition) == 2
    (bloc, _), (pseudo, _) = solved.coalition
    assert len(set(bloc)) == 1 and pseudo[0] == 0 and len(set(pseudo[1:])) == 1
    # no coalition on a mesh does better against player 1's strategy, whatever its structure
    own, V = solved.player_one[0][0], solved.value
    mesh = {2: 201, 3: 31, 4: 15}.get(N, 11 if N < 10 else 5)
    grid = np.arange(mesh) / (mesh - 1)
    least = min(
        payoff((own, *c)) + V * stakes_multiplier((own, *c))
        for c in (combinations_with_replacement(grid, N) if N < 4 else _random_coalitions(N))
    )
    assert least >= V - 1e-12


@pytest.mark.parametrize("mesh", [None, 31])
@pytest.mark.parametrize("N", [1, 2, 3])
def test_the_margin_is_what_she_gains_from_the_fee_at_least(N, mesh):
    solved = solve_coalition(N, mesh=mesh)
    gains = [
        sum(
            w * (payoff((own, *c)) - stakes_multiplier((own, *c)) + 1)
            for own, w in solved.player_one
        )
        for c in combinations_with_replacement(np.linspace(0, 1, 31), N)
    ]
    assert solved.margin == pytest.approx(min(gains), abs=0.01 if mesh is None else 1e-12)


def _random_coalitions(N):
    rng = np.random.default_rng(N)
    for _ in range(4000):
        levels = rng.random(rng.integers(1, 4)) ** 0.3
        yield np.where(rng.random(N) < 0.2, 0.0, rng.choice(levels, N))


def test_pseudo_bloc_is_proved_optimal_in_the_continuum():
    """The structure claim of continuum on meshes fine enough to show it."""
    rng = np.random.default_rng(5)
    for N, mesh in ((2, 401), (3, 101), (4, 61)):
        grid = np.arange(mesh) / (mesh - 1)
        for _ in range(3):
            own, c = grid[rng.integers(mesh // 4, mesh - 1)], rng.uniform(0.5, 1)
            row = (grid == own).astype(float)
            on_mesh, _ = best_of_all(N, mesh_mix(grid, row, N), c, False)
            replies = continuum.best_replies(N, own, V=c - 1)
            phi = [payoff((own, *a)) + (c - 1) * stakes_multiplier((own, *a)) for a in replies]
            assert min(phi) <= on_mesh + 1e-12
            assert on_mesh <= min(phi) + 4 * N * N / mesh**2 + 1e-12


def test_limit():
    far = large_coalition()
    assert far.residual < 1e-14
    values = {N: continuum.solve(N).value for N in (200, 400, 800)}
    first = [N * (V - far.value) for N, V in values.items()]
    assert 2 * first[2] - first[1] == pytest.approx(far.slope, abs=1e-4)
    once = [2 * values[400] - values[200], 2 * values[800] - values[400]]
    assert (4 * once[1] - once[0]) / 3 == pytest.approx(far.value, abs=1e-7)


def test_the_search_under_the_weenie_rule_begins_at_the_best_point_of_a_grid():
    for N, own, c in ((2, 0.6, 1.0), (3, 0.7, 0.8)):
        for j in range(N + 1):
            pairs = [(own * a / 8, own + (1 - own) * b / 8) for a in range(9) for b in range(9)]
            values = [
                weenie._phi(own, np.array([u] * j + [q] * (N - j)), c, True) for u, q in pairs
            ]
            u, q = weenie._scan(N, j, own, c, 9, True)
            found = weenie._phi(own, np.array([u] * j + [q] * (N - j)), c, True)
            assert found == pytest.approx(min(values), abs=1e-14)
            assert 0 <= u <= own + 1e-15 and own <= q <= 1


@pytest.mark.parametrize("n", range(2, 8))
def test_weenie(n):
    found = strongest_coalition(n)
    assert found.least == pytest.approx(
        payoff([found.threshold, *found.coalition], weenie=True), abs=1e-14
    )
    strong = n <= 5
    assert (found.least > -1e-12) == strong
    N = n - 1
    mesh = {1: 1001, 2: 401, 3: 101, 4: 61, 5: 41, 6: 25}[N]
    grid = np.arange(mesh) / (mesh - 1)
    own = found.threshold
    # player 1's own threshold need not be on the mesh: integrate by hand from its two neighbours
    least = min(
        payoff((own, *c), weenie=True)
        for c in (combinations_with_replacement(grid, N) if N < 3 else _random_coalitions(N))
    )
    assert least >= found.least - 1e-12


def test_what_the_search_cannot_tell_apart_is_one_threshold():
    """A minimum is flat: its members' equal thresholds are found some 1e-8 apart."""
    levels = [len(set(allies)) for _, allies in strongest_coalition(6).minima]
    assert levels == [2, 1]


def test_weenie_counterexample():
    """A coalition of five that beats the equilibrium, in numbers to check by hand."""
    six = [3 ** (-1 / 5), 0.0, 0.92, 0.92, 0.92, 0.92]
    assert payoff(six, weenie=True) == pytest.approx(-0.0109, abs=5e-4)
    alpha, _ = oracle.by_cells([Fraction(4, 5), 0, *[Fraction(23, 25)] * 4], True)
    assert alpha < 0
    assert not solve_coalition(6, mesh=21, structure="pseudo-bloc", weenie=True).enters


@pytest.mark.parametrize("N", [6, 9])
def test_where_she_cannot_force_the_fee_she_does_not_enter(N):
    solved = solve_coalition(N, mesh=None, weenie=True)
    assert solved.value == -1 and not solved.enters and solved.margin < 0
    best = max(
        sum(
            w * (payoff((p, *c), weenie=True) - stakes_multiplier((p, *c), weenie=True))
            for c, w in solved.coalition
        )
        for p in np.linspace(0, 1, 201)
    )
    assert best <= -1 + 1e-12


@pytest.mark.parametrize("n", [4, 6, 8])
def test_weenie_with_the_multiplier_of_the_source(n):
    """Both bounds by the public payoffs, the multiplier being the standard game's."""
    solved = continuum.solve(n - 1, weenie=True, doubles=False)
    V, [(own, _)] = solved.value, solved.player_one
    assert solved.gap < 1e-13 and (V < -1e-3) == (n >= 6)

    def worth(p):
        return payoff(p, weenie=True) + V * stakes_multiplier(p)

    assert min(worth((own, *c)) for c in _random_coalitions(n - 1)) >= V - 1e-12
    best = max(sum(w * worth((p, *c)) for c, w in solved.coalition) for p in np.linspace(0, 1, 501))
    assert V - 1e-5 < best <= V + 1e-12


def test_two_against_two():
    """Of the whole matrix, from what a round pays, neither mix lets any pair gain."""
    mesh = 7
    x, pairs = np.linspace(0, 1, mesh), list(combinations_with_replacement(range(mesh), 2))
    whole = np.array([[sum(payoffs(x[[*r, *c]])[:2]) for c in pairs] for r in pairs])
    for (a, b), column in zip(pairs, whole.T, strict=True):
        assert pair_payoffs(x, x[a], x[b]) == pytest.approx(column, abs=1e-14)
    game = two_against_two(mesh=mesh)
    assert abs(game.value) < 1e-14 and game.gap < 1e-13
    assert sum(w * whole[pairs.index(r)] for r, w in game.row).min() > -1e-13
    assert sum(w * whole[:, pairs.index(c)] for c, w in game.column).max() < 1e-13
    with pytest.raises(ValueError, match="mesh"):
        two_against_two(mesh=1)


@pytest.mark.parametrize(("N", "structure"), [(3, "full"), (5, "bloc")])
def test_stages_are_the_restricted_games_solved(monkeypatch, N, structure):
    """Of Newton's steps, and of a climb if they lead nowhere."""
    solve, met = zero_sum.solve, []
    monkeypatch.setattr(zero_sum, "solve", lambda *a, **b: met.append(a) or solve(*a, **b))
    solved = solve_coalition(N, mesh=8, structure=structure, weenie=True)
    assert (solved.value == np.inf) == (structure == "bloc")
    assert solved.stages == len(met) > 1


def test_a_matrix_of_too_many_entries_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^mesh: got 201 with 3 in the coalition"):
        mesh_game(3, 201)
    with pytest.raises(ValueError, match=r"^mesh: got 500 .{1,80}$"):  # not with all its digits
        mesh_game(500, 500)


def test_as_many_coalitions_as_are_allowed_are_run_through(monkeypatch):
    coalitions = 7 * 8 * 9 // 6  # multisets of three of seven thresholds, beside the lowest
    monkeypatch.setattr("parlor.games.guts.coalition.MAX_COALITIONS", coalitions)
    assert solve_coalition(4, mesh=7).value < 0
    monkeypatch.setattr("parlor.games.guts.coalition.MAX_COALITIONS", coalitions - 1)
    with pytest.raises(ValueError, match="too many"):
        solve_coalition(4, mesh=7)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n_coalition": 0}, "n_coalition"),
        ({"n_coalition": 2.0}, "n_coalition"),
        ({"n_coalition": 2, "mesh": 1}, "mesh: got 1"),
        ({"n_coalition": 2, "mesh": 2.5}, "mesh"),
        ({"n_coalition": 9, "mesh": 1001}, "too many"),
        ({"n_coalition": 2, "structure": "team"}, "structure"),
        ({"n_coalition": 2, "structure": np.array(["full", "bloc"])}, "structure"),
        ({"n_coalition": 2, "mesh": 10**6}, "mesh: got 1000000, allowed are the integers 2 to"),
        ({"n_coalition": 10**9, "structure": "bloc"}, "n_coalition: got 1000000000"),
        ({"n_coalition": 201, "mesh": None, "weenie": True}, "n_coalition: got 201, .* 1 to 200"),
    ],
)
def test_bad_input(given, says):
    with pytest.raises((TypeError, ValueError), match=says):
        solve_coalition(**given)


def test_structures():
    values = [
        solve_coalition(3, mesh=41, structure=s).value for s in ("full", "pseudo-bloc", "bloc")
    ]
    assert values[0] <= values[1] + 1e-14 and values[1] < values[2] - 0.01
    assert values[2] == pytest.approx(0, abs=2e-3)
