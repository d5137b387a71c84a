"""Commands of the shell that look at the behaviour of measures."""
