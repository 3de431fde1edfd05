"""Every error as an RFC 9457 problem detail: what went wrong, in a sentence, and nothing inside."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import (
    DiskFull,
    GreenroomError,
    NotFound,
    OperatorFault,
    Refused,
    Unauthorized,
    UserFault,
)
from greenroom.app.registration import FieldFault
from greenroom.assessment.sentence import Sentence
from greenroom.web import languages, pages

MEDIA_TYPE: Final = "application/problem+json"
MACHINE_PATHS: Final = (
    "/api",
    "/ws",
    "/static",
    "/healthz",
    "/livez",
    "/readyz",
    "/metrics",
    "/openapi.json",
)

DISK_FULL: Final = Sentence(
    "The disk of this server is full. What was kept is still there, and deleting works; try again when "
    "there is room."
)

log = structlog.get_logger("greenroom.web")


class Fault(BaseModel):
    """One thing wrong in a request's body."""

    pointer: str
    """Where, as a JSON pointer in a fragment: `#/consent`."""
    detail: str


class Problem(BaseModel):
    """RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[Fault] | None = None
    incident: str | None = None
    """Found again in the server's log."""
    place: int | None = None
    """Where the interview stands in line for a room, from 1."""
    choice: str | None = None
    """`instead`: the same request with `instead=1` sets the owner's other interview aside."""


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI's words for the errors that a route may answer with."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": _schema()}},
        }
        for status in statuses
    }


@cache
def _schema() -> dict[str, Any]:
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schema["properties"]["errors"]["anyOf"][0]["items"] = schema.pop("$defs")["Fault"]
    return schema


def problem(
    status: int,
    detail: str,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    incident: str | None = None,
    headers: Mapping[str, str] | None = None,
    told: Mapping[str, Any] | None = None,
) -> Response:
    """A problem detail. `detail` is read by people: one plain sentence, no personal data. It and
    those of `errors` are said in the language of the request."""
    content: dict[str, Any] = {
        **(told or {}),
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": languages.told(detail),
    }
    if errors:
        content["errors"] = [{**one, "detail": languages.told(one["detail"])} for one in errors]
    if incident is not None:
        content["incident"] = incident
    return JSONResponse(
        content, status, {"Cache-Control": "no-store", **(headers or {})}, media_type=MEDIA_TYPE
    )


def incident_of(error: BaseException) -> str:
    """Write our own failure to the log, by type; returns the number that finds it there."""
    incident = f"inc_{secrets.token_hex(6)}"
    log.error("request_failed", incident=incident, exc_info=error)
    return incident


def breakdown(error: BaseException) -> Response:
    """The answer to our own failure: a sentence and the incident's number, nothing from inside."""
    if isinstance(error, DiskFull):
        status, detail = 507, DISK_FULL
    elif isinstance(error, OperatorFault):
        status, detail = (
            503,
            Sentence("The person who runs this server has to fix something on it."),
        )
    else:
        status, detail = 500, Sentence("Something broke on our side; what was saved before stays.")
    return problem(status, detail, incident=incident_of(error))


def unauthorized(error: Unauthorized) -> Response:
    """The answer to a credential that is none: the same words for every address."""
    return problem(401, error.args[0], headers={"WWW-Authenticate": "Bearer"})


def install(app: FastAPI) -> None:
    """Answer every error of `app` with a problem, or with a page where a person asked for one."""
    app.add_exception_handler(GreenroomError, _greenroom_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)


def for_people(request: Request, answer: Response) -> Response:
    """The same answer as a page, when a browser asked for a page."""
    page_wanted = "text/html" in request.headers.get("accept", "")
    if not page_wanted or request.url.path.startswith(MACHINE_PATHS):
        return answer
    return pages.error_page(answer.status_code, request.url.path)


