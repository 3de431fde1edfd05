"""Pictures of every state, to be looked at: `python tests/browser/look.py OUT [PATTERN] [WIDTHS] [THEMES]`."""

from __future__ import annotations

import sys
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playwright.sync_api import Error, sync_playwright
from stage import served
from states import STATES

HEIGHTS = {"320": 568, "360": 740, "768": 1024, "1024": 768, "1440": 900}


def main(
    out: Path, pattern: str = "*", widths: str = "320,360,768,1024,1440", themes: str = "light,dark"
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium")
        for width in widths.split(","):
            for theme in themes.split(","):
                page = browser.new_page(
                    viewport={"width": int(width), "height": HEIGHTS[width]}, color_scheme=theme
                )
                page.on(
                    "console",
                    lambda message: message.type == "error" and print("console:", message.text),
                )
                page.on("pageerror", lambda error: print("error:", error))
                for state in STATES:
                    if not fnmatch(state.name, pattern):
                        continue
                    page.goto(address + "/static/logo.svg")
                    page.evaluate("localStorage.clear()")
                    page.goto(address + state.path)
                    try:
                        state.reach(page)
                    except Error as error:
                        print(state.name, str(error)[:400])
                    page.wait_for_timeout(700)
                    page.screenshot(
                        path=out / f"{state.name}-{width}-{theme}.png",
                        full_page="room" not in state.name,
                    )
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
