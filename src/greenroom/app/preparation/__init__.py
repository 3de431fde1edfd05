"""What a candidate hands in before an interview: documents, a job's description, a company."""
