"""Strings and links of Interactive Sudoku Solver (R. Sigh), whose words say what they mean.

A string has parts such as ``.Cage~15~R1C1~R1C2``: a type, then arguments.  A part without a type
has givens, ``.~R1C1_5~R1C2_1_2``; ``.Or … .End``, ``.And … .End`` and ``.Replicate … .End`` have
parts inside.  Rows and columns are numbers of radix 17, so that ``Ra`` is row 10.
"""
