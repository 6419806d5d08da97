"""The chapter's figures, each with what a reader who does not see it should know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, log10
from statistics import NormalDist
from typing import Any

import numpy as np

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import SIX, GameStatistics
from parlor.games.gift_exchange.watch import Observations, Parties
from parlor.games.trajectories import state_count
from parlor.games.trajectories.counting import Growth
from press import FAINT, Drawn, frame, label_ends, new_figure

from . import diagrams
from .counting.unlimited import FREE
from .diagrams import Diagram
from .future.own_gift import RULES, Homes
from .future.pacts import PACTS, Coalitions
from .future.welfare import CAPS
from .paired import relative_change
from .sets import AD, BS, COR, CROWDS, FULL, IND, MODELS, SC, SINGLES
from .study import Study
from .tables import by_population
from .what_if import Moved
from .words import by_model, named, spelled

HUES = {"player": "C0", "open": "C2", "steal": "C1", "outcome": "C3", "state": "C0", "frozen": "C4"}
STYLES = {(): "C0-", BS: "C2--", AD: "C1-.", SC: "C3:"}  # of sets of features
OF_MODELS = dict(zip(MODELS, ("C0-", "C1--", "C2-."), strict=True))


def line(axis: Any, values: Any, style: str, label: str) -> Any:
    """Draw a line in a style such as ``"C0--"``, over 1, 2, 3, ..."""
    return axis.plot(
        range(1, len(values) + 1), values, style[2:], color=style[:2], lw=2, label=label
    )


def bars(axis: Any, places: list[float], row: list[Estimate], style: str, **how: Any) -> Any:
    """Draw estimates with their errors."""
    ends, errors = [e.value for e in row], [e.error for e in row]
    return axis.errorbar(places, ends, errors, fmt=style[2:], color=style[:2], **how)


def values(tastes: Mapping[str, Parties], related: Mapping[str, np.ndarray]) -> Drawn:
    """What two players think of the same gifts, model by model."""
    figure, axes = new_figure(height=2.4, ncols=3, sharex=True, sharey=True, narrow=7.6)
    for axis, (v, d) in zip(axes, tastes.items(), strict=True):
        for worths, camp in zip(d.values[:15], d.camp, strict=False):
            other = int(np.argmax(camp != camp[0])) or 1
            axis.plot(worths[0], worths[other], ".", color="C0", markersize=3)
        axis.set(title=v, xlabel="value to one", aspect="equal")
    axes[0].set(ylabel="value to another")
    return figure, (
        "Three scatter plots with mean correlation "
        + by_model({v: f"{r.mean():.2f}" for v, r in related.items()})
        + ". The second has many points on the edges where a value is 1."
    )


def quantiles(once: Any) -> Drawn:
    """All different cells of the tables against the normal distribution."""
    figure, axis = new_figure()
    squares, worst = by_population(once), 0.0
    for who, colour, mark in (("appendix", "C0", "o"), ("main", "C1", "+")):
        z = np.sort(once.z[once.who == who])
        expected = [NormalDist().inv_cdf((i + 0.5) / len(z)) for i in range(len(z))]
        axis.plot(expected, z, mark, ms=4 if mark == "o" else 6, color=colour, label=who)
        worst = max(worst, abs(z).max())
    edge = [-3.2, 3.2]
    axis.plot(edge, edge, color=FAINT, lw=1, label="normal")
    axis.set(xlabel="expected of as many normal numbers", ylabel="difference in standard errors")
    axis.legend()
    return figure, (
        f"Both populations lie along the diagonal. The largest difference is {worst:.1f} standard "
        f"errors; the sum of squares is {squares.chi_square['appendix']:.0f} over "
        f"{squares.cells['appendix']} cells and {squares.chi_square['main']:.0f} over "
        f"{squares.cells['main']}."
    )


def effects(study: Study) -> Drawn:
    """What each feature changes in the steals, both populations."""
    figure, axes = new_figure(height=6.8, nrows=3, sharex=True)
    rows = [*SINGLES, FULL]
    for axis, v in zip(axes, MODELS, strict=True):
        for who, style, up in zip(CROWDS, ("C1o", "C0s"), (0.14, -0.14), strict=True):
            ends = [100 * study.percent(v, s, who=who) for s in rows]
            places, errors = [up - i for i in range(len(rows))], [1.96 * e.error for e in ends]
            how = {"fmt": style[2:], "color": style[:2], "ms": 3.5, "label": who}
            axis.errorbar([e.value for e in ends], places, xerr=errors, **how)
        axis.axvline(0, color=FAINT, lw=1)
        names = [spelled(s) for s in rows]
        axis.set(title=v, yticks=[-i for i in range(len(rows))], yticklabels=names, xlim=(-55, 18))
    axes[2].set_xlabel("change of steals a game, per cent")
    axes[0].legend(loc="upper left")
    main, appendix = (-100 * study.percent(COR, SC, who=who).value for who in CROWDS)
    return figure, (
        "SC and AD lower stealing in all models, most under correlated valuations: SC by "
        f"{main:.0f} per cent in the main text's population and {appendix:.0f} in "
        "the appendix's. BS raises it under correlated valuations; PI hardly moves it."
    )


def rounds(seen: Mapping[str, Observations]) -> Drawn:
    """Steals in each round, by features."""
    figure, axis = new_figure()
    steals = {s: seen[named(s)].mean("steals") for s in STYLES}
    for s, style in STYLES.items():
        line(axis, steals[s], style, named(s))
    axis.set(xlabel="round", ylabel="steals")
    label_ends(axis)
    return figure, (
        "Steals rise from round to round as more gifts lie open; under SC they "
        "level off after ten rounds. In the last round there are "
        + by_model({named(s): f"{x[-1]:.1f}" for s, x in steals.items()})
        + "."
    )


def strategies(study: Study) -> Drawn:
    """What each strategy ends with, correlated valuations."""
    figure, axis = new_figure(height=4.0, narrow=4.2)
    found = {named(s): study.found["main", COR, s].strategy_value for s in ((), *SINGLES, FULL)}
    for x, colour, mark in zip(SIX, ("C5", "C1", "C4", "C2", "C3", "C0"), "osD^vx", strict=True):
        axis.plot([*found], [by[x] for by in found.values()], f"-{mark}", color=colour, label=x)
    axis.set(xlabel="features", ylabel="mean final value")
    label_ends(axis)
    top = found["FULL"]
    return figure, (
        "In BASE four strategies are level near the top, coin_flip and "
        "always_open far below. Under SC, AD and FULL always_steal alone stays: "
        f"in FULL it has {top['always_steal']:.3f}, mean_based "
        f"{top['mean_based']:.3f}, always_open {top['always_open']:.3f}."
    )


def seats(study: Study) -> Drawn:
    """Mean final value by seat, two models."""
    figure, axes = new_figure(height=3.5, ncols=2, sharey=True, narrow=5.4)
    for axis, v in zip(axes, (COR, IND), strict=True):
        for s, style in STYLES.items():
            line(axis, study.found["main", v, s].seat_value, style, spelled(s))
        axis.set(title=v, xlabel="seat")
        label_ends(axis)
    axes[0].set_ylabel("mean final value")
    ends = study.found["main", COR, ()].seat_value
    return figure, (
        "Seat 1 is far above all others, seat 2 lowest or nearly so, and values "
        f"rise with the seat: correlated BASE has {ends[0]:.3f}, {ends[1]:.3f} "
        f"and {ends[-1]:.3f} in seats 1, 2 and 29."
    )


def diagram(drawn: Diagram, alt: str, **size: float) -> Drawn:
    """Draw boxes and arrows, on a phone from left to right; an arrow of thefts is orange."""
    figure, axes = new_figure(**size)
    _boxes_and_arrows(axes, drawn, [(node.x, node.y) for node in drawn.nodes])
    turned = [(-node.y, -node.x) for node in drawn.nodes]
    figure.when_narrow(lambda: _boxes_and_arrows(axes, drawn, turned))
    return figure, alt


def _boxes_and_arrows(axes: Any, drawn: Diagram, places: Sequence[tuple[float, float]]) -> None:
    axes.clear()
    boxes = []
    for node, place in zip(drawn.nodes, places, strict=True):
        look = {"fc": "none", "boxstyle": "round,pad=0.25", "ec": HUES[node.kind]}
        words = node.label.replace(", ", ",\n")
        text = axes.text(*place, words, ha="center", va="center", fontsize=9, bbox=look)
        boxes.append(text.get_bbox_patch())
    for edge in drawn.edges:
        look = {"arrowstyle": "->", "color": "C1" if edge.steals else "C2"}
        look |= {"patchA": boxes[edge.start], "patchB": boxes[edge.end]}
        axes.annotate("", places[edge.end], places[edge.start], arrowprops=look)
    xs, ys = zip(*places, strict=True)
    axes.set(xlim=(min(xs) - 0.5, max(xs) + 0.5), ylim=(min(ys) - 0.5, max(ys) + 0.5))
    axes.axis("off")


def chain_tree() -> Drawn:
    """Every chain of round 4."""
    tree = diagrams.chain_tree(4)
    leaves = sum(node.kind == "open" for node in tree.nodes)
    alt = (
        f"Tree of decisions that starts with player 4. It has {leaves} "
        "leaves, one for each way to end the chain."
    )
    return diagram(tree, alt, width=7.4, height=4.4, narrow=6.4)


def patterns() -> Drawn:
    """The five patterns of round 3."""
    alt = (
        "Five rows of boxes. Player 3 opens; steals from 1 or from 2, who "
        "opens; or steals from one, who steals from the other, who opens."
    )
    return diagram(diagrams.pattern_rows(3), alt, width=6.4, height=2.6, narrow=3.6)


def plays() -> Drawn:
    """All trajectories of two players."""
    alt = (
        "Four rows of boxes. Two players open one gift each, in either order, "
        "or the second steals the first one's gift and the first opens again."
    )
    return diagram(diagrams.play_rows(2), alt, width=7.4, height=2.6, narrow=4.4)


def lattice() -> Drawn:
    """Steal counts after rounds 1 to 4 if a gift may be stolen twice."""
    counts = diagrams.count_lattice(4, total_limit=2)
    told = [replace(node, label=f"{node.label}\n{node.ways}") for node in counts.nodes]
    states = [state_count(r, total_limit=2) for r in range(1, 5)]
    alt = f"Lattice of four rows with {states} states, joined by arrows."
    return diagram(replace(counts, nodes=tuple(told)), alt, width=7.0, height=4.2, narrow=5.2)


def trajectory_growth(grown: Mapping[int, Growth]) -> Drawn:
    """Trajectories by number of players, without a limit and with some."""
    figure, axes = new_figure()
    parties = range(1, 30)
    lines = {"no limit": FREE.counts} | {f"L = {most}": one.counts for most, one in grown.items()}
    for label, counts in (lines | {"allocations": [factorial(n) for n in parties]}).items():
        axes.plot(parties, [log10(count) for count in counts], label=label)
    axes.set(xlabel="players", ylabel=r"$\log_{10}$ of the number", ylim=(0, None))
    label_ends(axes)
    free, *limited = (f"10 to the {log10(counts[28]):.1f}" for counts in lines.values())
    return figure, (
        f"Curves that bend upwards. At 29 players they reach {free} without a limit, and with "
        f"limits of 1, 2, ... {', '.join(limited)}."
    )


def caps(capped: Mapping[str, Sequence[GameStatistics]], ideal: Mapping[str, float]) -> Drawn:
    """Welfare, envy and duration by how often a gift may be stolen."""
    figure, axes = new_figure(height=7.2, nrows=3, sharex=True)
    places = [*range(len(CAPS) - 1), len(CAPS) - 0.6]
    names = {"welfare": "welfare", "envy": "envy", "actions": "duration"}
    rows = {v: {x: [s.estimate(x).value for s in row] for x in names} for v, row in capped.items()}
    for axis, (what, name) in zip(axes, names.items(), strict=True):
        for c, (v, row) in enumerate(rows.items()):
            axis.plot(places, row[what], ".-", color=f"C{c}", label=v)
            if what == "welfare":
                axis.axhline(ideal[v], color=f"C{c}", linewidth=0.8, linestyle="--")
        axis.set(ylabel=name, xticks=places, xticklabels=[cap or "any" for cap in CAPS])
        label_ends(axis)
    axes[2].set_xlabel("steals a gift")
    told = [
        f"{v}: welfare {a[0]:.2f} to {a[-1]:.2f}, envy {b[0]:.2f} to {b[-1]:.2f}, actions "
        f"{c[0]:.0f} to {c[-1]:.0f}"
        for v, (a, b, c) in ((v, row.values()) for v, row in rows.items())
    ]
    return figure, (
        "Three line charts, one below the other. From one steal a gift to any number, "
        f"{'; '.join(told)}."
    )


def pacts(found: Coalitions) -> Drawn:
    """What a pact is worth to its members and to the others, by its size."""
    groups, coalitions, alone = found.groups, found.played, found.alone
    figure, axes = new_figure(width=7.4, ncols=2, sharey=True, narrow=6.2)
    for axis, v in zip(axes, alone, strict=True):
        for p, pact in enumerate(PACTS):
            rows = [coalitions[v, pact, k] for k in groups]
            members = [Estimate(s.coalition_value[0], s.coalition_value_error) for s in rows]
            beside = [k + 0.3 * (p - 0.5) for k in groups]  # the two often lie on each other
            bars(axis, beside, members, f"C{p}{'s^'[p]}-", ms=4, label=f"members, {pact}")
            others, how = [s.coalition_value[1] for s in rows], {"ms": 4, "color": f"C{p}"}
            axis.plot(beside, others, "s^"[p] + "--", label=f"others, {pact}", **how)
        axis.axhline(alone[v].welfare, color=FAINT, linewidth=0.8)
        axis.set(title=v, xlabel="members of 29")
    axes[0].set(ylabel="mean final value")
    axes[0].legend(loc="best")
    told = []
    for v, one in alone.items():
        (m, o), (most, _) = (
            coalitions[v, "non-aggression", k].coalition_value for k in (4, groups[-1])
        )
        told.append(
            f"{one.welfare:.3f} ({v}), with a pact of 4 its members get {m:.3f} and the "
            f"others {o:.3f}, with one of {groups[-1]} the members {most:.3f}"
        )
    return figure, f"Two line charts. Without a pact players get {'; '.join(told)}."


def own_gift(found: Homes) -> Drawn:
    """Who goes home with what they brought, and what the rules against it change."""
    parties = sorted({n for n, _ in found})
    figure, axes = new_figure(width=7.4, ncols=2, narrow=5.6)
    taken = {(n, rule): n * p.values["own"] for (n, rule), p in found.items()}
    for c, rule in enumerate(RULES):
        axes[0].plot(parties, [taken[n, rule] for n in parties], ".-", color=f"C{c}", label=rule)
        if rule == "ignored":
            continue
        moves = [relative_change(found[n, rule], found[n, "ignored"], "welfare") for n in parties]
        places = [n + 0.3 * (c - 2) for n in parties]
        drawn = bars(axes[1], places, [100 * e for e in moves], f"C{c}.-")
        drawn.lines[0].set_label(rule)
    axes[0].set(xlabel="players", ylabel="who go home with their own gift", ylim=(0, 1.5))
    axes[1].set(xlabel="players", ylabel="change of welfare in per cent")
    axes[1].axhline(0, color=FAINT, linewidth=0.8)
    for axis in axes:
        label_ends(axis)
    last = parties[-1]
    return figure, (
        f"Two line charts. Without a rule {taken[8, 'ignored']:.2f} of 8 players and "
        f"{taken[last, 'ignored']:.2f} of {last} take their own gift home, under the hard rule "
        f"{taken[8, 'hard']:.2f} and {taken[last, 'hard']:.2f}."
    )


def what_if(moved: Mapping[str, Moved]) -> Drawn:
    """Steals per player when one constant moves."""
    figure, axes = new_figure(width=7.4, height=5.6, narrow=9.4, nrows=2, ncols=2)
    for axis, one in zip(axes.flat, moved.values(), strict=True):
        for c, label in enumerate(one.rows):
            axis.plot(one.places, one.per_player(label), ".-", color=f"C{c}", label=label)
        axis.set(xlabel=one.what, ylabel="steals per player", ylim=(0, None))
        label_ends(axis)
    rho = moved["correlation"]
    by_rho = rho.per_player("BASE")
    return figure, (
        "Four line charts. From left to right, steals per player go from "
        f"{moved['players'].span()} with the number of players, {rho.span('BASE')} with the "
        f"correlation, by way of {max(by_rho):.2f} at {rho.places[by_rho.index(max(by_rho))]:g}, "
        f"{moved['cost'].span()} with the base cost and {moved['chance'].span()} with the first "
        "chance, correlated valuations throughout."
    )


def seats_by_party(moved: Mapping[str, Moved]) -> Drawn:
    """Mean final value by seat, party by party."""
    found = moved["players"]
    figure, axis = new_figure()
    told = []
    for number, n in enumerate(found.places):
        words = []
        for model, style in OF_MODELS.items():
            worth = found.rows[model][number].seat_value
            frame(number, line(axis, worth, style, "_"))
            words.append(f"{worth[0]:.3f}, {worth[1]:.3f} and {worth[-1]:.3f} ({model})")
        told.append(f"{n:g} players: seats 1, 2 and {n:g} get " + "; ".join(words) + ".")
    for model, style in OF_MODELS.items():
        line(axis, [], style, model)
    axis.legend(loc="lower right")
    axis.set(xlabel="seat", ylabel="mean final value", ylim=(0.4, 1))
    figure.move("players", [f"{n:g}" for n in found.places], told, start=len(found.places) - 2)
    return figure, ("Line chart of three models. " + told[-2])
