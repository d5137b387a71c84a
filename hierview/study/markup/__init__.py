"""The views of a study, one file each."""
