"""Words that ask to end the interview: closed lists in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

LONGEST_WISH: Final = 12
"""Words of a clause that may ask to stop; longer ones tell something."""

_LEAD: Final = (
    r"(?:(?:okay|ok|so|well|right|alright|all right|sorry|look|listen|please|abeg|no|nope|nah|yeah|oh|actually|honestly|hey|thanks|thank you|"
    r"and|but|now|then|i think|i guess|i believe|just|kindly|maybe|id be grateful if|im afraid|i am afraid|go ahead and|to be honest|i mean|"
    r"you know|excuse me|if i may ask|can i just say|just one thing|one quick question|before we go on|sorry to interrupt|wait|enough|"
    r"thank you for your time|this isnt for me|ive had enough|no more questions|i (?:do )?(?:believe|reckon|feel|suppose)|if its all the same) )*"
)
_TAIL: Final = (
    r"(?: (?:now|please|here|today|for today|for now|for me|then|sorry|thanks|thank you|already|altogether|completely|so|at this point|right (?:now|there|here)|"
    r"if thats (?:ok|okay|alright|all right)|if i may|if you dont mind|im afraid|anymore|any ?more|any longer|there|itself|only|bye|goodbye|at once|immediately|i go now|"
    r"im tired|i need to go|and go home|stop it|i go|i stop|further|until (?:here|now)|good luck|again|for (?:one|the|an?|this) (?:day|afternoon|morning|evening|night|session)))*"
)
_IT: Final = r"(?:it|this|that|things|(?:the|this|our|my) (?:interview|call|session|conversation|talk|meeting|process|thing|chat)|the talk|interview|all this|the whole thing)"
_STOP: Final = (
    r"(?:stop|stopping|finish|finishing|finished|end|ending|quit|quitting|conclude|terminate|discontinue|abort|cancel|close|exit|leave|be done|be finished|"
    r"go home|log (?:off|out)|hang up|drop (?:off|out)|disconnect|wrap up|wrap (?:it|this|things) up|cut|call it quits|call it a day|call it|knock it on the head|pack it in|"
    r"get out|finish up|take my leave|withdraw|draw (?:this|it) to a close|bring (?:this|it|our talk) to (?:an end|a close)|make (?:an )?end|shut (?:it|this) down|turn (?:it|this) off|switch (?:it|this) off)"
)
_WANT: Final = (
    r"(?:(?:i|we) (?:\w+ )?(?:want|wanna|wish|am ready|would like|would prefer|would rather|would sooner|should like|need|have|must|had better|think we had better|think we should|beg|like|prefer)(?: too| to)?|"
    r"id (?:like|love|rather|prefer|sooner)(?: to)?|wanna|want to|(?:can|could|may|might|shall|should) (?:we|i|you)(?: please)?(?: just)?|are you able to|"
    r"let us|lets|let me|make we|we (?:should|can|could|shall|will|better|had better)|ill|i will|ill have to|i shall have to|i am|im|im going to|i am going to|im gonna|i can)"
)
_OFF: Final = (
    r"(?:bail(?:ing)?(?: out)?|bounce|bouncing|dip(?: out)?|dipping|(?:bow|duck|back|opt|tap|tapp|pull|walk|check)(?:ing)? out|"
    r"(?:sign|head|shoot|clear|log|logg)(?:ing)? off|scoot|skedaddle|be off|be going|be on my way)"
)
"""Everyday words for leaving: alone they may tell of anything, so they stand after "I'm going to" and the like."""
_ENDS: Final = (
    re.compile(
        rf"{_LEAD}(?:{_WANT} )?(?:please |just |now |really |to |too |all |like to |have to |need to |better )*{_STOP}(?: up| with| out of| from| of| down| off)?(?: {_IT}| my application)?(?: off| up| out| here| down| at that)?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:i|we) (?:dont|do not|no longer|not|no|cannot|cant|can not|wont|will not|have no desire|dont care|do not care|have no wish|am not going|wish not)(?: longer)?(?: \w+)?(?: to)? ?(?:want|wish|care|like|desire|wanna)?(?: to)? ?(?:continue|carry on|go on|keep going|proceed|go ahead|take part|do (?:this|the interview)|be considered|stay|more)(?: (?:with )?{_IT})?(?: here)?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}i dont (?:want|wanna)(?: to)?(?: do)? (?:no )?more(?: of this| questions)?{_TAIL}"
    ),
    re.compile(rf"{_LEAD}i dont (?:want|wanna)(?: to)? do (?:this|it|the interview){_TAIL}"),
    re.compile(
        rf"{_LEAD}(?:im|i am|were|we are) (?:done|finished|out|leaving|going|off|away|stopping|hanging up|quitting|out of here|not (?:doing this|carrying on|staying))(?: (?:home|with {_IT}|of here|this interview|here|{_IT}|so|peace))*{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:i|ive) (?:have to|need to|must|gotta|got to|should|had better|must to|need|have|really must|must be|ought to|gotta) ?(?:to )?(?:go|leave|run|hang up|get going|get off|head out|be going|be off|be getting along|getting along|be somewhere else|go away|shoot off|return to my \w+|head to class|catch \w+ \w+|pick up my \w+|cut this short|close here|stop here|finish here)(?: (?:away|off|now|home|to class))?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:please )?(?:let me|can you(?: please)? let me|will you let me) (?:go|out|leave)(?: of (?:here|this))?(?: home)?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:good ?bye|bye|bye bye|good day|good day to you|see (?:you|ya)(?: later| you)?|thanks and goodbye|ok bye|bye now){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:this|that|it)(?:s| is| ll| will)? ?(?:is |ll |will )?(?:be )?(?:do me|do|enough|all|it|where i(?: will)? stop)(?: (?:for )?(?:today|now|me|one day|for one day))+{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:ive|i have) had (?:quite )?(?:enough|sufficient)(?: (?:of )?{_IT})?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:stop the interview|no more(?: questions| of this| now)?|not more|stop it|stop|finish|end|quit){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:i am|im) (?:no longer|not) interested(?: in)?(?: to)?(?: (?:continue|continuing|proceed|proceeding|go on|going on|go further))?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}i (?:have|ve|ive)? ?(?:no more|lost|no) interest (?:in|to) (?:{_IT}|continue|continuing|going on|proceed){_TAIL}"
    ),
    re.compile(rf"{_LEAD}ive no more interest in {_IT}{_TAIL}"),
    re.compile(rf"{_LEAD}(?:take|get|let) me out(?: of)?(?: (?:here|this))?{_TAIL}"),
    re.compile(
        rf"{_LEAD}(?:how do i get out of (?:this|this interview|the interview)|i want out){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:let (?:it|us) end|we can stop|leave it|(?:we will|well) (?:stop|leave it))(?: (?:it|there|here|at that))*{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:{_WANT}|gonna|i gotta|i gonna) (?:just |now |really |to |have to |need to )*{_OFF}{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:i|we|id|i would|we would) (?:rather|sooner|prefer) (?:not to|to not|not) (?:continue|carry on|go on|keep going|proceed|take part)(?: with {_IT})?{_TAIL}"
    ),
    re.compile(rf"{_LEAD}(?:am i|are we) free to (?:go|leave){_TAIL}"),
    re.compile(
        rf"{_LEAD}(?:i|ive|i have|im|i am) (?:lost|losing) (?:all |any )?interest(?: in {_IT})?{_TAIL}"
    ),
    re.compile(rf"{_LEAD}i withdraw(?: from {_IT}| my application)?{_TAIL}"),
    re.compile(rf"{_LEAD}(?:im|i am|lets) call(?:ing)? it (?:a day|a night|quits|there){_TAIL}"),
    re.compile(rf"{_LEAD}(?:im|i am) going to leave it (?:there|here|at that){_TAIL}"),
    re.compile(rf"{_LEAD}im pulling the plug(?: on {_IT})?{_TAIL}"),
    re.compile(
        rf"{_LEAD}(?:ill|i will) have to (?:love you and )?(?:leave you|ask you to stop)(?: there)?{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}i (?:leave|quit|stop|end)(?: (?:it|this|the interview|this interview|here))? now{_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}i (?:(?:dont tire|tire)(?: (?:please )?end it)?|give up (?:please )?end it){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:i )?i? ?(?:want|would like|like) (?:to )?(?:finish|stop|end)(?: now| here)?(?: the (?:talk|interview))?{_TAIL}"
    ),
    re.compile(rf"{_LEAD}it is (?:enough|finish)(?: for me)?{_TAIL}"),
    re.compile(
        r"(?:quiero terminar|quiero parar|ich möchte aufhören|ich will aufhören|chcę skończyć|je veux arrêter)"
    ),
)
_NOT_THE_INTERVIEW: Final = re.compile(
    r"\b(?:question|next|one(?! (?:day|afternoon|morning|evening|night|session))|answer|example|topic|word|part|job|work|working|company|smoking|school|army|boss|second|minute|moment|break|later|back to|"
    r"leave (?:it|this|that)|again|over|over again|recording|machine|line|him|her|them|they|he|she)\b"
)


def _clause_asks_to_stop(part: str) -> bool:
    """Whether the clause as a whole asks to stop."""
    if len(part.split()) > LONGEST_WISH or _NOT_THE_INTERVIEW.search(part):
        return False
    return any(pattern.fullmatch(part) for pattern in _ENDS)


TOLD: Final = 3
"""Words before and after a bare command that make it part of what is told."""
_BARE: Final = re.compile(
    r"(?:and |then |so |no |please |okay )*(?:stop|stop it|finish|end|quit|no more|enough|leave|go home)(?: (?:now|it|please|here|there|stop|again))*"
)
_HOLDS: Final = re.compile(
    r"^(?:no |okay |oh |sorry |please )*(?:wait|hold on|hang on|hold up|(?:just )?(?:one|a) (?:moment|second|sec|minute))"
    r"(?: (?:wait|please|there|(?:just )?(?:one|a) (?:moment|second|sec|minute)))*"
)
"""Words that ask for a moment. A bare "stop" beside them may mean the voice and not the interview."""
_SAYS: Final = re.compile(
    r"\b(?:said|say|says|saying|told|tell|tells|asked|ask|asks|shouted|shout|shouting|yelled|yell|cried|thought|called out|announced|whispered)"
    r"(?: (?:to )?(?:them|him|her|me|us|everybody|everyone|myself|the \w+|my \w+))?(?: that)?$"
)
"""A clause after which somebody's words follow."""
_GREETS: Final = re.compile(r"good day(?: to you)?(?: (?:sir|madam|maam|everyone|everybody|all))?")
"""What is a farewell only where nothing follows."""


