"""One game in which everybody follows the queue, turn by turn: who takes which box."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parlor.games.yankee_swap.bounds import LEVEL
from press import FAINT, Drawn, frame, new_figure

from .phases import choose_box
from .queues import law

PLAYERS, SEED = 16, 15


@dataclass(frozen=True)
class Turn:
    """A turn of the game.

    Attributes
    ----------
    seat, to_act : int
        Who acts, and how many players act from then on, the mover included.
    table : tuple of float
        The boxes before the turn, the best first.
    place : int
        The box taken, from 0 for the best; -1 if one is opened.
    victim : int
        The seat that opens a box: who was robbed, or the mover.
    fresh : float
        What is opened.
    """

    seat: int
    to_act: int
    table: tuple[float, ...]
    place: int
    victim: int
    fresh: float


def queue_game(boxes: np.ndarray) -> tuple[list[Turn], dict[int, float]]:
    """Play a game by the queue; also what each seat goes home with."""
    n = boxes.size
    phases = law(n)
    held: list[tuple[float, int]] = []  # boxes and their holders, the best first
    turns = []
    for seat, fresh in enumerate(boxes.tolist(), start=1):
        value = np.array([box for box, _ in held] + [0.0])
        place = choose_box(n + 1 - seat, len(held), phases.levels, phases.worths, value)
        victim = seat
        if place >= 0:
            box, victim = held[place]
            held[place] = (box, seat)
        table = tuple(value[:-1].tolist())
        turns.append(Turn(seat, n + 1 - seat, table, int(place), victim, fresh))
        held = sorted([*held, (fresh, victim)], reverse=True)
    return turns, {owner: box for box, owner in held}


def chain_figure(n_players: int = PLAYERS, seed: int = SEED) -> Drawn:
    """The table before each turn, and the box that is taken."""
    turns, home = queue_game(np.random.default_rng(seed).random(n_players))
    figure, axes = new_figure(height=3.0)
    told = []
    for number, turn in enumerate(turns[1:]):
        ranks = np.arange(1, len(turn.table) + 1)
        colours = [
            "C1" if rank == turn.place + 1 else "C0" if rank < turn.to_act else FAINT
            for rank in ranks.tolist()
        ]
        frame(number, axes.bar(ranks, turn.table, color=colours))
        others = turn.to_act - 1
        after = f"{others} to act after it" if others else "nobody acts after it"
        if turn.place < 0:
            does, then = f"opens a box worth {turn.fresh:.2f}", ""
        else:
            box = turn.table[turn.place]
            does = (
                f"takes the box of rank {turn.place + 1}, worth {box:.2f}, from seat {turn.victim}"
            )
            then = f"; seat {turn.victim} opens another, worth {turn.fresh:.2f}"
        kept = turn.place >= 0 and home[turn.seat] == turn.table[turn.place]
        end = "and keeps it" if kept else f"and goes home with {home[turn.seat]:.2f}"
        told.append(f"Seat {turn.seat} of {n_players}, {after}: {does}, {end}{then}.")
    axes.axhline(LEVEL, color=FAINT, lw=0.8, ls="--")
    axes.plot([], [], "s", color="C1", label="taken")
    axes.plot([], [], "s", color="C0", label="may be taken later")
    axes.plot([], [], "s", color=FAINT, label="safe")
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), handletextpad=0)
    axes.set(
        xlabel="rank of the box on the table", ylabel="value", ylim=(0, 1),
        xlim=(0.3, n_players - 0.3), xticks=range(1, n_players, 2),
    )  # fmt: skip
    figure.move("seat", [turn.seat for turn in turns[1:]], told, start=n_players - 6)
    late = [turn for turn in turns if turn.place + 1 == turn.to_act]
    return figure, (
        f"Bars: the boxes on the table before each turn of a game of {n_players}, the best first, "
        f"and which of them is taken. From seat {late[0].seat if late else n_players} on the box "
        "taken stands as many places from the front as there are players to act."
    )
