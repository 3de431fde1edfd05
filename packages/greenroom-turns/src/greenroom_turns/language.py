"""What a turn's words are, by language: a backchannel, a stop, a request, the end of an answer.

Every function is total and pure: any text, any language tag. A tag without lists of its own ("nl")
is served by the English ones, and `note` says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from greenroom_turns.filler_words import fillers as fillers
from greenroom_turns.folding import Words, base, clauses, words
from greenroom_turns.languages import TABLES
from greenroom_turns.vocabulary import (
    DEFAULT_LANGUAGE,
    VOCABULARIES,
    CommandName,
    Vocabulary,
    vocabulary_of,
)

YesNo: TypeAlias = Literal["yes", "no"]

_SENTENCE_END = re.compile(r"[.!?…।]\s")

EXPECTED: tuple[CommandName, ...] = ("repeat", "rephrase", "skip", "pause")
"""Requests that are made over the interviewer."""
ACK_WORDS = 10
"""Three backchannels in one transcript are still backchannels; a longer run is speech."""
REQUEST_WORDS = 16
"""A request is a short turn. Longer ones are answers that happen to hold the words."""
TOLD_WORDS = 5
"""Fewer words before a request only introduce it."""
BARE_WORDS = 3
"""A yes or a no with more words than this may go on."""
REPLY_WORDS = 6
"""A yes/no reply with more words than this is an answer with content of its own."""


def phrases(lang: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """What somebody who listens may say: backchannels, stop words, requests. For recognisers that
    hear better what they expect."""
    table = TABLES.get(base(lang), TABLES[DEFAULT_LANGUAGE])
    said = [e for e in (*table["acks"], *table["stops"]) if not e.get("rare")]
    said += [entry for name in EXPECTED for entry in table["commands"][name]]
    return tuple(dict.fromkeys(phrase for entry in said for phrase in entry["phrases"]))


def requests(lang: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """What somebody who was asked may ask for, as it is said: "could you rephrase that", "give me a
    minute". 3,141 of them in English, for the same recognisers."""
    table = TABLES.get(base(lang), TABLES[DEFAULT_LANGUAGE])
    openers = [opener for entry in table.get("asking", ()) for opener in entry["phrases"]]
    said = [
        whole
        for name in EXPECTED
        for entry in table["commands"][name]
        for phrase in entry["phrases"]
        for whole in (f"{opener} {phrase}" for opener in openers)
        if command(whole, lang) == name
    ]
    return (*said, *(phrase for entry in table["thinking"] for phrase in entry["phrases"]))


