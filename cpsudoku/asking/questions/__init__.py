"""The questions about puzzles, a module each; `cpsudoku.asking.run` asks them."""
