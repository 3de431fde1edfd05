"""Text that comes in whole sentences is cut into them at once.

LiveKit's streams wait for words of the next sentence before they give the first one out. Ours come
whole (a plan's text, or what `interview.sentences` cut), so there is nothing to wait for.
"""

from __future__ import annotations

from livekit.agents import tokenize
from livekit.agents.tokenize.tokenizer import SentenceStream


class WholeSentences(tokenize.SentenceTokenizer):
    """LiveKit's own sentences, of each piece by itself."""

    def __init__(self) -> None:
        self._inner = tokenize.blingfire.SentenceTokenizer(retain_format=True)

    def tokenize(self, text: str, *, language: str | None = None) -> list[str]:
        return self._inner.tokenize(text, language=language)

    def stream(self, *, language: str | None = None) -> SentenceStream:
        return _Stream(self)


class _Stream(SentenceStream):
    def __init__(self, owner: WholeSentences) -> None:
        super().__init__()
        self._owner = owner

    def push_text(self, text: str) -> None:
        for sentence in self._owner.tokenize(text):
            self._event_ch.send_nowait(tokenize.TokenData(token=sentence))

    def flush(self) -> None:
        """Nothing is ever held back."""

    def end_input(self) -> None:
        self._do_close()

    async def aclose(self) -> None:
        self._do_close()
