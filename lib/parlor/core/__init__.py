"""What games and solvers share: checks of arguments, random draws, estimates, laws, results.

`gambit` hands games to other software: files of Gambit's, which OpenSpiel reads too (`to_nfg`,
`to_efg`, `from_nfg`), and games of Nashpy's (`to_nashpy`).
"""

from __future__ import annotations

from .face import shown

__getattr__, __dir__ = shown(__name__, __path__)
