"""Candidates without a person: scripted speech, virtual time, the real session."""
