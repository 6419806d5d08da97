"""What the party to replay gets from the run."""

from fractions import Fraction

import numpy as np

from chapters.gift_exchange.lecture_party import TEMPERS, TOSSES, WORTH, party, play_party
from chapters.gift_exchange.play import by_rule, drawn_rules, party_to_play
from parlor.games.gift_exchange import SIX, Condition, play

N = 4000


def test_rules_are_those_that_the_engine_has_drawn():
    condition = Condition(n_players=6, valuation="correlated")
    rules, records = drawn_rules(condition, N), play(condition, n_games=N)
    counts = np.array([(rules == rule).sum(axis=1) for rule in range(len(SIX))]).T
    assert (counts == records["strategy_players"]).all()


def test_means_by_rule_add_up_to_those_by_seat():
    condition = Condition(n_players=6)
    means, errors = by_rule(condition, N)
    rules, values = drawn_rules(condition, N), play(condition, n_games=N)["seat_value"]
    for seat in range(6):
        shares = np.bincount(rules[:, seat], minlength=6) / N
        assert abs(shares @ means[seat] - values[:, seat].mean()) < 1e-5
    assert 0 < np.max(errors) < 0.02


def test_the_story_has_no_mean_that_rounding_decides():
    exact = [
        [Fraction(x) if i == 0 else Fraction(str(x)) for x in row] for i, row in enumerate(WORTH)
    ]
    coin = iter(TOSSES)  # the first guest alone compares with 0.6, in floating point
    assert play_party(exact, TEMPERS, range(1, 7), flip=lambda: next(coin)) == party()
    assert party_to_play(1000)["story"]["values"] == [list(row) for row in WORTH]
