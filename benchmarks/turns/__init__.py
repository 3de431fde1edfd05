"""Turn-taking measured: one labelled corpus, one recogniser, several ways to decide."""
