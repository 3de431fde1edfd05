"""Weight files are the pinned ones or they are not loaded."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from greenroom.adapters.speech.espeak import EspeakTTS
from greenroom.adapters.speech.local_speech import ROBOTIC, SpeechOptions, load_speech
from greenroom.adapters.speech.weights import Weights, locked
from greenroom.app.ports import OperatorFault

ASSETS = {asset.name: asset for asset in locked()}


@pytest.mark.parametrize("name", ASSETS)
def test_every_pinned_file_is_installed_and_right(name: str) -> None:
    """The packages in our lock carry exactly the files in `models.lock.json`."""
    assert Weights().path(name).is_file()


def test_the_users_directory_goes_first(tmp_path: Path) -> None:
    """A right file in the user's directory is taken instead of the package's."""
    copy = tmp_path / "tokenizer.bin"
    shutil.copy(Weights().path("moonshine-tokenizer"), copy)
    assert Weights(tmp_path).path("moonshine-tokenizer") == copy


def test_a_wrong_file_is_refused_with_file_expected_found_and_remedy(tmp_path: Path) -> None:
    """A changed file in the user's directory is refused, though the package has the right one."""
    wrong = tmp_path / "tokenizer.bin"
    data = bytearray(Weights().path("moonshine-tokenizer").read_bytes())
    data[1000] ^= 1
    wrong.write_bytes(data)
    with pytest.raises(OperatorFault) as fault:
        Weights(tmp_path).path("moonshine-tokenizer")
    message = str(fault.value)
    assert str(wrong) in message
    assert ASSETS["moonshine-tokenizer"].sha256 in message
    assert len(set(re.findall(r"[0-9a-f]{64}", message))) == 2
    assert "scripts/weights" in message


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    """Half a download is not loaded."""
    whole = Weights().path("hibari-heart").read_bytes()
    (tmp_path / "hibari.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(OperatorFault, match="not the pinned one"):
        Weights(tmp_path).path("hibari-heart")


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    """When neither directory nor package has the file, the fault says what to install."""
    asset = replace(ASSETS["moonshine-tokenizer"], package="no-such-package==9.9")
    with pytest.raises(OperatorFault, match=r"missing.*no-such-package==9\.9.*GREENROOM_MODELS"):
        Weights(assets=(asset,)).path(asset.name)


@pytest.fixture
def bad_voice(tmp_path: Path) -> SpeechOptions:
    (tmp_path / "hibari.onnx").write_bytes(b"not a voice")
    return SpeechOptions(models=tmp_path)


@pytest.mark.speech
async def test_a_refused_voice_is_replaced_by_espeak_and_told(bad_voice: SpeechOptions) -> None:
    """With the voice's weights refused, espeak-ng speaks and the candidate is told so."""
    speech = load_speech(bad_voice)
    try:
        voice = speech.voice()
        assert isinstance(voice.tts, EspeakTTS)
        assert voice.degraded == (ROBOTIC,)
        async with voice.tts.synthesize("Tell me about yourself & your work.") as spoken:
            audio = await spoken.collect()
        event = await voice.stt.recognize(audio)
    finally:
        speech.close()
    assert audio.sample_rate == 24_000
    assert "your work" in event.alternatives[0].text.lower()


@pytest.mark.speech
def test_without_voice_and_espeak_there_is_no_speech(
    bad_voice: SpeechOptions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With no voice left at all the operator is told which file is wrong."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OperatorFault, match=r"hibari\.onnx"):
        load_speech(bad_voice)


@pytest.mark.speech
def test_a_refused_recogniser_stops_speech(tmp_path: Path) -> None:
    """There is no second recogniser, so its wrong weights are a fault."""
    (tmp_path / "encoder_model.ort").write_bytes(b"")
    with pytest.raises(OperatorFault, match=r"encoder_model\.ort"):
        load_speech(SpeechOptions(models=tmp_path))
