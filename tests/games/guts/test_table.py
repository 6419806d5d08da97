"""The terminal game, played by a script."""

import re

import pytest

from parlor.games.guts import solve_coalition
from parlor.games.guts.table import play


def scripted(answers):
    """An input function that reads `answers`, then behaves as Ctrl-D."""
    left = iter(answers)

    def read(prompt):
        try:
            answer = next(left)
        except StopIteration:
            raise EOFError from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return read


def table(answers, **options):
    lines = []
    return play(read=scripted(answers), write=lines.append, **options), "\n".join(lines)


def test_so_many_rounds():
    end, text = table(["h", "d", "HOLD", " drop "], n_rounds=4, seed=2)
    assert end.n_rounds == 4
    assert end.expectation == pytest.approx(solve_coalition(2, None).value * end.n_games)
    assert "4 rounds in" in text
    assert "1 round in 1 game: you have" in table(["h"], n_rounds=1, seed=2)[1]
    assert f"{end.score:+g} antes" in text


def test_what_is_read_is_a_text():
    with pytest.raises(ValueError, match="read: what it returned: got 3, allowed"):
        table([3], n_rounds=1)


def test_bad_input_asks_again():
    end, text = table(["x", "", "d"], n_rounds=1, seed=2)
    assert end.n_rounds == 1
    assert text.count("Not understood") == 2


@pytest.mark.parametrize("way", [[], ["q"], [KeyboardInterrupt()], ["quit"]])
def test_leaving(way):
    end, text = table(["d", *way], seed=1)
    assert end.n_rounds == 1
    assert "you have" in text


def test_same_seed_same_cards():
    assert table(["h"] * 9, n_rounds=9, seed=4) == table(["h"] * 9, n_rounds=9, seed=4)
    assert table(["h"] * 9, n_rounds=9, seed=4)[1] != table(["h"] * 9, n_rounds=9, seed=5)[1]


def test_accounts():
    """The score follows from the lines: the ante, pots taken and pots matched."""
    end, text = table(["h"] * 60, n_rounds=60, seed=8)
    antes = text.count("All ante 1")
    taken = sum(int(pot) for pot in re.findall(r"You take the pot of (\d+)", text))
    matched = sum(int(pot) for pot in re.findall(r"You match the pot of (\d+)", text))
    assert antes == end.n_games
    assert end.score == taken - matched - antes
    assert taken
    assert matched


def test_stakes_grow():
    _, text = table(["h"] * 200, n_coalition=5, n_rounds=200, seed=0)
    assert re.search(r"The stakes are [2-9]", text)


def test_bad_options():
    for given in ({"n_coalition": 0}, {"n_coalition": 51}, {"n_rounds": -1}):
        with pytest.raises(ValueError, match=next(iter(given))):
            play(**given)


def test_who_is_said_to_hold_decides_what_is_said_next():
    """One line for each round: the stakes are multiplied by one less than there are holders."""
    seen = set()
    for word, mine in (("h", 1), ("d", 0)):
        lines = table([word] * 60, n_rounds=60, seed=3)[1].splitlines()
        before = 1
        for line in (line for line in lines if line.startswith("The coalition holds")):
            hands = re.findall(r"0\.\d{3}", line.partition("You")[0].partition("All")[0])
            assert ("nobody" in line) == (not hands) and hands == sorted(hands, reverse=True)
            held = len(hands) + mine
            seen.add((mine, len(hands)))
            if not held:
                assert "All drop" in line
            elif held == 1:
                assert "That ends the game" in line
                before = 1
            else:
                before *= held - 1
                assert f"The stakes are {before} now" in line
    assert {(0, 0), (0, 1), (1, 0), (1, 1)} <= seen
