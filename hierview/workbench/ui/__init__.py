"""The four views of the Workbench, and the strip above them."""
