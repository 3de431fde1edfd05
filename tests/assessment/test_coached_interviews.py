"""Whole interviews and what the rules say of them: every sentence is true of the words that were said."""

from __future__ import annotations

import re

import pytest
from tests.assessment.coached import HELD, PAGES, files, held, told
from tests.assessment.coached import PEOPLE as WRITTEN
from tests.assessment.person import ANYTHING, read

from greenroom.app.reports import reporting
from greenroom.app.reports.coached import deepened, shown
from greenroom.assessment.coaching.advice import is_found
from greenroom.assessment.coaching.rules import WORDS
from greenroom.assessment.coaching.shapes import Aspect, Coached, Withheld
from greenroom.assessment.sentence import spelled
from greenroom.assessment.speech import Speech

PEOPLE = pytest.mark.parametrize("person", HELD)
NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|"
    r"fifty|sixty|hundred|thousand|million|half|dozen|percent|twice|double)\b",
    re.I,
)


def words_of(person: str, one: Coached) -> str:
    """What was answered."""
    texts = {m["index"]: m["text"] for m in held(person).record["messages"]}
    return " ".join(texts[at] for at in one.answers)


@PEOPLE
def test_what_is_said_answers_what_was_asked(person: str) -> None:
    """Nobody says at a question what answers another one: words went by order, and the accountant's greatest
    strength was that "I would like to lead a team one day"."""
    one = held(person)
    asked = {name for name, _ in one.answered}
    assert ANYTHING not in asked
    assert all(name in line.to for name, line in one.answered)
    assert [line for line in read(WRITTEN / f"{person}.jsonl") if not line.to or not line.say] == []


def test_the_nurse_pauses_is_misheard_and_talks_of_something_else() -> None:
    """The long interview has in it what it is there for."""
    one = held("nurse")
    assert one.record["ended_ms"] >= 600_000
    pauses = Speech(one.record["messages"], one.heard.voices, one.language).pauses
    assert min(pauses) < 700
    assert max(pauses) >= 2900
    assert [a.withheld for a in one.coaching.answers if a.withheld] == [Withheld.UNSURE]
    assert "Sorry about that, Ffion." in told("nurse")
    assert "## What you asked" in told("nurse")


def test_of_german_only_length_and_digits_are_told() -> None:
    """What was found in the gardener's words are digits, and the report says so."""
    one = held("gardener")
    quotes = [q.text for a in one.coaching.answers for f in a.findings.values() for q in f.quotes]
    assert quotes
    assert all(text.isdigit() for text in quotes if len(text.split()) == 1)
    assert not [a for a in one.coaching.answers if a.strength or a.step]
    assert "Our rules for advice read only English." in told("gardener")


@PEOPLE
def test_every_quoted_phrase_stands_in_the_transcript(person: str) -> None:
    """A quote is the words of a message of the candidate's at the place that it names, and what a sentence
    quotes is one of them."""
    one = held(person)
    messages = {m["index"]: m for m in one.record["messages"]}
    remarks = [r for a in one.coaching.answers for r in (a.strength, a.step) if r is not None]
    remarks += [r for r in (one.coaching.best, one.coaching.next) if r is not None]
    quotes = [q for remark in remarks for q in remark.quotes]
    quotes += [q for a in one.coaching.answers for f in a.findings.values() for q in f.quotes]
    for quote in quotes:
        message = messages[quote.message]
        assert message["speaker"] == "candidate"
        assert message["text"][quote.start : quote.end] == quote.text != ""
    for remark in remarks:
        spoken = re.findall(r"“([^”]*)”", remark.text)
        asked = {answer.question for answer in one.coaching.answers}
        known = {"I", "we", "because", "I …", "Last month I …", *(q.text for q in remark.quotes)}
        known |= asked
        assert set(spoken) <= known, remark


@PEOPLE
def test_no_number_means_that_there_is_none(person: str) -> None:
    """Where we found no number there is no number in the answer, and where we found no "I" no "I"."""
    for one in held(person).coaching.answers:
        step = one.step.text if one.step is not None else ""
        if "no number" in step:
            assert not NUMBER.search(words_of(person, one)), step
        if "no “I”" in step:
            assert not re.search(r"\bI\b", words_of(person, one)), step


@PEOPLE
def test_nothing_is_said_against_anybody(person: str) -> None:
    """We found something or found nothing; nobody is told that they did not."""
    text = "\n".join(
        str(value)
        for value in reporting.report(held(person).record, coaching=held(person).coaching).values()
    )
    ours = re.sub(r"'(?:text|quote|question)': '[^']*'", "", text)
    assert not re.search(r"\byou (?:did not|didn't|failed|never|should have)\b", ours, re.I)
    assert "depth" not in str([a.plain() for a in held(person).coaching.answers])


