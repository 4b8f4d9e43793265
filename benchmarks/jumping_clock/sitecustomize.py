"""A clock that jumps, for whatever Python finds this folder on its path (PYTHONPATH).

Twenty times a second, or at intervals of JUMPING_CLOCK seconds, `time.time` goes to another moment,
an hour to a day before or after the right one, and to different ones in different processes.  The
clocks that measure go on, as those of the system do when its date is set.
"""

import os
import random
import time

_EVERY = float(os.environ.get("JUMPING_CLOCK", "0.05"))
_right, _right_ns = time.time, time.time_ns


def _wrong_by() -> float:
    chance = random.Random(f"{os.getpid()} {time.monotonic() // _EVERY}")
    return chance.choice((-1, 1)) * chance.uniform(3_600, 86_400)


time.time = lambda: _right() + _wrong_by()
time.time_ns = lambda: _right_ns() + int(_wrong_by() * 1e9)
