"""Pages of the workbench as HTML."""
