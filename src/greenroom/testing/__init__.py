"""For tests of Greenroom, ours and yours: no network, no models, no clock of the machine.

`Playbook` tells an interview to the pure engine and says what must follow. `MemoryInterviews` is a
store without a disk, `InterviewsConformance` what every store must do. To run the real session in
virtual time instead, see `greenroom.simulation`.
"""

from greenroom.testing.interviews import InterviewsConformance, MemoryInterviews, interview_row
from greenroom.testing.playbook import Playbook, moment

__all__ = [
    "InterviewsConformance",
    "MemoryInterviews",
    "Playbook",
    "interview_row",
    "moment",
]
