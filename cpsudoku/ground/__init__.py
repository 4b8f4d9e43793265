"""What knows nothing of sudoku, so that every room may use it."""
