"""What is said to an aside: every kind has words, true ones, that a person can listen to."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib import resources
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interview.wordings import wordings

from greenroom.interview import replies
from greenroom.interview.background import Quote
from greenroom.interview.questions import normalised
from greenroom.interview.reading import About
from greenroom.interview.replies import OFFERS, ReplyFacts, reply
from greenroom.interview.replies.table import TABLES, Entry
from greenroom.interview.replies.values import CONDITIONS, values
from greenroom_turns.languages import CODES

TOPICS = {
    "clarify": "meaning scope example repeat which",
    "process": "person time_left questions_left length recording who_reads next skip_how rules",
    "job": "pay team place when_hear company duties other",
    "feedback": "how_am_i was_that_ok",
    "decline": "plain private nda",
    "no_example": "none never_worked dont_know",
    "already_said": "said all",
    "correct": "name fact misheard",
    "restart": "again later other_topic",
    "distress": "nervous grief panic danger heavy ill",
    "abuse": "insult",
    "trouble": "hear_me sound noise slower lost_thread",
    "language": "other",
    "off_script": "chat thanks joke instruction",
}
LABELS = [f"{about}.{topic}" for about, topics in TOPICS.items() for topic in topics.split()]
FREQUENT = {
    *("clarify.meaning", "clarify.scope", "clarify.example", "clarify.repeat"),
    *("process.person", "process.time_left", "process.questions_left", "job.pay"),
    *("feedback.how_am_i", "feedback.was_that_ok", "decline.plain", "decline.private"),
    *("no_example.none", "no_example.never_worked", "no_example.dont_know"),
    *("already_said.said", "distress.nervous", "abuse.insult", "off_script.chat"),
    *("trouble.hear_me", "trouble.noise", "trouble.lost_thread"),
}
KNOWN = ReplyFacts(
    questions_asked=4,
    name="Ada",
    stage_seconds=340,
    whole_seconds=1500,
    questions_least=1,
    questions_most=3,
    stages_to_come=("Past experience", "Your questions"),
    their_questions=True,
    sound_kept=False,
    kept_days=30,
    model=False,
    job=True,
    country="DE",
)
ENTRIES = [
    (language, topic, entry)
    for language in CODES
    for topic, entries in TABLES[language].entries.items()
    for entry in entries
]
FACTS = st.builds(
    ReplyFacts,
    language=st.sampled_from((*CODES, "EN-gb", "xx", "")),
    name=st.text(max_size=20),
    stage_seconds=st.none() | st.floats(allow_nan=True) | st.integers(-5, 5000),
    whole_seconds=st.none() | st.floats(),
    unhurried=st.booleans(),
    questions_least=st.none() | st.integers(-2, 30),
    questions_most=st.none() | st.integers(-2, 30),
    stages_to_come=st.none() | st.lists(st.text(max_size=9), max_size=3).map(tuple),
    their_questions=st.none() | st.booleans(),
    sound_kept=st.none() | st.booleans(),
    kept_days=st.none() | st.integers(-1, 400),
    theirs=st.booleans(),
    model=st.none() | st.booleans(),
    can_pause=st.booleans(),
    country=st.sampled_from(("", "de", "US", "XX", "??")),
    job=st.none() | st.booleans(),
    quote=st.none() | st.builds(Quote, st.sampled_from(("job", "company")), st.text(max_size=50)),
)


def test_the_labels_are_those_that_turns_have() -> None:
    """Every label that a reader gives has its wordings."""
    assert TOPICS.keys() == set(About)


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("label", [*LABELS, *OFFERS])
def test_every_label_has_wordings(label: str, language: str) -> None:
    """Two at least in each language, without a value known as with all of them; four of the frequent ones in English."""
    for facts in (ReplyFacts(language=language), replace(KNOWN, language=language)):
        least = 4 if label in FREQUENT and language == "en" and facts.name else 2
        said = wordings(facts, label, least)
        assert len({normalised(text) for text in said}) == least


@pytest.mark.parametrize("language", [one for one in CODES if one != "en"])
def test_a_translation_knows_no_other_topic_or_condition(language: str) -> None:
    """Its entries stand in English too, in the same order, with the same condition and the same move."""
    english = [(t, e.when, e.then) for t, es in TABLES["en"].entries.items() for e in es]
    for topic, entries in TABLES[language].entries.items():
        assert [(topic, e.when, e.then) for e in entries] == [e for e in english if e[0] == topic]


@pytest.mark.parametrize("language", CODES)
def test_what_a_language_leaves_out_is_met_by_its_about(language: str) -> None:
    """Nothing that matters is left out: the process, distress, and what the interviewer offers."""
    own = TABLES[language].entries.keys()
    assert {one for one in LABELS if one.startswith(("process.", "distress.", "no_example.n"))} - {
        "no_example.none"
    } <= own
    assert own >= set(OFFERS) | set(About)


EMERGENCY = {
    "en": "emergency number",
    "de": "Notruf",
    "es": "emergencias",
    "fr": "urgence",
    "hi": "आपातकालीन",
    "pt": "emergência",
}


@pytest.mark.parametrize("pause", [True, False])
@pytest.mark.parametrize("language", CODES)
def test_who_is_ill_is_told_whom_to_call(language: str, pause: bool) -> None:
    """In every wording: the number of the host's country, else that there is one."""
    for country, named in (("DE", "112"), ("", EMERGENCY[language])):
        facts = replace(KNOWN, language=language, country=country, can_pause=pause)
        assert all(named in text for text in wordings(facts, "distress.ill", 2))


