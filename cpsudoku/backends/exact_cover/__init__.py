"""Exact cover with colours: what the backends `dlx` and `cover` share, and a tool of its own.

Any `ExactCover` problem can be searched, by links, by cells or over bit sets:

    >>> from cpsudoku.encodings.exact_cover import ExactCover
    >>> toy = ExactCover.from_names(
    ...     ["c e", "a d g", "b c f", "a d f", "b g", "d e g"], primary="abcdefg")
    >>> list(covers(toy))  # Knuth's first example: options 0, 3 and 4
    [(0, 3, 4)]

Queens on a chessboard: ranks and files are primary, diagonals secondary.

    >>> def queens(n: int) -> ExactCover:
    ...     return ExactCover(
    ...         primary=2 * n, secondary=4 * n,
    ...         options=tuple((r, n + f, 2 * n + r + f, 5 * n + r - f)
    ...                       for r in range(n) for f in range(n)))
    >>> count_covers(queens(8)).value
    92
    >>> len(next(covers(queens(20))))
    20

Sources: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1 (Algorithms X and C, dancing links)
and 7.2.2.3 (dancing cells).  The compiled searches are in ``native/exact_cover/``, each with a
drawing of how it keeps a problem.
"""

from cpsudoku.backends.exact_cover.algorithms import ALGORITHMS as ALGORITHMS
from cpsudoku.backends.exact_cover.algorithms import Covers as Covers
from cpsudoku.backends.exact_cover.algorithms import OptionSet as OptionSet
from cpsudoku.backends.exact_cover.algorithms import count_covers as count_covers
from cpsudoku.backends.exact_cover.algorithms import covers as covers
