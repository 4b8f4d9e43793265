"""Rows of puzzles, whatever holds them: a source yields them in blocks, a sink writes them.

::

    files, folders, a pipe, arguments ──Source──▶ Block, Block, … ──Sink──▶ lines, CSV, JSON, …

There is one reader and one writer for each container.  What happens between is
`cpsudoku.asking.run`.
"""
