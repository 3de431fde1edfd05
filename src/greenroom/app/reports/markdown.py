"""Report and transcript as one Markdown document, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from greenroom.app.reports.coached import quoted_in, without_words, words_of
from greenroom.app.reports.incidents import went_wrong
from greenroom.app.reports.reporting import WITHOUT_SOUND, agreed_to, clock, judged_by
from greenroom.app.reports.wording import (
    BY_HAND,
    BY_THE_CLOCK,
    ENDED,
    MEASURES,
    is_doubted,
    left,
    remark,
    replied,
)
from greenroom.assessment.answers import talked_over
from greenroom.assessment.sentence import Sentence
from greenroom.interview.causes import EndReason

Say: TypeAlias = Callable[[str], str]
"""A sentence in a language."""
Items: TypeAlias = Sequence[Mapping[str, Any]]
JUDGED: Final = {
    Sentence("Strengths"): "strengths",
    Sentence("To work on"): "improvements",
    Sentence("Question by question"): "question_feedback",
}
"""Headings of the parts that a scorecard fills."""
GOOD: Final = Sentence("Good:")
NEXT: Final = Sentence("Next:")
STATES: Final = {
    "covered": Sentence("You spoke about it:"),
    "asked": Sentence("The interviewer asked, but we did not find it in your words:"),
    "not_reached": Sentence("We did not find it in your words."),
}
KINDS: Final = {"required": Sentence("Required"), "preferred": Sentence("Preferred")}
_NO_TITLES: Final[Mapping[str, str]] = MappingProxyType({})


def markdown(
    record: Mapping[str, Any],
    told: Mapping[str, Any],
    titles: Mapping[str, str] = _NO_TITLES,
    say: Say = str,
    plan: str = "",
) -> str:
    """`told` is the record's `report`, `titles` those of the plan's stages by id, `plan` its own; without
    them their ids stand there. Candidate's words are escaped: they are text."""
    return "\n".join(_Document(record, told, titles, say, plan).lines()) + "\n"


