"""The claims that stand in the paper, one module each."""