def asks_to_stop(parts: Sequence[str]) -> bool:
    """Whether one of these clauses, in small letters and without marks, asks to end the interview: not what was said to
    somebody ("I told them, stop"), no greeting, no bare command between two things that are told ("stop now, and I
    pulled the valve") or beside "wait"."""
    counts = [len(part.split()) for part in parts]
    quoted = {part for said, part in pairwise(parts) if _SAYS.search(said)}
    for place, part in enumerate(parts):
        if part in quoted or not _clause_asks_to_stop(part):
            continue
        before, after = sum(counts[:place]), max(counts[place + 1 :], default=0)
        if not before and after >= TOLD and _GREETS.fullmatch(part):
            continue
        alone = _HOLDS.sub("", part, count=1).strip()
        held = alone != part or any(map(_HOLDS.fullmatch, parts[max(place - 1, 0) : place + 2]))
        if not (_BARE.fullmatch(alone) and (held or min(before, after) >= TOLD)):
            return True
    return False


LONGEST_LEAVE: Final = 12
"""Words of a turn with which somebody may take their leave."""
_CLOSES: Final = r"(?:stop|stopping|finish|end|conclude|close|quit|leave)"
_NO_MORE: Final = r"(?: (?:now|here|there|thanks|please|sorry|love|maam|sir|today|then|mate|with (?:this|it|that)|for me|turn (?:it|this) off))*$"
_LEAVES: Final = re.compile(
    rf"\b(?:leave (?:it|this|things|matters|off) (?:there|here|at that)|let you (?:go|get on)|(?:im|i am|were|we are) (?:all )?(?:through|out|off|done|finished){_NO_MORE}|"
    r"cheerio|ta ?ra|toodle|god bless|farewell|over and out|(?:good)?bye|call it (?:a|quits|there)|wrap (?:\w+ )?up|turn (?:it|this) off|"
    rf"{_CLOSES} (?:it|this|us|at this|here|now)(?: point)?{_NO_MORE}|(?:can|could|want|like|wish|let|lets|please|shall|should|prefer|rather)(?: \w+){{0,4}} {_CLOSES}(?: it| this)?(?: only)?{_NO_MORE}|"
    rf"^{_CLOSES}{_NO_MORE}|(?:had|is) (?:quite )?enough{_NO_MORE}|no more questions|(?:ill|i will|i must) (?:go|be going|be off|head off)\b(?! to)|"
    r"i go home|(?:not|dont|no longer|nah go) (?:\w+ ){0,3}(?:continue|carry on|go on|further|proceed))\b"
)
"""Words of leaving: in a short turn they may mean the interview."""
_MEANS_ELSE: Final = re.compile(
    r"\b(?:question|answer|example|said|told|asked|because|when|then we|before|after|years?|school|college|every|always|usually|sometimes|shift|shop|boss|"
    r"manager|customers?|patients?|job|they|he|she|him|her|them|was|were|did|had to)\b"
)


def may_ask_to_stop(text: str) -> bool:
    """Whether a short turn takes its leave, perhaps: to ask costs a sentence."""
    said = " ".join(re.findall(r"[\w]+", text.lower().replace("’", "").replace("'", "")))
    if len(said.split()) > LONGEST_LEAVE or _MEANS_ELSE.search(said):
        return False
    return _LEAVES.search(said) is not None
