"""What the candidate corrects: "it's Siobhan, not Shavon", "actually nine years, not eight", "you misheard, I
said Postgres". From the words and what is known by now comes which facts change, and to what.

A word is put in the place of the one it corrects, so that the rest of the fact stays. Where nothing known
resembles what is corrected, nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final

from greenroom.interview.questions import words
from greenroom.interview.understanding.condensed import condensed
from greenroom.interview.understanding.lexicon import WORK_WORDS
from greenroom.interview.understanding.stated import name_at, stated
from greenroom.interview.understanding.years import AMOUNT
from greenroom_turns.function_words import FREQUENT_ENGLISH

NAME: Final = "name"
_ALIKE: Final = 0.6
"""Letters that a misheard word has in common with the right one (1: all)."""
_END: Final = r"(?=\s*(?:$|[,.;!?]|\b(?:and|but|so|because|i|i['’]m|not)\b))"
_WORD: Final = r"(?!(?:and|but|so|because|not|it['’]?s)\b)[\w'’+#.-]*[\w+#'’](?![\w+#'’])"
_WORDS: Final = rf"{_WORD}(?:\s+{_WORD}){{0,4}}?\s*"
_NEW_NOT_OLD: Final = re.compile(
    rf"(?:^|\b(?:it['’]?s|it\s+is|it\s+was|that['’]?s|i\s+(?:said|meant|mean|am)|i['’]?m|is|actually|no|said|meant|was|with|for)\b|[.,!?])"
    rf"[\s,]*(?:actually\s+|really\s+|called\s+|an?\s+|about\s+)*(?P<new>{_WORDS})[\s,]*,?\s*(?:and\s+)?not\s+(?:an?\s+|in\s+|as\s+)?(?P<old>{_WORDS}){_END}",
    re.I,
)
_NOT_OLD_NEW: Final = re.compile(
    rf"\b(?:not|isn['’]?t|wasn['’]?t|ain['’]?t|don['’]?t\s+mean|didn['’]?t\s+say)\s+(?:an?\s+)?(?P<old>{_WORDS})[\s,;.]*(?:but\s+|and\s+)?"
    rf"(?:(?:it['’]?s|it\s+is|it\s+was|i['’]?m|i\s+am|i\s+(?:said|meant|mean)|that['’]?s|call\s+me|my\s+name\s+is)\s+)?(?:actually\s+|an?\s+)?(?!years?\b|months?\b)(?P<new>{_WORDS}){_END}",
    re.I,
)
_SAID: Final = re.compile(
    rf"\bi\s+(?:actually\s+)?(?:said|meant|mean)\s+(?:an?\s+)?(?P<new>{_WORDS})(?=\s*(?:$|[,.;!?]))",
    re.I,
)
_IS_NAME: Final = re.compile(
    r"(?i:\b(?:my\s+(?:first\s+)?name(?:['’]s|\s+is)|name\s+is|calls?\s+me|i['’]?m\s+called|i\s+go\s+by|no[,.]?\s+it['’]?s|actually[,.]?\s+it['’]?s|wrong[,.]?\s+it['’]?s|"
    r"it['’]?s\s+actually|no[,.]?\s+i['’]?m|it['’]?s))\s+(?:(?i:actually|really|just)\s+)?(?!(?i:not|spelled|spelt|pronounced)\b)"
)
_DENIED: Final = re.compile(
    r"\b(?:nobody|no\s+one|don['’]?t|never)\s+(?:ever\s+)?calls?\s+me\s+", re.I
)
"""Before the name that somebody does not go by."""
_SPELLED: Final = re.compile(r"(?<![\w'’])(?:[A-Za-zÀ-ÿ](?:[\s,.-]+|$)){3,20}")
_SPELLS: Final = re.compile(r"\b(?:spell(?:ed|ing|s)?|spelt|letters?|name|with)\b", re.I)
_ABOUT_NAME: Final = re.compile(r"\b(?:name|called?|calls?|pronounced?|spel(?:led|t))\b", re.I)
_BEFORE: Final = re.compile(
    r"(?:(?:no|yes|sorry|well|actually|wait|correction|it['’]?s(?:\s+been)?|its|it\s+is|it\s+was|that['’]?s|i['’]?m|i\s+am|i\s+was|i['’]?ve\s+been|"
    r"i\s+have\s+been|i\s+(?:said|meant|mean)(?:\s+that)?|my\s+(?:first\s+)?name(?:['’]?s|\s+is)|call\s+me|the|an?|about)\b[\s,]*)+",
    re.I,
)
_QUOTES: Final = re.compile(r"^.*\bi\s+(?:said|meant)\s+(?:that\s+)?(?=i\b|my\b)", re.I)
_NO_NAMES: Final = frozenset(
    words(
        """
        wrong right fine okay ok different another incorrect correct mine true false bad good terrible
        enough
        """
    )
)
_HIDES: Final = frozenset(
    words(
        """
        i it that not a the no so and
        """
    )
)


def corrected(text: str, known: Mapping[str, str], topic: str = "") -> tuple[tuple[str, str], ...]:
    """The known facts that the words correct, each with what it is from now on. `known` holds the name
    under "name", as the interviewer says it; `topic` is the aside's ("name": it is known to be about that)."""
    text = condensed(text).text
    changes: dict[str, str] = {}
    for old, new in _pairs(text):
        key = _about(old, known)
        if key == NAME or (key is None and _resembles_name(new, old, known, text)):
            changes.setdefault(NAME, _capital(new))
        elif key is not None:
            changes.setdefault(key, _replaced(known[key], old, new))
    if NAME not in changes and (name := _name(text, known, sure=topic == NAME)) is not None:
        changes[NAME] = name
    if not changes and (found := _misheard(text, known)) is not None:
        changes[found[0]] = found[1]
    plain = _QUOTES.sub("", text)
    for fact in stated(plain):
        if fact.key in known and fact.key not in changes and fact.key in ("years", "role"):
            changes[fact.key] = plain[fact.start : fact.end]
    if "years" in known and "years" not in changes and (amount := _amount(text)) is not None:
        changes["years"] = amount
    return tuple((key, new) for key, new in changes.items() if new and new != known.get(key))


