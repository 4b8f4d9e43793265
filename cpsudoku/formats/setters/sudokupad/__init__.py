"""Puzzles of SudokuPad (S. Neumann): its own links, and those of f-puzzles under its name."""
