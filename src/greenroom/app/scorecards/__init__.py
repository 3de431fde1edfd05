"""Scorecards: asked for, judged by a rubric one criterion at a time, and kept."""
