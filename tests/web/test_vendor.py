"""What we ship of others is what they published (Sec)."""

from __future__ import annotations

import hashlib
from importlib.resources import files

SHA256 = {
    "livekit-client-2.23.0.umd.js": "fb646f2260d84f91238d0a2dc10726c456631d6a26c7cafc43cfee5959b4d31d",
    "livekit-client-LICENSE.txt": "09e8a9bcec8067104652c168685ab0931e7868f9c8284b66f5ae6edae5f1130b",
}


def test_the_vendored_files_are_unchanged() -> None:
    """Each has the hash that it had in its package, which `scripts/livekit-client` checks; no other file
    is beside them."""
    folder = files("greenroom.web") / "static" / "vendor"
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
    assert found == SHA256


def test_the_page_loads_the_vendored_file_that_there_is() -> None:
    """Template and folder agree on the version."""
    template = (files("greenroom.web") / "templates" / "room.html").read_text()
    assert all(name in template for name in SHA256 if name.endswith(".js"))
