"""The small three-player games: zero sum, equilibria, coalitions."""

from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest

from parlor.games.guts.small import asynchronous, equilibria, load, payoffs, regrets, synchronous
from parlor.games.guts.small_equilibria import _newton

PATH = Path(__file__).parents[3] / "data" / "games" / "guts.yaml"
GAMES = load(PATH)


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
    values, pure = regrets(GAMES[name], mixes)
    assert all(p.max() <= v + 1e-12 for p, v in zip(pure, values, strict=True))
    ordered = min(
        tuple(tuple(mixes[i]) for i in order)
        for order in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )
    size = max(sum(p > 0 for p in mix) for mix in mixes)
    found = [e.mixes for e in equilibria(GAMES[name], size)]
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
            solved = _newton(A, trio, mixes)
            if solved is not None and solved[1]:
                values, pure = regrets(A, solved[0])
                if all(p.max() <= v + 1e-9 for p, v in zip(pure, values, strict=True)):
                    rounded = tuple(tuple(np.round(m, 6) + 0.0) for m in solved[0])
                    met.add(min(permutations(rounded)))
    found = {tuple(tuple(np.round(m, 6) + 0.0) for m in e.mixes) for e in equilibria(A, 2)}
    assert met <= found and len(met) > 1


def test_all_supports_of_the_larger_games():
    assert [e.mixes for e in equilibria(GAMES["C6"], 4)] == [
        e.mixes for e in equilibria(GAMES["C6"], 2)
    ]
    found = equilibria(GAMES["C7"], 4, 1)
    assert len(found) == 52 and sum(e.strict for e in found) == 2
    assert max(e.regret for e in found) < 1e-10
    turned = {
        min(permutations(tuple(tuple(np.round(m[3:] + m[:3], 7)) for m in e.mixes))) for e in found
    }
    assert turned == {min(permutations(tuple(tuple(np.round(m, 7)) for m in e.mixes)))
                      for e in found}  # fmt: skip


def test_not_an_equilibrium():
    values, pure = regrets(GAMES["C2"], [[1, 0], [1, 0], [1, 0]])
    assert max(p.max() - v for p, v in zip(pure, values, strict=True)) > 1


def test_strict_and_strong():
    pure = [e for e in equilibria(GAMES["C5"], 1) if e.strict]
    assert len(pure) == 1 and pure[0].values == (1, 1, -2)
    assert pure[0].strong_each and not pure[0].strong


def test_coalitions():
    assert synchronous(GAMES["D1"]).value == pytest.approx(-2 / 3)
    assert synchronous(GAMES["D2"]).value == pytest.approx(-4 / 3)
    assert synchronous(GAMES["C7"]).value == pytest.approx(-3)
    assert asynchronous(GAMES["D1"], 40).value == pytest.approx(-1 / 2)
    assert asynchronous(GAMES["D2"], 40).value == pytest.approx(0, abs=1e-12)
    y = z = [1.0, 0.0, 0.0]  # the source has the uniform mixes as the only optimum
    assert regrets(GAMES["D2"], [[1 / 3] * 3, y, z])[1][0].max() == 0


def test_bad_tables(tmp_path):
    path = tmp_path / "games.yaml"
    path.write_text("- {id: a, payoff: [[1, 2], [3, 4]]}")
    with pytest.raises(ValueError, match="a: got shape"):
        load(path)
    path.write_text("- {id: b, payoff: [[[0, 1], [2, 0]], [[0, 0], [0, 0]]]}")
    with pytest.raises(ValueError, match="b: not symmetric"):
        load(path)
    path.write_text("- {id: c, payoff: [[[1, 0], [0, 0]], [[0, 0], [0, 0]]]}")
    with pytest.raises(ValueError, match="c: payoffs at"):
        load(path)


def test_bad_search():
    for given in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="max_support, starts"):
            equilibria(GAMES["C2"], *given)
