"""What the code of a page calls: the chapter, its tables, figures, answers and cards."""
