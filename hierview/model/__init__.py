"""The hierarchy, the problem, what else a case may carry, and the edits of a drawing."""
