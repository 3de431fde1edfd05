"""Speech on this machine: no key, no account, no model hub."""
