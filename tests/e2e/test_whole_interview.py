"""A whole interview by voice: the real server, its own speech, Chromium and a recorded candidate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from tests.e2e import sound
from tests.e2e.conftest import WENT, Visit
from tests.e2e.house import BRIEFLY
from tests.e2e.visitor import WITH_MICROPHONE

from greenroom.interview.endpointing import delay_after_sentence
from greenroom.interview.plan import StagePlan

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLACK_S = 5.0
"""Between a question's last word, as it should be, and the answer; at 10 s there is a reprompt."""
REPLY_S = 0.6 + delay_after_sentence("open", StagePlan("any", "Any").reply_delay, "normal") / 1000
"""From the last sound of an answer to the first of the reply: the wait, and the time to make it."""
Interview = Sequence[tuple[float, str]]
INTERVIEW: Interview = (
    (
        12.0,
        "My name is Amara, and I work as a data engineer at a hospital. I am good at making slow "
        "reports fast, because I like to measure things before I change them.",
    ),
    (
        8.2,
        "Last year I rebuilt the nightly import. It took nine hours and often failed, so I split it "
        "into small steps and wrote a test for each of them.",
    ),
    (
        6.0,
        "Afterwards the import took forty minutes instead of nine hours, and the failed nights fell "
        "from six a month to one.",
    ),
    (4.0, "I designed the steps and wrote most of the code, and a colleague reviewed it with me."),
)
"""Seconds that the interviewer needs for each question, and the answer to it."""
BRIEF_S = 5.0
BRIEF: Interview = ((BRIEF_S, INTERVIEW[0][1]), *INTERVIEW[1:3])
"""The same with a brief greeting and one probe: by `BRIEF_CHANGES` of the plan."""
BRIEF_CHANGES = (BRIEFLY, ("follow_up_cap = 2", "follow_up_cap = 1"))
LISTEN_S = 14.0
OKAY_S = 2.5
"""The recording begins with "okay": enough for the microphone check, and, because a recording starts
again with every page, a murmur over the interviewer's greeting."""


def recording(speaker: Any, interview: Interview) -> sound.Samples:
    """The candidate's microphone from the moment that it is opened."""
    okay = sound.candidate(speaker, "Okay.")
    parts = [sound.room_tone(OKAY_S), okay]
    elapsed = OKAY_S + okay.size / sound.MICROPHONE_HZ
    due = 0.5
    for question_s, answer in interview:
        due += question_s + SLACK_S
        said = sound.candidate(speaker, answer)
        parts += [sound.room_tone(due - elapsed), said]
        elapsed = due + said.size / sound.MICROPHONE_HZ
        due = elapsed + REPLY_S
    return np.concatenate((*parts, sound.room_tone(LISTEN_S)))


def test_a_two_stage_interview(visit: Visit, speaker: Any, tmp_path: Path) -> None:
    """By the embedded transport (F2, F8, F10, F13, W1-W3, R4)."""
    hold_interview(visit, speaker, tmp_path)


def hold_interview(visit: Visit, speaker: Any, tmp_path: Path, *, by_webrtc: bool = False) -> None:
    """Registration, microphone check, self-introduction, one bridge, a story with two probes, a
    closing that was heard; then report, history and both downloads. What was played is proven by
    correlation with the voice, what was understood by word errors.

    `by_webrtc`: of each utterance one piece has to be found again, where the socket brings every sentence as it
    was. The interview is a brief one, without motion."""
    interview, changes, motion = (
        (BRIEF, BRIEF_CHANGES, "reduce") if by_webrtc else (INTERVIEW, (), "no-preference")
    )
    wav = tmp_path / "candidate.wav"
    sound.write_wav(wav, recording(speaker, interview))
    flags = (*WITH_MICROPHONE, f"--use-file-for-fake-audio-capture={wav}%noloop")
    with visit(flags=flags, scripts=("tap.js",), changes=changes) as visitor:
        page = visitor.page
        page.emulate_media(reduced_motion=motion)
        visitor.register()
        page.locator("body[data-state=heard]").wait_for()
        page.locator("#start").click()
        page.wait_for_url("**/room")
        page.locator("#primary", has_text="See the report").wait_for(timeout=150_000)
        tape = visitor.tape()
        assert sound.level(tape.microphone) > 0.01, "the fake microphone is silent"

        record = visitor.record()
        assert record["end_reason"] == "completed"
        assert "sound" not in record, "nobody allowed it"
        assert record["counts"]["barge_ins"] == 0, "the recording no longer fits the interviewer"
        stages = [(s["id"], s["cause"], s["reprompts"]) for s in record["stages"]]
        assert stages[0] == ("SELF_INTRO", "facts_complete", 0)
        assert stages[1][0] == "PAST_EXPERIENCE"
        theirs = [m for m in record["messages"] if m["speaker"] == "interviewer"]
        probes = ["probe"] * (len(interview) - 2)
        assert [m["kind"] for m in theirs] == ["question", "bridge", *probes, "closing"]
        assert not any(m["interrupted"] for m in theirs)
        mine = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
        assert len(mine) == len(interview)
        assert sound.word_error_rate((a for _, a in interview), mine) <= 0.15

        like, proof = (sound.glimpse, max) if by_webrtc else (sound.likeness, min)
        heard = [proof(tape.spoken_of(speaker, m["text"], like)) for m in theirs]
        assert min(score for score, _ in heard) > sound.HEARD
        assert [at for _, at in heard] == sorted(at for _, at in heard)
        never_said = sound.sentences(speaker, "Which city would you move to for this work?")[0]
        assert like(never_said, tape.loudspeaker, tape.rate)[0] < sound.HEARD * (
            0.8 if by_webrtc else 0.5
        )
        print("\nend of speech → first sound, s:", replies(tape))

        page.locator("#primary").click()
        page.wait_for_url("**/report")
        expect(page.locator("h1")).to_have_text(WENT)
        expect(page.locator(".play")).to_have_count(0)
        for kind, ending in (("JSON", ".json"), ("Markdown", ".md")):
            with page.expect_download() as started:
                page.get_by_role("link", name=kind).click()
            assert started.value.suggested_filename.endswith(ending)
            taken = Path(started.value.path()).read_text()
            assert all(text in taken for text in (mine[0], theirs[1]["text"]))
        page.goto("/history")
        expect(page.locator(f"a[href='/interviews/{visitor.interview}/report']")).to_be_visible()


def replies(tape: Any) -> list[float]:
    """Seconds from the last sound of each answer to the first of the interviewer's reply."""
    theirs = [begin for begin, _ in sound.voiced(tape.loudspeaker, tape.rate)]
    answers = sound.voiced(tape.microphone, tape.rate, floor=0.01, join_s=1.2)[1:]
    after = [min((t for t in theirs if t > end), default=None) for _, end in answers]
    return [round(t - end, 2) for t, (_, end) in zip(after, answers, strict=True) if t is not None]
