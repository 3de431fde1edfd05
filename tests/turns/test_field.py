"""Folders of public benches are read as they are laid out, and scored as those benches score."""

import json
import subprocess
import sys
import wave

import numpy as np
import pytest
from benchmarks.turns.consensus import gold, track, tracks
from benchmarks.turns.field import predictions, scored, table, together
from benchmarks.turns.folders import Unreadable, eot_bench, full_duplex_bench, turn, turnbench
from benchmarks.turns.recordings import Heard, Words, ends

RATE = 8_000


def write_wav(path, seconds=0.5):
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(2 * round(seconds * RATE)))
    return path.read_bytes()


def stamp(at):
    return f"00:00:{int(at):02d},{round(at % 1 * 1000):03d}"


def subtitles(events):
    return "\n\n".join(
        f"{n}\n{stamp(began)} --> {stamp(ended)}\n[{label}] words"
        for n, (began, ended, label) in enumerate(events, 1)
    )


def annotate(home, speaker, *by):
    for who, events in zip("abc", by, strict=True):
        (home / f"speaker_{speaker}_annotation_{who}.srt").write_text(subtitles(events))


@pytest.fixture
def conversation(tmp_path):
    """Speaker 1 talks, pauses, talks on; 2 murmurs over it, answers, and is cut off by 1."""
    home = tmp_path / "20"
    for speaker in (1, 2):
        write_wav(home / f"speaker_{speaker}_audio.wav", 20)
    one = [
        (1.0, 3.0, "Normal Turn"),
        (4.0, 6.0, "Strong Floor Hold"),
        (9.0, 11.0, "Floor-taking Competitive Interruption"),
    ]
    two = [(4.5, 5.0, "Continuer Backchannel"), (6.5, 9.5, "Normal Turn")]
    later = [(began + 0.1, ended + 0.1, label) for began, ended, label in one]
    annotate(home, 1, one, later, [(15.0, 16.0, "Normal Turn")])
    annotate(home, 2, two, two, two)
    return home


def test_a_conversation_of_turnbench(tmp_path, conversation):
    """What two of three annotators agree on within 0.2 s counts; a turn ends where the floor passes on, and
    only pauses where it does not; what one alone heard is masked."""
    one, two = turnbench(tmp_path)
    assert (one.name, two.name) == ("20/1", "20/2")
    assert one.no_end == ((3.05, 4.05),)
    assert one.end_at == (6.05, 11.05)
    assert one.stop_at == (9.05,)
    assert one.masked_end == ((15.0, 16.0),)
    assert two.no_stop == ((4.5, 5.0),)
    assert two.end_at == (9.5,)
    assert two.floor == ((1.05, 3.05), (4.05, 6.05), (9.05, 11.05))
    assert len(one.samples) == 20 * 16_000


def test_annotators_may_use_other_lines(conversation):
    """Windows line ends, points for commas, and labels that nobody knows do no harm."""
    text = "1\r\n00:00:01.500 --> 00:00:02,000\r\n[Yawn] oh\r\n\r\nno time here"
    assert list(track(text)) == [(1.5, 2.0, "Yawn")]
    known = tracks(conversation)
    known[1][0].append((12.0, 13.0, "Yawn"))
    assert gold(known)[1].ends == (6.05, 11.05)


def test_turns_of_eot_bench(tmp_path):
    """The last silence is the end, each other a pause; short ones and other languages are left out."""
    write_wav(tmp_path / "audio" / "a.wav", 3)
    spans = [
        {"start": 0.5, "end": 0.55},
        {"start": 1.0, "end": 1.6},
        {"start": 2.0, "end": 3.0},
    ]
    row = {"id": "a", "file_name": "audio/a.wav", "language": "en", "silence_spans": spans}
    lines = [json.dumps(row), json.dumps({**row, "language": "de"}), ""]
    (tmp_path / "metadata.jsonl").write_text("\n".join(lines))
    (item,) = eot_bench(tmp_path)
    assert item.end_at == (2.0,)
    assert item.no_end == ((1.0, 1.6),)
    assert item.floor == ()
    assert list(turn({**row, "silence_spans": spans[:1]}, b"")) == []


