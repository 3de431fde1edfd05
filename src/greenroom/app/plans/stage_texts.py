"""What a stage says and asks, each text with its key path."""

from __future__ import annotations

from collections.abc import Iterator

from greenroom.app.plans.format import StageSource
from greenroom.app.sources.lines import KeyPath


def spoken_texts(stage: StageSource) -> Iterator[tuple[KeyPath, str]]:
    """Every text of a stage that is said aloud, with its key path; the closing is apart."""
    for key in ("purpose", "bridge_in", "bridge_out"):
        if text := getattr(stage, key):
            yield (key,), text
    for i, text in enumerate(stage.reprompts):
        yield ("reprompts", i), text
    for path, _, text in askings(stage):
        yield path, text
    for place, asked in askers(stage):
        for key in ("hint", "reprompt"):
            if text := getattr(asked, key, None):
                yield (*place, key), text


def askings(stage: StageSource) -> Iterator[tuple[KeyPath, KeyPath, str]]:
    """Every text that asks something: its path, the path of the thing it asks for, the text."""
    for owner, asked in askers(stage):
        for key in ("text", "question", "simpler", "rephrase"):
            if text := getattr(asked, key, None):
                yield (*owner, key), owner, text


def askers(stage: StageSource) -> Iterator[tuple[KeyPath, object]]:
    """Everything that asks, with its path."""
    if stage.opening:
        yield ("opening",), stage.opening
    for key in ("bank", "probes", "facts"):
        for i, asked in enumerate(getattr(stage, key)):
            yield (key, i), asked