def corrected_name(text: str, name: str) -> str | None:
    """The name that the words put in the place of this one, in so many words: "not X, it's Y", "call me Y"."""
    text = condensed(text).text
    for old, new in _pairs(text):
        if _same_name(old, name):
            return _capital(new)
    denied = _DENIED.search(text)
    if denied is not None and _same_name(_name_here(text, denied.end()) or "", name):
        given = (_name_here(text, cue.end()) for cue in _IS_NAME.finditer(text))
        return next((new for new in given if new and not _same_name(new, name)), None)
    wish = re.search(r"(?i:\b(?:please|just|you\s+can)\s+call\s+me|^\W*call\s+me)\s+", text)
    return None if wish is None else _name_here(text, wish.end())


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """(what is wrong, what is right), as the words put them against each other."""
    for pattern in (_NOT_OLD_NEW, _NEW_NOT_OLD):
        for match in pattern.finditer(text):
            old, new = _bare(match["old"]), _bare(match["new"])
            if old and new and old.lower() != new.lower() and set(words(new.lower())) - _HIDES:
                yield old, new


def _bare(said: str) -> str:
    return (
        _BEFORE.sub("", said.strip(" ,.'’"), count=1)
        if _BEFORE.match(said)
        else said.strip(" ,.'’")
    )


def _amount(text: str) -> str | None:
    """ "Actually nine years": an amount and nothing else."""
    lead = _BEFORE.match(text)
    match = AMOUNT.match(text, lead.end() if lead else 0)
    return match[0] if match is not None and not words(text[match.end() :]) else None


def _about(old: str, known: Mapping[str, str]) -> str | None:
    """Which known fact holds these words."""
    if NAME in known and _same_name(old, known[NAME]):
        return NAME
    wanted = tuple(word.lower() for word in words(old))
    for key, told in known.items():
        said = tuple(word.lower() for word in words(told))
        if key != NAME and any(
            said[i : i + len(wanted)] == wanted for i in range(len(said) - len(wanted) + 1)
        ):
            return key
    return None


