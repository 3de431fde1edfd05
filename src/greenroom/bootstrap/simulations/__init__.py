"""The commands below `greenroom simulate`: batches of scenarios, and where scenarios come from."""
