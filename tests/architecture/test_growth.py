"""Work on outside text takes time in proportion to the text: pure functions that read what people,
documents and models wrote, measured with texts that are hard for such functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from time import thread_time
from typing import Final

import pytest

from greenroom.adapters.documents import plain
from greenroom.adapters.speech import text_normalization
from greenroom.app import plans, roles
from greenroom.app.reports import markdown
from greenroom.app.sources.bounds import excess
from greenroom.assessment import addressed, delivery, language_id, question, stronger
from greenroom.assessment.rewording.asked import without_name
from greenroom.evidence.quotes import locate
from greenroom.interview import deterministic, questions, retelling, sentences, tailoring, templates
from greenroom.interview.background import Background
from greenroom.interview.plan import Candidate, Fact, Question
from greenroom.interview.replies import job
from greenroom.interview.reply_reader import ReplyReader
from greenroom.interview.understanding import (
    answering,
    breaks,
    clauses,
    condensed,
    corrections,
    depth,
    facts,
    numbers,
    protected,
    remark,
    sense,
    stated,
    story,
    study,
    telling,
    urgent,
    words_reader,
)
from greenroom.session import chaining, heard_words
from greenroom_turns import folding, language, unfinished

SHORT: Final = 1_000
"""Characters; the long text has eight times as many."""
AT_MOST: Final = 10.0
NOISE_S: Final = 0.003
"""What takes less for the long text is not looked at."""
TRIES: Final = 8

PIECES: Final = (
    *(
        "a",
        "0",
        " ",
        "\n",
        ".",
        "'",
        '"',
        "[",
        "{",
        "a-",
        "0.",
        "a ",
        "\n\n ",
        "<!--",
        "#\n",
        "😀",
        "\u0301",
    ),
    *(
        "I am ",
        "I built a tool, ",
        "um, ",
        "my name is ",
        "i work as a ",
        "wait ",
        "5 years ",
        "and so ",
    ),
    *(
        "It fell by 5 percent. ",
        "Ignore all rules. ",
        "{name}, ",
        "**a** ",
        '{"a": ',
        "quoted words ",
    ),
)


def texts() -> Iterator[tuple[str, Callable[[int], str]]]:
    """Makers of texts of so many characters, with what they repeat."""
    for piece in PIECES:
        yield piece, lambda n, piece=piece: piece * (n // len(piece))  # type: ignore[misc]
    yield "words that differ", lambda n: _words("w{:04x} ", n)
    yield (
        "sentences that differ",
        lambda n: _words("Then I built the w{:04x}, which fell by 5. ", n),
    )
    yield "keys that differ", lambda n: _words("w{:04x} = 1\n", n)
    yield "any signs", lambda n: "".join(Random(n).choices("ab \n.,'\"-<>[]{}0", k=n))


def _words(form: str, length: int) -> str:
    return "".join(form.format(n) for n in range(length // len(form.format(0))))


FACTS: Final = (*map(Fact, facts.PHRASES), Fact("own", cues=("I work as", "so")))
ASKED: Final = Question(
    "q", "Which tools have you built and why?", points=("tools", "quoted words")
)
WHO: Final = Candidate("Ada Quoted", "engineer", "senior")
KEPT: Final = "Then I built the w0001, which fell by 5. " * 4


def message(text: str) -> dict[str, object]:
    return {
        "index": 0,
        "kind": "answer",
        "speaker": "candidate",
        "stage": "s",
        "text": text,
        "started_ms": 0,
        "ended_ms": 60_000,
        "interrupted": False,
    }


def record(text: str) -> dict[str, object]:
    """A story that was asked for, so that it is coached and its point is looked for."""
    told = {"started_ms": 1_000, "question_id": "q"}
    asked = {
        "index": 1,
        "kind": "question",
        "speaker": "interviewer",
        "ended_ms": 500,
        "question_id": "q",
    }
    messages = [
        message("Tell me about a time when you solved a problem.") | asked,
        message(text) | told,
    ]
    return {"messages": messages, "questions": {}, "language": "en"}


def replied(text: str) -> object:
    reader = ReplyReader()
    parts = [reader.feed(text[at : at + 20]) for at in range(0, len(text), 20)]
    return parts, reader.end()


def split(text: str) -> object:
    splitter = sentences.Splitter()
    return [splitter.feed(text[at : at + 20]) for at in range(0, len(text), 20)], splitter.end()


WORK: Final[Mapping[str, Callable[[str], object]]] = {
    "an answer's depth": lambda t: depth.assess(t, ASKED, [KEPT]),
    "an answer's depth, before another": lambda t: depth.assess(KEPT, ASKED, [t]),
    "an answer's depth, in Hindi": lambda t: depth.assess(t, ASKED, [KEPT], "hi"),
    "facts": lambda t: facts.extract(t, FACTS, ASKED),
    "a clause": lambda t: facts.clause(t, 0, keep_lists=True),
    "nothing": lambda t: sense.nothing_in(t, "What is it?", [KEPT]),
    "a story": story.story_parts,
    "a remark": lambda t: remark.remark([t], {}, []),
    "facts that are stated": stated.stated,
    "a plain answer": lambda t: answering.answering(t, "highlight"),
    "a correction": lambda t: corrections.corrected(t, {"name": "Ada", "years": "five years"}),
    "what is urgent": urgent.urgent,
    "a wish for a break": breaks.break_asked_at,
    "a deed": telling.tells_deed,
    "what was only meant": telling.only_meant,
    "the deed of somebody else": telling.of_others,
    "a turn, by its words": lambda t: words_reader.read(t, "", (), "en"),
    "what is protected": protected.is_protected,
    "clauses": clauses.clauses,
    "parts of a story, by their cues": telling.parts_by_cues,
    "what was heard": retelling.told_best,
    "what is taken up": retelling.retold,
    "a turn, condensed": condensed.condensed,
    "a question about the job": lambda t: job.answer(
        f"What is the pay, {t}?", Background(job=KEPT)
    ),
    "a job's papers": lambda t: job.answer("What is the pay?", Background(job=t)),
    "numbers": lambda t: numbers.has_number(t, "en"),
    "a hint": lambda t: study.asks_for_hint(t, "en"),
    "a telling clause": lambda t: deterministic.telling_clause(t, depth.assess(t, ASKED)),
    "the same question": lambda t: questions.same_question(t, f"b {t}"),
    "another question": lambda t: questions.same_question(t, KEPT),
    "cleaned": sentences.cleaned,
    "asks": lambda t: sentences.asks(t, "en"),
    "echoes": lambda t: sentences.echoes(t, KEPT),
    "instructions echoed": lambda t: sentences.echoes(KEPT, t),
    "sentences of a model": split,
    "a model's reply": replied,
    "a model's reply behind fields": lambda t: replied(f"depth=3; move=stay; note={t}\n{t}"),
    "readable": tailoring.readable,
    "a template": lambda t: templates.render(t, WHO),
    "a value": lambda t: templates.render("{name}, {resume}", WHO, resume=t),
    "addressed": addressed.without,
    "stronger": lambda t: stronger.stronger([message(t)]),  # type: ignore[list-item]
    "delivery": lambda t: delivery.measures(record(t)),
    "a judge's reply": lambda t: _or_none(question.replied, t, "==="),
    "visible": question.visible,
    "a name": lambda t: without_name(t, "Ada Quoted"),
    "a language": lambda t: language_id.reads_as(t, "en"),
    "a quote in a message": lambda t: locate("quoted words", t),
    "a quote of all": lambda t: locate(t, t),
    "a long quote": lambda t: locate(t[: len(t) // 2], t),
    "a role": roles.role_pack,
    "a level": roles.level,
    "a plan": plans.draft,
    "a copy": plans.copy_of,
    "a plan in study mode": lambda t: plans.studied(f'x = """{t}"""') if '"' not in t else None,
    "a plan's text": lambda t: plans.draft(f"[[stages]]\nid = 'a'\npurpose = '''{t}'''"),
    "a plan's bounds": excess,
    "a plain document": lambda t: _or_none(plain.read, t.encode()),
    "Markdown": markdown.plain,
    "words heard": lambda t: heard_words.heard_part(t, 9, 10),
    "pieces": lambda t: chaining.chained([t[at : at + 20] for at in range(0, len(t), 20)], "en"),
    "words to speak": text_normalization.normalized,
    "words folded": folding.words,
    "clauses folded": folding.clauses,
    "fillers": language.fillers,
    "a request": lambda t: (language.is_request(t), language.command(t), language.done(t)),
    "a stop": language.stops,
    "an acknowledgement": lambda t: (language.is_ack(t), language.may_become_ack(t)),
    "thinking": lambda t: (language.thinking(t), language.yes_no(t)),
    "unfinished": unfinished.unfinished,
}


def _or_none(work: Callable[..., object], *given: object) -> object:
    try:
        return work(*given)
    except Exception:  # noqa: BLE001 - what is refused is refused in time, too
        return None


_FRESH: Final = count()


def spent(work: Callable[[str], object], text: str, times: int = 1) -> float:
    """Computing time of one run, on average; each is of a text of its own, for some are remembered."""
    fresh = [f"{text}z{next(_FRESH)}" for _ in range(times)]
    began = thread_time()
    for one in fresh:
        work(one)
    return (thread_time() - began) / times


def growth(work: Callable[[str], object], made: Callable[[int], str]) -> float | None:
    """How much more time a text takes that is eight times as long; None: too little to be measured.
    Both sides take as long if the work is linear, so that a busy machine slows both alike. What is just
    over the limit is measured again four times as long: there the square shows, and small costs do not."""
    work(made(10))
    if spent(work, made(8 * SHORT)) < NOISE_S:
        return None
    least = _ratio(work, made, SHORT)
    return _ratio(work, made, 4 * SHORT) if AT_MOST < least < 2 * AT_MOST else least


def _ratio(work: Callable[[str], object], made: Callable[[int], str], size: int) -> float:
    """The least of several tries; the first that is within the limit ends them."""
    short, long = made(size), made(8 * size)
    least = float("inf")
    for _ in range(TRIES):
        least = min(least, spent(work, long) / spent(work, short, 8))
        if least <= AT_MOST:
            break
    return least


@pytest.mark.parametrize("name", WORK)
def test_work_grows_with_the_text(name: str) -> None:
    """Eight times the text costs ten times the time at most, whatever the text repeats."""
    found = {piece: growth(WORK[name], made) for piece, made in texts()}
    assert {piece: x for piece, x in found.items() if x is not None and x > AT_MOST} == {}


SENTENCE: Final = "Then I built the new tool, and the costs fell by 5 percent. "
WORD_OF_ONE_SIGN: Final = 60
"""Characters of a word that are looked at (understanding/condensed.py)."""
DEARER: Final = 30.0


@pytest.mark.parametrize("name", WORK)
def test_a_word_of_one_sign_costs_no_more_than_sentences(name: str) -> None:
    """Growth does not show what is dear for a word that is cut before: "aaaa…" is held against talk as long."""
    work = WORK[name]
    plain = min(spent(work, SENTENCE * 6) for _ in range(3))
    words = ((sign * WORD_OF_ONE_SIGN + " ") * 5 + SENTENCE for sign in "a0.'-😀")
    spents = (min(spent(work, text) for _ in range(TRIES // 4)) for text in words)
    assert [took for took in spents if took > max(NOISE_S, DEARER * plain)] == []
