"""What introduces a fact that a statement tells, by its key: "my strength is", "I'd like to become"."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from greenroom.interview.understanding.statements import Whose
from greenroom.interview.understanding.values import LIST, NARROW, WIDE, Span

SURE: Final = 0.9
"""Of what a cue introduces in the present."""
LIKELY: Final = 0.75
"""Of what is past, or an achievement."""

_AM: Final = r"(?:i['’]?m|i\s+am)\s+"
_VERY: Final = (
    r"(?:(?:really|very|quite|pretty|also|most|especially|particularly|always|usually|mostly|mainly|just|"
    r"fairly|rather|currently|now|so|still|definitely|extremely|the|a\s+bit|both)\s+)*"
)
_WANT: Final = (
    r"i(?:['’]?d|\s+would)?\s+(?:really\s+|also\s+|just\s+|one\s+day\s+|eventually\s+)?"
    r"(?:want|hope|wish|plan|aim|intend|like|love|see\s+myself)\s+(?:to\s+)?(?:one\s+day\s+|eventually\s+)?"
    r"|i['’]?m\s+(?:planning|hoping|aiming|going)\s+to\s+|i\s+am\s+(?:planning|hoping|aiming|going)\s+to\s+"
)
_CAREER: Final = (
    r"(?:become|becoming|be|being|work\s+(?:as|in|with|for|towards)|working\s+(?:as|in|with)|move\s+(?:into|up|to)|"
    r"get\s+(?:into|better|promoted|my|an?|more)|learn|learning|grow|open|opening|start\s+(?:my|an?|training)|"
    r"run|running|manage|managing|lead|leading|study|train|qualify|progress|develop|improve|specialise|specialize|"
    r"finish\s+(?:my|the)\s+(?:degree|course|training|studies|apprenticeship)|teach|earn|gain|take\s+on|own|"
    r"set\s+up|build|go\s+(?:into|back\s+to)|retrain)"
)
_DEED: Final = (
    r"(?:led|built|launched|shipped|founded|rebuilt|redesigned|designed|automated|reduced|improved|migrated|"
    r"introduced|doubled|halved|tripled|organi[sz]ed|set\s+up|reorgani[sz]ed|trained\s+(?:\w+\s+)?(?:new|young|two|"
    r"three|four|five|apprentices|staff)|cut\s+(?!my|off|up|hair|it|out)|grew\s+(?!up|in)|saved\s+(?:the|us|our)|"
    r"won\s+(?:the|an?)\s+(?:award|prize|contract|tender|customer|client|account))"
)
_STRENGTH: Final = (
    r"(?:strengths?|strong\s+(?:point|suit|side)s?|speciality|specialty|highlight|best\s+quality|superpower|"
    r"(?:best|strongest|greatest|biggest)\s+(?:skill|asset|quality|trait)|talent|achievement|proudest\s+(?:moment|achievement))"
)
_QUALITY: Final = (
    r"(?=(?:very\s+|really\s+)?(?:(?:quick|fast|good|great|natural|strong|hard|creative|careful|reliable|excellent)\s+"
    r"(?:learner|listener|communicator|worker|leader|organi[sz]er|planner|motivator|problem\s+solver|thinker|"
    r"helper|negotiator|team\s+player|team\s*mate|explainer)|team\s+player|people\s+person|problem\s+solver|self[\s-]starter|"
    r"perfectionist)\b)"
)

Cue: TypeAlias = tuple[str, re.Pattern[str], frozenset[Whose], Span, float]

_ME: Final = frozenset({Whose.MINE})
_MY: Final = frozenset({Whose.MY})
_ANY: Final = frozenset({Whose.MINE, Whose.MY, Whose.OPEN})
_OPEN_OR_ME: Final = frozenset({Whose.MINE, Whose.OPEN})


def _cue(key: str, cue: str, whose: frozenset[Whose], span: Span, sure: float = SURE) -> Cue:
    return key, re.compile(cue, re.I), whose, span, sure


_GOOD: Final = (
    rf"(?:{_AM}|i['’]?ve\s+(?:always\s+)?been\s+)?{_VERY}(?:good|great|strong|best|strongest|skilled|excellent|brilliant|"
    r"confident|talented|proficient)\s+(?:at|in|with|when\s+it\s+comes\s+to)\s+"
)
CUES: Final[tuple[Cue, ...]] = (
    _cue("highlight", _GOOD, _OPEN_OR_ME, LIST),
    _cue("skills", _GOOD, _OPEN_OR_ME, LIST),
    _cue(
        "highlight",
        rf"(?:my|the|one\s+of\s+my)\s+(?:\w+\s+){{0,2}}?{_STRENGTH}\s+(?:at\s+work\s+|so\s+far\s+|as\s+an?\s+\w+\s+)?"
        r"(?:is|are|was|were|lies?\s+in|would\s+(?:probably\s+)?be)[\s,]+(?:(?:probably|definitely|certainly|um+,?|uh+,?|the\s+fact)\s+)*",
        _ANY,
        LIST,
    ),
    _cue("highlight", rf"(?:{_AM})?{_VERY}(?:proud|proudest)\s+of\s+", _OPEN_OR_ME, WIDE),
    _cue("highlight", rf"{_AM}{_VERY}(?:well\s+)?known\s+for\s+", _ME, LIST),
    _cue(
        "highlight",
        rf"i\s+{_VERY}(?:speciali[sz]e\s+in|excel\s+(?:at|in)|pride\s+myself\s+on)\s+",
        _ME,
        LIST,
    ),
    _cue(
        "highlight",
        r"(?:what\s+i\s+do\s+best\s+is|what\s+i(?:['’]?m|\s+am)\s+(?:really\s+|very\s+)?good\s+at\s+is|what\s+i['’]?m\s+best\s+at\s+is|the\s+best\s+thing\s+about\s+me\s+is)\s+(?:that\s+)?",
        _ANY,
        WIDE,
    ),
    _cue("highlight", rf"{_AM}{_VERY}(?:an?\s+)?expert\s+(?:in|on|at)\s+", _ME, LIST),
    _cue(
        "highlight",
        r"i(?:\s+have|['’]?ve(?:\s+got)?)\s+(?:an?\s+)?(?:real\s+|good\s+)?(?:talent|knack|gift|eye)\s+for\s+",
        _ME,
        LIST,
    ),
    _cue(
        "highlight",
        r"i(?:\s+have|['’]?ve\s+got)\s+(?=(?:a\s+lot\s+of\s+|great\s+|lots\s+of\s+)?patience\b)",
        _ME,
        WIDE,
    ),
    _cue("highlight", rf"{_AM}{_VERY}(?:an?\s+)?{_QUALITY}", _ME, NARROW),
    _cue(
        "highlight",
        rf"i(?:['’]?ve)?\s+(?:(?!never|hardly|only)\w+ly\s+|also\s+)?(?={_DEED}\b)",
        _ME,
        WIDE,
        LIKELY,
    ),
    _cue("skills", r"my\s+(?:\w+\s+)?skills\s+(?:are|include)\s+", _MY, LIST),
    _cue(
        "skills",
        rf"(?:{_AM})?{_VERY}(?:experienced|familiar|fluent|certified|trained|proficient)\s+(?:in|with|on)\s+",
        _OPEN_OR_ME,
        LIST,
    ),
    _cue(
        "skills",
        r"i(?:\s+have|['’]?ve(?:\s+got)?)\s+(?:(?:some|a\s+lot\s+of|\w+\s+years(?:\s+of)?|good|much)\s+)?experience\s+(?:in|with)\s+",
        _ME,
        LIST,
    ),
    _cue(
        "skills",
        r"i\s+(?:can\s+)?(?:also\s+)?speak\s+(?!to\b|up\b|about\b|with\b|for\b|in\b|at\b|loud|my\b)",
        _ME,
        LIST,
    ),
    _cue(
        "skills",
        r"i\s+(?:mostly\s+|mainly\s+|usually\s+|also\s+)?(?=(?:write|code)\s+(?:code|tests|software|scripts|in\b))",
        _ME,
        LIST,
    ),
    _cue(
        "skills",
        r"i\s+(?:mostly\s+|mainly\s+|usually\s+|also\s+|often\s+)?(?:use|know|program\s+in|code\s+in|work\s+with)\s+(?:how\s+to\s+(?=\w))?"
        r"(?!(?:that|what|why|where|who|when|how|if|it|him|her|them|you|my|your|this|those|these|the|everyone|every|people|a\s+lot|"
        r"about|some(?:one|body)?|from|for|to|nothing|no|not|children|customers|an?\s+(?:lot|bit|guy|man|woman|person|few|good|way))\b)",
        _ME,
        LIST,
    ),
    _cue(
        "skills",
        r"i\s+can\s+(?=(?:drive|operate|weld|solder|cook|type|read|repair|fix|use|handle|program|sew|bake|cut|build)\s)",
        _ME,
        LIST,
    ),
    _cue(
        "goals",
        r"my\s+(?:\w+\s+){0,2}?(?:goal|aim|plan|ambition)\s+(?:is|would\s+be)\s+(?:to\s+)?",
        _MY,
        WIDE,
    ),
    _cue(
        "goals",
        rf"(?:in\s+\w+\s+(?:years?|months?)(?:['’]?s?\s+time)?,?\s+)?(?:{_WANT})(?={_CAREER}\b)",
        _OPEN_OR_ME,
        WIDE,
    ),
    _cue(
        "goals",
        rf"{_AM}(?:currently\s+|now\s+|really\s+)?looking\s+for\s+(?=(?:an?|something|more|the|new|full|part)\b)",
        _ME,
        WIDE,
    ),
    _cue(
        "target_role",
        r"my\s+(?:next|target|dream|ideal)\s+(?:role|job|position)\s+(?:is|would\s+be)\s+(?:to\s+be(?:come)?\s+)?(?:as\s+)?(?:an?\s+|the\s+)?",
        _MY,
        NARROW,
    ),
    _cue(
        "target_role",
        rf"(?:{_AM}(?:currently\s+|now\s+)?(?:looking|searching|applying|aiming|hoping)|i(?:['’]?ve)?\s+(?:have\s+)?(?:apply|applied))\s+for\s+"
        r"(?:(?:an?\s+|the\s+|this\s+|work\b\s*|your\s+)?(?:\w+\s+)?(?:role|job|position|work|place|post)\s+(?:as|of)\s+)?(?:an?\s+|the\s+)?",
        _ME,
        NARROW,
    ),
    _cue(
        "target_role",
        rf"(?:in\s+\w+\s+years?(?:['’]?\s+time)?,?\s+)?(?:{_WANT})(?:be|become|work\s+as|move\s+into)\s+(?:an?\s+|the\s+)?",
        _OPEN_OR_ME,
        NARROW,
    ),
    _cue("target_role", rf"{_AM}{_VERY}interested\s+in\s+(?:an?\s+|the\s+)", _ME, NARROW),
    _cue(
        "background",
        r"i(?:['’]?ve|\s+have)?\s+(?:just\s+|recently\s+|first\s+|originally\s+|previously\s+|also\s+)?"
        r"(?=(?:studied|graduated|trained\s+(?:as|in|at|to)|qualified\s+(?:as|in)|started\s+(?:out\s+)?(?:as|in|at)\s+(?!\d)|"
        r"worked\s+(?:as|in|at|for)\s+(?!about|\d|\w+\s+(?:hours|days|weeks|months|years)|him|her|them|it\b|night|that\b|once)|"
        r"did\s+(?:my|an?|the)\s+(?:\w+\s+){0,2}(?:apprenticeship|degree|training|diploma|course|bachelor\w*|master\w*|internship|a-levels)|"
        r"finished\s+(?:school|college|university|my\s+(?:degree|apprenticeship|training))|learned\s+\w+\s+at|used\s+to\s+(?:be|work)\s+))",
        _ME,
        WIDE,
        LIKELY,
    ),
    _cue("background", r"my\s+background\s+is\s+(?=\w)", _MY, WIDE),
    _cue(
        "background",
        r"i(?:\s+have|['’]?ve(?:\s+got)?|\s+got|\s+come\s+from|\s+hold)\s+(?=(?:an?|my)\s+(?:\w+\s+){0,3}(?:background|degree|diploma|bachelor\w*|master\w*|phd|apprenticeship|certificate)\b)",
        _ME,
        WIDE,
    ),
    _cue(
        "background",
        r"(?:an?\s+)?(?=(?:bachelor\w*|master['’]?s|degree|diploma|phd|apprenticeship)\s+(?:in|of|as|at)\b)",
        frozenset({Whose.OPEN}),
        WIDE,
    ),
)
"""Key, cue, whose statements it begins, how far its fact reaches, and how sure it is."""