@given(FACTS, st.sampled_from((*LABELS, *OFFERS, "", ".", "nothing.such", "clarify.x", "job")))
def test_it_never_fails(facts: ReplyFacts, topic: str) -> None:
    """Whatever is known: a text without a field left open."""
    said = reply(topic, facts, ("", "x"))
    assert said.text.strip()
    assert not re.search(r"\{[a-z_]+\}", said.text)


@given(FACTS, st.sampled_from(LABELS))
def test_a_wording_is_not_used_again_until_all_were(facts: ReplyFacts, topic: str) -> None:
    """Each wording is said once before any is said again."""
    first = wordings(facts, topic, 9)
    again = first.index(first[0], 1) if first[0] in first[1:] else len(first)
    assert len(set(first[:again])) == again
    assert set(first) <= set(first[:again]) or again == len(first)


@pytest.mark.parametrize(("language", "topic", "entry"), ENTRIES)
def test_it_can_be_listened_to(language: str, topic: str, entry: Entry) -> None:
    """Thirty words at most; forty where life is in danger. It ends as a sentence does, or leads to the question."""
    limit = 40 if topic == "distress.danger" else 30
    for wording in entry.say:
        assert len(wording.text.split()) <= limit
        assert re.search(r"[.?!।:]$|\{quote\}$", wording.text)
        assert wording.needs <= known_fields()
    assert entry.when <= CONDITIONS.keys()


def known_fields() -> set[str]:
    return set(values(replace(KNOWN, quote=Quote("job", "words")), TABLES["en"].values))


@pytest.mark.parametrize("language", CODES)
def test_no_two_wordings_are_alike(language: str) -> None:
    """Within what one topic can say, and not only after case and marks are taken away."""
    for topic, entries in TABLES[language].entries.items():
        for entry in entries:
            for one, other in combinations(entry.say, 2):
                first, second = (set(normalised(each.text).split()) for each in (one, other))
                alike = len(first & second) / len(first | second)
                assert alike < 0.75, (topic, one.text, other.text)


BANNED = {
    "praise": r"\b(?:great|excellent|amazing|fantastic|awesome|impressive|perfect answer|well done|good job|wonderful|brilliant)\b",
    "verdict": r"\b(?:your answer (?:was|is)|you did (?:well|fine)|you are doing (?:well|fine)|that was (?:good|bad|fine|wrong|right|correct)|correct\b(?!ion)|strong answer|weak)\b",
    "promise": r"\b(?:i promise|guarantee|certainly|you will (?:get|pass|be hired|be fine|succeed)|everything will|it will be (?:fine|okay)|don't worry|i will (?:call|tell|send|help)(?! nobody))\b",
    "feeling": r"\b(?:i feel|i know how|i understand how|i love|i care|i am (?:proud|excited|happy))\b",
    "person": r"\b(?:we at|my colleagues|our company|as a human|i am a person|i am human)\b",
    "medicine": r"\b(?:you should take|medication|diagnos|therapy|depress)",
}


@pytest.mark.parametrize("kind", BANNED)
def test_nothing_is_claimed_that_may_not_be_true(kind: str) -> None:
    """No wording promises, praises or judges."""
    for language, topic, entry in ENTRIES:
        if language == "en":
            for wording in entry.say:
                found = re.search(BANNED[kind], wording.text, re.I)
                assert found is None, (topic, wording.text)


def test_its_files_are_in_the_package() -> None:
    """Whoever installs a wheel has them."""
    names = {one.name for one in resources.files(replies).iterdir()}
    assert {f"{language}.toml" for language in CODES} | {
        "emergency_numbers.toml",
        "job.toml",
    } <= names
    assert tomllib.loads(resources.files(replies).joinpath("job.toml").read_text("utf-8"))
