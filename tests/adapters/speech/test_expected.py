"""How likely expected phrases are."""

import numpy as np
import pytest
from tests.adapters.speech.conftest import Say

from greenroom.adapters.speech.expected import ENDS, SPACE, Expected, Logprobs, written_as
from greenroom.adapters.speech.moonshine import SHORT, Moonshine

VOCABULARY = [
    b"</s>",
    *(b".", b",", b"!", b"?", SPACE),
    *(letter.encode() for letter in "GNYghoenst"),
    *(SPACE + b"G", b"on", SPACE + b"on", SPACE + b"G" + b"o", b"no"),
]
"""Single characters, then merges in the order in which they are made."""


def test_tokens_are_merged_in_their_order() -> None:
    """A text is spelled as the vocabulary's byte pair encoding spells it."""
    expected = Expected([], VOCABULARY)
    spelled = [VOCABULARY[token] for token in expected.tokens("Go on")]
    assert spelled == [SPACE + b"Go", SPACE + b"on"]


def test_a_phrase_is_found_with_its_likelihood() -> None:
    """The sum over its tokens and one of the ends; what is less likely than the floor is not found."""
    expected = Expected(["go on", "no"], VOCABULARY)
    even = np.full((1, len(VOCABULARY)), -np.log(len(VOCABULARY)))

    def step(parents: list[int], _: list[int]) -> Logprobs:
        return np.repeat(even, len(parents), 0)

    found = {one.text: one.logprob for one in expected.weighed(even, step, floor=-9.0)}
    assert set(found) == {"Go on"}
    assert found["Go on"] == pytest.approx(np.log(len(ENDS)) - 3 * np.log(len(VOCABULARY)))


def test_phrases_are_written_as_the_recogniser_writes_them() -> None:
    """The word lists are folded; the recogniser writes capitals and hyphens."""
    assert written_as("i see") == "I see"
    assert written_as("uh huh") == "uh-huh"


@pytest.mark.speech
def test_alternatives_of_doubtful_words(moonshine: Moonshine, say: Say) -> None:
    """Short and doubtful audio has the phrases it may have been; long audio has no answer."""
    noise = np.random.default_rng(3).normal(0, 900, SHORT)
    audio = say("Hold on.")
    masked = np.clip(audio + noise[: len(audio)], -32_768, 32_767).astype(np.int16)
    heard = moonshine.transcribe(masked)
    assert "Hold on" in [one.text for one in heard.alternatives or ()]
    assert (
        moonshine.transcribe(say("I led the team for five years and left in May.")).alternatives
        is None
    )
