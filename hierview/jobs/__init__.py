"""Long work in processes of their own: started, watched, limited, stopped; nothing of it outlives who started it.

`start` gives a task to a process of ours and returns a `Job`, which knows how far it came. A `Conversation` asks a
process that runs code of others, and checks what it answers. Both end together with all that came of them: when they
are told to, when they use more than their `Limits`, and when the process that started them ends or is killed.
"""

from .conversation import Conversation, Ended
from .job import MOST_AT_ONCE, Busy, Job, start
from .limits import Limits
from .task import Progress, Tell, outcome
from .visit import Visit

__all__ = [
    "MOST_AT_ONCE",
    "Busy",
    "Conversation",
    "Ended",
    "Job",
    "Limits",
    "Progress",
    "Tell",
    "Visit",
    "outcome",
    "start",
]
