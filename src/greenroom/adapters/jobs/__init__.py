"""Durable jobs on DBOS: a queue that outlives processes."""

from greenroom.adapters.jobs.durable import DurableJobs, JobLimits, Pace

__all__ = ["DurableJobs", "JobLimits", "Pace"]
