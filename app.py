"""The server: `streamlit run app.py`, or `hierview app`. Its page is `hierview/ui/shell/script.py`."""

import streamlit as st

from hierview.ui.shell.server import PAGE, routes, server_gate, start_up

app = st.App(PAGE, routes=routes(), middleware=server_gate(), lifespan=start_up)
