"""Interviews between agents: opened, entered, held, and followed."""
