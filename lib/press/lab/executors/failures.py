"""How work can fail that is done elsewhere, besides what it raises itself."""

from __future__ import annotations

from ...run.project import BuildError, UserError

TRIES = 3  # times that a job may take its worker with it


class Lost(Exception):
    """A job ended its worker, each time that it was tried."""


class Refused(UserError):
    """A worker has other code or other packages than whoever gives it work."""


class SchedulerLost(BuildError):
    """The scheduler is gone. What was finished has been handed over before."""
