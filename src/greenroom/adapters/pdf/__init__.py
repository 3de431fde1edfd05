"""Reports as PDF, and the fonts that they need."""
