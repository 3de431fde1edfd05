"""Scenarios: who is interviewed by which plan, and what must come of it. TOML files, read strictly."""
