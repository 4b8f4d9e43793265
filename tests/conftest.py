"""What holds for all tests."""

import signal

from hypothesis import HealthCheck, settings

# No test may fail because the machine is busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A shell starts its background jobs with Ctrl-C ignored, and a process hands that on to its
# children; the tests of Ctrl-C mean programs that somebody watches.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
