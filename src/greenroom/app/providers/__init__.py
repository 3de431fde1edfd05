"""Providers of models: which there are, an owner's keys to them, and what may be used of them."""
