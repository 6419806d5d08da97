"""From a page to its results: the project, its parameters, runs, and what is kept of them."""
