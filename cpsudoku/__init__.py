"""Sudoku by constraint programming, SAT, exact cover and bitboards behind one interface.

>>> import cpsudoku
>>> cpsudoku.count("1.............4.").value
18
"""

from cpsudoku.ground.public import on_demand

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = on_demand(__name__)
