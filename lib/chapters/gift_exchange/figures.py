"""The chapter's figures, each with what a reader who does not see it should know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, log10
from statistics import NormalDist
from typing import Any

import numpy as np

from parlor.games.gift_exchange import SIX, GameStatistics
from parlor.games.gift_exchange.paired import relative_change
from parlor.games.gift_exchange.watch import Draws, Observations
from parlor.games.trajectories import state_count
from parlor.games.trajectories.counting import Growth
from press import FAINT, Drawn, frame, label_ends, new_figure

from . import diagrams
from .counting.unlimited import FREE
from .diagrams import Diagram
from .future.own_gift import RULES, Homes
from .future.pacts import PACTS, Coalitions
from .future.welfare import CAPS
from .sets import AD, BS, COR, FULL, IND, MODELS, SC, SINGLES
from .study import Study
from .tables import by_population
from .what_if import Moved
from .words import by_model, named, spelled

HUES = {"player": "C0", "open": "C2", "steal": "C1", "outcome": "C3", "state": "C0", "frozen": "C4"}


def values(tastes: Mapping[str, Draws], related: Mapping[str, np.ndarray]) -> Drawn:
    """What two players think of the same gifts, model by model."""
    figure, axes = new_figure(ncols=3, sharex=True, sharey=True, narrow=7.6)
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
        for who, colour, up in (("main", "C1", 0.14), ("appendix", "C0", -0.14)):
            ends = [study.percent(v, s, who=who) for s in rows]
            axis.errorbar(
                [100 * e.value for e in ends],
                [up - i for i in range(len(rows))],
                xerr=[196 * e.error for e in ends],
                fmt="o" if who == "main" else "s",
                ms=3.5,
                color=colour,
                label=who,
            )
        axis.axvline(0, color=FAINT, lw=1)
        axis.set(
            title=v,
            yticks=[-i for i in range(len(rows))],
            yticklabels=[spelled(s) for s in rows],
            xlim=(-55, 18),
        )
    axes[2].set_xlabel("change of steals a game, per cent")
    axes[0].legend(loc="upper left")
    low = {who: 100 * study.percent(COR, SC, who=who).value for who in ("main", "appendix")}
    return figure, (
        "SC and AD lower stealing in all models, most under correlated valuations: SC by "
        f"{-low['main']:.0f} per cent in the main text's population and {-low['appendix']:.0f} in "
        "the appendix's. BS raises it under correlated valuations; PI hardly moves it."
    )


def rounds(seen: Mapping[str, Observations]) -> Drawn:
    """Steals in each round, by features."""
    figure, axis = new_figure()
    shown = (("BASE", "C0", "-"), ("BS", "C2", "--"), ("AD", "C1", "-."), ("SC", "C3", ":"))
    for name, colour, line in shown:
        steals = seen[name].mean("steals")
        axis.plot(range(1, len(steals) + 1), steals, line, color=colour, lw=2, label=name)
    axis.set(xlabel="round", ylabel="steals")
    label_ends(axis)
    last = {name: seen[name].mean("steals")[-1] for name, *_ in shown}
    return figure, (
        "Steals rise from round to round as more gifts lie open; under SC they "
        "level off after ten rounds. In the last round there are "
        + ", ".join(f"{x:.1f} ({name})" for name, x in last.items())
        + "."
    )


def strategies(study: Study) -> Drawn:
    """What each strategy ends with, correlated valuations."""
    figure, axis = new_figure(height=4.0, narrow=4.2)
    rows = [(), *SINGLES, FULL]
    for x, colour, mark in zip(SIX, ("C5", "C1", "C4", "C2", "C3", "C0"), "osD^vx", strict=True):
        axis.plot(
            [named(s) for s in rows],
            [study.found["main", COR, s].strategy_value[x] for s in rows],
            "-",
            marker=mark,
            color=colour,
            label=x,
        )
    axis.set(xlabel="features", ylabel="mean final value")
    label_ends(axis)
    top = study.found["main", COR, FULL].strategy_value
    return figure, (
        "In BASE four strategies are level near the top, coin_flip and "
        "always_open far below. Under SC, AD and FULL always_steal alone stays: "
        f"in FULL it has {top['always_steal']:.3f}, mean_based "
        f"{top['mean_based']:.3f}, always_open {top['always_open']:.3f}."
    )


def seats(study: Study) -> Drawn:
    """Mean final value by seat, two models."""
    figure, axes = new_figure(height=3.5, ncols=2, sharey=True, narrow=5.4)
    shown = (((), "C0", "-"), (BS, "C2", "--"), (AD, "C1", "-."), (SC, "C3", ":"))
    for axis, v in zip(axes, (COR, IND), strict=True):
        for s, colour, line in shown:
            by_seat = study.found["main", v, s].seat_value
            name = spelled(s)
            axis.plot(range(1, len(by_seat) + 1), by_seat, line, color=colour, lw=2, label=name)
        axis.set(title=v, xlabel="seat")
        label_ends(axis)
    axes[0].set_ylabel("mean final value")
    ends = study.found["main", COR, ()].seat_value
    return figure, (
        "Seat 1 is far above all others, seat 2 lowest or nearly so, and values "
        f"rise with the seat: correlated BASE has {ends[0]:.3f}, {ends[1]:.3f} "
        f"and {ends[-1]:.3f} in seats 1, 2 and 29."
    )


def diagram(figure: Any, axes: Any, drawn: Diagram) -> None:
    """Draw boxes and arrows, on a phone from left to right; an arrow of thefts is orange."""
    _boxes_and_arrows(axes, drawn, [(node.x, node.y) for node in drawn.nodes])
    turned = [(-node.y, -node.x) for node in drawn.nodes]
    figure.when_narrow(lambda: _boxes_and_arrows(axes, drawn, turned))


def _boxes_and_arrows(axes: Any, drawn: Diagram, places: Sequence[tuple[float, float]]) -> None:
    axes.clear()
    boxes = [
        axes.text(
            *place,
            node.label.replace(", ", ",\n"),
            ha="center",
            va="center",
            fontsize=9,
            bbox={"fc": "none", "boxstyle": "round,pad=0.25", "ec": HUES[node.kind]},
        )
        for node, place in zip(drawn.nodes, places, strict=True)
    ]
    for edge in drawn.edges:
        axes.annotate(
            "",
            places[edge.end],
            places[edge.start],
            arrowprops={
                "arrowstyle": "->",
                "color": "C1" if edge.steals else "C2",
                "patchA": boxes[edge.start].get_bbox_patch(),
                "patchB": boxes[edge.end].get_bbox_patch(),
            },
        )
    xs, ys = zip(*places, strict=True)
    axes.set(xlim=(min(xs) - 0.5, max(xs) + 0.5), ylim=(min(ys) - 0.5, max(ys) + 0.5))
    axes.axis("off")


def chain_tree() -> Drawn:
    """Every chain of round 4."""
    tree = diagrams.chain_tree(4)
    figure, axes = new_figure(width=7.4, height=4.4, narrow=6.4)
    diagram(figure, axes, tree)
    leaves = [node for node in tree.nodes if node.kind == "open"]
    return figure, (
        f"Tree of decisions that starts with player 4. It has {len(leaves)} "
        "leaves, one for each way to end the chain."
    )


def patterns() -> Drawn:
    """The five patterns of round 3."""
    rows = diagrams.pattern_rows(3)
    figure, axes = new_figure(width=6.4, height=2.6, narrow=3.6)
    diagram(figure, axes, rows)
    return figure, (
        "Five rows of boxes. Player 3 opens; steals from 1 or from 2, who "
        "opens; or steals from one, who steals from the other, who opens."
    )


def plays() -> Drawn:
    """All trajectories of two players."""
    rows = diagrams.play_rows(2)
    figure, axes = new_figure(width=7.4, height=2.6, narrow=4.4)
    diagram(figure, axes, rows)
    return figure, (
        "Four rows of boxes. Two players open one gift each, in either order, "
        "or the second steals the first one's gift and the first opens again."
    )


def lattice() -> Drawn:
    """Steal counts after rounds 1 to 4 if a gift may be stolen twice."""
    counts = diagrams.count_lattice(4, total_limit=2)
    figure, axes = new_figure(width=7.0, height=4.2, narrow=5.2)
    told = [replace(node, label=f"{node.label}\n{node.ways}") for node in counts.nodes]
    diagram(figure, axes, replace(counts, nodes=tuple(told)))
    return figure, (
        f"Lattice of four rows with {[state_count(r, total_limit=2) for r in range(1, 5)]} "
        "states, joined by arrows."
    )


def trajectory_growth(grown: Mapping[int, Growth]) -> Drawn:
    """Trajectories by number of players, without a limit and with some."""
    free, limited = FREE.counts, {most: one.counts for most, one in grown.items()}
    figure, axes = new_figure()
    parties = range(1, 30)
    lines = [("no limit", free)] + [(f"L = {most}", counts) for most, counts in limited.items()]
    for label, counts in [*lines, ("allocations", [factorial(n) for n in parties])]:
        axes.plot(parties, [log10(count) for count in counts], label=label)
    axes.set(xlabel="players", ylabel=r"$\log_{10}$ of the number", ylim=(0, None))
    label_ends(axes)
    return figure, (
        "Curves that bend upwards. At 29 players they reach "
        f"10 to the {log10(free[28]):.1f} without a limit, and with limits of 1, 2, ... "
        + ", ".join(f"10 to the {log10(counts[-1]):.1f}" for counts in limited.values())
        + "."
    )


def caps(capped: Mapping[str, Sequence[GameStatistics]], ideal: Mapping[str, float]) -> Drawn:
    """Welfare, envy and duration by how often a gift may be stolen."""
    figure, axes = new_figure(height=7.2, nrows=3, sharex=True)
    places = [*range(len(CAPS) - 1), len(CAPS) - 0.6]
    for axis, what in zip(axes, ("welfare", "envy", "actions"), strict=True):
        for c, (v, row) in enumerate(capped.items()):
            axis.plot(places, [s.estimate(what).value for s in row], ".-", color=f"C{c}", label=v)
            if what == "welfare":
                axis.axhline(ideal[v], color=f"C{c}", linewidth=0.8, linestyle="--")
        axis.set(
            ylabel="duration" if what == "actions" else what,
            xticks=places,
            xticklabels=[cap or "any" for cap in CAPS],
        )
        label_ends(axis)
    axes[2].set_xlabel("steals a gift")
    ends = {
        v: [
            tuple(row[end].estimate(x).value for end in (0, -1))
            for x in ("welfare", "envy", "actions")
        ]
        for v, row in capped.items()
    }
    return figure, (
        "Three line charts, one below the other. From one steal a gift to any number, "
        + "; ".join(
            f"{v}: welfare {a:.2f} to {b:.2f}, envy {c:.2f} to {d:.2f}, actions {e:.0f} to {f:.0f}"
            for v, ((a, b), (c, d), (e, f)) in ends.items()
        )
        + "."
    )


def pacts(found: Coalitions) -> Drawn:
    """What a pact is worth to its members and to the others, by its size."""
    groups, coalitions, alone = found.groups, found.played, found.alone
    figure, axes = new_figure(width=7.4, ncols=2, sharey=True, narrow=6.2)
    for axis, v in zip(axes, alone, strict=True):
        for p, pact in enumerate(PACTS):
            rows = [coalitions[v, pact, k] for k in groups]
            both = [s.coalition_value for s in rows]
            beside = [k + 0.3 * (p - 0.5) for k in groups]  # the two often lie on each other
            axis.errorbar(
                beside,
                [m for m, _ in both],
                [s.coalition_value_error for s in rows],
                fmt="s^"[p] + "-",
                ms=4,
                color=f"C{p}",
                label=f"members, {pact}",
            )
            others = [o for _, o in both]
            axis.plot(beside, others, "s^"[p] + "--", ms=4, color=f"C{p}", label=f"others, {pact}")
        axis.axhline(alone[v].welfare, color=FAINT, linewidth=0.8)
        axis.set(title=v, xlabel="members of 29")
    axes[0].set(ylabel="mean final value")
    axes[0].legend(loc="best")
    four = {v: coalitions[v, "non-aggression", 4].coalition_value for v in alone}
    most = {v: coalitions[v, "non-aggression", groups[-1]] for v in alone}
    return figure, (
        "Two line charts. Without a pact players get "
        + "; ".join(
            f"{alone[v].welfare:.3f} ({v}), with a pact of 4 its members get {m:.3f} and the "
            f"others {o:.3f}, with one of {groups[-1]} the members {most[v].coalition_value[0]:.3f}"
            for v, (m, o) in four.items()
        )
        + "."
    )


def own_gift(found: Homes) -> Drawn:
    """Who goes home with what they brought, and what the rules against it change."""
    parties, homes = found.parties, found.played
    figure, axes = new_figure(width=7.4, ncols=2, narrow=5.6)
    taken = {(n, rule): n * p.values["own"] for (n, rule), p in homes.items()}
    for c, rule in enumerate(RULES):
        axes[0].plot(parties, [taken[n, rule] for n in parties], ".-", color=f"C{c}", label=rule)
        if rule == "ignored":
            continue
        moves = [relative_change(homes[n, rule], homes[n, "ignored"], "welfare") for n in parties]
        bars = axes[1].errorbar(
            [n + 0.3 * (c - 2) for n in parties],
            [100 * e.value for e in moves],
            [100 * e.error for e in moves],
            fmt=".-",
            color=f"C{c}",
        )
        bars.lines[0].set_label(rule)
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
        for model, colour, line in zip(MODELS, ("C0", "C1", "C2"), ("-", "--", "-."), strict=True):
            worth = found.rows[model][number].seat_value
            seats = range(1, len(worth) + 1)
            frame(number, axis.plot(seats, worth, line, color=colour, lw=2, label="_"))
            words.append(f"{worth[0]:.3f}, {worth[1]:.3f} and {worth[-1]:.3f} ({model})")
        told.append(f"{n:g} players: seats 1, 2 and {n:g} get " + "; ".join(words) + ".")
    for model, colour, line in zip(MODELS, ("C0", "C1", "C2"), ("-", "--", "-."), strict=True):
        axis.plot([], [], line, color=colour, lw=2, label=model)
    axis.legend(loc="lower right")
    axis.set(xlabel="seat", ylabel="mean final value", ylim=(0.4, 1))
    figure.move("players", [f"{n:g}" for n in found.places], told, start=len(found.places) - 2)
    return figure, ("Line chart of three models. " + told[-2])
