"""The public names of the package `greenroom_turns`, which Greenroom itself imports directly."""

from typing import TYPE_CHECKING, Any

import greenroom_turns

if TYPE_CHECKING:
    from greenroom_turns import *  # noqa: F403

__all__: list[str] = []
__all__ += greenroom_turns.__all__


def __getattr__(name: str) -> Any:
    if name in __all__:  # those of LiveKit are loaded only when they are asked for
        return getattr(greenroom_turns, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
