"""The source's own method, at its effort, against the solvers."""

import pytest

from chapters.guts import emulation
from parlor.games.guts import solve_coalition
from parlor.games.guts.coalition import two_against_two


def test_emulation_brackets_the_value():
    first, second = emulation.emulate([2, 4], mesh=21, n_rounds=3000)
    for found in (first, second):
        exact = -solve_coalition(found.n_coalition, mesh=21, structure="pseudo-bloc").value
        assert found.player_replies <= exact <= found.coalition_replies
        assert found.gap == pytest.approx(found.coalition_replies - found.player_replies)
        assert found.player_replies <= found.mixes <= found.coalition_replies
    assert [second] == emulation.emulate([4], mesh=21, n_rounds=3000)


@pytest.mark.parametrize("n_coalition, mesh", [(2, 2), (3, 3)])
def test_emulation_is_refused_where_stakes_do_not_shrink(n_coalition, mesh):
    assert solve_coalition(n_coalition, mesh=mesh, structure="pseudo-bloc").multiplier >= 1
    with pytest.raises(ValueError, match=f"^mesh: got {mesh}, .* coalition of {n_coalition}"):
        emulation.emulate([n_coalition], mesh=mesh, n_rounds=10)


def test_pairs():
    played = emulation.emulate_pairs(mesh=21, n_rounds=20_000)
    exact = dict(two_against_two(mesh=21).row)
    assert sum(played.values()) == pytest.approx(1)
    assert played[0, 19] == pytest.approx(exact[0, 19], abs=0.01)