class _Document:
    def __init__(
        self,
        record: Mapping[str, Any],
        told: Mapping[str, Any],
        titles: Mapping[str, str],
        say: Say,
        plan: str,
    ) -> None:
        self._record, self._told, self._titles, self._say = record, told, titles, say
        self._plan = plan or record["plan"]
        self._times = {m["index"]: clock(m["started_ms"]) for m in record["messages"]}

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._coaching(self._told["coaching"])
        yield from self._judged()
        yield from self._section(Sentence("Measured"), map(self._measure, self._told["measures"]))
        yield from self._section(
            Sentence("Not scored"), (f"- {self._plain(why)}" for why in self._told["not_scored"])
        )
        asked = self._told["candidate_questions"]
        yield from self._section(Sentence("What you asked"), map(self._asked, asked))
        covered = self._record.get("coverage", ())
        yield from self._section(Sentence("What the job asks for"), map(self._covered, covered))
        yield from self._moved()
        ours = {id(message) for message in talked_over(self._record["messages"])}
        said = (self._said(m, ours=id(m) in ours) for m in self._record["messages"])
        yield from list(self._section(Sentence("Transcript"), said))[:-1]

    def _head(self) -> Iterator[str]:
        record = self._record
        who = record["candidate"]["name"]
        title = Sentence("Interview with {who}", who=who) if who else Sentence("Interview")
        length = clock(record["ended_ms"] or 0)
        about = Sentence(
            "{plan}, {at}, {length} long.",
            plan=plain(self._say(self._plan)),
            at=f"{record['started_at'][:16].replace('T', ' ')} UTC",
            length=length,
        )
        yield from (f"# {self._plain(title)}", "", self._say(about), "")
        if (agreed := agreed_to(record)) is not None:
            yield from (self._plain(agreed), "")
        if record.get("sound"):
            yield from (f"_{self._say(WITHOUT_SOUND)}_", "")

    def _section(self, title: str, lines: Iterator[str]) -> Iterator[str]:
        """Nothing where there are no lines."""
        found = list(lines)
        if found:
            yield from (f"## {self._say(title)}", "", *found, "")

    def _coaching(self, coaching: Mapping[str, Any]) -> Iterator[str]:
        yield from (f"## {self._say(Sentence('How it went'))}", "")
        yield from (f"**{self._plain(coaching['title'])}** {self._plain(coaching['lede'])}", "")
        if best := coaching["best"]:
            yield self._point(Sentence("Your best moment"), best["text"], best["quotes"])
        if following := coaching["next"]:
            again = next(
                (a["question"] for a in coaching["answers"] if a["message"] == coaching["again"]),
                "",
            )
            line = self._point(Sentence("Do this next"), following["text"])
            where = f" {self._say(Sentence('Try this question again:'))} {plain(again)}"
            if again in following["text"]:  # it names the question itself
                where = f" {self._say(Sentence('Try this question again.'))}"
            yield line + where * bool(again)
        for one in coaching["better"]:
            yield self._point(Sentence("Better than last time"), one)
        if coaching["answers"]:
            yield from ("", f"## {self._say(Sentence('Answer by answer'))}", "")
        for one in coaching["answers"]:
            yield from (f"### {plain(one['question'])}", "")
            yield from (*self._answer(one), "")
        if not coaching["answers"]:
            yield ""

    def _answer(self, one: Mapping[str, Any]) -> Iterator[str]:
        """Its strength and its step, then what else was found in it, each with its words and their time."""
        if one["why"]:
            yield f"- {self._plain(one['why'])}"
        for label, told in ((GOOD, one["strength"]), (NEXT, one["step"])):
            if told:
                at = "".join(f" ({self._at(quote)})" for quote in quoted_in(told))
                yield f"- **{self._say(label)}** {self._plain(told['text'])}{at}"
        for name, quotes in words_of(one):
            said = self._say(name)
            yield f"- {said[:1].upper()}{said[1:]}: {', '.join(map(self._quoted, quotes))}"
        if more := without_words(one):
            yield f"- {self._plain(more)}"

    def _point(self, name: str, text: str, quotes: Items = ()) -> str:
        words = "".join(f"{self._quoted(quote)}. " for quote in quotes)
        return f"- **{self._say(name)}**: {words}{self._plain(text)}"

    def _quoted(self, quote: Mapping[str, Any]) -> str:
        """A quote with its place."""
        return f"{self._marked(quote['quote'])} ({self._at(quote)})"

    def _at(self, quote: Mapping[str, Any]) -> str:
        mark = f", {self._say(BY_HAND)}" if quote.get("corrected") else ""
        return f"{self._times[quote['message']]}{mark}"

    def _marked(self, words: str) -> str:
        """In the quote marks of the reader's language."""
        return self._say(Sentence("“{quote}”", quote=plain(words)))

    def _judged(self) -> Iterator[str]:
        for title, key in JUDGED.items():
            claims = (
                one for one in self._told[key] if "rule" not in one and one.get("judged", one)
            )
            yield from self._section(title, map(self._claim, claims))
        if self._told["scorecard"] is not None:
            by = self._plain(judged_by(self._told["scorecard"]))
            yield from self._section(Sentence("Judging"), iter([by]))

    def _claim(self, claim: Mapping[str, Any]) -> str:
        """A remark with the words that it rests on."""
        words = " ".join(map(self._quoted, claim["quotes"]))
        if "question" in claim:
            said = claim.get("judged") or claim["feedback"]
            return f"- _{plain(claim['question'])}_ {self._plain(said)} {words}"
        return f"- {self._plain(claim['text'])} {words}"

    def _measure(self, name: str) -> str:
        measure, say = self._told["measures"][name], self._say
        label = say(MEASURES.get(name, name))
        if "not_scored" in measure:
            lacks = say(Sentence("Not measured."))
            return f"- **{label}**: {lacks} {say(measure['not_scored'])}"
        value = (
            f"{say(measure['value'])}" if isinstance(measure["value"], str) else measure["value"]
        )
        found = f"{value} {say(measure['unit'])}. {say(measure['sentence'])}"
        definition = say(measure["definition"]).replace(". ", ".\n  ")  # a line for each sentence
        return f"- **{label}**: {found}\n  _{definition}_"

    def _asked(self, one: Mapping[str, Any]) -> str:
        """A question of the candidate's, and what was said to it."""
        at = self._times[one["message"]]
        told = f" _{self._plain(became)}_" if (became := replied(one)) else ""
        return f"- {self._marked(one['text'])} ({at}) {plain(one['reply'])}".rstrip() + told

    def _covered(self, one: Mapping[str, Any]) -> str:
        """A requirement of the job, and the candidate's words about it."""
        words = ", ".join(map(self._quoted, one["quotes"]))
        kind = self._say(KINDS.get(one["kind"], one["kind"]))
        state = self._say(STATES[one["state"]])
        return f"- {plain(one['requirement'])} ({kind}). {state} {words}".rstrip()

    def _moved(self) -> Iterator[str]:
        names = map(
            self._say,
            (
                Sentence("part"),
                Sentence("length"),
                Sentence("why it was left"),
                Sentence("different questions"),
            ),
        )
        yield from (f"## {self._say(Sentence('How the interview moved'))}", "")
        yield from (f"| {' | '.join(names)} |", "|---|---|---|---|")
        for stage in self._told["stages"]:
            why = self._say(left(stage))
            why += f" {self._say(BY_THE_CLOCK)}" * bool(stage["forced"])
            title = plain(self._say(self._titles.get(stage["id"], stage["id"])))
            yield f"| {title} | {clock(stage['length_ms'] or 0)} | {why} | {stage['questions']} |"
        yield ""
        if self._record.get("end_reason"):
            yield from (self._say(ENDED[EndReason(self._record["end_reason"])]), "")
        for incident in self._record.get("incidents", ()):
            yield f"{clock(incident['at_ms'])} {self._say(went_wrong(incident))}"
            yield ""

    def _said(self, message: Mapping[str, Any], *, ours: bool) -> str:
        by = Sentence("Interviewer") if message["speaker"] == "interviewer" else Sentence("You")
        doubt = f"_{self._say(Sentence('perhaps'))}_ " if is_doubted(message) else ""
        line = f"- **{self._say(by)}** ({clock(message['started_ms'])}): {doubt}{plain(message['text'])}"
        told = remark(message, ours=ours)
        return f"{line} _{self._plain(told)}_" if told else line

    def _plain(self, text: str) -> str:
        return plain(self._say(text))


def plain(text: str) -> str:
    """Text that Markdown and HTML show as it is."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]#|~" else c for c in text)
    return " ".join(escaped.replace("&", "&amp;").replace("<", "&lt;").split())
