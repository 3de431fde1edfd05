"""The weights of the turn decision are those that its script finds."""

from __future__ import annotations

from training import turns


def test_the_weights_are_what_the_script_fits() -> None:
    """Whoever runs `python -m training.turns` gets the file that is shipped."""
    examples = turns.read()
    found = turns.fitted([one for one in examples if one.set_name == "tuning"])
    assert turns.WEIGHTS_FILE.read_text("utf-8") == turns.toml(found)


def test_no_voice_is_on_both_sides() -> None:
    """What the weights were fitted to shares no voice with what they are shown on, rooms and noises apart."""
    voices: dict[bool, set[str]] = {True: set(), False: set()}
    for one in turns.read():
        voices[one.set_name == "tuning"].add(one.voice)
    assert voices[True] & voices[False] <= {"room"}


def test_clean_calls_are_not_missed() -> None:
    """Of no set, by what is decided of their final words (T3)."""
    rows = turns.table(turns.read()).splitlines()[2:]
    assert rows
    assert all(row.split("|")[4].strip().startswith("0/") for row in rows)


def test_the_picture_has_every_kind() -> None:
    """And is drawn without a library."""
    drawn = turns.picture([one for one in turns.read() if one.spoken.chances])
    assert all(drawn.count(colour) > 1 for colour in turns.COLOURS.values())
