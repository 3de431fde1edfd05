"""Which parts of a STAR story an answer has, by the words people use for them.

    situation          "our stock count was a day behind"
    task               "I had to …", "my job was …"
    action             "I decided …", "we've built …": a deed of the candidate's own, in the past
    result             "in the end …", "the delay fell …", "customers stopped calling"
    measurable_result  a result with a quantity beside it: "fell from a day to two minutes"
    trade_off          "the price was …", "at the cost of …", "chose events over polling"

These are cues, not understanding: they can be wrong, and they are only used to choose the next
question and to say which parts were heard. Other languages than English: no parts. All patterns are
for text in lower case: a search that ignores the case takes three times as long.
"""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.understanding.lexicon import DEEDS, NUMBER, QUANTITY, WEAK_VERBS

SITUATION: Final = "situation"
TASK: Final = "task"
ACTION: Final = "action"
RESULT: Final = "result"
MEASURABLE_RESULT: Final = "measurable_result"
TRADE_OFF: Final = "trade_off"
TOGETHER: Final = "together"
"""What somebody did with others: no part of a story, and yet an answer to "what did you do?"."""
ANSWERED: Final = "answered"
"""What was said to "what did you do?" and tells what somebody else did: the question is not put again, and no end is asked for."""
PARTS: Final = (SITUATION, TASK, ACTION, RESULT, MEASURABLE_RESULT, TRADE_OFF)

