"""The token game between the stacks: brute force on coarse boards, and what the proof promises."""

from fractions import Fraction as F
from functools import cache
from itertools import product
from math import lcm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.games.token_game import outcomes as token_game_outcomes
from parlor.games.token_game import slot_tree, slots, solve, solve_continuous
from parlor.games.token_game.board import payoffs_at

from . import oracle

LAYOUTS = ("line", "clock")
RULES = ("pessimistic", "optimistic", "first", "last", "all")
OPEN_RULES = ("pessimistic", "optimistic", "all")
HALVES = tuple(F(1, 2**k) for k in range(1, 6))
BOARDS = ((2, 1, 2, 3), (1, 1, 1, 1), (0, 3, 1, 0), (2, -1, 2, 1))
quick = settings(max_examples=30)
boards = st.lists(st.integers(0, 4), min_size=2, max_size=5)


class Brute(oracle.Oracle):
    """Every order of moves on each player's own grid, in units in which places are integers."""

    def __init__(self, prizes, n_players, layout, steps, ties):
        unit = lcm(*(F(s).denominator for s in steps))
        super().__init__(prizes, n_players, layout, ties, unit)
        end = unit * (len(prizes) + (layout == "clock")) + (layout == "line")
        self.grids = [range(unit, end, int(s * unit)) for s in steps]

    def moves(self, placed):
        return [x for x in self.grids[len(placed)] if x not in placed]

    def solve(self):
        paths, vectors = super().solve()
        return [tuple(F(x, self.unit) for x in path) for path in paths], vectors


def as_floats(rows):
    return [tuple(map(float, row)) for row in rows]


# Oracle


@pytest.mark.parametrize("ties", RULES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "steps", [(F(1, 2),) * 2, (F(1, 3),) * 3, (1, F(1, 2), F(1, 4)), (F(1, 2), F(1, 3), 1)]
)
def test_brute_force_on_grids(layout, ties, steps):
    for prizes in BOARDS[:2] if len(steps) == 3 else BOARDS:
        paths, vectors = Brute(prizes, len(steps), layout, steps, ties).solve()
        found = solve(prizes, len(steps), layout=layout, step=steps, ties=ties)
        assert found.paths == as_floats(paths)
        assert found.n_paths == len(paths)
        assert found.payoffs == as_floats(vectors)


@pytest.mark.parametrize(
    ("prizes", "n_players", "layout"),
    [
        *((prizes, m, layout) for prizes, m, layout in product(BOARDS, (1, 2), LAYOUTS)),
        ((2, 1, 2, 3), 3, "line"),
        ((1, 2, 3, 2), 3, "clock"),
        ((1, 2, 1), 3, "line"),
        ((2, 1), 4, "line"),
        ((1, 2, 3), 2, "clock"),  # odd: the fold has half the width
        ((1, 1, 2), 3, "clock"),
    ],
)
def test_brute_force_on_the_continuum(prizes, n_players, layout):
    odd = layout == "clock" and len(prizes) % 2 == 1
    steps = HALVES[odd:][:n_players]
    paid = {}
    for ties in OPEN_RULES:
        brute = Brute(prizes, n_players, layout, steps, ties)
        brute.paid = paid
        paths, vectors = brute.solve()
        found = solve_continuous(prizes, n_players, layout=layout, ties=ties)
        assert found.payoffs == as_floats(vectors)
        assert set(found.paths) <= set(as_floats(paths))  # one of each class
        assert {found.payoff_of(path) for path in found.paths} == set(found.payoffs)


@pytest.mark.parametrize("ties", RULES)
def test_slots_are_stacks_without_money(ties):
    # The fast path on bitmasks, with empty stacks in between, is another solver.
    prizes = (3, 1, 0, 0, 2, 4)
    filled = [p for prize in prizes for p in (prize, 0, 0)]
    for layout, board in (("line", filled[:-2]), ("clock", filled)):
        for n_players in (1, 2, 3):
            plain = solve(board, n_players, layout=layout, ties=ties)
            found = solve(prizes, n_players, layout=layout, step=F(1, 3), ties=ties)
            assert found.steps == (F(1, 3),) * n_players
            assert found.finals == tuple(sorted({tuple(sorted(path)) for path in found.paths}))
            assert found.payoffs == plain.payoffs
            assert found.paths == [tuple(float(1 + F(x - 1, 3)) for x in p) for p in plain.paths]
            assert solve(
                board, n_players, layout=layout, step=(1,) * n_players, ties=ties
            ).paths == as_floats(plain.paths)


# The source


