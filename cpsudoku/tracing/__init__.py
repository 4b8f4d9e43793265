"""A search replayed, for teaching: what it tries, what follows, where it fails and goes back.

>>> found = trace("1.............4.", "backtrack:index")
>>> [str(event) for event in found.events[2:4]]
['try r1c2=2 (3 left)', 'try r1c3=3 (1 left)']
>>> found.tried, found.contradictions, found.complete
(17, 2, True)
"""

from cpsudoku.tracing.events import KINDS as KINDS
from cpsudoku.tracing.events import Event as Event
from cpsudoku.tracing.events import Trace as Trace
from cpsudoku.tracing.pictures import picture as picture
from cpsudoku.tracing.pictures import side_by_side as side_by_side
from cpsudoku.tracing.tracing import TRACED as TRACED
from cpsudoku.tracing.tracing import trace as trace