def _resembles_name(new: str, old: str, known: Mapping[str, str], text: str) -> bool:
    """The words are about the name: they say so, or the right one or the wrong one sounds like it."""
    name = known.get(NAME, "")
    if len(words(new)) > 2:
        return False
    if _ABOUT_NAME.search(text) and name_at(new, 0) is not None:
        return True
    return (
        bool(name)
        and max(_likeness(new, name), _likeness(old, name)) >= _ALIKE
        and new[:1].isupper()
    )


def _same_name(one: str, name: str) -> bool:
    first = name.split()[0] if name.split() else ""
    return bool(first) and one.lower() in (name.lower(), first.lower())


def _name(text: str, known: Mapping[str, str], *, sure: bool) -> str | None:
    """The name that the words give without the wrong one beside it; `sure`: they are about the name."""
    if (spelled := _spelled(text)) is not None:
        return spelled
    for cue in _IS_NAME.finditer(text):
        plain = re.match(r"(?i:it['’]?s|no|actually|wrong)", cue[0]) is not None
        found = _name_here(text, cue.end())
        if found is None:
            continue
        named = (
            sure
            or _ABOUT_NAME.search(text) is not None
            or _likeness(found, known.get(NAME, "")) >= _ALIKE
        )
        if not plain or (
            named and (text[cue.end()].isupper() or (sure and _alone(text, cue.end())))
        ):
            return found
    given = next((fact for fact in stated(text) if sure and fact.key == NAME), None)
    return None if given is None else _capital(text[given.start : given.end])


def _alone(text: str, start: int) -> bool:
    """ "no, it's dana": one word that is no plain one, and nothing behind it."""
    said = words(text[start:].lower())
    return len(said) == 1 and said[0] not in FREQUENT_ENGLISH | WORK_WORDS | _NO_NAMES


def _name_here(text: str, start: int) -> str | None:
    place = name_at(text, start)
    return None if place is None else _capital(text[place[0] : place[1]])


def _spelled(text: str) -> str | None:
    """ "S I O B H A N"."""
    match = _SPELLED.search(text)
    if match is None or not _SPELLS.search(text):
        return None
    letters = re.findall(r"[^\W\d_]", match[0])
    return "".join(letters).capitalize()


def _misheard(text: str, known: Mapping[str, str]) -> tuple[str, str] | None:
    """ "I said Postgres": put in the place of the known words that are most like it."""
    match = _SAID.search(text)
    if match is None:
        return None
    new = match["new"].strip(" ,.")
    best: tuple[float, str, str] = (_ALIKE, "", "")
    for key, told in known.items():
        for old in _stretches(told, len(words(new))):
            best = max(best, (_likeness(old, new), key, old))
    _, key, old = best
    if not key:
        return None
    return key, _capital(new) if key == NAME else _replaced(known[key], old, new)


def _stretches(told: str, size: int) -> Iterator[str]:
    found = list(re.finditer(r"[\w'’+#.-]+", told))
    for length in {max(1, size - 1), size, size + 1}:
        for i in range(len(found) - length + 1):
            yield told[found[i].start() : found[i + length - 1].end()]


def _likeness(one: str, other: str) -> float:
    one, other = ("".join(words(text)).lower() for text in (one, other))
    return SequenceMatcher(None, one, other).ratio() if one and other else 0.0


def _replaced(told: str, old: str, new: str) -> str:
    """The fact with the right words in the place of the wrong ones."""
    new_amount, old_amount = AMOUNT.search(new), AMOUNT.search(old)
    if new_amount is not None and old_amount is None and AMOUNT.search(told):
        return new_amount[0]  # "nine years, not eight"
    if old_amount is not None and new_amount is None:
        new = f"{new} {old.split()[-1]}"  # "it's not eight years, it's nine"
    pattern = r"\s+".join(re.escape(word) for word in old.split())
    return re.sub(rf"(?<!\w){pattern}(?!\w)", lambda _: new, told, count=1, flags=re.I)


def _capital(name: str) -> str:
    """A recogniser writes no capitals; a name is said and shown with them."""
    return name if not name.islower() else re.sub(r"\b\w", lambda m: m[0].upper(), name)
