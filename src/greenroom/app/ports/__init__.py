"""What the use cases need from outside, one module for each noun; import from here."""

from greenroom.app.ports.allowance import Allowance
from greenroom.app.ports.circles import CircleAgent, CircleJudge, CircleLog, PushChannel
from greenroom.app.ports.errors import (
    GreenroomError,
    NotFound,
    OperatorFault,
    Refused,
    UpstreamFault,
    UserFault,
)
from greenroom.app.ports.interviewer import Interviewer, Notes, Reply, StreamedReply
from greenroom.app.ports.interviews import InterviewRow, Interviews, Journal, Mode
from greenroom.app.ports.judge import Judge
from greenroom.app.ports.keys import Keys, SealedKey, Vault
from greenroom.app.ports.leases import Leases
from greenroom.app.ports.rooms import Admission, Audience, LiveRooms, Lobby, Socket
from greenroom.app.ports.store import Store
from greenroom.app.ports.tickets import Tickets
from greenroom.app.ports.usage import Amount, Ceiling, Limits, Reservation, Usage

__all__ = [
    "Admission",
    "Allowance",
    "Amount",
    "Audience",
    "Ceiling",
    "CircleAgent",
    "CircleJudge",
    "CircleLog",
    "GreenroomError",
    "InterviewRow",
    "Interviewer",
    "Interviews",
    "Journal",
    "Judge",
    "Keys",
    "Leases",
    "Limits",
    "LiveRooms",
    "Lobby",
    "Mode",
    "NotFound",
    "Notes",
    "OperatorFault",
    "PushChannel",
    "Refused",
    "Reply",
    "Reservation",
    "SealedKey",
    "Socket",
    "Store",
    "StreamedReply",
    "Tickets",
    "UpstreamFault",
    "Usage",
    "UserFault",
    "Vault",
]
