"""Documents of candidates, read in a process of their own."""
