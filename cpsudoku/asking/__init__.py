"""One way to ask questions, of one puzzle and of a hundred million.

`run` is the only loop: it takes blocks of rows from a source (`cpsudoku.rows`), asks a question
about them, and gives the answers to a sink, in order.
"""
