"""LiveKit's scenario files: what is taken over, and that nothing is lost without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from livekit.protocol.agent_simulation import Scenario

from greenroom.app.ports import UserFault
from greenroom.bootstrap.simulations import livekit_import
from greenroom.simulation.livekit_scenarios import FIELDS
from greenroom.simulation.scenarios.loading import load

FILE = """\
name: Hiring calls
scenarios:
  - label: Baker wants the early shift
    instructions: |-
      PERSONA: Ines, a baker, a little tired.
      FACTS:
      - trade: baker since 2011
      - e-mail address: ines@example.org
      DO, IN ORDER:
      1. Answer what is asked.
    agent_expectations: The agent asks for the trade
      before anything else.
    tags:
      shift: early
    userdata:
      slots: [1, 2]
    voice: warm
  - label: Baker wants the early shift
    instructions: You are Bo and have nothing to say.
"""


def test_the_fields_are_livekits() -> None:
    """Those that the installed LiveKit has in its scenarios."""
    assert set(FIELDS) == {field.name for field in Scenario.DESCRIPTOR.fields}


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each becomes a scenario that can be used; what is not taken over is told."""
    file, out = tmp_path / "scenarios.yaml", tmp_path / "out"
    file.write_text(FILE, "utf-8")
    assert livekit_import.main(file, out, "two-stage") == 0
    told = capsys.readouterr()
    first, second = load([out])
    assert (first.id, second.id) == ("baker-wants-the-early-shift", "baker-wants-the-early-shift-2")
    assert first.source.tags == ["shift-early"]
    facts = {fact.id: fact for fact in first.candidate.facts}
    assert [(f.text, f.topics) for f in facts.values()] == [
        ("trade: baker since 2011", ["trade"]),
        ("e-mail address: ines@example.org", ["mail", "address"]),
    ]
    assert facts["f1"].signs == ["baker since 2011"]
    assert "PERSONA: Ines" in (first.candidate.character or "")
    assert "asks for the trade before anything else" in (first.source.description or "")
    assert '"slots": [1, 2]' in (first.source.description or "")
    for left in ("agent_expectations", "userdata", "voice: is not known", "no list of facts"):
        assert left in told.err
    with pytest.raises(UserFault, match="already"):
        livekit_import.main(file, out, "two-stage")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: [", "not YAML"),
        ("just words", "no list of scenarios"),
        ("scenarios: []", "the list is empty"),
        ("scenarios:\n- label: x", "instructions: there are none"),
        ("scenarios: !!python/object/apply:os.getcwd []", "not YAML"),
    ],
)
def test_what_is_no_such_file(tmp_path: Path, text: str, told: str) -> None:
    """It is refused with the reason, and nothing in it is run."""
    file = tmp_path / "scenarios.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(UserFault, match=told):
        livekit_import.main(file, tmp_path / "out", "two-stage")
    assert not (tmp_path / "out").exists()
