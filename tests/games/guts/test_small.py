"""The small three-player games: zero sum, equilibria, coalitions."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from parlor.games.guts.small import (
    _newton,
    asynchronous,
    equilibria,
    load_games,
    payoffs,
    strategy_payoffs,
    synchronous,
)
from parlor.solvers import zero_sum

GAMES = load_games()


def test_rules_give_the_tables():
    for s in product(range(2), repeat=3):
        odd = [i for i in range(3) if s.count(s[i]) == 1]
        pay = s[1] + 1 if odd == [0] else (s[0] + 1 if odd else 0)
        expected = 0 if not odd else (2 * pay if odd == [0] else -pay)
        assert GAMES["C2"][s] == expected
    for s in product(range(3), repeat=3):
        expected = 0 if len(set(s)) != 2 else (2 if s.count(s[0]) == 1 else -1)
        assert GAMES["D1"][s] == expected and GAMES["D2"][s] == -expected


@pytest.mark.parametrize("name", sorted(GAMES))
def test_zero_sum_and_symmetry(name):
    A = GAMES[name]
    U = payoffs(A)
    assert not U.sum(axis=0).any()
    for s in product(range(A.shape[0]), repeat=3):
        assert U[0][s] == U[1][s[1], s[0], s[2]] == U[2][s[1], s[2], s[0]]


@pytest.mark.parametrize(
    ("name", "mixes"),
    [
        ("C2", [[0, 1], [1, 0], [1, 0]]),
        ("C2", [[2 / 3, 1 / 3]] * 3),
        ("C2", [[1, 0], [1 / 3, 2 / 3], [1 / 3, 2 / 3]]),
        ("C5", [[1, 0, 0]] * 3),
        ("C5", [[0, 2 / 3, 1 / 3]] * 3),
        ("C5", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ("C6", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]),
        ("D1", [[1 / 3] * 3] * 3),
        ("D2", [[1 / 3] * 3] * 3),
    ],
)
def test_equilibria_of_the_source(name, mixes):
    values, pure = strategy_payoffs(GAMES[name], mixes)
    assert all(p.max() <= v + 1e-12 for p, v in zip(pure, values, strict=True))
    ordered = min(
        tuple(tuple(mixes[i]) for i in order)
        for order in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )
    size = max(sum(p > 0 for p in mix) for mix in mixes)
    found = [e.mixes for e in equilibria(GAMES[name], max_support=size)]
    assert any(np.allclose(ordered, e) for e in found)


@pytest.mark.parametrize("name", ["C2", "C5", "D1"])
def test_nothing_is_pruned_that_counts(name):
    """Newton's method from all choices of supports, none left out."""
    A, rng = GAMES[name], np.random.default_rng(1)
    k = A.shape[0]
    supports = [s for size in (1, 2) for s in combinations(range(k), size)]
    met = set()
    for trio in product(supports, repeat=3):
        for _ in range(2):
            mixes = [np.zeros(k) for _ in range(3)]
            for mix, s in zip(mixes, trio, strict=True):
                mix[list(s)] = rng.dirichlet(np.ones(len(s)))
            solved = _newton(payoffs(A), trio, mixes)
            if solved is not None and solved[1]:
                values, pure = strategy_payoffs(A, solved[0])
                if all(p.max() <= v + 1e-9 for p, v in zip(pure, values, strict=True)):
                    rounded = tuple(tuple(np.round(m, 6) + 0.0) for m in solved[0])
                    met.add(min(permutations(rounded)))
    found = {
        tuple(tuple(np.round(m, 6) + 0.0) for m in e.mixes) for e in equilibria(A, max_support=2)
    }
    assert met <= found and len(met) > 1


def test_all_supports_of_the_larger_games():
    assert [e.mixes for e in equilibria(GAMES["C6"], max_support=4)] == [
        e.mixes for e in equilibria(GAMES["C6"], max_support=2)
    ]
    found = equilibria(GAMES["C7"], max_support=4, n_starts=1)
    assert len(found) == 52 and sum(e.strict for e in found) == 2
    assert max(e.regret for e in found) < 1e-10
    turned = {
        min(permutations(tuple(tuple(np.round(m[3:] + m[:3], 7)) for m in e.mixes))) for e in found
    }
    assert turned == {min(permutations(tuple(tuple(np.round(m, 7)) for m in e.mixes)))
                      for e in found}  # fmt: skip


def test_not_an_equilibrium():
    values, pure = strategy_payoffs(GAMES["C2"], [[1, 0], [1, 0], [1, 0]])
    assert max(p.max() - v for p, v in zip(pure, values, strict=True)) > 1


