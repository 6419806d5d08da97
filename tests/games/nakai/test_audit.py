"""The audit of Nakai's paper: what is right, what is misprinted, and that the audit can tell."""

from dataclasses import replace
from fractions import Fraction
from math import inf, log

import numpy as np
import pytest
from scipy.integrate import quad

from parlor.core.laws import Exponential, Uniform
from parlor.games import nakai
from parlor.games.nakai import corrected, printed
from parlor.games.nakai.audit import audit, deterministic, example, row, unequal
from parlor.games.nakai.encoding import encode
from parlor.games.nakai.recursion import states

RIGHT = {
    *("lemma1.low", "lemma1.high", "lemma2.high", "lemma2.low", "lemma3.high", "lemma3.low"),
    *(
        "intro.assignment",
        "s_function.increasing",
        "s_function.convex",
        "eq4",
        "eq5",
        "lemma4.strategy",
    ),
    *("lemma4.positive", "eq9", "lemma5.proof", "eq10", "eq11", "eq12", "a_function"),
    *("prop1.signs", "prop1.strategy", "prop2.step", "prop2.strategy", "eq13", "prop4"),
}
# item: the smallest state that shows the misprint
MISPRINTED = {
    "eq6.second": (1, 1, 1, 0),
    "eq7.second": (1, 1, 1, 0),
    "lemma4.proof": (2, 1, 0, 2),
    "eq8.step": (2, 1, 1, 2),
    "eq8.last": (1, 0, 1, 1),
    "eq8.range": (2, 1, 1, 2),
    "eq8": (1, 0, 1, 1),
    "lemma5.strategy": (2, 1, 1, 2),
    "lemma5.strategy.p_only": (2, 1, 1, 2),
    "lemma5.strategy.max_only": (2, 1, 1, 2),
    "lemma6.function": (3, 1, 1, 3),
    "lemma6.strategy": (3, 1, 1, 3),
    "lemma6.edges": (2, 0, 1, 2),
    "lemma6.sign": (3, 1, 1, 3),
    "lemma6.first": (3, 1, 1, 3),
    "lemma6.array": (2, 0, 1, 2),
    "g.range": (2, 1, 0, 1),
    "g.corner": (2, 2, 0, 2),
    "a_function.convex": (0, 0, 0, 0),
    "prop1.call": (2, 1, 0, 1),
    "b_function": (2, 1, 1, 1),
    "b_function.condition": (2, 1, 1, 1),
    "prop3.strategy": (2, 1, 1, 1),
    "prop3.strategy.proof": (2, 1, 1, 1),
    "prop3.mixture": (2, 1, 1, 1),
    "prop3.case": (3, 2, 1, 2),
    "prop3.alpha": (2, 1, 1, 1),
    "prop3.beta": (2, 1, 1, 1),
    "h.call": (3, 1, 2, 2),
    "h.sequence": (2, 0, 2, 1),
}


@pytest.mark.parametrize("law", ["uniform", "exponential", "beta(2, 3)"])
def test_audit(law):
    rows = {row.item: row for row in audit(6, law)}
    assert {item for item, row in rows.items() if row.verdict == "right"} == RIGHT
    assert {item: row.smallest for item, row in rows.items() if row.smallest} == MISPRINTED
    for item, found in rows.items():
        assert found.verdict == ("right" if item in RIGHT else "misprinted")
        assert found.corrected < 1e-12
        assert found.printed < 1e-12 if item in RIGHT else found.printed > 1e-3
        assert (found.n_wrong == 0) == (item in RIGHT)
        assert found.n_wrong <= found.n_states


def test_the_audit_can_condemn_and_acquit(monkeypatch):
    right = printed.a_function
    monkeypatch.setattr(printed, "a_function", lambda *a: right(*a) + 1e-6)
    rows = {row.item: row for row in audit(3)}
    assert rows["a_function"].verdict == rows["eq11"].verdict == "wrong"
    monkeypatch.undo()
    monkeypatch.setattr(printed, "b_function", corrected.b_function)
    assert {row.item: row for row in audit(3)}["b_function"].verdict == "right"


def test_rows():
    cases = [((2, 1, 0, 1), 0.0), ((3, 1, 0, 1), -2.0), ((2, 2, 0, 1), 1.0), ((4, 1, 0, 1), np.nan)]
    found = row("x", cases, [((2, 1, 0, 1), 1e-14)])
    assert (found.printed, found.corrected, found.n_states, found.n_wrong) == (inf, 1e-14, 4, 3)
    assert (found.worst, found.smallest) == ((4, 1, 0, 1), (2, 2, 0, 1))
    assert found.verdict == "misprinted"
    assert replace(found, corrected=1.0).verdict == "wrong"
    assert row("y", cases[:1]).verdict == "right"


