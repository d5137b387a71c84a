"""Parts of Explore: each shows a piece of the state and reports changes to it."""
