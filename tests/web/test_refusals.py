"""What the server refuses is told in the language of the page, and in English to whoever names none."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient
from tests.web.catalogues import NOTICES, ROOMS
from tests.web.conftest import APPLICATION, House
from tests.web.test_documents import RESUME, send
from tests.web.test_plans import PLAN
from tests.web.test_socket import address, farewell

from greenroom.adapters.speech.local_speech import ROBOTIC
from greenroom.app.ports import UpstreamFault
from greenroom.app.preparation.service import MOST_DOCUMENTS
from greenroom.assessment.sentence import Sentence
from greenroom.bootstrap.equipment import BUDGET_NEWS, PARTS
from greenroom.session.speech_faults import DEAF, MUTE
from greenroom.web import languages
from greenroom.web.languages import ENGLISH, LANGUAGES

GERMAN: Final = {"accept-language": "de-CH, en;q=0.5"}
SOURCE: Final = Path(languages.__file__).parents[1]
MESSAGES: Final = {
    "Refused": 0,
    "FieldFault": 1,
    "UserFault": 0,
    "Unauthorized": 0,
    "problem": 1,
    "Sentence": 0,
}
"""Whose argument of which number a person reads."""
TERMINAL: Final = {
    *(f"app/circles/{name}.py" for name in ("calibration", "cassette", "golden", "labels")),
    "app/reports/records.py",
}
"""Modules of commands alone: what they refuse is read in a terminal, in English."""
FILES: Final = {"read", "read_transcript", "script", "_message", "_text", "_object"}
"""Functions of `app/circles/missions.py` that a command alone calls: they read a file."""


def refusing() -> Iterator[tuple[str, str, ast.expr]]:
    """Every place in what serves pages that makes a refusal: file and line, class, and its message."""
    for room in ("app", "web", "adapters", "session", "bootstrap/hosting.py"):
        place = SOURCE / room
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name = str(file.relative_to(SOURCE))
            if name in TERMINAL:
                continue
            tree = ast.parse(file.read_text("utf-8"))
            for apart in [n for n in ast.walk(tree) if getattr(n, "name", "") in FILES]:
                if name == "app/circles/missions.py":
                    apart.body = []  # type: ignore[attr-defined]
            for node in ast.walk(tree):
                made = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
                if made in MESSAGES and len(node.args) > MESSAGES[made]:  # type: ignore[attr-defined]
                    yield f"{name}:{node.lineno}", made, node.args[MESSAGES[made]]  # type: ignore[attr-defined]


def is_bare(message: ast.expr) -> bool:
    """Whether these are words in English alone."""
    if isinstance(message, ast.Call):
        made = message.func
        return getattr(made, "id", getattr(made, "attr", "")) in ("str", "format", "join", "repr")
    return isinstance(message, ast.Constant | ast.JoinedStr | ast.BinOp)


def test_no_refusal_is_a_bare_text() -> None:
    """Each is a sentence that the catalogues have: of those that take nothing else the type checker sees to
    it, of the others this walk. A sentence itself is made of words that stand there, with its values apart."""
    found = list(refusing())
    assert len([made for _, made, _ in found if made == "Refused"]) > 80
    told = [(place, made) for place, made, _ in found if made != "Sentence"]
    bare = {place for place, made, message in found if made != "Sentence" and is_bare(message)}
    assert bare == set()
    filled = {p for p, made, m in found if made == "Sentence" and isinstance(m, ast.JoinedStr)}
    assert filled == set()
    gathered = (*ROOMS, "web", *NOTICES)
    assert [place for place, _ in told if not place.startswith(gathered)] == []


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
def test_the_rooms_notices_are_among_the_words_of_its_page(code: str) -> None:
    """A worker knows no page's language: it sends English, and the page's script says it in its own."""
    words = json.loads(
        languages.page_language(code)
        .script.removeprefix("globalThis.greenroomWords = ")
        .removesuffix(";\n")
    )
    for notice in (
        DEAF,
        MUTE,
        ROBOTIC,
        *BUDGET_NEWS.values(),
        *(told for _, told in PARTS.values()),
    ):
        assert words[notice] not in ("", notice)


@pytest.fixture
def one(visitor: TestClient) -> str:
    interview: str = visitor.post("/api/interviews", json=APPLICATION).json()["id"]
    return interview


def detail(answer: Any) -> str:
    """What a page shows of a problem: what is wrong with a field, or else the whole."""
    told = answer.json()
    first = (told.get("errors") or [told])[0]
    return str(first["detail"])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Die Datei ist leer. War sie gespeichert, bevor sie gesendet wurde?"),
        (
            b"\x89PNG\r\n\x1a\n" + bytes(50),
            "Das ist ein Bild, und wir können darin keine Wörter lesen. Senden Sie eine PDF-, Word- oder "
            "Textdatei.",
        ),
        (b"x" * (7 << 20), "Die Datei ist größer als 5 MB."),
    ],
)
def test_a_wrong_upload(visitor: TestClient, one: str, data: bytes, told: str) -> None:
    """Somebody whose browser asks for German reads in German what is wrong with the file."""
    visitor.headers.update(GERMAN)
    assert detail(send(visitor, one, data)).startswith(told)


def test_one_document_too_many(visitor: TestClient, one: str) -> None:
    """The number is filled in."""
    sent = [send(visitor, one, RESUME).json() for _ in range(MOST_DOCUMENTS)]
    confirmed = {found["highlights"][0]["id"]: "confirmed" for found in sent}
    visitor.patch(f"/api/interviews/{one}/preparation", json={"highlights": confirmed})
    visitor.headers.update(GERMAN)
    assert detail(send(visitor, one, RESUME)) == (
        "Höchstens 5 Dokumente werden aufbewahrt; entfernen Sie zuerst eines."
    )


@pytest.mark.parametrize("many", [1, 2])
def test_a_plan_with_faults(visitor: TestClient, many: int) -> None:
    """An interview by a plan that has to be mended first: how much, with the right number of the verb."""
    broken = PLAN.replace("hard_limit = ", "hard_limt = ", many)
    plan = visitor.post("/api/plans", json={"toml": broken}).json()
    found = len(visitor.post("/api/plans/check", json={"toml": broken}).json()["faults"])
    wanted = "ist eine Sache" if found == 1 else f"sind {found} Dinge"
    visitor.headers.update(GERMAN)
    answer = visitor.post("/api/interviews", json={**APPLICATION, "plan": plan["id"]})
    assert detail(answer) == (
        f"In diesem Plan {wanted} zu berichtigen, bevor er benutzt werden kann."
    )


def test_a_form_that_is_not_whole(visitor: TestClient) -> None:
    """What is missing, and what is too long, field by field."""
    visitor.headers.update(GERMAN)
    answer = visitor.post("/api/interviews", json={"name": "x" * 900, "plan": "two-stage"})
    told = {one["pointer"]: one["detail"] for one in answer.json()["errors"]}
    assert told["#/consent"] == "Dieses Feld muss ausgefüllt sein."
    assert told["#/name"] == "Das darf höchstens 120 Zeichen haben."
    assert answer.json()["detail"] == (
        "Etwas von dem, was gesendet wurde, kann nicht benutzt werden."
    )


def test_a_full_house(visitor: TestClient, house: House, one: str) -> None:
    """The page that asks for a room learns by its live connection that there is none."""
    house.rooms.capacity = 0
    with visitor.websocket_connect(address({"id": one}), headers=GERMAN) as page:
        said, _ = farewell(page)
    told = json.loads(said[0])
    assert told["title"] == "Das geht gerade nicht."
    assert told["detail"].startswith("Alle Räume sind besetzt, und die Warteschlange")


def test_a_wrong_link(visitor: TestClient) -> None:
    """As a page, and as what a page's script gets."""
    visitor.headers.update(GERMAN)
    page = visitor.get("/shared/gone", headers={"accept": "text/html"})
    assert (page.status_code, '<html lang="de">' in page.text) == (404, True)
    assert detail(visitor.get("/api/interviews/int_gone")) == "An dieser Adresse gibt es nichts."


