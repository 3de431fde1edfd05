"""Translators between ports and third parties; strangers to one another."""
