"""The server: `streamlit run app.py`, or `hierview app`. Its page is `hierview/ui/shell/script.py`."""

import streamlit as st

from hierview.ui.shell.server import PAGE, gate, routes, started

app = st.App(PAGE, routes=routes(), middleware=gate(), lifespan=started)
