"""The parts of Study, one file each; they are loaded when the page is opened first."""
