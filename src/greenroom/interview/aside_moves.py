"""What is done about an aside: something is said, and the question stays, is put otherwise, or is left (F17).

What is said and what follows it comes from the table of `replies`; here is what repetition changes, and how
each move is carried out. The words are owed (`state.Owed`): they lead whatever is said next, or are said alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.asides import NEVER_WORKED
from greenroom.interview.candidate_commands import active, hush, meant, settled
from greenroom.interview.candidate_messages import (
    barged,
    is_unassessed,
    note,
    set_aside,
    typed_over,
)
from greenroom.interview.causes import Cause
from greenroom.interview.events import AnswerGiven
from greenroom.interview.known_facts import with_corrections
from greenroom.interview.offers import OFFERS
from greenroom.interview.owed_replies import said_so_far, with_owed, words_for
from greenroom.interview.phrases import phrases
from greenroom.interview.proposals import MeetAside
from greenroom.interview.reading import About
from greenroom.interview.replies import Reply, ReplyFacts, Then, reply
from greenroom.interview.reply_facts import reply_facts
from greenroom.interview.sentences import Splitter, cleaned
from greenroom.interview.skipping import (
    SAME,
    leave_question,
    leaves_question,
    times_said_before,
    waiting,
)
from greenroom.interview.speaking import ASKING
from greenroom.interview.state import InterviewState, Phase, Step, Turn
from greenroom.interview.transitions import advance
from greenroom.interview.understanding import words_reader
from greenroom.interview.utterance_state import Owed
from greenroom_turns import language

MOVES: Final[tuple[Then, ...]] = (
    "keep",
    "again",
    "other_words",
    "next",
    "offer_end",
    "offer_pause",
)
"""What may follow a reply. Of two asides in one turn the move that stands later here is made."""
TOGETHER: Final = 2
"""So many asides of one turn are met."""
OFTEN: Final = 2
"""Who has spoken another language so often to one question is asked whether to stop."""
JOB_NOT_NEEDED: Final = "no_example.job_not_needed"
AT_CLOSING: Final = ("distress.", "process.person", "process.recording", "process.who_reads")
"""Asides that are met even over the good-bye."""
SURE: Final = 0.9
"""A turn that a reader takes for a plain answer with so much certainty is not an aside to a model."""
OWN: Final = "model."
OWN_LIMIT: Final = 2
"""Asides of one question that a model may meet; then the rules ask on."""
LONGEST: Final = 300
"""Characters that a model may say to an aside."""


def reply_to_aside(state: InterviewState, event: AnswerGiven, topics: tuple[str, ...]) -> Step:
    """Meet a turn that is no answer: it is written down, and the pending question is not answered by it."""
    same = times_said_before(state, event.text)
    state = note(active(state), event, "aside", about=_about(topics[0]))
    hushed: Step = typed_over(state) if event.typed else (barged(state, event), ())
    state, commands = hushed
    state, answered = _replied(state, topics, event)
    if state.phase is not Phase.RUNNING:
        urgent = any(topic.startswith(AT_CLOSING) for topic in topics)
        return (replace(state, owed=Owed(answered.text)) if urgent else state), commands
    state = _with_topics(state, topics)
    then = _then(state, topics, answered.then, same)
    if then == "next" != answered.then:
        answered = Reply(phrases(state.plan.language).skipped, then)
    elif then in OFFERS and then != answered.then:
        answered = Reply(f"{answered.text} {words_for(state, 'offer.stop')}", then)
    if topics[0] == "restart.again" and state.turn is not None and is_unassessed(state, state.turn):
        state = set_aside(state, state.turn, About.RESTART)
    if _is_over_an_older(state, event) or state.claim is not None or state.bridging:
        kept = then == "keep" or then in OFFERS
        return (_offering(state, answered.text, then) if kept else state), commands
    state, more = _carried_out(state, answered.text, then, topics, event, same)
    return state, (*commands, *more)


def with_reply_first(
    state: InterviewState, topics: tuple[str, ...], event: AnswerGiven
) -> InterviewState:
    """The reply to an aside in a turn that is an answer, too: it leads what is said next. Nothing is said to
    what the answer has overtaken ("I have no example of that, but …")."""
    known = reply_facts(state)
    open_ = tuple(one for one in topics if reply(one, known).then in ("keep", *OFFERS))
    if not open_:
        return state
    state, answered = _replied(state, open_, event, answers=True)
    return _offering(state, answered.text, answered.then)


def _replied(
    state: InterviewState, topics: tuple[str, ...], event: AnswerGiven, *, answers: bool = False
) -> tuple[InterviewState, Reply]:
    """The reply to the first two asides of a turn, with the stronger one of their moves. What they
    correct is put right before. `answers`: the turn is an answer, too."""
    for topic in topics:
        about, _, fine = topic.partition(".")
        if about == About.CORRECT:
            state = with_corrections(state, event.text, fine)
    known = replace(reply_facts(state, event.quote), answers=answers)
    topics = tuple(_named_again(state, topic) for topic in topics[:TOGETHER])
    found = _replies(topics, known, said_so_far(state))
    if state.stage.kind == "questions" and found[0].then == "keep":
        found.append(reply("questions.more", known, said_so_far(state)))
    said = " ".join(dict.fromkeys(one.text for one in found))
    return state, Reply(said, max((one.then for one in found), key=MOVES.index))


def _named_again(state: InterviewState, topic: str) -> str:
    """ "I have never worked", said again or to a question of which nothing like a story is wanted, is met
    by saying that the question needs no job."""
    plain = state.stage.kind == "questions" or state.never_worked > 1
    return JOB_NOT_NEEDED if topic == NEVER_WORKED and plain and not state.stage.story else topic


def _replies(topics: tuple[str, ...], known: ReplyFacts, said: tuple[str, ...]) -> list[Reply]:
    """One after the other. After an offer nothing else is said: it is a question that waits."""
    found: list[Reply] = []
    for topic in topics:
        found.append(reply(topic, known, said))
        if found[-1].then in OFFERS:
            break
    return found


def _about(topic: str) -> About:
    return About(topic.partition(".")[0])


def _with_topics(state: InterviewState, topics: tuple[str, ...]) -> InterviewState:
    if state.prompt is None:
        return state
    return replace(state, prompt=replace(state.prompt, asides=(*state.prompt.asides, *topics)))


def _then(state: InterviewState, topics: tuple[str, ...], then: Then, same: int) -> Then:
    """What follows, when it is not the first time."""
    if then in OFFERS:
        return then
    if topics[0].startswith(About.ABUSE) and _count(state, About.ABUSE) > 1:
        return "offer_end"
    before = state.prompt.asides if state.prompt is not None else ()
    if sum(one.startswith(About.LANGUAGE) for one in before) > OFTEN:
        return "offer_end"
    return "next" if leaves_question(state, topics, same) else then


def _count(state: InterviewState, about: About) -> int:
    """How many asides about this there were in the interview."""
    return sum(message.about == about for message in state.transcript.messages)


def _is_over_an_older(state: InterviewState, event: AnswerGiven) -> bool:
    """It was said before the question that is being spoken now, so it is about an older one."""
    current = state.current
    if event.typed or current is None or current.audible_at is None or current.stopped:
        return False
    return current.draft.kind in ASKING and event.began < current.audible_at


def _carried_out(
    state: InterviewState,
    text: str,
    then: Then,
    topics: tuple[str, ...],
    event: AnswerGiven,
    same: int,
) -> Step:
    if then == "next":
        return _left(state, text, topics, event, same)
    if then == "again":
        return replace(state, owed=Owed(text, "again")), ()
    if then == "other_words":
        return replace(state, owed=Owed(text, "other_words")), ()
    state = _offering(state, text, then)
    if topics[0].startswith(About.DISTRESS) and state.prompt is not None:
        if waiting(state):  # nothing is asked of somebody in distress before they say so
            state = replace(state, kept_question=state.draft, draft=None)
        state = replace(state, grant_until=state.now + state.stage.thinking_time)
    return state, ()


def _left(
    state: InterviewState, text: str, topics: tuple[str, ...], event: AnswerGiven, same: int
) -> Step:
    """Leave the pending question, unless it was answered and this is the end of that answer."""
    if state.turn is not None:
        return with_owed(state, text), ()
    state, hushed = hush(meant(settled(state)))
    done = language.done(event.text, state.plan.language) and state.log.turns > 0
    if same > SAME or (done and state.log.asked >= state.stage.minimum_questions):
        state, commands = advance(with_owed(state, text), Cause.CANDIDATE_DONE, "candidate")
    else:
        state, commands = leave_question(state, text, Cause.QUESTION_LIMIT)
    return state, (*hushed, *commands)


def _offering(state: InterviewState, text: str, then: Then) -> InterviewState:
    return replace(with_owed(state, text), on_offer=OFFERS.get(then, ()))


def proposed(state: InterviewState, turn: Turn, proposal: MeetAside) -> InterviewState | None:
    """The state in which a model's reply to an aside is owed; None: the turn counts as an answer.

    Distress, a wish to stop and "are you a person" are never left to a model.
    """
    prompt = state.prompt
    if prompt is None or len(turn.texts) != 1 or not is_unassessed(state, turn):
        return None
    read = turn.reading or words_reader.read(turn.texts[0], "", (), state.plan.language)
    plain = turn.reading is not None and turn.reading.answer >= SURE
    ours = proposal.about is About.DISTRESS or any(one.topic == "person" for one in read.asides)
    said = _bounded(proposal.say)
    if plain or ours or prompt.asides.count(OWN) >= OWN_LIMIT:
        return None
    said = said or words_for(state, f"{proposal.about}.")
    state = set_aside(state, turn, proposal.about)
    return with_owed(_with_topics(state, (OWN,)), said)


def _bounded(say: str) -> str:
    """The whole sentences that may be said."""
    splitter, text = Splitter(), ""
    for sentence in (*splitter.feed(cleaned(say)), *splitter.end()):
        if len(text) + len(sentence) >= LONGEST:
            break
        text = f"{text} {sentence}".strip()
    return text
