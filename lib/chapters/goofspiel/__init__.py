"""The Goofspiel chapter: the checks of Nakai's paper by its sections, its tables and figures.

Each formula is evaluated as it is printed, with whatever else it rests on repaired, so that one
slip hides no other; `comparison` says how.

Nakai's game, with high, middle and low cards and prizes drawn independently, is solved by
``parlor.games.nakai``; the card game Goofspiel, which lecture and lab play, by
``parlor.games.goofspiel``.
"""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {
    "introduction": "abstract intro",
    "lemma4": "lemma4 eq4 eq5 eq6 eq7 s_function t_function",
    "lemma5": "lemma5 eq8 eq9",
    "lemma6": "lemma6 eq10 c_function",
    "proposition1": "prop1 prop2 eq11 eq12 a_function g",
    "proposition3": "prop3 eq13 b_function h",
    "proposition4": "prop4 order unequal",
    "proposition5": "prop5 eq14",
    "recursion": "eq1 v1 matrix lemma1 lemma2 lemma3 lemmas",
}
