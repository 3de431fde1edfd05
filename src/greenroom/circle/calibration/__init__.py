"""How far a judge can be trusted: its verdicts beside people's, as figures that say what they rest on (C4)."""
