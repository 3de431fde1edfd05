"""The interview between two agents, an owner's and a visitor's: a pure protocol (C1–C5)."""
