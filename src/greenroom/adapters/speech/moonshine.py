"""Moonshine, an English speech recogniser, straight on onnxruntime.

The maker's own library brings a segmenter that costs accuracy, so the two networks are driven here:
an encoder over raw 16 kHz samples and a decoder that emits one token per call and hands its key and
value caches to the next call. Two limits of the int8 weights shape this module: audio beyond about
15 s degrades, and stutters can make the decoder loop, so audio is decoded in pieces and the number
of tokens is bounded by its length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom.adapters.speech.backchannel import KINDS, load_classifier
from greenroom.adapters.speech.expected import BEHIND, Alternative, Expected, Logprobs
from greenroom.adapters.speech.onnx_session import onnx_session
from greenroom.adapters.speech.weights import Weights
from greenroom.adapters.speech.whisper import Floats
from greenroom_turns import language

Samples = npt.NDArray[np.int16]
"""16 kHz mono."""
Tensors = dict[str, npt.NDArray[Any]]

SAMPLE_RATE = 16_000
PIECE_MAX_S = 12
PIECE_MIN_S = 7
"""Long audio is cut at its quietest point between these."""
TOKENS_PER_S = 6.5
"""Fast speech has about 4.5 tokens a second; what exceeds this is a loop."""
SHORTEST = SAMPLE_RATE // 10
"""The encoder's convolutions need 0.1 s; shorter audio is padded with silence."""
NOTHING = "You"
"""What the model writes for a thump, a breath, a chord: however likely, it is nothing. A "you" that is
said comes with a mark behind it, by all of the 27 voices that were tried."""
UNSURE = -0.9
"""Any other lone token less likely than this (mean log-probability) is noise, too, unless it is a phrase
that is expected and likelier as such, with its mark."""
INVENTED = -1.5
"""So is any text less likely than this: fan noise comes out as whole sentences at about -1.7, the
worst speech that was still right at about -0.8."""
CALLED, GARBLED = 0.6, -2.0
"""Where the sound is a call's with this chance, only what is less likely than this is noise: a "stop"
is worse lost than breath is written. 240 noises, white, pink, coughs, laughs and keys, had 0.002 at most."""

SURE = -0.13
"""A text likelier than this (mean log-probability; a confidence of 0.88) is what was said."""
SHORT = 5 * SAMPLE_RATE // 2
"""Audio up to this, pauses included, may be a phrase that is expected."""

_START, _STOP = 1, 2


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was heard; `text` is empty when nothing was."""

    text: str
    tokens: int = 0
    avg_logprob: float = 0.0
    """Mean natural-log probability of the tokens, the closing one included."""
    chances: tuple[float, ...] | None = None
    """Of each kind of `backchannel.KINDS`, by the sound alone; None of long audio."""
    alternatives: tuple[Alternative, ...] | None = None
    """Expected phrases that it may have been instead; None of long audio, which is none of them."""

    @property
    def logprob(self) -> float:
        """Of the whole text, its end included."""
        return self.avg_logprob * (self.tokens + 1)

    @property
    def invented(self) -> bool:
        """Nothing was said: the words are the model's own."""
        if self.chances is not None and self.chances[KINDS.index("call")] >= CALLED:
            floor = GARBLED
        elif self.tokens > 1 or self._expected:
            floor = INVENTED
        else:
            floor = math.inf if self.text == NOTHING else UNSURE
        return not self.text or self.avg_logprob < floor

    @property
    def _expected(self) -> bool:
        return any(
            other.text.casefold() == self.text.casefold() and other.logprob > self.logprob
            for other in self.alternatives or ()
        )

    @property
    def confidence(self) -> float:
        """0..1: the geometric mean of the token probabilities. A ranking, not a calibrated chance:
        clean speech has 0.8 and more, invented words mostly less than 0.5."""
        return math.exp(self.avg_logprob) if self.tokens else 0.0