def _greenroom_error(request: Request, error: Exception) -> Response:
    match error:
        case FieldFault():
            fault = {"pointer": f"#/{error.field}", "detail": error.args[0]}
            return problem(422, Sentence("Some of what was sent cannot be used."), errors=[fault])
        case NotFound():
            return for_people(request, problem(404, Sentence("There is nothing at this address.")))
        case Unauthorized():
            return unauthorized(error)
        case Refused():
            wait = error.retry_after_s
            headers = {"Retry-After": str(wait)} if wait is not None else {}
            return problem(error.status, error.args[0], headers=headers, told=error.told)
        case UserFault():
            return problem(422, error.args[0])
        case _:
            return for_people(request, breakdown(error))


def _validation_error(_request: Request, error: Exception) -> Response:
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    if any(fault["type"] == "json_invalid" for fault in faults):
        return problem(422, Sentence("What was sent is not JSON."))
    errors = [
        {"pointer": _pointer(fault["loc"]), "detail": _sentence(fault)} for fault in faults[:20]
    ]
    return problem(422, Sentence("Some of what was sent cannot be used."), errors=errors)


_SENTENCES: Final = {
    "missing": Sentence("This field is required."),
    "string_type": Sentence("This must be text."),
    "string_too_short": Sentence("This must not be empty."),
    "string_too_long": Sentence("This may have {max_length} characters at most."),
    "string_pattern_mismatch": Sentence("This is not in the expected form."),
    "string_unicode": Sentence("This holds half a character."),
    "literal_error": Sentence("This must be one of {expected}."),
    "enum": Sentence("This must be one of {expected}."),
    "greater_than": Sentence("This must be more than {gt}."),
    "greater_than_equal": Sentence("This must be {ge} at least."),
    "less_than": Sentence("This must be less than {lt}."),
    "less_than_equal": Sentence("This must be {le} at most."),
    "too_short": Sentence("This must have {min_length} entries at least."),
    "too_long": Sentence("This may have {max_length} entries at most."),
    "extra_forbidden": Sentence("There is no such field."),
    "timezone_aware": Sentence("This must be a time with its zone."),
}
_KINDS: Final = {
    "bool": Sentence("This must be true or false."),
    "int": Sentence("This must be a whole number."),
    "float": Sentence("This must be a number."),
    "finite": Sentence("This must be a number."),
    "list": Sentence("This must be a list."),
    "dict": Sentence("This must be an object."),
    "model": Sentence("This must be an object."),
    "date": Sentence("This must be a date."),
    "datetime": Sentence("This must be a date and a time."),
    "url": Sentence("This must be an address on the web."),
}
"""By how the type begins: `int_parsing`, `int_type`, `int_from_float`."""
_AGREED: Final = Sentence("This must be agreed to.")
_UNUSABLE: Final = Sentence("This cannot be used.")


def _sentence(fault: Mapping[str, Any]) -> str:
    """What is wrong, for people: never what was sent, nor how we check it."""
    values = fault.get("ctx", {})
    if isinstance(values.get("error"), ValueError):
        return str(languages.told(values["error"].args[0]))
    kind = fault["type"]
    if kind == "literal_error" and values.get("expected") == "True":
        return _AGREED
    sentence = _SENTENCES.get(kind) or _KINDS.get(kind.partition("_")[0]) or _UNUSABLE
    return Sentence(sentence.template, **{name: _plain(value) for name, value in values.items()})


def _plain(value: Any) -> Any:
    """A bound without “.0”, and choices without an English “or”."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value.replace(" or ", ", ") if isinstance(value, str) else value


def _pointer(loc: Sequence[str | int]) -> str:
    """Where in the request, never what was there: the value may be anything."""
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in loc[1:])
    return "#" + "".join(f"/{part}" for part in escaped)


_HTTP_DETAILS: Final = {
    400: (
        Sentence(
            "What was sent cannot be read. JSON must not be nested deeply, nor hold a number of thousands of "
            "digits; a form must be whole."
        )
    ),
    404: Sentence("There is nothing at this address."),
    405: Sentence("This address does not accept that method."),
}


def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    detail = _HTTP_DETAILS.get(status, HTTPStatus(status).phrase)
    return for_people(request, problem(status, detail, headers=headers))