@PEOPLE
def test_nothing_is_said_twice_of_an_answer(person: str) -> None:
    """What a strength or a step says, the list of what was found does not say again: "We found no number"
    stood twice beside a short answer, and "We found a number" above each quoted number."""
    for one in shown(held(person).coaching.plain())["answers"]:
        told = [remark["text"] for remark in (one["strength"], one["step"]) if remark]
        text = " ".join((one["parts"], *told))
        for name in ("number", "result", "yourself"):
            assert len(re.findall(rf"\bW?e? ?found [^.:]*\b{name}\b", text)) <= 1, text


@PEOPLE
def test_a_report_has_no_names_of_ours(person: str) -> None:
    """Places are times, parts have their titles, and nobody reads of deeds or probes."""
    found = re.findall(r"\bdeed\b|, probe\)|[A-Z]\\?_[A-Z]|” \(\d+\)", files()[f"{person}.md"])
    assert found == []


TOLD = {
    "sous-chef": ("strong", "friend", ""),
    "junior-developer": ("general", "say-i", ""),
    "electrician": ("little", "more", ""),
    "care-assistant": ("broken_off", "stopped", ""),
    "teacher": ("distress", "rest", ""),
    "shop-manager": ("late", "figure-sooner", "and then it was twelve"),
    "electrician-again": ("strong", "friend", ""),
    "accountant": ("measured", "late-fact", "the close took five days instead of nine"),
    "driver": ("results", "short", ""),
    "nurse": ("measured", "off-question", "it has a lovely garden with two apple trees"),
    "gardener": ("length", "other", ""),
}
"""How it went, the one thing to do next, and words of theirs that it quotes."""


@PEOPLE
def test_the_next_thing_is_what_matters_most(person: str) -> None:
    """Each is told one thing that is true of them, with the words that it is about and the question to answer
    again. A thing that was lacking in one answer was a count: "In one of five answers …"."""
    told = held(person).coaching
    assert told.next is not None
    _, rule, words = TOLD[person]
    assert (told.next.rule, words in told.next.text) == (rule, True)
    assert "In one of" not in told.next.text
    asked = {one.message: one.question for one in told.answers}
    assert (told.again is None) == (rule in {"rest", "stopped"})
    if words:
        assert told.again is not None
        assert asked[told.again] in told.next.text


def test_a_question_is_not_named_twice() -> None:
    """Advice that names its question does not name it again as the one to practise."""
    for person in HELD:
        (line,) = [li for li in files()[f"{person}.md"].splitlines() if "**Do this next**" in li]
        asked = {one.question for one in held(person).coaching.answers}
        assert all(line.count(question) <= 1 for question in asked), line


UNCOUNTED = ("electrician", "teacher", "junior-developer", "gardener")
"""Too short to say anything, a distress, nothing of their own doing, another language: their headings count nothing."""


@PEOPLE
def test_title_and_measures_count_the_same_answers(person: str) -> None:
    """The heading said six and the measures seven: what the heading leaves out is named below it."""
    numbers = {str(spelled(number)): number for number in range(40)}
    text = told(person)
    every = re.findall(r"\*\*Answers\*\*: (\d+) answers?", text)
    head = held(person).coaching.lede
    of = {numbers[word] for word in re.findall(r"In (?:\w+ of|all) (\w+) answers", head)}
    more = [numbers[word.lower()] for word in re.findall(r"(\w+) more answers? (?:is|are)", head)]
    assert len(of) <= 1
    assert person in UNCOUNTED or [str(sum(of) + sum(more))] == every


def test_the_examples_are_what_comes_out() -> None:
    """The reports that were read line by line are what is written today."""
    kept = {file.name: file.read_text("utf-8") for file in PAGES.iterdir()}
    assert kept == files()


def test_a_good_interview_is_told_its_best_moment() -> None:
    """The best moment of the sous-chef is the result with its figures."""
    coaching = held("sous-chef").coaching
    assert coaching.best is not None
    assert coaching.best.quotes[0].text == (
        "In the end we served everybody on time and we threw away only four kilos instead of sixty"
    )


@PEOPLE
def test_the_heading_says_how_it_went(person: str) -> None:
    """A vague interview and a good one had the same heading but for a count."""
    told = held(person).coaching
    assert told.went == TOLD[person][0]
    assert told.title == WORDS["went"][told.went][0]


def test_the_counts_of_a_heading_are_of_answers_with_words_of_theirs() -> None:
    """What the heading counts is found, with its words, in as many answers."""
    told = held("sous-chef").coaching
    deeds = [one for one in told.answers if is_found(one, Aspect.ACTION)]
    assert f"In {spelled(len(deeds))} of three answers you told what you did" in told.lede


@PEOPLE
def test_no_wording_comes_again_while_another_is_left(person: str) -> None:
    """ "Say this part already …" stood three times in one report."""
    said = [s.step.text.template for s in held(person).coaching.answers if s.step is not None]
    said += [s.strength.text.template for s in held(person).coaching.answers if s.strength]
    assert max(map(said.count, said), default=0) <= 2
    for rule in WORDS["rules"]:
        counts = [said.count(text) for text in rule["say"]]
        assert max(counts) - min(counts) <= 1, rule["id"]


