"""Firefox and WebKitGTK, with a sound server or without one, and one server of ours for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from tests.browsers.firefox import FIREFOX, firefox
from tests.browsers.sound_server import SoundServer, no_sound_server, sound_server
from tests.browsers.tab import Tab
from tests.browsers.visitor import Visitor, told
from tests.browsers.webkit import mini_browser, screen, webkit
from tests.e2e.conftest import house, speaker  # noqa: F401 - fixtures
from tests.e2e.house import House

Browse = Callable[[dict[str, str]], AbstractContextManager[Tab]]
Visit = Callable[..., AbstractContextManager[Visitor]]


@pytest.fixture(scope="module")
def browse_firefox() -> Iterator[Browse]:
    if not FIREFOX.exists():
        pytest.skip("needs Firefox ESR: apt install firefox-esr")
    with sync_playwright() as play:
        yield lambda environment: firefox(play, environment)


@pytest.fixture(scope="session")
def browse_webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browse]:
    if mini_browser() is None:
        pytest.skip("needs WebKitGTK and a screen in memory: apt install webkit2gtk-driver xvfb")
    log = tmp_path_factory.mktemp("webkit") / "log"
    with screen() as display:
        yield lambda environment: webkit(environment, display, log)


@pytest.fixture(params=["firefox", "webkit"])
def browse(request: pytest.FixtureRequest) -> Browse:
    """Opens a browser in this environment, as a context manager."""
    found: Browse = request.getfixturevalue(f"browse_{request.param}")
    return found


@pytest.fixture
def visit(browse: Browse, house: House, speaker: Any, tmp_path: Path) -> Visit:  # noqa: F811
    """`with visit() as visitor`: somebody with a microphone and a loudspeaker; `sound=False`: without."""

    @contextmanager
    def visiting(*, sound: bool = True) -> Iterator[Visitor]:
        if sound and SoundServer.missing:
            pytest.skip("needs PulseAudio: apt install pulseaudio")
        with ExitStack() as opened:
            hall = opened.enter_context(sound_server(tmp_path)) if sound else None
            environment = hall.environment if hall else no_sound_server(tmp_path)
            tab = opened.enter_context(browse(environment))
            yield opened.enter_context(told(Visitor(tab, house, hall, speaker)))

    return visiting
