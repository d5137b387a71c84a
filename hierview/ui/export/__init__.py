"""Export: figures and tables as files, and links to hand on."""
