"""A finished turn of the candidate: command, request for time, aside or answer (F17).

What has to be understood for certain is told by words: commands, and what only silences the interviewer.
Everything else is told by the turn's reading.
"""

from __future__ import annotations

import re
from dataclasses import replace

from greenroom.interview.answers import answer
from greenroom.interview.aside_moves import NEVER_WORKED, led, met, offered, same_words_again
from greenroom.interview.asides import Ending, Judged, judged
from greenroom.interview.candidate_commands import active, ordered, settled, think
from greenroom.interview.candidate_messages import barged, note
from greenroom.interview.clock_holds import awake
from greenroom.interview.commands import Consult
from greenroom.interview.disambiguation import disambiguated
from greenroom.interview.endpointing import SLOWER
from greenroom.interview.events import AnswerGiven, SpokenCommand
from greenroom.interview.giving_way import interrupted
from greenroom.interview.reading import About, Reading
from greenroom.interview.speaking import gone_on
from greenroom.interview.state import Choice, InterviewState, Phase, Step
from greenroom.interview.trailing_request import parted
from greenroom.interview.understanding import words_reader
from greenroom.interview.understanding.breaks import break_asked_at
from greenroom.interview.understanding.conditions import of_a_condition, of_the_past
from greenroom.interview.understanding.study import asks_for_hint
from greenroom.interview.understanding.urgent import urgent
from greenroom_turns import language as spoken_language
from greenroom_turns.folding import words
from greenroom_turns.vocabulary import CommandName

TAKEN = {
    "pause": SpokenCommand.PAUSE,
    "end": SpokenCommand.END,
    "other_words": SpokenCommand.REPHRASE,
}
"""What a "yes" to an offer does."""
DONT_KNOW = "no_example.dont_know"
SHORT = 4
"""Words of a "let's stop" with which somebody takes an offered end."""
_OF_US = re.compile(r"(?i)\b(?:i|i['’]?m|me|we|us|let['’]?s|interview|(?:good)?bye)\b")
"""Who names themselves, us or the interview wants more than silence."""
PART = frozenset({"part", "section", "stage", "topic"})
"""Who skips one of these skips more than the question."""


def heard(state: InterviewState, event: AnswerGiven) -> Step:
    """Classify a finished turn and act on it."""
    began = event.began if state.turn_began is None else min(event.began, state.turn_began)
    state = replace(state, turn_began=None)
    if event.typed:
        state = replace(state, unsent=False)
    text = event.text.strip()
    if not text or state.index < 0:
        return state, ()
    command = _command(state, text)
    pause = state.pause
    if pause is not None and (event.typed or pause.ours):
        state = awake(state)  # nobody types to somebody else
    elif pause and began >= pause.since and command not in ("resume", "go_on", "end"):
        return state, ()  # said to somebody else: not ours to keep
    if state.rules == 1:
        return _by_words(state, event, command) or _first_rules(state, event)
    reading = _reading(state, event)
    if reading.danger:
        return met(interrupted(state), event, judged(reading, text).topics)
    asks = _by_words(interrupted(state), event, command) or _in_the_last_breath(state, event)
    return asks or _read(state, event, reading)


def _command(state: InterviewState, text: str) -> CommandName | None:
    """What the whole turn asks for; a wish for a break is one in whatever words (rules 2)."""
    language = state.plan.language
    found = spoken_language.command(text, language)
    if found is None and state.rules > 1 and language.startswith("en"):
        return "pause" if break_asked_at(text) == 0 else None
    return found


