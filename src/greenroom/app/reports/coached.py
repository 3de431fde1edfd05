"""What the journal of an interview tells its coaching, and its coaching in the shape of a report."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from greenroom.app.reports.wording import BY_HAND
from greenroom.assessment.coaching import Coaching, Known
from greenroom.assessment.coaching.shapes import Asking, Aspect, Coached
from greenroom.assessment.sentence import Sentence, joined, listed
from greenroom.interview.asides import DISTRESS
from greenroom.interview.events import AnswerGiven, Event
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.record import in_order
from greenroom.interview.state import InterviewState

NAMES: Final[Mapping[str, Sentence]] = {
    Aspect.SITUATION: Sentence("how things stood"),
    Aspect.ACTION: Sentence("a deed of your own"),
    Aspect.RESULT: Sentence("what came of it"),
    Aspect.MEASURABLE_RESULT: Sentence("by how much"),
    Aspect.TRADE_OFF: Sentence("what was weighed or given up"),
    Aspect.NUMBER: Sentence("a number"),
    Aspect.REASON: Sentence("a reason"),
}
"""What an answer has, for people."""


NO: Final[Mapping[str, Sentence]] = {
    Aspect.ACTION: Sentence("no deed of your own"),
    Aspect.RESULT: Sentence("no result"),
    Aspect.TRADE_OFF: Sentence("no word on what was weighed or given up"),
    Aspect.NUMBER: Sentence("no number"),
    Aspect.REASON: Sentence("no reason"),
}
"""The same where it was not found."""
WANTED: Final[Mapping[str, Sequence[str]]] = {
    Asking.STORY: (Aspect.ACTION, Aspect.RESULT, Aspect.NUMBER, Aspect.TRADE_OFF),
    Asking.DEED: (Aspect.ACTION,),
    Asking.OUTCOME: (Aspect.RESULT, Aspect.NUMBER),
    Asking.INTRODUCTION: (Aspect.NUMBER,),
    Asking.VIEW: (Aspect.REASON,),
}
"""What is asked for, of what can be not found: the rest is no lack."""


def known(
    plan: InterviewPlan,
    state: InterviewState,
    events: Iterable[Event],
    corrected: Container[int] = (),
) -> Known:
    """What the coaching goes by besides the record; messages by their index there. What a reader found in
    words that were `corrected` is not known of the words that stand there now."""
    messages = in_order(state)
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
    """What an answer had, and what was not found of what was asked, in a sentence each; `one` is an
    answer of a report's `coaching`."""
    had = listed([NAMES[part["aspect"]] for part in one["had"]])
    wanted = [aspect for aspect in WANTED.get(one["asking"], ()) if aspect in one["not_found"]]
    missing = listed([NO[aspect] for aspect in wanted])
    return joined(
        Sentence("We found {had}.", had=had) if had else "",
        Sentence("We found {missing}.", missing=missing) if missing else "",
    )


def shown(coaching: Mapping[str, Any]) -> dict[str, Any]:
    """The same with its words for people."""
    answers = [
        {
            **one,
            "parts": parts(one),
            "had": [{**part, "name": NAMES[part["aspect"]]} for part in one["had"]],
        }
        for one in coaching["answers"]
    ]
    return {**coaching, "answers": answers}


def quotes(coaching: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Every place in the transcript that the coaching leads to."""
    found = list((coaching["best"] or {"quotes": []})["quotes"])
    return found + [q for one in coaching["answers"] for part in one["had"] for q in part["quotes"]]


def quoted(quote: Mapping[str, Any], plain: Callable[[str], str]) -> str:
    """A quote with its place, in Markdown."""
    mark = f", {BY_HAND}" if quote.get("corrected") else ""
    return f"“{plain(quote['quote'])}” ({quote['message']}{mark})"


def written(coaching: Mapping[str, Any], plain: Callable[[str], str]) -> list[str]:
    """The coaching as lines of Markdown; `plain` escapes what was said."""

    def words(quotes: Sequence[Mapping[str, Any]]) -> str:
        return " ".join(quoted(q, plain) for q in quotes)

    lines = ["## How it went", "", f"**{plain(coaching['title'])}** {plain(coaching['lede'])}", ""]
    if best := coaching["best"]:
        lines.append(f"- **Your best moment**: {words(best['quotes'])} {plain(best['text'])}")
    if following := coaching["next"]:
        again = next(
            (a["question"] for a in coaching["answers"] if a["message"] == coaching["again"]), None
        )
        where = f" Answer this again: {plain(again)}" if again else ""
        lines.append(f"- **Next**: {plain(following['text'])}{where}")
    lines += [f"- **Better than last time**: {plain(one)}" for one in coaching["better"]]
    if coaching["answers"]:
        lines += ["", "## Answer by answer", ""]
    for one in coaching["answers"]:
        lines += [f"### {plain(one['question'])}", ""]
        found = [one["why"], parts(one), *(r["text"] for r in (one["strength"], one["step"]) if r)]
        lines += [*(f"- {plain(text)}" for text in found if text), ""]
    return lines if lines[-1] == "" else [*lines, ""]
