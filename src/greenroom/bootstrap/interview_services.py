"""What interviews are held with besides rooms: the same in `serve` and in a worker's job."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from greenroom.adapters.storage import SqlStore
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.keys import KeyRing
from greenroom.app.sound import SoundArchive
from greenroom.app.waiting_line import Shares
from greenroom.bootstrap.clock import utc_now
from greenroom.bootstrap.keys import key_ring
from greenroom.bootstrap.preparing import circumstances, preparation_service, sound_archive
from greenroom.interview.circumstances import Circumstances
from greenroom.observability.interview_observer import InterviewObserver
from greenroom.observability.metrics import Metrics
from greenroom.observability.spending import CountedUsage
from greenroom.observability.traces import configured_traces
from greenroom.settings import Settings

if TYPE_CHECKING:
    from greenroom.adapters.speech.local_speech import LocalSpeech
    from greenroom.adapters.understanding.reader import LocalReader
    from greenroom.session.equipment import Equip


class LocalModels(NamedTuple):
    """What hears, speaks and understands on this machine, in all interviews of a process."""

    speech: LocalSpeech
    reader: LocalReader

    def close(self) -> None:
        self.speech.close()
        self.reader.close()


def load_models(settings: Settings) -> LocalModels:
    """Imports LiveKit and takes seconds: off the event loop. Raises `OperatorFault` when a model cannot be had.
    A fork takes no thread along: each model's own begins with its first call."""
    from greenroom.adapters.speech.local_speech import SpeechOptions, load_speech
    from greenroom.adapters.understanding.composition import load_reader

    return LocalModels(load_speech(SpeechOptions(settings.models, settings.voice)), load_reader())


@dataclass(frozen=True, slots=True)
class InterviewServices:
    settings: Settings
    store: SqlStore
    metrics: Metrics
    observer: InterviewObserver
    keys: KeyRing
    preparation: PreparationService
    sound: SoundArchive

    @property
    def shares(self) -> Shares:
        """How many interviews may be live at once."""
        return Shares(self.settings.live_per_owner, self.settings.people_per_address)

    @property
    def circumstances(self) -> Circumstances:
        return circumstances(self.settings)

    def equip(self, models: LocalModels) -> Equip:
        from greenroom.bootstrap.equipment import equipping  # LiveKit, which takes seconds

        return equipping(
            self.settings,
            self.store,
            self.keys,
            self.preparation,
            self.sound,
            local=models.speech.voice,
            reader=models.reader,
            now=utc_now,
        )


@asynccontextmanager
async def interview_services(
    settings: Settings, store: SqlStore
) -> AsyncIterator[InterviewServices]:
    """Over this store, whose use of providers is counted from now on. Raises `OperatorFault`."""
    metrics, traces = Metrics(), configured_traces()
    store.usage = CountedUsage(store.usage, metrics.spend)
    try:
        keys = key_ring(settings, store)
        yield InterviewServices(
            settings,
            store,
            metrics,
            InterviewObserver(metrics, traces),
            keys,
            preparation_service(settings, store, keys, utc_now),
            sound_archive(settings, store),
        )
    finally:
        if traces is not None:
            await asyncio.to_thread(traces.close)
