"""Long work in processes of their own: started, watched, limited, stopped; nothing of it outlives who started it.

`start_job` gives a task to a process of ours and returns a `Job`, which knows how far it came. A `Process` is what it
runs in. It ends together with all that came of it: when it is told to, when it uses more than its `Limits`, and when
the process that started it ends or is killed.
"""

from .apart import run_confined
from .job import MOST_AT_ONCE, Busy, Job, VisitJobs, start_job
from .process import Limits, Process
from .task import Progress, Tell, tell_outcome

__all__ = [
    "MOST_AT_ONCE",
    "Busy",
    "Job",
    "Limits",
    "Process",
    "Progress",
    "Tell",
    "VisitJobs",
    "run_confined",
    "start_job",
    "tell_outcome",
]
