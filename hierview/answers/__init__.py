"""What the measures say: of one case, of two, beside printed values, and of themselves."""
