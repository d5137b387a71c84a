"""Commands of the shell for lessons."""
