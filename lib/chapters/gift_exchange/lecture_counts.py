"""What the lecture on counting games prints and draws, all of it exact."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import factorial, log10
from typing import Any

import pandas as pd
from matplotlib.patches import FancyArrowPatch, Rectangle

from parlor.games.trajectories import action_count, count, growth, mean_steals
from parlor.games.trajectories.unlocked import words_without_lock
from press import FAINT, Drawn, frame, new_figure
from press.ledger.published import Published

from .counting.algorithm import algorithm_steps
from .diagrams import Diagram, chain_tree
from .enumeration import Trajectory, chain_patterns, trajectories
from .said import said

GIFTS = "ABC"


def values() -> dict[str, str]:
    """What the lecture prints."""
    return {
        "n_a7": f"{action_count(7):,}",
        "n_t4": f"{count(4):,}",
        "n_t5": f"{count(5):,}",
        "n_t7": f"{count(7):,}",
        "n_wrong_t7": f"{int(factorial(7) * said.value('table9.product.7')):,}",
        "n_t29": f"$10^{{{log10(count(29)):.1f}}}$",
        "n_mean": f"{float(mean_steals(29)):.0f}",
        "n_most": f"{29 * 28 // 2}",
        "n_share_3": f"$10^{{{log10(count(29)) - log10(count(29, total_limit=3)):.0f}}}$",
    }


def ten_games() -> Drawn:
    """The games of three players, gifts named as they are opened: two rounds, a table.

    Returns
    -------
    figure : Drawing
        A cell a game, with what each player takes home; the slider names the moves of one.
    alt : str
        What it shows, in words.
    """
    games = list(trajectories(3, in_order=True))
    second, third = chain_patterns(2), chain_patterns(3)
    figure, axes = new_figure(width=5.0, height=3.3, narrow=3.3)
    told = []
    for number, game in enumerate(games):
        rounds = [tuple(act.player for act in chain) for chain in game.rounds]
        column, row = second.index(rounds[1][1:]), third.index(rounds[2][1:])
        homes = ", ".join(GIFTS[gift - 1] for gift in game.outcome)
        axes.text(column + 0.5, -row - 0.5, homes, ha="center", va="center", fontsize=10)
        place = (column + 0.05, -row - 0.92)
        axes.add_patch(Rectangle(place, 0.9, 0.84, fc="none", ec=FAINT, lw=0.8))
        seen = Rectangle(place, 0.9, 0.84, fc="none", ec="C1", lw=2.5)
        frame(number, axes.add_patch(seen))
        told.append(f"Game {number + 1} of {len(games)}: {_moves(game)}")
    axes.set(
        xlim=(-0.02, len(second) + 0.02), ylim=(-len(third) - 0.02, 0.02),
        xticks=[i + 0.5 for i in range(len(second))], xticklabels=[_robbed(2, p) for p in second],
        yticks=[-i - 0.5 for i in range(len(third))], yticklabels=[_robbed(3, p) for p in third],
        xlabel="round 2", ylabel="round 3",
    )  # fmt: skip
    axes.xaxis.set_label_position("top")
    axes.xaxis.tick_top()
    axes.grid(visible=False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    figure.move("game", range(1, len(games) + 1), told, start=0)
    return figure, (
        f"A table of {len(second)} columns, the ways to play round 2, and {len(third)} rows, the "
        f"ways to play round 3: {len(games)} games, since each way goes with each. "
        f"{told[0]}"
    )


def _robbed(k: int, victims: Sequence[int]) -> str:
    """A pattern of a round, short."""
    if not victims:
        return f"{k} opens"
    return f"{k} robs {victims[0]}" + "".join(f",\n{a} robs {b}" for a, b in pairwise(victims))


def _moves(game: Trajectory) -> str:
    """A game in words, a sentence a round."""
    sentences = []
    for chain in game.rounds:
        verbs = {"steal": "takes", "open": "opens"}
        acts = (f"player {a.player} {verbs[a.kind]} {GIFTS[a.gift - 1]}" for a in chain)
        sentences.append(", ".join(acts))
    return "; ".join(sentences) + "."


def round_four() -> Drawn:
    """Every way to play round 4 as a tree, and one of them at a time."""
    tree, patterns = chain_tree(4), chain_patterns(4)
    figure, axes = new_figure(width=7.4, height=4.4, narrow=6.6)
    paths = _paths(tree)
    _tree(axes, tree, paths, [(node.x, node.y) for node in tree.nodes], (0.0, -0.62))
    turned = [(-node.y, -node.x) for node in tree.nodes]
    figure.when_narrow(lambda: _tree(axes, tree, paths, turned, (0.62, 0.0)))
    robbed = [_victims(tree, path) for path in paths]
    told = [_chain_told(victims, robbed) for victims in robbed]
    figure.move("way", [f"{i} of {len(paths)}" for i in range(1, len(paths) + 1)], told, start=2)
    assert sorted(robbed) == sorted(patterns)
    behind = sum(victims[:1] == (1,) for victims in robbed)
    return figure, (
        f"A tree that starts with player 4 and has {len(paths)} ends. One is to open at once; "
        f"behind each of the three first thefts there are {behind}, which is a round 3 of its own."
    )


def _paths(tree: Diagram) -> list[list[int]]:
    """From the root to each leaf, leaf by leaf: the edges."""
    into = {edge.end: place for place, edge in enumerate(tree.edges)}
    leaves = [i for i, node in enumerate(tree.nodes) if node.kind == "open"]
    paths = []
    for leaf in sorted(leaves, key=lambda i: tree.nodes[i].x):
        path, node = [], leaf
        while node in into:
            path.append(into[node])
            node = tree.edges[into[node]].start
        paths.append(path[::-1])
    return paths


def _victims(tree: Diagram, path: Sequence[int]) -> tuple[int, ...]:
    ends = [tree.nodes[tree.edges[edge].end] for edge in path]
    return tuple(int(node.label[1:]) for node in ends if node.kind == "player")


def _chain_told(victims: tuple[int, ...], every: Sequence[tuple[int, ...]]) -> str:
    if not victims:
        return "Player 4 opens at once: the one way without a theft."
    words = [f"Player 4 robs player {victims[0]}"]
    words += [f"player {a} robs player {b}" for a, b in pairwise(victims)]
    like = [other for other in every if other[:1] == victims[:1]]
    return (
        f"{', '.join(words)}, and player {victims[-1]} opens. Way {like.index(victims) + 1} of the "
        f"{len(like)} that begin by robbing player {victims[0]}: two open gifts can still be "
        "stolen, as in round 3."
    )


def _tree(
    axes: Any,
    tree: Diagram,
    paths: Sequence[Sequence[int]],
    places: Sequence[tuple[float, float]],
    off: tuple[float, float],
) -> None:
    """Draw the tree faintly, and for each frame the path to one of its leaves."""
    axes.clear()
    hues = {"player": "C0", "open": "C2"}

    def box(i: int) -> Any:
        style = {"fc": "none", "boxstyle": "round,pad=0.25", "ec": FAINT, "lw": 0.8}
        words = tree.nodes[i].label
        return axes.text(*places[i], words, ha="center", va="center", fontsize=9, bbox=style)

    def ring(i: int) -> Any:
        hue = hues[tree.nodes[i].kind]
        return axes.plot(*places[i], "o", ms=27, mfc="none", mec=hue, mew=2.2, zorder=5)[0]

    boxes = [box(i).get_bbox_patch() for i in range(len(tree.nodes))]

    def arrow(e: int, seen: bool) -> Any:
        edge = tree.edges[e]
        return axes.add_patch(
            FancyArrowPatch(
                places[edge.start], places[edge.end], arrowstyle="->", mutation_scale=10,
                color=("C1" if edge.steals else "C2") if seen else FAINT, zorder=4,
                lw=2.2 if seen else 0.8, patchA=boxes[edge.start], patchB=boxes[edge.end],
            )
        )  # fmt: skip

    for e in range(len(tree.edges)):
        arrow(e, seen=False)
    for number, path in enumerate(paths):
        nodes = [tree.edges[path[0]].start, *(tree.edges[e].end for e in path)]
        frame(number, *(arrow(e, seen=True) for e in path), *map(ring, nodes))
    xs, ys = zip(*places, strict=True)
    for first in (edge.end for edge in tree.edges if edge.start == 0):
        behind = sum(1 for path in paths if tree.edges[path[0]].end == first)
        x, y = places[first]  # beyond the leaves, how many of them there are behind a first move
        where = (max(xs) + 1.3 * off[0], y) if off[0] else (x, min(ys) + 1.3 * off[1])
        text = "1 way" if behind == 1 else f"{behind} ways"
        axes.text(*where, text, ha="center", va="center", fontsize=9)
    axes.set(
        xlim=(min(xs) - 0.5, max(xs) + 0.5 + 1.6 * off[0]),
        ylim=(min(ys) - 0.5 + 1.6 * off[1], max(ys) + 0.5),
    )
    axes.axis("off")


def how_many() -> pd.DataFrame:
    """Rounds, their product, and games, of up to seven players."""
    grown = growth(7)
    rows = [[n, action_count(n), grown.patterns[n - 1], grown.counts[n - 1]] for n in range(1, 8)]
    return pd.DataFrame(rows, columns=["n", "$A(n)$", "product", "$T(n)$"])


def misprints(printed: Published) -> pd.DataFrame:
    """The three entries of Table 9 that are misprinted, and what should stand there."""
    right = {
        "table9.product.7": ("product, seven players", growth(7).patterns[6]),
        "table9.trajectories.6": ("$T(6)$", count(6)),
        "table9.trajectories.7": ("$T(7)$", count(7)),
    }
    rows = [[name, printed.entry(x).printed, f"{n:,}"] for x, (name, n) in right.items()]
    return pd.DataFrame(rows, columns=["entry", "printed", "right"])


def lock_matters() -> pd.DataFrame:
    """Games with and without the lock, gifts opened in one order, by players."""
    held = {L: growth(5, total_limit=L).patterns for L in (1, 2, 3)}
    rows = [
        [n, *(f for L in (1, 2, 3) for f in (held[L][n - 1], words_without_lock(n, total_limit=L)))]
        for n in range(2, 6)
    ]
    columns = [f"$L={L}$, {how}" for L in (1, 2, 3) for how in ("lock", "no lock")]
    return pd.DataFrame(rows, columns=["players", *columns])


def limits_at_29() -> pd.DataFrame:
    """Games of 29 players under a limit, and the steps that it takes to count them."""
    rows = []
    for limit in (1, 2, 3):
        grown = growth(29, total_limit=limit)
        ways, steps = (f"10^{log10(x):.1f}" for x in (grown.counts[-1], algorithm_steps(29, limit)))
        rows.append([limit, ways, f"{grown.states[-1]:,}", steps, f"{grown.steps:,}"])
    columns = ["$L$", "trajectories", "lists of counts", "steps of Algorithm 1", "our steps"]
    return pd.DataFrame(rows, columns=columns)
