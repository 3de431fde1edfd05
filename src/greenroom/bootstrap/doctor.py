"""`greenroom doctor`: load every part, speak a sentence and hear it back, and say what is missing
and how to get it. Nothing here ends in a stack trace: a broken machine is what it is for."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import platform
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from greenroom.adapters.speech.weights import Weights
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.doctor_result import Check, looked
from greenroom.bootstrap.doctor_sealed import cookies, sealed
from greenroom.bootstrap.doctor_services import livekit, providers
from greenroom.data_directory import prepare_data
from greenroom.settings import Settings, load

SENTENCE = "Tell me about a project you are proud of, and what your own part in it was."
COMPARED = ("What was your part in it?", ("Which bits of that did you do yourself?",))
WORDS_TO_HEAR = 0.8
"""Share of the sentence's words that must come back."""
SPACE_MB = 200
"""An hour's interview takes less than one; below this the database is about to fail."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(as_json: bool, **given: Any) -> int:
    """0 if everything required works, 3 if not. `given` are settings that win over the environment."""
    checks: list[Check] = []
    for check in _examine(given):
        checks.append(check)
        if not as_json:
            print(_line(check), flush=True)
    ok = all(check.ok for check in checks if check.required)
    if as_json:
        print(json.dumps({"ok": ok, "checks": [asdict(check) for check in checks]}, indent=2))
    else:
        print("Everything needed is here." if ok else "Something needed is missing, see above.")
    return 0 if ok else 3


def _line(check: Check) -> str:
    mark = "ok  " if check.ok else "FAIL" if check.required else "none"
    remedy = f"\n       {check.remedy}" if check.remedy and not check.ok else ""
    return f"{mark}  {check.name}: {check.detail}{remedy}"


def _examine(given: Mapping[str, Any]) -> Iterator[Check]:
    yield _python()
    try:
        settings = load(**given)
    except OperatorFault as fault:
        yield Check("settings", False, str(fault), "Correct or unset these variables.")
        return
    yield Check("settings", True, "read")
    for name, look in (
        ("data directory", lambda: _data(settings)),
        ("database", lambda: _database(settings)),
    ):
        yield looked(name, look)
    yield cookies(settings)
    yield from sealed(settings)
    yield from providers(settings)
    yield from livekit()
    yield _port(settings)
    yield looked("reader", _reader)
    yield from _speech(settings)
    yield _program("espeak-ng", ("espeak-ng",), "speaks if the usual voice cannot")
    yield _program("browser", BROWSERS, "runs the browser tests")


def _python() -> Check:
    return Check(
        "python",
        sys.version_info >= (3, 11),
        f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "Install Python 3.11 or newer.",
    )


def _data(settings: Settings) -> str:
    prepare_data(settings)
    free = shutil.disk_usage(settings.data).free // 1_000_000
    if free < SPACE_MB:
        raise OperatorFault(
            f"only {free} MB are free at {settings.data}; free {SPACE_MB} MB or choose another "
            "directory with GREENROOM_DATA"
        )
    return f"{settings.data}, writable, {free} MB free"


def _database(settings: Settings) -> str:
    from greenroom.adapters.storage import describe

    store = settings.store
    return _sqlite(settings) if isinstance(store, Path) else asyncio.run(describe(store))


def _sqlite(settings: Settings) -> str:
    """A write-ahead log, tried where the database lives: network file systems refuse it."""
    with (
        tempfile.TemporaryDirectory(dir=settings.data) as place,
        closing(sqlite3.connect(Path(place) / "probe.db")) as probe,
    ):
        (mode,) = probe.execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            raise OperatorFault(
                f"SQLite cannot keep a write-ahead log in {settings.data} (it says {mode}); "
                "choose a directory on a local disk with GREENROOM_DATA"
            )
    return f"SQLite {sqlite3.sqlite_version}, write-ahead log works"


def _port(settings: Settings) -> Check:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return Check(
                "port",
                False,
                f"{settings.host}:{settings.port} cannot be used ({error.strerror})",
                "If Greenroom runs already, all is well; else choose another with PORT.",
                required=False,
            )
    return Check("port", True, f"{settings.host}:{settings.port} is free")


def _reader() -> str:
    """A turn is read by the same objects as in an interview."""
    from greenroom.adapters.understanding.composition import reader_in_place

    began = perf_counter()
    reader = reader_in_place()
    loaded = _since(began)
    began = perf_counter()
    same = asyncio.run(reader.repeats(*COMPARED, "en"))
    return f"loaded in {loaded} ms; compared two questions in {_since(began)} ms ({same:.2f})"


def _program(name: str, programs: tuple[str, ...], use: str) -> Check:
    found = next(filter(None, map(shutil.which, programs)), None)
    return Check(
        name,
        found is not None,
        found or f"not found; it {use}",
        f"Optional. On Debian: apt install {programs[0]}",
        required=False,
    )


def _speech(settings: Settings) -> Iterator[Check]:
    missing = [
        name
        for name in ("onnxruntime", "livekit.agents", "livekit.local_inference")
        if not _importable(name)
    ]
    if missing:
        yield Check(
            "speech",
            False,
            f"not installed: {', '.join(missing)}",
            "Install Greenroom again in a fresh virtual environment.",
        )
        return
    weights = Weights(settings.models)
    for asset in weights.assets:
        yield looked(f"weights {asset.name}", partial(_weight_file, weights, asset.name))
    yield looked("voice activity", _voice_activity)
    yield looked("speak and hear", lambda: asyncio.run(_speak_and_hear(settings)))


def _weight_file(weights: Weights, name: str) -> str:
    return str(weights.path(name))


def _importable(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def _voice_activity() -> str:
    import numpy as np
    from livekit.local_inference import VAD, VAD_WINDOW_SAMPLES

    silence = VAD().predict(np.zeros(VAD_WINDOW_SAMPLES, np.int16))
    return f"loaded; silence has speech probability {silence:.2f}"


async def _speak_and_hear(settings: Settings) -> str:
    """The whole way round, through the same objects as an interview."""
    from greenroom.adapters.speech.local_speech import SpeechOptions, load_speech

    options = SpeechOptions(settings.models, settings.voice)
    began = perf_counter()
    speech = await asyncio.to_thread(load_speech, options)
    loaded = _since(began)
    try:
        voice = speech.voice()
        began = perf_counter()
        async with voice.tts.synthesize(SENTENCE) as spoken:
            audio = await spoken.collect()
        said = _since(began)
        began = perf_counter()
        event = await voice.stt.recognize(audio)
        heard = event.alternatives[0].text
    finally:
        speech.close()
    share = _share_heard(SENTENCE, heard)
    if share < WORDS_TO_HEAR:
        raise OperatorFault(
            f"of a spoken sentence only {share:.0%} came back: “{heard}” instead of “{SENTENCE}”"
        )
    return (
        f"{share:.0%} of the words came back; loaded in {loaded} ms, spoke in {said} ms, "
        f"heard in {_since(began)} ms" + "".join(f". {reason}" for reason in speech.degraded)
    )


def _share_heard(said: str, heard: str) -> float:
    """How many of the words said are among those heard."""
    wanted, found = ([w.strip(".,?!").lower() for w in text.split()] for text in (said, heard))
    return sum(word in found for word in wanted) / len(wanted)


def _since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
