"""The operator's model in a batch: as interviewer, as candidate, as judge; perhaps from a cassette.

It lives on the real clock of a thread beside the interviews, which are in virtual time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from greenroom import settings as configuration
from greenroom.adapters.models.cassette import Cassette, RecordedModel
from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.json_model import JsonModel
from greenroom.adapters.models.judge import ModelJudge
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import Interviewer, OperatorFault, UserFault
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.bootstrap.operators_model import OperatorsModel, operators_model
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.simulation.batch.case import Cast
from greenroom.simulation.real_time_call import (
    AskedInRealTime,
    InterviewerInRealTime,
    JudgeInRealTime,
    RealTimeThread,
)

LABEL = "model.json"
"""In the folder of a cassette: whose replies these are."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A model that can be asked; `model` knows what it has used."""

    model: RecordedModel
    asked: ReplyFormat
    provider: str
    fence: str
    """Around what a judge is given. No transcript of a simulation can hold it, and a cassette gives it
    again."""


def cast_with_models(roles: Roles) -> Cast:
    """The cast of this process, until it ends. Raises `OperatorFault` when no model is set, `UserFault`
    for a folder that is no cassette."""
    chosen = _choose(roles)
    thread = RealTimeThread()
    thread.start()
    atexit.register(_close, chosen, thread)
    asked = JsonModel(chosen.model, chosen.asked, chosen.provider)

    def interviewer() -> Interviewer:
        if roles.interviewer == "plan":
            return PlanInterviewer()
        model = ModelInterviewer(chosen.model, chosen.asked, provider=chosen.provider)
        return InterviewerInRealTime(model, thread)

    judge = ModelJudge(asked, name=chosen.model.name, fence=lambda: chosen.fence)
    cassette = chosen.model.cassette
    return Cast(
        interviewer=interviewer,
        candidate=AskedInRealTime(asked, thread) if roles.candidate == "llm" else None,
        judge=JudgeInRealTime(judge, thread) if roles.judge == "llm" else None,
        spent=lambda: chosen.model.spent,
        begin=(lambda _: None) if cassette is None else cassette.begin,
        missed=lambda: None if cassette is None else cassette.missed,
    )


def model_name(roles: Roles) -> str:
    """Provider and model, as the batch remembers them; a new cassette is labelled with them, before
    several processes record. Raises like `cast_with_models`."""
    if roles.replay and roles.cassette is not None:
        return str(_label(roles.cassette)["name"])
    chosen = operators_model(configuration.load())
    if roles.cassette is not None:
        roles.cassette.mkdir(parents=True, exist_ok=True)
        _fence(roles.cassette, chosen)
    return chosen.name


def _choose(roles: Roles) -> _Chosen:
    if roles.replay and roles.cassette is not None:
        label = _label(roles.cassette)
        model = RecordedModel(None, label["name"], Cassette(roles.cassette, replay=True))
        return _Chosen(model, ReplyFormat(label["asked"]), label["provider"], label["fence"])
    chosen = operators_model(configuration.load())
    if chosen.asked is ReplyFormat.TOOLS:
        raise OperatorFault(f"{chosen.name} is asked by tools, and a batch asks for JSON")
    cassette, fence = None, f"=== {secrets.token_hex(12)} ==="
    if roles.cassette is not None:
        cassette = Cassette(roles.cassette, replay=False)
        fence = _fence(roles.cassette, chosen)
    model = RecordedModel(chosen.model, chosen.name, cassette)
    return _Chosen(model, chosen.asked, chosen.provider, fence)


def _fence(folder: Path, chosen: OperatorsModel) -> str:
    """Label the folder, once."""
    label = {
        "name": chosen.name,
        "asked": chosen.asked.value,
        "provider": chosen.provider,
        "fence": f"=== {secrets.token_hex(12)} ===",
    }
    with contextlib.suppress(FileExistsError), (folder / LABEL).open("x", encoding="utf-8") as out:
        out.write(json.dumps(label) + "\n")
    found = _label(folder)
    if found["name"] != chosen.name:
        raise UserFault(
            f"{folder} holds replies of {found['name']}; record {chosen.name} elsewhere"
        )
    return found["fence"]


def _label(folder: Path) -> dict[str, str]:
    try:
        label = json.loads((folder / LABEL).read_text("utf-8"))
        ReplyFormat(label["asked"])
        return {key: str(label[key]) for key in ("name", "asked", "provider", "fence")}
    except (OSError, ValueError, KeyError, TypeError):
        raise UserFault(f"{folder} is no folder of greenroom simulate run --record") from None


def _close(chosen: _Chosen, thread: RealTimeThread) -> None:
    thread.wait(chosen.model.aclose)
    thread.close()
