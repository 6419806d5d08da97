"""What the pages on the continuous Yankee swap show: checks, tables, figures, the lab's answers."""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {
    "introduction": "intro",
    "recursion": "recurrence",
    "terminal": "terminal penultimate",
    "thresholds": "threshold move table",
}
