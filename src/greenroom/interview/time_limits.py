"""How long the engine waits for what, where no plan says it. Milliseconds."""

from __future__ import annotations

from greenroom.interview.plan import Millis

PAUSE: Millis = 300
"""Quiet that counts as a pause in somebody's speech: nothing of ours starts before it (F8)."""
HARD_GRACE: Millis = 30_000
"""A hard limit waits this long for the end of an utterance (F8)."""
VOICE_LIMIT: Millis = 180_000
"""Unbroken voice past the grace ends the interview without a word (F8)."""
CLOSING_LIMIT: Millis = 60_000
"""After its first audible word the good-bye ends the session at the latest (F13)."""
CONSULT_LIMIT: Millis = 8_000
"""After this the plan's own next question replaces an interviewer that does not answer."""
CLAIM_LIMIT: Millis = 15_000
"""A handoff that has not happened after this time is rolled back."""
ABSENCE_LIMIT: Millis = 300_000
"""A candidate who is away or has paused for longer than this has left."""
LAST_WORDS: Millis = 2_000
"""When a limit ends the interview, this is how long it waits for the candidate's last words and for what was
heard of an utterance that is stopped."""
OPEN_TURN: Millis = 4_000
"""After the candidate's voice stopped, words may still come for this long (endpointing and STT)."""
UNHURRIED_TURN: Millis = 1_000
"""And for so much longer when the candidate has asked for the longest wait."""
