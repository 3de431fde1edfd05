"""Companies looked up by web searches."""
