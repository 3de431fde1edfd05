"""Reads a model's reply while it is being written: what decides first, then the words, then the notes.

    {"depth": 3, "move": "ask", "about": "none", "question_id": null, "say": "…", "points": […], …}

or, of a model that only writes text, one line of fields and then the words:

    depth=3; move=ask; about=none; question=-
    What happened next?

Either is read whichever was asked for. The parts are the same however the text was cut up. What is
wrong is told as `fault` and never mended: the parts before it stand. What a model thinks before it
replies is passed over, with both its marks, one of them or none but "</think>".
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from typing import Any, Final, TypeAlias

from greenroom.interview.reply_parts import (
    AllSaid,
    Heading,
    Part,
    Unreadable,
    Words,
    heading_of,
    remarks_of,
)
from greenroom.interview.thoughts import CLOSED, OPENED, Thoughts
from greenroom.interview.thoughts import LONGEST as LONGEST_MARK

LONGEST: Final = 8_000
"""Characters; no reply is longer."""
LONGEST_LINE: Final = 200
MARKS: Final = 8
"""So many marks of thoughts may stand before a reply."""
_FIELD: Final = re.compile(r"(?<!\w)(\w++)\s*+[=:]\s*+([^;,|\s]*+)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

_Signs: TypeAlias = Generator[None, str, Any]
"""Takes one character after the other, and returns what it has read."""


class _Bad(Exception):
    def __init__(self, fault: Unreadable) -> None:
        super().__init__(fault)
        self.fault = fault


class ReplyReader:
    """Feed it text until it is `over`, then `end` it."""

    def __init__(self) -> None:
        self.fault: Unreadable | None = None
        self.over = False
        """Nothing that follows is read."""
        self._fields: dict[str, Any] = {}
        self._heading: Heading | None = None
        self._held = ""
        """Words that came before what decides."""
        self._parts: list[Part] = []
        self._thoughts = Thoughts()
        self._thinking = False
        """A thought was opened and is not closed."""
        self._said = False
        self._begun = False
        self._length = 0
        self._line: str | None = None
        """The line of fields as far as it was read; None: the reply is an object."""
        self._reading = self._reply()
        next(self._reading)

    def feed(self, text: str) -> list[Part]:
        for sign in text:
            if self.over:
                break
            self._length += 1
            try:
                self._reading.send(sign)
            except StopIteration:
                self.over = True
            except _Bad as bad:
                self.fault, self.over = bad.fault, True
            if self._length >= LONGEST and not self.over:
                self.fault, self.over = Unreadable.MALFORMED, True
        return self._taken()

    def end(self) -> list[Part]:
        """No more text comes."""
        if self.over:
            return self._taken()
        self.over = True
        if self._line is None:
            self.fault = Unreadable.CUT if self._begun else Unreadable.EMPTY
            return self._taken()
        try:
            if self._heading is None:
                self._head_of_line(self._line)
            self._all_said()
        except _Bad as bad:
            self.fault = bad.fault
        return self._taken()

    def _taken(self) -> list[Part]:
        parts, self._parts = self._parts, []
        return parts

    # both forms

    def _reply(self) -> _Signs:
        for _ in range(MARKS):
            sign = yield from self._visible()
            self._begun = True
            while sign == "`":  # a fence around it
                while sign != "\n":
                    sign = yield
                sign = yield from self._visible()
            if sign == "{":
                yield from self._object()
                return
            yield from self._lines(sign)
        raise _Bad(Unreadable.MALFORMED)

    def _visible(self) -> _Signs:
        sign = yield
        while sign.isspace() or sign == "\ufeff":
            sign = yield
        return sign

    def _decided(self) -> bool:
        """Whether the fields are there on which a move is judged."""
        needed = {"about"} if self._fields.get("move") == "reply" else {"depth", "move"}
        return needed <= self._fields.keys()

    def _head(self, fields: dict[str, Any]) -> None:
        heading = heading_of(fields)
        if heading is None:
            raise _Bad(Unreadable.WRONG_SCHEMA)
        self._heading = heading
        self._parts.append(heading)
        self._say(self._held)
        if self._said:
            self._all_said()

    def _say(self, text: str) -> None:
        if self._heading is None:
            self._held += text
        else:
            self._words(self._thoughts.feed(text))

    def _words(self, text: str) -> None:
        if self._parts and isinstance(self._parts[-1], Words):
            self._parts[-1] = Words(self._parts[-1].text + text)
        elif text:
            self._parts.append(Words(text))

    def _all_said(self) -> None:
        self._words(self._thoughts.end())
        self._parts.append(AllSaid())

    # the line

    def _lines(self, sign: str) -> _Signs:
        """A line of fields and the words after it. Returns after the mark that opens or ends a thought:
        the reply is still to come."""
        self._line = recent = sign
        first = True
        while True:
            sign = yield
            if sign == "\n" and first:
                if _fields_of(self._line, strict=self._thinking):
                    break
                first = False
            if first and len(self._line) <= LONGEST_LINE:
                self._line += sign
            recent = (recent + sign.lower())[-LONGEST_MARK:]
            if recent.endswith(CLOSED):
                self._line, self._thinking, self._length = None, False, 0
                return
            if self._line.lower() in OPENED:
                self._line, self._thinking = None, True
                return
        self._head_of_line(self._line)
        while True:
            self._say((yield))

    def _head_of_line(self, line: str) -> None:
        fields = _fields_of(line, strict=self._thinking)
        if not fields:
            raise _Bad(Unreadable.MALFORMED)
        depth = str(fields.get("depth"))
        fields["depth"] = int(depth) if depth.isdecimal() and len(depth) == 1 else None
        fields["question_id"] = fields.get("question_id", fields.get("question"))
        self._head(fields)

    # the object

    def _object(self) -> _Signs:
        sign = yield from self._visible()
        while sign != "}":
            key = yield from self._key(sign)
            sign = yield from self._visible()
            if key == "say" and sign == '"' and "say" not in self._fields:
                self._fields["say"] = True
                if self._decided() and self._heading is None:
                    self._head(self._fields)
                yield from self._string(self._say)
                sign = yield from self._visible()
                self._said = (
                    sign in ",}"
                )  # else it is no string's end, and the last words are garbled
                if self._said and self._heading is not None:
                    self._all_said()
            else:
                sign = yield from self._value(key, sign)
            if sign == ",":
                sign = yield from self._visible()
            elif sign != "}":
                raise _Bad(Unreadable.MALFORMED)
        self._close()

    def _key(self, sign: str) -> _Signs:
        if sign != '"':
            raise _Bad(Unreadable.MALFORMED)
        read: list[str] = []
        yield from self._string(read.append)
        if (yield from self._visible()) != ":":
            raise _Bad(Unreadable.MALFORMED)
        return "".join(read)

    def _close(self) -> None:
        """The object is whole."""
        if self._heading is None:
            self._head(self._fields)
        self._parts.append(remarks_of(self._fields))

    def _string(self, take: Any) -> _Signs:
        """The characters of a JSON string after its opening quote."""
        high = ""
        while (sign := (yield)) != '"':
            if sign == "\\":
                sign = yield
                if sign == "u":
                    sign = yield from self._unit()
                else:
                    sign = _ESCAPED.get(sign, sign)
            if high and "\udc00" <= sign <= "\udfff":
                sign = (high + sign).encode("utf-16", "surrogatepass").decode("utf-16")
            elif high:
                take("\ufffd")
            high = sign if "\ud800" <= sign <= "\udbff" else ""
            if not high:
                take("\ufffd" if "\udc00" <= sign <= "\udfff" else sign)
        if high:
            take("\ufffd")

    def _unit(self) -> _Signs:
        digits = ""
        for _ in range(4):
            digits += yield
        try:
            return chr(int(digits, 16))
        except ValueError:
            raise _Bad(Unreadable.MALFORMED) from None

    def _value(self, key: str, sign: str) -> _Signs:
        """Any value that is not spoken; returns the character after it."""
        raw, depth, quoted, escaped = "", 0, False, False
        while quoted or depth or not (sign in ",}]" or sign.isspace()):
            raw += sign
            if quoted:
                quoted = escaped or sign != '"'
                escaped = sign == "\\" and not escaped
            else:
                quoted = sign == '"'
                depth += (sign in "{[") - (sign in "}]")
            sign = yield
        if sign.isspace():
            sign = yield from self._visible()
        try:
            self._fields.setdefault(key, json.loads(raw))
        except (ValueError, RecursionError):
            raise _Bad(Unreadable.MALFORMED) from None
        if "question_id" in self._fields and self._decided() and self._heading is None:
            self._head(self._fields)
        return sign


def _fields_of(line: str, *, strict: bool) -> dict[str, Any]:
    """The fields of a line, in small letters; empty if it is no line of fields. `strict`: it begins with
    one, so that a thought which names them is none."""
    if len(line) > LONGEST_LINE or (strict and _FIELD.match(line.strip()) is None):
        return {}
    fields: dict[str, Any] = {key.lower(): value for key, value in _FIELD.findall(line)}
    decides = {"move", "about"} if fields.get("move") == "reply" else {"depth", "move"}
    return fields if decides <= fields.keys() else {}
