"""Adding more players: what the source says of the line's table."""

from __future__ import annotations

from parlor.games.token_game import Outcomes, payoffs, solve, study
from press import Effort, Finding, Value, claim, in_parts, show

from ..rows import ROWS, SIZES, boards, row, told
from ..said import by_both_rules, said

PLAYERS = [m for layout, m in ROWS if layout == "line"]


@claim("prose.line_multiple", "prose.line_same_payoffs", "prose.line_complete")
def table_of_the_line(effort: Effort) -> dict[str, Finding]:
    """Some rows hold several strategies, which pay the same; a row has others, which do not."""
    return of_table("line")


@claim("prose.line_first_best")
def line_first_best(effort: Effort) -> Finding:
    """In the strategies listed the first player is ahead of everybody, in all equilibria not."""
    lead = min(pay[0] - max(pay[1:]) for m in PLAYERS for pay in row("line", m).payoffs)
    behind = [
        (_way(row("line", m, "all"), pay), pay)
        for m in PLAYERS
        for pay in row("line", m, "all").payoffs
        if pay[0] < max(pay)
    ]
    return Finding(
        by_both_rules(lead > 0, lead > 0 and not behind),
        f"In the strategies that the line's table lists she leads by {show(lead)} dollars at "
        "least. Among all equilibria of its rows there are some in which somebody else is paid "
        f"more: {show([way for way, _ in behind])} pays {show([pay for _, pay in behind])}.",
    )


@claim("prose.line_declining")
def line_declining(effort: Effort) -> Finding:
    """In the strategies listed nobody is paid more than an earlier player; in others some are."""
    pay = {m: row("line", m).payoffs[0] for m in PLAYERS}
    rises = [m for m in pay if list(pay[m]) != sorted(pay[m], reverse=True)]
    level = [m for m in pay if len(set(pay[m])) < m]
    better = [
        (_way(row("line", m, "all"), one), one)
        for m in PLAYERS
        for one in row("line", m, "all").payoffs
        if list(one) != sorted(one, reverse=True)
    ]
    return Finding(
        by_both_rules(not rises, not (rises or level or better)),
        "In the strategies that the line's table lists nobody is paid more than an earlier player "
        f"in {len(PLAYERS) - len(rises)} of {len(PLAYERS)} rows, but seats are level with "
        f"{told(level)} players. Among all equilibria of these rows there are some in which a "
        f"later player is paid more: {show([way for way, _ in better])} pays "
        f"{show([one for _, one in better])}.",
    )


@claim("prose.first_worth")
def first_worth(effort: Effort) -> Value:
    """What the first of three players is paid."""
    return Value(row("line", 3).payoffs[0][0])


@claim("prose.first_gain")
def first_gain(effort: Effort) -> Finding:
    """What the first is paid, and what she is paid more than others, are different numbers."""
    pay = row("line", 3).payoffs[0]
    more = [pay[0] - other for other in (*pay[1:], sum(pay) / len(pay))]
    readings = [pay[0], *more]
    return Finding(
        said["prose.first_gain"].verdict(readings),
        f"She is paid {show(pay[0])}. To go first instead of second is worth {show(more[0])}, "
        f"instead of third {show(more[1])}, and instead of having one's turn drawn at random "
        f"{show(round(more[2], 2))}.",
    )


@claim("prose.conspiracy_least", "prose.conspiracy_stacks", "prose.conspiracy_share")
def conspiracy(effort: Effort) -> dict[str, Value]:
    """What two players can do together to the third who plays her best stack."""
    plot = study.conspiracy(boards("line"), 3, int(row("line", 3).paths[0][0]))
    count = len(plot.placements)
    safe = max(study.conspiracy(boards("line"), 3, place).take for place in boards("line"))
    return {
        "prose.conspiracy_least": Value(
            plot.take,
            evidence=f"That is on her stack {show(row('line', 3).paths[0][0])}, where she goes if "
            f"she suspects nothing. If she foresaw the plot she could make sure of {show(safe)}.",
        ),
        "prose.conspiracy_stacks": Value(
            plot.placements[0], evidence=f"Pairs of stacks that leave her so little: {count}."
        ),
        "prose.conspiracy_share": Value(plot.spoils),
    }


@claim("prose.conspiracy_trust")
def conspiracy_trust(effort: Effort) -> Finding:
    """The plot pays both only if the spoils are shared afterwards."""
    prizes = boards("line")
    usual = row("line", 3).payoffs[0]
    opening = row("line", 3).paths[0][0]
    left, right = said.value("prose.conspiracy_stacks")
    takes = payoffs(prizes, (int(opening), int(left), int(right)))
    second = study.best_replies(prizes, 3, (int(opening), int(left)))
    half = sum(takes[1:]) / 2
    return Finding(
        takes[1] < min(usual[1:]) and half > max(usual[1:]),
        f"On {show(left)} and {show(right)} they take {show(takes[1])} and {show(takes[2])}; each "
        f"half would be {show(half)}, against {show(usual[1:])} without a plot. After Beatrice's "
        f"{show(left)} Cassandra's best stack is {show(list(second.moves))} anyway, so that only "
        "the sharing needs trust.",
    )


def of_table(layout: str) -> dict[str, Finding]:
    """Judge what is said of the rows of a table, of those listed and of all equilibria."""
    players = [m for board, m in ROWS if board == layout]
    listed = {m: row(layout, m) for m in players}
    every = {m: row(layout, m, "all") for m in players}
    many = [m for m in players if listed[m].n_paths > 1]
    alike = all(len(found.payoffs) == 1 for found in listed.values())
    several = {m: len(every[m].payoffs) for m in players if len(every[m].payoffs) > 1}
    others = {m: sorted({*every[m].paths} - {*listed[m].paths}) for m in players}
    short = [m for m in players if {*every[m].paths} != {*listed[m].paths}]
    first = others[short[0]][:1] if short else []
    n, m, pays = smallest_with_several(layout)
    return {
        f"prose.{layout}_multiple": Finding(
            len(many) in said[f"prose.{layout}_multiple"]
            and all({*listed[m].paths} <= {*every[m].paths} for m in many),
            f"The {layout}'s table lists several strategies with {told(many)} players, in "
            f"{len(many)} of its {len(players)} rows, all of them outcomes of subgame perfect "
            "equilibria.",
        ),
        f"prose.{layout}_same_payoffs": Finding(
            by_both_rules(alike, alike and not several),
            f"The strategies listed in a row of the {layout}'s table pay the same. Of all subgame "
            f"perfect equilibria that is true in {len(players) - len(several)} of {len(players)} "
            "rows; in the others there are several payoff vectors: "
            f"{show([f'{count} with {m} players' for m, count in several.items()])}.",
        ),
        f"prose.{layout}_complete": Finding(
            in_parts(*(m not in short for m in players)),
            f"The {layout}'s table leaves out subgame perfect equilibria with {told(short)} "
            f"players, such as {show(first)}. The smallest {layout} $1,\\dots,N$ whose equilibria "
            f"pay in several ways has {n} stacks and {m} players, and pays {show(pays)}.",
        ),
    }


def smallest_with_several(layout: str) -> tuple[int, int, list[tuple[float, ...]]]:
    """Return the smallest board 1, ..., N with equilibria that pay differently."""
    return next(
        (n, m, pays)
        for n in range(2, SIZES[layout])
        for m in range(2, n + 1)
        if len(pays := solve(range(1, n + 1), m, layout=layout, ties="all").payoffs) > 1
    )


def _way(every: Outcomes, pay: tuple[float, ...]) -> tuple[float, ...]:
    return next(way for way in every.paths if every.payoff_of(way) == pay)
