"""From finished runs to a static book: pages, ledger, formulas, search, files for download."""
