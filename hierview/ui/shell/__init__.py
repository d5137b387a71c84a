"""The server, who may come in, and the script that it runs for every page."""
