"""Whether somebody asks for a break, by what they wish for and not by one phrase: "Could we have a quick break?".

A sentence that begins with a wish and names a rest in it. Breaks that a job offers ("do I get a break every
two hours?"), and things that are broken down, are none. English.
"""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.understanding.condensed import LONGEST

LONGEST_WISH: Final = 16
"""Words of a sentence that may ask for a break."""
AFTERWARDS: Final = 12
"""Words that may follow it: why it is asked for."""
BEFORE: Final = 6
"""Words that may stand before it and tell nothing: "somebody is at the door"."""
_SENTENCE: Final = re.compile(r"[^.!?…\n]+[.!?…\n]*")
_CLAUSE: Final = re.compile(r"[^.!?…\n,;]+[.!?…\n,;]*")
_LEAD: Final = (
    r"(?:(?:sorry|excuse me|um+|uh+|er+|oh|okay|ok|so|well|please|actually|hang on|hold on|wait|one moment|yes|yeah|no|but|and|just|"
    r"if (?:you don't|you do not) mind|before (?:we|i) go on|would it be|is it|any chance|do you think|listen|look|sir|ma'am|love)[\s,]+){0,4}"
)
_WISH: Final = (
    r"(?:(?:can|could|may|might|shall|should|must)\s+(?:i|we|you)|(?:i|we)(?:'d|\s+would|'ll|\s+will)?\s+(?:(?:really|just|kind of|only)\s+)?"
    r"(?:need|want|wanna|like|love|prefer|could|have|must|gotta)|let(?:'?s|\s+us|\s+me)|(?:ok(?:ay)?|all right|alright|possible|fine)\s+(?:if|for|to)|"
    r"(?:do\s+you\s+|would\s+you\s+)?mind\s+if|give\s+(?:me|us)|we\s+(?:can|could|should)|chance\s+of)"
)
_REST: Final = (
    r"(?:(?:an?|one|some|little|that|this)\s+(?:[\w-]+\s+){0,2}?(?:break|breather|pause|rest|time[\s-]?out)|"
    r"(?:pause|stop|break|hold\s+(?:it|this|on)|step\s+away|step\s+out|leave\s+you)\s+(?:here\s+|this\s+)?(?:for\s+)?(?:just\s+)?(?:an?|one|two|five|ten|some)\s+"
    r"(?:[\w-]+\s+){0,2}?(?:sec(?:ond)?s?|min(?:ute)?s?|moments?|bit|while|time))"
)
_BREAK: Final = re.compile(
    rf"\W*{_LEAD}{_WISH}\b(?:\s+(?!lunch|coffee|said|told|asked|get|given|every)[\w']+){{0,4}}?\s+{_REST}\b"
    r"(?!\s+(?:every|per|each|in|down|from|through|with|between|during|at\s+work|room|time|even|point|clause|policy))",
    re.I,
)
_OF_WORK: Final = re.compile(
    r"\b(?:shifts?|paid|lunch|patients?|customers?|said|told|asked|job|hours)\b", re.I
)


def break_asked_at(text: str) -> int | None:
    """Where the wish for a break begins, if all that follows it is why; None: nobody asks for one.

    0: little stands before it, and that is why, too."""
    if len(text) > LONGEST:
        return None
    for pieces in (_SENTENCE, _CLAUSE):
        for found in pieces.finditer(text):
            said = found[0].replace("’", "'")
            if len(said.split()) > LONGEST_WISH or _OF_WORK.search(said) or not _BREAK.match(said):
                continue
            before, after = text[: found.start()].split(), text[found.end() :].split()
            if len(after) <= AFTERWARDS:
                return 0 if len(before) <= BEFORE else found.start()
    return None
