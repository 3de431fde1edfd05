"""What the running program tells its operator: JSON logs, Prometheus metrics, traces, the interview's events.

Personal data stands only under keys that begin with `pii_`, and those are dropped unless somebody
debugs on a machine of their own. No metric and no trace carries anything of a person.

Import from the modules: every command configures its logs, and few of them count anything.
"""
