"""One file out of a multipart body, held in memory: nothing of it is written to a disk."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.formparsers import MultiPartException, MultiPartParser

from greenroom.app.documents import LARGEST_DOCUMENT
from greenroom.app.ports import UserFault
from greenroom.assessment.sentence import Sentence

FIELD: Final = "file"
MOST_FIELDS: Final = 8
"""Fields beside the file: they are read over."""
BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        FIELD: {
                            "type": "string",
                            "format": "binary",
                            "description": "PDF, Word (.docx), plain text or Markdown, 5 MB at most. "
                            "Its content says which; its name and type are not looked at.",
                        }
                    },
                    "required": [FIELD],
                }
            }
        },
    }
}
"""OpenAPI's description of the body."""


async def uploaded(request: Request) -> bytes:
    """The file's bytes. Raises `UserFault` where there is no file."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise UserFault(
            Sentence(
                "Send the document as multipart/form-data, in the field '{field}'.", field=FIELD
            )
        )
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=MOST_FIELDS)
    parser.spool_max_size = 2 * LARGEST_DOCUMENT  # in memory, whatever its size
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError, ValueError):
        raise UserFault(
            Sentence("The body is no proper multipart/form-data with one file.")
        ) from None
    try:
        sent = form.get(FIELD)
        if sent is None or isinstance(sent, str):
            raise UserFault(Sentence("There is no file in the field '{field}'.", field=FIELD))
        return await sent.read()
    finally:
        await form.close()
