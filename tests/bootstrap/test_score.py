"""`greenroom score` from outside: what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests import typed as command
from tests.bootstrap.scored_record import QUOTE, STORY, file, record, script, whole
from tests.support.operators_model import typed

from greenroom.app.ports import UserFault
from greenroom.bootstrap import score
from greenroom.testing.providers import OpenAIServer
from greenroom.testing.providers.script import AT_ONCE

__all__ = ["file"]


def test_the_contract_of_score(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Criteria with levels and located quotes, measures, and the number of quotes that were refused."""
    judge = script(tmp_path, 4, QUOTE, "we doubled our revenue")
    assert score.main(file, "star", judge, None, "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [c["id"] for c in told["criteria"]] == ["situation", "task", "action", "result"]
    for criterion in told["criteria"]:
        assert criterion["score"] == 4
        (quote,) = criterion["quotes"]
        assert STORY[quote["start"] : quote["end"]] == quote["quote"] == QUOTE
        assert quote["message"] == 1
    assert told["dropped"] == 4
    assert told["measures"]["answer_length"]["value"] == 9
    assert told["measures"]["pauses"]["value"] is None
    assert told["measures"]["pauses"]["not_scored"]


def test_without_a_model_the_measures_stand(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every criterion is not scored, with a reason; nothing is a number but what was measured."""
    assert score.main(file, "star", None, None, "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {c["not_scored"] for c in told["criteria"]} == {"no_model"}
    assert all("score" not in criterion for criterion in told["criteria"])
    assert told["measures"]["speech_rate"]["value"] > 0


def test_people_can_read_it(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json it is lines; a terminal is told no control characters."""
    spoiled = record()
    spoiled["messages"][1]["text"] = STORY.replace("delay fell", "delay\x1b[31m fell")
    file.write_text(json.dumps(spoiled))
    judge = script(tmp_path, 4, "delay\x1b[31m fell from a day")
    assert score.main(file, "star", judge, None) == 0
    told = capsys.readouterr().out
    assert "Result: 4 of 5" in told
    assert "\x1b" not in told


def test_the_report_carries_the_scorecard(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--format md` and `html` print the whole report; they need more of the record, and say so."""
    judge = script(tmp_path, 4, QUOTE)
    for format in ("md", "html"):
        with pytest.raises(UserFault, match="candidate: is missing"):
            score.main(file, "star", judge, None, format)
    file.write_text(json.dumps(whole()))
    for format in ("md", "html"):
        assert score.main(file, "star", judge, None, format) == 0
        told = capsys.readouterr().out
        assert {"md": "Result, level 4 of 5", "html": "Level 4 of 5"}[format] in told
        assert QUOTE in told
        assert "<b>Ada" not in told


async def test_a_configured_model_judges(file: Path) -> None:
    """The command as it is typed, against a server of one's own: eight calls, levels, and no key in
    what it prints."""
    reply = json.dumps({"reasoning": "r", "quotes": [QUOTE], "score": 3})
    async with OpenAIServer(reply, key="canary-key-5521", pace=AT_ONCE) as server:
        words = ("score", str(file), "--rubric", "star", "--model", "llm", "--json")
        run = await typed(server, *words)
        assert server.count("llm") == 8
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert [criterion["score"] for criterion in told["criteria"]] == [3, 3, 3, 3]
    assert told["judge"] == "openai-compatible/local-model"
    assert told["agreement"] == {"readings": 2, "compared": 4, "equal": 4, "widest": 0}
    assert "canary-key-5521" not in run.stdout + run.stderr


def test_the_journal_says_how_sure_the_words_are(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the journal of a candidate whom the recogniser hardly understood, words that were guessed are no
    evidence, and pauses are measured."""
    misheard = tmp_path / "misheard.json", tmp_path / "misheard.jsonl"
    words = ("simulate", "--candidate", "misheard", "--json", "--journal", misheard[1])
    misheard[0].write_text(command.typed(capsys, *words).stdout)
    told = []
    for journal in (None, misheard[1]):
        score.main(misheard[0], "star", None, None, "json", journal)
        told.append(json.loads(capsys.readouterr().out))
    assert [{c["not_scored"] for c in t["criteria"]} for t in told] == [{"no_model"}, {"uncertain"}]
    assert [t["measures"]["pauses"]["value"] is None for t in told] == [True, False]
    with pytest.raises(UserFault, match="journal of another interview"):
        score.main(file, "star", None, None, "json", misheard[1])


def test_the_plan_says_which_language(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An answer in another language than the plan's is not judged, unless the language is said."""
    spoken = record()
    spoken["messages"][1]["text"] = (
        "Reduje el retraso de un día a dos minutos con una compañera de la tienda."
    )
    file.write_text(json.dumps(spoken))
    reasons = []
    for language in (None, "es"):
        score.main(file, "star", None, language, "json")
        found = json.loads(capsys.readouterr().out)["criteria"]
        reasons.append({c["not_scored"] for c in found})
    assert reasons == [{"other_language"}, {"no_model"}]


@pytest.mark.parametrize(
    ("named", "language"),
    [({}, "en"), ({"plan": "of-my-own"}, "en"), ({"language": "es"}, "es"), ({"language": "pt-BR"}, "pt"), ({"language": "xx"}, "xx")],
)  # fmt: skip
def test_the_record_says_which_language(
    file: Path, capsys: pytest.CaptureFixture[str], named: dict[str, str], language: str
) -> None:
    """A record's own language goes before its plan's; an old record names none and is read as before. The
    JSON says by which language it was measured."""
    file.write_text(json.dumps(record() | named))
    assert score.main(file, "star", None, None, "json") == 0
    assert json.loads(capsys.readouterr().out)["language"] == language


@pytest.mark.parametrize("format", ["md", "html"])
def test_a_report_of_a_record_without_a_language(
    file: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    """Of a record of before there is a report; so there is of one that names a language."""
    for named in ({}, {"language": "de"}):
        spoken = whole() | named
        spoken["messages"][0]["question_id"] = "q"
        if named:
            spoken["messages"][1]["text"] = (
                "Ich habe das mit einer Kollegin gebaut, und wir waren fertig."
            )
        file.write_text(json.dumps(spoken))
        assert score.main(file, "star", None, None, format) == 0
        assert ("Our rules for advice read only English" in capsys.readouterr().out) == bool(named)
