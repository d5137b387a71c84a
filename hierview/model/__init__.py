"""What a hierarchy and a problem are, what else a case may carry, and what a hand does to a drawing."""
