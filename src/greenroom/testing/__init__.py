"""For tests of Greenroom, ours and yours: no network, no models, no clock of the machine.

`Playbook` tells an interview to the pure engine and says what must follow. `StoreConformance` is what
every store must do; `greenroom.adapters.storage.memory` is one without a disk. To run the real session
in virtual time instead, see `greenroom.simulation`.
"""

from greenroom.testing.interviews import interview_row
from greenroom.testing.keys import sealed_key
from greenroom.testing.playbook import Playbook, moment
from greenroom.testing.store import StoreConformance

__all__ = [
    "Playbook",
    "StoreConformance",
    "interview_row",
    "moment",
    "sealed_key",
]
