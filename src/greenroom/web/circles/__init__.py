"""Interviews between agents over HTTP: routes, their stream of events, and their pages."""
