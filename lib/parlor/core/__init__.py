"""What games and solvers share: checks of arguments, random draws, estimates, laws, results."""