_SITUATION = re.compile(
    r"\b(?:the (?:problem|situation|issue|challenge)|at (?:the|that) time|when i (?:joined|started)|"
    r"back then|there (?:was|were)|used to|we had an?|(?:broke|had broken) down|stopped working|"
    r"(?:our|the|my|their|customers|users|we|they|it)\b[^.!?]{0,40}?\b(?:was|were|kept|took|"
    r"couldn['’]?t|didn['’]?t|needed|struggled|failed|crashed))\b"
)
_TASK = re.compile(
    r"\b(?:my (?:job|task|role|goal|part|responsibility|mission)|(?:the|our) (?:goal|aim|task) was|"
    r"(?:i|we) (?:had|needed|wanted) to|"
    r"i was (?:asked|responsible|in charge|tasked|supposed|given|leading|the one)|"
    r"i(?:['’]m| am) (?:now )?(?:responsible for|in charge of)|"
    r"(?:they|he|she|my (?:boss|manager|lead)) (?:asked|wanted) (?:me|us))\b"
)
DID = re.compile(
    r"\b(?:i|we)(?:['’]?ve|\s+have|['’]?d)?\s+"
    r"(?:(?:\w+ly|then|also|first|just|myself|both|started to|helped|helped to)\s+)*"
    rf"(?P<verb>{'|'.join(sorted(DEEDS))}|[a-z]{{3,}}ed)\b"
)
"""A deed of the speaker's or of all together; `verb` may be one that does nothing (`WEAK_VERBS`)."""
_CHANGE = (
    r"fell(?!\s+(?:asleep|ill|sick|in|into|off|over|out|down|inside)\b)|(?<!\bi )(?<!\bwe )dropped|rose|grew|"
    r"went\s+(?:down|up|from|back)|(?<!\bhe )(?<!\bshe )came\s+down|"
    r"decreased|increased|improved|"
    r"reduced|reducing|cut(?:ting)?(?=[^.!?]{0,40}\b(?:by|to|down|half|costs?|waste|times?|delays?|errors?|queues?|bills?)\b)|"
    r"saved|saving|gained|(?<!million )(?<!thousand )(?<!hundred )won|doubled|tripled|halved|sped\s+up|"
    r"boosted|lowered|raised|shrank|earned|sold|reached|"
    r"(?:now|only)\s+(?:it\s+|we\s+|they\s+)?(?:takes?|took|needs?|costs?)|"
    r"(?:it|that|they|this)\s+(?:now\s+)?(?:takes|only\s+takes)|"
    rf"(?:took|takes?|needed|needs?|costs?)\s+(?:\w+\s+)?{NUMBER}(?:\s+\w+)?\s+"
    r"(?:instead\s+of|rather\s+than|down\s+from)|"
    rf"{NUMBER}(?:\s+\w+)?\s+(?:instead\s+of|rather\s+than|compared\s+(?:to|with))\s+"
    rf"(?:{QUANTITY.pattern})"
)
_CHANGED = re.compile(rf"\b(?:{_CHANGE})\b")
_STATE = r"(?:had|was|were|took|needed|cost|lost|got|made|sold|used\s+to\s+\w+)"
_AMOUNT = rf"(?:\w+\s+){{0,2}}{NUMBER}\b[^.!?]{{0,40}}"
_BEFORE = r"(?:before|at\s+first|at\s+the\s+(?:start|beginning)|to\s+begin\s+with)\b[^.!?]{0,40}?"
_AFTER = r"\b(?:then|now|after(?:wards)?|today|later|by\s+the\s+end|since\s+then)\b[^.!?]{0,30}?"
_COMPARED = re.compile(
    rf"\b{_STATE}\s+{_AMOUNT}\b{_BEFORE}{_AFTER}\b{NUMBER}\b"
    rf"|\b{_BEFORE}\b{_STATE}\s+{_AMOUNT}{_AFTER}\b{NUMBER}\b"
    rf"|\bused\s+to\s+\w+\s+{_AMOUNT}{_AFTER}\b{NUMBER}\b"
)
"""An amount before and an amount after: "we had thirty a week before, and then it was twelve"."""
_HARM = (
    r"complained|lost|hurt|injured|harmed|fell|fallen|missed|forgot|forgotten|died|failed|crashed|leaked|stranded|"
    r"stuck|late|worse off|sick|left behind"
)
_HARMS = (
    r"complaints?|loss(?:es)?|accidents?|incidents?|injur(?:y|ies)|falls|delays?|mistakes?|errors?|"
    r"damage|outages?|breakdowns?"
)
_AVERTED = re.compile(
    r"\b(?:nobody|no[\s-]?one|none of (?:them|us|the \w+)|not (?:one|a single)(?: \w+)?)\s+(?:"
    rf"(?:(?:was|were|got|has been|has|have|had|ever)\s+){{0,2}}(?:{_HARM})|"
    r"(?:ever\s+)?(?:had|needed|has had) to (?:be \w+|wait|walk|pay|leave|go (?:home|hungry|without)|come (?:back|again)|ask))\b"
    rf"|\b(?:had|was|were|been|and|with)\s+(?:no|zero|not (?:one|a single))\s+(?:more\s+)?(?:{_HARMS})\b"
    r"|\bwithout (?:(?:an?|any|a single) )?(?:complaints?|loss(?:es)?|accidents?|injur(?:y|ies)|delays?|incidents?)\b"
    r"|\b(?:never|not) (?:\w+ )?(?:happened|failed|crashed|leaked|broke down) again\b"
    r"|\b(?:(?:have|has)(?:n['’]?t| not| never)|never) (?:had|lost|missed|seen)\b[^.!?]{0,30}\b(?:since|again)\b"
)
"""What did not happen, and is good: "nobody had to walk", "we have had no loss since"."""
_THANKED = re.compile(
    r"\b(?!(?:i|we)\b)\w+\s+(?:(?:\w+ly|later|even|all|both)\s+)?(?:thanked|praised|complimented|congratulated|hugged) "
    r"(?:me|us|my|the (?:team|staff|crew))\b"
    r"|\b(?:sent|wrote|brought|gave) (?:me|us) (?:(?:an?|some) )?(?:thank[\s-]you|chocolates|flowers|(?:\w+ )?cakes?)\b"
    r"|\bthank[\s-]you (?:letters?|cards?|notes?|e?mails?)\b"
    r"|\b(?:(?:had|has|have) never|['’](?:d|ve|s) never) (?:felt|been|eaten|had|seen|slept|tasted) (?:so|such an?) "
    r"(?:safe|well|good|happy|calm|welcome|proud|quick|fast|clean|easy|clear|nice|beautiful|kind|warm)(?:ly)?\b"
)
"""What others said or gave for it."""
_OUT_OF = re.compile(
    rf"\b(?:{NUMBER}|one) (?:\w+ )?out of {NUMBER}(?: \w+)? (?:passed|came|said|got|went|stayed|found|told|[a-z]{{3,}}ed)\b"
    rf"|\b(?:found|passed|missed|lost|sold|saved|answered|solved|fixed)\b[^.!?]{{0,40}}\b(?:{NUMBER}|one) (?:\w+ )?out of {NUMBER}\b"
)
"""How many of how many: "nine out of ten passed"."""
_WITHIN = re.compile(
    r"\b(?<!to )(?:was|were|got|had|scanned|paid|answered|delivered|repaired|fixed|served|solved|found|finished|ready)\b"
    rf"(?! to\b)[^.!?,]{{0,40}}\b(?:inside|within|in (?:less than|under)) (?:{NUMBER}|one|an?|the)"
    rf"(?: (?:an?|{NUMBER}))? (?:second|minute|hour|day|week)s?\b"
)
"""How soon it was done: "we had them in the scanner inside half an hour"."""
_OUTCOME = re.compile(
    r"\b(?:as a result|in the end|the (?:result|outcome|impact|effect)|which (?:meant|led|helped|"
    r"allowed|made)|no longer|since then|ever since|never happened again|on time|"
    r"stopped (?:calling|complaining|failing|crashing)|(?:was|were) (?:happy|happier|faster|better)|"
    r"paid off|went live|(?:was|were) ready (?:before|by|in time)|could (?:finally|now))\b"
)
_TRADE_OFF = re.compile(
    r"\b(?<!no )(?<!any )(?:trade[\s-]?offs?|traded|downsides?|drawbacks?|compromises?|"
    r"compromised|sacrificed?|sacrificing|the catch|pros and cons)\b"
    r"|\b(?:the price (?:was|we paid|i paid|is)|(?:at|came at|with) (?:the|a|some) (?:cost|price|expense)|"
    r"the cost (?:was|of (?:that|this|it) was)|gave up|giving up|in exchange|in return|(?:it|that|this|which) cost (?:us|me|them)|at the expense|"
    r"(?:had|have) to accept|(?:we|i) accepted|(?:but|though|although|even if) it meant|"
    r"weighed|on the other hand|the other option|"
    r"the alternative (?:was|would)|the other (?:way|choice) (?:was to|would)|we lost some|not as \w+ as)\b"
    r"|\b(?:decided|chose|chosen|picked|went (?:with|for)|preferred|favou?red|opted)\b[^.!?;]{1,60}?"
    r"\b(?:over|instead of|rather than)\b"
    r"|\bdecided against\b|\b(?:would|could)(?: have|['’]ve) cost (?:us|me|them|him|her|the|my|our|an?)\b"
    r"|\b(?:my|our|the|everything|that)\b(?: (?!(?:we|i|they|he|she|you)\b)\w+){0,3} had to wait\b"
    r"(?! (?:until|till|in|outside|at|on)\b)"
    r"|\bhad to (?:leave out|skip|cancel|postpone|put off|do without|go without)\b"
)
_RESULTS = (_CHANGED, _OUTCOME, _AVERTED, _THANKED)
_QUANTITY = re.compile(QUANTITY.pattern)
_WINDOW = 90
"""Characters on both sides of a change in which its quantity is looked for."""


