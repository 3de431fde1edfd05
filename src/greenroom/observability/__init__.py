"""What the running program tells its operator: JSON logs, Prometheus metrics, traces, the interview's events.

Personal data stands only under keys that begin with `pii_`, and those are dropped unless somebody
debugs on a machine of their own. No metric and no trace carries anything of a person.
"""

from greenroom.observability.logs import configure
from greenroom.observability.metrics import Metrics
from greenroom.observability.spending import CountedUsage
from greenroom.observability.traces import Traces, traces
from greenroom.observability.watching import Watcher

__all__ = ["CountedUsage", "Metrics", "Traces", "Watcher", "configure", "traces"]
