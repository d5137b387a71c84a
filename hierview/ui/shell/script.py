"""The script that Streamlit runs for every page; a folder `pages` beside it would be taken for pages of its own."""

from hierview.ui.shell.page import run

if __name__ == "__main__":
    run()