@pytest.mark.parametrize("law", [Uniform(), Exponential()])
def test_functions_by_quadrature(law):
    # The repaired A, B, C are one stage's gain: integrate the value of the stage's matrix itself.
    table = nakai.values(4, law)
    high = encode(law)[2]

    def density(x):
        return 1.0 if isinstance(law, Uniform) else np.exp(-x)

    def gain(state, base):
        def worth(x):
            one, two = table.strategy(*state, x)
            game = table.matrix(*state, x)
            return float(np.nan_to_num(one @ np.nan_to_num(game)) @ two) - base

        points = np.linspace(0, min(high, 6), 60)
        ends = zip(points, [*points[1:], high], strict=True)
        return sum(quad(lambda x: worth(x) * density(x), a, b)[0] for a, b in ends if b > a)

    v = table.v
    a, b, c, d = v(3, 2, 1, 1), v(3, 2, 1, 2), v(3, 1, 2, 1), v(3, 1, 2, 2)
    step = corrected.b_function(law, a - b - c + d, a - c, b - a)
    assert step == pytest.approx(gain((4, 2, 2, 2), d), abs=1e-7)
    z = v(3, 1, 1, 3) - v(3, 1, 0, 3) - v(3, 0, 1, 3)
    step = corrected.c_function(law, z, v(3, 1, 0, 3), v(3, 0, 1, 3))
    assert step == pytest.approx(gain((4, 1, 1, 4), v(3, 1, 1, 3)), abs=1e-7)


def test_unequal():
    for laws in (
        ["uniform", "beta(2, 3)", "exponential"] * 2,
        [f"uniform(0, {i})" for i in range(1, 7)],
    ):
        rows = {row.item: row for row in unequal(laws)}
        assert all(row.corrected < 1e-12 for row in rows.values())
        assert {item for item, row in rows.items() if row.verdict == "right"} == RIGHT & set(rows)


def test_proposition_5():
    rows = {row.item: row for row in deterministic(7)}
    assert [item for item, row in rows.items() if row.verdict == "right"] == [
        "prop5.value",
        "prop5.two",
        "prop5.rows",
    ]
    assert (rows["prop5.x1"].verdict, rows["prop5.x1"].smallest) == ("misprinted", (3, 1, 2, 1))
    assert (rows["prop5.one"].printed, rows["prop5.one"].smallest) == (inf, (2, 0, 1, 1))
    assert rows["prop5.one"].corrected == 0
    # y is the only optimal strategy unless player I has n cards of one type
    forced = [s for s in states(7) if s[0] in s[1:3] and s[3] < s[0]]
    assert rows["prop5.only"].n_wrong == len(forced)
    assert corrected.proposition_5(2, 2, 0, 1)[1] == [(Fraction(0), Fraction(1), Fraction(0))]


def test_example():
    rows = {row.item: row for row in example()}
    differ = [item for item, row in rows.items() if abs(row.printed - row.computed) > 1e-12]
    assert differ == [
        "v2(1,0,2), the second",
        "v2(1,1,2)",
        "p(2,1) + p(2,0)",
        "h(1,0,1) + h(1,1,1)",
        "v3(1,1,2), integral",
        "v3(1,1,2)",
        "I plays high",
        "I passes",
    ]
    a = (2 - log(3)) / 4
    inside = quad(lambda x: 2 * (x - a) / (8 * x - 8 * a + 5), a, 1)[0]
    assert rows["v3(1,1,2)"].computed == pytest.approx(a * a / 2 + inside, abs=1e-12)
    assert rows["I plays high"].computed == pytest.approx(2 / (8 * 0.5 - 8 * a + 5))


def test_bad_input():
    for call, words in (
        (lambda: audit(2), "n_max: got 2, allowed are the integers 3 to 24"),
        (lambda: audit(3, ["uniform"] * 3), "distribution: got .* allowed are 'uniform'"),
        (lambda: audit(3, [1, 2]), "distribution: got .* prizes with a density"),
        (lambda: audit(3, "exponential(1e4)"), "distribution: got .* means from 0.01 to 100"),
        (lambda: unequal(["uniform"] * 2), "stage_distributions: got 2 entries, allowed is a row"),
        (lambda: unequal("uniform"), "stage_distributions: got 'uniform'"),
        (lambda: unequal(["uniform", "x", "uniform"]), r"stage_distributions\[1\]: got 'x'"),
        (lambda: deterministic(31), "n_max: got 31"),
        (lambda: deterministic(2), "n_max: got 2"),
        (lambda: corrected.p_array("uniform", 0), "n_max: got 0"),
        (lambda: corrected.proposition_5(0, 0, 0, 0), "n: got 0"),
        (lambda: corrected.proposition_5(3, 2, 2, 0), "k \\+ l: got 2"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


def test_the_missing_case_by_hand():
    # Three stages, two high cards and a low one against two middle ones, uniform prizes.
    game = nakai.values(3).matrix(3, 2, 1, 2, 7 / 32)[:2]
    assert game == pytest.approx(np.array([[3 / 8 - 7 / 32, 1], [7 / 32, 1 / 4]]))
    assert max(game.min(axis=1)) == min(game.max(axis=0)) == 7 / 32
    mixture = corrected.proposition_3_mixture(7 / 32, 3 / 8 - 1 + 1 / 4, 3 / 8, 1 - 3 / 8)
    assert min(mixture[0]) < 0
