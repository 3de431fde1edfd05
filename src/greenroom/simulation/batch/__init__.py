"""Many simulated interviews: held on several processes, kept durably, gone on with, and compared.

`plan` (what a batch is), `cases` (its folder) and all that reads results know no LiveKit.
"""
