"""The composition root: one small module per way of running."""