class Moonshine:
    """Both networks of one size of the model. Not re-entrant: give it a `ModelThread`."""

    def __init__(
        self, encoder: Path, decoder: Path, tokenizer: Path, phrases: Iterable[str] = ()
    ) -> None:
        self._encoder = onnx_session(encoder)
        self._decoder = onnx_session(decoder)
        self._vocabulary = _vocabulary(tokenizer.read_bytes())
        self._expected = Expected(phrases, self._vocabulary)
        self._classifier = load_classifier()
        self._encoder_inputs = {i.name for i in self._encoder.get_inputs()}
        inputs = {i.name: i for i in self._decoder.get_inputs()}
        self._decoder_inputs = frozenset(inputs)
        self._cache_names = [name for name in inputs if name.startswith("past_key_values.")]
        self._caches_out = [
            o.name.replace("present", "past_key_values") for o in self._decoder.get_outputs()[1:]
        ]
        _, heads, _, size = inputs[self._cache_names[0]].shape
        self._empty = np.zeros((1, heads, 0, size), np.float32)

    def transcribe(self, samples: Samples) -> Transcript:
        """The words in `samples`, of any length. Decode only what a VAD called speech: in silence
        the model invents words."""
        return reduce(_joined, map(self._piece, pieces(samples)), Transcript(""))

    def _piece(self, samples: Samples) -> Transcript:
        audio = samples.astype(np.float32)[None] / np.float32(32768)
        if (lacking := SHORTEST - audio.shape[1]) > 0:
            audio = np.pad(audio, ((0, 0), (0, lacking)))
        encoded = self._encode(audio)
        ids, logprobs, alternatives = self._decode(audio, encoded)
        sure, chances = float(np.mean(logprobs)), self._chances(audio[0])
        found = Transcript(self._text(ids), len(ids), sure, chances, alternatives)
        return Transcript("") if found.invented else found

    def _encode(self, audio: Floats) -> Floats:
        """The encoder's frames (one batch, 24 ms each) of one row of audio, -1..1."""
        offered: Tensors = {"input_values": audio, "attention_mask": np.ones(audio.shape, np.int64)}
        return np.asarray(self._encoder.run(None, _pick(offered, self._encoder_inputs))[0])

    def _chances(self, audio: Floats) -> tuple[float, ...] | None:
        if len(audio) > SHORT or not audio.any():
            return None
        return tuple(round(float(chance), 4) for chance in self._classifier.heard(audio))

    def _decode(
        self, audio: Floats, encoded: Floats
    ) -> tuple[list[int], list[float], tuple[Alternative, ...] | None]:
        # The mask has the length of the AUDIO, for the decoder too: with the encoder's own length
        # it passes below 9 s and crashes above.
        mask = np.ones(audio.shape, np.int64)
        feed: Tensors = {
            "encoder_hidden_states": encoded,
            "encoder_attention_mask": mask,
            **dict.fromkeys(self._cache_names, self._empty),
        }
        ids: list[int] = []
        logprobs: list[float] = []
        begun: tuple[Logprobs, Tensors] | None = None
        token = _START
        for _ in range(max(6, int(audio.shape[1] / SAMPLE_RATE * TOKENS_PER_S) + 2)):
            feed["input_ids"] = np.array([[token]], np.int64)
            feed["use_cache_branch"] = np.array([bool(logprobs)])
            logits, *caches = self._decoder.run(None, _pick(feed, self._decoder_inputs))
            # The encoder's half is computed in the first call and returned empty afterwards.
            feed |= {
                name: cache
                for name, cache in zip(self._caches_out, caches, strict=True)
                if not logprobs or ".decoder." in name
            }
            token, logprob = _likeliest(logits[0, -1])
            logprobs.append(logprob)
            begun = begun or (logits[:, -1], {name: feed[name] for name in self._cache_names})
            if token == _STOP:
                break
            ids.append(token)
        if begun is None or audio.shape[1] > SHORT:
            return ids, logprobs, None
        if float(np.mean(logprobs)) > SURE:
            return ids, logprobs, ()
        return ids, logprobs, self._alternatives(feed, *begun, sum(logprobs))

    def _alternatives(
        self, feed: Tensors, logits: Logprobs, caches: Tensors, found: float
    ) -> tuple[Alternative, ...]:
        """The expected phrases that are not much less likely than what was found, best first."""
        grown = {name: cache for name, cache in caches.items() if ".decoder." in name}
        fixed = {name: value for name, value in (feed | caches).items() if name not in grown}

        def step(parents: list[int], tokens: list[int]) -> Logprobs:
            nonlocal grown
            now = {name: np.repeat(value, len(tokens), 0) for name, value in fixed.items()}
            now |= {name: cache[parents] for name, cache in grown.items()}
            now["input_ids"] = np.array(tokens, np.int64)[:, None]
            now["use_cache_branch"] = np.array([True])
            logits, *made = self._decoder.run(None, _pick(now, self._decoder_inputs))
            grown = {n: c for n, c in zip(self._caches_out, made, strict=True) if n in grown}
            return _logprobs(logits[:, -1])

        weighed = self._expected.weighed(_logprobs(logits), step, found - BEHIND)
        return tuple(sorted(weighed, key=lambda one: -one.logprob))

    def _text(self, ids: list[int]) -> str:
        joined = b"".join(self._vocabulary[i] for i in ids)
        return joined.replace("▁".encode(), b" ").decode("utf-8", "ignore").strip()


