"""The commands: in each module ``declare`` names the options and ``run`` does the work."""
