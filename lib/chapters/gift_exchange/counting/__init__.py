"""How many ways there are to play, without and with limits on thefts."""
