"""The token game's chapter: its claims, tables and figures.

Solved by ``parlor.games.token_game``.
"""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {"rows": "line clock"}
