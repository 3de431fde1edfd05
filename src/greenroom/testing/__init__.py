"""For tests of Greenroom, ours and yours: no network, no models, no clock of the machine.

`Playbook` tells an interview to the pure engine and says what must follow. `MemoryStore` is a store
without a disk, `StoreConformance` what every store must do. To run the real session in
virtual time instead, see `greenroom.simulation`.
"""

from greenroom.testing.interviews import MemoryInterviews, interview_row
from greenroom.testing.keys import sealed_key
from greenroom.testing.playbook import Playbook, moment
from greenroom.testing.store import MemoryStore, StoreConformance

__all__ = [
    "MemoryInterviews",
    "MemoryStore",
    "Playbook",
    "StoreConformance",
    "interview_row",
    "moment",
    "sealed_key",
]
