"""What can be said about an interview afterwards: measured here, and never judged without evidence."""
