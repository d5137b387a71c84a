"""Parts of pages: each shows a piece of the state and reports changes to it."""
