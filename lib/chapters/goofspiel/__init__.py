"""The Goofspiel chapter: the checks of Nakai's paper by its sections, its tables and figures.

Each formula is evaluated as it is printed, with whatever else it rests on repaired, so that one
slip hides no other; `comparing` says how.
"""
