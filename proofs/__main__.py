"""``python -m proofs`` is the ``recency`` command."""

from proofs.companion.start import process

if __name__ == "__main__":
    process()
