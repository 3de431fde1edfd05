"""Whether words sound as if more will follow. Pure.

Silence alone cuts into people who are thinking, and the local end-of-turn models let half of all
unfinished answers pass. Text helps: nobody ends an answer on "and the". A wrong "unfinished" costs
a second of waiting, a wrong "finished" an interruption, so doubtful words count as unfinished.
"""

from __future__ import annotations

import re

_WORDS = {
    "en": (
        "um uh uhm umm er erm hmm mm like well so basically actually and or but nor because cause "
        "since although though while whereas if unless until when whenever where which who whose "
        "whether that than as the a an my our your his her its their this these those some any "
        "every each of to in on at by for from with without into onto about between during through "
        "over under after before against towards via per i we they he she it's i'm we're they're "
        "i'd we'd i've we've is are was were am be been being will would could should might must "
        "can may shall has have had do does did very really quite just also even such mr mrs dr"
    ),
    "es": (
        "eh em este pues bueno o sea y e u pero porque aunque si cuando donde que como el la los "
        "las un una unos unas mi mis tu su sus nuestro nuestra de del a al en con sin por para "
        "entre sobre desde hasta según es son era muy más ya se yo nosotros"
    ),
    "fr": (
        "euh heu ben bah alors donc et ou mais car parce que si quand où qui dont comme le la les "
        "un une des du de d' l' mon ma mes notre nos son sa ses leur à au aux en dans avec sans "
        "pour par sur sous entre chez vers est sont était très plus je nous il elle"
    ),
    "de": (
        "äh ähm hm also und oder aber denn weil dass wenn als ob obwohl damit der die das den dem "
        "des ein eine einen einem einer mein meine unser unsere sein ihr von zu zum zur in im an am "
        "auf aus bei mit nach für über unter zwischen durch ohne gegen ist sind war sehr ich wir"
    ),
    "pt": (
        "é ã hum então tipo bem e ou mas porque embora se quando onde que como o a os as um uma uns "
        "umas meu minha nosso nossa seu sua de do da dos das em no na nos nas com sem por para "
        "entre sobre até ao à são era muito mais eu nós"
    ),
    "hi": (
        "उम अम हम्म और या लेकिन पर मगर क्योंकि कि जो अगर जब तो एक मेरा मेरी हमारा हमारी का की के को "
        "से में ने तक लिए साथ बारे मैं हम"
    ),
}
_DANGLING = {language: frozenset(words.split()) for language, words in _WORDS.items()}

_ECHO = re.compile(
    r"(?:(?:yes|yeah|yep|no|nope)\W+)?(?:i|we|you|he|she|it|they|that|there)\s+"
    r"(?:am|are|is|was|were|do|does|did|have|has|had|can|could|will|would|should|must|may|might)\W*",
    re.IGNORECASE,
)
"""English short answers, complete as they are: "Yes, I did."."""

_OPEN = re.compile(r"(?:[:;–—-]|\.\.\.|…)\s*$")
_ENDED = re.compile(r"[.।]\s*$")
_LAST_WORDS = frozenset({"do", "well", "while", "though", "that"})
"""They may need another word; before a full stop they end an English sentence ("It went well.")."""
_ASKED = re.compile(r"[?？!]\s*$")
_LAST = re.compile(
    r"(?:^|(?<=[\s.,:;!?…–—\"“”‘’)\]]))([^\s.,:;!?…–—\"“”‘’)\]]++)[\s.,\"“”‘’)\]]*+$"
)


def unfinished(text: str, language: str = "en") -> bool:
    """True if `text` trails off: it ends in an open mark, a filler, or a word that needs another
    after it (conjunction, article, preposition, auxiliary, pronoun). A question never does, and a comma
    says nothing, so the word before it decides: recognisers write it at ends. In an unknown language only the marks count. `language`
    is a BCP 47 tag; its first part decides."""
    if _OPEN.search(text):
        return True
    last = _LAST.search(text.replace("’", "'"))
    if last is None or _ASKED.search(text) or _ECHO.fullmatch(text.strip()):
        return False
    word, english = last[1].lower(), language.lower().startswith("en")
    if english and word in _LAST_WORDS and _ENDED.search(text):
        return False
    return word in function_words(language)


def function_words(language: str) -> frozenset[str]:
    """Lower-case words of this language (BCP 47) that need another after them; none if unknown."""
    return _DANGLING.get(language.partition("-")[0].lower(), frozenset())