@pytest.mark.parametrize("k", [1, 2, 3])
def test_strict_is_that_every_other_reply_earns_less(k):
    random, kinds = np.random.default_rng(k), set()
    for _ in range(20):
        A = random.integers(0, 3, (k, k, k))
        A = A + A.transpose(0, 2, 1)
        for found in equilibria(A, max_support=1):
            played = [mix.index(1) for mix in found.mixes]
            less = []
            for i, mine in enumerate(played):
                earned = A[(slice(None), *(s for j, s in enumerate(played) if j != i))]
                assert earned.max() == earned[mine]
                less += [earned[other] < earned[mine] for other in range(k) if other != mine]
            assert found.strict == all(less)
            kinds.add(found.strict)
    assert kinds == ({True} if k == 1 else {True, False})


def test_strict_and_strong():
    pure = [e for e in equilibria(GAMES["C5"], max_support=1) if e.strict]
    assert len(pure) == 1 and pure[0].values == (1, 1, -2)
    for e in equilibria(GAMES["C5"], max_support=1):  # nothing larger is looked at
        assert all(sorted(mix) == [0, 0, 1] for mix in e.mixes)
    assert pure[0].strong_each and not pure[0].strong
    assert {type(e.strong) for e in equilibria(GAMES["C2"])} == {bool}  # and none of NumPy's


def test_coalitions():
    assert synchronous(GAMES["D1"]).value == pytest.approx(-2 / 3)
    assert synchronous(GAMES["D2"]).value == pytest.approx(-4 / 3)
    assert synchronous(GAMES["C7"]).value == pytest.approx(-3)
    assert asynchronous(GAMES["D1"], n_starts=40).value == pytest.approx(-1 / 2)
    assert asynchronous(GAMES["D2"], n_starts=40).value == pytest.approx(0, abs=1e-12)
    y = z = [1.0, 0.0, 0.0]  # the source has the uniform mixes as the only optimum
    assert strategy_payoffs(GAMES["D2"], [[1 / 3] * 3, y, z])[1][0].max() == 0


@pytest.mark.parametrize("seed", range(5))
def test_taking_turns_ends_where_neither_gains(seed):
    A = np.random.default_rng(seed).normal(size=(4, 4, 4))
    A += A.swapaxes(1, 2)  # to player 1 it does not matter who of the others plays what
    end = asynchronous(A, n_starts=1, seed=seed)
    for left in (np.einsum("abc,b->ac", A, end.second), np.einsum("abc,c->ab", A, end.third)):
        assert zero_sum.solve(left).value == pytest.approx(end.value, abs=1e-9)


@pytest.mark.parametrize("unit", [1e-9, 1e9, 1e100])
def test_payoffs_in_any_unit(unit):
    for name in ("C2", "D1"):
        found, scaled = (
            equilibria(A, max_support=2, seed=1) for A in (GAMES[name], GAMES[name] * unit)
        )
        assert len(found) == len(scaled)
        for e, f in zip(found, scaled, strict=True):
            assert np.allclose(e.mixes, f.mixes, atol=1e-9)
            assert f.values == pytest.approx([v * unit for v in e.values], abs=1e-9 * unit)
            assert (e.strict, e.isolated, e.strong) == (f.strict, f.isolated, f.strong)
    held = asynchronous(GAMES["D1"] * unit, n_starts=40)
    assert held.value == pytest.approx(-unit / 2) and held.hits > 5


@pytest.mark.parametrize(
    ("A", "says"),
    [
        ([[1, 2], [3, 4]], r"A: got shape \(2, 2\)"),
        ([[[0, 1], [2, 0]], [[0, 0], [0, 0]]], "not symmetric"),
        ([[[np.nan]]], "allowed are numbers in"),
        ("abc", "no cube of numbers"),
        (np.zeros((9, 9, 9)), "1 to 8 a side"),
    ],
)
def test_bad_tables(A, says):
    for call in (equilibria, payoffs, synchronous, asynchronous, lambda A: strategy_payoffs(A, [])):
        with pytest.raises((TypeError, ValueError), match=says):
            call(A)


def test_bad_options():
    A = GAMES["C2"]
    for call, given, says in (
        (equilibria, {"max_support": 0}, "max_support: got 0"),
        (equilibria, {"n_starts": 2.5}, "n_starts: got 2.5"),
        (asynchronous, {"n_starts": 0}, "n_starts: got 0"),
        (asynchronous, {"seed": -1}, "seed: got -1"),
        (strategy_payoffs, {"mixes": [[1, 0]] * 2}, "mixes: got 2 entries"),
        (strategy_payoffs, {"mixes": [[1, 0], [1, 0], [0.5, 0.4]]}, r"mixes\[2\]: got sum 0.9"),
    ):
        with pytest.raises((TypeError, ValueError), match=says):
            call(A, **given)