def story_parts(text: str, language: str = "en") -> frozenset[str]:
    """The parts of PARTS that `text` has; several answers may be joined to one text."""
    if language != "en":
        return frozenset()
    said = text.lower()
    compared = any(p.search(said) is not None for p in (_COMPARED, _OUT_OF, _WITHIN))
    results = [match for pattern in _RESULTS for match in pattern.finditer(said)]
    parts = {
        SITUATION: _SITUATION.search(said) is not None,
        TASK: _TASK.search(said) is not None,
        ACTION: any(match["verb"] not in WEAK_VERBS for match in DID.finditer(said)),
        RESULT: compared or bool(results),
        MEASURABLE_RESULT: compared or any(_measured(match) for match in results),
        TRADE_OFF: _TRADE_OFF.search(said) is not None,
    }
    return frozenset(part for part, found in parts.items() if found)


def compares(text: str) -> bool:
    """Whether the text gives an amount before and an amount after, perhaps in two clauses."""
    return _COMPARED.search(text.lower()) is not None


def _measured(result: re.Match[str]) -> bool:
    """A quantity stands in the same sentence, near enough to belong to it."""
    said, start, end = result.string, result.start(), result.end()
    before = re.split(r"[.!?;]\s", said[max(0, start - _WINDOW) : start])[-1]
    after = re.split(r"[.!?;](?:\s|$)", said[start : end + _WINDOW])[0]
    return _QUANTITY.search(before + after) is not None
