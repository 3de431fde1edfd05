"""Models of other people's servers: LiveKit's plugins made safe to hold a user's key and address."""
