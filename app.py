"""hierview's server: `streamlit run app.py`, or `hierview app`. The page that it shows is page.py."""

import streamlit as st

from hierview.ui.server import PAGE, gate, routes, started

app = st.App(PAGE, routes=routes(), middleware=gate(), lifespan=started)
