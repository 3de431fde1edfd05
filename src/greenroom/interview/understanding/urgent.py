"""What must not be missed in a turn: that the person wants to stop, is in distress, or is in danger.

Closed lists of English words, at work beside every reader and without one. They speak of the speaker and of now: what
a patient said, what happened at work and what is quoted is an answer. `Urgent.end` says that the words as a whole ask
to stop; whether the interview then ends is the engine's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from greenroom.interview.understanding.condensed import LONGEST, condensed
from greenroom.interview.understanding.stopping import asks_to_stop


@dataclass(frozen=True, slots=True)
class Urgent:
    """What was found."""

    end: bool = False
    distress: bool = False
    danger: bool = False
    """To the speaker's own life, now. Danger is distress too."""


def urgent(text: str) -> Urgent:
    """What a text says of stopping, distress and danger, by its words."""
    last = f". {condensed(text[-LONGEST:]).text}" if len(text) > LONGEST else ""
    text = condensed(text).text + last
    parts = tuple(filter(None, map(_plain, _BREAK.split(_QUOTED.sub(" ", text)))))
    danger = any(_in_danger(part) for part in parts) or _at_hand(text)
    sentences = map(_plain, re.split(r"[.!?\n]+", _QUOTED.sub(" ", text)))
    grieves = any(_MOURNED.search(said) and not _SAID.search(said) for said in sentences)
    distress = danger or grieves or any(_in_distress(part) for part in parts)
    return Urgent(_asks_to_stop(parts) and not distress, distress, danger)


_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_BREAK: Final = re.compile(r"[.!?;,\n…—]+(?=\s|$)")
_MARKS: Final = re.compile(r"[^\w' ]+")
TOLD: Final = 3
"""Words before and after a bare command that make it part of what is told."""
_BARE: Final = re.compile(
    r"(?:and |then |so |no |please )*(?:stop|stop it|finish|end|quit|no more|enough|leave|go home)(?: (?:now|it|please|here|there|stop|again))*"
)
_SAYS: Final = re.compile(
    r"\b(?:said|say|says|saying|told|tell|tells|asked|ask|asks|shouted|shout|shouting|yelled|yell|cried|thought|called out|announced|whispered)"
    r"(?: (?:to )?(?:them|him|her|me|us|everybody|everyone|myself|the \w+|my \w+))?(?: that)?$"
)
"""A clause after which somebody's words follow."""


_GREETS: Final = re.compile(r"good day(?: to you)?(?: (?:sir|madam|maam|everyone|everybody|all))?")
"""What is a farewell only where nothing follows."""


def _asks_to_stop(parts: Sequence[str]) -> bool:
    """Whether a clause asks to end the interview: not what was said to somebody ("I told them, stop"), no greeting, and
    no bare command between two things that are told ("stop now, and I pulled the valve")."""
    counts = [len(part.split()) for part in parts]
    quoted = {part for said, part in pairwise(parts) if _SAYS.search(said)}
    for place, part in enumerate(parts):
        if part in quoted or not asks_to_stop(part):
            continue
        before, after = sum(counts[:place]), max(counts[place + 1 :], default=0)
        if not before and after >= TOLD and _GREETS.fullmatch(part):
            continue
        if not (_BARE.fullmatch(part) and min(before, after) >= TOLD):
            return True
    return False


def _plain(text: str) -> str:
    """Lower case, no marks, short forms without their apostrophe, fillers left out."""
    plain = _MARKS.sub(" ", text.lower().replace("’", "'")).replace("'", "")
    words = [word for word in plain.split() if word not in _FILLERS]
    return " ".join(
        word for place, word in enumerate(words) if not place or word != words[place - 1]
    )


_FILLERS: Final = frozenset({"um", "uh", "er", "erm", "uhm", "hmm"})

_OTHERS: Final = (
    r"(?:patients?|clients?|residents?|pupils?|students?|callers?|customers?|prisoners?|inmates?|tenants?|"
    r"colleagues?|boy|girl|man|woman|men|women|lad|kid|child|guy|lady|person|people|someone|somebody|farmer|user|"
    r"he|she|they|who|whod|hed|shed|theyd|ward|unit|shift|hotline|helpline|line|team)"
)
_SAID: Final = re.compile(
    r"\b(?:said|says|saying|told|tells|goes|went|asked|asks|shouted|screamed|wrote|texted|kept on|kept saying|"
    r"telling|asking)\b"
)

