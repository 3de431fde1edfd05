"""The sets of the turn benchmark are what `docs/explanation/turns.md` says that they are."""

from benchmarks.turns.corpus import VOICES
from benchmarks.turns.heard import FOREIGN, NATURAL, VARIANTS
from benchmarks.turns.phrases import OVER, PHRASES, SetName


def _spoken_by(set_name: SetName) -> set[tuple[str, str, float, float]]:
    return {(s.engine, s.voice, s.pitch, s.speed) for s in VOICES[set_name]}


def test_no_set_has_a_voice_of_another() -> None:
    """What limits are chosen on has no voice of what they are tried on (T1)."""
    tuning, held_out, others = map(_spoken_by, ("tuning", "held-out", "others"))
    assert not tuning & held_out
    assert not others & (tuning | held_out)


def test_the_networks_are_taught_no_other_voice() -> None:
    """What is measured on voices that were learnt from is no measure of others (T1)."""
    taught = {*VARIANTS.split(), *NATURAL.split(), *FOREIGN.split()}
    taught |= {s.voice for s in VOICES["tuning"] if s.engine != "hibari"}
    others = [s for s in VOICES["others"] if s.engine != "hibari"]
    assert others
    for speaker in others:
        assert speaker.voice not in taught
        assert speaker.voice.partition("+")[2] not in taught


def test_other_voices_say_all_that_is_said_over_the_interviewer() -> None:
    """The other voices say each phrase of both sets once that is said over the interviewer."""
    for role, phrases in PHRASES["others"].items():
        assert role in OVER
        assert {*PHRASES["tuning"][role], *PHRASES["held-out"][role]} <= set(phrases)
        assert len(set(phrases)) == len(phrases)
