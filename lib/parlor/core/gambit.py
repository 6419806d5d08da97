"""Games to and from other software: Gambit's files, which OpenSpiel reads too, and Nashpy.

A matrix game becomes the text of an ``.nfg`` file (`to_nfg`), a game told as a tree that of an
``.efg`` file (`to_efg`), and `from_nfg` reads what others have written. Hand them on so::

    pathlib.Path("game.nfg").write_text(to_nfg(A))

    pygambit.nash.lp_solve(pygambit.read_nfg("game.nfg"))       # Gambit
    pygambit.nash.lp_solve(pygambit.read_efg("game.efg"))

    pyspiel.load_nfg_game(to_nfg(A))                            # OpenSpiel
    pyspiel.load_efg_game(to_efg(tree, players))

    to_nashpy(A).vertex_enumeration()                           # Nashpy

Integers and fractions are written as they are, so that Gambit's answer is exact, floats with all
their digits. OpenSpiel reads fractions only if numerator and denominator have 32 bits: an
``.nfg`` file with longer ones it reads wrongly, without a word, so give it floats then.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from numbers import Real
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import checks
from .quantities import Integer, Read, checked

__all__ = [
    "Bimatrix",
    "Chance",
    "Decision",
    "Terminal",
    "from_nfg",
    "to_efg",
    "to_nashpy",
    "to_nfg",
]


class Bimatrix(NamedTuple):
    """The payoffs of a game for two.

    Attributes
    ----------
    row, column : ndarray, shape (m, n)
        What the row player and the column player get, of which the second is ``-row`` if the game
        is zero-sum.
    """

    row: NDArray[Any]
    column: NDArray[Any]


def _number(name: str, value: object) -> int | float | Fraction:
    checks.number(name, value, "finite numbers")
    return checks.plain(value)


def _payoffs(name: str, value: object) -> tuple[Any, ...]:
    payoffs = checks.items(name, value, "a payoff a player", 1)
    return tuple(_number(f"{name}[{i}]", x) for i, x in enumerate(payoffs))


def _text(name: str, value: object) -> str:
    return checks.instance(name, value, str)


def _hashable(name: str, value: object) -> object:
    try:
        hash(value)
    except TypeError:
        raise checks.refusal(name, value, "are hashable ones") from None
    return value


def _names(name: str, value: object) -> tuple[str, ...]:
    names = checks.items(name, value, "a name a player", 1)
    return tuple(_text(f"{name}[{i}]", x) for i, x in enumerate(names))


def _node(name: str, value: object) -> object:
    if not isinstance(value, Terminal | Decision | Chance):
        raise checks.refusal(name, value, "are objects of Terminal, Decision and Chance")
    return value


def _branches(name: str, value: Any) -> dict[str, Any]:
    """What follows each action, by its name."""
    actions = dict(checks.instance(name, value, Mapping))  # type: ignore[type-abstract]
    if not actions:
        raise checks.refusal(name, value, "is at least one action", typed=True)
    for action, after in actions.items():
        _text(f"{name}: an action", action)
        _node(f"{name}[{action!r}]", after)
    return actions


def _lottery(name: str, value: Any) -> dict[str, tuple[Any, Any]]:
    """The probability of each action, and what follows it."""
    given = checks.instance(name, value, Mapping)  # type: ignore[type-abstract]
    for pair in given.values():
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise checks.refusal(name, pair, "are pairs of a probability and what follows")
    after = _branches(name, {action: then for action, (_, then) in given.items()})
    for action, (p, _) in given.items():
        checks.probability(f"{name}[{action!r}]", p)
    exact = [Fraction(str(checks.plain(p))) for p, _ in given.values()]  # digits, as written
    missing = 1 - sum(exact, Fraction())
    if abs(float(missing)) > checks.SUM_ERROR:
        total = f"probabilities that add up to {1 - float(missing):g}"
        raise ValueError(f"{name}: got {total}, allowed are those that add up to 1")
    exact[-1] += missing  # Gambit wants no rounding
    return dict(zip(after, zip(exact, after.values(), strict=True), strict=True))


_Text = Annotated[str, Read(_text, "")]  # a docstring says str


@checked
@dataclass(frozen=True)
class Terminal:
    """An end of a game.

    Parameters
    ----------
    payoffs : sequence of numbers
        What each player gets; fractions and integers stay exact.
    """

    payoffs: Annotated[Sequence[Real | float], Read(_payoffs, "are finite numbers")]


@checked
@dataclass(frozen=True)
class Decision:
    """Where a player moves.

    Parameters
    ----------
    player : int
        Who moves, from 0.
    information : hashable
        What the player knows: who knows the same at two nodes cannot tell them apart. It is the
        information set's name, too.
    actions : mapping
        What follows, by the action's name.
    """

    player: Annotated[int, Integer(0, 99)]
    information: Annotated[Hashable, Read(_hashable, "")]
    actions: Annotated[Mapping[str, Any], Read(_branches, "is a mapping from names to nodes")]


@checked
@dataclass(frozen=True)
class Chance:
    """Where chance moves.

    Parameters
    ----------
    actions : mapping
        The probability and what follows, by the action's name.
    """

    actions: Annotated[
        Mapping[str, tuple[Any, Any]], Read(_lottery, "is a mapping from names to such pairs")
    ]


Node = Terminal | Decision | Chance


def _matrix(name: str, value: object) -> NDArray[Any]:
    """A matrix of numbers as Python has them: integers and fractions stay."""
    checks.matrix(name, value)
    return np.array(np.asarray(value).tolist(), dtype=object)


def _pair(A: ArrayLike, B: ArrayLike | None) -> Bimatrix:
    row = _matrix("A", A)
    column = -row if B is None else _matrix("B", B)
    if row.shape != column.shape:
        raise ValueError(f"B: got shape {column.shape}, allowed is that of A, {row.shape}")
    return Bimatrix(row, column)


def to_nfg(
    A: ArrayLike,
    B: ArrayLike | None = None,
    *,
    title: str = "",
    players: Sequence[str] = ("Row", "Column"),
) -> str:
    """Write a game for two in Gambit's ``.nfg`` format.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player.
    B : array_like, shape (m, n), optional
        Payoffs to the column player; ``-A`` if there are none.
    title : str
        The game's name.
    players : sequence of str
        The two players' names.

    Returns
    -------
    str
        The text of the file.

    Examples
    --------
    >>> print(to_nfg([[3, -1], [-2, 4]], title="A game"), end="")
    NFG 1 R "A game" { "Row" "Column" } { 2 2 }
    <BLANKLINE>
    3 -3
    -2 2
    -1 1
    4 -4
    >>> to_nfg([[0]], players=["Alice", "Bob"]).splitlines()[0]
    'NFG 1 R "" { "Alice" "Bob" } { 1 1 }'
    """
    row, column = _pair(A, B)
    m, n = row.shape
    if len(both := _names("players", players)) != 2:
        raise ValueError(f"players: got {checks.shown(players)}, allowed are two names")
    names = " ".join(map(_quoted, both))
    head = f"NFG 1 R {_quoted(_text('title', title))} {{ {names} }} {{ {m} {n} }}\n"
    pairs = zip(row.T.flat, column.T.flat, strict=True)  # the row player's strategy runs first
    return "\n".join([head, *(f"{_written(a)} {_written(b)}" for a, b in pairs), ""])


def from_nfg(text: str, *, exact: bool = False) -> Bimatrix:
    """Read a game for two in Gambit's ``.nfg`` format, by payoffs or by outcomes.

    Parameters
    ----------
    text : str
        The text of the file.
    exact : bool
        Whether payoffs come as fractions rather than as floats.

    Returns
    -------
    Bimatrix
        The payoffs, which unpack: ``A, B = from_nfg(text)``.

    Raises
    ------
    TypeError, ValueError
        If it is no such text, or there are more or fewer than two players.

    Examples
    --------
    >>> from_nfg('NFG 1 R "" { "I" "you" } { 1 2 }  1/2 0  3 4').row
    array([[0.5, 3. ]])
    """
    checks.flag("exact", exact)
    words = _nested(iter(_WORD.findall(_text("text", text))))
    try:
        kind, version, _, _, players, strategies, *body = words
        m, n = (len(own) if isinstance(own, list) else int(own) for own in strategies)
        if (kind, version, len(players)) != ("NFG", "1", 2):
            raise ValueError
        body = body[_is_text(body[0]) :]  # a comment
        if isinstance(body[0], list):  # a payoff a player for each outcome, then outcomes by number
            pays = [["0", "0"], *(numbers[_is_text(numbers[0]) :] for numbers in body[0])]
            outcomes = {str(number): pair for number, pair in enumerate(pays)}
            body = [number for outcome in body[1:] for number in outcomes[outcome]]
        payoffs = np.array([*map(Fraction, body)], dtype=object).reshape(n, m, 2).T
        return Bimatrix(*(payoffs if exact else payoffs.astype(np.float64)))
    except (ValueError, LookupError, TypeError, ArithmeticError):
        allowed = "is a game for two in Gambit's .nfg format"
        raise checks.refusal("text", text, allowed, typed=True) from None


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{},"]+')


def _nested(words: Iterator[str]) -> list[Any]:
    """The words up to the end or to a brace that closes, those between braces as a list."""
    nested: list[Any] = []
    for word in words:
        if word == "}":
            break
        nested.append(_nested(words) if word == "{" else word)
    return nested


def _is_text(word: Any) -> bool:
    return isinstance(word, str) and word.startswith('"')


@checked
def to_efg(
    root: Annotated[Node, Read(_node, "")],
    players: Annotated[Sequence[str], Read(_names, "")],
    *,
    title: _Text = "",
) -> str:
    """Write a game told as a tree in Gambit's ``.efg`` format.

    Parameters
    ----------
    root : Terminal, Decision or Chance
        Where the game begins.
    players : sequence of str
        The players' names.
    title : str
        The game's name.

    Returns
    -------
    str
        The text of the file.

    Raises
    ------
    TypeError, ValueError
        If the root is no node, one has too many or too few payoffs, or nodes of one information set
        have other actions.

    Examples
    --------
    Matching pennies; the second player does not know what the first has done:

    >>> def second(wins):
    ...     ends = {side: Terminal([x, -x]) for side, x in zip("HT", (wins, -wins))}
    ...     return Decision(1, "second", ends)
    >>> tree = Decision(0, "first", {"H": second(1), "T": second(-1)})
    >>> print(to_efg(tree, ["Alice", "Bob"]), end="")
    EFG 2 R "" { "Alice" "Bob" }
    p "" 1 1 "first" { "H" "T" } 0
    p "" 2 1 "second" { "H" "T" } 0
    t "" 1 "" { 1, -1 }
    t "" 2 "" { -1, 1 }
    p "" 2 1 "second" { "H" "T" } 0
    t "" 3 "" { -1, 1 }
    t "" 4 "" { 1, -1 }
    """
    sets: list[dict[Hashable, tuple[int, list[str]]]] = [{} for _ in players]
    chances, ends = count(1), count(1)

    def lines(node: Node) -> Iterator[str]:
        if isinstance(node, Terminal):
            if len(node.payoffs) != len(players):
                got = f"{len(node.payoffs)} payoffs at an end"
                raise ValueError(
                    f"root: got {got}, allowed is one for each of {len(players)} players"
                )
            yield f't "" {next(ends)} "" {{ {", ".join(map(_written, node.payoffs))} }}'
            return
        if isinstance(node, Chance):
            after = [then for _, then in node.actions.values()]
            named = " ".join(f"{_quoted(a)} {_written(p)}" for a, (p, _) in node.actions.items())
            yield f'c "" {next(chances)} "" {{ {named} }} 0'
        else:
            after = [*node.actions.values()]
            if node.player >= len(players):
                got = f"player {node.player}"
                raise ValueError(f"root: got {got}, allowed are 0 to {len(players) - 1}")
            own, actions = sets[node.player], [*node.actions]
            number, others = own.setdefault(node.information, (len(own) + 1, actions))
            if actions != others:
                got = f"{actions} and {others} in information set {node.information!r}"
                raise ValueError(f"root: got {got}, allowed are the same actions")
            named, known = " ".join(map(_quoted, actions)), _quoted(str(node.information))
            yield f'p "" {node.player + 1} {number} {known} {{ {named} }} 0'
        for then in after:
            yield from lines(then)

    names = " ".join(map(_quoted, players))
    return "\n".join([f"EFG 2 R {_quoted(title)} {{ {names} }}", *lines(root), ""])


def to_nashpy(A: ArrayLike, B: ArrayLike | None = None) -> Any:
    """Make a game of Nashpy.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player.
    B : array_like, shape (m, n), optional
        Payoffs to the column player; ``-A`` if there are none.

    Returns
    -------
    nashpy.Game
        The game, in floats.

    Raises
    ------
    ModuleNotFoundError
        If Nashpy, which nothing else here needs, is not installed.

    Examples
    --------
    >>> next(to_nashpy([[3, -1], [-2, 4]]).vertex_enumeration())
    (array([0.6, 0.4]), array([0.5, 0.5]))
    """
    pair = _pair(A, B)
    try:
        from nashpy import Game
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "a game of Nashpy's needs Nashpy, which is not installed"
        ) from None
    return Game(*(payoffs.astype(np.float64) for payoffs in pair))


def _quoted(text: str) -> str:
    """A text between quotes, which may not have any itself."""
    return '"' + text.replace('"', "'").replace("\\", "/") + '"'


def _written(value: Any) -> str:
    """A number with all its digits, without the ``-0`` and the ``np.float64()`` of their reprs."""
    return str(value + 0)
