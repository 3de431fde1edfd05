"""`app.ports.Counters`: in memory, and in a Redis."""
