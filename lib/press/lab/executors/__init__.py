"""Where work is done: in threads, in processes, or on the workers of a dask scheduler.

All three are executors as `concurrent.futures` knows them, so that whoever has work does not know
where it is done, and what comes out is the same to the last byte. `completed` hands jobs to any.
"""

from .batches import completed
from .choose import SCHEDULER, elsewhere, executor, here
from .clusters import CLUSTERS, Dask
from .failures import Lost, Refused, SchedulerLost
from .processes import Processes

__all__ = [
    "CLUSTERS",
    "SCHEDULER",
    "Dask",
    "Lost",
    "Processes",
    "Refused",
    "SchedulerLost",
    "completed",
    "elsewhere",
    "executor",
    "here",
]