# Danger -------------------------------------------------------------------------------------------------------------
_DEED: Final = (
    r"(?:kill(?:ing)? (?:myself|my self|me\b)|end(?:ing)? (?:my (?:own )?life|it all\b)|"
    r"tak(?:e|ing) my (?:own )?life|hurt(?:ing)? (?:myself|my self)|harm(?:ing)? (?:myself|my self)|"
    r"cut(?:ting)? (?:myself|my self)|hang(?:ing)? (?:myself|my self)|do(?:ing)? away with (?:myself|my self)|"
    r"do(?:ing)? (?:something|anything) to (?:myself|my self)|kill(?:ing)? me (?:self|tonight|now)|"
    r"shoot(?:ing)? (?:myself|my self)|an end (?:to|with) my life|(?:commit(?:ting)?|mak(?:e|ing)) suicide|"
    r"make an end (?:to|with) (?:my life|myself)|overdos(?:e|ing)|top(?:ping)? (?:myself|my self))"
)
_ME_KILLED: Final = rf"(?:{_DEED}|kill(?:ing)? me\b)"
_GONE: Final = (
    r"(?:(?:to )?(?:just )?(?:die|dye|cease to exist|stop (?:existing|living|being alive)|disappear(?:ing)? (?:forever|for good|completely)|"
    r"be dead|be gone (?:forever|for good))|(?:stop|stopped|never) exist\w*|"
    r"i (?:(?:was|were|am|be|just|could|would) ){1,2}(?:dead|die|not alive|gone for good|no longer alive)|i (?:just )?died|"
    r"(?:was|were|had) never (?:been )?born|never (?:been born|wake up|woke up)|(?:dont|do not|didnt|not|wouldnt|would not) (?:just )?(?:wake up|exist)|"
    r"(?:wasnt|werent|was not|were not|not be|not being|not to be|shouldnt be|should not be|dont have to be) (?:alive|around any\w*|here (?:at all|any ?more|any longer|tomorrow)|on this (?:earth|planet|world))|"
    r"(?:my life|all|everything) to (?:be over|end)(?: like)?(?: my life)?(?= like my| my life|$)|(?:asleep|sleep) (?:and (?:its over|never wake|not wake|dont wake)|forever|for good))"
)
"""Not to be any more."""
_HARM_COMES: Final = (
    r"(?:(?:jump|throw myself|walk|step|crash|drive|drift)(?:ing|ed)? (?:my (?:car|truck|bike) |myself )?(?:off|from|in front of|into|under|on purpose|out of)\b"
    r"(?: (?:a|the|my|some))?(?: (?:bridge|train|roof|traffic|building|balcony|window|river|bus|tree|wall|pier|cliff|ledge|platform|edge|quay|on purpose)\b|(?<=on purpose))|"
    r"(?:bus|truck|lorry|train|car|tram) (?:hit|hits|ran over|runs over|kill\w*) me\b|(?:got|get|were|was) (?:run over\b|hit by (?:a|the|some) (?:bus|truck|lorry|train|car|tram)\b))"
)
"""What would kill."""
_LIVING: Final = r"(?:live|living|alive|exist|existing|stay alive|be alive|wake up|me being here|to be here|go on with (?:my )?life|will to live|live for|worth living)"
_ELSEWHERE: Final = (
    r"(?! (?:in|at|on|with|near|far|close|next|there|here|off|by|from|so far|out|alone|under|for|away|abroad|the|that|my)\b"
    r"(?! the end| with (?:it|this|myself)| here any))"
)
"""Where somebody would not like to live is no danger."""
_DANGER: Final = (
    re.compile(
        rf"\b(?:i|id|ill|im|ive) (?:\w+ ){{0,3}}?(?:as soon|sooner|rather|could|might|going to|gonna|want to|wanna|ready to|feel like) (?:\w+ ){{0,2}}?{_HARM_COMES}"
    ),
    re.compile(
        r"\bwhy i (?:should|would|must|have to) (?:\w+ )?(?:live|go on living|keep (?:on )?living|stay alive|be alive|exist)\b"
    ),
    re.compile(
        r"\b(?:husband|wife|boyfriend|girlfriend|partner|father|dad|brother|ex|man|he|she)\b(?: \w+){0,5}? (?:at|through|outside|behind|hitting|kicking|breaking|breaking down) (?:my|the|our) (?:door|window|house|room)\b.*"
        r"\b(?:knife|gun|axe|hammer|kill|hurt|beat|afraid|frightened|scared)\b"
    ),
    re.compile(rf"\b(?:i|im|ill|id|ive|iam)\b(?: \w+){{0,9}}? {_ME_KILLED}"),
    re.compile(
        rf"^(?:\w+ ){{0,2}}(?:gonna|going to|want to|wanna|wish to|thinking of|thinking about) {_ME_KILLED}"
    ),
    re.compile(
        r"\b(?:i|id|ill|im|just|maybe|easier|better|relief) (?:(?!the |our |their |his |her |we |they )\w+ ){0,4}?(?:want|wanna|wish|like|going|gonna|ready|decided|prefer|hope|hoping|rather|would|"
        rf"easier|better|mind|deserve|relief|should|shouldnt) (?:(?!the |our |their |his |her |we |they |he |she |this )\w+ ){{0,4}}?{_GONE}\b"
        r"(?! of| from (?:laughing|embarrassment)| laughing| out|hard| than (?!(?:live|living|do another|another|go on|keep|face|wake)\b)| the (?:baby|kids|children|patients?|residents?|guests?))"
    ),
    re.compile(
        r"\bi (?:\w+ ){0,3}?(?:dont|do not|didnt|cannot|cant|can not|cannt|not|no longer|no|lost|have nothing|see no) (?:\w+ ){0,2}?"
        rf"(?:want|wanna|wish|care|feel|see|go|like|desire|deserve|keep|the|any|no|to|on|reason|will|point) (?:\w+ ){{0,5}}?{_LIVING}\b{_ELSEWHERE}"
    ),
    re.compile(
        rf"\bi (?:have|ve|ive|got)? ?(?:no|nothing|lost the|lost my) (?:\w+ )?(?:to live for|will to live|to live)\b{_ELSEWHERE}"
    ),
    re.compile(
        r"\b(?:my )?life (?:is|isnt|is not|s|feels) (?:not |no longer )?worth (?:living|it any ?more)\b(?=$| any| for me)"
    ),
    re.compile(
        r"\bi (?:\w+ ){0,2}?(?:dont|do not) (?:\w+ ){0,1}?(?:want to|wanna) be (?:(?:here|around|on this (?:earth|planet|world)) "
        r"(?:any ?more|any longer|no more|tomorrow)|in this world|on earth)\b"
    ),
    re.compile(
        r"\b(?:im|i am|i feel|feeling|feel) (?:\w+ ){0,3}?suicidal\b(?! (?:patients?|people|clients?|callers?))"
    ),
    re.compile(
        r"\b(?:i|ive|im|thinking|keep|keep on) (?:\w+ ){0,4}?(?:think|thinking|thoughts?|contemplating|considering|planning|imagine|imagining|thought) "
        rf"(?:\w+ ){{0,3}}?(?:suicide|dying|death|{_GONE}|not being (?:here|around|alive)|(?:ways? to |about )?end(?:ing)? (?:my (?:own )?life|it all|everything|it)|the end of my life|taking my life|{_HARM_COMES})"
        r"(?: any ?more| any longer)?+(?! (?:when|for|at|after|from|with|on|early|by)\b)"
    ),
    re.compile(
        rf"\b(?:i (?:\w+ )?(?:want|wanna|wish|wouldnt|would not|hope)|id (?:like|love)|if i|relief) (?:\w+ ){{0,4}}?{_HARM_COMES}"
    ),
    re.compile(
        r"\b(?:id|ill|i would|i might|im|i am|its|it is|it would be|itd be) (?:\w+ ){0,2}?better (?:\w+ ){0,3}?(?:dead|(?:that )?(?:if )?i (?:just )?(?:die|died|was dead|were dead|was gone|were gone))\b|\bbetter i die\b"
    ),
    re.compile(
        r"\b(?:everyone|everybody|they|people|(?:the|my|their) (?:world|family|kids|children|wife|husband|parents)) (?:\w+ ){0,3}?(?:better|happier|easier) (?:off )?"
        r"(?:without me\b(?! \w+ing)|if i (?:was|were|am|just|wasnt|werent|died|had)(?: (?:gone|dead|here|around|alive|died|never)\b|\b$)(?! by| for| at| before))"
    ),
    re.compile(
        r"\bnobody (?:would|will|d) (?:miss me|notice if i (?:was|were|am) (?:dead|gone))|\b(?:nobody|no one) (?:would )?cares? if i (?:\w+ )?(?:live|die|died|was dead)|\bif i (?:\w+ )?died (?:\w+ )?(?:nobody|no one)"
    ),
    re.compile(
        r"\b(?:no|not (?:any|a|much)|any|isnt a|dont see (?:a|the)) (?:point|reason|use|sense) (?:\w+ ){0,5}?"
        rf"{_LIVING}\b"
    ),
    re.compile(
        r"\b(?:i am|im|i) (?:so |just |very )?(?:tired of|done with|sick of) (?:this life|living|life|being alive)\b(?! in| at| with| on| as)|\bi (?:cannot|cant|can not|cannt) (?:\w+ )?go on with my life\b"
    ),
    re.compile(
        r"\b(?:go|going|fall|want) (?:to )?sleep and (?:not|never) wake(?: up)?\b|\bnever wake up again\b"
    ),
    re.compile(r"\b(?:not want|dont want|not wanting) to (?:live|be alive)$"),
    re.compile(
        r"\bi (?:\w+ ){0,3}?(?:want to|wanna|going to|gonna|ready to|wish to|will) (?:finish|end|be done|stop|be finished) with (?:my|this) life\b(?! \w)"
    ),
    re.compile(
        r"\b(?:i|im|keep) (?:\w+ ){0,3}?(?:think|thinking|imagine|imagining|picture|picturing|want|wanna|feel like|thought) (?:\w+ ){0,3}?"
        r"(?:drive|driving|crash|crashing|steer|steering|run|running) (?:\w+ )?(?:car|van|truck|lorry|bike|motorbike|bus) "
        r"(?:into|against|off|under|in) (?:a|the|this|that|an)? ?(?:wall|tree|bridge|river|lake|sea|cliff|pillar|lorry|truck|train|road|oncoming)\b"
    ),
    re.compile(
        r"\b(?:goodbye|farewell|suicide) (?:letter|note)s?\b(?=.*\b(?:here|alive|tomorrow|over)\b)"
    ),
    re.compile(r"\b(?:quiero morir|ich will sterben|chcę umrzeć|je veux mourir|no quiero vivir)\b"),
)
_MEANS: Final = re.compile(
    r"\b(?:i (?:\w+ ){0,2}?(?:have|got|kept|bought)|ive(?: got)?) (?:\w+ ){0,3}?(?:rope|pills|tablets|gun|knife|razor)\b.*"
    r"\b(?:(?:tonight|finish it|end it|use it|using it|take them all|all of them)\b|"
    r"(?:going to|gonna|about to|want to|wanna|will|ill) (?:take|swallow) (?:them|it|all)(?: all| now| here)*$)"
)
_PAST: Final = re.compile(
    r"\b(?:back then|at that time|at the time|years? ago|that year|last year|once|was|were|used to|had|tried|nearly|almost|when i was)\b"
)
_NOW: Final = re.compile(
    r"\b(?:now|today|tonight|still|again|any ?more|any longer|these days|lately|want|wanna|going to|gonna|im|i am|ill|ive been|keep|dont)\b"
)
_IMAGINED: Final = re.compile(r"\b(?:wish|if) i (?:was|were|had)\b")
_IDIOM: Final = re.compile(
    r"\b(?:to (?:get|finish|make|meet|please|learn|help|do)|over (?:it|this|the)|working|laughing|with (?:work|overtime|laughter)|"
    r"for (?:the|a|this|them|him|her) (?:job|deadline|team|boss|company)|on the (?:saw|blade|glass|machine|slicer)|"
    r"my (?:back|knee|hand|finger|leg|foot|shoulder|ankle|arm))\b"
)
_PERHAPS_IDIOM: Final = re.compile(
    r"\b(?:kill(?:ing)?|hurt(?:ing)?|cut(?:ting)?|harm(?:ing)?) (?:myself|my self)\b"
)


