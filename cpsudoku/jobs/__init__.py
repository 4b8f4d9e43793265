"""Jobs: work over more puzzles than one run, one process or one machine should hold.

What is to be worked through is cut into shards.  Each becomes a file of answers, and a folder of
these files is the job: every process that does a shard writes the same bytes, and what is there
is done::

    labelled/
      000000-5f0c9a7be1d2.csv         a shard's answers; appears when it is whole
      000001-91b4…
      _job/job.json                   what the job is
      _job/000000-5f0c9a7be1d2.json   that a shard is done: counts, seconds, SHA-256
      _job/000007.failed.json         that one was given up, and why

Nothing else is kept anywhere, so the same call continues, whatever was killed.
"""

from cpsudoku.jobs.running import JobReport, run
from cpsudoku.jobs.shards import Shard, Shards

__all__ = ["JobReport", "Shard", "Shards", "run"]
