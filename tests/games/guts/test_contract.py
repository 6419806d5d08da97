"""Bad input is one ValueError that names the argument, everywhere in guts."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from parlor.games.guts import mesh_game, solve_coalition
from parlor.games.guts.asynchronous import best_reply, guarantee, hold_down
from parlor.games.guts.coalition import two_against_two
from parlor.games.guts.continuum import best_replies
from parlor.games.guts.continuum import solve as solve_continuum
from parlor.games.guts.play import deal, play_games, tail_exponent
from parlor.games.guts.players import fictitious_play
from parlor.games.guts.rounds import against, hand_values
from parlor.games.guts.ruin import ruin
from parlor.games.guts.weenie import strongest_coalition

TWO = solve_coalition(2, mesh=None)
NUMBERS = [None, True, "3", b"3", [3], {3}, 2.5, -1, float("nan"), float("inf"), 10**400]
ROWS = [0.5, "ab", b"ab", {0.5, 0.6}, {0.5: 1}, [[0.5], [0.5]], (p for p in (0.5, 0.5)),
        np.ma.array([0.5, 0.6]), [0.5, True], [0.5, "x"], [0.5, 1.5],
        [float("nan")] * 2]  # fmt: skip
HALF = Fraction(1, 2)

COUNTS = {
    "n_coalition": [
        solve_coalition,
        hold_down,
        solve_continuum,
        lambda n: solve_coalition(n, mesh=5),
        lambda n: best_replies(n, 0.5, V=-0.1),
    ],
    "n_players": [
        fictitious_play,
        strongest_coalition,
    ],
    "mesh": [
        lambda n: two_against_two(mesh=n),
        lambda m: mesh_game(2, m),
        lambda m: fictitious_play(mesh=m),
    ],
    "n_rounds": [
        lambda n: deal([0.5, 0.5], n_rounds=n),
        lambda n: fictitious_play(3, n_rounds=n),
    ],
    "n_games": [lambda n: play_games(TWO, n_games=n)],
    "round_limit": [lambda n: play_games(TWO, n_games=5, round_limit=n)],
    "n_walks": [lambda n: ruin(TWO, 3, n_walks=n)],
    "game_limit": [lambda n: ruin(TWO, 3, game_limit=n)],
    "n_starts": [lambda n: hold_down(2, n_starts=n)],
    "points": [lambda n: strongest_coalition(3, points=n)],
    "seed": [
        lambda s: deal([0.5, 0.5], n_rounds=2, seed=s),
        lambda s: play_games(TWO, n_games=2, seed=s),
        lambda s: ruin(TWO, 3, n_walks=2, seed=s),
        lambda s: hold_down(2, seed=s),
        lambda s: fictitious_play(3, n_rounds=2, mesh=5, seed=s),
    ],
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name):
    for call in COUNTS[name]:
        for bad in NUMBERS:
            if bad is None and call in (solve_coalition,):
                continue
            with pytest.raises((TypeError, ValueError), match=rf"^{name}: got "):
                call(bad)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("V", lambda V: best_reply([0.5], V=V)),
        ("V", lambda V: hold_down(2, V=V)),
        ("own", lambda p: play_games(TWO, n_games=2, own=p)),
        ("own", lambda p: ruin(TWO, 3, own=p)),
        ("capital", lambda c: ruin(TWO, c)),
        ("coalition_capital", lambda c: ruin(TWO, 3, coalition_capital=c)),
        ("q", lambda q: guarantee(q, 0.5)),
    ],
)
def test_numbers(name, call):
    for bad in (*NUMBERS, -2.0):
        fine = (bad is None and name in ("own", "coalition_capital")) or (
            name in ("V", "capital", "coalition_capital")
            and isinstance(bad, int | float)
            and not isinstance(bad, bool)
            and bad in ((2.5, -1) if name == "V" else (2.5,))
        )
        if not fine:
            with pytest.raises((TypeError, ValueError), match=rf"^{name}: got "):
                call(bad)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row).partition(" at 0x")[0])
def test_rows(row):
    for name, call in (
        ("thresholds", lambda row: deal(row, n_rounds=10)),
        ("coalition", best_reply),
        ("coalition", lambda row: against(row, [0.5])),
        ("own", lambda row: against([0.5], row)),
        ("coalition", lambda row: hand_values(row, [0.5])),
        ("hands", lambda row: hand_values([0.5], row)),
        ("plans", lambda row: play_games(row, n_games=10)),
        ("start", lambda row: fictitious_play(2, n_rounds=10, start=row)),
    ):
        if name == "hands" and isinstance(row, float):  # one hand
            continue
        with pytest.raises((TypeError, ValueError), match=rf"^{name}"):
            call(row)


@pytest.mark.parametrize("bad", [None, 2, "two", TWO.coalition, {"value": 0}])
def test_solutions(bad):
    for call in (lambda s: play_games(s, n_games=5), lambda s: ruin(s, 5), tail_exponent):
        with pytest.raises((TypeError, ValueError), match=r"^plans(\[0\])?: got"):
            call(bad)


@pytest.mark.parametrize("bad", [None, "blocc", ["bloc"], 1])
def test_structures(bad):
    for call in (
        lambda s: solve_continuum(2, structure=s),
        lambda s: solve_coalition(2, mesh=5, structure=s),
        lambda s: best_replies(2, 0.5, V=-0.1, structure=s),
        lambda s: solve_coalition(2, mesh=5, structure=s),
    ):
        with pytest.raises((TypeError, ValueError), match=r"^structure: got .* 'pseudo-bloc'"):
            call(bad)


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_games_that_never_end(threshold, weenie):
    """All hold or all drop for ever: cut off, finite, and the walk counts as unfinished."""
    stuck = replace(TWO, weenie=weenie, coalition=[((threshold,) * 2, 1.0)])
    record = play_games(stuck, n_games=10, own=threshold, round_limit=1000)
    assert record.unfinished == 10 and np.isfinite(record.winnings).all()
    if threshold == 1 and not weenie:  # nothing is ever won or lost but the ante that is left
        assert (record.winnings == -1).all()
    for table_stakes in (False, True):
        end = ruin(stuck, 5, n_walks=10, own=threshold, table_stakes=table_stakes)
        assert np.isfinite([end.chance, end.debt, end.games]).all()
        assert table_stakes or end.unfinished == 10


def test_results_are_short_and_become_tables():
    assert len(repr(TWO)) < 400 and repr(TWO).endswith("gap 5.1e-16)")
    assert TWO.to_frame().probability.sum() == pytest.approx(2)
    assert len(play_games(TWO, n_games=7).to_frame()) == 7
