"""Greenroom's numbers, each measured beside a baseline in the same run. Printed, never asserted.

python -m benchmarks [--quick] [--only NAME ...]
"""

from greenroom.numpy_threads import keep_to_one

keep_to_one()