@PEOPLE
def test_no_sentence_stands_twice(person: str) -> None:
    """ "You gave this figure when the interviewer asked for more" stood beside the answer and above all answers; one
    that quotes other words is another sentence."""
    told = held(person).coaching
    remarks = [one for a in told.answers for one in (a.strength, a.step)] + [told.best, told.next]
    texts = [one.text.template for one in remarks if one is not None]
    said = [one for text in texts for one in re.split(r"(?<=[.!?]) ", text) if "{" not in one]
    asked = re.compile(r"^(?:Say|Add|Next time|Put|Tell|End|Practise|Name|The|We|You|That)\b")
    twice = {one for one in said if said.count(one) > 1 and asked.match(one)}
    assert twice - {"That shows judgement."} == set()


def test_a_second_interview_says_what_got_better() -> None:
    """The electrician comes again and tells a story: the counts of both times stand in the report, the largest
    change first, and nothing that stood as often as before."""
    better = held("electrician-again").coaching.better
    assert better[0] == "No answer was under a dozen words; last time 5 of 5 were."
    assert not [one for one in better if "1 of 3" in one and "1 of 5" in one]
    assert "**Better than last time**" in files()["electrician-again.md"]


@pytest.mark.parametrize("person", ["junior-developer", "electrician"])
def test_no_strength_is_made_up(person: str) -> None:
    """Neither vague answers nor fourteen words have a best moment."""
    assert held(person).coaching.best is None


def test_a_vague_interview_is_told_what_to_say_next() -> None:
    """Of the junior developer's answers something is said to each."""
    answers = held("junior-developer").coaching.answers
    assert all(one.step is not None for one in answers if one.withheld is None)
    assert "say-i" in {one.step.rule for one in answers if one.step}


@pytest.mark.parametrize(
    ("person", "title"),
    [
        ("sous-chef", "This went well."),
        ("care-assistant", "You stopped before the end, and that is fine."),
        ("teacher", "Thank you for talking with us today."),
    ],
)
def test_a_heading_is_kind(person: str, title: str) -> None:
    """Whoever stops early is told that this is fine, and a distress is no performance."""
    assert held(person).coaching.title == title


def test_an_interview_broken_off_has_a_best_moment() -> None:
    """Whoever stops early is coached on what was said."""
    assert held("care-assistant").coaching.best is not None


def test_a_distress_is_not_coached() -> None:
    """Neither the turn in which somebody says that their mother died nor its question is coached."""
    coaching = held("teacher").coaching
    (hurt,) = [one for one in coaching.answers if one.withheld is Withheld.DISTRESS]
    assert hurt.strength is hurt.step is None
    assert not hurt.findings
    assert "mother" not in str(coaching.plain()).lower()


@PEOPLE
def test_the_report_has_the_same_remarks(person: str) -> None:
    """Strengths, improvements and feedback of a report are those of the coaching; every strength and every
    improvement has words."""
    one = held(person)
    empty: dict[str, list[object]] = {"strengths": [], "improvements": [], "question_feedback": []}
    told = deepened(empty, one.coaching)
    given = [a for a in one.coaching.answers if a.withheld is None]
    assert [f["message"] for f in told["question_feedback"]] == [a.message for a in given]
    assert all(claim["quotes"] for claim in (*told["strengths"], *told["improvements"]))


def test_nobody_in_distress_is_told_what_to_do() -> None:
    """Beside the teacher's answers stood two steps, and her share of the talking had our condolences in it."""
    coaching = held("teacher").coaching
    assert not [a for a in coaching.answers if a.step or a.steps]
    report = told("teacher")
    assert "2 answers." in report
    assert not re.search(r"\*\*Your share of the talking\*\*: \d", report)
    assert "Not found:" not in report


def test_who_stops_is_not_pushed() -> None:
    """The care assistant asked to stop, and was told that no result was found and to answer again."""
    one = held("care-assistant").coaching
    assert not [step for a in one.answers for step in a.steps if step.startswith("find-")]
    assert not [a for a in one.answers if a.step is not None and a.step.rule == "polish"]
    assert [a.why for a in one.answers if a.withheld] == ["You stopped here."]
    report = told("care-assistant")
    assert "Try this question again" not in report
    assert not re.search(r"We found no\b", report.partition("## Measured")[0])
    assert "Not found:" not in report


@PEOPLE
def test_a_further_question_is_no_fault(person: str) -> None:
    """ "Next time tell it with the story" stood beside every answer to a follow-up."""
    report = told(person)
    assert len(re.findall(r"with the story|first answer|the first time", report)) <= 1


@PEOPLE
def test_a_figure_says_what_the_others_say(person: str) -> None:
    """The nurse gave 13 answers, 1 of 15 were uncertain, and the shortest was "No, thank you."."""
    report = told(person)
    (answers,) = re.findall(r"\*\*Answers\*\*: (\d+) answers?", report)
    assert set(re.findall(r"of (\d+) answers (?:was|were) uncertain", report)) <= {answers}
    assert "Is there anything else" not in report.partition("## Transcript")[0]
