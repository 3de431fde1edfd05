"""A LiveKit server for tests, and a candidate who joins its rooms."""

from greenroom.testing.livekit.candidate import RoomCandidate
from greenroom.testing.livekit.server import LiveKitProcess, find_server

__all__ = ["LiveKitProcess", "RoomCandidate", "find_server"]
