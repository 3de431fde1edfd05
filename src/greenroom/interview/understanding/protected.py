"""What an interview never files about a person: health, disability, religion, pregnancy, family, age,
origin, sexuality, prison, union, politics. The words are data; a trade that deals with them is none
("a mental health nurse", "I teach autistic children")."""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.understanding.condensed import condensed

_TERMS: Final = (
    # health and disability
    r"blind|deaf|deafblind|hard\s+of\s+hearing|disab(?:led|ility|ilities)|wheel\s*chair|handicap\w*|"
    r"autis(?:m|tic)|asperger\w*|adhd|add|dyslexi[ac]|dyspraxi[ac]|bipolar|schizophren\w+|depress(?:ed|ion)|"
    r"anxiety|panic\s+attacks?|ptsd|burn\s*-?out|burned\s+out|suicid\w+|mental\s+(?:health|illness)|therapy|"
    r"cancer|diabet(?:es|ic)|epilep(?:sy|tic)|asthma(?:tic)?|hiv|aids|multiple\s+sclerosis|ms|stroke|"
    r"heart\s+(?:attack|disease|condition)|chronic\w*|migraines?|surgery|illness|sick(?:ness)?|disease|"
    r"injur(?:y|ed)|medication|rehab|addict(?:ed|ion)?|alcoholic|alcoholism|sober|stutter\w*|stammer\w*|"
    r"prosthe\w+|neurodiver\w+|hearing\s+aids?|pregnan(?:t|cy)|maternity|paternity|expecting\s+a|miscarriage|ivf|"
    # family
    r"married|divorced?|widow(?:ed|er)?|single\s+(?:mum|mom|mother|dad|father|parent)|engaged\s+to|"
    r"husband|wife|fianc[eé]e?|boyfriend|girlfriend|spouse|my\s+(?:\w+\s+)?(?:partner|kids?|children|"
    r"sons?|daughters?|mother|mum|mom|father|dad|parents|brother|sister|baby|family)|"
    r"(?:a|being\s+a|good)\s+(?:mother|mum|mom|father|dad|parent|grandmother|grandfather)|"
    r"(?:mother|mum|mom|father|dad|parent)\s+of|raising|"
    # age
    r"years?\s+old|of\s+age|my\s+age|aged|elderly\s+myself|too\s+(?:old|young)|old\s+man|old\s+woman|"
    # religion
    r"religio(?:n|us)|faith|church|mosque|temple|synagogue|god|jesus|allah|bible|quran|koran|pray(?:er|ing)?|"
    r"muslim|islam(?:ic)?|christian(?:ity)?|catholic|protestant|evangelical|mormon|jew(?:ish)?|hindu|"
    r"sikh|buddhist|atheist|jehovah\w*|turban|hijab|headscarf|"
    # sexuality and gender
    r"gay|lesbian|bisexual|queer|homosexual|trans(?:gender|sexual)|non-?binary|straight\s+man|lgbt\w*|"
    # justice
    r"prison|jail|convict(?:ed|ion)|criminal|felony|felon|parole|probation|offender|arrested|"
    # union and politics
    r"(?:trade\s+|labou?r\s+)?union(?:ist)?|shop\s+steward|strike|works\s+council|politic(?:s|al|ally)|"
    r"vote[ds]?|republicans?|democrats?|conservatives?|labou?r\s+party|socialists?|communists?|liberals?|"
    r"green\s+party|the\s+greens|activist|feminist|party\s+member|"
    # origin
    r"immigrants?|refugees?|asylum|migrants?|foreigner|citizen(?:ship)?|visa|work\s+permit|green\s+card|"
    r"ethnic\w*|race|skin|black\s+(?:man|woman|person)|person\s+of\s+colou?r|roma|gypsy|traveller\s+family|"
    r"indigenous|native\s+american|hispanic|latin[oax]"
)
_ORIGINS: Final = (
    r"african|albanian|algerian|american|arab|argentin\w+|asian|australian|austrian|bangladeshi|belgian|"
    r"brazilian|british|bulgarian|canadian|chilean|chinese|colombian|croatian|cuban|czech|danish|dutch|"
    r"egyptian|english|ethiopian|european|filipin[oa]|finnish|french|german|ghanaian|greek|hungarian|indian|"
    r"indonesian|iranian|iraqi|irish|israeli|italian|jamaican|japanese|kenyan|korean|kurdish|latvian|lebanese|"
    r"lithuanian|mexican|moroccan|nepali|nigerian|norwegian|pakistani|persian|peruvian|polish|portuguese|"
    r"romanian|russian|scottish|serbian|slovak|somali|spanish|swedish|swiss|syrian|thai|tunisian|turkish|"
    r"ugandan|ukrainian|venezuelan|vietnamese|welsh|black|white|brown"
)
_SAID: Final = re.compile(rf"\b(?:{_TERMS})\b", re.I)
_IS_ORIGIN: Final = re.compile(
    rf"(?:^|\b(?:being|am|['’]?m|half|as\s+an?)\s+)(?:an?\s+)?(?:{_ORIGINS})(?=$|[,.;]|\s+(?:and|but|by|man|woman|person|citizen)\b)",
    re.I,
)
_OF_THE_TRADE: Final = re.compile(
    r"\b(?:mental\s+health|cancer|prison|probation|maternity|rehab|disability|autism|church|diabetes|"
    r"stroke|asylum|refugee|criminal|political|surgery|medication|anxiety|union|immigration|visa)\s+"
    r"(?:\w+\s+){0,2}(?:nurses?|officers?|workers?|teachers?|therapists?|assistants?|carers?|wards?|units?|"
    r"science|law|lawyers?|technicians?|advisers?|advisors?|consultants?|care|rounds?|modules?|"
    r"organists?|planning|records?|management|guards?|charts?|administration|theatre|department|justice)\b"
    r"|\b(?:children|people|patients|adults|pupils|students|clients|residents|those|anyone|customers|guests|"
    r"kids|learners)\s+(?:with|who\s+(?:have|are|had)|living\s+with|in)\s+[\w\s]{3,40}"
    r"|\b(?:autistic|disabled|deaf|blind|sick|elderly|injured|depressed|diabetic|pregnant|addicted|chronically\s+ill)\s+"
    r"(?:children|people|patients|adults|pupils|students|clients|residents|women|kids|guests|customers)\b"
    r"|\b(?:occupational|physical|speech|respiratory)\s+therapy\b",
    re.I,
)
_TAIL: Final = re.compile(
    r"\s+(?:with|who|and|but|since|because|after|like|despite|as)\s+|,\s*", re.I
)

_MARKS: Final = " ,.!?;:"


def is_protected(words: str, *, languages: bool = False) -> bool:
    """Whether the words tell something protected about the person who says them. `languages`: the words
    name what the person can, so that "Polish" is a language."""
    rest = _OF_THE_TRADE.sub(" ", condensed(words).text)
    if _SAID.search(rest) is not None:
        return True
    return not languages and _IS_ORIGIN.search(rest) is not None


def unprotected(text: str, start: int, end: int, *, languages: bool = False) -> int | None:
    """Where `text[start:end]` has to end to tell nothing protected; None where nothing is left."""
    if not is_protected(text[start:end], languages=languages):
        return end
    cuts = [mark.start() for mark in _TAIL.finditer(text, start, end)]
    for place in reversed(cuts):
        kept = text[start:place].rstrip(_MARKS)
        if kept and not is_protected(kept, languages=languages):
            return start + len(kept)
    return None
