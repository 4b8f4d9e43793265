"""Traces: how puzzles are solved, as text that machines learn from.

Each step is replayed before it is written, by checks that do not know how it was found; a step that
does not follow is an error, never a line.  `cpsudoku.learn.paths.writing` says how steps are
written.

>>> found = traces([".12......21...4."], order="dlx")
>>> found.ends, found.texts[0][:29]
(['solved'], 'follow r4c4 =2 ; follow r3c4 ')
"""

from cpsudoku.learn.paths.asking import questions as questions
from cpsudoku.learn.paths.mistaking import mistakes as mistakes
from cpsudoku.learn.paths.tracing import Traces as Traces
from cpsudoku.learn.paths.tracing import traces as traces
