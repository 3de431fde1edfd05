"""What was said over the interviewer: a backchannel, a call to stop, or content? Pure.

One formula for every recogniser: a sum of evidence for each kind, in nats, by the weights of `weights.toml`. What a
recogniser does not tell says nothing. `python -m training.turns` finds the weights.
"""

from __future__ import annotations

import math
import tomllib
from importlib import resources
from operator import mul
from typing import NamedTuple, TypeAlias

from greenroom_turns.sound import HUM_DB
from greenroom_turns.spoken import Chances, Spoken
from greenroom_turns.written import Kind, written

Row: TypeAlias = tuple[float, ...]

KINDS: tuple[Kind, ...] = ("backchannel", "call", "content")
NAMES = ("backchannel", "call", "dull", "trust", "near", "sound")
"""Of the weights, in the order of the evidence."""
_TABLE = tomllib.loads(resources.files(__package__).joinpath("weights.toml").read_text("utf-8"))
WEIGHTS: tuple[float, ...] = tuple(_TABLE[name] for name in NAMES)
FARTHEST = 6.0
"""No single piece of evidence counts for more nats than this: nothing rules a kind out."""
LETTER = 0.5
"""What an alternative loses for each letter of the text that it leaves unexplained, in nats."""
SMALLEST = math.exp(-FARTHEST)
UNHEARD = Chances(1.0, 1.0, 1.0)


class Posterior(NamedTuple):
    """How likely each kind is; together 1."""

    backchannel: float
    call: float
    content: float


def posterior(spoken: Spoken, kind: Kind, lang: str) -> Posterior:
    """Of what was written as this kind."""
    back, call, content = [sum(map(mul, row, WEIGHTS)) for row in evidence(spoken, kind, lang)]
    best = max(back, call, content)
    back, call, content = math.exp(back - best), math.exp(call - best), math.exp(content - best)
    whole = back + call + content
    return Posterior(back / whole, call / whole, content / whole)


def evidence(spoken: Spoken, kind: Kind, lang: str) -> tuple[Row, Row, Row]:
    """For each of `KINDS` what there is of each of `NAMES`: that it is this kind, how far the mouth
    was closed, how far the words are trusted that are of this kind, how near its likeliest reading is, and how likely its sound."""
    back, call, content = nearest(spoken, kind, lang)
    heard = spoken.chances or UNHEARD
    sure = 0.5 if spoken.confidence is None else spoken.confidence
    trust = nats(sure) - nats(1 - sure)
    sound = spoken.sound
    dull = min(FARTHEST, HUM_DB - sound.high_band_db) if sound and sound.hummed else 0.0
    return (
        (1.0, 0.0, dull, trust * (kind == "backchannel"), -back, nats(heard.backchannel)),
        (0.0, 1.0, 0.0, trust * (kind == "call"), -call, nats(heard.call)),
        (0.0, 0.0, 0.0, trust * (kind == "content"), -content, nats(heard.other)),
    )


def nearest(spoken: Spoken, kind: Kind, lang: str) -> list[float]:
    """How far the likeliest reading of each kind is behind the likeliest of all, in nats. The text is one reading, of
    this kind; an alternative has to account for all of it."""
    near = dict.fromkeys(KINDS, FARTHEST)
    near[kind] = 0.0
    letters = written(spoken.text, lang).letters
    for other in spoken.alternatives or ():
        read = written(other.text, lang)
        behind = other.behind + LETTER * max(0, letters - read.letters)
        near[read.kind] = min(near[read.kind], behind)
    least = min(near.values())
    return [min(behind - least, FARTHEST) for behind in near.values()]


def nats(chance: float) -> float:
    """The logarithm of a chance, within bounds."""
    return math.log(max(chance, SMALLEST))
