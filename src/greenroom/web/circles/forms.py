"""What the circle routes take and give."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from greenroom.app.circles import missions
from greenroom.app.circles.entries import NewCircle as Wanted
from greenroom.app.circles.entries import NewEntry as Entered
from greenroom.app.circles.missions import DEEPEST, LARGEST_PART
from greenroom.app.ports import CircleRow, MissionRow, Notice
from greenroom.app.registration import FieldFault
from greenroom.assessment.sentence import Sentence
from greenroom.circle.admission import Approach
from greenroom.circle.admission import Position as Place
from greenroom.web.forms import KeyId

LONGEST_OPEN: Final = timedelta(days=30)
WEEK: Final = timedelta(days=7)
DAY_S: Final = 24 * 3600


def _plain(value: Any) -> Any:
    """Refuse what could not be written down, or read back."""
    if missions.too_deep(value):
        raise ValueError(
            Sentence("Objects and lists may be nested {most} deep at most.", most=DEEPEST)
        )
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
        written.encode()
    except (UnicodeEncodeError, ValueError):
        raise ValueError(
            Sentence("This contains half a character, or something that is not a number.")
        ) from None
    if len(written) > LARGEST_PART:
        raise ValueError(Sentence("At most {most} characters as JSON.", most=f"{LARGEST_PART:,}"))
    return value


def _in_utc(field: str, moment: datetime, later: timedelta = timedelta()) -> datetime:
    """The moment in UTC, and so much later. Raises `FieldFault` where no calendar reaches."""
    try:
        return moment.astimezone(UTC) + later
    except OverflowError:
        raise FieldFault(field, Sentence("Give a time of this century.")) from None


Open = Annotated[dict[str, Any], AfterValidator(_plain)]
"""An open object: unknown keys are accepted, and of a profile private."""


class Position(BaseModel):
    """Degrees."""

    latitude: Annotated[float, Field(ge=-90, le=90)]
    longitude: Annotated[float, Field(ge=-180, le=180)]

    def place(self) -> Place:
        return Place(self.latitude, self.longitude)


class ChosenModel(BaseModel):
    """Which of the owner's keys is used. Without one it is the operator's model, or none."""

    llm: KeyId | None = None
    """Speaks for both sides, and judges."""

    def named(self) -> dict[str, str]:
        return {part: key for part, key in self.model_dump().items() if key}


class NewCircle(BaseModel):
    """The owner's half of a mission file, and when and where it holds."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "owner_profile": {},
                    "owner_circle": {"objective_text": "A cellist for duos", "radius_m": 500},
                }
            ]
        }
    )

    owner_profile: Open
    owner_circle: Open
    """`objective_text`; `radius_m` (500 unless it says otherwise), `time_window`, `constraints`,
    `locale`, flags."""
    mission: Annotated[str, Field(max_length=2_000)] | None = None
    """The sentence for both agents, where it shall not be made of objective and time."""
    rules: Open = {}
    preset: Literal["safe", "spec"] = "safe"
    centre: Position | None = None
    """Where entries come with positions; else they come with distances."""
    opens_at: AwareDatetime | None = None
    """Now, unless said."""
    closes_at: AwareDatetime | None = None
    """A week after it opens, unless said; 30 days at most."""
    cooldown_s: Annotated[int, Field(ge=0, le=365 * DAY_S)] = DAY_S
    """How long the same visitor is not admitted again."""
    providers: ChosenModel = ChosenModel()
    """A key of the asking owner."""

    def wanted(self, now: datetime) -> Wanted:
        """Raises `FieldFault` for times that cannot be."""
        opens_at = _in_utc("opens_at", self.opens_at or now)
        if self.closes_at is None:
            closes_at = _in_utc("opens_at", opens_at, WEEK)
        else:
            closes_at = _in_utc("closes_at", self.closes_at)
        if not opens_at < closes_at <= now + LONGEST_OPEN or closes_at <= now:
            raise FieldFault(
                "closes_at", Sentence("A circle closes after it opens, within 30 days.")
            )
        radius = self.owner_circle.get("radius_m")
        if isinstance(radius, int | float) and not 0 < radius <= 5_000:
            raise FieldFault("owner_circle/radius_m", Sentence("Give metres, 5000 at most."))
        mission = {"owner_profile": self.owner_profile, "owner_circle": self.owner_circle}
        if self.mission:
            mission["mission"] = self.mission  # type: ignore[assignment]
        if self.rules:
            mission["rules"] = self.rules
        centre = None if self.centre is None else self.centre.place()
        cooldown = timedelta(seconds=self.cooldown_s)
        return Wanted(mission, self.preset, opens_at, closes_at, cooldown, centre)


