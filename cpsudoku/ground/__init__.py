"""Tools that know nothing of sudoku, for every room to use."""
