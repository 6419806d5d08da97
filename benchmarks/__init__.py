"""What the project's solvers cost, beside others and against the size of the question.

Everything is timed on one core: what a library does on several is no merit of its method.
"""

import os

for _name in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")
