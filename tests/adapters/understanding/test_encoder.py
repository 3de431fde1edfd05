"""The encoder, its tokens, and the files it is made of."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.adapters.understanding import weights
from greenroom.adapters.understanding.encoder import LONGEST, WIDTH, Encoder, load_encoder
from greenroom.adapters.understanding.wordpiece import WordPiece
from greenroom.app.ports import OperatorFault

PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "cafe",
    "wait",
    "##ing",
    "'",
    "!",
    "5",
    "##k",
    "$",
    "it",
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load_encoder()


def names(text: str, longest: int = 20) -> list[str]:
    return [PIECES[token] for token in WordPiece(PIECES).tokens(text, longest)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("Café waiting!", ["cafe", "wait", "##ing", "!"]),
        ("it's $5k", ["it", "'", "[UNK]", "$", "5", "##k"]),
        ("wait\u200b\u00ading\x00", ["wait", "##ing"]),
        ("waitcafe it", ["[UNK]", "it"]),
        ("w" * 101 + " it", ["[UNK]", "it"]),
    ],
)
def test_the_longest_known_piece_comes_first(text: str, pieces: list[str]) -> None:
    """Without capitals, accents and what is not written; a word that is not made of pieces is unknown."""
    assert names(text) == ["[CLS]", *pieces, "[SEP]"]


def test_a_text_is_cut_to_what_the_network_reads() -> None:
    """The frame stays."""
    assert names("it " * 100, 5) == ["[CLS]", "it", "it", "it", "[SEP]"]


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=100))
def test_any_text_has_a_vector_of_length_one(text: str) -> None:
    """Reading is total, whatever was typed."""
    vector = _shared().embed([text])
    assert vector.shape == (1, WIDTH)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-4)


_loaded: list[Encoder] = []


def _shared() -> Encoder:
    if not _loaded:
        _loaded.append(load_encoder())
    return _loaded[0]


def test_a_vector_does_not_depend_on_its_neighbours(encoder: Encoder) -> None:
    """A turn is read alone or among a thousand, with the same result."""
    texts = ["I fixed the till.", "Could you repeat that?", "word " * (2 * LONGEST), ""]
    together = encoder.embed(texts)
    alone = np.vstack([encoder.embed([text]) for text in texts])
    assert np.array_equal(together, alone)
    assert encoder.embed([]).shape == (0, WIDTH)


def test_the_tuned_layers_stand_beside_the_others(encoder: Encoder) -> None:
    """One pass of the shared layers gives the plain vector as it is, and a second one of length 1."""
    texts = ["I fixed the till.", "Could you repeat that?"]
    both = encoder.embed_both(texts)
    assert np.array_equal(both[:, :WIDTH], encoder.embed(texts))
    assert np.linalg.norm(both[:, WIDTH:], axis=1) == pytest.approx([1, 1], abs=1e-4)
    assert not np.allclose(both[:, :WIDTH], both[:, WIDTH:], atol=1e-2)


def test_the_tuned_layers_see_the_question(encoder: Encoder) -> None:
    """Another question gives another tuned vector; the plain one, and what a question is asked twice, stay."""
    first, again, other, none = (
        encoder.embed_both(["piano with the keys"], question)
        for question in ("your wife sold a canoe", "your wife sold a canoe", "what do you play", "")
    )
    assert np.array_equal(first, again)
    assert np.array_equal(first[:, :WIDTH], other[:, :WIDTH])
    tuned = [row[0, WIDTH:] for row in (first, other, none)]
    assert max(float(tuned[0] @ tuned[1]), float(tuned[0] @ tuned[2])) < 0.99


def test_alike_is_what_means_the_same(encoder: Encoder) -> None:
    """A paraphrase without a common word is nearer than other talk."""
    said, same, other = encoder.embed(
        [
            "How long will this take?",
            "When are we finished here?",
            "My manager praised the new layout.",
        ]
    )
    assert said @ same > said @ other + 0.2


def test_every_file_is_the_pinned_one() -> None:
    """Each pinned file is there and right, with its licence beside it."""
    place = resources.files("greenroom.adapters.understanding")
    pinned = json.loads(place.joinpath(weights.LOCK).read_text("utf-8"))
    for name in pinned:
        assert weights.verified(name)
    assert "MIT License" in place.joinpath("minilm-LICENSE.txt").read_text("utf-8")


def test_a_wrong_or_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    """The error says which file it is, and what to do."""
    (tmp_path / weights.LOCK).write_text('{"a.npz": {"sha256": "00"}, "b.npz": {"sha256": "00"}}')
    (tmp_path / "a.npz").write_bytes(b"cut short")
    with pytest.raises(OperatorFault, match=r"a\.npz.*not the pinned one.*Install Greenroom again"):
        weights.verified("a.npz", tmp_path)
    with pytest.raises(OperatorFault, match=r"b\.npz.*missing.*Install Greenroom again"):
        weights.verified("b.npz", tmp_path)
