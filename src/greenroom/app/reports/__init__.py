"""What an interview leaves: its record, its report, and how they are taken away."""