def load_moonshine(weights: Weights) -> Moonshine:
    """The tiny English model. Raises `OperatorFault` when its weights are missing or wrong."""
    return Moonshine(
        encoder=weights.path("moonshine-tiny-encoder"),
        decoder=weights.path("moonshine-tiny-decoder"),
        tokenizer=weights.path("moonshine-tokenizer"),
        phrases=(*language.phrases("en"), *language.requests("en")),
    )


def pieces(samples: Samples) -> list[Samples]:
    """`samples` in order and whole, cut where it is quietest so that no piece exceeds the limit."""
    cut: list[Samples] = []
    while len(samples) > PIECE_MAX_S * SAMPLE_RATE:
        at = quietest(samples, PIECE_MIN_S * SAMPLE_RATE, PIECE_MAX_S * SAMPLE_RATE)
        cut.append(samples[:at])
        samples = samples[at:]
    return [*cut, samples] if len(samples) else cut


def quietest(samples: Samples, start: int, end: int) -> int:
    """The middle of the 0.1 s with the least energy in `samples[start:end]`: between two words."""
    window = SAMPLE_RATE // 10
    energy = np.square(samples[start:end].astype(np.float32))
    sums = np.concatenate(([0.0], np.cumsum(energy, dtype=np.float64)))
    return start + int(np.argmin(sums[window:] - sums[:-window])) + window // 2


def _joined(first: Transcript, second: Transcript) -> Transcript:
    """Two pieces of one utterance; the mean is taken over all tokens of both."""
    tokens = first.tokens + second.tokens
    if not first.tokens or not second.tokens:
        return first if first.tokens else second
    total = first.avg_logprob * first.tokens + second.avg_logprob * second.tokens
    return Transcript(f"{first.text} {second.text}", tokens, total / tokens)


def _pick(feed: Tensors, names: Set[str]) -> Tensors:
    return {name: value for name, value in feed.items() if name in names}


def _likeliest(logits: Floats) -> tuple[int, float]:
    """The best token and its log-probability (log-softmax at the maximum)."""
    best = int(logits.argmax())
    return best, -float(np.log(np.exp(logits - logits[best]).sum()))


def _logprobs(logits: Floats) -> Logprobs:
    """Log-softmax of each row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))


def _vocabulary(data: bytes) -> list[bytes]:
    """The tokens by id: each is preceded by its length, one byte or, from 128 on, two (low seven
    bits first)."""
    tokens: list[bytes] = []
    at = 0
    while at < len(data):
        length = data[at]
        at += 1
        if length >= 128:
            length += data[at] * 128 - 128
            at += 1
        tokens.append(data[at : at + length])
        at += length
    return tokens
