"""One question, one answer: who answers, what the answer was made of, where it is kept."""
