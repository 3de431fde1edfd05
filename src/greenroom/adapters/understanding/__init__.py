"""The local reader: what a turn of the candidate is, read on this machine."""