@pytest.mark.parametrize("layout", ["line", "clock"])
@pytest.mark.parametrize("stride", [1, 2])
def test_slots_between_the_same_walls_are_looked_at_once(layout, stride):
    amounts, mesh = [3, 1, 0, 2, 4], 6
    spec = slots.Spec(5, layout == "clock", mesh, 5, 2 * sum(amounts))
    tables = slots.wall_tables(amounts, mesh, 3)
    grid = slots.Grid(spec, tables, slots.next_walls(tables))
    for taken in ([], [7], [0, 3], [4, 20]):
        found = []
        for every in (True, False):
            turn, (_, out) = slots.Turn(len(taken), True, stride, 40), slots.room(0, 40)
            count = slots.last_moves(mesh, every, turn, grid, np.array([*taken, 0]), out)
            rows = np.array([out.slots, out.seats, out.worths])
            found.append(rows[:, :count].T.tolist())
        all_slots, few = found
        n_slots = 30 if layout == "clock" else 25
        assert [c for c, _, _ in all_slots] == [
            c for c in range(0, n_slots, stride) if c not in taken
        ]
        for c, seat, worth in all_slots:
            after_it, takes = np.array(sorted([*taken, c])), np.empty(len(taken) + 1, np.int64)
            slots.takes(after_it, takes.size, mesh, grid, takes)
            assert after_it[seat] == c and takes[seat] == worth
        assert {tuple(one) for one in few} <= {tuple(one) for one in all_slots}
        assert {(j, worth) for _, j, worth in few} == {(j, worth) for _, j, worth in all_slots}
        assert len(few) < len(all_slots)


def test_published_lists():
    for m, first in ((2, (7.0,)), (3, (5.0, 9.0))):
        outcomes = solve(range(1, 11), m, step=0.2)
        assert outcomes.paths == [(*first, float(F(k, 5))) for k in range(36, 45)]
        assert outcomes.payoffs == [((28.0, 27.0), (21.0, 19.0, 15.0))[m - 2]]
    for q in (2, 4, 5, 10):
        outcomes = solve(range(1, 11), 4, step=1 / q)
        assert outcomes.paths == [
            tuple(float(x) for x in (9, 3 + F(1, q), 7 - F(1, q), 7 + F(1, q)))
        ]
        assert outcomes.payoffs == [(19.0, 12.5, 12.0, 11.5)]


def test_four_on_the_continuum_are_not_as_published():
    outcomes = solve_continuous(range(1, 11), 4)
    assert outcomes.payoffs == [(23.0, 11.0, 10.0, 11.0), (13.0, 11.0, 10.0, 21.0)]
    reply = outcomes.replies((9, 3.1, 6.9))
    assert [str(x) for x in reply.places] == ["(7, 7.1)"]
    assert reply.worth == 15.0
    assert payoffs_at(range(1, 11), (9, 3.1, 6.9, 7.1)) == (19.0, 12.5, 12.0, 11.5)
    assert payoffs_at(range(1, 11), (9, 3.1, 6.9, 7.05))[3] == 15.0


def test_equal_steps_never_get_there():
    # 2**M slots to a step are as good as any number: the limit is not the continuous game.
    for q in (8, 11, 16):
        assert solve((1, 2, 3, 4, 5, 6), 3, step=1 / q).payoffs == [(8.0, 7.0, 6.0)]
    assert solve_continuous((1, 2, 3, 4, 5, 6), 3).payoffs == [(8.5, 6.5, 6.0)]


# What the proof promises


@quick
@given(boards, st.sampled_from(LAYOUTS), st.sampled_from(OPEN_RULES), st.integers(1, 3))
def test_finer_steps_are_exact(prizes, layout, ties, n_players):
    exact = solve_continuous(prizes, n_players, layout=layout, ties=ties).payoffs
    odd = layout == "clock" and len(prizes) % 2 == 1
    for finer in (0, 1):
        steps = HALVES[odd + finer :][:n_players]
        assert solve(prizes, n_players, layout=layout, step=steps, ties=ties).payoffs == exact
    thirds = [F(1, 2 * 3**k) for k in range(1, n_players + 1)]
    assert solve(prizes, n_players, layout=layout, step=thirds, ties=ties).payoffs == exact


def stretch(x, knots):
    """An increasing map of the line onto itself that commutes with mirroring at every stack."""
    turn, rest = divmod(x - 1, 2)
    fold = min(rest, 2 - rest)
    low = max(i for i in range(len(knots)) if F(i, len(knots) - 1) <= fold)
    moved = knots[low]
    if low + 1 < len(knots):
        moved += (fold * (len(knots) - 1) - low) * (knots[low + 1] - knots[low])
    return 1 + 2 * turn + (moved if rest <= 1 else 2 - moved)


