"""Many puzzles: from arguments, files, records or arrays, in order, whatever the engine.

`answers` is what the commands call, for text in and text out; `records` for puzzles that have been
read; `arrays` for arrays of them.  What a puzzle on its own does not need is not imported here.
"""
