"""Two friends in a small party of guests who reason: the table of the lecture, and its numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pandas as pd

from press import FAINT, Drawn, frame, new_figure

from .reasoning import pair_gains, solve_party

PARTIES = [(3, 1), (4, 1), (5, 1), (3, 2), (4, 2), (5, 2), (4, None), (5, None)]


@cache
def gains(n: int, limit: int | None, **rules: bool) -> list[Fraction]:
    """What each two of n guests gain, whose gifts are worth 0, 1, 2 and so on."""
    return list(pair_gains(range(n), total_limit=limit, **rules).values())


def mean(values: list[Fraction]) -> float:
    """The mean over all pairs."""
    return float(sum(values) / len(values))


def friends_table() -> pd.DataFrame:
    """Gains of two friends by guests and limit."""
    rows = []
    for n, limit in PARTIES:
        joint = gains(n, limit)
        rows.append([
            n, limit or "none", mean(joint), f"{sum(x > 0 for x in joint)} of {len(joint)}",
            float(max(joint)), mean(gains(n, limit, spare=True)),
        ])  # fmt: skip
    heads = ["guests", "limit", "mean gain", "pairs that gain", "largest", "mean gain with a pact"]
    return pd.DataFrame(rows, columns=heads)


Payoffs = list[Fraction]


@cache
def coalitions(n: int = 3, steps: int = 6) -> list[tuple[tuple[int, ...], Payoffs]]:
    """Friends who leave each other for better friends: who they are and what all take home.

    It begins with guests who play for themselves. Then two form a pair, and later a friend leaves
    the other for a third guest, always where the new pair have most to gain against what they have
    now. They share this gain evenly; the others get what the party then leaves them.
    """
    worth = range(n)
    pairs = {pair: solve_party(worth, friends=pair) for pair in combinations(range(1, n + 1), 2)}
    found: list[tuple[tuple[int, ...], Payoffs]] = [((), list(solve_party(worth).payoffs))]
    for _ in range(steps):
        now = found[-1][1]
        gain, pair = max(
            (party.together - sum(now[seat - 1] for seat in pair), pair)
            for pair, party in pairs.items()
            if len(found) == 1 or {*pair} & {*found[-1][0]}
        )
        after = list(pairs[pair].payoffs)
        for seat in pair:
            after[seat - 1] = now[seat - 1] + gain / 2
        found.append((pair, after))
    return found


def coalitions_figure() -> Drawn:
    """What three guests gain and lose as pairs of friends form and fall."""
    found = coalitions()
    n, alone = len(found[0][1]), found[0][1]
    figure, axis = new_figure(height=2.6)
    told = ["Nobody has a friend yet: all play for themselves."]
    for number, (pair, paid) in enumerate(found):
        for seat, value in enumerate(paid, 1):
            more = float(value - alone[seat - 1])
            color = "C1" if seat in pair else "C0"
            frame(number, axis.barh(n - seat, more, height=0.6, color=color, alpha=0.8))
            side = "left" if more >= 0 else "right"
            text = f"{more:+.2f}".replace("-", "\u2212") if abs(more) > 0.005 else "0"
            text += ", friend" if seat in pair else ""
            at = more + (0.008 if more >= 0 else -0.008)
            frame(number, axis.text(at, n - seat, text, va="center", ha=side))
        if not number:
            continue
        before, had = found[number - 1]
        one, two = pair
        gain = float(paid[one - 1] - had[one - 1])
        if before:
            left = next(seat for seat in before if seat not in pair)
            stays, new = (one, two) if one in before else (two, one)
            told.append(
                f"Guest {stays} leaves guest {left} and becomes the friend of guest {new}: both "
                f"have {gain:.2f} more than in the frame before."
            )
        else:
            told.append(f"Guests {one} and {two} become friends: both gain {gain:.2f}.")
    axis.axvline(0, color=FAINT, lw=0.8)
    axis.set(
        xlabel="gain against a party without friends, payments included",
        yticks=range(n), yticklabels=[f"guest {n - i}" for i in range(n)], xlim=(-0.4, 0.5),
    )  # fmt: skip
    axis.grid(visible=False, axis="y")
    figure.move("coalition", range(len(found)), told, start=1)
    return figure, (
        "Bars of what three guests gain and lose as pairs of friends form one after another; no "
        "pair lasts. " + " ".join(told)
    )


def facts() -> dict[str, str]:
    """What the lecture prints."""
    return {
        "friends_mean": f"{mean(gains(5, None)):.2f}",
        "friends_pact": f"{-mean(gains(5, None, spare=True)):.2f}",
        "friends_swap": f"{mean(gains(4, None, final_swap=True)):.2f}",
    }
