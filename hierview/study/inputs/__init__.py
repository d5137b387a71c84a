"""Reading of a study: files and Python data → hierarchy, labels and facts of instances."""
