"""Log records as JSON lines, ours and everybody else's through the same processors.

Nobody else's record is trusted: LiveKit puts transcripts into `extra`, and provider errors, with
whatever they quote, behind the colon of a message. So a foreign record keeps its logger, its level,
where it was written, and of its message the constant words and the numbers.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Final, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from greenroom.app.errors import OperatorFault, UpstreamFault

PERSONAL: Final = "pii_"
TRUSTED: Final = ("greenroom", "uvicorn")
"""Loggers whose messages hold no words of a candidate."""
NOISY: Final = ("livekit", "asyncio", "alembic", "sqlalchemy", "uvicorn")
"""Only their warnings are of use to an operator."""
HIDDEN: Final = "…"
"""Stands for what was filled into a library's message and is no number."""
SPEAKING_ERRORS: Final = (OperatorFault, UpstreamFault)
"""Their messages are written for operators and hold nothing personal; other errors give their type."""


def configure(level: str = "INFO", *, personal: bool = False, stream: TextIO | None = None) -> None:
    """Send every log record of this process to `stream` (standard error) as JSON.

    `personal` keeps values under `pii_` keys: for a developer's own machine.
    """
    # What becomes a record of ours is cleaned here as well as foreign records, so that nothing
    # personal travels further than this function's processors.
    cleaning: list[Processor] = [_error_by_type]
    if not personal:
        cleaning.append(_without_personal)
    first: list[Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *first,
            *cleaning,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*first, _foreign_message, *cleaning],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(sort_keys=True),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def _foreign_message(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    record: logging.LogRecord = event["_record"]
    if not record.name.startswith(TRUSTED):
        event["event"] = _without_words(record)
        event["at"] = f"{record.module}:{record.lineno}"
    return event


def _without_words(record: logging.LogRecord) -> str:
    """The constant words of a message and its numbers; what else was filled in may be somebody's words."""
    written = str(record.msg).partition("\n")[0]
    if not record.args:
        return written.partition(": ")[0]  # the words after it were filled in before
    try:
        return str(written % _filled(record.args))
    except (TypeError, ValueError, KeyError):
        return written


def _filled(args: Any) -> Any:
    if isinstance(args, Mapping):
        return {key: _plain(value) for key, value in args.items()}
    return tuple(_plain(value) for value in args)


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | float) else HIDDEN


def _error_by_type(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Replace an exception by its type and the place it was raised at."""
    error = _exception(event.pop("exc_info", None))
    event.pop("exception", None)
    if error is None:
        return event
    event["error"] = type(error).__name__
    place = _innermost(error.__traceback__)
    if place is not None:
        event["error_at"] = place
    if isinstance(error, SPEAKING_ERRORS):
        event["error_said"] = str(error)
    causes = [type(inner).__name__ for inner in getattr(error, "exceptions", ())]
    if causes:
        event["error_group"] = causes
    return event


def _exception(given: Any) -> BaseException | None:
    if given is True:
        return sys.exc_info()[1]
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return given if isinstance(given, BaseException) else None


def _innermost(traceback: TracebackType | None) -> str | None:
    if traceback is None:
        return None
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    code = traceback.tb_frame.f_code
    return f"{code.co_filename.rpartition('site-packages/')[2]}:{traceback.tb_lineno}"


def _without_personal(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    return _scrubbed(event)


def _scrubbed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _scrubbed(value) if isinstance(value, dict) else value
        for key, value in values.items()
        if not str(key).startswith(PERSONAL)
    }
