"""Greenroom's numbers, each measured beside a baseline in the same run. Printed, never asserted.

python -m benchmarks [--quick] [--only NAME ...]
"""
