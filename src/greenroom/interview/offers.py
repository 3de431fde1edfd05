"""What the candidate is offered, and what becomes of the offer: taken, declined, left open, or met with silence (F17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.candidate_commands import active, carry_out
from greenroom.interview.candidate_messages import barged, note, requested
from greenroom.interview.classification import ClassifiedTurn
from greenroom.interview.commands import Kind
from greenroom.interview.events import SpokenCommand
from greenroom.interview.owed_replies import with_owed, words_for
from greenroom.interview.reading import About
from greenroom.interview.replies import reply
from greenroom.interview.reply_facts import reply_facts
from greenroom.interview.speaking import repeat
from greenroom.interview.state import Choice, InterviewState, Phase, Step
from greenroom.interview.utterance_state import Draft, Prompt
from greenroom_turns import language as spoken_language
from greenroom_turns.folding import words

OFFERS: Final[dict[str, tuple[Choice, ...]]] = {
    "offer_end": ("end", "pause"),
    "offer_pause": ("pause", "end"),
}
"""What a reply to an aside may offer (`replies.Then`)."""
TAKEN: Final = {
    "pause": SpokenCommand.PAUSE,
    "end": SpokenCommand.END,
    "other_words": SpokenCommand.REPHRASE,
}
"""What a "yes" to an offer does."""
DONT_KNOW: Final = "no_example.dont_know"
SHORT: Final = 4
"""Words of a "let's stop" with which somebody takes an offered end."""
UNSURE: Final = "unsure."
"""On a question's list of asides: other words were offered, because nobody could say what the turn was."""
DANGER: Final = "distress.danger"


def with_offer(state: InterviewState, topic: str, choices: tuple[Choice, ...]) -> InterviewState:
    """Ask whether the candidate wants this; the pending question stays."""
    return replace(with_owed(state, words_for(state, topic)), on_offer=choices)


def may_offer_other_words(state: InterviewState, prompt: Prompt) -> bool:
    """Once for each question, where nothing else is under way."""
    busy = (state.turn, state.claim, state.current, state.draft)
    if UNSURE in prompt.asides or any(item is not None for item in busy):
        return False
    return state.phase is Phase.RUNNING and not state.bridging


def answer_offer(
    state: InterviewState, turn: ClassifiedTurn, choices: tuple[Choice, ...]
) -> Step | None:
    """What becomes of an offer: "yes" takes the first of it, "no" goes on, "I don't know" leaves it open;
    None: it was not answered."""
    text, language = turn.text, turn.language
    if DONT_KNOW in turn.found.topics:
        return None if choices[0] == "other_words" else _left_open(state, turn, choices)
    said = "no" if turn.command == "go_on" else spoken_language.yes_no(text, language)
    stops = "end" in choices and spoken_language.stops(text, language)
    if said is None and stops and len(words(text)) <= SHORT and not turn.over_us:
        return carry_out(note(state, turn.event, "command"), SpokenCommand.END)
    if said is None:
        return None
    state = active(requested(state, turn.event))
    if said == "yes":
        return carry_out(state, TAKEN[choices[0]])
    if choices[0] == "other_words" or state.phase is not Phase.RUNNING or state.draft is not None:
        return state, ()
    return gone_on(state), ()


def gone_on(state: InterviewState) -> InterviewState:
    """The candidate declined the offer. Go on with the question that waited, else with the pending one."""
    if state.kept_question is not None:
        return replace(state, draft=state.kept_question, kept_question=None)
    on = reply("offer.declined", reply_facts(state), ()).text
    return replace(state, draft=repeat(state, on))


def _left_open(state: InterviewState, turn: ClassifiedTurn, choices: tuple[Choice, ...]) -> Step:
    """Nothing is asked of somebody who cannot say whether to go on; the offer stands."""
    event = turn.event
    state = note(active(barged(state, event)), event, "aside", about=About.NO_EXAMPLE)
    state = replace(state, grant_until=state.now + state.stage.thinking_time)
    return with_offer(state, "offer.unsure", choices), ()


def after_silence(state: InterviewState, prompt: Prompt) -> Draft:
    """A candidate in distress did not reply to an offer. Nothing is asked, and the offer stands. If they are in
    danger, help is named once more."""
    topic = prompt.asides[-1] if prompt.asides[-1] == DANGER else "offer.silent"
    return Draft(Kind.REPLY, words_for(state, topic), prompt.question)
