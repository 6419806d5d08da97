"""Nakai's arrays as transcribed, misprints included: for comparison, not for use.

Two things are read rather than copied: the fraction of n and mu in (8), which the transcription
garbles, is n mu / 2, and recursions run over all indices that their boundary values leave open.
Where a formula is misprinted the suspect parts are keyword arguments whose defaults are the print;
`corrected` passes the repaired parts, so that the rest is the very same code.

Arrays are lists by n; index 0 of an axis that the paper starts at 1 is unused and 0.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np

from . import printed_functions as functions
from .prizes import Prize

__all__ = [
    "example_v3",
    "f_array",
    "g_array",
    "g_sequence",
    "h_array",
    "h_sequence",
    "p_array",
]

Step = Callable[[Prize, float], float]
Function = Callable[[Prize, float, float, float], float]
Totals = Callable[[int, int, int, int], float]


def g_array(law: Prize, n_max: int) -> list[np.ndarray]:
    """Return the triangular array of (4).

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.

    Returns
    -------
    list of ndarray, entry n of shape (n+1,)
        ``g[n][i]`` for 1 <= i <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> g_array(Uniform(), 2)[2].tolist()
    [0.0, 0.625, 0.375]
    """
    return _triangle(law, n_max, lambda z: functions.s_function(law, z))


def h_array(law: Prize, n_max: int) -> list[np.ndarray]:
    """Return the triangular array of (5).

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.

    Returns
    -------
    list of ndarray, entry n of shape (n+1,)
        ``h[n][i]`` for 1 <= i <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> h_array(Uniform(), 2)[2].tolist()
    [0.0, 0.375, 0.625]
    """
    return _triangle(law, n_max, lambda z: law.mean - functions.opportunity(law, z))


def p_array(
    law: Prize, n_max: int, *, step: Step = functions.s_function, first: int = 1
) -> list[np.ndarray]:
    """Return the triangular array of (8).

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    step : function
        What the recursion applies to -p.
    first : int
        Where the sum in the last entry starts.

    Returns
    -------
    list of ndarray, entry n of shape (n+1,)
        ``p[n][i]`` for 0 <= i <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> p_array(Uniform(), 1)[1].tolist()
    [0.25, -0.25]
    """
    p = [np.zeros(1)]
    for n in range(1, n_max + 1):
        new = np.zeros(n + 1)
        new[0] = n * law.mean / 2
        for i in range(1, n):
            change = new[:i].sum() - p[n - 1][:i].sum()
            new[i] = -law.mean + step(law, -p[n - 1][i]) + law.mean / 2 - change
        new[n] = -n * law.mean / 2 - new[first:n].sum()
        p.append(new)
    return p


def f_array(
    law: Prize,
    n_max: int,
    totals: Totals,
    *,
    function: Function = functions.c_function,
    edges: str = "hg",
    sign: int = 1,
    first: int = 1,
) -> list[np.ndarray]:
    """Return the array f of Lemma 6.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values v that the definition refers to, those of Lemma 5.
    function : function
        C_F.
    edges : str
        Which arrays bound f at l = 0 and, negative, at k = 0.
    sign, first : int
        Sign of the double sum and its lower limits.

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``f[n][l, k]`` for k + l <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> f_array(Uniform(), 1, lambda n, k, l, m: 0.0)[1].tolist()
    [[0.0, 0.5], [-0.5, 0.0]]
    """
    arrays = {"g": g_array(law, n_max), "h": h_array(law, n_max)}
    f = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1))
        old[:n, :n] = f[n - 1]
        new[0, :], new[:, 0] = arrays[edges[0]][n], 0.0 - arrays[edges[1]][n]
        for l in range(1, n):  # noqa: E741
            for k in range(1, n - l):
                alpha, beta = old[:l, k].sum(), old[l, :k].sum()
                block = slice(first, l + 1), slice(first, k + 1)
                change = new[block].sum() - old[block].sum() + old[l, k]  # new[l, k] is still 0
                new[l, k] = old[l, k] + function(law, old[l, k], alpha, beta) + sign * change
            rest = new[: l + 1, : n - l + 1].sum()
            new[l, n - l] = totals(n, n - l, l, n) - rest
        f.append(new)
    return f


def g_sequence(law: Prize, n_max: int, totals: Totals, *, corner: int = 0) -> list[np.ndarray]:
    """Return the sequence g of Proposition 1.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values v that the definition refers to, those of Lemma 4.
    corner : {0, 1}
        The power of n that multiplies mu in the entry (n, n, n).

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``g[n][k, m]`` for 1 <= k, m <= n.

    Examples
    --------
    >>> from parlor.games.nakai.prizes import Uniform
    >>> g_sequence(Uniform(), 1, lambda n, k, l, m: 0.0)[1].tolist()
    [[0.0, 0.0], [0.0, 0.5]]
    """
    g = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), g[n - 1]
        for k in range(1, n + 1):
            for m in range(1, n + 1):
                before = new[: k + 1, : m + 1].sum()
                if k == m == n:
                    new[k, m] = n**corner * law.mean - before
                elif n in (k, m):
                    new[k, m] = totals(n, k, 0, m) - before
                else:
                    alpha, beta = old[k, :m].sum(), old[:k, m].sum()
                    whole = old[: k + 1, : m + 1].sum()
                    new[k, m] = whole + functions.a_function(law, old[k, m], alpha, beta) - before
        g.append(new)
    return g


def h_sequence(
    law: Prize,
    n_max: int,
    totals: Totals,
    *,
    function: Function = functions.b_function,
    sign: int = 1,
) -> list[np.ndarray]:
    """Return the sequence h of Proposition 3.

    Parameters
    ----------
    law : Prize
        The law F of the prize.
    n_max : int
        Largest n.
    totals : function of (n, k, l, m)
        The values v that the definition refers to, those of Lemmas 4 and 5.
    function : function
        B_F.
    sign : int
        Sign of the sum that is B_F's second argument.

    Returns
    -------
    list of ndarray, entry n of shape (n+1, n+1)
        ``h[n][l, m]`` for 0 <= l <= n and 1 <= m <= n.

    Examples
    --------
    >>> from parlor.games import nakai
    >>> from parlor.games.nakai.prizes import Uniform
    >>> h_sequence(Uniform(), 1, nakai.values(1).v)[1].tolist()
    [[0.0, 0.5], [0.0, -1.0]]
    """
    h = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), h[n - 1]
        for l in range(n + 1):  # noqa: E741
            for m in range(1, n + 1):
                before = new[: l + 1, : m + 1].sum()
                if l in (0, n) or m == n:
                    new[l, m] = totals(n, n - l, l, m) - before
                else:
                    alpha, beta = sign * old[l, :m].sum(), old[:l, m].sum()
                    whole = old[: l + 1, : m + 1].sum()
                    new[l, m] = whole + function(law, old[l, m], alpha, beta) - before
        h.append(new)
    return h


def example_v3() -> float:
    """Return the closed form that the Example gives for v_3 of one card of each type.

    Returns
    -------
    float
        As printed.

    Examples
    --------
    >>> round(example_v3(), 6)
    -0.958187
    """
    a = (2 - log(3)) / 4
    return a * a / 2 + (1 - a) / 32 + 5 / 4 * log(5 / (13 - 8 * a))


def _triangle(law: Prize, n_max: int, step: Callable[[float], float]) -> list[np.ndarray]:
    """(4) or (5), which differ in the function that they apply."""
    rows = [np.zeros(1), np.array([0.0, law.mean])]
    for n in range(2, n_max + 1):
        new = np.zeros(n + 1)
        for i in range(1, n):
            change = new[1:i].sum() - rows[n - 1][1:i].sum()
            new[i] = step(rows[n - 1][i]) - change
        new[n] = n * law.mean - new[1:n].sum()
        rows.append(new)
    return rows[: n_max + 1]