def is_request(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for what `requests` are about; an end that was not meant costs too much, so it is not guessed."""
    return command(text, lang) in EXPECTED or thinking(text, lang)


def languages() -> tuple[str, ...]:
    return tuple(sorted(VOCABULARIES))


def note(lang: str) -> str | None:
    """Why another language's lists are used, for a log or a page. None: the language has its own."""
    if base(lang) in VOCABULARIES:
        return None
    return (
        f"There are no turn-taking word lists for {lang!r}; the English ones are used. "
        f"Languages with lists: {', '.join(languages())}."
    )


def is_ack(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when the whole turn is backchannels: "okay", "yeah, right", "uh-huh"."""
    turn = words(text)
    return len(turn) <= ACK_WORDS and vocabulary_of(lang).acks.cover(turn)


def may_become_ack(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when more words could still make it a backchannel: "yeah, that" (makes sense)."""
    turn = words(text)
    return len(turn) <= ACK_WORDS and vocabulary_of(lang).acks.cover(turn, begun=True)


def stops(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when a stop word stands anywhere in it. Means something over the interviewer only."""
    return vocabulary_of(lang).stops.within(words(text))


def is_expected(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when it is stop words and backchannels and nothing else: "okay, stop", not "very enough"."""
    return vocabulary_of(lang).expected.cover(words(text))


def thinking(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for a short turn that asks for time: "hmm, that's a good question, let me think"."""
    turn, vocabulary = words(text), vocabulary_of(lang)
    if not 0 < len(turn) <= REQUEST_WORDS:
        return False
    return any(
        rule.whole(rest)
        for rest, _ in _without_openers(turn, vocabulary)
        for rule in vocabulary.thinking
    ) or _thinks_at_the_end(text, vocabulary)


def slower(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for a short turn that asks to be waited for longer: "please don't rush me"."""
    turn, vocabulary = words(text), vocabulary_of(lang)
    return len(turn) <= REQUEST_WORDS and any(
        rule.whole(rest)
        for rest, _ in _without_openers(turn, vocabulary)
        for rule in vocabulary.slower
    )


def _thinks_at_the_end(text: str, vocabulary: Vocabulary) -> bool:
    """The last clause asks for time: "I worked with … hmm. Let me think." """
    *_, last = ((), *clauses(text))
    return any(
        rule.whole(rest)
        for rest, _ in _without_openers(last, vocabulary)
        for rule in vocabulary.thinking
        if not rule.alone
    )


def command(text: str, lang: str = DEFAULT_LANGUAGE) -> CommandName | None:
    """What a short turn asks for: "could you repeat the question, please" is "repeat".

    The request must be all there is, politeness aside: "I repeat the deployment every week" and
    "we skip this one at night" are answers.
    """
    turn, vocabulary = words(text), vocabulary_of(lang)
    if len(turn) > REQUEST_WORDS:
        return None
    for rest, mine in _without_openers(turn, vocabulary):
        for name, rule in vocabulary.commands:
            if not (mine and rule.yours) and rule.whole(rest):
                return name
    return None


def last_request(text: str, lang: str = DEFAULT_LANGUAGE) -> tuple[int, CommandName] | None:
    """Where the last sentence begins, and what it asks for: "… when things get busy. Can we pause?"

    It must ask, by its opener or its mark: a story may end on "Skip it." """
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    if not ends or len(words(text[: ends[-1]])) < TOLD_WORDS:
        return None
    last = text[ends[-1] :]
    asks = last.rstrip().endswith("?") or vocabulary_of(lang).openers.longest_at(words(last), 0)
    name = command(last, lang) if asks else None
    return None if name is None or name in ("resume", "go_on") else (ends[-1], name)


def asks_back(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True where `command` finds a request in a question back: "what do you mean by that?", "I don't
    understand the question"."""
    vocabulary = vocabulary_of(lang)
    return command(text, lang) is not None and any(
        rule.whole(rest)
        for rest, _ in _without_openers(words(text), vocabulary)
        for rule in vocabulary.questions_back
    )


def _without_openers(turn: Words, vocabulary: Vocabulary) -> Iterable[tuple[Words, bool]]:
    """The turn, then the turn with ever more of its openers gone, and whether one was "I want to"."""
    mine = False
    while turn:
        yield turn, mine
        mine = mine or vocabulary.own_openers.longest_at(turn, 0) > 0
        length = vocabulary.openers.longest_at(turn, 0)
        if not length:
            return
        turn = turn[length:]


def done(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when the turn ends by saying that it ends: "… and that's my background." """
    turn, vocabulary = words(text), vocabulary_of(lang)
    return any(
        rule.whole(turn[at:])
        for rule in vocabulary.done
        for at in range(max(0, len(turn) - REQUEST_WORDS), len(turn))
    )


def is_bare_reply(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for a yes or a no with hardly a word beside it: "Yes, please.", "Not really, no." """
    return len(words(text)) <= BARE_WORDS and yes_no(text, lang) is not None


def yes_no(text: str, lang: str = DEFAULT_LANGUAGE) -> YesNo | None:
    """A short reply that says yes or no. "Right" and "mm-hmm" are yes; "hmm" is neither."""
    vocabulary = vocabulary_of(lang)
    turn = words(text)
    if len(turn) > REPLY_WORDS:
        return None
    for at in range(len(turn)):
        no, yes = vocabulary.no.longest_at(turn, at), vocabulary.yes.longest_at(turn, at)
        if no or yes:
            return "no" if no >= yes else "yes"
        if not vocabulary.acks.longest_at(turn, at):
            return None
    return None
