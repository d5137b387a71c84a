"""Options that several commands share, and how they name, print and write."""
