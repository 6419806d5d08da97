"""The token game against brute force, the published tables, and its symmetries."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.games.token_game import kernels as _token_kernels
from parlor.games.token_game import payoffs, solve, stack_tree
from parlor.games.token_game.board import gap_tables, payoffs_at
from parlor.games.token_game.study import best_replies, conspiracy, policy

from . import oracle

RULES = ("pessimistic", "optimistic", "first", "last", "average", "all")
SET_RULES = ("pessimistic", "optimistic", "average", "all")  # no rule that prefers low stacks
LAYOUTS = ("line", "clock")
BOARDS = {
    "one": (3,),
    "counting": (1, 2, 3, 4, 5, 6),
    "equal": (1, 1, 1, 1, 1),
    "many ties": (1, 2, 1, 2, 2, 1),
    "falling": (9, 5, 4, 2, 2),
    "with zeros": (0, 3, 0, 0, 2, 3),
    "with a debt": (2, -1, 3, -1, 2),
    "fractions": (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1, 6)),
}
boards = st.lists(st.integers(0, 4), min_size=2, max_size=7)
quick = settings(max_examples=40)


@st.composite
def games(draw, rules=RULES):
    prizes = draw(boards)
    n_players = draw(st.integers(1, len(prizes)))
    return prizes, n_players, draw(st.sampled_from(LAYOUTS)), draw(st.sampled_from(rules))


def answer(prizes, n_players, layout, ties):
    outcomes = solve(prizes, n_players, layout=layout, ties=ties)
    return outcomes.paths, outcomes.payoffs


# Oracle


@pytest.mark.parametrize("ties", RULES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", BOARDS)
def test_brute_force(name, layout, ties):
    prizes = BOARDS[name]
    for n_players in range(1, len(prizes) + 1):
        paths, vectors = oracle.Oracle(prizes, n_players, layout, ties).solve()
        found = solve(prizes, n_players, layout=layout, ties=ties)
        assert found.paths == paths
        assert found.n_paths == len(paths)
        assert found.finals == tuple(sorted({tuple(sorted(path)) for path in paths}))
        assert np.allclose(found.payoffs, [[float(x) for x in v] for v in vectors], atol=1e-12)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_money(layout):
    rng = random.Random(1)
    for _ in range(300):
        prizes = [rng.randint(0, 9) for _ in range(rng.randint(1, 12))]
        positions = rng.sample(range(1, len(prizes) + 1), rng.randint(1, len(prizes)))
        expected = oracle.money(prizes, positions, layout)
        assert payoffs(prizes, positions, layout=layout) == tuple(map(float, expected))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("n", [1, 2, 8, 9])
def test_the_kernels_money(n, layout):
    # The kernels find the take of every token in every final mask, as the distances have it.
    prizes = [7 * i * i % 11 for i in range(n)]
    tables = gap_tables(prizes, layout == "clock")
    board = _token_kernels.ring(*tables, layout == "clock")
    for final in range(1, 1 << n):
        stacks = [i for i in range(n) if final >> i & 1]
        takes = [_token_kernels.take(final, c, board) for c in stacks]
        expected = oracle.money(prizes, [c + 1 for c in stacks], layout)
        assert takes == [2 * take for take in expected]


@pytest.mark.parametrize("m", [1, 3, 7])
def test_masks_of_few_stacks_are_visited_from_the_greatest(m):
    visited, s = [], 1 << 7
    while s:
        s = _token_kernels._below(s, m)
        visited.append(s)
    assert visited == [s for s in reversed(range(1 << 7)) if s.bit_count() <= m]


def test_the_oracle_can_disagree():
    paths, _ = oracle.Oracle((1, 2, 1, 2, 2, 1), 3, "line", "optimistic").solve()
    assert solve((1, 2, 1, 2, 2, 1), 3, layout="line", ties="pessimistic").paths != paths


# Published rows (Lessard); all rows are checked by the ledger


@pytest.mark.parametrize(
    ("n", "layout", "paths", "vector"),
    [
        (10, "line", [(7, 8)], (28, 27)),
        (10, "line", [(5, 9, 8)], (21, 19, 15)),
        (10, "line", [(4, 6, 8, 10, 9)], (12.5, 12, 11.5, 10, 9)),
        (
            10,
            "line",
            [(10, 9, 8, 7, 3, 6, 5, 4), (10, 9, 8, 7, 6, 3, 5, 4)],
            (10, 9, 8, 7, 6, 6, 5, 4),
        ),
        (12, "clock", [(9, 10), (10, 9)], (39, 39)),
        (
            12,
            "clock",
            [(12, 9, 7, 11, 4, 10, 6), (12, 9, 11, 7, 4, 10, 6)],
            (14, 13, 11, 11, 10.5, 10, 8.5),
        ),
        (12, "clock", [tuple(range(12, 1, -1))], (12.5, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2.5)),
    ],
)
def test_published_rows(n, layout, paths, vector):
    assert answer(range(1, n + 1), len(vector), layout, "pessimistic") == (paths, [vector])


def test_the_rule_for_ties_is_part_of_the_question():
    rows = {ties: answer(range(1, 11), 9, "line", ties)[0] for ties in RULES}
    assert len({str(paths) for paths in rows.values()}) > 1


# Symmetries


@quick
@given(games(SET_RULES))
def test_mirror_image(game):
    prizes, n_players, layout, ties = game
    n = len(prizes)
    paths, vectors = answer(prizes[::-1], n_players, layout, ties)
    mirrored = sorted(tuple(n + 1 - p for p in path) for path in paths)
    assert (mirrored, vectors) == answer(prizes, n_players, layout, ties)


@quick
@given(boards, st.data())
def test_mirror_image_swaps_first_and_last(prizes, data):
    n_players = data.draw(st.integers(1, len(prizes)))
    layout = data.draw(st.sampled_from(LAYOUTS))
    [path], vectors = answer(prizes[::-1], n_players, layout, "first")
    mirrored = [tuple(len(prizes) + 1 - p for p in path)]
    assert (mirrored, vectors) == answer(prizes, n_players, layout, "last")


@quick
@given(boards, st.integers(0, 6), st.sampled_from(SET_RULES), st.data())
def test_clock_rotation(prizes, turn, ties, data):
    n = len(prizes)
    n_players = data.draw(st.integers(1, n))
    turned = [prizes[(i + turn) % n] for i in range(n)]
    paths, vectors = answer(turned, n_players, "clock", ties)
    back = sorted(tuple((p - 1 + turn) % n + 1 for p in path) for path in paths)
    assert (back, vectors) == answer(prizes, n_players, "clock", ties)


@quick
@given(games(), st.sampled_from([1e-9, 1e-3, 0.1, 1 / 3, 7.7, 1e9]))
def test_scale_in_floats(game, scale):
    prizes, *rest = game
    paths, vectors = answer(prizes, *rest)
    scaled_paths, scaled = answer([scale * p for p in prizes], *rest)
    assert scaled_paths == paths
    assert len(scaled) == len(vectors)
    assert np.allclose(np.array(scaled) / scale, vectors, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
@pytest.mark.parametrize("scale", [1.0, 0.1, 1 / 3, 7.7])
def test_ties_of_floats_of_less_precision(kind, scale):
    """They are those of the numbers that were meant, in a list, an array or a step."""
    for prizes in ([3, 1, 2], [1, 2, 3], [3, 2, 1, 3]):
        narrow = [kind(scale * p) for p in prizes]
        expected = solve(prizes, 2, ties="all").paths
        assert solve(narrow, 2, ties="all").paths == expected
        assert solve(np.array(narrow), 2, ties="all").paths == expected
    assert solve([1, 2, 3], 2, step=kind(0.2)).paths == solve([1, 2, 3], 2, step=0.2).paths
    places = (np.array([1, 2.2], kind), [1, 2.2])
    assert payoffs_at([1, 2, 3], places[0]) == payoffs_at([1, 2, 3], places[1])


def test_floats_of_less_precision_that_are_no_fractions_keep_their_digits():
    prizes = [0.1234567, 0.1234568, 0.7654321]
    assert payoffs(np.array(prizes, np.float32), (1, 2, 3)) == tuple(prizes)


@quick
@given(games(), st.fractions(Fraction(1, 10**9), 10**9, max_denominator=10**9))
def test_scale_in_fractions(game, scale):
    prizes, *rest = game
    if scale == 0:
        return
    paths, vectors = answer(prizes, *rest)
    scaled_paths, scaled = answer([scale * p for p in prizes], *rest)
    assert scaled_paths == paths
    assert np.allclose(np.array(scaled) / float(scale), vectors, rtol=1e-12, atol=1e-12)


@quick
@given(games())
def test_all_the_money_is_taken(game):
    prizes, n_players, layout, ties = game
    outcomes = solve(prizes, n_players, layout=layout, ties=ties)
    assert np.allclose([sum(vector) for vector in outcomes.payoffs], sum(prizes))
    if ties != "average":
        assert {outcomes.payoff_of(path) for path in outcomes.paths} == set(outcomes.payoffs)
    assert outcomes.paths == sorted(set(outcomes.paths))
    assert outcomes.n_paths == len(outcomes.paths)


# What the rules have to do with one another


@quick
@given(boards, st.sampled_from(LAYOUTS), st.data())
def test_cautious_and_fixed_choices_are_equilibria(prizes, layout, data):
    n_players = data.draw(st.integers(1, len(prizes)))
    equilibria = solve(prizes, n_players, layout=layout, ties="all")
    for ties in ("pessimistic", "first", "last"):
        outcomes = solve(prizes, n_players, layout=layout, ties=ties)
        assert set(outcomes.paths) <= set(equilibria.paths)
        assert set(outcomes.payoffs) <= set(equilibria.payoffs)


def test_hopeful_choices_need_not_be_equilibria():
    def hopeful(prizes):
        paths = answer(prizes, 3, "line", "optimistic")[0]
        return set(paths) <= set(answer(prizes, 3, "line", "all")[0])

    assert not all(hopeful([a, b, c, d]) for a, b, c, d in np.ndindex(3, 3, 3, 3))


def test_without_ties_every_rule_agrees():
    # Also the fast kernel of first and last against the kernel of sets, on a larger board.
    rng = random.Random(3)
    for n, layout in ((11, "line"), (12, "clock")):
        prizes = [rng.randrange(10**11, 10**12) for _ in range(n)]
        for n_players in (2, 5, n - 1, n):
            rows = [solve(prizes, n_players, layout=layout, ties=ties) for ties in RULES]
            assert all(row.paths == rows[0].paths and row.n_paths == 1 for row in rows)
            assert all(np.allclose(row.payoffs, rows[0].payoffs, rtol=1e-12) for row in rows)


def test_chance_can_pay_more_than_any_pure_equilibrium():
    pure = solve((2, 1, 2, 3), 3, ties="all").payoffs
    assert pure == [(3.0, 3.0, 2.0), (3.0, 2.5, 2.5)]
    assert solve((2, 1, 2, 3), 3, ties="average").payoffs == [(3.25, 2.5, 2.25)]


def test_going_first_is_not_always_best():
    for n, layout, vector in ((15, "line", (32, 34, 29, 25)), (11, "clock", (18, 19.5, 14.5, 14))):
        assert solve(range(1, n + 1), 4, layout=layout, ties="all").payoffs == [vector]


@quick
@given(boards)
def test_with_two_on_the_line_the_first_is_never_behind(prizes):
    # She can take the stack with at most half of the money on either side.
    assert all(first >= second for first, second in solve(prizes, 2, ties="all").payoffs)


def test_counts():
    outcomes = solve(range(1, 13), 9, layout="clock")
    assert outcomes.n_states == sum(len(s) for s in _subsets_by_size(12)[:9])
    assert outcomes.n_moves == sum(
        len(s) * (12 - k) for k, s in enumerate(_subsets_by_size(12)[:9])
    )


def _subsets_by_size(n):
    sizes = [[] for _ in range(n + 1)]
    for mask in range(1 << n):
        sizes[bin(mask).count("1")].append(mask)
    return sizes


def test_many_paths_are_counted_but_not_listed(monkeypatch):
    monkeypatch.setattr("parlor.games.token_game.outcomes.MAX_PATHS", 5040)
    outcomes = solve([0] * 7, 7)  # 7! orders, all of them equilibria
    assert outcomes.n_paths == 5040 == len(outcomes.paths)
    monkeypatch.undo()
    many = solve([0] * 9, 9, ties="all")
    assert many.n_paths == 362880
    assert many.payoffs == [(0.0,) * 9]
    with pytest.raises(ValueError, match=r"362880.*100000"):
        _ = many.paths


def test_too_many_ties(monkeypatch):
    monkeypatch.setattr(stack_tree, "MAX_POOL", 100)
    assert solve(range(1, 6), 2).n_paths == 1
    with pytest.raises(ValueError, match="too many ties"):
        solve([1] * 8, 4, ties="all")


# Helpers of the chapter


@pytest.mark.parametrize("ties", RULES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_policy_and_best_replies(layout, ties):
    prizes, n_players = (1, 2, 1, 2, 3), 3
    table = policy(prizes, n_players, layout=layout, ties=ties)
    assert len(table) == 1 + 5 + 10
    for placed, moves in table.items():
        reply = best_replies(prizes, n_players, placed, layout=layout, ties=ties)
        assert reply.moves == moves
        assert list(reply.worths) == [p for p in range(1, 6) if p not in placed]
        assert reply.worth == max(reply.worths.values())
        if len(placed) == n_players - 1:  # the last mover needs no theory
            takes = {p: oracle.money(prizes, (*placed, p), layout)[-1] for p in reply.worths}
            assert reply.worths == pytest.approx({p: float(x) for p, x in takes.items()})
            best = [p for p in takes if takes[p] == max(takes.values())]
            expected = {"first": best[:1], "last": best[-1:]}.get(ties, best)
            assert list(moves) == expected
    # following the table from the start gives the paths
    if ties != "all":
        paths = [()]
        for _ in range(n_players):
            paths = [(*path, move) for path in paths for move in table[tuple(sorted(path))]]
        assert sorted(paths) == solve(prizes, n_players, layout=layout, ties=ties).paths


def test_worth_is_what_the_rule_says():
    for ties in ("pessimistic", "optimistic", "average"):
        reply = best_replies(range(1, 8), 4, (), layout="clock", ties=ties)
        outcomes = solve(range(1, 8), 4, layout="clock", ties=ties)
        firsts = [vector[0] for vector in outcomes.payoffs]
        assert reply.worth == pytest.approx(max(firsts) if ties == "optimistic" else min(firsts))
        assert reply.moves == tuple(sorted({path[0] for path in outcomes.paths}))


def test_conspiracy():
    found = conspiracy(range(1, 11), 3, 5)
    assert (found.take, found.spoils, found.placements) == (5.0, 50.0, ((4, 6),))
    loose = conspiracy((1, 1, 5), 2, 1)
    assert (loose.take, loose.placements) == (1.0, ((2,),))
    assert conspiracy((4, 1, 1), 1, 2).take == 6.0
    for layout in LAYOUTS:
        for position in range(1, 6):
            takes = {
                (a, b): oracle.money((2, 1, 3, 1, 1), (position, a, b), layout)[0]
                for a in range(1, 6)
                for b in range(a + 1, 6)
                if position not in (a, b)
            }
            found = conspiracy((2, 1, 3, 1, 1), 3, position, layout=layout)
            assert found.take == float(min(takes.values()))
            assert found.spoils == 8 - found.take
            assert list(found.placements) == [
                pair for pair, take in takes.items() if take == min(takes.values())
            ]


# Bad input: the argument, the value and what is allowed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_players": 0}, "n_players: got 0, allowed are the integers 1 to 4"),
        ({"n_players": 5}, "n_players: got 5"),
        ({"n_players": 2.0}, "n_players: got 2.0"),
        ({"n_players": True}, "n_players: got True"),
        ({"layout": "circle"}, "layout: got 'circle', allowed are 'line', 'clock'"),
        ({"ties": "worst"}, "ties: got 'worst', allowed are 'pessimistic', 'optimistic'"),
        ({"prizes": []}, "prizes: got 0 entries"),
        ({"prizes": [1, float("nan"), 2]}, r"prizes\[1\]: got nan"),
        ({"prizes": [1, 2, float("inf")]}, r"prizes\[2\]: got inf"),
        ({"prizes": ["1", 2]}, r"prizes\[0\]: got '1'"),
        ({"prizes": [1, True]}, r"prizes\[1\]: got True"),
        ({"prizes": [1j, 2]}, r"prizes\[0\]: got 1j"),
        ({"prizes": 7}, "prizes: got 7"),
        ({"prizes": {1, 2, 3}}, "prizes: got {1, 2, 3}"),
        ({"prizes": b"123"}, "prizes: got b'123'"),
        ({"prizes": [1e308] * 3}, r"prizes\[0\]: got 1e.308"),
        ({"prizes": [1, 1e-320, 1]}, r"prizes\[1\]: got 1e-320"),
        ({"prizes": [2**60, 1, 1]}, r"prizes: .*2\*\*60"),
        ({"prizes": [1e-30, 3.14159265358979, 1e30]}, r"prizes: .*2\*\*60"),
        ({"prizes": range(27)}, "prizes: got 27 stacks, allowed are at most 26"),
        ({"prizes": range(27), "ties": "first"}, "prizes: got 27 stacks, allowed are at most 26"),
        ({"prizes": range(17), "ties": "average"}, "prizes: got 17 stacks, .* at most 16"),
    ],
)
def test_bad_input_to_solve(change, words):
    call = {"prizes": [1, 2, 3, 4], "n_players": 2, "layout": "line", "ties": "pessimistic"}
    call |= change
    with pytest.raises((TypeError, ValueError), match=words):
        solve(call["prizes"], call["n_players"], layout=call["layout"], ties=call["ties"])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: payoffs([1, 2], (1, 3)), "positions: got 3, allowed are the integers 1 to 2"),
        (lambda: payoffs([1, 2, 3], (p for p in [1, 2])), "positions: got <generator"),
        (lambda: payoffs([1, 2], (0,)), "positions: got 0"),
        (lambda: payoffs([1, 2], (1.0,)), "positions: got 1.0"),
        (lambda: payoffs([1, 2], (2, 2)), "positions: got stack 2 twice"),
        (lambda: payoffs([1, 2], (2, 1), layout="ring"), "layout: got 'ring'"),
        (
            lambda: solve([1, 2], 2).payoff_of((1,)),
            "path: got 1 entries, allowed is a row of 2 to 2",
        ),
        (
            lambda: best_replies([1, 2, 3], 2, (1, 2)),
            "placed: got 2 entries, allowed is a row of 0 to 1 stacks",
        ),
        (lambda: best_replies([1, 2, 3], 2, (4,)), "placed: got 4"),
        (lambda: policy(range(17), 2), "prizes: got 17 stacks"),
        (lambda: conspiracy([1, 2, 3], 2, 4), "position: got 4"),
        (lambda: conspiracy([1, 2, 3], 4, 1), "n_players: got 4"),
        (lambda: conspiracy(range(40), 20, 1), "prizes: got 68923264410 placements"),
    ],
)
def test_bad_input_to_the_helpers(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()
