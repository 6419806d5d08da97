"""Dice, against something that does not share its code."""

from __future__ import annotations

from fractions import Fraction

import pytest

from parlor.dice import MAX_FACES, solve


@pytest.mark.parametrize("n_faces", [1, 2, 6, 20])
def test_the_mean_is_that_of_all_faces(n_faces: int) -> None:
    faces = range(1, n_faces + 1)
    assert solve(n_faces).mean == Fraction(sum(faces), n_faces)


@pytest.mark.parametrize("n_faces", [0, MAX_FACES + 1])
def test_what_is_no_die_is_refused(n_faces: int) -> None:
    with pytest.raises(ValueError, match=f"got {n_faces}, allowed are 1 to {MAX_FACES}"):
        solve(n_faces)
