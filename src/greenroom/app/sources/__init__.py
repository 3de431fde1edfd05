"""TOML that people write (plans, rubrics): read strictly, and every fault told at its line."""
