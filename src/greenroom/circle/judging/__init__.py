"""Whether to bother the humans: what a judge reads, and what its yes must withstand (C4, C6)."""
