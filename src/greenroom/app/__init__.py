"""Use cases: what Greenroom can do, written against ports."""
