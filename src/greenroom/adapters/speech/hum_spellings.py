"""What Moonshine writes for a closed mouth: it has no letters for most "mm-hmm".

Nobody interrupts an interviewer with these words alone. They are told in the event's metadata, so no other
recogniser's words, and no typed ones, are touched by them.
"""

from __future__ import annotations

from greenroom_turns.folding import words
from greenroom_turns.language import ACK_WORDS
from greenroom_turns.languages import TABLES
from greenroom_turns.vocabulary import phrases_of

WRITTEN = """
    mama, mommy, mummy, mammy, mammal, mumham, mum, mom, mamo, em, hem, him, hmph, ahem, amen, hum, ham, aham,
    uhm, aw, eh, ay, uha, them, then, homer, other, ananthem, amendment, mmm mmm, mhm m, a ha, mum hum,
    mom hum, mm mm, hmm mm, amend them, an anthem, amends him, amend him, and then them, him and them,
    amen ma'am, i'm a ma'am
"""
_PHRASES = [" ".join(phrase.split()) for phrase in WRITTEN.split(",")]
_HUMS = phrases_of([*TABLES["en"]["acks"], {"phrases": _PHRASES}])


def is_written_for_a_hum(text: str) -> bool:
    """True for these, also among backchannels: "mm-hmm, amen"."""
    said = words(text)
    return len(said) <= ACK_WORDS and _HUMS.cover(said)