def test_a_key_that_is_refused(visitor: TestClient, house: House) -> None:
    """A sentence within a sentence is said in the same language; a name keeps its form."""
    own = {"provider": "openai-compatible", "base_url": "http://127.0.0.1:11434/v1"}
    own |= {"models": {"llm": "qwen3"}}  # type: ignore[dict-item]
    visitor.headers.update(GERMAN)
    house.provider.models = ("qwen2.5:7b",)
    assert detail(visitor.post("/api/keys", json=own)).startswith(
        "Dieser Server hat kein Modell „qwen3“. "
    )
    house.provider.answer = UpstreamFault("openai", "key_refused", retryable=False)
    sent = {"provider": "openai", "key": "sk-0123456789"}
    assert detail(visitor.post("/api/keys", json=sent)).startswith(
        "OpenAI hat diesen Schlüssel nicht angenommen."
    )


def test_whoever_names_no_language_has_english(visitor: TestClient, one: str) -> None:
    """Programs, and the log: the text of a refusal is English by itself."""
    assert detail(send(visitor, one, b"")).startswith("The file is empty.")
    visitor.cookies.set(languages.COOKIE, "fr")  # the page's language was chosen
    assert detail(send(visitor, one, b"")).startswith("Le fichier est vide.")
    assert str(Sentence("There are {most} at most.", most="1,000")) == "There are 1,000 at most."


CIRCLE: Final = {"owner_profile": {}, "owner_circle": {"objective_text": "x"}}


@pytest.mark.parametrize(
    ("path", "sent", "told"),
    [
        ("/api/circles", {"cooldown_s": -1}, "Das muss mindestens 0 sein."),
        ("/api/circles", {"cooldown_s": "soon"}, "Das muss eine ganze Zahl sein."),
        ("/api/circles", {"owner_profile": []}, "Das muss ein Objekt sein."),
        ("/api/circles", {"preset": "wild"}, "Das muss eines von 'safe', 'spec' sein."),
        ("/api/circles", {"opens_at": "soon"}, "Das muss ein Datum mit Uhrzeit sein."),
        ("/api/circles", {"opens_at": "2026-01-01T00:00:00"}, "Das muss eine Zeit mit ihrer Zeitzone sein."),
        ("/api/circles", {"centre": {"latitude": 91, "longitude": 0}}, "Das darf höchstens 90 sein."),
        ("/api/circles", {"rules": {"judges": 99}}, "rules.judges: 99 liegt nicht zwischen 1 und 9"),
        ("/api/circles", {"rules": {"jury": 1}}, "rules.jury: keine solche Regel; es gibt max_per_side"),
        ("/api/circles", {"rules": {"judges": "two"}}, "rules.judges: 'two' ist nicht von der Art von 1"),
        ("/api/interviews", {"plan": "classic", "consent": 1}, "Dem muss zugestimmt werden."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_the_language_of_the_page(
    visitor: TestClient, path: str, sent: dict[str, Any], told: str
) -> None:
    """The checker's own words are English, and a choice that is none asked for consent."""
    visitor.headers.update(GERMAN)
    body = visitor.post(path, json={**(CIRCLE if "circles" in path else {}), **sent}).json()
    said = [one["detail"] for one in body.get("errors", ())] or [body["detail"]]
    assert [one.startswith(told) for one in said] == [True], said