def _by_words(
    state: InterviewState, event: AnswerGiven, command: CommandName | None
) -> Step | None:
    """Do what the words ask for without doubt; None: they ask for nothing."""
    text, language = event.text.strip(), state.plan.language
    if state.plan.study and asks_for_hint(text, language):
        return ordered(note(barged(state, event), event, "command"), SpokenCommand.HINT)
    if command is not None and spoken_language.asks_back(text, language):
        return met(state, event, ("clarify.meaning",))
    if command is not None and (command != "go_on" or _can_go_on(state)):
        state = note(barged(state, event), event, "command")
        part = not PART.isdisjoint(words(text))
        return _obeyed(state, event, SpokenCommand(command), part=part)
    slower = state.rules > 1 and spoken_language.slower(text, language)
    if slower:
        state = replace(state, pace=SLOWER.get(state.pace, state.pace))
    if slower or spoken_language.thinking(text, language):
        return think(note(state, event, "thinking"))
    return None


def _in_the_last_breath(state: InterviewState, event: AnswerGiven) -> Step | None:
    """An answer that ends in a request: both are taken, one after the other; None: it is no such turn."""
    parts = parted(event, state.plan.language)
    if parts is None or state.phase is not Phase.RUNNING or state.pause is not None:
        return None
    told, request, command = parts
    state, commands = heard(state, told)
    if state.transcript.messages[-1].kind != "answer":
        return None
    if event.cut and command is SpokenCommand.END:
        return note(state, request, "command"), commands
    if command is not SpokenCommand.PAUSE:  # what follows the answer waits only for a pause
        state = settled(state)
        commands = tuple(one for one in commands if not isinstance(one, Consult))
    state, more = ordered(note(state, request, "command"), command)
    return state, (*commands, *more)


def _obeyed(
    state: InterviewState, event: AnswerGiven, command: SpokenCommand, *, part: bool = False
) -> Step:
    """Nobody hears the good-bye that a cut-off "end" would bring, and nobody could take it back."""
    if event.cut and command is SpokenCommand.END:
        return active(state), ()
    return ordered(state, command, part=part)


def _first_rules(state: InterviewState, event: AnswerGiven) -> Step:
    """Rules 1: what is no command is an answer."""
    text, language = event.text.strip(), state.plan.language
    if (
        _over_us(state, event)
        and spoken_language.stops(text, language)
        and _only_stops(text, language)
    ):
        return active(note(state, event, "command")), ()
    return answer(state, event)


def _reading(state: InterviewState, event: AnswerGiven) -> Reading:
    """What a reader found; where there was none, what the words alone tell. What must not be missed is
    looked for by words as well."""
    text, found = event.text.strip(), event.reading
    if found is None:
        question = state.prompt.question.text if state.prompt is not None else ""
        found = words_reader.read(text, question, (), state.plan.language)
    told = urgent(text)
    found = of_a_condition(found, text) if not told.distress else of_the_past(found, text)
    return replace(
        found,
        end=1.0 if told.end else found.end,
        distress=1.0 if told.distress else found.distress,
        danger=told.danger or found.danger,
    )


def _can_go_on(state: InterviewState) -> bool:
    """ "Go on" means something while paused, over a good-bye, or when we are waiting."""
    return state.pause is not None or state.phase is Phase.CLOSING


def _over_us(state: InterviewState, event: AnswerGiven) -> bool:
    """The turn began while the interviewer could be heard. To a silent one "enough" is an answer."""
    if state.current is not None and state.current.audible_at is not None:
        return True
    ours = (m for m in reversed(state.transcript.messages) if m.speaker == "interviewer")
    last = next(ours, None)
    return last is not None and last.started_ms <= event.began <= last.ended_ms


def _only_stops(text: str, language: str) -> bool:
    """A bare "wait, stop": it silences the interviewer and says nothing else."""
    return len(text.split()) <= 3 and not spoken_language.yes_no(text, language)


def _silences(state: InterviewState, event: AnswerGiven, ending: Ending) -> bool:
    """It silences the interviewer and says nothing else. "Can we stop" does not: it speaks of the interview. Typed words
    do so only where there are no others ("Stock control.")."""
    text, language = event.text.strip(), state.plan.language
    if not _over_us(state, event):
        return False
    if event.typed:
        return spoken_language.is_expected(text, language) and not spoken_language.yes_no(
            text, language
        )
    ends = ending == "yes" and _OF_US.search(text) is not None
    return not ends and spoken_language.stops(text, language) and _only_stops(text, language)


