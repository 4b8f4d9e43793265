"""Data sets: made by a recipe, and compared for leaks.

A data set is a folder as Hugging Face's `datasets` reads it: ``README.md`` with the card, and
``data/train-00000-of-00002.parquet`` and so on.  The same recipe gives the same bytes with the same
versions of cpsudoku and PyArrow, however often the run was interrupted.
"""

from cpsudoku.learn.datasets.leaks import leaks as leaks
from cpsudoku.learn.datasets.making import make as make
from cpsudoku.learn.datasets.recipes import Recipe as Recipe