def test_tasks_of_full_duplex_bench(tmp_path):
    """Both versions: who interrupts is stopped for, who murmurs or talks to others is not; pauses and ends
    are told by the files beside the sound."""
    labels = {
        "synthetic_user_interruption/1/interrupt.json": [{"timestamp": [5.0, 7.0]}],
        "candor_pause_handling/1/pause.json": [
            {"timestamp": [1.0, 1.5]},
            {"timestamp": [2.0, 2.7]},
        ],
        "candor_turn_taking/1/turn_taking.json": [{"timestamp": [3.0, 3.4]}],
        "user_backchannel/1/metadata.json": {"timestamps": [1.0, 1.6]},
        "user_interruption/1/metadata.json": {"timestamps": [8.0, 9.0]},
    }
    for name, told in labels.items():
        write_wav((tmp_path / name).with_name("input.wav"))
        (tmp_path / name).write_text(json.dumps(told))
    found = {item.name.partition("/")[0]: item for item in full_duplex_bench(tmp_path)}
    assert found["synthetic_user_interruption"].stop_at == (5.0,)
    assert found["synthetic_user_interruption"].floor == ((3.0, float("inf")),)
    assert found["candor_pause_handling"].no_end == ((1.0, 1.5), (2.0, 2.7))
    assert found["candor_turn_taking"].end_at == (3.0,)
    assert found["user_backchannel"].no_stop == ((1.0, 1.6),)
    assert found["user_backchannel"].floor == ((0.0, float("inf")),)
    assert found["user_interruption"].stop_at == (8.0,)


@pytest.mark.parametrize("read", [turnbench, eot_bench, full_duplex_bench])
def test_another_folder_is_told_of(tmp_path, read):
    """A folder that is none of a bench's is refused with what is missing."""
    with pytest.raises(Unreadable, match=str(tmp_path)):
        list(read(tmp_path))


def test_a_task_that_nobody_knows(tmp_path):
    """A task whose name says nothing is refused, not guessed at."""
    write_wav(tmp_path / "singing" / "1" / "input.wav")
    (tmp_path / "singing" / "1" / "metadata.json").write_text('{"timestamps": [0, 1]}')
    with pytest.raises(Unreadable, match="singing is none of"):
        list(full_duplex_bench(tmp_path))


def test_events_are_matched_once():
    """One thing told answers one event; what no event may take is one false positive a span; what is masked
    counts for nothing; a miss costs the longest time."""
    task = scored(
        told=[1.1, 4.9, 5.3, 6.2, 6.3, 9.0],
        at=[1.0, 5.0, 12.0],
        spans=[(6.0, 7.0), (2.0, 3.0), (4.8, 5.4)],
        masked=[(8.5, 9.5)],
    )
    assert (task.found.hits, task.found.count) == (2, 3)
    assert (task.false.hits, task.false.count) == (0, 3)  # all of it lies in the window of 5.0
    assert task.late_s == pytest.approx((0.1, -0.1))
    assert task.penalty_s == pytest.approx(1.0)
    far = scored(told=[6.2, 6.3], at=[1.0], spans=[(6.0, 7.0), (2.0, 3.0)], masked=[])
    assert (far.false.hits, far.found.hits) == (1, 0)
    both = together([task, far])
    assert (both.found.hits, both.found.count, both.false.count) == (2, 4, 5)


def test_our_wait_ends_turns():
    """A turn ends when our wait after its words is over; who goes on before that has not ended."""
    words = [
        Words("I keep bees.", 0.0, 1.0),
        Words("And I sell honey.", 2.5, 4.0),
        Words("It is good.", 9.0, 10.0),
    ]
    assert ends(words) == (6.0, 12.0)


def test_the_row_and_the_predictions(tmp_path, conversation):
    """The row has both tasks; the predictions have the form that TurnBench's scorer takes."""
    results = [
        (item, Heard((9.3, 9.3, 30.0), (Words("I keep bees.", 1.0, 3.0),)))
        for item in turnbench(tmp_path)
    ]
    row = table(results)
    assert "| interruptions | 1/1" in row
    assert "| ends of turns |" in row
    told = json.loads(predictions(results))
    assert told["schema_version"] == 1
    assert told["predictions"] == [
        {
            "conversation_id": "20",
            "speaker_1": {"eot": [5.0], "interruption": [9.3]},
            "speaker_2": {"eot": [5.0], "interruption": [9.3]},
        }
    ]


@pytest.mark.slow
def test_a_folder_from_end_to_end(tmp_path):
    """The command hears a folder with the recogniser on board: "stop" is stopped for."""
    from benchmarks.turns.corpus import as_pcm
    from benchmarks.turns.voices import Speaker

    said = as_pcm(Speaker("hibari").says("Wait, stop, I have a question."))
    home = tmp_path / "bench" / "user_interruption" / "1"
    home.mkdir(parents=True)
    with wave.open(str(home / "input.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(np.pad(said, (32_000, 32_000)).astype("<i2").tobytes())
    (home / "metadata.json").write_text('{"timestamps": [2.0, 4.0]}')
    command = [sys.executable, "-m", "benchmarks.turns", "--set", "full-duplex-bench"]
    done = subprocess.run(
        [*command, str(tmp_path / "bench")], capture_output=True, text=True, check=True
    )
    assert "| interruptions | 1/1" in done.stdout
