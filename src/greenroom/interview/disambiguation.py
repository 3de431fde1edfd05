"""What a turn is where its reading alone does not say: by the pending question, the stage and the plain words (F17)."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.asides import NEVER_WORKED, Judged, hurts, judged
from greenroom.interview.reading import About
from greenroom.interview.state import InterviewState
from greenroom.interview.understanding import words_reader
from greenroom_turns import language as spoken_language
from greenroom_turns.folding import clauses

NONE_LEFT = (About.DECLINE, About.NO_EXAMPLE)
"""To "is there anything you would like to ask?" these say that there is nothing."""
BEGINNING = 2
"""Words in which a yes is looked for where no mark ends it: "um yeah i think so"."""


def disambiguated(state: InterviewState, found: Judged, text: str) -> Judged:
    """The same, with what the pending question, the stage and the words alone say of the turn."""
    found = _by_closed_words(found, text, state.plan.language)
    found = _in_their_part(state, _to_yes_or_no(state, found, text), text)
    if _is_yes_or_no(state) and any(map(hurts, found.topics)):
        return replace(found, answer="")  # they agreed to begin: what hurts comes first
    return found


def _by_closed_words(found: Judged, text: str, language: str) -> Judged:
    """Where nobody can say what the turn is, the closed patterns do; and they know other languages."""
    closed = judged(words_reader.read(text, "", (), language), text)
    certain = found.unsure is not None or closed.topics == ("language.other",)
    taken = certain and not found.topics and not closed.answer and closed.topics
    return replace(found, topics=closed.topics, answer="", unsure=None) if taken else found


def _to_yes_or_no(state: InterviewState, found: Judged, text: str) -> Judged:
    """To a yes/no question, words that hold a yes answer it whatever else they hold; a no does so unless
    it begins an aside ("no, I cannot hear you")."""
    language = state.plan.language
    if (
        not _is_yes_or_no(state)
        or state.on_offer
        or found.answer
        or found.ending == "yes"
        or any(map(hurts, found.topics))
        or (state.stage.kind == "questions" and found.topics)
    ):
        return found
    said = {spoken_language.yes_no(" ".join(part), language) for part in clauses(text)}
    if (
        "yes" in said
        or spoken_language.yes_no(" ".join(text.split()[:BEGINNING]), language) == "yes"
    ):
        return replace(found, topics=_civil(found.topics), answer=text, unsure=None, ending="")
    return replace(found, answer=text, unsure=None) if "no" in said and found.unsure else found


def _is_yes_or_no(state: InterviewState) -> bool:
    """Whether the pending question asks for a yes or no, so that no answer to it is lost."""
    return state.prompt is not None and state.prompt.question.kind == "yesno"


def _civil(topics: tuple[str, ...]) -> tuple[str, ...]:
    """Who agrees insults nobody: "right you are"."""
    return tuple(topic for topic in topics if not topic.startswith(About.ABUSE))


def _in_their_part(state: InterviewState, found: Judged, text: str) -> Judged:
    """Where the candidate asks, nothing is an answer that asks."""
    if state.stage.kind != "questions":
        return found
    asks = text.rstrip().endswith("?")
    told = NEVER_WORKED in found.topics
    none = (
        not told and bool(found.topics) and all(one.startswith(NONE_LEFT) for one in found.topics)
    )
    doubtful = found.ending == "perhaps" or found.unsure is not None
    if not asks and (none or (doubtful and not found.topics)):
        return Judged(answer=text)  # "That'll do.", "nothing comes to mind": they ask nothing
    return (
        replace(found, topics=found.topics or (("job.other",) if asks else ()), answer="")
        if (found.topics or asks)
        else found
    )