@st.composite
def positions(draw, even=False):
    prizes = draw(boards)
    if even and len(prizes) % 2:
        prizes = [*prizes, 1]
    layout = draw(st.sampled_from(LAYOUTS))
    top = 16 * (len(prizes) - (layout == "line"))
    slots = draw(st.sets(st.integers(0, top - 1), min_size=1, max_size=3))
    return prizes, layout, sorted(1 + F(s, 16) for s in slots)


@quick
@given(positions(even=True), st.lists(st.integers(1, 9), min_size=2, max_size=4))
def test_stretching_changes_nothing(position, widths):
    prizes, layout, places = position
    knots = [F(sum(widths[:i]), sum(widths)) for i in range(len(widths) + 1)]
    moved = [stretch(x, knots) for x in places]
    assert payoffs_at(prizes, moved, layout=layout) == payoffs_at(prizes, places, layout=layout)
    outcomes = solve_continuous(prizes, len(places) + 1, layout=layout)
    before, after = outcomes.replies(places), outcomes.replies(moved)
    assert after.worth == before.worth
    assert [(i.closed_low, i.closed_high) for i in after.places] == [
        (i.closed_low, i.closed_high) for i in before.places
    ]


@settings(quick, max_examples=20)
@given(positions(), st.sampled_from(OPEN_RULES))
def test_replies_of_the_last_mover(position, ties):
    # Every place of a fine grid, ends of the intervals included, pays what the intervals say.
    prizes, layout, places = position
    outcomes = solve_continuous(prizes, len(places) + 1, layout=layout, ties=ties)
    reply = outcomes.replies(places)
    n = len(prizes)
    for k in range(32 * (n if layout == "clock" else n - 1) + (layout == "line")):
        x = 1 + F(k, 32)
        if x in places:
            continue
        best = any(
            i.low < y < i.high or (y == i.low and i.closed_low) or (y == i.high and i.closed_high)
            for i in reply.places
            for y in ((x, x + n) if layout == "clock" else (x,))
        )
        take = payoffs_at(prizes, [*places, x], layout=layout)[-1]
        assert (take == reply.worth) if best else (take < reply.worth)


@quick
@given(boards, st.sampled_from(LAYOUTS), st.sampled_from(OPEN_RULES), st.integers(1, 3))
def test_mirror_and_turn(prizes, layout, ties, n_players):
    outcomes = solve_continuous(prizes, n_players, layout=layout, ties=ties)
    assert (
        solve_continuous(prizes[::-1], n_players, layout=layout, ties=ties).payoffs
        == outcomes.payoffs
    )
    assert all(sum(vector) == sum(prizes) for vector in outcomes.payoffs)
    if layout == "clock":
        turned = [*prizes[1:], prizes[0]]
        assert (
            solve_continuous(turned, n_players, layout=layout, ties=ties).payoffs
            == outcomes.payoffs
        )
    scaled = solve_continuous([0.1 * p for p in prizes], n_players, layout=layout, ties=ties)
    assert scaled.paths == outcomes.paths


@quick
@given(boards, st.sampled_from(LAYOUTS), st.integers(1, 3))
def test_cautious_play_is_an_equilibrium(prizes, layout, n_players):
    everything = solve_continuous(prizes, n_players, layout=layout, ties="all")
    assert set(solve_continuous(prizes, n_players, layout=layout).payoffs) <= set(
        everything.payoffs
    )


@quick
@given(st.permutations(range(1, 7)), st.sampled_from(LAYOUTS), st.integers(2, 4))
def test_the_last_mover_never_splits(prizes, layout, n_players):
    # Different stacks: a step towards a shared one wins half of it and can lose half another.
    for path in solve_continuous(prizes, n_players, layout=layout).paths:
        for stack in range(1, 7):
            away = [abs(stack - x) for x in path]
            if layout == "clock":
                away = [min(d, 6 - d) for d in away]
            assert away[-1] > min(away) or away.count(min(away)) == 1


def test_counts():
    # 19 classes of one token: 10 stacks and 9 gaps
    outcomes = solve_continuous(range(1, 11), 2)
    assert (outcomes.n_states, outcomes.n_moves) == (20, 19 + 10 * 18 + 9 * (10 + 3 * 9 - 1))
    assert solve(range(1, 11), 4, step=0.1).n_states == 1 + 91 + 4095 + 121485


def test_replies_around_the_clock():
    reply = solve_continuous(range(1, 13), 2, layout="clock").replies((9,))
    assert [str(x) for x in reply.places] == ["(9, 11)"]
    # both sides of stack 1 are best, and 1 itself is
    [interval] = solve_continuous((2, 1, 1, 1), 1, layout="clock").replies(()).places
    assert (interval.low, interval.high) == (1, 5)
    [interval] = solve_continuous((9, 1, 1, 3, 5, 4), 2, layout="clock").replies((5,)).places
    assert str(interval) == "(5, 7)"
    # with equal stacks, turning the clock by one turns the replies: intervals go on across 12
    even = solve_continuous((1,) * 5, 3, layout="clock")
    ends = [[(x.low, x.high) for x in even.replies(at).places] for at in ((1, 2), (2, 3))]
    assert ends == [[(2, 6)], [(3, 7)]]


