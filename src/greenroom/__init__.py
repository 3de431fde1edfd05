"""Greenroom: interviews held out loud. Code decides the flow; a model only phrases and proposes."""

__version__ = "0.1.0"
