"""The HTML of whole pages: cards, comparison, lessons, talks, and the workbench's views."""
