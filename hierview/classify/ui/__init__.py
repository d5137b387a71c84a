"""Views of the Study page that show what classifiers said."""