def _read(state: InterviewState, event: AnswerGiven, reading: Reading) -> Step:
    """Act on what the turn's reading says."""
    text = event.text.strip()
    found = disambiguated(state, judged(reading, text), text)
    silences = _silences(state, event, found.ending)
    if not found.answer and (found.topics or found.unsure or found.ending or silences):
        state = interrupted(state)
    if silences:
        return active(note(state, event, "command")), ()
    if found.ending == "yes":
        said = note(barged(state, event), event, "command")
        return _obeyed(said, event, SpokenCommand.END)
    choices = state.on_offer
    state = replace(state, on_offer=())
    if choices and (taken := _taken(state, event, choices, found)) is not None:
        return taken
    if same_words_again(state, text) and state.phase is Phase.RUNNING and not found.topics:
        return met(state, event, ("already_said.said",))
    return _judged(state, event, found)


def _judged(state: InterviewState, event: AnswerGiven, found: Judged) -> Step:
    """An aside is met; an answer is assessed, and what was aside in it is met first."""
    if NEVER_WORKED in found.topics:
        state = replace(state, never_worked=state.never_worked + 1)
    if found.unsure is not None and _may_ask(state):
        state = note(active(state), event, "aside", about=found.unsure)
        asides = (*state.prompt.asides, "unsure.") if state.prompt is not None else ()
        state = replace(state, prompt=state.prompt and replace(state.prompt, asides=asides))
        return offered(state, "offer.other_words", ("other_words",)), ()
    if found.topics and not found.answer:
        return met(state, event, found.topics)
    if found.ending == "perhaps" and not found.answer:
        state = note(active(state), event, "aside", about=About.RESTART)
        return offered(state, "offer.stop", ("end",)), ()
    state, commands = answer(state, event, found.answer or None, found.topics)
    if found.topics:
        state = led(state, found.topics, event)
    elif found.ending == "perhaps":
        state = offered(state, "offer.stop", ("end",))
    return state, commands


def _may_ask(state: InterviewState) -> bool:
    """Whether other words may be offered: once for each question, where nothing else is under way."""
    busy = (state.turn, state.claim, state.current, state.draft)
    if state.prompt is None or any(item is not None for item in busy):
        return False
    asked_before = "unsure." in state.prompt.asides
    return state.phase is Phase.RUNNING and not asked_before and not state.bridging


def _taken(
    state: InterviewState, event: AnswerGiven, choices: tuple[Choice, ...], found: Judged
) -> Step | None:
    """What becomes of an offer: "yes" takes the first of it, "no" goes on, "I don't know" leaves it open;
    None: it was not answered."""
    text, language = event.text.strip(), state.plan.language
    if DONT_KNOW in found.topics:
        return None if choices[0] == "other_words" else _left_open(state, event, choices)
    said = spoken_language.yes_no(text, language)
    if spoken_language.command(text, language) == "go_on":
        said = "no"
    stops = "end" in choices and spoken_language.stops(text, language)
    if said is None and stops and len(words(text)) <= SHORT and not _over_us(state, event):
        return ordered(note(state, event, "command"), SpokenCommand.END)
    if said is None:
        return None
    state = active(note(barged(state, event), event, "command"))
    if said == "yes":
        return ordered(state, TAKEN[choices[0]])
    if choices[0] == "other_words" or state.phase is not Phase.RUNNING or state.draft is not None:
        return state, ()
    return gone_on(state), ()


def _left_open(state: InterviewState, event: AnswerGiven, choices: tuple[Choice, ...]) -> Step:
    """Nothing is asked of somebody who cannot say whether to go on; the offer stands."""
    state = note(active(barged(state, event)), event, "aside", about=About.NO_EXAMPLE)
    state = replace(state, grant_until=state.now + state.stage.thinking_time)
    return offered(state, "offer.unsure", choices), ()
