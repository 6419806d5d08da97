def mean(sides):
    return (sides + 1) / 2