class ChangedCircle(BaseModel):
    """What of a circle can be changed."""

    providers: ChosenModel
    """For conversations that begin afterwards."""


class CreatedCircle(BaseModel):
    id: str
    access_token: str
    """Opens the circle and its interviews. Shown once; only its hash is kept."""
    entry_token: str
    """Reports entries to it, and opens nothing. Shown once."""


class NewEntry(BaseModel):
    """A visitor came near."""

    visitor: Annotated[str, Field(min_length=1, max_length=200)]
    """Whatever tells this visitor from others; a digest of it is kept."""
    visitor_profile: Open
    entry: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Tells this entry from others of the same visitor. Without it the whole request does."""
    distance_m: Annotated[float, Field(ge=0, le=50_000_000)] | None = None
    position: Position | None = None
    at: AwareDatetime | None = None
    """When; now, unless said. Not more than five minutes ago."""

    def entered(self, now: datetime) -> Entered:
        at_ms = round((self.at or now).timestamp() * 1000)
        place = None if self.position is None else self.position.place()
        approach = Approach(at_ms, self.distance_m, place)
        # without a time of its own the same request later is the same entry
        name = self.entry
        if name is None and self.at is None:
            name = self.model_dump_json()
        return Entered(self.visitor, self.visitor_profile, approach, name)


class EnteredCircle(BaseModel):
    circle: str
    interview: int
    """Its number in the circle, from 1."""
    status: Literal["waiting", "running", "ended"]
    access_token: str
    """Opens this interview for the visitor's side. The same for the same entry."""


class CircleInterview(BaseModel):
    """An interview of a circle, without what was said."""

    interview: int
    status: Literal["waiting", "running", "ended"]
    created_at: str
    ended_at: str | None

    @classmethod
    def of(cls, row: MissionRow) -> dict[str, Any]:
        return {
            "interview": row.number,
            "status": row.status,
            "created_at": row.created_at,
            "ended_at": row.ended_at,
        }


class CircleInterviewSoFar(CircleInterview):
    """For the visitor's side without what is the owner's."""

    circle: str
    transcript: list[dict[str, str]]
    end_reason: str | None
    also: list[str] = []
    decision: Literal["yes", "no"] | None = None
    undecided: bool = False
    notification: str | None = None
    events: list[dict[str, Any]]
    """The log as this watcher sees it: what the event stream sends."""


class Circle(BaseModel):
    """A circle as its owner sees it."""

    id: str
    objective_text: str
    preset: str
    radius_m: float
    centre: Position | None
    opens_at: str
    closes_at: str
    cooldown_s: int
    created_at: str
    providers: dict[str, str]
    """A key's id, or `operator:` and a provider's name; empty where no model speaks."""

    @classmethod
    def of(cls, row: CircleRow) -> dict[str, Any]:
        names = ("id", "preset", "radius_m", "opens_at", "closes_at", "cooldown_s", "created_at")
        shown = {name: getattr(row, name) for name in names}
        centre = row.centre and {"latitude": row.centre[0], "longitude": row.centre[1]}
        told = {"objective_text": objective(row), "centre": centre, "providers": dict(row.keys)}
        return shown | told


class CircleWithInterviews(Circle):
    owner_profile: dict[str, Any]
    owner_circle: dict[str, Any]
    rules: dict[str, Any]
    interviews: list[CircleInterview]
    """Newest first."""


class CircleList(BaseModel):
    circles: list[Circle]
    """Newest first."""


class Line(BaseModel):
    circle: str
    interview: int
    line: str
    at_ms: int

    @classmethod
    def of(cls, notice: Notice) -> dict[str, Any]:
        return {
            "circle": notice.circle_id,
            "interview": notice.number,
            "line": notice.line,
            "at_ms": notice.at_ms,
        }


class LineList(BaseModel):
    notices: list[Line]
    """Newest first."""


def objective(row: CircleRow) -> str:
    return str(row.mission["owner_circle"]["objective_text"])
