"""The chapter on the continuous Yankee swap: checks, tables, figures, the lab's answers.

Solved by ``parlor.games.yankee_swap``.
"""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {
    "introduction": "intro",
    "recursion": "recurrence",
    "terminal": "terminal penultimate",
    "thresholds": "threshold move table",
}
