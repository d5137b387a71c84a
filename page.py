"""hierview's page: the script that app.py serves."""

from hierview.ui.page import run

run()
