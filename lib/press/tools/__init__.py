"""What the command line offers beside runs, sweeps and the site."""
