"""What the journal of an interview tells its coaching, and its coaching in the shape of a report."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from greenroom.assessment.coaching import Coaching, Known
from greenroom.assessment.coaching.rules import BY_ID
from greenroom.assessment.coaching.shapes import Asking, Aspect, Coached
from greenroom.assessment.sentence import Sentence, joined, listed
from greenroom.interview.asides import DISTRESS
from greenroom.interview.events import AnswerGiven, Event
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.record import in_order
from greenroom.interview.state import InterviewState

NAMES: Final[Mapping[str, Sentence]] = {
    Aspect.SITUATION: Sentence("how things were"),
    Aspect.ACTION: Sentence("something you did yourself"),
    Aspect.RESULT: Sentence("what came of it"),
    Aspect.MEASURABLE_RESULT: Sentence("by how much"),
    Aspect.TRADE_OFF: Sentence("what was weighed or given up"),
    Aspect.NUMBER: Sentence("a number"),
    Aspect.REASON: Sentence("a reason"),
    Aspect.TEAM: Sentence("“we” without “I”"),
    Aspect.HEDGES: Sentence("softening words"),
    Aspect.LOOSE_END: Sentence("a loose end"),
}
"""What an answer has, for people."""


Quoted: TypeAlias = Mapping[str, Any]
Part: TypeAlias = tuple[str, Sequence[Quoted]]
"""What was found, and its words."""
NO: Final[Mapping[str, Sentence]] = {
    Aspect.ACTION: Sentence("nothing that you did yourself"),
    Aspect.RESULT: Sentence("no result"),
    Aspect.TRADE_OFF: Sentence("no word on what was weighed or given up"),
    Aspect.NUMBER: Sentence("no number"),
    Aspect.REASON: Sentence("no reason"),
}
"""The same where it was not found."""
WANTED: Final[Mapping[str, Sequence[str]]] = {
    Asking.STORY: (Aspect.ACTION, Aspect.RESULT, Aspect.NUMBER, Aspect.TRADE_OFF),
    Asking.DEED: (Aspect.ACTION,),
    Asking.OUTCOME: (Aspect.NUMBER,),
    Asking.INTRODUCTION: (Aspect.NUMBER,),
    Asking.VIEW: (Aspect.REASON,),
}
"""What is asked for, of what can be not found: the rest is no lack."""
FEW: Final = frozenset({"short", "after-not-knowing"})
"""Steps of an answer of a few words."""


def known(
    plan: InterviewPlan,
    state: InterviewState,
    events: Iterable[Event],
    corrected: Container[int] = (),
) -> Known:
    """What the coaching goes by besides the record; messages by their index there. What a reader found in
    words that were `corrected` is not known of the words that stand there now."""
    messages, events = in_order(state), tuple(events)
    fits = {
        (event.began, event.text.strip()): event.reading.relevance
        for event in events
        if isinstance(event, AnswerGiven) and event.reading is not None
    }
    hurt = {
        (event.began, event.text.strip())
        for event in events
        if isinstance(event, AnswerGiven)
        and event.reading is not None
        and (event.reading.danger or event.reading.distress >= DISTRESS)
    }
    return Known(
        told={
            index: m.told for index, m in enumerate(messages) if m.told and index not in corrected
        },
        plan=plan,
        relevance={
            index: fit
            for index, m in enumerate(messages)
            if m.kind == "answer"
            and index not in corrected
            and (fit := fits.get((m.started_ms, m.text.strip()))) is not None
        },
        doubted=frozenset(index for index, m in enumerate(messages) if m.doubted),
        distress=frozenset(
            index
            for index, m in enumerate(messages)
            if m.speaker == "candidate" and (m.started_ms, m.text.strip()) in hurt
        ),
    )


def deepened(judged: Mapping[str, Any], coaching: Coaching) -> dict[str, list[Any]]:
    """Strengths, improvements and feedback of the rules, beside those of a model where there are some:
    what a model says is added to the same questions and takes nothing away."""
    given = [one for one in coaching.answers if one.withheld is None]
    strengths = [_remark(one, one.strength) for one in given if one.strength is not None]
    steps = [_remark(one, one.step) for one in given if one.step is not None and one.step.quotes]
    return {
        "strengths": [*judged["strengths"], *strengths],
        "improvements": [*judged["improvements"], *steps],
        "question_feedback": list(_feedback(given, judged["question_feedback"])),
    }


def _remark(one: Coached, remark: Any) -> dict[str, Any]:
    plain = remark.plain()
    return {
        "text": plain["text"],
        "quotes": plain["quotes"],
        "rule": remark.rule,
        "question": one.question,
    }


def _feedback(
    given: Sequence[Coached], judged: Sequence[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    models = {one["question"]: one for one in judged}
    for one in given:
        remarks = [remark.plain() for remark in (one.strength, one.step) if remark is not None]
        model = models.pop(one.question, None)
        told = [remark["text"] for remark in remarks] + ([model["feedback"]] if model else [])
        quotes = [quote for remark in remarks for quote in remark["quotes"]]
        more = [q for q in model["quotes"] if q not in quotes] if model else []
        yield {
            "question": one.question,
            "message": one.message,
            "feedback": joined(*told),
            "quotes": quotes + more,
            "judged": model["feedback"] if model else None,
        }
    yield from ({**one, "judged": one["feedback"]} for one in models.values())


def parts(one: Mapping[str, Any]) -> str:
    """What an answer had, and the rest, without what its strength and its step say; `one` is an answer of a report's
    `coaching`."""
    told = _told(one)
    had = listed([NAMES[part["aspect"]] for part in one["had"] if part["aspect"] not in told])
    return joined(Sentence("We found {had}.", had=had) if had else "", without_words(one))


def without_words(one: Mapping[str, Any]) -> str:
    """What was found without words to quote, and what was not found of what was asked, in a sentence each."""
    return joined(_unquoted(one), _missing(one))


_NAMES_ALONE: Final[Mapping[str, Sentence]] = {
    Aspect.MEASURABLE_RESULT: Sentence("a result with a figure or a time")
}
"""The name of a part where its words do not stand beside it."""


def _unquoted(one: Mapping[str, Any]) -> str:
    """So that the reader finds in the answers what the heading counts."""
    aspects = [_NAMES_ALONE.get(aspect, NAMES[aspect]) for aspect in one["unquoted"]]
    return (
        Sentence(
            "Also found, in words that say too little alone to be quoted: {had}.",
            had=listed(aspects),
        )
        if aspects
        else ""
    )


def _missing(one: Mapping[str, Any]) -> str:
    """Of a few words nothing more is missing than words."""
    if one["step"] is not None and one["step"]["rule"] in FEW:
        return ""
    wanted = [aspect for aspect in WANTED.get(one["asking"], ()) if aspect in one["not_found"]]
    names = listed([NO[aspect] for aspect in wanted if aspect not in _told(one)])
    return Sentence("We found {missing}.", missing=names) if names else ""


def _told(one: Mapping[str, Any]) -> set[Aspect]:
    """What the answer's strength and step say."""
    return {
        aspect
        for remark in (one["strength"], one["step"])
        if remark is not None and remark["rule"] in BY_ID
        for aspect in _told_by(BY_ID[remark["rule"]].aspect)
    }


