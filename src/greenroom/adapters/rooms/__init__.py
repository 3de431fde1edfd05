"""Interviews in LiveKit rooms: tokens, the transport, the worker's job, and who keeps them alive."""