def _in_danger(part: str) -> bool:
    if not any(pattern.search(part) for pattern in _DANGER) or _of_others(part):
        return False
    if _PERHAPS_IDIOM.search(part) and _IDIOM.search(part):
        return False
    told = _IMAGINED.sub(" ", part)
    return not _PAST.search(told) or _NOW.search(told) is not None


def _at_hand(text: str) -> bool:
    """The means, and what they are for, in two clauses of a sentence."""
    sentences = map(_plain, re.split(r"[.!?\n]+", _QUOTED.sub(" ", text)))
    return any(_MEANS.search(said) and not _of_others(said) for said in sentences)


def _of_others(part: str) -> bool:
    """The words are somebody's whom the speaker tells of, or are work's."""
    return (
        _SAID.search(part) is not None
        or re.match(
            rf"(?:\w+ ){{0,6}}?{_OTHERS}\b(?: \w+){{0,6}}? (?:himself|herself|themselves|want\w*|tried|die\w*|felt|was|were|thought)\b",
            part,
        )
        is not None
    )


# Distress -----------------------------------------------------------------------------------------------------------
_KIN: Final = (
    r"(?:(?:grand)?(?:mother|father|mum|mom|dad|ma|pa|momma|mama|mummy|daddy)|wife|husband|son|sons|daughter|baby|child|partner|"
    r"girlfriend|boyfriend|brother|sister|(?:little|big|junior|senior|older|younger) (?:brother|sister)|gran|nan|grandma|grandpa|"
    r"granny|grandad|uncle|aunt|aunty|cousin|best (?:mate|friend)|friend|mate|roommate|dog|mam|the mother|the brother)"
)
_RECENT: Final = (
    r"(?:yesterday|today|last (?:night|week|month|weekend|friday)|this (?:week|month|morning|year|weekend|spring|summer|autumn|winter|semester)|"
    r"(?:two|three|four|a few|few|some|\d+) (?:days|weeks|months) (?:ago|now)|a (?:week|month) ago|(?:just )?recently|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:the )?(?:spring|summer|autumn|winter|fall|january|february|march|april|may|june|july|"
    r"august|september|october|november|december)|at (?:easter|christmas)|just now|since (?:one|a|two|three|\d+) (?:week|month|day)s?|"
    r"before (?:one|a|two|three) (?:week|month|day)s?|just)"
)
_DIED: Final = r"(?:died|dyed|is dead|is died|was died|has died|passed|passed away|passed on|was killed|was murdered|is no more|expired|is late|hanged himself|hanged herself|took (?:his|her) own life|killed (?:himself|herself))"
_MOURNED: Final = re.compile(
    rf"^(?:\w+ ){{0,4}}?my {_KIN} (?:she|he|they) (?:has |just |have |is )?{_DIED}\b(?! (?:the|his|her|their|an?) )"
)
"""Who died, and that they did, on both sides of a comma: "it is my mother, she passed"."""
_ACHES: Final = r"(?:(?:\w+ ){0,2}?(?:pound\w*|splitting|spinning|throbbing|bursting|aching|kill\w* m[ei])|hurts?|aches?)"
_DISTRESS: Final = (
    re.compile(rf"^(?:\w+ ){{0,3}}?(?:my|mi|me) (?:head|stomach|belly|tummy) {_ACHES}\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i|mi|me) (?:can hardly|can barely|cant|can not|cannot) (?:see (?:the screen|straight|anything)|stand|stay awake)\b"
    ),
    re.compile(
        r"^(?:\w+ ){0,3}?(?:i|im|i am)(?: \w+){0,2}? (?:burning up|(?:have|need|going|about|gonna) (?:to )?(?:vomit|throw up|be sick|faint|pass out|collapse))\b"
    ),
    re.compile(
        r"\b(?:my|me) (?:best )?(?:mate|friend|brother|son|wife|husband|\w{3,8}) (?:got|was) killed\b(?: \w+){0,4}? (?:yesterday|today|last \w+|this \w+|on \w+day|\w+day)\b"
    ),
    re.compile(
        rf"\b(?:my|our|the) {_KIN}\b(?: \w+){{0,3}}? {_DIED}\b(?: \w+){{0,4}}? ?{_RECENT}\b"
    ),
    re.compile(
        rf"\b(?:my|our|the) {_KIN} (?:has |just |has just |only just |is )(?:\w+ )?(?:died|passed|dead|died)\b"
    ),
    re.compile(
        rf"\bhas died my {_KIN}\b|\bmy {_KIN} (?:is dead|is died|is no more|is late|is dying)\b"
    ),
    re.compile(
        rf"\b(?:we|i) (?:just )?(?:buried|lost) (?:my |our |the )(?:\w+ )?(?:{_KIN}|little one|boy|girl|baby)\b(?: \w+){{0,4}}? ?{_RECENT}\b"
    ),
    re.compile(rf"\b(?:we|i) just (?:buried|lost) (?:my |our |the )(?:\w+ )?{_KIN}\b"),
    re.compile(
        rf"\b(?:my|our) {_KIN}\b(?: \w+){{0,9}}? (?:didnt|did not|never) (?:make it|survive|pull through)\b(?! (?:to|in|on|for|into|past|home|back)\b)"
    ),
    re.compile(
        r"\bput (?:the|my) \w+ in the ground\b|\b(?:since|from) (?:the|a) funeral\b|\bburying my \w+\b|\bhad a (?:miscarriage|stillbirth)\b"
    ),
    re.compile(
        r"\b(?:we are|were|i am|im) (?:still )?(?:mourning|grieving|bereaved|in mourning|in shock)\b"
    ),
    re.compile(
        r"\b(?:i|im|i am|we|we are|were) (?:\w+ ){0,3}?(?:cant|can not|cannot|no can|not able to) (?:\w+ )?(?:breathe|breath|respire|stop (?:crying|shaking)|calm down|catch my breath|get (?:my breath|any air)|cope|hold it together)\b"
    ),
    re.compile(
        r"^i cant (?:i cant )?(?:breathe|breath)\b|\bi cannot breathe\b|\bcant get any air\b|\bcant catch my breath\b"
    ),
    re.compile(
        r"\b(?:im|i am|think im|i think i am|i have) (?:\w+ ){0,3}?(?:having|getting|after getting|a|an) (?:\w+ ){0,4}?(?:panic|panic attack|anxiety attack|meltdown|attack of (?:anxiety|panic))\b"
    ),
    re.compile(
        r"\b(?:im|i am|i) (?!was |not )(?:\w+ ){0,2}?(?:panicking|freaking out|falling apart|breaking down|losing it|crying|in tears|trembling|shaking|shivering)\b(?: (?:right )?now| sorry| here| rn| a little| like a leaf| all the day| every day|$| im| this)"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:im|i am)(?: \w+){0,2}? (?:shaking|shivering|trembling|panicking|crying|terrified)\b"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:im|i am|i feel|im feeling|i am feeling)(?! not| never| no longer)(?: \w+){0,2}? (?:nervous|anxious|tensed?|stressed|scared|afraid|terrified|nerve us)(?: (?:right now|now|today|sorry|about this|about it|of this|here|and|to|this morning|i could cry|(?:that )?i (?:forget|cant|cannot|can not|dont|do not|am|forgot|cry))\b|$)"
    ),
    re.compile(
        r"\b(?:my|me) (?:hands?|voice) (?:\w+ )?(?:are|is|will not|wont|keep) (?:\w+ )?(?:shaking|trembling|stay still)\b"
    ),
    re.compile(r"\bmy heart (?:is|wont|will not) (?:\w+ ){0,2}?(?:racing|pounding|beating|stop)\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:it|this|everything|all|it all|all this)(?: (?:is|s|gets|becomes|just|me|getting|becoming|now|all|everything|for me)){1,4} (?:too|to) much(?: (?:for me|now|today|right now|sorry|for today|at the moment))*$"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i have|ive|i got|i feel) (?:so |very |too )?(?:much|big|a lot of|great) (?:fear|nerves|anxiety|stress|panic)(?= (?:now|today|sorry|here|right now|in this moment|at this moment|of this|about this)\b|$)"
    ),
    re.compile(
        r"^(?:\w+ ){0,3}?i (?:(?:just |have )?(?:started|start|began|begin) (?:to cry|crying|to shake|shaking)|(?:am|m) (?:\w+ )?(?:sweating|sweatin|shaking|shakin|trembling)|feel like crying|want to cry|could cry)\b"
    ),
    re.compile(
        r"\b(?:my|me) (?:nerves (?:are|is) (?:\w+ )?(?:shot|bad|killing me|gone|everywhere)|mouth is (?:\w+ )?dry|(?:legs?|knees?) (?:is|are) (?:\w+ )?(?:shaking|jelly)|heart (?:beats?|is going|goes) (?:\w+ ){0,2}?fast)\b"
    ),
    re.compile(
        r"\bbag of nerves\b|\bin bits with the nerves\b|\bworst butterflies\b|\bin a dreadful state\b|\bmuch nervous\b|\bbricking it\b|\ball nerves\b"
    ),
    re.compile(r"\b(?:frighten|scare)s? the life out of me\b|\bscares? me to death\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i|im|i am|i feel|ive come over|i have come over)(?: \w+){0,4}? (?:faint|unwell|dizzy|giddy|going to be sick|gonna throw up|gonna be sick|to throw up|pass out|me (?:sick|bad)|feverish|not well|going to faint)\b"
    ),
    re.compile(
        r"\b(?:i have|im having|i am having|ive) (?:\w+ ){0,4}?(?:chest pain|migraine|pain in (?:my|the) (?:chest|heart)|high fever)\b(?! (?:patients?|cases?))"
    ),
    re.compile(r"\bmy chest (?:hurts|is (?:\w+ )?(?:tight|hurting))\b"),
    re.compile(
        r"\b(?:i|im|i am) (?:\w+ ){0,3}?(?:hopeless|worthless|at the end of my rope|going through a divorce|nobody wants me)\b(?! (?:at|with|in)\b)"
    ),
    re.compile(
        r"\b(?:bad|terrible|awful) news from the hospital\b|\bjust (?:\w+ )?diagnosed with\b|\bon admission myself\b"
    ),
    re.compile(
        r"\bi (?:\w+ ){0,8}?(?:nearly|almost|tried to|attempted to|very nearly|wanted to) (?:\w+ ){0,2}?(?:kill(?:ed)? (?:myself|my self)|took my (?:own )?life|end(?:ed)? (?:my (?:own )?life|it all|it$)|d(?:o|id) away with (?:myself|my self)|d(?:ie|ied)$|take my (?:own )?life|hurt (?:myself|my self))"
    ),
    re.compile(r"\bi was (?:\w+ ){0,2}?(?:suicidal|very depressed|in a very dark place)\b"),
    re.compile(
        r"\bsince my (?:\w+ )?(?:son|wife|husband|daughter|mother|father|partner) died\b|\ba year today\b"
    ),
    re.compile(
        rf"\blost my (?:\w+ )?{_KIN}\b.*\b(?:catches|still|hard|cant|hurts)\b|\blost my {_KIN} in the (?:spring|summer|autumn|winter|fall)\b"
    ),
    re.compile(r"\bmy parents are (?:splitting|getting divorced)\b"),
    re.compile(
        rf"\bmy (?:\w+ )?(?:dog|cat|horse|pony|rabbit|pet)\b(?: \w+){{0,3}}? put (?:down|to sleep) {_RECENT}\b"
    ),
)
_WENT_ON: Final = re.compile(
    r"\b(?:so|but|and) (?:i|we|my boss|they|in the end)(?: \w+)? (?:did|went|called|worked|took|learned|finished|practi[sc]ed?|rehearse|"
    r"prepare|breathed?|started|asked|told|became|got|moved|kept|made|stayed|still|had to|helped|looked|passed|continue|write|ran|do)\b"
)
"""A story goes on: what hurt is told as part of an answer."""
_BEFORE_WORK: Final = re.compile(
    r"\b(?:before|in|during|when|whenever|on the) (?:\w+ ){0,2}?(?:presentations?|meetings?|exams?|surgery|talks?|phone|groups?|crowds?|people|boss|boats|interviews? i)\b"
)


_CIVIL: Final = frozenset({"im afraid", "i am afraid"})
"""Behind a comma it is politeness: "nothing at all, I'm afraid"."""


def _in_distress(part: str) -> bool:
    if part in _CIVIL or _of_others(part) or _WENT_ON.search(part) or _BEFORE_WORK.search(part):
        return False
    return any(pattern.search(part) for pattern in _DISTRESS)
