"""Two attempts at one question with the scorecards of a model, asked over HTTP: levels beside their words."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import RetryRow, ScorecardRow
from greenroom.app.practice.questions import held
from greenroom.app.practice.retrying import comparison
from greenroom.app.providers.keys import KeyRing
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.bootstrap.judging import ModelJudges
from greenroom.settings import Settings
from greenroom.testing.ended import STORY, keep_ended
from greenroom.testing.providers import OpenAIServer, Request
from greenroom.testing.providers.script import AT_ONCE

NOW = datetime(2026, 1, 2, 11, 0, tzinfo=UTC)
FIRST = "I fixed our stock count with some colleagues, and it was better after that, I would say."
OTHER = "In my spare time I keep bees, and last year we sold forty jars of honey at the market."


def judge(request: Request) -> str:
    """Of the first attempt every criterion but the result is judged, one by words of another answer; of
    the second all are."""
    told = json.dumps(request.body)
    level, quote = (
        (4, "the delay fell from a day to two minutes")
        if STORY in told
        else (2, "I fixed our stock count")
    )
    if FIRST in told and "Criterion: Result" in told:
        return json.dumps({"reasoning": "", "quotes": [], "score": None})
    if FIRST in told and "Criterion: Action" in told:
        quote = "last year we sold forty jars of honey"
    return json.dumps({"reasoning": "It shows.", "quotes": [quote], "score": level})


async def told(
    tmp_path: Path, judged: tuple[str, ...] = ("first", "again"), **models: str
) -> dict[str, Any]:
    """The comparison of both attempts, after a model judged those that are named."""

    async def accept(*_: object) -> None:
        return None

    store = MemoryStore()
    first = await keep_ended(store, FIRST, OTHER, id="first")
    again = await keep_ended(store, STORY, id="again")
    asked = next(e for e in (await held(store, first)).exchanges if e.answers)
    await store.retries.put(RetryRow("again", "first", asked.message))
    async with OpenAIServer(judge, pace=AT_ONCE) as server:
        for name in judged:
            settings = Settings(
                data=tmp_path,
                llm="openai-compatible",
                llm_url=server.url,
                llm_model=models.get(name, "local-model"),
                llm_key=server.key,  # type: ignore[arg-type]
            )
            ring = KeyRing(store.keys, SealingVault.of(new_key()), accept)
            rubric = models.get(f"{name}_rubric", "star")
            await store.scorecards.ask(ScorecardRow(name, rubric, "", NOW.isoformat()))
            judges = ModelJudges(settings, store, ring, lambda: NOW)
            await ScorecardWorker(store, judges, holder="x").work_off()
    return await comparison(store, again)


async def test_levels_stand_beside_their_words(tmp_path: Path) -> None:
    """A criterion that one attempt has no level for, or one on words of another answer, is not
    compared; of the others each level has its located quotes, and the difference is of the levels."""
    found = await told(tmp_path)
    titles = [row["title"] for row in found["criteria"]]
    assert titles
    assert not {"Result", "Action"} & set(titles)
    for row in found["criteria"]:
        assert (row["first"]["level"], row["second"]["level"], row["difference"]) == (2, 4, 2)
        for side, answers in (("first", found["first"]), ("second", found["second"])):
            texts = {a["message"]: a["text"] for a in answers["answers"]}
            for quote in row[side]["quotes"]:
                words = texts[quote["message"]][quote["start"] : quote["end"]]
                assert words == quote["quote"]
    assert found["criteria_missing"] is None


async def test_two_judges_have_no_difference(tmp_path: Path) -> None:
    """Both levels are shown; what lies between them could be the judges'."""
    found = await told(tmp_path, again="another-model")
    assert found["judges"] == ["openai-compatible/local-model", "openai-compatible/another-model"]
    assert {row["difference"] for row in found["criteria"]} == {None}


@pytest.mark.parametrize(
    ("judged", "rubrics", "why"),
    [
        ((), {}, "Neither interview has been judged."),
        (("first",), {}, "The new interview has not been judged."),
        (("again",), {}, "The first interview has not been judged."),
        (("first", "again"), {"again_rubric": "technical-depth"}, "two rubrics"),
    ],
)
async def test_without_both_nothing_is_compared(
    tmp_path: Path, judged: tuple[str, ...], rubrics: dict[str, str], why: str
) -> None:
    """No level stands alone, and the reason is said."""
    found = await told(tmp_path, judged, **rubrics)
    assert found["criteria"] == []
    assert why in found["criteria_missing"]
