"""Tables, figures and the lab of the token game."""

from __future__ import annotations

from itertools import product

import pytest

from chapters.token_game import drawing, first_mover, lab, tables
from parlor.games.token_game import solve
from press.project.errors import UserError
from press.project.parameters import Parameters
from press.project.places import Project
from tests.published import SOURCES

LINE = list(range(1, 11))


def test_one_rule_gives_all_published_rows() -> None:
    printed = SOURCES["token_game"].entries
    rows = tables.rules_table(printed).set_index("rule for ties")["rows as published"]
    assert rows["pessimistic"] == 20 > rows.drop("pessimistic").max()


def test_equilibria_pay_what_their_ways_pay() -> None:
    frame = tables.equilibria_table()
    four = frame[frame["board"] == "line, 4 players"]
    assert [(4, 7, 9, 10)] in four["ways to play"].tolist()
    assert (15, 17, 13, 10) in four["payoffs"].tolist()


def test_perfect_players_know_every_position() -> None:
    play = tables.perfect_players(3)
    assert play["line"]["players"][3][""] == (5,)
    assert play["line"]["players"][3]["5,9"] == (8,)
    assert len(play["clock"]["players"][2]) == 13


def test_boards_on_which_the_first_is_behind() -> None:
    assert first_mover.behind("clock", 11) == [(11, 4)]
    boards = first_mover.small_boards_table(4, 5)
    assert boards["board"].tolist() == ["clock", "clock"]
    assert first_mover.is_first((1, 2, 3), "line") and not first_mover.is_first((3, 2, 1), "line")


@pytest.mark.parametrize("layout", first_mover.LAYOUTS)
def test_the_first_is_not_behind_on_up_to_ten_equal_stacks(layout: str) -> None:
    """As the lecture says, in one equilibrium at least."""
    for n in range(2, 11):
        every = first_mover.in_equilibria([1] * n, layout, range(2, n + 1))
        assert all(one.most >= 0 for one in every)


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (drawing.original_figure, "(21, 19, 15)"),
        (drawing.tie_figure, "10 dollars more for A"),
        (drawing.conspiracy_figure, "(5, 10, 40)"),
        (drawing.coin_figure, "(5.5, 4, 4.5)"),
        (drawing.seats_figure, "28 dollars"),
        (drawing.openings_figure, "A takes most, 32, on stack 6, where another takes 34"),
        (drawing.escapes_figure, "B on the three beside A: (4, 4.5, 5.5)"),
        (drawing.fold_figure, "stack 5 is midway between B and C, and stack 7 between C and D"),
        (drawing.nudge_figure, "D takes 11.5 dollars; anywhere between 7 and 7.5 she takes 15"),
        (lambda: first_mover.first_mover_figure(11), "none on the line and (11, 4) on the clock"),
    ],
)
def test_alternative_texts_say_what_the_figures_show(draw, says: str) -> None:
    assert says in draw()[1]


def test_no_opening_is_good_enough_on_fifteen_stacks() -> None:
    assert all(first < other for first, other in drawing.openings())
    first = max(drawing.openings())
    assert solve(range(1, 16), 4, ties="all").payoffs[0][0] == first[0]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"step": 0.3}, "allowed are 1, 1/2, 1/3"),
        ({"step": 0}, "allowed are 1, 1/2, 1/3"),
        ({"step": [0.5, 0.25]}, "one for each player"),
        ({"n_players": 11}, "at most the number of stacks"),
        ({"n_players": 9, "continuous": True}, "too much for some seconds"),
        ({"ties": "average", "continuous": True}, "average is for the stacks"),
        ({"ties": "average", "prizes": [1] * 17}, "16 with ties average"),
        ({"n_players": 27}, "a whole number from 1 to 26"),
    ],
)
def test_what_the_lab_does_not_answer_is_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(UserError, match=says):
        Parameters.of_page(Project.here().page_asked("token_game")).validate(given)


def test_the_lab_takes_what_leaves_everybody_a_slot() -> None:
    found = set()
    for n_players in range(1, 5):
        for steps in product((1, 0.5), repeat=n_players):
            for layout in ("line", "clock"):
                try:
                    lab.outcomes([1, 2], n_players, layout, "pessimistic", list(steps), False)
                except ValueError as error:
                    assert "more than there are slots" in str(error)
                    can = False
                else:
                    can = True
                assert lab.all_can_place(2, n_players, layout, list(steps)) == can
                found.add(can)
    assert found == {True, False}


@pytest.mark.parametrize(
    ("step", "continuous", "pay"),
    [(1, False, (17, 15, 13, 10)), (0.5, False, (19, 12.5, 12, 11.5)), (1, True, (23, 11, 10, 11)),
     ([0.5, 0.25, 0.125, 0.0625], False, (23, 11, 10, 11))],
)  # fmt: skip
def test_the_lab_answers_on_stacks_grids_and_between(
    step: lab.Step, continuous: bool, pay: tuple[float, ...]
) -> None:
    question = (LINE, 4, "line", "pessimistic", step, continuous)
    assert lab.in_seconds(*question)
    answer = lab.answer(*question)
    assert tuple(answer["payoffs"].value[0]) == pay and answer["payoffs"].sure == "exact"
    assert answer["lead"].value == min(p[0] - max(p[1:]) for p in answer["payoffs"].value)
    assert [len(table.frame) for table in answer.tables] == [
        answer["ways"].value, answer["vectors"].value
    ]  # fmt: skip
    assert "10 stacks with tokens on" in answer.figures[0].draw()[1]
