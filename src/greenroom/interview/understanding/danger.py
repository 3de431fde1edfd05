"""Danger to the speaker's own life, now: a closed list of English words.

A clause comes in small letters and without marks. What is past, imagined or an idiom of work is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from greenroom.interview.understanding.told_of_others import of_others

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


def speaks_of_danger(clauses: Iterable[str], sentences: Iterable[str]) -> bool:
    """Whether a clause says so, or a sentence names the means and what they are for."""
    return any(map(_in_danger, clauses)) or any(
        _MEANS.search(said) and not of_others(said) for said in sentences
    )


def _in_danger(part: str) -> bool:
    if not any(pattern.search(part) for pattern in _DANGER) or of_others(part):
        return False
    if _PERHAPS_IDIOM.search(part) and _IDIOM.search(part):
        return False
    told = _IMAGINED.sub(" ", part)
    return not _PAST.search(told) or _NOW.search(told) is not None
