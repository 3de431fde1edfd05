"""What the use cases need from outside, one module for each noun; import from here."""

from greenroom.app.errors import (
    DiskFull,
    GreenroomError,
    NotFound,
    OperatorFault,
    Refused,
    Unauthorized,
    Unreachable,
    UpstreamFault,
    UserFault,
)
from greenroom.app.ports.allowance import Allowance
from greenroom.app.ports.circles import CircleAgent, CircleJudge, CircleLog, PushChannel
from greenroom.app.ports.drills import DrillRow, Drills
from greenroom.app.ports.folders import Folders, SealedFolder, Sealer
from greenroom.app.ports.interviewer import Interviewer, Notes, Reply, StreamedReply
from greenroom.app.ports.interviews import InterviewRow, Interviews, Journal, Mode
from greenroom.app.ports.jobs import Executors, MissionQueue
from greenroom.app.ports.judge import Judge
from greenroom.app.ports.kept_circles import (
    CircleRow,
    Circles,
    Cooldown,
    MeetingRow,
    MeetingStatus,
    Notice,
    Written,
)
from greenroom.app.ports.kept_plans import KeptPlans, PlanRow
from greenroom.app.ports.keys import Keys, SealedKey, Vault
from greenroom.app.ports.leases import Leases
from greenroom.app.ports.links import Link, Links
from greenroom.app.ports.mail import Letter, Mailer
from greenroom.app.ports.paper import Paper, Told
from greenroom.app.ports.reader import Heard, Reader
from greenroom.app.ports.retries import Retries, RetryRow
from greenroom.app.ports.rooms import (
    ANYBODY,
    Admission,
    Audience,
    LiveRooms,
    Lobby,
    Socket,
    Visitor,
)
from greenroom.app.ports.scorecards import ScorecardRow, Scorecards
from greenroom.app.ports.seats import Seat, Seats
from greenroom.app.ports.sound import (
    SOUND_HZ,
    SealedSound,
    SoundCodec,
    SoundEncoder,
    SoundPlace,
    Sounds,
    SoundSpan,
)
from greenroom.app.ports.store import AWAY_S, Store, Stored
from greenroom.app.ports.tickets import Tickets
from greenroom.app.ports.usage import Amount, Ceiling, Limits, Reservation, Subject, Usage
from greenroom.app.ports.wordings import Wordings

__all__ = [
    "ANYBODY",
    "AWAY_S",
    "SOUND_HZ",
    "Admission",
    "Allowance",
    "Amount",
    "Audience",
    "Ceiling",
    "CircleAgent",
    "CircleJudge",
    "CircleLog",
    "CircleRow",
    "Circles",
    "Cooldown",
    "DiskFull",
    "DrillRow",
    "Drills",
    "Executors",
    "Folders",
    "GreenroomError",
    "Heard",
    "InterviewRow",
    "Interviewer",
    "Interviews",
    "Journal",
    "Judge",
    "KeptPlans",
    "Keys",
    "Leases",
    "Letter",
    "Limits",
    "Link",
    "Links",
    "LiveRooms",
    "Lobby",
    "Mailer",
    "MeetingRow",
    "MeetingStatus",
    "MissionQueue",
    "Mode",
    "NotFound",
    "Notes",
    "Notice",
    "OperatorFault",
    "Paper",
    "PlanRow",
    "PushChannel",
    "Reader",
    "Refused",
    "Reply",
    "Reservation",
    "Retries",
    "RetryRow",
    "ScorecardRow",
    "Scorecards",
    "SealedFolder",
    "SealedKey",
    "SealedSound",
    "Sealer",
    "Seat",
    "Seats",
    "Socket",
    "SoundCodec",
    "SoundEncoder",
    "SoundPlace",
    "SoundSpan",
    "Sounds",
    "Store",
    "Stored",
    "StreamedReply",
    "Subject",
    "Tickets",
    "Told",
    "Unauthorized",
    "Unreachable",
    "UpstreamFault",
    "Usage",
    "UserFault",
    "Vault",
    "Visitor",
    "Wordings",
    "Written",
]
