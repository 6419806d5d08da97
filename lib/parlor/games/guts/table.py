"""A guts table on the terminal: the reader is player 1, against the optimal coalition.

The accounts are kept in cash. Everybody pays the ante into the pot when a game begins; the best
holder takes the pot, and each beaten holder pays as much into the next one. With optimal play on
both sides a game is worth V to the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parlor.core import checks
from parlor.core.result import ExactResult

from .coalition import solve_coalition

__all__ = ["MAX_PARTNERS", "MAX_ROUNDS", "Score", "play"]

MAX_PARTNERS = 50
MAX_ROUNDS = 10**6
HELP = "h holds, d drops, q leaves the table"


@dataclass(frozen=True, repr=False)
class Score(ExactResult):
    """What the reader has at the end.

    Attributes
    ----------
    score : float
        Won or lost, in antes.
    expectation : float
        What optimal play would have brought on average in as many games.
    n_games, n_rounds : int
        Games begun and rounds played.
    """

    score: float
    expectation: float
    n_games: int
    n_rounds: int


def play(
    n_coalition: int = 2,
    *,
    n_rounds: int | None = None,
    seed: int | None = None,
    read: Callable[[str], str] = input,
    write: Callable[[str], object] = print,
) -> Score:
    """Play guts against a coalition that is at its best.

    Parameters
    ----------
    n_coalition : int
        Players in the coalition, from 1 to 50.
    n_rounds : int, optional
        Rounds to play, 1 to `MAX_ROUNDS`. Default: until the reader leaves.
    seed : int, optional
        Seed of the cards and of the coalition's choices. Default: never the same.
    read : callable
        Takes a prompt and returns what was typed, like `input`. An EOFError or a
        KeyboardInterrupt from it ends the game.
    write : callable
        Takes a line to show, like `print`.

    Returns
    -------
    Score
        The reader's score, and its expectation.

    Raises
    ------
    ValueError
        If an argument is not as above, or `read` returns no text.

    Examples
    --------
    >>> lines = []
    >>> end = play(2, n_rounds=3, seed=1, read=lambda prompt: "d", write=lines.append)
    >>> end.n_rounds, end.score <= 0
    (3, True)
    """
    n_coalition = checks.whole("n_coalition", n_coalition, 1, MAX_PARTNERS)
    if n_rounds is not None:
        n_rounds = checks.whole("n_rounds", n_rounds, 1, MAX_ROUNDS)
    if seed is not None:
        seed = checks.seed(seed)
    for name, way in (("read", read), ("write", write)):
        if not callable(way):
            raise ValueError(f"{name}: got {checks.shown(way)}, allowed are functions")
    solved = solve_coalition(n_coalition, mesh=None)
    tuples = [allies for allies, _ in solved.coalition]
    weights = np.array([weight for _, weight in solved.coalition])
    rng = np.random.default_rng(seed)
    n, score, stakes, games, played = n_coalition + 1, 0.0, 0, 0, 0
    write(f"Guts: you against a coalition of {n_coalition}. {HELP}.")
    while n_rounds is None or played < n_rounds:
        if not stakes:
            score, stakes, games = score - 1, 1, games + 1
            write(f"\nGame {games}. All ante 1: the pot is {n}. Your score is {score:g}.")
        mine, *theirs = rng.random(n)
        thresholds = rng.permutation(tuples[int(rng.choice(len(tuples), p=weights))])
        holds = _ask(f"Stakes {stakes}, your hand {mine:.3f}: hold or drop? ", read, write)
        if holds is None:
            break
        played += 1
        hands = [float(hand) for hand, p in zip(theirs, thresholds, strict=True) if hand > p]
        shown = ", ".join(f"{hand:.3f}" for hand in sorted(hands, reverse=True)) or "nobody"
        held, pot = len(hands) + holds, n * stakes
        line = f"The coalition holds: {shown}."
        if not held:
            write(f"{line} All drop, and the hands are dealt again.")
            continue
        won = holds and all(mine > hand for hand in hands)
        if holds:
            score += pot if won else -pot
            line += f" You {'take' if won else 'match'} the pot of {pot}."
        stakes *= held - 1
        ending = f"The stakes are {stakes} now." if stakes else "That ends the game."
        write(f"{line} {ending} Your score is {score:g}.")
    expected = solved.value * games
    told = f"{played} round{'s' * (played != 1)} in {games} game{'s' * (games != 1)}"
    write(
        f"\n{told}: you have {score:+g} antes. At best you can expect "
        f"{solved.value:+.4f} a game, {expected:+.4f} in all."
    )
    if stakes:
        write("The ante of the game you leave stays in the pot.")
    return Score(float(score), float(expected), games, played)


def _ask(prompt: str, read: Callable[[str], str], write: Callable[[str], object]) -> bool | None:
    """True to hold, False to drop, None to leave."""
    while True:
        try:
            answer = checks.instance("read: what it returned", read(prompt), str).strip().lower()
        except (EOFError, KeyboardInterrupt):
            write("")
            return None
        if answer in ("h", "hold", "d", "drop"):
            return answer.startswith("h")
        if answer in ("q", "quit"):
            return None
        write(f"Not understood: {HELP}.")
