"""Markov reward processes, made from exact numbers or floats.

>>> [str(v) for v in mrp([[0.5, 0.5], [0, 1]], [1, 0], 0.5).values()]
['4/3', '0']
"""

from __future__ import annotations

from numeric_checks.processes import mrp as processes
from recency.reading import reading

#: the process with these transition rows, expected rewards and discount
mrp = reading(processes.MRP.of)
cycle = reading(processes.cycle)
single_state = reading(processes.single_state)
two_state = reading(processes.two_state)
