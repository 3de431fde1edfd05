"""The head of kinds and the encoder, loaded once for a process."""

from __future__ import annotations

import pytest
from training.fitting import Embed, remembered

from greenroom.adapters.understanding.encoder import load_encoder
from greenroom.adapters.understanding.kinds import Kinds, load_kinds


@pytest.fixture(scope="session")
def kinds() -> Kinds:
    return load_kinds()


@pytest.fixture(scope="session")
def embed() -> Embed:
    return remembered(load_encoder().embed_both)
