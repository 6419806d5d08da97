"""Fictitious play of guts by any number of players, against payoffs written down."""

from itertools import product

import numpy as np
import pytest

from parlor.games.guts import equilibrium_threshold, payoff
from parlor.games.guts.players import Gauss, Past, count_play, fictitious_play, utility_of
from parlor.solvers.fictitious_play import play


def slow_three(mesh, rounds):
    """Three-player fictitious play with the payoffs written down, first best reply, from ties."""
    grid = np.arange(mesh) / (mesh - 1)
    A = np.array([[[payoff((a, b, c)) for c in grid] for b in grid] for a in grid])
    counts = np.zeros((3, mesh))
    plays = []
    for step in range(rounds):
        choice = []
        for i in range(3):
            j, k = [o for o in range(3) if o != i]
            u = np.einsum("abc,b,c->a", A, counts[j], counts[k]) / max(step, 1) ** 2
            choice.append(int(np.argmax(np.round(u, 12))))
        for i in range(3):
            counts[i, choice[i]] += 1
        plays.append(choice)
    return counts, plays


def test_three_player_fictitious_play():
    record = fictitious_play(3, n_rounds=60, mesh=14, ties="first")
    counts, _ = slow_three(14, 60)
    assert np.array(record.mixes) * 60 == pytest.approx(counts)
    for pooled in (False, True):
        run = fictitious_play(3, n_rounds=5000, mesh=101, start=(0.2, 0.5, 0.9), pooled=pooled)
        assert run.gap < 1e-3
        assert all(abs(run.plays[:, -1] / 100 - 2**-0.5) < 0.03)
    with pytest.raises(ValueError, match="start"):
        fictitious_play(start=(0.1, 0.2))
    with pytest.raises(ValueError, match="mesh"):
        fictitious_play(mesh=1)


def table(players, mesh):
    """Player 1's payoff for all thresholds on a mesh."""
    grid = np.arange(mesh) / (mesh - 1)
    cells = [payoff(p) for p in product(grid, repeat=players)]
    return np.array(cells).reshape((mesh,) * players)


def against(A, mixes, player):
    """Payoff of each threshold of a player against the others' mixes, by summing the table."""
    others = [mix for j, mix in enumerate(mixes) if j != player]
    for mix in reversed(others):
        A = A @ mix
    return A


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_utilities(players):
    mesh = {2: 9, 3: 7, 4: 6, 5: 4}[players]
    A, rng = table(players, mesh), np.random.default_rng(players)
    past = Past(np.zeros((players, mesh)), np.zeros((players, mesh)), np.zeros(players))
    for player in range(players):
        for p in rng.integers(mesh, size=4 + player):
            count_play(past, player, p)
    mixes = past.counts / past.total[:, None]
    nodes, weights = np.polynomial.legendre.leggauss((players + 1) // 2)
    gauss = Gauss((1 + nodes) / 2, weights / 2)
    out = np.empty(mesh)
    for player in range(players):
        utility_of(past, player, False, gauss, out, np.empty((3, mesh)))
        assert out == pytest.approx(against(A, mixes, player), abs=1e-14)
        utility_of(past, player, True, gauss, out, np.empty((3, mesh)))
        if player == 0:
            assert out == pytest.approx(against(A, mixes, 0), abs=1e-14)
            continue
        pool = -np.tensordot(mixes[0], A, 1)  # what player 1 gets is what the others lose
        assert out == pytest.approx(against(pool, mixes[1:], player - 1), abs=1e-14)


@pytest.mark.parametrize("protocol", ["simultaneous", "alternating"])
@pytest.mark.parametrize(("players", "mesh"), [(3, 14), (4, 8)])
def test_rounds(players, mesh, protocol):
    """The process by hand. Starts differ and rounds are few, so that no two replies tie."""
    start = [0.1 + 0.17 * j for j in range(players)]
    A, rounds = table(players, mesh), 40
    counts = np.zeros((players, mesh))
    for j, p in enumerate(start):
        counts[j, round(p * (mesh - 1))] += 1
    for _ in range(rounds - 1):
        moves = counts.copy()
        for j in range(players):
            past = moves if protocol == "alternating" else counts
            mixes = past / past.sum(axis=1)[:, None]
            reply = int(np.argmax(np.round(against(A, mixes, j), 12)))
            moves[j, reply] += 1
        counts = moves
    run = fictitious_play(
        players, n_rounds=rounds, mesh=mesh, start=start, protocol=protocol, ties="first"
    )
    assert np.array(run.mixes) * rounds == pytest.approx(counts)
    mixes = counts / rounds
    gains = [(u := against(A, mixes, j)).max() - mixes[j] @ u for j in range(players)]
    assert run.gap == pytest.approx(sum(gains), abs=1e-13)


def test_two_players_are_a_matrix_game():
    grid = np.arange(30) / 29
    A = np.array([[payoff((p, q)) for q in grid] for p in grid])
    by_matrix = play(A, n_rounds=2000, ties="first")
    run = fictitious_play(2, n_rounds=2000, mesh=30, ties="first")
    assert run.gap == pytest.approx(by_matrix.gap, rel=0.05)
    assert run.values[0] == pytest.approx(-run.values[1], abs=1e-12)


@pytest.mark.parametrize("protocol", ["simultaneous", "alternating"])
@pytest.mark.parametrize("players", [4, 5, 7])
def test_convergence(players, protocol):
    grid = np.linspace(0, 1, 201)
    run = fictitious_play(players, n_rounds=3000, mesh=201, protocol=protocol, seed=2)
    nash = equilibrium_threshold(players)
    assert all(abs(x @ grid - nash) < 0.01 for x in run.mixes)
    assert abs(grid[run.plays[:, -1]] - nash).max() <= 0.005
    assert run.gap < 1e-4 and run.exponent() < -0.95
    scaled = (run.steps * run.gaps)[run.steps >= 100]
    assert (np.diff(scaled) <= 1e-9).all()
    pooled = fictitious_play(players, n_rounds=3000, mesh=201, protocol=protocol, pooled=True)
    assert pooled.gap < 2e-3


def test_bad_input():
    with pytest.raises((TypeError, ValueError), match="n_players: got 1"):
        fictitious_play(1)
    with pytest.raises((TypeError, ValueError), match=r"n_players: got 2\.5"):
        fictitious_play(2.5)
    with pytest.raises((TypeError, ValueError), match=r"start: .* allowed is 4 numbers"):
        fictitious_play(4, start=(0.1, 0.2, 0.3))


def test_the_first_round_is_played_as_asked_at_either_end():
    run = fictitious_play(3, n_rounds=1, mesh=11, start=(0.0, 1.0, 0.5), ties="last")
    assert [int(np.argmax(mix)) for mix in run.mixes] == [0, 10, 5]
