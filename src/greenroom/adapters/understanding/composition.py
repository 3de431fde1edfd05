"""The local reader as it is used: which function does which part, loaded once for a process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from greenroom.adapters.understanding.encoder import load_encoder
from greenroom.adapters.understanding.kinds import load_kinds
from greenroom.adapters.understanding.phrases import PhraseReader
from greenroom.adapters.understanding.reader import LocalReader, Parts, own_thread
from greenroom.adapters.understanding.relevance import load_relevance
from greenroom.adapters.understanding.repeats import load_repeats
from greenroom.adapters.understanding.story_parts import load_story_parts
from greenroom.adapters.understanding.tagger import tagger
from greenroom.app.ports import ReaderInput
from greenroom.interview.reading import About, Reading, Stated
from greenroom.interview.understanding.stated import stated


def load_reader() -> LocalReader:
    """For a server: off the event loop. Share it, and close it in the end."""
    return LocalReader(parts(), own_thread())


@cache
def reader_in_place() -> LocalReader:
    """For a simulation, whose clock is not the machine's."""
    return LocalReader(parts(), None)


@cache
def parts() -> Parts:
    """Every part, its files verified. Raises `OperatorFault` if one is missing or not the pinned one."""
    return Parts(
        load_encoder().embed_both,
        kinds=load_kinds().read,
        told=load_story_parts(),
        facts=_facts,
        phrases=PhraseReader(tagger()).read,
        relevance=load_relevance(),
        repeats=load_repeats(),
    )


def _facts(heard: ReaderInput, reading: Reading) -> Sequence[Stated]:
    """What is said in an aside is no fact, but for a correction."""
    asides = [
        (aside.start, aside.end) for aside in reading.asides if aside.about is not About.CORRECT
    ]
    found = stated(heard.text, heard.language)
    return [one for one in found if not any(s < one.end and one.start < e for s, e in asides)]
