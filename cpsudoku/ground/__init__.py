"""Tools that know nothing of sudoku, so that every room may use them."""
