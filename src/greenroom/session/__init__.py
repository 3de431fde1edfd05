"""The live interview on LiveKit's `AgentSession`; the same for every transport."""
