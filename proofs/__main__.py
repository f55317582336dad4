"""``python -m proofs`` is the ``recency`` command."""

import sys

from proofs.companion.cli import main

if __name__ == "__main__":
    sys.exit(main())
