"""hierview's server: `streamlit run app.py`, or `hierview app`. The page that it shows is page.py."""

import streamlit as st

from hierview.ui.server import PAGE, gate, started

app = st.App(PAGE, middleware=gate(), lifespan=started)
