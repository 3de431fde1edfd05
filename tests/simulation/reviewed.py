"""The sentences that the interviewer says of its own accord, as they came out of interviews with invented
people (`people/`): leads before questions, "based on what I heard", and the remarks of the good-bye.

`scripts/reviewed-sentences` writes them to `docs/reviewed-sentences.md`, beside what was said before each. A
verdict that a person wrote there is kept while the sentence and what was said before it stay the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from greenroom.adapters.understanding.phrases import PhraseReader
from greenroom.adapters.understanding.tagger import tagger
from greenroom.app import plans
from greenroom.interview.commands import Kind
from greenroom.interview.events import AnswerGiven
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.reading import Reading
from greenroom.testing.playbook import Playbook

PEOPLE = Path(__file__).parent / "people"
PLANS = ("two-stage", "classic", "software-engineer")
PAGE = Path("docs/reviewed-sentences.md")
READ = "true"
UNREAD = "unread"
_ROW = re.compile(
    r"\| \d+ \| (?P<kind>\w+) \| (?P<before>.*?) \| (?P<said>.*?) \| (?P<verdict>\w+) \|"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    kind: str
    before: str
    """What the candidate said last; of a remark: all that was said."""
    said: str


def interview(plan: InterviewPlan, script: Path) -> Playbook:
    """Every line of the script as an answer to whatever was asked; then silence to the end."""
    read = PhraseReader(tagger())
    book = Playbook(plan, Candidate("Robin", "engineer")).candidate_joins()
    for line in script.read_text("utf-8").splitlines():
        text = json.loads(line)["say"]
        _listen(book)
        if book.state.ended or book.state.closing:
            break
        reading = Reading("phrases", 1.0, phrases=read(text))
        book.post(AnswerGiven(book.now, text, book.now, book.now, typed=True, reading=reading))
    return book.to_the_end()


def _listen(book: Playbook) -> None:
    for _ in range(200):
        state = book.state
        if state.ended or (state.silence_since is not None and state.prompt is not None):
            return
        minutes, milliseconds = divmod(book.now + 500, 60_000)
        book.at(f"{minutes}:{milliseconds / 1000}")


def sentences() -> Iterator[Sentence]:
    """Each sentence once."""
    seen = set()
    for script in sorted(PEOPLE.glob("*.jsonl")):
        for name in PLANS:
            plan = plans.load(name, role="engineer", level="mid")
            for one in _of_its_own(interview(plan, script)):
                if one not in seen:
                    seen.add(one)
                    yield one


def _of_its_own(book: Playbook) -> Iterator[Sentence]:
    said: list[str] = []
    for message in book.state.transcript.messages:
        if message.speaker == "candidate":
            said.append(message.text)
            continue
        asked = message.question or ""
        at = message.text.lower().rfind(asked.lower()) if asked else -1
        lead = message.text[:at].strip() if at > 0 else ""
        if message.kind in (Kind.PROBE, Kind.QUESTION) and lead and said:
            yield Sentence("lead", said[-1], lead)
        elif message.kind in (Kind.BRIDGE, Kind.CLOSING) and said:
            yield Sentence(str(message.kind), " / ".join(said), lead or message.text)


def page(old: str) -> str:
    """The page, with the verdicts of the old one."""
    verdicts = {(m["kind"], m["before"], m["said"]): m["verdict"] for m in _ROW.finditer(old)}
    rows = []
    for number, one in enumerate(sentences(), 1):
        key = (one.kind, _cell(one.before), _cell(one.said))
        rows.append(f"| {number} | {' | '.join(key)} | {verdicts.get(key, UNREAD)} |")
    return (
        HEAD.format(count=len(rows), people=len(list(PEOPLE.glob("*.jsonl"))))
        + "\n".join(rows)
        + "\n"
    )


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


HEAD = """# Reviewed sentences

{count} sentences that the interviewer without a model said of its own accord, in interviews with {people} invented
people (`tests/simulation/people`): the lead before a question, the bridge to the next part, the good-bye.
Each was read beside what the candidate had said before it. The question itself is not shown.

Read whole, one by one, on 2026-11-27: 232 sentences, none untrue. Four were mended then: two repeated a failed exam,
two named "three of them" and nothing else. Rows that changed since then were read when they changed.
The readings here hold phrases alone, so a question back ("can we stop soon") is passed over; in a real interview it is
met. Whole interviews stand in [interviews](interviews.md).

`true`: it names only what was said, or claims nothing. `unread`: it is new since the last review.
Make the page again with `scripts/reviewed-sentences`; verdicts stay with sentences that did not change.

| # | kind | said before | the interviewer | verdict |
|---|---|---|---|---|
"""
