"""What the kernel takes over about Markov reward processes; importing this completes the rules.

Imports core.
"""

from symbolic.core import kernel
from symbolic.rules import bridge, classical

kernel.close()

__all__ = ["bridge", "classical"]