_WEAK: Final = frozenset({Aspect.TEAM, Aspect.HEDGES, Aspect.LOOSE_END})


def words_of(one: Mapping[str, Any]) -> list[Part]:
    """The same parts that an answer had, with their words: less what its strength and its step quote, and each word once.
    What weakens it is listed whole, unless that is what its step tells."""
    weak = _told(one) & _WEAK
    one = {**one, "had": [part for part in one["had"] if part["aspect"] not in weak]}
    told = [q for remark in (one["strength"], one["step"]) if remark for q in quoted_in(remark)]
    return _together(one, told)


def _together(one: Mapping[str, Any], told: Sequence[Quoted] = ()) -> list[Part]:
    """What an answer had, less the words that were `told`. Parts that are the same words, or words among these, are named
    together."""
    found: list[tuple[list[Sentence], list[Quoted]]] = []
    for part in one["had"]:
        said = () if part["aspect"] in _WEAK else told
        rest = [q for q in part["quotes"] if not any(_share(q, other) for other in said)]
        left = [q for q in rest if not any(_share(q, other) for _, had in found for other in had)]
        if left:
            found.append(([NAMES[part["aspect"]]], left))
        elif rest:
            _name_it(found, rest, NAMES[part["aspect"]])
    return [(listed(names), quotes) for names, quotes in found]


def _name_it(
    found: Sequence[tuple[list[Sentence], list[Quoted]]], rest: Sequence[Quoted], name: Sentence
) -> None:
    """Adds the name where these are all the words that stand there; the wider words of the two are kept."""
    for names, had in found:
        if len(had) == 1 and _share(had[0], rest[0]):
            had[0] = max(had[0], rest[0], key=lambda q: q["end"] - q["start"])
            names.append(name)
            return


def _share(one: Quoted, other: Quoted) -> bool:
    """Whether two quotes have words in common."""
    return bool(
        one["message"] == other["message"]
        and one["start"] < other["end"]
        and other["start"] < one["end"]
    )


def quoted_in(remark: Mapping[str, Any]) -> list[Quoted]:
    """The words that a remark rests on and shows."""
    text = remark["text"].casefold()
    return [quote for quote in remark["quotes"] if quote["quote"].casefold() in text]


def _told_by(aspect: Aspect) -> tuple[Aspect, ...]:
    """What is said with it: a result in figures is a result and a number."""
    if aspect is Aspect.MEASURABLE_RESULT:
        return aspect, Aspect.RESULT, Aspect.NUMBER
    return (aspect,)


def shown(coaching: Mapping[str, Any]) -> dict[str, Any]:
    """The same with its words for people."""
    answers = [
        {
            **one,
            "parts": parts(one),
            "without_words": without_words(one),
            "words": words_of(one),
            "every": _together(one),
            "strength": _placed(one["strength"]),
            "step": _placed(one["step"]),
            "had": [{**part, "name": NAMES[part["aspect"]]} for part in one["had"]],
        }
        for one in coaching["answers"]
    ]
    return {**coaching, "answers": answers}


def _placed(remark: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if remark is None else {**remark, "shown": quoted_in(remark)}


def quotes(coaching: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Every place in the transcript that the coaching leads to."""
    found = list((coaching["best"] or {"quotes": []})["quotes"])
    return found + [q for one in coaching["answers"] for part in one["had"] for q in part["quotes"]]
