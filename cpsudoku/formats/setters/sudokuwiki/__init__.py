"""Links and packed strings of sudokuwiki.org's solvers (A. Stuart), all of them of 9×9 cells.

A string has a header and a number of radix 36 for each cell.  The header says the kind of puzzle,
the size and the version: ``S9B`` is a plain sudoku, ``X9B`` one with both diagonals, ``W9B`` one
with windows, ``J9B`` a jigsaw, ``L9B`` a killer, ``M9B`` a killer on a jigsaw.  In the number
stand, bit by bit,

    bits 0 to 9     1 to 9 for a given, 10 to 18 for a digit that was placed since, from 19 on the
                    candidates, as 18 more than a sum of powers of two; 0 where nothing is known
    J: from bit 10  the region
    L, M: bits 10 to 15   the total of the cage that begins in this cell, else 0
    L, M: bits 16 to 18   the colour of the cage; cells of one colour that hang together are one
    M: from bit 19  the region

What stands here was learnt from the site's own page, "Sudoku String Definitions", and from Q. May's
documentation of the format, to which it leads.
"""
