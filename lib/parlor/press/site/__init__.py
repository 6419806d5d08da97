"""From finished runs to a static book: pages, ledger, formulas, search, files for download."""

from .build import build, checks_of, finished_totals, site_key

__all__ = ["build", "checks_of", "finished_totals", "site_key"]
