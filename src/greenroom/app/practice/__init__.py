"""Practice after an interview: a question again, the two answers compared, drills, and what changed."""
