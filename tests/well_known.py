"""Puzzles that many tests ask about."""

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The example of the Wikipedia article Sudoku."""
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
"""One of the puzzles with 17 givens that Gordon Royle collected."""

INKALA_2010 = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
"""Arto Inkala's puzzle of 2010."""

INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""Arto Inkala's puzzle of 2012."""

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
"""Two hard ones of the Sudoku Players' Forum."""

EIGHTEEN = "1.............4."
"""A 4×4 puzzle with 18 solutions."""

CLASH = "55" + "." * 79
"""Two givens in the first row are the same."""

ENDLESS = "." * 81
"""More solutions than anyone can wait for."""
