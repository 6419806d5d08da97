"""The chapter on guts: its checks, tables and figures, and the answers of its lab.

Solved by ``parlor.games.guts`` and ``parlor.solvers``; the games of Appendices C and D are in
``data/games/buck_2022.json``.
"""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {
    "coalitions": "abstract fit full table1",
    "defection": "break",
    "equilibrium": "nash",
    "introduction": "intro",
    "learning": "fp wills",
    "partners": "asynchronous",
    "payments": "payoff",
    "recursion": "recursive iteration",
    "small_games": "c2 c5 c6 c7 d1 d2",
    "text": "history runtime references",
    "theorems": "theorem",
    "two_against_two": "even",
}
