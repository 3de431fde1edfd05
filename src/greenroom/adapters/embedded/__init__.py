"""The embedded transport: a browser, one WebSocket, the session in this process."""