# Limits and bad input


def test_too_many(monkeypatch):
    monkeypatch.setattr(token_game_outcomes, "MAX_PATHS", 2)
    with pytest.raises(ValueError, match="paths: there are 3, more than the 2"):
        _ = solve_continuous(range(1, 11), 2).paths
    monkeypatch.setattr(slot_tree, "MAX_MOVES", 1000)
    with pytest.raises(ValueError, match="n_players: after 2 of 3 players' moves there are"):
        solve_continuous(range(1, 11), 3)
    monkeypatch.setattr(slot_tree, "MAX_ROWS", 5)
    with pytest.raises(ValueError, match="prizes: too many ties"):
        solve_continuous((1, 1, 1, 1), 2, ties="all")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: solve((1, 2, 3), 2, step=0), "step: got 0, allowed are 1, 1/2, 1/3, ..."),
        (lambda: solve((1, 2, 3), 2, step=0.3), "step: got 0.3"),
        (lambda: solve((1, 2, 3), 2, step=2), "step: got 2, allowed"),
        (lambda: solve((1, 2, 3), 2, step=True), "step: got True"),
        (lambda: solve((1, 2, 3), 2, step=float("nan")), "step: got nan"),
        (lambda: solve((1, 2, 3), 2, step="1"), "step: got '1', allowed is one number, or one"),
        (lambda: solve((1, 2, 3), 2, step=(1, 0.5, 0.5)), "step: got .* the 2 players"),
        (lambda: solve((1, 2), 2, step=0.5, ties="average"), "ties: got 'average', allowed are"),
        (lambda: solve((1, 2), 2, "ring", step=0.5), "layout: got 'ring'"),
        (lambda: solve((1, 2), 4, step=0.5), "n_players: got 4, more than there are slots"),
        (lambda: solve((1, 2), 5, step=0.5), "n_players: got 5, more than there are slots"),
        (lambda: solve((1, 2), 0, step=0.5), "n_players: got 0, allowed are the integers 1 to 62"),
        (lambda: solve((1, 2), 2.0, step=0.5), "n_players: got 2.0"),
        (lambda: solve((), 1, step=0.5), "prizes: got 0 entries"),
        (lambda: solve((1, 2), 2, step=(F(1, 1021), F(1, 1031))), "step: got .* common step"),
        (lambda: solve(range(20), 12, step=0.01), "n_players: got 12, too many"),
        (lambda: solve_continuous((1, 2), 2, ties="first"), "ties: got 'first', allowed are"),
        (lambda: solve_continuous((1, 2), True), "n_players: got True"),
        (lambda: solve_continuous((1,), 2), "n_players: got 2, more than there are slots"),
        (lambda: solve_continuous(range(30), 12), "n_players: got 12, too many"),
        (
            lambda: solve_continuous((1, 2), 2).replies((1, 2)),
            "placed: got 2 entries, allowed is a row of 0 to 1",
        ),
        (lambda: solve_continuous((1, 2), 2).replies((3,)), "placed: got 3, .* 1 <= x <= 2"),
        (
            lambda: solve_continuous((1, 2), 2, layout="clock").replies((3,)),
            "placed: .* 1 <= x < 3",
        ),
        (lambda: payoffs_at((1, 2), (1, 1.0)), "positions: got 1.0 twice"),
        (lambda: payoffs_at((1, 2), (None,)), "positions: got None"),
        (
            lambda: solve_continuous((1, 2), 2).payoff_of((1,)),
            "path: got 1 entries, allowed is a row of 2 to 2",
        ),
    ],
)
def test_bad_input(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()


def test_money_between_the_stacks():
    @cache
    def money(places, layout):
        return tuple(map(float, oracle.money((1, 4, 2, 8), places, layout)))

    for layout in LAYOUTS:
        for places in product([F(k, 3) for k in range(3, 13)], repeat=3):
            if len(set(places)) == 3:
                assert payoffs_at((1, 4, 2, 8), places, layout=layout) == money(places, layout)


def test_text_shows_the_payoffs():
    assert repr(solve([1, 2, 3], 2)).endswith("n_moves=9, payoffs=[(3.0, 3.0)]; exact)")
    assert "payoffs=[(8.5, 6.5, 6.0)]; " in repr(solve_continuous((1, 2, 3, 4, 5, 6), 3))
