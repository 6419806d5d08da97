"""What the project's solvers cost, beside others and against the size of the question.

Everything is timed on one core: what a library does on several is no merit of its method.
"""

import os

for _name in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")

from numba import config  # noqa: E402, NumPy reads the settings when it is imported

config.reload_config()  # it may have been there before, and its threads can be started only once
