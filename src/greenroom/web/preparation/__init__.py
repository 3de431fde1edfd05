"""What a candidate hands in before the interview: routes and the page."""
